/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a view proves: at a probe or at one port much may have happened behind the place where the
 * trace was taken, and times are only as good as what is known of the Link. The checker says what
 * it cannot judge, and accuses nobody for it. Not here: the rules themselves (test_sender.c,
 * test_replay.c, test_receiver.c), traces with parts missing (test_partial.c).
 */
#include <stdlib.h>

#include "check_test.h"

static struct tb tb;

/* TLP 1 is damaged behind the probe: to the probe the Nak has no cause, and the replay does. */
static void a_rightful_nak_is_a_note_at_a_probe(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_nak(&tb, UP, now, 0, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 1, 2);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    tb_expect_notes(&tb, "RX-09 CHK-01");
}

/* The Ack is damaged behind the probe: the replay by timer looks early and unfounded. */
static void a_rightful_replay_is_a_note_at_a_probe(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    now = tb_tlps(&tb, DOWN, TLP_NS + 6000, 0, 3);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    tb_expect_notes(&tb, "TX-06");
}

/* A Nak that is missing at a probe proves nothing: the TLP may have been damaged twice. */
static void a_missing_answer_is_a_note_at_a_probe(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    tb_wait(&tb, now + 10000);
    tb_expect_notes(&tb, "LCRC-01 RX-03");
}

/* But what a probe has not seen arrive cannot be acknowledged, and a second Nak stays one. */
static void some_faults_are_proven_at_a_probe_too(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    tb_expect(&tb, "RX-09");

    tb_open(&tb, TB_PROBE, 0);
    now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    (void)tb_nak(&tb, UP, now + 100, 4095, TB_GOOD);
    tb_expect(&tb, "RX-06");
}

/* Nobody has said how long the Link is. */
static void open_without_flight(enum tb_view view)
{
    struct ak_record_link link = {.known = AK_KNOWN_INITIAL_SEQ};
    tb_open_middle(&tb, view);
    tb_link(&tb, &link);
}

/* TX-05. However far apart two ports are, an Ack does not leave before its TLP has. */
static void an_ack_before_its_tlp_is_proven_at_ports(void **state)
{
    static const enum tb_view views[] = {TB_SENDER, TB_RECEIVER};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        open_without_flight(views[i]);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
        now = tb_ack(&tb, UP, now, 1, TB_GOOD);
        (void)tb_tlp(&tb, DOWN, now + 400, 1, TB_GOOD);
        tb_wait(&tb, now + 2000);
        tb_expect(&tb, "TX-05");
    }

    open_without_flight(TB_PROBE);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    now = tb_ack(&tb, UP, now, 1, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, now + 400, 1, TB_GOOD);
    tb_wait(&tb, now + 2 * REACTION_NS);
    assert_int_equal(tb_not_judged(&tb, "RX-09", "flight time not known"), 1);
    tb_expect_nothing(&tb);
}

/* TIME-01. The timer starts when the TLP has left, or later where the Ack comes in: at ports the
 * flight time makes no replay look early. The Ack may have been damaged, so it is a note. */
static void an_early_replay_is_told_at_ports(void **state)
{
    (void)state;
    open_without_flight(TB_SENDER);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_tlps(&tb, DOWN, now + 1500, 0, 2);
    assert_int_equal(tb_not_judged(&tb, "TIME-01", ""), 0);
    tb_expect_notes(&tb, "TIME-01");
}

/* TIME-01. At a probe up to 1 us may be the delay between the directions, unless that is known. */
static void an_early_replay_is_not_judged_without_the_flight_time(void **state)
{
    struct ak_record_link link = {.known = AK_KNOWN_FLIGHT, .flight_fs = 100000000};
    (void)state;
    open_without_flight(TB_PROBE);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_tlps(&tb, DOWN, now + REPLAY_MIN_NS - TLP_NS - 900, 0, 2);
    assert_int_equal(tb_not_judged(&tb, "TIME-01", "flight time not known"), 1);
    tb_expect_nothing(&tb);

    open_without_flight(TB_PROBE);
    now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_tlps(&tb, DOWN, now + REPLAY_MIN_NS - TLP_NS - 1100, 0, 2);
    assert_int_equal(tb_not_judged(&tb, "TIME-01", ""), 0);
    tb_expect_notes(&tb, "TIME-01");

    open_without_flight(TB_PROBE);
    tb_link(&tb, &link);
    now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_tlps(&tb, DOWN, now + 1500, 0, 2);
    assert_int_equal(tb_not_judged(&tb, "TIME-01", ""), 0);
    tb_expect_notes(&tb, "TIME-01");
}

/* Time from port to port unless told; twice that is added to a limit away from the port judged. */
#define FLIGHT_NS 1000u

/* The first record upstream tells where that was taken. */
static void open_both_ways(enum tb_view view)
{
    open_without_flight(view);
    tb_wait(&tb, 0);
}

/* Closes; the last of these notes must come after `due_ns` and not before it. */
static void expect_late(const char *rules, unsigned count, uint64_t due_ns)
{
    tb_wait(&tb, due_ns - 10);
    assert_int_equal(tb.found, count - 1);
    tb_wait(&tb, due_ns + 10);
    assert_int_equal(tb.found, count);
    tb_expect_notes(&tb, rules);
}

