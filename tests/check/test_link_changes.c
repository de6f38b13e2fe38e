/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records that are told twice, one direction at a time or too late: parameters, Recovery, link down
 * and up; packets of no direction; what the sink answers.
 * Not here: what a port must do in Recovery (test_sender.c, test_replay.c).
 */
#include "check_test.h"

#include <stdlib.h>
#include <string.h>

static struct tb tb;

static void link_of_one(enum ak_record_kind kind, enum ak_direction direction, uint64_t time_ns)
{
    tb_event(&tb, kind, direction, time_ns);
}

/* First numbers that come after a packet do not set the numbers back. */
static void numbers_told_late_reset_nothing(void **state)
{
    static const enum ak_direction ways[] = {DOWN, UP};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct ak_record_link link = {.known = AK_KNOWN_INITIAL_SEQ};
        tb_open(&tb, TB_EXACT, 0);
        uint64_t now = tb_tlps(&tb, ways[i], 0, 0, 3);
        tb_link(&tb, &link);
        (void)tb_tlp(&tb, ways[i], now, 3, TB_GOOD);
        tb_expect(&tb, "");
    }
}

/* link_up of a link that was not down, behind packets: no reset either. */
static void link_up_of_a_link_that_is_up(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 3);
    link_of_one(AK_RECORD_LINK_UP, AK_DIRECTION_BOTH, now);
    (void)tb_tlp(&tb, DOWN, now, 3, TB_GOOD);
    tb_expect(&tb, "");
}

/* Down one way only, then the other: both must be up again before numbers start anew. */
static void link_down_one_way_at_a_time(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 3);
    link_of_one(AK_RECORD_LINK_DOWN, UP, now + 1000);
    link_of_one(AK_RECORD_LINK_DOWN, DOWN, now + 1100);
    link_of_one(AK_RECORD_LINK_UP, DOWN, now + 5000);
    link_of_one(AK_RECORD_LINK_UP, UP, now + 5100);
    (void)tb_tlp(&tb, DOWN, now + 6000, 0, TB_GOOD);
    tb_expect(&tb, "");
}

/* PORT-01. Down is told twice: what follows is late by the first. */
static void a_packet_behind_a_link_down_told_twice(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    link_of_one(AK_RECORD_LINK_DOWN, AK_DIRECTION_BOTH, 1000);
    link_of_one(AK_RECORD_LINK_DOWN, AK_DIRECTION_BOTH, 3000);
    (void)tb_tlp(&tb, DOWN, 9000, 0, TB_GOOD);
    tb_expect(&tb, "PORT-01");
    assert_string_equal(tb.finding[0].text, "a packet is sent 8000 ns after the link went down");
}

/* PORT-02. The same for Recovery. */
static void a_packet_behind_a_recovery_told_twice(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    link_of_one(AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 1000);
    link_of_one(AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 3000);
    (void)tb_tlp(&tb, DOWN, 9000, 0, TB_GOOD);
    tb_expect(&tb, "PORT-02");
    assert_string_equal(tb.finding[0].text, "a packet is sent 8000 ns after Recovery began");
}

/* A packet that begins in the very instant of the link down was on its way. */
static void a_packet_at_the_instant_of_a_link_down(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    link_of_one(AK_RECORD_LINK_DOWN, AK_DIRECTION_BOTH, 1000);
    (void)tb_tlp(&tb, DOWN, 1000, 0, TB_GOOD);
    tb_expect(&tb, "");
}

/* TX-10 waits as long as one direction is not back: the timers of both ports stand still. */
static void recovery_that_ends_one_way_later(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        tb_open(&tb, TB_EXACT, 0);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
        link_of_one(AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + 100);
        link_of_one(AK_RECORD_RECOVERY_END, late == 0 ? DOWN : UP, now + 200);
        link_of_one(AK_RECORD_RECOVERY_END, late == 0 ? UP : DOWN, now + 900000);
        tb_wait(&tb, now + 901000);
        tb_expect(&tb, "");
    }
}

