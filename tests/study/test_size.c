/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The size of a replay buffer and the slack of REPLAY_TIMER: the formula against sums by hand and
 * against the simulator.
 * Not here: throughput by formula (test_link_model.c).
 */
#include <math.h>

#include "sim_support.h"
#include "study/size.h"

#define NS SIM_FS_PER_NS

static void writes_link(struct sim_scenario *scenario, enum ak_rate rate, uint32_t width,
                        uint32_t mps_bytes)
{
    sim_scenario_default(scenario);
    scenario->link.rate = scenario->link.max_rate = rate;
    scenario->link.width = width;
    scenario->link.mps_bytes = mps_bytes;
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++)
        scenario->traffic[d].writes.mix[0].payload_bytes = mps_bytes;
}

/* 2.5 GT/s x1, MPS 128, both ways: 152 symbols of 4 ns a TLP; Ack limit 237 symbol times, less the
 * receiver's own 10 ns; the TLP in progress, 4 symbol times of SKP and one to align, 8 of the Ack.
 * REPLAY_TIMER: 711 symbol times. */
static void terms_by_hand(void **state)
{
    static const uint64_t expected_ns[STUDY_TERM_COUNT] = {
        [STUDY_TERM_TLP] = 608,        [STUDY_TERM_TX_DELAY] = 5, [STUDY_TERM_PROPAGATION] = 5,
        [STUDY_TERM_RX_DELAY] = 5,     [STUDY_TERM_ACK] = 938,    [STUDY_TERM_IN_PROGRESS] = 608,
        [STUDY_TERM_SKP] = 20,         [STUDY_TERM_L0S] = 0,      [STUDY_TERM_DLLP] = 32,
        [STUDY_TERM_ACK_TX_DELAY] = 5, [STUDY_TERM_BACK] = 5,     [STUDY_TERM_ACK_RX_DELAY] = 5,
    };
    struct sim_scenario scenario;
    struct study_size size;

    (void)state;
    writes_link(&scenario, AK_RATE_2_5, 1, 128);
    scenario.traffic[SIM_UPSTREAM].writes.on = true;
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    for (int term = 0; term < STUDY_TERM_COUNT; term++)
        assert_int_equal(size.terms_fs[term], expected_ns[term] * NS);
    assert_int_equal(size.total_fs, 2236 * NS);
    assert_int_equal(size.needed_tlps, 4); /* 2236 / 608 = 3.7 */
    assert_int_equal(size.needed_bytes, 4 * 150);
    assert_int_equal(size.replay_limit_fs, 2844 * NS);
    assert_int_equal(size.round_trip_fs, 1628 * NS);
    assert_int_equal(size.slack_fs, 608 * NS);
}

/* L0s: 100 FTS of 4 symbol times; Extended Synch: 4096 of them. A saturated way back has none. */
static void l0s_by_hand(void **state)
{
    struct sim_scenario scenario;
    struct study_size size;

    (void)state;
    writes_link(&scenario, AK_RATE_2_5, 4, 128);
    scenario.link.l0s = true;
    scenario.ports[SIM_PORT_A].n_fts = 100; /* port a hears the Acks */
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    assert_int_equal(size.terms_fs[STUDY_TERM_L0S], 1600 * NS);
    scenario.link.extended_synch = true;
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    assert_int_equal(size.terms_fs[STUDY_TERM_L0S], 16384ull * 4 * NS);
    assert_true(size.slack_fs < 0);
    scenario.traffic[SIM_UPSTREAM].writes.on = true;
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    assert_int_equal(size.terms_fs[STUDY_TERM_L0S], 0);
}

/* An Ack for each TLP is due at once; for every fourth with the fourth, 3 TLPs of 38 symbol times
 * later, unless the timer is sooner. */
static void ack_policy_by_hand(void **state)
{
    struct sim_scenario scenario;
    struct study_size size;

    (void)state;
    writes_link(&scenario, AK_RATE_2_5, 4, 128);
    scenario.ports[SIM_PORT_B].ack_policy = SIM_ACK_EACH;
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    assert_int_equal(size.terms_fs[STUDY_TERM_ACK], 0);
    scenario.ports[SIM_PORT_B].ack_policy = SIM_ACK_EVERY_N;
    scenario.ports[SIM_PORT_B].ack_every_tlps = 2;
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    assert_int_equal(size.terms_fs[STUDY_TERM_ACK], 152 * NS);
    scenario.ports[SIM_PORT_B].ack_every_tlps = 4; /* 456 ns: the timer's 282 are sooner */
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    assert_int_equal(size.terms_fs[STUDY_TERM_ACK], 282 * NS);
}

