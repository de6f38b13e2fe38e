/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replays: cause, order, bytes, count, REPLAY_TIMER. Each rule is broken once by a trace that
 * breaks nothing else, and kept by one that comes near. Many are faults that real designs had.
 * Not here: who sent the Naks, and whether he should have (test_receiver.c).
 */
#include "check_test.h"

static struct tb tb;

/* Ports that use an Ack within 100 ns. */
static void quick_ports(void)
{
    struct ak_record_link link = {.known = AK_KNOWN_REACTION, .reaction_fs = 100000000};
    tb_link(&tb, &link);
}

/* Four TLPs, of which `bad` arrives damaged, and the Nak for it. Returns the Nak's end. */
static uint64_t four_and_a_nak(uint16_t bad)
{
    uint64_t now = 0;
    tb_open(&tb, TB_EXACT, 0);
    for (uint16_t seq = 0; seq < 4; seq++)
        now = tb_tlp(&tb, DOWN, now, seq, seq == bad ? TB_DAMAGED : TB_GOOD);
    return tb_nak(&tb, UP, now, (uint16_t)((bad - 1) & 0xFFF), TB_GOOD);
}

static void expect_clean(void)
{
    tb_expect(&tb, "");
}

static void a_replay_after_a_nak_is_not_accused(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(2);
    now = tb_tlps(&tb, DOWN, now + 100, 2, 2);
    now = tb_tlps(&tb, DOWN, now, 4, 2);
    (void)tb_ack(&tb, UP, now, 5, TB_GOOD);
    expect_clean();
}

/* TX-06: a replay that includes what the Nak acknowledged. */
static void a_replay_of_what_the_nak_acknowledged_is_found(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(2);
    now = tb_tlps(&tb, DOWN, now + 100, 1, 3);
    (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
    tb_expect(&tb, "TX-06");
}

/* TX-06: Ack 1 was not understood, since 1 is less than 4094; the timer starts a replay. */
static void a_sender_that_compares_without_wrap_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 4094);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 4094, 4);
    now = tb_ack(&tb, UP, now, 1, TB_GOOD);
    now = tb_tlp(&tb, DOWN, 100000, 2, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    (void)tb_tlps(&tb, DOWN, 110000, 4094, 1);
    tb_expect(&tb, "TX-06");
}

/* An Ack that ends while the timer expires comes too late to stop the replay. */
static void a_replay_that_crosses_its_ack_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_ack(&tb, UP, now, 1, TB_LOST);
    (void)tb_ack(&tb, UP, TLP_NS + REPLAY_MIN_NS - 20, 1, TB_GOOD);
    now = tb_tlps(&tb, DOWN, TLP_NS + REPLAY_MIN_NS + 20, 0, 2);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    expect_clean();
}

/* TX-08 */
static void a_nak_without_a_replay_is_found(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(2);
    tb_wait(&tb, now + REACTION_NS + BUSY_NS + 10);
    tb_expect(&tb, "TX-08");
}

static void a_replay_at_the_last_moment_is_not_accused(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(2);
    now = tb_tlps(&tb, DOWN, now + REACTION_NS + BUSY_NS - 10, 2, 2);
    (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
    expect_clean();
}

/* The Nak leaves nothing unacknowledged: nothing is due. */
static void a_nak_of_everything_needs_no_replay(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_tlp(&tb, DOWN, now, 2, TB_NULLIFIED | TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 1, TB_GOOD);
    tb_wait(&tb, now + 200000);
    expect_clean();
}

/* TX-09: a new TLP, and the replay is left unfinished. */
static void a_replay_that_omits_later_tlps_is_found(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(1);
    now = tb_tlps(&tb, DOWN, now, 1, 1);
    (void)tb_tlp(&tb, DOWN, now, 4, TB_GOOD);
    tb_expect(&tb, "TX-09");
    assert_string_equal(tb_find(&tb, "TX-09")->text,
                        "new TLP 4 is sent while the replay still owes TLPs 2 to 3");
}

/* TX-09: a new TLP, and the replay goes on behind it: one fault, not one more replay. The new TLP
 * was out of sequence at the receiver; it comes again behind those that were owed. */
static void a_replay_that_a_new_tlp_interrupts_is_found_once(void **state)
{
    static const struct {
        enum tb_view view;
        bool error;
        const char *rules;
    } seen[] = {{TB_EXACT, true, "TX-09"},
                {TB_SENDER, true, "TX-09"},
                {TB_PROBE, false, "LCRC-01 TX-09"},
                {TB_RECEIVER, false, "LCRC-01 TX-09"}};
    (void)state;
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++) {
        tb_open(&tb, seen[i].view, 4092);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 4092, seen[i].view == TB_SENDER ? TB_GOOD : TB_DAMAGED);
        now = tb_tlps(&tb, DOWN, now, 4093, 5);
        now = tb_nak(&tb, UP, now, 4091, TB_GOOD);
        now = tb_tlps(&tb, DOWN, now + 100, 4092, 3);
        now = tb_tlp(&tb, DOWN, now, 2, TB_GOOD);
        now = tb_tlps(&tb, DOWN, now, 4095, 3);
        now = tb_tlp(&tb, DOWN, now, 2, TB_GOOD);
        (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
        (seen[i].error ? tb_expect : tb_expect_notes)(&tb, seen[i].rules);
    }
}