/* TS2 too says that the link is not in L0, until the next packet: no replay is late meanwhile. */
static void ts2_stops_the_clock(void **state)
{
    (void)state;
    struct ak_record ts2 = {.kind = AK_RECORD_OS, .direction = DOWN, .os = AK_OS_TS2};
    for (int with = 0; with < 2; with++) {
        tb_open(&tb, TB_EXACT, 0);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
        ts2.time_fs = ts2.end_fs = (now + 100) * 1000000;
        if (with == 1) {
            tb_record(&tb, ts2);
        }
        tb_wait(&tb, now + 2 * REPLAY_MAX_NS);
        tb_expect(&tb, with == 1 ? "" : "TX-10");
    }
}

/* A trace from the middle: who has not been answered yet has no number of replays. */
static void recovery_before_any_ack(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_EXACT);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 7, 2);
    now = tb_tlps(&tb, DOWN, now + REPLAY_MAX_NS, 7, 2);
    link_of_one(AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + 100);
    link_of_one(AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + 9000);
    tb_expect(&tb, "");
}

/* A packet of no one direction, or of no place where it was seen, is no packet. */
static void packets_from_nowhere_are_not_read(void **state)
{
    static const uint8_t ack[6] = {0x00, 0x00, 0x00, 0x00, 0xB3, 0x62};
    struct ak_record record = {.kind = AK_RECORD_DLLP, .bytes = ack, .length_bytes = 6};
    (void)state;
    tb_open(&tb, TB_SENDER, 1); /* Ack 0 repeats what reset acknowledged */
    record.direction = AK_DIRECTION_BOTH;
    tb_record(&tb, record);
    record.direction = DOWN;
    record.seen = AK_SEEN_COUNT;
    tb_record(&tb, record);
    assert_int_equal(ak_check_counts_of(tb.check)->dllps, 0);
    record.seen = AK_SEEN_SENDER;
    tb_record(&tb, record);
    assert_int_equal(ak_check_counts_of(tb.check)->dllps, 1);
    tb_expect(&tb, "");
}

/* A rule beyond the table has no tally. */
static void no_tally_beyond_the_table(void **state)
{
    struct ak_check_tally tally;
    (void)state;
    memset(&tally, 0xFF, sizeof(tally));
    tb_open(&tb, TB_EXACT, 0);
    ak_check_tally_rule(tb.check, ak_check_rule_count(), &tally);
    assert_int_equal(tally.checked, 0);
    assert_int_equal(tally.not_judged, 0);
    assert_null(tally.why);
    tb_expect(&tb, "");
}

static void each_revision_has_a_name(void **state)
{
    (void)state;
    assert_string_equal(ak_check_base_name(AK_CHECK_BASE_1_1), "1.1");
    assert_string_equal(ak_check_base_name(AK_CHECK_BASE_6_3), "6.3");
}

struct answers {
    int next;
};

static int answer(void *context, const struct ak_record *record)
{
    struct answers *answers = context;
    (void)record;
    return ++answers->next;
}

/* Several findings and states may come of one record: the first answer of the sink is returned. */
static void the_first_answer_of_the_sink_counts(void **state)
{
    static const uint8_t broken[18] = {0xF0};
    struct answers answers = {0};
    struct ak_check_options options = {.states = true};
    struct ak_record record = {.number = 1,
                               .kind = AK_RECORD_TLP,
                               .seen = AK_SEEN_SENDER,
                               .bytes = broken,
                               .length_bytes = sizeof(broken)};
    void *memory = malloc(ak_check_bytes());
    (void)state;
    struct ak_check *check =
        ak_check_init(memory, &options, (struct ak_record_sink){answer, &answers});
    assert_int_equal(ak_check_take(check, &record), 1);
    assert_in_range(answers.next, 3, 100); /* a finding and the states of both ports at least */
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_told_late_reset_nothing),
        cmocka_unit_test(link_up_of_a_link_that_is_up),
        cmocka_unit_test(link_down_one_way_at_a_time),
        cmocka_unit_test(a_packet_behind_a_link_down_told_twice),
        cmocka_unit_test(a_packet_behind_a_recovery_told_twice),
        cmocka_unit_test(a_packet_at_the_instant_of_a_link_down),
        cmocka_unit_test(recovery_that_ends_one_way_later),
        cmocka_unit_test(ts2_stops_the_clock),
        cmocka_unit_test(recovery_before_any_ack),
        cmocka_unit_test(packets_from_nowhere_are_not_read),
        cmocka_unit_test(no_tally_beyond_the_table),
        cmocka_unit_test(each_revision_has_a_name),
        cmocka_unit_test(the_first_answer_of_the_sink_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