static uint64_t timeouts_at(const struct sim_scenario *scenario, uint64_t extra_fs)
{
    struct sim_scenario copy = *scenario;
    struct sim_result result;

    copy.link.propagation_fs += extra_fs;
    copy.stop.time_fs = study_size_time_fs(scenario) + 4 * (copy.link.propagation_fs);
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        copy.ports[side].replay_buffer_bytes = 1u << 24;
        copy.ports[side].replay_buffer_tlps = 2048;
    }
    run_to_end(&copy, &result);
    return counters_of(&result, SIM_PORT_A)->replay_timer_timeout;
}

/* Where neither buffer nor timer limits it: what study/link_model.h says, to 0.1 %. */
static void assert_closed_form(const struct sim_scenario *scenario,
                               const struct study_size_found *found)
{
    struct study_rate rates[SIM_DIRECTION_COUNT];
    struct study_link link;
    char message[STUDY_MESSAGE_BYTES];

    assert_true(study_link_from_scenario(scenario, &link, message));
    study_link_rates(&link, rates);
    double simulated = (double)found->points[STUDY_POINT_DOUBLE].throughput_bps;
    if (fabs(rates[SIM_DOWNSTREAM].payload_bps - simulated) > 1e-3 * simulated)
        fail_msg("%s GT/s x%u: closed form %.0f, simulated %.0f b/s",
                 ak_rate_name(scenario->link.rate), scenario->link.width,
                 rates[SIM_DOWNSTREAM].payload_bps, simulated);
}

/* The formula is never below the need, at most two TLPs above it; one byte less than was found
 * throttles, and half costs throughput. The formula's slack is never above the simulated one,
 * which is where time-outs begin. */
static void assert_cell(const struct sim_scenario *scenario)
{
    char message[SIM_MESSAGE_BYTES] = "";
    struct study_size_found found = {0};
    struct study_slack_found slack = {0};
    struct study_size size;
    uint64_t time_fs = study_size_time_fs(scenario);

    study_size_compute(scenario, SIM_DOWNSTREAM, &size);
    if (!study_size_search(scenario, SIM_DOWNSTREAM, time_fs, &found, message) ||
        !study_slack_search(scenario, SIM_DOWNSTREAM, time_fs, &slack, message))
        fail_msg("%s", message);
    if (found.smallest_bytes > size.needed_bytes)
        fail_msg("%s GT/s x%u MPS %u: formula %llu, simulated %llu bytes",
                 ak_rate_name(scenario->link.rate), scenario->link.width, scenario->link.mps_bytes,
                 (unsigned long long)size.needed_bytes, (unsigned long long)found.smallest_bytes);
    assert_int_equal(found.points[STUDY_POINT_EQUAL].stalls, 0);
    assert_int_equal(found.points[STUDY_POINT_DOUBLE].throughput_bps,
                     found.points[STUDY_POINT_EQUAL].throughput_bps);
    if (found.points[STUDY_POINT_HALF].ran)
        assert_true(found.points[STUDY_POINT_HALF].throughput_bps * 10 <
                    found.points[STUDY_POINT_EQUAL].throughput_bps * 9);
    assert_closed_form(scenario, &found);
    assert_false(slack.fires_at_once);
    assert_true(size.slack_fs >= 0 && (uint64_t)size.slack_fs <= slack.most_fs);
    assert_int_equal(timeouts_at(scenario, slack.most_fs - NS), 0);
    assert_true(slack.timeouts_beyond > 0);
    assert_true(timeouts_at(scenario, slack.most_fs + 2 * NS) > 0);
}

/* 2 km fill for a thirtieth of a run: the throughput is that of the link once it is full. The
 * simplified REPLAY_TIMER, 24,000 symbol times, allows no more at the higher rates. */
