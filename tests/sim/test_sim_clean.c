/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Without errors nothing is ever sent twice: no Nak, replay, time-out or duplicate, at any rate,
 * width and MPS, both directions saturated, with the limits of the tables and the simplified one.
 * Rules: LIM-01 to LIM-05, TIME-01 to TIME-05.
 * Not here: links with L0s.
 */
#include "sim_checked.h"

#define TLPS 250u

static const uint32_t widths[] = {1, 2, 4, 8, 12, 16, 32};

static void assert_clean(const struct sim_scenario *scenario)
{
    struct sim_result result;

    run_and_check(scenario, &result);
    assert_carried(&result);
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        const struct ak_counters *counters = counters_of(&result, side);
        if (counters->naks_sent + counters->tlps_replayed + counters->replay_timer_timeout +
                counters->duplicates + counters->bad_tlp + counters->bad_dllp +
                counters->receiver_error + counters->dl_protocol_error ==
            0)
            continue;
        fail_msg("%s GT/s x%u MPS %u: %llu Naks, %llu time-outs, %llu duplicates",
                 ak_rate_name(scenario->link.rate), scenario->link.width, scenario->link.mps_bytes,
                 (unsigned long long)counters->naks_sent,
                 (unsigned long long)counters->replay_timer_timeout,
                 (unsigned long long)counters->duplicates);
    }
    assert_int_equal(result.recoveries, 0);
}

static void saturate(struct sim_scenario *scenario, uint32_t payload_bytes)
{
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        struct sim_writes *writes = &scenario->traffic[direction].writes;
        writes->on = true;
        writes->mix[0].payload_bytes = payload_bytes;
    }
    scenario->stop.tlps = TLPS;
}

/* Short and long TLPs one way, the longest ones the other: Acks wait behind those. */
static void mix_sizes(struct sim_scenario *scenario)
{
    struct sim_writes *writes = &scenario->traffic[SIM_DOWNSTREAM].writes;
    writes->mix_count = 2;
    writes->mix[0].payload_bytes = 4;
    writes->mix[1] = (struct sim_size_weight){scenario->link.mps_bytes, 1};
}

static void every_cell(enum ak_rate rate, enum ak_replay_timer replay_timer)
{
    for (size_t w = 0; w < LENGTH(widths); w++) {
        for (uint32_t mps = 128; mps <= 4096; mps *= 2) {
            struct sim_scenario scenario;
            sim_scenario_default(&scenario);
            scenario.link.rate = scenario.link.max_rate = rate;
            scenario.link.width = widths[w];
            scenario.link.mps_bytes = mps;
            for (int side = 0; side < SIM_PORT_COUNT; side++)
                scenario.ports[side].replay_timer = replay_timer;
            saturate(&scenario, mps);
            assert_clean(&scenario);
            mix_sizes(&scenario);
            assert_clean(&scenario);
        }
    }
}

static void table_at_2_5_gts(void **state)
{
    (void)state;
    every_cell(AK_RATE_2_5, AK_REPLAY_TIMER_TABLE);
}

static void table_at_5_gts(void **state)
{
    (void)state;
    every_cell(AK_RATE_5, AK_REPLAY_TIMER_TABLE);
}

static void table_at_8_gts(void **state)
{
    (void)state;
    every_cell(AK_RATE_8, AK_REPLAY_TIMER_TABLE);
}

static void table_at_16_and_32_gts(void **state)
{
    (void)state;
    every_cell(AK_RATE_16, AK_REPLAY_TIMER_TABLE);
    every_cell(AK_RATE_32, AK_REPLAY_TIMER_TABLE);
}

static void simplified_timer(void **state)
{
    (void)state;
    for (int rate = AK_RATE_2_5; rate < AK_RATE_COUNT; rate++)
        every_cell((enum ak_rate)rate, AK_REPLAY_TIMER_SIMPLIFIED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_at_2_5_gts), cmocka_unit_test(table_at_5_gts),
        cmocka_unit_test(table_at_8_gts),   cmocka_unit_test(table_at_16_and_32_gts),
        cmocka_unit_test(simplified_timer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
