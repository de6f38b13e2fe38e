/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The closed form against the simulator: without errors within 0.1 %, with errors within the
 * confidence interval of ten seeds; its parts against figures worked out by hand.
 * Not here: replay buffers (test_size.c).
 */
#include <math.h>

#include "sim_support.h"
#include "study/link_model.h"

#define CLEAN_TOLERANCE 1e-3
#define SEEDS           10
#define STUDENT_99      3.25 /* two-sided 99 % of Student's t with 9 degrees of freedom */

static const uint32_t widths[] = {1, 2, 4, 8, 12, 16, 32};
static const uint32_t sizes[] = {4, 64, 512};

static void saturated_link(struct sim_scenario *scenario, enum ak_rate rate, uint32_t width,
                           uint32_t payload_bytes)
{
    sim_scenario_default(scenario);
    scenario->link.rate = scenario->link.max_rate = rate;
    scenario->link.width = width;
    scenario->link.mps_bytes = payload_bytes < 128 ? 128 : payload_bytes;
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        scenario->traffic[d].writes.mix[0].payload_bytes = payload_bytes;
        scenario->ports[d].replay_buffer_bytes = 1u << 21;
        scenario->ports[d].replay_buffer_tlps = 2048;
    }
}

/* Twenty SKP ordered sets and 3,000 TLPs at least: what is cut off at the end is below 0.04 %. */
static void set_end(struct sim_scenario *scenario)
{
    uint64_t symbol_fs = ak_rate_symbol_fs(scenario->link.rate);
    uint64_t tlp_sym = (scenario->link.mps_bytes + 24u) / scenario->link.width + 1u;
    uint64_t sym = 3000u * tlp_sym;

    scenario->stop.time_fs = (sym < 120000u ? 120000u : sym) * symbol_fs;
}

static void rates_of(const struct sim_scenario *scenario,
                     struct study_rate rates[SIM_DIRECTION_COUNT])
{
    struct study_link link;
    char message[STUDY_MESSAGE_BYTES];

    if (!study_link_from_scenario(scenario, &link, message))
        fail_msg("%s", message);
    study_link_rates(&link, rates);
}

static void assert_close(const struct sim_scenario *scenario, double tolerance)
{
    struct study_rate rates[SIM_DIRECTION_COUNT];
    struct sim_result result;

    rates_of(scenario, rates);
    run_to_end(scenario, &result);
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        double simulated = (double)result.directions[d].throughput_bps;
        assert_int_equal(counters_of(&result, d)->tx_stalls, 0);
        assert_int_equal(counters_of(&result, d)->replay_timer_timeout, 0);
        if (fabs(rates[d].payload_bps - simulated) <= tolerance * simulated)
            continue;
        fail_msg("%s GT/s x%u, %u bytes, direction %d: closed form %.0f b/s, simulated %.0f b/s",
                 ak_rate_name(scenario->link.rate), scenario->link.width,
                 scenario->traffic[d].writes.mix[0].payload_bytes, d, rates[d].payload_bps,
                 simulated);
    }
}

static void every_cell(void (*change)(struct sim_scenario *))
{
    for (int rate = 0; rate < AK_RATE_COUNT; rate++) {
        for (size_t w = 0; w < LENGTH(widths); w++) {
            for (size_t s = 0; s < LENGTH(sizes); s++) {
                struct sim_scenario scenario;
                saturated_link(&scenario, (enum ak_rate)rate, widths[w], sizes[s]);
                change(&scenario);
                set_end(&scenario);
                assert_close(&scenario, CLEAN_TOLERANCE);
            }
        }
    }
}

static void leave(struct sim_scenario *scenario)
{
    (void)scenario;
}

static void both_ways(struct sim_scenario *scenario)
{
    scenario->traffic[SIM_UPSTREAM].writes.on = true;
}

static void other_size_upstream(struct sim_scenario *scenario)
{
    both_ways(scenario);
    scenario->traffic[SIM_UPSTREAM].writes.mix[0].payload_bytes = 128;
    scenario->traffic[SIM_UPSTREAM].writes.ecrc = true;
}

static void ack_each(struct sim_scenario *scenario)
{
    both_ways(scenario);
    for (int side = 0; side < SIM_PORT_COUNT; side++)
        scenario->ports[side].ack_policy = SIM_ACK_EACH;
}

