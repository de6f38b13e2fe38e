/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the checker does when it cannot be sure: packets that cross, times that overlap, ports that
 * have come apart from what the trace shows.
 * Not here: which rules a whole trace keeps or breaks (test_sender.c, test_replay.c,
 * test_receiver.c), what a view proves (test_views.c).
 */
#include "check_test.h"

#include <stdlib.h>
#include <string.h>

static struct tb tb;

/* A probe that sees the two directions up to `flight_ns` apart. */
static void open_probe(uint64_t flight_ns)
{
    struct ak_record_link link = {.known = AK_KNOWN_FLIGHT, .flight_fs = flight_ns * 1000000};
    tb_open(&tb, TB_PROBE, 0);
    tb_link(&tb, &link);
}

/* TX-05. A number put aside is reported once nothing can come that clears it: at 1000 + 2000 of
 * flight + 845 of a busy wire, and not before. */
static void a_number_put_aside_is_settled_in_time(void **state)
{
    (void)state;
    open_probe(2000);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, 1000, 5, TB_GOOD);
    tb_wait(&tb, 1000 + 2000 + 800);
    assert_int_equal(tb.found, 0);
    tb_wait(&tb, 1000 + 2000 + 900);
    assert_int_equal(tb.found, 1);
    tb_expect(&tb, "TX-05");
    assert_int_equal(tb.finding[0].time_fs, 1000 * 1000000ull);
}

/* TX-05. A second such number meanwhile is not judged. */
static void a_second_number_is_not_put_aside(void **state)
{
    struct ak_check_tally tally;
    (void)state;
    open_probe(2000);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, 1000, 5, TB_GOOD);
    (void)tb_ack(&tb, UP, 1100, 6, TB_GOOD);
    tb_wait(&tb, 9000);
    ak_check_tally_rule(tb.check, (unsigned)ak_check_rule_find("RX-09"), &tally);
    assert_int_equal(tally.not_judged, 1);
    tb_expect(&tb, "TX-05");
}

/* Ack 1 comes ahead of TLP 1, and Ack 2 before that is settled: it does not go back to 1. */
static void a_number_put_aside_that_was_overtaken(void **state)
{
    (void)state;
    open_probe(2000);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now + 10, 1, 2);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    tb_wait(&tb, now + 9000);
    (void)tb_ack(&tb, UP, now + 9500, 2, TB_GOOD);
    tb_expect(&tb, "");
}

/* RX-07. An Ack that begins before the duplicate has arrived does not answer it. */
static void an_ack_that_began_before_the_duplicate(void **state)
{
    (void)state;
    for (int answered = 0; answered < 2; answered++) {
        tb_open(&tb, TB_PROBE, 0);
        uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
        (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
        now = 100000;
        (void)tb_tlp(&tb, DOWN, now, 1, TB_GOOD);
        (void)tb_ack(&tb, UP, now + 100, 1, TB_GOOD);
        if (answered == 1) {
            (void)tb_ack(&tb, UP, now + TLP_NS, 1, TB_GOOD);
        }
        tb_wait(&tb, now + 50000);
        tb_close(&tb);
        unsigned missing = 0;
        for (unsigned i = 0; i < tb.found; i++) {
            missing += strcmp(tb.finding[i].rule, "RX-07") == 0;
        }
        assert_int_equal(missing, answered == 1 ? 0 : 1);
    }
}

/* TX-03 once: where the window begins is not known any more, so no number is beyond what was sent.
 */
static void after_too_many_tlps_no_number_is_too_high(void **state)
{
    struct ak_record_link link = {.known = AK_KNOWN_INITIAL_SEQ};
    (void)state;
    tb_open_middle(&tb, TB_PROBE);
    tb_link(&tb, &link);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2048);
    (void)tb_ack(&tb, UP, now, 10, TB_GOOD);
    tb_close(&tb);
    (void)tb_find(&tb, "TX-03");
    for (unsigned i = 0; i < tb.found; i++) {
        assert_string_not_equal(tb.finding[i].rule, "TX-05");
    }
}

/* Declared views of which one has no records: the sender's numbers are never known. */
static void tlps_that_only_their_receiver_shows(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_EXACT);
    tb.view = TB_RECEIVER;
    uint64_t now = tb_tlps(&tb, DOWN, 0, 7, 2);
    tb.view = TB_SENDER;
    (void)tb_ack(&tb, UP, now, 8, TB_GOOD);
    (void)tb_ack(&tb, UP, now + 500, 8, TB_GOOD);
    tb_expect(&tb, "");
}

