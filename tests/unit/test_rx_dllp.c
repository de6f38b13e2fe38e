/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What becomes of a received DLLP.
 * Not here: what a legal Ack or Nak does (test_tx_acknak.c, test_tx_replay.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"
#include "reference_crc.h"

/* Rules: ERR-03, DLLP-01. A hit in any bit: Bad DLLP, and nothing else happens. */
static void test_bad_dllp(void **state)
{
    uint8_t ack[6] = {0x00, 0x00, 0x00, 0x01, 0, 0};
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 3);
    fx_send_tlps(&f, 0, 3);
    uint64_t deadline = ak_tx_deadline(&f.port);
    reference_seal_dllp(ack);
    for (uint32_t bit = 0; bit < 48; bit++) {
        fx_wait(&f, 1);
        ack[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_equal(fx_receive(&f, AK_RX_DLLP, ack, 6), AK_VERDICT_BAD_DLLP);
        ack[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_int_equal(fx_counters(&f)->bad_dllp, 48);
    assert_int_equal(fx_events(&f), AK_EVENT_BAD_DLLP);
    assert_int_equal(f.port.tx.ackd_seq, 0xFFF);
    assert_int_equal(ak_tx_outstanding(&f.port), 3);
    assert_true(ak_tx_deadline(&f.port) == deadline);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->acks_received, 0);
    assert_int_equal(fx_receive(&f, AK_RX_DLLP, ack, 6), AK_VERDICT_ACK);
    fx_close(&f);
}

/* Rules: ERR-03. A length other than 6. */
static void test_impossible_length(void **state)
{
    uint8_t ack[8] = {0x00, 0x00, 0x0F, 0xFF, 0, 0, 0, 0};
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    reference_seal_dllp(ack);
    for (size_t length_bytes = 0; length_bytes <= 8; length_bytes++) {
        assert_int_equal(fx_receive(&f, AK_RX_DLLP, ack, length_bytes),
                         length_bytes == 6 ? AK_VERDICT_ACK : AK_VERDICT_BAD_DLLP);
    }
    assert_int_equal(fx_counters(&f)->bad_dllp, 8);
    fx_close(&f);
}

/* Rules: DLLP-04. Byte 0 as the table of encodings has it; all others are dropped without error. */
static void test_types(void **state)
{
    static const uint8_t known[] = {0x01, 0x02, 0x03, 0x04, 0x20, 0x21, 0x23, 0x24, 0x30, 0x31};
    struct port_fixture f;
    uint64_t unknown = 0;
    uint64_t other = 0;
    (void)state;
    fx_open(&f, NULL);
    for (unsigned code = 0; code < 256; code++) {
        bool is_known = code >= 0x40 && (code & 0x08) == 0;
        for (size_t i = 0; i < sizeof(known); i++) {
            is_known = is_known || code == known[i];
        }
        if (code == 0x00 || code == 0x10 || code == 0x28) {
            continue; /* Ack, Nak, and Link Management, which non-flit mode does not have */
        }
        enum ak_verdict verdict = fx_dllp(&f, (uint8_t)code, 1, 2, 3);
        if (is_known) {
            other++;
            assert_int_equal(verdict, AK_VERDICT_OTHER_DLLP);
            assert_ptr_equal(f.view.bytes, f.frame);
            assert_int_equal(f.view.length_bytes, 6);
        } else {
            unknown++;
            assert_int_equal(verdict, AK_VERDICT_UNKNOWN_DLLP);
            assert_int_equal(f.view.length_bytes, 0);
        }
    }
    assert_int_equal(fx_counters(&f)->unknown_dllp, unknown);
    assert_int_equal(fx_counters(&f)->dllps_received, other);
    assert_int_equal(fx_events(&f), 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_close(&f);
}

/* Rules: ERR-06, TX-05. An illegal number is a DL Protocol Error, never Bad DLLP; nothing moves. */
static void test_illegal_number(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 3);
    fx_send_tlps(&f, 0, 2);
    fx_ack(&f, 0);
    uint64_t deadline = ak_tx_deadline(&f.port);
    fx_wait(&f, 5);
    assert_int_equal(fx_ack(&f, 2), AK_VERDICT_ILLEGAL_SEQ);
    assert_int_equal(fx_events(&f), AK_EVENT_DL_PROTOCOL_ERROR);
    assert_int_equal(fx_nak(&f, 0xFFF), AK_VERDICT_ILLEGAL_SEQ);
    assert_int_equal(fx_events(&f), AK_EVENT_DL_PROTOCOL_ERROR);
    assert_int_equal(fx_counters(&f)->dl_protocol_error, 2);
    assert_int_equal(fx_counters(&f)->bad_dllp, 0);
    assert_int_equal(fx_counters(&f)->naks_received, 0);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_true(ak_tx_deadline(&f.port) == deadline);
    fx_close(&f);
}

/* Rules: DLLP-03. Bits that a later revision may define are no part of the number. */
static void test_reserved_bits_of_an_ack(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 2);
    assert_int_equal(fx_dllp(&f, 0x00, 0xFF, 0xF0, 0x00), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.ackd_seq, 0);
    assert_int_equal(fx_dllp(&f, 0x10, 0xFF, 0xF0, 0x00), AK_VERDICT_NAK);
    assert_int_equal(f.port.tx.replay_num, 1);
    fx_send_replayed(&f, 1, 1);
    assert_int_equal(fx_ack(&f, 0), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.replay_num, 1); /* the same number: no progress */
    assert_int_equal(fx_events(&f), 0);
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_dllp),
        cmocka_unit_test(test_impossible_length),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_illegal_number),
        cmocka_unit_test(test_reserved_bits_of_an_ack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