/* TX-09 and TIME-01: behind the new TLP another replay begins, without a cause. */
static void a_replay_that_begins_anew_behind_a_new_tlp_is_found(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(0);
    now = tb_tlps(&tb, DOWN, now + 100, 0, 2);
    now = tb_tlp(&tb, DOWN, now, 4, TB_GOOD);
    (void)tb_tlps(&tb, DOWN, now, 0, 1);
    tb_expect(&tb, "TX-09 TIME-01");
}

/* TX-09: a Nak in the middle of the replay makes the transmitter skip a TLP. */
static void a_tlp_skipped_for_a_nak_in_the_replay_is_found(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(0);
    now = tb_tlp(&tb, DOWN, now, 0, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 1, TB_DAMAGED);
    (void)tb_nak(&tb, UP, now, 0, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, now + 400, 3, TB_GOOD);
    tb_expect(&tb, "TX-09");
}

/* TX-09: the replay starts too late. */
static void a_replay_that_starts_behind_the_oldest_is_found(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(1);
    (void)tb_tlps(&tb, DOWN, now, 2, 2);
    tb_expect(&tb, "TX-09");
}

/* TX-09: the CRC of Ack 2 was bad, and yet TLPs 0 to 2 were purged. */
static void an_ack_used_although_its_crc_is_bad_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 4);
    (void)tb_ack(&tb, UP, now, 2, TB_DAMAGED);
    (void)tb_ack(&tb, UP, now + 100, 3, TB_LOST);
    (void)tb_tlp(&tb, DOWN, TLP_NS + 5000, 3, TB_GOOD);
    tb_expect(&tb, "TX-09");
}

/* Both policies of D15: the replay may skip what is acknowledged meanwhile, or finish. */
static void an_ack_during_a_replay_may_be_used_or_not(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(0);
    now = tb_tlps(&tb, DOWN, now, 0, 2);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 2, 2);
    (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
    expect_clean();

    /* Every TLP arrived; only the Acks were lost. The replay runs into the Ack that covers it. */
    tb_open(&tb, TB_EXACT, 0);
    now = tb_tlps(&tb, DOWN, 0, 0, 4);
    (void)tb_ack(&tb, UP, now, 3, TB_LOST);
    now = tb_tlps(&tb, DOWN, TLP_NS + REPLAY_MIN_NS, 0, 1);
    (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now + 100, 4, TB_GOOD); /* concurrent: skips 1 to 3 */
    (void)tb_ack(&tb, UP, now, 4, TB_GOOD);
    expect_clean();

    tb_open(&tb, TB_EXACT, 0);
    now = tb_tlps(&tb, DOWN, 0, 0, 4);
    (void)tb_ack(&tb, UP, now, 3, TB_LOST);
    now = tb_tlps(&tb, DOWN, TLP_NS + REPLAY_MIN_NS, 0, 1);
    (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now + 100, 1, 3); /* deferred: sends them again */
    now = tb_tlp(&tb, DOWN, now, 4, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 4, TB_GOOD);
    expect_clean();
}

