/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All Acks blocked: time-out, three replays, rollover, retrain, replay ... give up, in that order
 * (D9, D19, D26). Rules: TX-10, TX-11, TX-15, TX-17.
 * Not here: other dead links (test_sim_link.c).
 */
#include "sim_checked.h"

#define STORY_MAX 2000u

/* What happened, one letter each: T time-out, S replay start, E replay end, R rollover, > Recovery
 * start, < Recovery end, G gave up. */
struct story {
    char text[STORY_MAX];
    size_t length;
    uint64_t tlps_in_recovery;
    bool in_recovery;
};

static char letter_of(const struct ak_record *record)
{
    if (record->kind == AK_RECORD_RECOVERY_START)
        return '>';
    if (record->kind == AK_RECORD_RECOVERY_END)
        return '<';
    if (record->kind != AK_RECORD_PORT || record->port_act.port != AK_PORT_A)
        return 0;
    enum ak_act act = record->port_act.act;
    return act == AK_ACT_TIMEOUT        ? 'T'
           : act == AK_ACT_REPLAY_START ? 'S'
           : act == AK_ACT_REPLAY_END   ? 'E'
           : act == AK_ACT_ROLLOVER     ? 'R'
           : act == AK_ACT_GIVE_UP      ? 'G'
                                        : 0;
}

static int take(void *context, const struct ak_record *record)
{
    struct story *story = context;
    char letter = letter_of(record);

    if (letter == '>' || letter == '<')
        story->in_recovery = letter == '>';
    if (record->kind == AK_RECORD_TLP && record->seen == AK_SEEN_SENDER && story->in_recovery)
        story->tlps_in_recovery++;
    if (letter && story->length + 1 < STORY_MAX)
        story->text[story->length++] = letter;
    return 0;
}

static void block_acks(struct sim_scenario *scenario, uint32_t replay_timer_sym)
{
    quiet_link(scenario);
    send_writes(scenario, SIM_DOWNSTREAM, 1000);
    add_fault(scenario, SIM_FAULT_ACK_NAK_DLLP, SIM_UPSTREAM)->count = SIM_COUNT_FOREVER;
    scenario->ports[SIM_PORT_A].retrain_limit = 2;
    if (replay_timer_sym) {
        scenario->ports[SIM_PORT_A].replay_timer = AK_REPLAY_TIMER_EXPLICIT;
        scenario->ports[SIM_PORT_A].replay_timer_sym = replay_timer_sym;
    }
}

static void tell(const struct sim_scenario *scenario, struct story *story,
                 struct sim_result *result)
{
    const struct ak_record_sink sink = {.take = take, .context = story};
    memset(story, 0, sizeof *story);
    run_traced(scenario, &sink, result);
    assert_int_equal(result->end, SIM_END_DEAD_LINK);
    assert_non_null(strstr(result->message, "port a gave up"));
    assert_int_equal(story->tlps_in_recovery, 0);
    assert_int_equal(counters_of(result, SIM_PORT_A)->replay_num_rollover, 3);
    assert_int_equal(counters_of(result, SIM_PORT_A)->retrains, 2);
    assert_int_equal(counters_of(result, SIM_PORT_A)->dl_protocol_error, 1);
    assert_int_equal(result->recoveries, 2);
    assert_true(result->ports[SIM_PORT_A].dead);
    assert_int_equal(result->directions[0].tlps_delivered, result->directions[0].tlps_submitted);
}

/* Eight TLPs wait at most: a replay takes 8 * 22 symbol times, less than the limit of 642. */
static void replay_shorter_than_the_limit(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    static struct story story;
    block_acks(&scenario, 0);
    scenario.ports[SIM_PORT_A].replay_buffer_tlps = 8;
    tell(&scenario, &story, &result);
    assert_string_equal(story.text, "TSETSETSETR><SE"
                                    "TSETSETSETR><SE"
                                    "TSETSETSETRG");
    assert_int_equal(counters_of(&result, SIM_PORT_A)->replay_timer_timeout, 12);
    /* each rollover but the last is followed by a replay of its own */
    assert_int_equal(counters_of(&result, SIM_PORT_A)->tlps_replayed, (3 * 3 + 2) * 8);
}

/* A limit of 100 symbol times and 8 TLPs of 22: the timer expires in each replay and is
 * remembered (D26); the replay that follows counts when it starts. */
static void replay_longer_than_the_limit(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    static struct story story;
    block_acks(&scenario, 100);
    scenario.ports[SIM_PORT_A].replay_buffer_tlps = 8;
    tell(&scenario, &story, &result);
    assert_string_equal(story.text, "TSTESTESTER><S"
                                    "TESTESTESTER><S"
                                    "TESTESTESTERG");
    assert_int_equal(counters_of(&result, SIM_PORT_A)->replay_timer_timeout, 12);
}

/* With retrain limit 0 a port never gives up; the run ends all the same. */
static void never_giving_up_ends_too(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    block_acks(&scenario, 0);
    scenario.ports[SIM_PORT_A].retrain_limit = 0;
    scenario.link.recovery_fs = SIM_FS_PER_NS;
    run_and_check(&scenario, &result);
    assert_int_equal(result.end, SIM_END_DEAD_LINK);
    assert_non_null(strstr(result.message, "1000 times in Recovery"));
    assert_false(result.ports[SIM_PORT_A].dead);
}

/* A link down and up revives a port that gave up: what it had sent is lost or was delivered. */
static void a_dead_link_comes_back(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    block_acks(&scenario, 0);
    scenario.traffic[SIM_DOWNSTREAM].writes.tlps = 100;
    scenario.faults[0].until_fs = 100 * SIM_FS_PER_US;
    add_event(&scenario, SIM_EVENT_LINK_DOWN, 150 * SIM_FS_PER_US);
    add_event(&scenario, SIM_EVENT_LINK_UP, 151 * SIM_FS_PER_US);
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(result.directions[0].tlps_submitted, 100);
    assert_int_equal(result.directions[0].tlps_reported_lost, 0);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->dl_protocol_error, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replay_shorter_than_the_limit),
        cmocka_unit_test(replay_longer_than_the_limit),
        cmocka_unit_test(never_giving_up_ends_too),
        cmocka_unit_test(a_dead_link_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
