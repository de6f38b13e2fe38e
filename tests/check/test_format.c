/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Formats of single packets: each rule broken where it proves something, where it does not, and
 * kept.
 * Not here: the CRCs themselves.
 */
#include <string.h>

#include "acknak/crc.h"
#include "check_test.h"

static struct tb tb;

/* LCRC-01 */
static void a_wrong_lcrc_proves_a_fault_at_the_sender_only(void **state)
{
    (void)state;
    tb_open(&tb, TB_SENDER, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_BROKEN);
    tb_expect(&tb, "LCRC-01");

    tb_open(&tb, TB_PROBE, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    tb_expect_notes(&tb, "LCRC-01");
}

static void an_edb_with_the_lcrc_of_a_good_tlp_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_SENDER, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_EDB);
    tb_expect(&tb, "LCRC-01");
}

/* DLLP-01 */
static void a_wrong_dllp_crc_proves_a_fault_at_the_sender_only(void **state)
{
    (void)state;
    tb_open(&tb, TB_SENDER, 0);
    (void)tb_ack(&tb, UP, 0, 4095, TB_BROKEN);
    tb_expect(&tb, "DLLP-01");

    tb_open(&tb, TB_PROBE, 0);
    (void)tb_ack(&tb, UP, 0, 4095, TB_DAMAGED);
    tb_expect_notes(&tb, "DLLP-01");
}

static struct ak_record packet(enum ak_record_kind kind, const uint8_t *bytes, uint32_t count)
{
    struct ak_record record = {.kind = kind, .direction = DOWN, .bytes = bytes};
    record.length_bytes = count;
    return record;
}

static void a_dllp_of_five_bytes_is_found(void **state)
{
    (void)state;
    static const uint8_t bytes[5] = {0};
    tb_open(&tb, TB_SENDER, 0);
    tb_record(&tb, packet(AK_RECORD_DLLP, bytes, sizeof bytes));
    tb_expect(&tb, "DLLP-01");
}

/* FRAME-01 */
static void one_byte_is_told_as_one(void **state)
{
    (void)state;
    static const uint8_t bytes[1] = {0x00};
    tb_open(&tb, TB_SENDER, 0);
    tb_record(&tb, packet(AK_RECORD_DLLP, bytes, sizeof bytes));
    tb_record(&tb, packet(AK_RECORD_TLP, bytes, sizeof bytes));
    assert_string_equal(tb_find(&tb, "DLLP-01")->text, "DLLP of 1 byte: as it was sent");
    assert_string_equal(tb.finding[1].text,
                        "TLP of 1 byte with number and LCRC; the shortest has 18");
    tb_close(&tb);
}

static void a_packet_without_an_end_is_found_unless_the_link_retrains(void **state)
{
    (void)state;
    tb_open(&tb, TB_SENDER, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_CUT);
    (void)tb_tlp(&tb, DOWN, 400, 1, TB_GOOD);
    tb_expect(&tb, "FRAME-01");
    assert_int_equal(tb.finding[0].about, 2);

    tb_open(&tb, TB_SENDER, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_CUT);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 200);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, 300);
    (void)tb_tlp(&tb, DOWN, 400, 1, TB_GOOD);
    tb_expect(&tb, "");
}

/* A MRd with number 0, and its LCRC: spec vector. */
static const uint8_t mrd[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                              0x00, 0x00, 0x00, 0x00, 0x00, 0xc7, 0x79, 0xbb, 0xd1};

/* FRAME-02. Tokens from the vectors: L = 5, seq 0; L = 5, seq 1; L = 6, seq 42. */
static void expect_token(const uint8_t stp[4], const char *rules)
{
    struct ak_record record = packet(AK_RECORD_TLP, mrd, sizeof mrd);
    tb_open_link(&tb, TB_SENDER, 0, AK_RATE_8, 1, AK_BASE_ANY);
    record.has_stp = true;
    memcpy(record.stp, stp, 4);
    tb_record(&tb, record);
    tb_expect(&tb, rules);
}

static void an_stp_token_says_what_the_tlp_is(void **state)
{
    (void)state;
    static const uint8_t right[4] = {0x5f, 0x00, 0x60, 0x00};
    static const uint8_t other_seq[4] = {0x5f, 0x00, 0x60, 0x01};
    static const uint8_t other_length[4] = {0x6f, 0x80, 0x20, 0x00};
    static const uint8_t bad_fcrc[4] = {0x5f, 0x00, 0x70, 0x00};
    static const uint8_t bad_parity[4] = {0x5f, 0x80, 0x60, 0x00};
    expect_token(right, "");
    expect_token(other_seq, "FRAME-02");
    expect_token(other_length, "FRAME-02");
    expect_token(bad_fcrc, "FRAME-02");
    expect_token(bad_parity, "FRAME-02");
}

