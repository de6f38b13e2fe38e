/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bit errors are as many as their rate says, and do what the encoding makes of them (D11). Every
 * bound is five standard deviations of a binomial distribution: a right program fails less than
 * once in a million seeds, and the seed is fixed. Rules: SIM-03.
 * Not here: scripted faults (test_sim_faults.c).
 */
#include <math.h>

#include "sim_checked.h"

#define TLPS 60000u

static void assert_binomial(uint64_t found, double trials, double probability)
{
    double mean = trials * probability;
    double bound = 5 * sqrt(trials * probability * (1 - probability)) + 1;

    if (fabs((double)found - mean) > bound)
        fail_msg("found %llu, expected %.1f +- %.1f", (unsigned long long)found, mean, bound);
}

/* Writes of 64 bytes downstream with errors there only. */
static void run_with_ber(enum ak_rate rate, uint32_t width, const char *ber, uint32_t burst_bits,
                         struct sim_result *result)
{
    struct sim_scenario scenario;
    sim_scenario_default(&scenario);
    scenario.link.rate = rate;
    scenario.link.width = width;
    scenario.link.recovery_fs = SIM_FS_PER_US;
    scenario.stop.tlps = TLPS;
    scenario.errors[SIM_DOWNSTREAM].burst_bits = burst_bits;
    assert_true(sim_probability_parse(ber, &scenario.errors[SIM_DOWNSTREAM].ber));
    run_and_check(&scenario, result);
    assert_carried(result);
}

/* 88 symbols of ten bits. */
static void hits_at_8b10b(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double p;
        uint32_t width;
    } cases[] = {{"1e-5", 1e-5, 1}, {"1e-4", 1e-4, 1}, {"1e-5", 1e-5, 8}, {"3e-6", 3e-6, 16}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct sim_result result;
        run_with_ber(AK_RATE_2_5, cases[i].width, cases[i].text, 1, &result);
        const struct sim_direction_result *down = &result.directions[0];
        double packets = (double)down->packets_sent;
        assert_binomial(down->packets_hit, packets, 1 - pow(1 - cases[i].p, 880));
        assert_binomial(down->bits_hit, packets * 880, cases[i].p);
    }
}

/* 88 symbols of eight bits, and per lane 2 bits of sync header for each 16 symbols: 715 in the
 * mean. */
static void hits_at_128b130b(void **state)
{
    (void)state;
    static const uint32_t widths[] = {1, 4, 16};
    for (size_t i = 0; i < LENGTH(widths); i++) {
        struct sim_result result;
        run_with_ber(AK_RATE_8, widths[i], "1e-5", 1, &result);
        const struct sim_direction_result *down = &result.directions[0];
        double packets = (double)down->packets_sent;
        assert_binomial(down->packets_hit, packets, 1 - pow(1 - 1e-5, 715));
        assert_binomial(down->bits_hit, packets * 715, 1e-5);
    }
}

/* Most hits break the code or the disparity: a Receiver Error, not a Bad TLP. */
static void a_hit_at_8b10b_is_a_receiver_error(void **state)
{
    (void)state;
    struct sim_result result;
    run_with_ber(AK_RATE_2_5, 1, "3e-5", 1, &result);
    const struct ak_counters *b = counters_of(&result, SIM_PORT_B);
    uint64_t hits = result.directions[0].packets_hit;
    assert_true(hits > 1000);
    assert_true(b->receiver_error * 100 > hits * 95);
    assert_int_equal(result.recoveries, 0);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->naks_received, b->naks_sent);
}

/* Of the 715 bits of a TLP 20 belong to the checked fields of its token and 11 to sync headers: a
 * framing error and Recovery. All others only the LCRC sees. */
static void a_hit_at_128b130b_is_a_bad_tlp_or_a_framing_error(void **state)
{
    (void)state;
    struct sim_result result;
    run_with_ber(AK_RATE_8, 4, "1e-5", 1, &result);
    const struct ak_counters *b = counters_of(&result, SIM_PORT_B);
    double hits = (double)result.directions[0].packets_hit;
    assert_true(hits > 400);
    assert_binomial(result.recoveries, hits, 31.0 / 715);
    assert_int_equal(b->receiver_error, result.recoveries);
    /* a packet that was hit in the body and not lost by a Recovery is a Bad TLP */
    assert_binomial(b->bad_lcrc, hits, 684.0 / 715);
}

/* A burst of 8 begins with a hit, ends with one, and has half of the six between. */
static void bursts_flip_more_bits(void **state)
{
    (void)state;
    struct sim_result one, eight;
    run_with_ber(AK_RATE_2_5, 1, "1e-5", 1, &one);
    run_with_ber(AK_RATE_2_5, 1, "1e-5", 8, &eight);
    double bursts = (double)eight.directions[0].packets_hit;
    double flipped = (double)eight.directions[0].bits_hit;
    assert_true(flipped > 4.6 * bursts && flipped < 5.4 * bursts);
    assert_true((double)one.directions[0].bits_hit < 1.1 * (double)one.directions[0].packets_hit);
}

/* One TLP in 100 us, so the line is nearly always idle: 25,000 symbol times in 100 us, 250,000
 * bits, at 1e-7. */
static void idle_is_hit_only_if_wanted(void **state)
{
    (void)state;
    for (int wanted = 0; wanted < 2; wanted++) {
        struct sim_scenario scenario;
        struct sim_result result;
        sim_scenario_default(&scenario);
        scenario.link.rate = AK_RATE_2_5;
        scenario.link.width = 1;
        scenario.traffic[SIM_DOWNSTREAM].writes.interval_fs = 100 * SIM_FS_PER_US;
        scenario.stop.tlps = 10000;
        scenario.errors[SIM_DOWNSTREAM].idle_hits = wanted;
        assert_true(sim_probability_parse("1e-7", &scenario.errors[SIM_DOWNSTREAM].ber));
        run_and_check(&scenario, &result);
        assert_carried(&result);
        uint64_t errors = counters_of(&result, SIM_PORT_B)->receiver_error;
        if (wanted)
            assert_binomial(errors, 10000 * 250000.0, 1e-7);
        else
            assert_true(errors < 10); /* 10,000 TLPs of 880 bits: 0.88 expected */
    }
}

/* At 128b/130b a hit in idle is a wrong token: Recovery. */
static void idle_hits_retrain_at_128b130b(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    sim_scenario_default(&scenario);
    scenario.traffic[SIM_DOWNSTREAM].writes.interval_fs = 10 * SIM_FS_PER_US;
    scenario.stop.tlps = 1000;
    scenario.errors[SIM_DOWNSTREAM].idle_hits = true;
    assert_true(sim_probability_parse("1e-6", &scenario.errors[SIM_DOWNSTREAM].ber));
    run_and_check(&scenario, &result);
    assert_carried(&result);
    /* 10 ms of 32.5 Gbit/s; each Recovery takes 10 us in which nothing is hit */
    double bits = (10000 - 10.0 * (double)result.recoveries) * 1e-6 * 32e9;
    assert_binomial(result.recoveries, bits, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_at_8b10b),
        cmocka_unit_test(hits_at_128b130b),
        cmocka_unit_test(a_hit_at_8b10b_is_a_receiver_error),
        cmocka_unit_test(a_hit_at_128b130b_is_a_bad_tlp_or_a_framing_error),
        cmocka_unit_test(bursts_flip_more_bits),
        cmocka_unit_test(idle_is_hit_only_if_wanted),
        cmocka_unit_test(idle_hits_retrain_at_128b130b),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