/* D15, D26. REPLAY_TIMER expires in a long replay, which starts over from the oldest TLP: to a port
 * that has put the Acks aside that is still TLP 0, long after it was acknowledged. */
static void an_expiry_during_a_replay_may_restart_it(void **state)
{
    const uint64_t replay = 8000;
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    (void)tb_nak(&tb, UP, now, 4095, TB_DAMAGED);
    (void)tb_tlps(&tb, DOWN, now, 1, 21);
    now = tb_tlps(&tb, DOWN, replay, 0, 3);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 3, 7);
    (void)tb_ack(&tb, UP, now, 9, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 10, 9);
    assert_true(now - replay > 3 * TLP_NS + 100 + REACTION_NS);
    (void)tb_ack(&tb, UP, now - 10, 17, TB_GOOD);
    for (uint16_t seq = 0; seq < 20; seq += 5) {
        now = tb_tlps(&tb, DOWN, now, seq, 5);
        (void)tb_ack(&tb, UP, now, seq < 15 ? 18 : 19, TB_GOOD);
    }
    now = tb_tlps(&tb, DOWN, now, 20, 2);
    (void)tb_ack(&tb, UP, now, 21, TB_GOOD);
    expect_clean();
}

/* A second Nak in the replay: it starts over, or finishes first and then starts again. */
static void a_nak_during_a_replay_may_restart_it_or_wait(void **state)
{
    (void)state;
    for (int waits = 0; waits < 2; waits++) {
        uint64_t now = four_and_a_nak(0);
        now = tb_tlp(&tb, DOWN, now, 0, TB_GOOD);
        now = tb_tlp(&tb, DOWN, now, 1, TB_DAMAGED);
        (void)tb_nak(&tb, UP, now, 0, TB_GOOD);
        now = tb_tlps(&tb, DOWN, now, 2, waits ? 2 : 1);
        now = tb_tlps(&tb, DOWN, now, 1, 3);
        (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
        expect_clean();
    }
}

/* CHK-02 */
static void a_replay_with_other_bytes_is_found(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(2);
    now = tb_tlp(&tb, DOWN, now, 2, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 3, TB_OTHER_BYTES);
    (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
    tb_expect(&tb, "CHK-02");
}

/* TX-10: no replay timer at all. */
static void a_tlp_never_sent_again_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    tb_wait(&tb, now + REPLAY_MAX_NS + BUSY_NS - 10);
    assert_int_equal(tb.found, 0);
    tb_wait(&tb, now + REPLAY_MAX_NS + BUSY_NS + 40);
    tb_wait(&tb, now + 900000);
    tb_expect(&tb, "TX-10");
}

static void a_simplified_timer_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    now = tb_tlp(&tb, DOWN, now + REPLAY_MAX_NS, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    expect_clean();
}

/* By Base 3.1 twice the table is the end of it. */
static void a_simplified_timer_is_late_by_an_older_revision(void **state)
{
    (void)state;
    tb_open_link(&tb, TB_EXACT, 0, AK_RATE_2_5, 1, AK_BASE_1_TO_3);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    (void)tb_tlp(&tb, DOWN, now + 2 * REPLAY_MIN_NS + BUSY_NS + 10, 0, TB_GOOD);
    tb_expect(&tb, "TX-10");
}

/* With Extended Synch set up to 100,000 symbol times are allowed. */
static void extended_synch_gives_more_time(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_EXTENDED_SYNCH, .extended_synch = true};
    tb_open(&tb, TB_EXACT, 0);
    tb_link(&tb, &link);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    now = tb_tlp(&tb, DOWN, now + 400000, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    expect_clean();

    tb_open(&tb, TB_EXACT, 0);
    tb_link(&tb, &link);
    now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    (void)tb_tlp(&tb, DOWN, now + 400000 + BUSY_NS + 10, 0, TB_GOOD);
    tb_expect(&tb, "TX-10");
}

/* A Link in L0s must leave it first. */
static void an_exit_from_l0s_gives_more_time(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_L0S_EXIT, .l0s_exit_fs = 2000000000};
    for (unsigned late_ns = 0; late_ns < 2; late_ns++) {
        tb_open(&tb, TB_EXACT, 0);
        tb_link(&tb, &link);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
        now += REPLAY_MAX_NS + BUSY_NS + 2000;
        (void)tb_tlp(&tb, DOWN, late_ns == 0 ? now - 10 : now + 10, 0, TB_GOOD);
        tb_expect(&tb, late_ns == 0 ? "" : "TX-10");
    }
}