static void dllps_and_every_n(struct sim_scenario *scenario)
{
    both_ways(scenario);
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        scenario->ports[d].ack_policy = SIM_ACK_EVERY_N;
        scenario->ports[d].ack_every_tlps = 5;
        scenario->traffic[d].dllps.every_tlps = 4;
    }
}

static void one_direction(void **state)
{
    (void)state;
    every_cell(leave);
}

static void both_directions(void **state)
{
    (void)state;
    every_cell(both_ways);
}

static void different_sizes(void **state)
{
    (void)state;
    every_cell(other_size_upstream);
}

static void an_ack_for_each(void **state)
{
    (void)state;
    every_cell(ack_each);
}

static void background_dllps(void **state)
{
    (void)state;
    every_cell(dllps_and_every_n);
}

/* The sizes drawn differ: their own scatter is 0.1 % over some 10,000 TLPs. */
static void a_mix(void **state)
{
    struct sim_scenario scenario;

    (void)state;
    saturated_link(&scenario, AK_RATE_8, 8, 256);
    both_ways(&scenario);
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        scenario.traffic[d].writes.mix_count = 2;
        scenario.traffic[d].writes.mix[1] = (struct sim_size_weight){64, 2};
    }
    scenario.stop.time_fs = SIM_FS_PER_MS;
    assert_close(&scenario, 3e-3);
}

/* ---- By hand ---- */

/* 2.5 GT/s x4, 256 bytes, 16 byte header: 280 symbols a TLP, 70 symbol times. From one SKP ordered
 * set to the next are 1538; 4 are its own, and 280 is a multiple of 4 lanes: nothing is lost to
 * align. 22 TLPs take 1540, so sets follow each other by 21 or 22 TLPs: on the long run 4 of 1538.
 */
static void by_hand_8b10b(void **state)
{
    struct sim_scenario scenario;
    struct study_rate rates[SIM_DIRECTION_COUNT];
    double expected = 256.0 / 280.0 * (1538.0 - 4.0) / 1538.0;

    (void)state;
    saturated_link(&scenario, AK_RATE_2_5, 4, 256);
    rates_of(&scenario, rates);
    assert_true(fabs(rates[SIM_DOWNSTREAM].efficiency - expected) < 1e-4 * expected);
    assert_true(fabs(rates[SIM_DOWNSTREAM].payload_bps - expected * 8e9) < 8e5);
    assert_true(fabs(rates[SIM_DOWNSTREAM].skp_share - 4.0 / 1538.0) < 1e-4);
}

/* Payload efficiency without SKP ordered sets is payload/(payload + header + 8): protocol.md 7.4.
 */
static void payload_efficiency(void **state)
{
    static const struct {
        uint32_t payload_bytes, header_bytes;
        bool ecrc;
        double efficiency;
    } rows[] = {
        {64, 12, false, 64.0 / 84.0},    {64, 16, true, 64.0 / 92.0},
        {128, 16, false, 128.0 / 152.0}, {256, 12, false, 256.0 / 276.0},
        {512, 16, true, 512.0 / 540.0},  {4096, 12, false, 4096.0 / 4116.0},
    };

    (void)state;
    for (int rate = 0; rate < AK_RATE_COUNT; rate++) {
        for (size_t i = 0; i < LENGTH(rows); i++) {
            struct sim_scenario scenario;
            struct study_rate rates[SIM_DIRECTION_COUNT];
            saturated_link(&scenario, (enum ak_rate)rate, 4, rows[i].payload_bytes);
            scenario.link.skp = false;
            scenario.traffic[SIM_DOWNSTREAM].writes.header_bytes = rows[i].header_bytes;
            scenario.traffic[SIM_DOWNSTREAM].writes.ecrc = rows[i].ecrc;
            rates_of(&scenario, rates);
            assert_true(fabs(rates[SIM_DOWNSTREAM].efficiency - rows[i].efficiency) < 1e-6);
        }
    }
}

