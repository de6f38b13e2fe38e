/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Transmit side: numbers, window, nullified TLPs, silence. Each rule is broken once by a trace that
 * breaks nothing else, and kept by one that comes near.
 * Not here: replays (test_replay.c).
 */
#include "check_test.h"

static struct tb tb;

/* 4096 TLPs and more, four to an Ack: the numbers wrap, and nothing is wrong. */
static void a_long_good_exchange_is_not_accused(void **state)
{
    (void)state;
    uint64_t now = 100;
    tb_open(&tb, TB_EXACT, 4000);
    for (unsigned i = 0; i < 1100; i++) {
        uint16_t seq = (uint16_t)((4000 + 4 * i) & 0xFFF);
        now = tb_tlps(&tb, DOWN, now, seq, 4);
        now = tb_ack(&tb, UP, now + 40, (uint16_t)((seq + 3) & 0xFFF), TB_GOOD);
    }
    tb_close(&tb);
    assert_int_equal(tb.found, 0);
}

/* TX-01 */
static void a_skipped_number_is_found_at_the_sender(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlps(&tb, DOWN, 0, 0, 3);
    (void)tb_tlp(&tb, DOWN, 2000, 4, TB_GOOD);
    tb_expect(&tb, "TX-01");
    assert_int_equal(tb.finding[0].time_fs, 2000 * 1000000ull);
    assert_int_equal(tb.finding[0].direction, DOWN);
    assert_string_equal(tb.finding[0].text, "TLP 4 follows TLP 2; expected 3");
}

static void numbers_that_wrap_are_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 4094);
    (void)tb_tlps(&tb, DOWN, 0, 4094, 4);
    tb_close(&tb);
    assert_int_equal(tb.found, 0);
}

/* The number that is missing may have been lost before the probe: Nak 1, and TLP 2 follows. */
static void a_gap_at_a_probe_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_tlp(&tb, DOWN, now, 3, TB_GOOD);
    now = tb_nak(&tb, UP, now, 1, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 2, 2);
    (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
    tb_close(&tb);
    assert_int_equal(tb.found, 0);
}

/* But when the replay leaves it out too, it was never sent. */
static void a_gap_that_the_replay_confirms_is_found_at_a_probe(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_tlp(&tb, DOWN, now, 3, TB_GOOD);
    now = tb_nak(&tb, UP, now, 1, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, now, 3, TB_GOOD);
    tb_expect(&tb, "TX-01");
}

/* TX-03. One direction alone, so that nothing else is judged; ACKD_SEQ is 4095 after reset. */
static void the_2048th_unacknowledged_tlp_is_found(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_INITIAL_SEQ};
    tb_open_middle(&tb, TB_SENDER);
    tb_link(&tb, &link);
    (void)tb_tlps(&tb, DOWN, 0, 0, 2047);
    assert_int_equal(tb.found, 0);
    (void)tb_tlp(&tb, DOWN, 800000, 2047, TB_GOOD);
    tb_expect(&tb, "TX-03");
}

/* TX-14 */
static void a_nullified_tlp_that_uses_a_number_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_tlp(&tb, DOWN, 700, 2, TB_NULLIFIED);
    (void)tb_tlp(&tb, DOWN, 1100, 3, TB_GOOD);
    tb_expect(&tb, "TX-14");
}

static void a_nullified_tlp_that_uses_none_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_tlp(&tb, DOWN, 700, 2, TB_NULLIFIED);
    uint64_t now = tb_tlp(&tb, DOWN, 1100, 2, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    tb_close(&tb);
    assert_int_equal(tb.found, 0);
}

/* PORT-02 */
static void a_packet_sent_in_recovery_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 500);
    (void)tb_tlp(&tb, DOWN, 600, 1, TB_GOOD);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, 3000);
    tb_expect(&tb, "PORT-02");
}

