/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Receive side, judged from its Acks and Naks. Each rule is broken once by a trace that breaks
 * nothing else, and kept by one that comes near. Many are faults that real designs had.
 * Not here: what the other side makes of them (test_replay.c).
 */
#include "check_test.h"

static struct tb tb;

static void expect_clean(void)
{
    tb_expect(&tb, "");
}

/* When a Nak, and when an Ack, is overdue; in ns after what it answers. */
#define NAK_LIMIT_NS (REACTION_NS + BUSY_NS)
#define ACK_LIMIT_NS (ACK_MAX_NS + BUSY_NS)

/* RX-05: the first number that is illegal is the one after the last TLP sent. TX-05. */
static void an_ack_beyond_what_was_sent_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 3);
    (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
    tb_expect(&tb, "TX-05");
    assert_int_equal(tb.finding[0].direction, UP);
    assert_string_equal(tb.finding[0].text,
                        "Ack 3 acknowledges more than was sent; the newest TLP is 2");
}

static void an_ack_that_goes_back_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 3);
    now = tb_ack(&tb, UP, now, 2, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    tb_expect(&tb, "TX-05");
}

static void the_same_ack_twice_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 4095);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 4095, 2);
    now = tb_ack(&tb, UP, now, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    expect_clean();
}

/* RX-01: a Receiver Error in a TLP, at 8b/10b and at 128b/130b. */
static void a_receiver_error_needs_a_nak_at_8b10b(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_RX_ERROR);
    tb_wait(&tb, now + NAK_LIMIT_NS + 10);
    tb_expect(&tb, "RX-01");

    tb_open(&tb, TB_EXACT, 0);
    now = tb_tlp(&tb, DOWN, 0, 0, TB_RX_ERROR);
    now = tb_nak(&tb, UP, now + NAK_LIMIT_NS - 10, 4095, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 0, 1);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    expect_clean();
}

static void a_receiver_error_may_have_a_nak_at_128b130b(void **state)
{
    (void)state;
    for (int naks = 0; naks < 2; naks++) {
        tb_open_link(&tb, TB_EXACT, 0, AK_RATE_8, 1, AK_BASE_ANY);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_RX_ERROR);
        if (naks)
            (void)tb_nak(&tb, UP, now, 4095, TB_GOOD);
        /* Without a Nak it is REPLAY_TIMER, whose simplified limit is 24,000 ns here. */
        now = tb_tlps(&tb, DOWN, now + (naks ? 1000 : 24000), 0, 1);
        (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
        expect_clean();
    }
}

/* RX-02: a nullified TLP answered with a Nak. */
static void a_nak_for_a_nullified_tlp_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    now = tb_tlp(&tb, DOWN, now, 1, TB_NULLIFIED);
    (void)tb_nak(&tb, UP, now, 0, TB_GOOD);
    tb_expect(&tb, "RX-02");
}

static void a_nullified_tlp_dropped_silently_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 1, TB_NULLIFIED);
    tb_wait(&tb, now + NAK_LIMIT_NS + 10);
    expect_clean();
}

/* RX-02: EDB and another LCRC than the complement. It was damaged on the way: LCRC-01 is a note. */
static void a_badly_nullified_tlp_needs_a_nak(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_NULLIFIED | TB_DAMAGED);
    tb_wait(&tb, now + NAK_LIMIT_NS + 10);
    tb_expect(&tb, "RX-02");

    tb_open(&tb, TB_EXACT, 0);
    now = tb_tlp(&tb, DOWN, 0, 0, TB_NULLIFIED | TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    tb_wait(&tb, now + NAK_LIMIT_NS + 10);
    expect_clean();
}

/* RX-03 */
static void a_damaged_tlp_needs_a_nak(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    tb_wait(&tb, now + NAK_LIMIT_NS - 10);
    assert_int_equal(tb.found, 1); /* the note about the damage */
    tb_wait(&tb, now + NAK_LIMIT_NS + 30);
    tb_expect(&tb, "RX-03");
}