static void parts(void **state)
{
    (void)state;
    assert_true(fabs(study_mean_floor(2.25, 0) - 2) < 1e-12);
    assert_true(fabs(study_mean_floor(2.25, 1) - 2.25) < 1e-12); /* 3/4 at 2, 1/4 at 3 */
    assert_true(fabs(study_mean_floor(0, 2.5) - 0.8) < 1e-12);   /* (0 + 1 + 2 * 0.5) / 2.5 */
    assert_true(fabs(study_hit_probability(1e-12, 1000) - 1e-9) < 1e-15);
    assert_true(fabs(study_hit_probability(0.5, 2) - 0.75) < 1e-12);
    assert_true(fabs(study_tlp_sym(16, 64, true) - 92) < 1e-12);
    assert_true(fabs(study_line_symbol_fs(AK_RATE_8) - 1015625) < 1e-6);
}

/* protocol.md section 10: Gb/s at x8, both ways of charging a DLLP; printed to 0.01, from a raw
 * rate of 8 GT/s rounded to 7.877 Gb/s a lane. */
static void pcie_bench(void **state)
{
    static const uint32_t mps[] = {128, 256, 512, 1024, 4096};
    static const double published[][LENGTH(mps)] = {
        {12.14, 13.57, 12.98, 14.25, 15.48},
        {27.58, 28.68, 28.18, 29.37, 31.04},
        {56.67, 57.89, 57.31, 58.75, 61.25},
    };
    static const double on_the_line[][LENGTH(mps)] = {
        {15.48, 15.66, 15.59, 15.75, 15.90},
        {31.37, 31.51, 31.45, 31.60, 31.81},
        {62.08, 62.23, 62.16, 62.34, 62.65},
    };

    (void)state;
    for (int rate = AK_RATE_2_5; rate <= AK_RATE_8; rate++) {
        for (size_t i = 0; i < LENGTH(mps); i++) {
            double first =
                study_pcie_bench_bps((enum ak_rate)rate, 8, mps[i], STUDY_DLLP_PUBLISHED);
            double second =
                study_pcie_bench_bps((enum ak_rate)rate, 8, mps[i], STUDY_DLLP_ON_THE_LINE);
            assert_true(fabs(first / 1e9 - published[rate][i]) < 0.0061);
            assert_true(fabs(second / 1e9 - on_the_line[rate][i]) < 0.0061);
        }
    }
    assert_true(study_pcie_bench_bps(AK_RATE_8, 3, 128, STUDY_DLLP_PUBLISHED) == 0);
}

/* WP350: 74 ns a TLP, and 4 ns for each of 40 Acks and 50 updates to 200 TLPs: 25,600 bytes in
 * 15,160 ns; 512 bytes: 102,400 in 53,560. */
static void wp350(void **state)
{
    static const struct {
        uint32_t payload_bytes;
        double ns;
    } rows[] = {{128, 15160}, {512, 53560}};

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct sim_scenario scenario;
        struct study_rate rates[SIM_DIRECTION_COUNT];
        saturated_link(&scenario, AK_RATE_2_5, 8, rows[i].payload_bytes);
        scenario.link.skp = false;
        dllps_and_every_n(&scenario);
        for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
            scenario.traffic[d].writes.header_bytes = 12;
            scenario.ports[d].ack_limit_explicit = true;
            scenario.ports[d].ack_limit_sym = 10000;
            scenario.ports[d].replay_timer = AK_REPLAY_TIMER_SIMPLIFIED;
        }
        rates_of(&scenario, rates);
        double expected_bps = 200.0 * rows[i].payload_bytes * 8e9 / rows[i].ns;
        double difference = rates[SIM_UPSTREAM].payload_bps - expected_bps;
        assert_true(fabs(difference) < CLEAN_TOLERANCE * expected_bps);
    }
}

static void shares_add_up(void **state)
{
    struct sim_scenario scenario;
    struct study_rate rates[SIM_DIRECTION_COUNT];

    (void)state;
    saturated_link(&scenario, AK_RATE_5, 8, 128);
    both_ways(&scenario);
    scenario.traffic[SIM_UPSTREAM].writes.interval_fs = 100 * SIM_FS_PER_NS;
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++)
        sim_probability_parse("1e-7", &scenario.errors[d].ber);
    rates_of(&scenario, rates);
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        const struct study_rate *r = &rates[d];
        double sum = r->payload_share + r->overhead_share + r->skp_share + r->ack_share +
                     r->dllp_share + r->error_share + r->idle_share;
        assert_true(fabs(sum - 1) < 1e-9);
        assert_true(r->idle_share >= 0);
    }
    assert_true(rates[SIM_UPSTREAM].idle_share > 0.5);
}