/* RX-09. How long an Ack may lag cannot be told when more Recoveries came between than are kept. */
static void an_ack_that_lags_behind_many_recoveries(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    for (int i = 0; i < 20; i++) {
        tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + 400);
        tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + 800);
        now += 1000;
    }
    now = tb_tlp(&tb, DOWN, now, 2, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now + 100, 2, TB_GOOD);
    tb_expect(&tb, "");
}

/* At 8 GT/s a Receiver Error may have been a TLP: what an Ack behind it leaves out is not judged.
 */
static void an_ack_that_lags_behind_an_error(void **state)
{
    (void)state;
    tb_open_link(&tb, TB_EXACT, 0, AK_RATE_8, 1, AK_BASE_ANY);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_tlp(&tb, DOWN, now, 2, TB_RX_ERROR);
    (void)tb_ack(&tb, UP, now + 9000, 0, TB_GOOD);
    tb_expect(&tb, "");
}

/* CHK-01. TLP 1, damaged, comes again by itself, so early that this breaks TIME-01. Its Nak was
 * overtaken: it may still come at once, but not so much later, when an Ack is overdue too. */
static void a_nak_that_was_overtaken_long_ago(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        tb_open(&tb, TB_EXACT, 0);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
        now = tb_tlp(&tb, DOWN, now, 1, TB_DAMAGED);
        now = tb_tlp(&tb, DOWN, now, 1, TB_GOOD);
        uint64_t answer = now + (late == 1 ? REACTION_NS + BUSY_NS + 100 : 100);
        (void)tb_nak(&tb, UP, answer, 1, TB_GOOD);
        tb_expect(&tb, late == 1 ? "TIME-01 RX-08 CHK-01" : "TIME-01");
    }
}

/* RX-09. That Nak carries 0, as it would have at first, or 1; not 4095. */
static void a_nak_that_was_overtaken_has_one_of_two_numbers(void **state)
{
    static const uint16_t numbers[] = {0, 1, 4095};
    (void)state;
    for (int i = 0; i < 3; i++) {
        tb_open(&tb, TB_EXACT, 0);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
        now = tb_tlp(&tb, DOWN, now, 1, TB_DAMAGED);
        now = tb_tlp(&tb, DOWN, now, 1, TB_GOOD);
        (void)tb_nak(&tb, UP, now + 100, numbers[i], TB_GOOD);
        tb_expect(&tb, i == 2 ? "TIME-01 RX-09" : "TIME-01");
    }
}

static void count_latency(void *context, enum ak_direction direction, uint64_t number,
                          uint64_t latency_fs)
{
    (void)direction;
    (void)number;
    (void)latency_fs;
    ++*(int *)context;
}

/* Seen at a probe an Ack may seem to begin before its TLP has ended: that is no latency. */
static void an_ack_before_its_tlp_has_no_latency(void **state)
{
    int told = 0;
    (void)state;
    open_probe(500);
    ak_check_on_ack(tb.check, count_latency, &told);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, 100, 0, TB_GOOD);
    assert_int_equal(told, 0);
    (void)tb_tlp(&tb, DOWN, 1000, 1, TB_GOOD);
    (void)tb_ack(&tb, UP, 1000 + TLP_NS, 1, TB_GOOD);
    assert_int_equal(told, 1);
    tb_expect(&tb, "");
}

/* A TLP that was acknowledged has arrived, even if Recovery begins before its end at the probe. */
static void recovery_within_an_acknowledged_tlp(void **state)
{
    (void)state;
    open_probe(500);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, 50, 0, TB_GOOD);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 200);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, 9000);
    (void)tb_tlp(&tb, DOWN, 9100, 1, TB_GOOD);
    (void)tb_ack(&tb, UP, 9100 + TLP_NS, 1, TB_GOOD);
    tb_expect(&tb, "");
}

/* TX-05, and from then on the receiver's own Naks are not waited for. */
static void a_receiver_that_has_come_apart_owes_no_nak(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_ack(&tb, UP, now, 3, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 2, TB_DAMAGED);
    tb_wait(&tb, now + 4 * REACTION_NS);
    tb_expect(&tb, "TX-05");
}