static void throughput_without_the_start(void **state)
{
    static const uint64_t one_way_us[AK_RATE_COUNT] = {10, 10, 10, 4, 2};
    char message[SIM_MESSAGE_BYTES] = "";
    struct study_size_found found;

    (void)state;
    for (int rate = 0; rate < AK_RATE_COUNT; rate++) {
        struct sim_scenario scenario;
        writes_link(&scenario, (enum ak_rate)rate, 4, 256);
        for (int side = 0; side < SIM_PORT_COUNT; side++)
            scenario.ports[side].replay_timer = AK_REPLAY_TIMER_SIMPLIFIED;
        scenario.link.propagation_fs = one_way_us[rate] * SIM_FS_PER_US;
        assert_true(study_size_search(&scenario, SIM_DOWNSTREAM, study_size_time_fs(&scenario),
                                      &found, message));
        assert_int_equal(found.expired, 0);
        assert_closed_form(&scenario, &found);
    }
}

/* 8 GT/s x4, MPS 256: REPLAY_TIMER is 642 ns. 100 m, 500 ns there and back 500: no Ack is back in
 * time, whatever the buffer. */
static void no_size_for_a_short_timer(void **state)
{
    char message[SIM_MESSAGE_BYTES] = "";
    struct sim_scenario scenario;
    struct study_size_found found;
    struct study_size size;

    (void)state;
    writes_link(&scenario, AK_RATE_8, 4, 256);
    scenario.link.propagation_fs = 500 * NS;
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    assert_int_equal(size.replay_limit_fs, 642 * NS);
    assert_true(size.always_expires);
    /* Delays of 5 ns at four places, 500 ns twice, an Ack of 2 symbol times of 1.015625 ns. */
    assert_int_equal(size.least_trip_fs, 1022031250);
    assert_true(size.slack_fs < 0);
    assert_true(study_size_search(&scenario, SIM_DOWNSTREAM, study_size_time_fs(&scenario), &found,
                                  message));
    assert_true(found.expired > 0);
    assert_false(found.window_throttles);
    scenario.link.propagation_fs = 5 * NS;
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    assert_false(size.always_expires);
    assert_true(study_size_search(&scenario, SIM_DOWNSTREAM, study_size_time_fs(&scenario), &found,
                                  message));
    assert_int_equal(found.expired, 0);
}

/* 16 GT/s x16, an Ack for each TLP of 1692 bytes: two of them begin, 2 * (1692 + 22) bytes; but a
 * port whose MPS is 4096 has room for a frame of 4096 + 26. */
static void holds_the_largest_frame(void **state)
{
    struct sim_scenario scenario;
    struct study_size size;

    (void)state;
    writes_link(&scenario, AK_RATE_16, 16, 4096);
    scenario.traffic[SIM_DOWNSTREAM].writes.mix[0].payload_bytes = 1692;
    scenario.ports[SIM_PORT_B].ack_policy = SIM_ACK_EACH;
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    assert_int_equal(size.begun_bytes, 3428);
    assert_int_equal(size.mps_frame_bytes, 4122);
    assert_int_equal(size.needed_bytes, 4122);
}

static void formula_and_simulation(void **state)
{
    static const uint32_t widths[] = {1, 4, 16};

    (void)state;
    for (int rate = 0; rate < AK_RATE_COUNT; rate += 2) {
        for (size_t w = 0; w < LENGTH(widths); w++) {
            for (int both = 0; both < 2; both++) {
                struct sim_scenario scenario;
                writes_link(&scenario, (enum ak_rate)rate, widths[w], both ? 256 : 512);
                scenario.traffic[SIM_UPSTREAM].writes.on = both;
                assert_cell(&scenario);
            }
        }
    }
}

/* With one direction and TLPs of 128 symbols less framing on one lane everything is whole numbers:
 * formula and simulation agree in bytes. */
static void exact_on_one_lane(void **state)
{
    char message[SIM_MESSAGE_BYTES] = "";
    struct sim_scenario scenario;
    struct study_size_found found;
    struct study_size size;

    (void)state;
    writes_link(&scenario, AK_RATE_2_5, 1, 128);
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    assert_true(study_size_search(&scenario, SIM_DOWNSTREAM, study_size_time_fs(&scenario), &found,
                                  message));
    /* 608 + 15 + 938 + 4 + 20 + 32 + 15 = 1632 ns of 608 ns each: three TLPs of 150 bytes. */
    assert_int_equal(size.needed_bytes, 450);
    assert_int_equal(found.smallest_bytes, 450);
    assert_int_equal(found.smallest_tlps, 3);
}