/* 24,000 symbol times at 4 ns. Rules: CHK-05. */
#define SIMPLIFIED_NS 96000u

static void table_limits_are_advised_against_from_4_0_on(void **state)
{
    (void)state;
    tb_open_link(&tb, TB_EXACT, 0, AK_RATE_2_5, 1, AK_BASE_4_AND_UP);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    (void)tb_tlp(&tb, DOWN, now + SIMPLIFIED_NS - 4, 0, TB_GOOD);
    tb_expect(&tb, "CHK-05");
    assert_int_equal(tb_find(&tb, "CHK-05")->severity, AK_WARNING);
}

static void simplified_limits_and_older_revisions_are_not_warned(void **state)
{
    (void)state;
    tb_open_link(&tb, TB_EXACT, 0, AK_RATE_2_5, 1, AK_BASE_4_AND_UP);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    (void)tb_tlp(&tb, DOWN, now + SIMPLIFIED_NS, 0, TB_GOOD);
    tb_expect(&tb, "");

    static const enum ak_base_revision others[] = {AK_BASE_ANY, AK_BASE_1_TO_3};
    for (unsigned i = 0; i < 2; i++) {
        tb_open_link(&tb, TB_EXACT, 0, AK_RATE_2_5, 1, others[i]);
        now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
        (void)tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, TB_GOOD);
        tb_expect(&tb, "");
    }

    /* A Nak asks for a replay at any time. */
    tb_open_link(&tb, TB_EXACT, 0, AK_RATE_2_5, 1, AK_BASE_4_AND_UP);
    now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, now, 0, TB_GOOD);
    tb_expect(&tb, "");
}

/* TIME-01, in both ways: from the last symbol of the TLP, and from the Ack. */
static void a_timer_that_expires_early_is_found(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    (void)tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS - 4, 0, TB_GOOD);
    tb_expect(&tb, "TIME-01");

    tb_open(&tb, TB_EXACT, 0);
    quick_ports();
    now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_tlp(&tb, DOWN, now, 1, TB_LOST);
    now = tb_ack(&tb, UP, 1500, 0, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS - 4, 1, TB_GOOD);
    tb_expect(&tb, "TIME-01");
}

static void a_timer_that_expires_at_its_limit_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    expect_clean();

    tb_open(&tb, TB_EXACT, 0);
    now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_tlp(&tb, DOWN, now, 1, TB_LOST);
    now = tb_ack(&tb, UP, 1500, 0, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 1, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    expect_clean();
}

/* TIME-01: Recovery freezes the timer. */
static void a_timer_that_runs_on_in_recovery_is_found(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        tb_open(&tb, TB_EXACT, 0);
        (void)tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
        tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 1000);
        tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, 3000);
        uint64_t now =
            tb_tlp(&tb, DOWN, TLP_NS + REPLAY_MIN_NS + (late ? 2000u : 1000u), 0, TB_GOOD);
        (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
        tb_expect(&tb, late ? "" : "TIME-01");
    }
}

/* TX-11: the fourth replay without progress, with and without retraining before it. */
static void the_fourth_replay_waits_for_the_link(void **state)
{
    (void)state;
    for (int retrains = 0; retrains < 2; retrains++) {
        tb_open(&tb, TB_EXACT, 0);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
        for (int i = 0; i < 3; i++)
            now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, TB_LOST);
        if (retrains) {
            tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + REPLAY_MIN_NS);
            tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + REPLAY_MIN_NS + 9000);
            now += 9100;
        }
        now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, TB_GOOD);
        (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
        tb_expect(&tb, retrains ? "" : "TX-11");
    }
}

/* After the rollover it counts from 0 again: three more, and then the link retrains once more. */
static void after_a_rollover_it_counts_from_0(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    for (int i = 0; i < 7; i++) {
        if (i == 3) {
            tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + REPLAY_MIN_NS);
            tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + REPLAY_MIN_NS + 9000);
            now += 9100;
        }
        now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, TB_LOST);
    }
    assert_int_equal(tb.found, 0);
    (void)tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, TB_LOST);
    tb_expect(&tb, "TX-11");
}