/* RX-05 */
static void a_missing_tlp_needs_a_nak(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    uint64_t now = tb_tlp(&tb, DOWN, 400, 1, TB_GOOD);
    tb_wait(&tb, now + NAK_LIMIT_NS + 10);
    tb_expect(&tb, "RX-05");
}

/* The TLP comes again before the Nak has gone out: no Nak is needed any more. */
static void a_nak_overtaken_by_the_tlp_may_be_left_out(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    now = tb_tlp(&tb, DOWN, 2600, 1, TB_DAMAGED);
    now = tb_tlps(&tb, DOWN, TLP_NS + REPLAY_MIN_NS, 0, 2);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    expect_clean();

    /* Or is sent all the same, with the number it was meant to have. */
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    (void)tb_tlp(&tb, DOWN, 2600, 1, TB_DAMAGED);
    now = tb_tlps(&tb, DOWN, TLP_NS + REPLAY_MIN_NS, 0, 1);
    (void)tb_nak(&tb, UP, now, 4095, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 1, 1);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    expect_clean();
}

/* RX-06: a Nak for every bad TLP while NAK_SCHEDULED is set. */
static void a_nak_for_every_bad_tlp_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    now = tb_tlp(&tb, DOWN, now, 1, TB_DAMAGED);
    now = tb_tlp(&tb, DOWN, now, 2, TB_GOOD);
    (void)tb_nak(&tb, UP, now, 0, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 3, TB_DAMAGED);
    (void)tb_nak(&tb, UP, now, 0, TB_GOOD);
    tb_expect(&tb, "RX-06");
}

/* The expected TLP clears the flag: the next damage has a Nak of its own. */
static void a_nak_after_the_expected_tlp_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 0, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 1, TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 0, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 1, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    expect_clean();
}

/* D31: Recovery cut the Nak, so it is sent again. Once more than that is once too often. */
static void a_nak_cut_by_recovery_may_be_sent_again(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        tb_open(&tb, TB_EXACT, 0);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
        (void)tb_nak(&tb, UP, now, 4095, TB_LOST);
        tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + 10);
        tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + 5000);
        now = tb_nak(&tb, UP, now + 5000, 4095, TB_GOOD);
        if (again)
            (void)tb_nak(&tb, UP, now, 4095, TB_GOOD);
        tb_expect(&tb, again ? "RX-06" : "");
    }
}

/* RX-07: a duplicate answered with a Nak. */
static void a_nak_for_a_duplicate_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_ack(&tb, UP, now, 0, TB_LOST);
    now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, TB_GOOD);
    (void)tb_nak(&tb, UP, now, 0, TB_GOOD);
    tb_expect(&tb, "RX-07");
}

/* RX-07: a duplicate that is never answered. */
static void a_duplicate_without_an_ack_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_ack(&tb, UP, now, 0, TB_LOST);
    now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, TB_GOOD);
    tb_wait(&tb, now + ACK_LIMIT_NS + 10);
    tb_expect(&tb, "RX-07");
}

/* One Ack answers several duplicates, also while NAK_SCHEDULED is set: figure 5-16 of the book. */
static void one_ack_for_several_duplicates_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 4094);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 4094, 3);
    now = tb_tlp(&tb, DOWN, now, 1, TB_DAMAGED);
    (void)tb_nak(&tb, UP, now, 0, TB_DAMAGED);
    now = tb_tlp(&tb, DOWN, now, 2, TB_GOOD);
    now = tb_tlps(&tb, DOWN, TLP_NS + REPLAY_MIN_NS, 4094, 4);
    now = tb_ack(&tb, UP, now, 1, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 2, 1);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    expect_clean();
}