/* RX-08, TX-08, TX-10. What is in time on a Link of 200 m is not late, and what comes after is. */
static void what_is_late_is_told_without_the_flight_time(void **state)
{
    static const enum tb_view views[] = {TB_PROBE, TB_SENDER};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        open_both_ways(views[i]);
        uint64_t now = tb_tlp(&tb, DOWN, 40, 0, TB_GOOD);
        expect_late("RX-08", 1, now + ACK_MAX_NS + BUSY_NS + 2 * FLIGHT_NS);
    }

    open_both_ways(TB_PROBE);
    uint64_t now = tb_tlp(&tb, DOWN, 40, 0, TB_DAMAGED);
    now = tb_tlp(&tb, DOWN, now, 1, TB_GOOD);
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    expect_late("LCRC-01 TX-08", 2, now + REACTION_NS + BUSY_NS + 2 * FLIGHT_NS);

    open_both_ways(TB_PROBE);
    now = tb_tlp(&tb, DOWN, 40, 0, TB_GOOD);
    expect_late("RX-08 TX-10", 2, now + REPLAY_MAX_NS + BUSY_NS + 2 * FLIGHT_NS);
}

/* A damaged DLLP may have been the Ack that seems missing. */
static void a_damaged_dllp_may_have_been_the_answer(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    (void)tb_nak(&tb, UP, now, 4095, TB_DAMAGED);
    tb_wait(&tb, now + 10000);
    assert_int_equal(tb_not_judged(&tb, "RX-03", "a damaged packet may have been it"), 1);
    tb_expect_notes(&tb, "LCRC-01 DLLP-01");

    tb_open(&tb, TB_PROBE, 0);
    now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_ack(&tb, UP, now, 0, TB_DAMAGED);
    tb_wait(&tb, now + 10000);
    tb_expect_notes(&tb, "DLLP-01");
}

/* The two directions of a probe may be apart: an Ack seems to come before its TLP has ended. */
static void a_probe_delay_is_not_accused(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_FLIGHT, .flight_fs = 50000000};
    tb_open(&tb, TB_PROBE, 0);
    tb_link(&tb, &link);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, TLP_NS - 40, 0, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, 400, 1, TB_GOOD);
    (void)tb_ack(&tb, UP, 780, 1, TB_GOOD);
    tb_wait(&tb, 3000);
    tb_expect_nothing(&tb);

    tb_open(&tb, TB_PROBE, 0);
    tb_link(&tb, &link);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, TLP_NS - 60, 0, TB_GOOD);
    tb_wait(&tb, 3000);
    tb_expect(&tb, "RX-09");
    assert_int_equal(tb.finding[0].about, 4);
}

/* An Ack may even stand before its TLP in the file. */
static void an_ack_told_before_its_tlp_is_not_accused(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_FLIGHT, .flight_fs = 500000000};
    tb_open(&tb, TB_PROBE, 0);
    tb_link(&tb, &link);
    (void)tb_ack(&tb, UP, 10, 0, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, 20, 0, TB_GOOD);
    tb_wait(&tb, 20000);
    tb_expect_nothing(&tb);
}

/* Without rate, width and MPS the timing rules are skipped, and that is said. */
static void without_the_parameters_timing_is_not_judged(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    free(tb.check);
    struct ak_check_options options = {.link = {.known = AK_KNOWN_VIEWS | AK_KNOWN_INITIAL_SEQ}};
    options.link.views[0] = options.link.views[1] = 5;
    struct ak_record_sink sink = {NULL, NULL};
    tb.check = ak_check_init(malloc(ak_check_bytes()), &options, sink);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    (void)tb_tlp(&tb, DOWN, now + 10, 0, TB_GOOD);
    tb_wait(&tb, 100000);
    assert_int_equal(tb_not_judged(&tb, "TIME-01", "rate, width or MPS not known"), 1);
    tb_close(&tb);
    assert_int_equal(tb.found, 0);
}

/* Times of 8 ns resolution: a replay that seems 8 ns early. */
static void coarse_times_are_not_accused(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_RESOLUTION, .resolution_fs = 8000000};
    tb_open(&tb, TB_EXACT, 0);
    tb_link(&tb, &link);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS - 12, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now - 4, 0, TB_GOOD);
    tb_expect_nothing(&tb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rightful_nak_is_a_note_at_a_probe),
        cmocka_unit_test(a_rightful_replay_is_a_note_at_a_probe),
        cmocka_unit_test(a_missing_answer_is_a_note_at_a_probe),
        cmocka_unit_test(some_faults_are_proven_at_a_probe_too),
        cmocka_unit_test(an_ack_before_its_tlp_is_proven_at_ports),
        cmocka_unit_test(an_early_replay_is_told_at_ports),
        cmocka_unit_test(an_early_replay_is_not_judged_without_the_flight_time),
        cmocka_unit_test(what_is_late_is_told_without_the_flight_time),
        cmocka_unit_test(a_damaged_dllp_may_have_been_the_answer),
        cmocka_unit_test(a_probe_delay_is_not_accused),
        cmocka_unit_test(an_ack_told_before_its_tlp_is_not_accused),
        cmocka_unit_test(without_the_parameters_timing_is_not_judged),
        cmocka_unit_test(coarse_times_are_not_accused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