/* TLP-02: this one has an all-zero header (MRd with Length 1024) and four bytes too many. */
static void a_tlp_longer_than_its_header_says_is_found(void **state)
{
    (void)state;
    uint8_t bytes[22];
    memset(bytes, 0, sizeof bytes);
    uint32_t lcrc = ak_lcrc(AK_CRC_PORTABLE, 0, bytes + 2, 16);
    for (unsigned i = 0; i < 4; i++)
        bytes[18 + i] = (uint8_t)(lcrc >> (8 * i));
    tb_open(&tb, TB_PROBE, 0);
    tb_record(&tb, packet(AK_RECORD_TLP, bytes, sizeof bytes));
    tb_expect(&tb, "TLP-02");

    tb_open(&tb, TB_PROBE, 0);
    tb_record(&tb, packet(AK_RECORD_TLP, mrd, sizeof mrd));
    tb_expect(&tb, "");
}

/* At 8b/10b a nullified TLP may be cut short. */
static void a_nullified_tlp_may_be_short_at_8b10b(void **state)
{
    (void)state;
    static const enum ak_rate rates[2] = {AK_RATE_5, AK_RATE_8};
    uint8_t bytes[26] = {0, 0, 0x40, 0, 0, 16};
    uint32_t lcrc = ~ak_lcrc(AK_CRC_PORTABLE, 0, bytes + 2, 20);
    for (unsigned i = 0; i < 4; i++)
        bytes[22 + i] = (uint8_t)(lcrc >> (8 * i));
    for (int i = 0; i < 2; i++) {
        struct ak_record record = packet(AK_RECORD_TLP, bytes, sizeof bytes);
        record.end = AK_END_EDB;
        tb_open_link(&tb, TB_SENDER, 0, rates[i], 1, AK_BASE_ANY);
        tb_record(&tb, record);
        tb_expect(&tb, i == 0 ? "" : "TLP-02");
    }
}

/* DLLP-03, DLLP-04, CHK-03: odd, and notes only. */
static void what_a_later_revision_may_define_is_noted(void **state)
{
    (void)state;
    static const uint8_t reserved_bits[4] = {0x00, 0x01, 0x0f, 0xff};
    static const uint8_t unknown[4] = {0x58, 0x00, 0x00, 0x00};
    static const uint8_t vendor[4] = {0x30, 0x12, 0x34, 0x56};
    tb_open(&tb, TB_SENDER, 0);
    (void)tb_dllp(&tb, UP, 0, reserved_bits, TB_GOOD);
    (void)tb_dllp(&tb, UP, 100, unknown, TB_GOOD);
    (void)tb_dllp(&tb, UP, 200, vendor, TB_GOOD);
    tb_expect_notes(&tb, "DLLP-03 DLLP-04");

    tb_open(&tb, TB_SENDER, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0x1000, TB_GOOD);
    tb_expect_notes(&tb, "CHK-03");
}

static void a_truncated_packet_is_not_judged(void **state)
{
    (void)state;
    struct ak_check_tally tally;
    tb_open(&tb, TB_SENDER, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_TRUNCATED);
    ak_check_tally_rule(tb.check, (unsigned)ak_check_rule_find("LCRC-01"), &tally);
    assert_int_equal(tally.checked, 0);
    assert_int_equal(tally.not_judged, 1);
    assert_string_equal(tally.why, "packet truncated in the recording");
    tb_expect(&tb, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_lcrc_proves_a_fault_at_the_sender_only),
        cmocka_unit_test(an_edb_with_the_lcrc_of_a_good_tlp_is_found),
        cmocka_unit_test(a_wrong_dllp_crc_proves_a_fault_at_the_sender_only),
        cmocka_unit_test(a_dllp_of_five_bytes_is_found),
        cmocka_unit_test(one_byte_is_told_as_one),
        cmocka_unit_test(a_packet_without_an_end_is_found_unless_the_link_retrains),
        cmocka_unit_test(an_stp_token_says_what_the_tlp_is),
        cmocka_unit_test(a_tlp_longer_than_its_header_says_is_found),
        cmocka_unit_test(a_nullified_tlp_may_be_short_at_8b10b),
        cmocka_unit_test(what_a_later_revision_may_define_is_noted),
        cmocka_unit_test(a_truncated_packet_is_not_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