/* RX-08: an Ack that is never sent, and one that is late. */
static void an_ack_that_is_late_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_ack(&tb, UP, now + ACK_LIMIT_NS + 10, 0, TB_GOOD);
    tb_expect(&tb, "RX-08");
    assert_int_equal(tb.finding[0].about, tb.number - 1); /* the late Ack, before it arrived */

    tb_open(&tb, TB_EXACT, 0);
    now = tb_tlps(&tb, DOWN, 0, 0, 1);
    tb_wait(&tb, now + ACK_LIMIT_NS + 10);
    tb_wait(&tb, now + 90000);
    tb_expect(&tb, "RX-08");
}

static void an_ack_at_its_limit_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_ack(&tb, UP, now + ACK_LIMIT_NS - 10, 0, TB_GOOD);
    expect_clean();
}

/* An exit from L0s comes on top, and so does what a port takes to act if it is told. */
static void told_allowances_move_the_limit(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_L0S_EXIT, .l0s_exit_fs = 2000000000};
    for (unsigned late = 0; late < 2; late++) {
        tb_open(&tb, TB_EXACT, 0);
        tb_link(&tb, &link);
        uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1) + ACK_LIMIT_NS + 2000;
        (void)tb_ack(&tb, UP, late == 0 ? now - 10 : now + 10, 0, TB_GOOD);
        tb_expect(&tb, late == 0 ? "" : "RX-08");
    }
    /* A Nak within 100 ns and the busy line, and not within 4 us. */
    link = (struct ak_record_link){.known = AK_KNOWN_REACTION, .reaction_fs = 100000000};
    for (unsigned late = 0; late < 2; late++) {
        tb_open(&tb, TB_EXACT, 0);
        tb_link(&tb, &link);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED) + 100 + BUSY_NS;
        (void)tb_nak(&tb, UP, late == 0 ? now - 10 : now + 10, 4095, TB_GOOD);
        tb_expect(&tb, late == 0 ? "" : "RX-03");
    }
}

/* From Base 4.0 on the limit is a maximum: 948 ns, not twice that. */
static void an_ack_is_late_sooner_by_a_newer_revision(void **state)
{
    (void)state;
    tb_open_link(&tb, TB_EXACT, 0, AK_RATE_2_5, 1, AK_BASE_4_AND_UP);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_ack(&tb, UP, now + ACK_MAX_NS / 2 + BUSY_NS + 10, 0, TB_GOOD);
    tb_expect(&tb, "RX-08");
}

/* Recovery does not count. */
static void an_ack_after_recovery_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + 500);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + 50500);
    (void)tb_ack(&tb, UP, now + 50000 + ACK_LIMIT_NS - 10, 0, TB_GOOD);
    expect_clean();
}

/* RX-09: an Ack for a TLP that was damaged, and one for a TLP behind a gap. */
static void an_ack_for_what_did_not_arrive_good_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    tb_expect(&tb, "RX-09");

    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    now = tb_tlp(&tb, DOWN, 400, 1, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    tb_expect(&tb, "RX-09");
}

/* RX-09: an Ack for a future TLP, which is still on its way. */
static void an_ack_before_the_tlp_is_whole_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, TLP_NS - 10, 0, TB_GOOD);
    tb_expect(&tb, "RX-09");
}

/* RX-09: the Nak carries the bad TLP's own number. */
static void a_nak_with_the_number_of_the_bad_tlp_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_tlp(&tb, DOWN, now, 2, TB_DAMAGED);
    (void)tb_nak(&tb, UP, now, 2, TB_GOOD);
    tb_expect(&tb, "RX-09");
}

/* RX-09: a Nak's number is exact, it may not lag. */
static void a_nak_with_an_older_number_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_tlp(&tb, DOWN, now, 2, TB_DAMAGED);
    (void)tb_nak(&tb, UP, now, 0, TB_GOOD);
    tb_expect(&tb, "RX-09");
}

/* RX-09: a sequence compare without wrap: 0 is taken for older than 4095, and never acknowledged.
 */