/* Begun before, and cut: it counts as sent, and its number is not used again. */
static void a_packet_cut_by_recovery_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, 400, 1, TB_CUT | TB_LOST);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 500);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, 9000);
    uint64_t now = tb_tlp(&tb, DOWN, 9100, 2, TB_GOOD);
    now = tb_nak(&tb, UP, now, 0, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 1, 2);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    tb_close(&tb);
    assert_int_equal(tb.found, 0);
}

/* Another reading of the same: the cut TLP is sent once more as if it were new. */
static void a_cut_tlp_sent_again_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlp(&tb, DOWN, 400, 0, TB_CUT | TB_LOST);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 500);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, 9000);
    uint64_t now = tb_tlps(&tb, DOWN, 9100, 0, 2);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    tb_close(&tb);
    assert_int_equal(tb.found, 0);
}

/* At a probe the two ports do not leave L0 at the same moment. */
static void a_packet_just_behind_recovery_is_not_accused_at_a_probe(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 500);
    (void)tb_tlp(&tb, DOWN, 600, 0, TB_GOOD);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, 9000);
    tb_close(&tb);
    assert_int_equal(tb.found, 0);
}

/* PORT-01 */
static void a_tlp_sent_while_the_link_is_down_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    tb_event(&tb, AK_RECORD_LINK_DOWN, AK_DIRECTION_BOTH, 500);
    (void)tb_tlp(&tb, DOWN, 600, 0, TB_LOST);
    tb_expect(&tb, "PORT-01");
}

static void credits_before_the_link_is_up_are_not_accused(void **state)
{
    (void)state;
    static const uint8_t init_fc[4] = {0x40, 0x08, 0x00, 0x20};
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlps(&tb, DOWN, 0, 0, 1);
    tb_event(&tb, AK_RECORD_LINK_DOWN, AK_DIRECTION_BOTH, 500);
    (void)tb_dllp(&tb, DOWN, 900, init_fc, TB_GOOD);
    tb_event(&tb, AK_RECORD_LINK_UP, AK_DIRECTION_BOTH, 2000);
    uint64_t now = tb_tlps(&tb, DOWN, 2100, 0, 2);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    tb_close(&tb);
    assert_int_equal(tb.found, 0);
}

/* After a link down the numbers start over: going on with the old ones is wrong. */
static void numbers_kept_over_a_link_down_are_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlps(&tb, DOWN, 0, 0, 2);
    tb_event(&tb, AK_RECORD_LINK_DOWN, AK_DIRECTION_BOTH, 1000);
    tb_event(&tb, AK_RECORD_LINK_UP, AK_DIRECTION_BOTH, 2000);
    (void)tb_tlp(&tb, DOWN, 2100, 2, TB_GOOD);
    tb_expect(&tb, "TX-01");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_good_exchange_is_not_accused),
        cmocka_unit_test(a_skipped_number_is_found_at_the_sender),
        cmocka_unit_test(numbers_that_wrap_are_not_accused),
        cmocka_unit_test(a_gap_at_a_probe_is_not_accused),
        cmocka_unit_test(a_gap_that_the_replay_confirms_is_found_at_a_probe),
        cmocka_unit_test(the_2048th_unacknowledged_tlp_is_found),
        cmocka_unit_test(a_nullified_tlp_that_uses_a_number_is_found),
        cmocka_unit_test(a_nullified_tlp_that_uses_none_is_not_accused),
        cmocka_unit_test(a_packet_sent_in_recovery_is_found),
        cmocka_unit_test(a_packet_cut_by_recovery_is_not_accused),
        cmocka_unit_test(a_cut_tlp_sent_again_is_not_accused),
        cmocka_unit_test(a_packet_just_behind_recovery_is_not_accused_at_a_probe),
        cmocka_unit_test(a_tlp_sent_while_the_link_is_down_is_found),
        cmocka_unit_test(credits_before_the_link_is_up_are_not_accused),
        cmocka_unit_test(numbers_kept_over_a_link_down_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
