/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Summaries of packets. The bytes are those of real links (spec vectors), and damaged ones.
 * Not here: the CRCs themselves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "trace/packet.h"

/* CfgWr0 with sequence number 6, of a root complex. */
static const uint8_t cfg_wr[] = {0x00, 0x06, 0x44, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x0f, 0x01,
                                 0x00, 0x00, 0x04, 0x00, 0x00, 0x10, 0x00, 0x63, 0x60, 0xa7, 0x4b};
static const uint8_t ack_0[] = {0x00, 0x00, 0x00, 0x00, 0xb3, 0x62};

static struct ak_packet_summary summary_of(enum ak_record_kind kind, const uint8_t *bytes,
                                           uint32_t count, enum ak_packet_end end, bool error)
{
    struct ak_record record = {.kind = kind, .bytes = bytes, .length_bytes = count, .end = end};
    struct ak_packet_summary summary;
    record.error = error;
    ak_packet_summarise(&record, &summary);
    return summary;
}

static void a_good_tlp(void **state)
{
    (void)state;
    struct ak_packet_summary summary =
        summary_of(AK_RECORD_TLP, cfg_wr, sizeof cfg_wr, AK_END_GOOD, false);
    assert_int_equal(summary.health, AK_PACKET_GOOD);
    assert_int_equal(summary.sort, AK_SORT_TLP);
    assert_true(summary.has_seq);
    assert_int_equal(summary.seq, 6);
    assert_string_equal(summary.what, "CfgWr0 4 B");
}

static void damaged_tlps(void **state)
{
    (void)state;
    uint8_t bytes[sizeof cfg_wr];
    memcpy(bytes, cfg_wr, sizeof bytes);
    bytes[9] ^= 0x80;
    assert_int_equal(summary_of(AK_RECORD_TLP, bytes, sizeof bytes, AK_END_GOOD, false).health,
                     AK_PACKET_BAD_CRC);
    assert_int_equal(summary_of(AK_RECORD_TLP, cfg_wr, sizeof cfg_wr, AK_END_GOOD, true).health,
                     AK_PACKET_RX_ERROR);
    assert_int_equal(summary_of(AK_RECORD_TLP, cfg_wr, sizeof cfg_wr, AK_END_CUT, false).health,
                     AK_PACKET_CUT);
    assert_int_equal(summary_of(AK_RECORD_TLP, cfg_wr, 17, AK_END_GOOD, false).health,
                     AK_PACKET_BAD_LENGTH);
    assert_false(summary_of(AK_RECORD_TLP, cfg_wr, 1, AK_END_GOOD, false).has_seq);
    assert_int_equal(summary_of(AK_RECORD_TLP, cfg_wr, sizeof cfg_wr, AK_END_EDB, false).health,
                     AK_PACKET_BAD_NULL);
    memcpy(bytes, cfg_wr, sizeof bytes);
    for (size_t i = sizeof bytes - 4; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)~bytes[i];
    assert_int_equal(summary_of(AK_RECORD_TLP, bytes, sizeof bytes, AK_END_EDB, false).health,
                     AK_PACKET_NULLIFIED);
}

static void a_truncated_recording_is_not_judged(void **state)
{
    (void)state;
    struct ak_record record = {.kind = AK_RECORD_TLP, .bytes = cfg_wr, .length_bytes = 18};
    struct ak_packet_summary summary;
    record.truncated = true;
    ak_packet_summarise(&record, &summary);
    assert_int_equal(summary.health, AK_PACKET_UNKNOWN);
    assert_string_equal(summary.what, "CfgWr0 4 B");
}

static void dllps(void **state)
{
    (void)state;
    static const uint8_t update_fc[] = {0x80, 0x00, 0x00, 0x00, 0x00, 0x00};
    static const uint8_t nak[] = {0x10, 0x00, 0x0f, 0xff, 0x00, 0x00};
    struct ak_packet_summary summary =
        summary_of(AK_RECORD_DLLP, ack_0, sizeof ack_0, AK_END_GOOD, false);
    assert_int_equal(summary.health, AK_PACKET_GOOD);
    assert_int_equal(summary.sort, AK_SORT_ACK);
    assert_true(summary.has_seq);
    assert_int_equal(summary.seq, 0);
    assert_string_equal(summary.what, "Ack");
    summary = summary_of(AK_RECORD_DLLP, nak, sizeof nak, AK_END_GOOD, false);
    assert_int_equal(summary.health, AK_PACKET_BAD_CRC);
    assert_int_equal(summary.sort, AK_SORT_NAK);
    assert_int_equal(summary.seq, 4095);
    summary = summary_of(AK_RECORD_DLLP, update_fc, sizeof update_fc, AK_END_GOOD, false);
    assert_int_equal(summary.sort, AK_SORT_OTHER_DLLP);
    assert_false(summary.has_seq);
    assert_string_equal(summary.what, "UpdateFC-P");
    assert_int_equal(summary_of(AK_RECORD_DLLP, ack_0, 5, AK_END_GOOD, false).health,
                     AK_PACKET_BAD_LENGTH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_tlp),
        cmocka_unit_test(damaged_tlps),
        cmocka_unit_test(a_truncated_recording_is_not_judged),
        cmocka_unit_test(dllps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