/* TX-11: a Nak, then time-outs without end. D8: that Nak counts as 1 or as 0. */
static void replays_that_never_count_are_found(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(2);
    quick_ports();
    now = tb_tlps(&tb, DOWN, now, 2, 2);
    uint64_t first_end = now - TLP_NS;
    (void)tb_ack(&tb, UP, now, 3, TB_LOST);
    for (int i = 0; i < 3; i++) {
        (void)tb_tlp(&tb, DOWN, first_end + REPLAY_MIN_NS, 2, TB_LOST);
        first_end += REPLAY_MIN_NS + TLP_NS;
        (void)tb_tlp(&tb, DOWN, first_end, 3, TB_LOST);
        (void)tb_ack(&tb, UP, first_end, 3, TB_LOST);
    }
    assert_int_equal(tb.found, 1); /* the note about the damage */
    (void)tb_tlp(&tb, DOWN, first_end + REPLAY_MIN_NS, 2, TB_LOST);
    tb_expect(&tb, "TX-11");
}

/* Progress between the replays: the count starts over. */
static void replays_with_progress_between_are_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = 0;
    for (uint16_t seq = 0; seq < 8; seq++) {
        now = tb_tlp(&tb, DOWN, now, seq, TB_LOST);
        now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, seq, TB_GOOD);
        now = tb_ack(&tb, UP, now, seq, TB_GOOD);
    }
    expect_clean();
}

/* CHK-04 */
static void an_early_retrain_is_noted(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, TB_LOST);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + 100);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + 9000);
    tb_expect_notes(&tb, "CHK-04");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replay_after_a_nak_is_not_accused),
        cmocka_unit_test(a_replay_of_what_the_nak_acknowledged_is_found),
        cmocka_unit_test(a_sender_that_compares_without_wrap_is_found),
        cmocka_unit_test(a_replay_that_crosses_its_ack_is_not_accused),
        cmocka_unit_test(a_nak_without_a_replay_is_found),
        cmocka_unit_test(a_replay_at_the_last_moment_is_not_accused),
        cmocka_unit_test(a_nak_of_everything_needs_no_replay),
        cmocka_unit_test(a_replay_that_omits_later_tlps_is_found),
        cmocka_unit_test(a_replay_that_a_new_tlp_interrupts_is_found_once),
        cmocka_unit_test(a_replay_that_begins_anew_behind_a_new_tlp_is_found),
        cmocka_unit_test(a_tlp_skipped_for_a_nak_in_the_replay_is_found),
        cmocka_unit_test(a_replay_that_starts_behind_the_oldest_is_found),
        cmocka_unit_test(an_ack_used_although_its_crc_is_bad_is_found),
        cmocka_unit_test(an_ack_during_a_replay_may_be_used_or_not),
        cmocka_unit_test(an_expiry_during_a_replay_may_restart_it),
        cmocka_unit_test(a_nak_during_a_replay_may_restart_it_or_wait),
        cmocka_unit_test(a_replay_with_other_bytes_is_found),
        cmocka_unit_test(a_tlp_never_sent_again_is_found),
        cmocka_unit_test(a_simplified_timer_is_not_accused),
        cmocka_unit_test(a_simplified_timer_is_late_by_an_older_revision),
        cmocka_unit_test(extended_synch_gives_more_time),
        cmocka_unit_test(an_exit_from_l0s_gives_more_time),
        cmocka_unit_test(table_limits_are_advised_against_from_4_0_on),
        cmocka_unit_test(simplified_limits_and_older_revisions_are_not_warned),
        cmocka_unit_test(a_timer_that_expires_early_is_found),
        cmocka_unit_test(a_timer_that_expires_at_its_limit_is_not_accused),
        cmocka_unit_test(a_timer_that_runs_on_in_recovery_is_found),
        cmocka_unit_test(the_fourth_replay_waits_for_the_link),
        cmocka_unit_test(after_a_rollover_it_counts_from_0),
        cmocka_unit_test(replays_that_never_count_are_found),
        cmocka_unit_test(replays_with_progress_between_are_not_accused),
        cmocka_unit_test(an_early_retrain_is_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