static void refuses_what_it_does_not_cover(void **state)
{
    struct sim_scenario scenario;
    struct study_link link;
    char message[STUDY_MESSAGE_BYTES];

    (void)state;
    sim_scenario_default(&scenario);
    scenario.link.l0s = true;
    assert_false(study_link_from_scenario(&scenario, &link, message));
    assert_string_equal(message, "the closed form does not cover L0s");
    sim_scenario_default(&scenario);
    scenario.traffic[SIM_UPSTREAM].reads.on = true;
    assert_false(study_link_from_scenario(&scenario, &link, message));
    assert_string_equal(message, "the closed form does not cover reads");
}

/* ---- Errors ---- */

struct error_case {
    enum ak_rate rate;
    uint32_t width, payload_bytes;
    bool both;
    const char *ber;
    uint64_t time_fs; /* several hundred hits */
};

static void assert_within_interval(const struct error_case *c)
{
    struct sim_scenario scenario;
    struct study_rate rates[SIM_DIRECTION_COUNT];
    double sum = 0, squares = 0;

    saturated_link(&scenario, c->rate, c->width, c->payload_bytes);
    scenario.traffic[SIM_UPSTREAM].writes.on = c->both;
    scenario.stop.time_fs = c->time_fs;
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++)
        sim_probability_parse(c->ber, &scenario.errors[d].ber);
    rates_of(&scenario, rates);
    for (scenario.seed = 1; scenario.seed <= SEEDS; scenario.seed++) {
        struct sim_result result;
        run_to_end(&scenario, &result);
        double simulated = (double)result.directions[SIM_DOWNSTREAM].throughput_bps;
        sum += simulated;
        squares += simulated * simulated;
    }
    double mean = sum / SEEDS;
    double deviation = sqrt((squares - SEEDS * mean * mean) / (SEEDS - 1));
    double interval = STUDENT_99 * deviation / sqrt(SEEDS);
    double allowed = interval + CLEAN_TOLERANCE / 2 * mean;
    double expected = rates[SIM_DOWNSTREAM].payload_bps;
    /* A closed form that forgot the errors would not pass. */
    assert_true(expected * rates[SIM_DOWNSTREAM].error_share > 2 * allowed);
    if (fabs(expected - mean) > allowed)
        fail_msg("%s GT/s x%u, %u bytes, BER %s: closed form %.0f, simulated %.0f +- %.0f b/s",
                 ak_rate_name(c->rate), c->width, c->payload_bytes, c->ber, expected, mean,
                 interval);
}

static void with_errors(void **state)
{
    static const struct error_case cases[] = {
        {AK_RATE_2_5, 1, 128, false, "1e-5", 20 * SIM_FS_PER_MS},
        {AK_RATE_2_5, 8, 128, false, "1e-5", 3 * SIM_FS_PER_MS},
        {AK_RATE_5, 4, 256, false, "1e-6", 30 * SIM_FS_PER_MS},
        {AK_RATE_2_5, 8, 128, true, "1e-6", 30 * SIM_FS_PER_MS},
        {AK_RATE_2_5, 8, 128, true, "1e-5", 3 * SIM_FS_PER_MS},
        {AK_RATE_5, 1, 64, true, "1e-5", 10 * SIM_FS_PER_MS},
        {AK_RATE_8, 8, 256, false, "1e-6", 20 * SIM_FS_PER_MS},
        {AK_RATE_8, 8, 256, true, "1e-6", 20 * SIM_FS_PER_MS},
        {AK_RATE_32, 16, 256, true, "1e-7", 30 * SIM_FS_PER_MS},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_within_interval(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_direction),
        cmocka_unit_test(both_directions),
        cmocka_unit_test(different_sizes),
        cmocka_unit_test(an_ack_for_each),
        cmocka_unit_test(background_dllps),
        cmocka_unit_test(a_mix),
        cmocka_unit_test(by_hand_8b10b),
        cmocka_unit_test(payload_efficiency),
        cmocka_unit_test(parts),
        cmocka_unit_test(pcie_bench),
        cmocka_unit_test(wp350),
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(refuses_what_it_does_not_cover),
        cmocka_unit_test(with_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