/* TX-01, not TX-14: two numbers are missing, of which one was nullified. */
static void more_is_missing_than_was_nullified(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 3);
    now = tb_tlp(&tb, DOWN, now, 3, TB_NULLIFIED);
    (void)tb_tlp(&tb, DOWN, now, 5, TB_GOOD);
    tb_expect(&tb, "TX-01");
}

static int ignore(void *context, const struct ak_record *record)
{
    (void)context;
    (void)record;
    return 0;
}

/* A thousand TLPs and more of which none can be read: all are counted. */
static void many_unreadable_tlps(void **state)
{
    static const uint8_t frame[18] = {0}; /* its LCRC is not 0 */
    struct ak_record record = {.kind = AK_RECORD_TLP,
                               .seen = AK_SEEN_PROBE,
                               .direction = DOWN,
                               .bytes = frame,
                               .length_bytes = sizeof(frame)};
    void *memory = malloc(ak_check_bytes());
    (void)state;
    struct ak_check *check = ak_check_init(memory, NULL, (struct ak_record_sink){ignore, NULL});
    for (; record.number < 1030; record.number++) {
        assert_int_equal(ak_check_take(check, &record), 0);
    }
    assert_int_equal(ak_check_counts_of(check)->tlps, 1030);
    assert_int_equal(ak_check_counts_of(check)->crc_bad, 1030);
    free(memory);
}

/* A rate that is none is as good as no rate: nothing is late. */
static void a_rate_that_is_none(void **state)
{
    struct ak_record_link link = {.known = AK_KNOWN_RATE, .rate = AK_RATE_COUNT};
    struct ak_check_tally tally;
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    tb_link(&tb, &link);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now + 900000, 0, TB_GOOD);
    ak_check_tally_rule(tb.check, (unsigned)ak_check_rule_find("RX-08"), &tally);
    assert_int_equal(tally.checked, 0);
    assert_int_equal(tally.not_judged, 1);
    tb_expect(&tb, "");
}

/* A damaged DLLP may have been Ack 1; Ack 0 that follows takes nothing back. */
static void an_ack_behind_a_damaged_one(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_ack(&tb, UP, now, 1, TB_BROKEN);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    tb_expect(&tb, "DLLP-01");
}

/* Without limits too a Nak and a replay that are due when the trace ends are open, not unjudged for
 * want of a limit. */
static void what_is_open_without_limits(void **state)
{
    struct ak_record_link link = {.known = AK_KNOWN_RATE, .rate = AK_RATE_COUNT};
    static const char *const rules[] = {"RX-03", "TX-08"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct ak_check_tally tally;
        tb_open(&tb, TB_EXACT, 0);
        tb_link(&tb, &link);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
        tb_wait(&tb, now); /* it has arrived */
        if (i == 1) {
            now = tb_nak(&tb, UP, now + 100, 4095, TB_GOOD);
            tb_wait(&tb, now + 10);
        }
        assert_int_equal(ak_check_end(tb.check), 0);
        ak_check_tally_rule(tb.check, (unsigned)ak_check_rule_find(rules[i]), &tally);
        assert_int_equal(tally.not_judged, 1);
        free(tb.check);
        tb.check = NULL; /* it has ended */
        tb_expect(&tb, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_put_aside_is_settled_in_time),
        cmocka_unit_test(a_second_number_is_not_put_aside),
        cmocka_unit_test(a_number_put_aside_that_was_overtaken),
        cmocka_unit_test(an_ack_that_began_before_the_duplicate),
        cmocka_unit_test(after_too_many_tlps_no_number_is_too_high),
        cmocka_unit_test(tlps_that_only_their_receiver_shows),
        cmocka_unit_test(an_ack_that_lags_behind_many_recoveries),
        cmocka_unit_test(an_ack_that_lags_behind_an_error),
        cmocka_unit_test(a_nak_that_was_overtaken_long_ago),
        cmocka_unit_test(a_nak_that_was_overtaken_has_one_of_two_numbers),
        cmocka_unit_test(an_ack_before_its_tlp_has_no_latency),
        cmocka_unit_test(recovery_within_an_acknowledged_tlp),
        cmocka_unit_test(a_receiver_that_has_come_apart_owes_no_nak),
        cmocka_unit_test(more_is_missing_than_was_nullified),
        cmocka_unit_test(many_unreadable_tlps),
        cmocka_unit_test(a_rate_that_is_none),
        cmocka_unit_test(what_is_open_without_limits),
        cmocka_unit_test(an_ack_behind_a_damaged_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