static void a_receiver_that_compares_without_wrap_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 4094);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 4094, 2);
    now = tb_ack(&tb, UP, now, 4095, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 0, 2);
    (void)tb_ack(&tb, UP, now, 4095, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now - TLP_NS + REPLAY_MIN_NS, 0, 2);
    (void)tb_ack(&tb, UP, now + REACTION_NS, 4095, TB_GOOD);
    tb_close(&tb);
    assert_string_equal(tb_find(&tb, "RX-09")->text,
                        "Ack 4095 leaves out TLP 0, which had arrived good at 1040 ns; expected 1");
}

static void an_ack_that_lags_a_little_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 3);
    now = tb_ack(&tb, UP, now, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    expect_clean();
}

/* CHK-01 */
static void a_nak_without_a_cause_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_nak(&tb, UP, now, 1, TB_GOOD);
    tb_expect(&tb, "CHK-01");
}

/* A TLP 2048 behind is a duplicate: its sender is to blame, and the Ack is right. */
static void a_duplicate_2048_behind_accuses_its_sender(void **state)
{
    (void)state;
    uint64_t now = 0;
    tb_open(&tb, TB_EXACT, 0);
    for (uint16_t seq = 0; seq < 2048; seq = (uint16_t)(seq + 4)) {
        now = tb_tlps(&tb, DOWN, now, seq, 4);
        now = tb_ack(&tb, UP, now, (uint16_t)(seq + 3), TB_GOOD);
    }
    now = tb_tlp(&tb, DOWN, now + REACTION_NS, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 2047, TB_GOOD);
    tb_expect(&tb, "TX-06");
    assert_int_equal(tb.finding[0].direction, DOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ack_beyond_what_was_sent_is_found),
        cmocka_unit_test(an_ack_that_goes_back_is_found),
        cmocka_unit_test(the_same_ack_twice_is_not_accused),
        cmocka_unit_test(a_receiver_error_needs_a_nak_at_8b10b),
        cmocka_unit_test(a_receiver_error_may_have_a_nak_at_128b130b),
        cmocka_unit_test(a_nak_for_a_nullified_tlp_is_found),
        cmocka_unit_test(a_nullified_tlp_dropped_silently_is_not_accused),
        cmocka_unit_test(a_badly_nullified_tlp_needs_a_nak),
        cmocka_unit_test(a_damaged_tlp_needs_a_nak),
        cmocka_unit_test(a_missing_tlp_needs_a_nak),
        cmocka_unit_test(a_nak_overtaken_by_the_tlp_may_be_left_out),
        cmocka_unit_test(a_nak_for_every_bad_tlp_is_found),
        cmocka_unit_test(a_nak_after_the_expected_tlp_is_not_accused),
        cmocka_unit_test(a_nak_cut_by_recovery_may_be_sent_again),
        cmocka_unit_test(a_nak_for_a_duplicate_is_found),
        cmocka_unit_test(a_duplicate_without_an_ack_is_found),
        cmocka_unit_test(one_ack_for_several_duplicates_is_not_accused),
        cmocka_unit_test(an_ack_that_is_late_is_found),
        cmocka_unit_test(an_ack_at_its_limit_is_not_accused),
        cmocka_unit_test(told_allowances_move_the_limit),
        cmocka_unit_test(an_ack_is_late_sooner_by_a_newer_revision),
        cmocka_unit_test(an_ack_after_recovery_is_not_accused),
        cmocka_unit_test(an_ack_for_what_did_not_arrive_good_is_found),
        cmocka_unit_test(an_ack_before_the_tlp_is_whole_is_found),
        cmocka_unit_test(a_nak_with_the_number_of_the_bad_tlp_is_found),
        cmocka_unit_test(a_nak_with_an_older_number_is_found),
        cmocka_unit_test(a_receiver_that_compares_without_wrap_is_found),
        cmocka_unit_test(an_ack_that_lags_a_little_is_not_accused),
        cmocka_unit_test(a_nak_without_a_cause_is_found),
        cmocka_unit_test(a_duplicate_2048_behind_accuses_its_sender),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