/* 100 km: a run must be longer than the 500 us one way, or nothing ever arrives. */
static void runs_see_a_long_cable(void **state)
{
    struct sim_scenario scenario;

    (void)state;
    writes_link(&scenario, AK_RATE_8, 4, 64);
    scenario.link.propagation_fs = 500 * SIM_FS_PER_US;
    assert_int_equal(study_size_time_fs(&scenario), 16 * SIM_FS_PER_MS);
}

/* An exit from L0s with Extended Synch takes 66 us: more than 2,047 TLPs of 64 bytes on x16. */
static void window_throttles(void **state)
{
    char message[SIM_MESSAGE_BYTES] = "";
    struct sim_scenario scenario;
    struct study_size_found found;

    (void)state;
    writes_link(&scenario, AK_RATE_8, 16, 128);
    scenario.traffic[SIM_DOWNSTREAM].writes.mix[0].payload_bytes = 64;
    scenario.link.l0s = true;
    scenario.link.l0s_entry_fs = NS;
    scenario.link.extended_synch = true;
    scenario.link.max_rate = AK_RATE_16; /* simplified REPLAY_TIMER: 80 us */
    assert_true(study_size_search(&scenario, SIM_DOWNSTREAM, 200 * SIM_FS_PER_US, &found, message));
    assert_true(found.window_throttles);
    assert_true(found.points[STUDY_POINT_DOUBLE].stalls > 0);
}

/* A TLP each 200 ns, where saturated there would be one each 76 ns. */
static void paced_by_hand(void **state)
{
    struct sim_scenario scenario;
    struct study_size size;

    (void)state;
    writes_link(&scenario, AK_RATE_2_5, 8, 128);
    scenario.traffic[SIM_DOWNSTREAM].writes.interval_fs = 200 * NS;
    study_size_compute(&scenario, SIM_DOWNSTREAM, &size);
    /* 76 + 15 + 258 + 4 + 20 + 4 + 15 = 392 ns: two, and one. */
    assert_int_equal(size.total_fs, 392 * NS);
    assert_int_equal(size.needed_tlps, 3);
}

static void refuses_other_traffic(void **state)
{
    char message[STUDY_MESSAGE_BYTES];
    struct sim_scenario scenario;

    (void)state;
    sim_scenario_default(&scenario);
    assert_true(study_size_covers(&scenario, SIM_DOWNSTREAM, message));
    assert_false(study_size_covers(&scenario, SIM_UPSTREAM, message));
    assert_string_equal(message, "the formula does not cover a direction without writes");
    scenario.traffic[SIM_UPSTREAM].reads.on = true;
    assert_false(study_size_covers(&scenario, SIM_DOWNSTREAM, message));
    assert_string_equal(message, "the formula does not cover reads");
}

/* A buffer may be as small as the largest frame of the MPS, and no smaller. */
static void smallest_buffer(void **state)
{
    char message[SIM_MESSAGE_BYTES];
    struct sim_scenario scenario;

    (void)state;
    sim_scenario_default(&scenario);
    scenario.ports[SIM_PORT_A].replay_buffer_bytes = 256 + 26;
    assert_true(sim_scenario_check(&scenario, NULL, message, sizeof message));
    scenario.ports[SIM_PORT_A].replay_buffer_bytes--;
    assert_false(sim_scenario_check(&scenario, NULL, message, sizeof message));
    assert_string_equal(message, "port a: replay_buffer: found 281, expected 282 to 1073741824");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_by_hand),
        cmocka_unit_test(l0s_by_hand),
        cmocka_unit_test(ack_policy_by_hand),
        cmocka_unit_test(formula_and_simulation),
        cmocka_unit_test(exact_on_one_lane),
        cmocka_unit_test(refuses_other_traffic),
        cmocka_unit_test(smallest_buffer),
        cmocka_unit_test(window_throttles),
        cmocka_unit_test(paced_by_hand),
        cmocka_unit_test(runs_see_a_long_cable),
        cmocka_unit_test(throughput_without_the_start),
        cmocka_unit_test(no_size_for_a_short_timer),
        cmocka_unit_test(holds_the_largest_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
