/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sampled rates equal those of a plain run wherever both see something: busy links at both
 * encodings, from bit error rates at which excursions are single to those at which they overlap;
 * and the closed form where it leaves nothing out.
 * Not here: rates that follow by hand (test_rare.c).
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "study/rare.h"

#define SIGMAS_99  2.5758 /* of a normal distribution: 99 % lie within */
#define SIGMAS_MAX 4.5    /* one in 150,000 lies outside */
#define MISSES_MAX 1u     /* of some twenty pairs at 99 %: two or more in one run of fifty */
#define SEEN_LEAST 20u    /* events of the plain run, for its error to be normal */

struct point {
    enum ak_rate rate;
    uint32_t width;
    uint32_t payload_bytes;
    const char *ber;
    uint64_t brute_tlps;
    uint32_t compared; /* events that must have been seen often enough */
};

static struct rare_plan plan_for(const struct point *point)
{
    struct rare_plan plan = {
        .events = (1u << RARE_EVENT_COUNT) - 1u, .trials = 2500, .brute_tlps = point->brute_tlps};

    sim_scenario_default(&plan.scenario);
    plan.scenario.link.rate = point->rate;
    plan.scenario.link.width = point->width;
    plan.scenario.traffic[SIM_DOWNSTREAM].writes.mix[0].payload_bytes = point->payload_bytes;
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++)
        assert_true(sim_probability_parse(point->ber, &plan.scenario.errors[direction].ber));
    return plan;
}

static double sigmas_apart(const struct rare_estimate *sampled, const struct rare_estimate *plain)
{
    double error = hypot(sampled->standard_error, plain->standard_error);
    return fabs(sampled->rate - plain->rate) / error;
}

/* Compares the events that the plain run saw often enough; returns how many lie too far apart. */
static uint32_t compare(const struct point *point, const struct rare_result *result)
{
    uint32_t misses = 0, compared = 0;

    for (int event = 0; event < RARE_SIMULATED_COUNT; event++) {
        const struct rare_estimate *sampled = &result->sampled[event];
        const struct rare_estimate *plain = &result->brute[event];
        if (plain->seen < SEEN_LEAST)
            continue;
        double sigmas = sigmas_apart(sampled, plain);
        print_message("%s GT/s x%u %u B %s %-18s closed %-9.4g sampled %-9.4g +- %-8.2g plain "
                      "%-9.4g +- %-8.2g %.1f\n",
                      ak_rate_name(point->rate), point->width, point->payload_bytes, point->ber,
                      rare_event_name((enum rare_event)event), result->closed[event], sampled->rate,
                      sampled->standard_error, plain->rate, plain->standard_error, sigmas);
        assert_true(sigmas < SIGMAS_MAX);
        misses += sigmas > SIGMAS_99;
        compared++;
    }
    assert_true(compared >= point->compared);
    return misses;
}

static void sampled_rates_equal_a_plain_run(void **state)
{
    static const struct point points[] = {
        {AK_RATE_8, 4, 256, "1e-6", 4000000, 2},  {AK_RATE_8, 4, 256, "1e-5", 4000000, 4},
        {AK_RATE_8, 4, 256, "2e-5", 4000000, 4},  {AK_RATE_5, 8, 128, "1e-6", 4000000, 1},
        {AK_RATE_5, 8, 128, "3e-5", 10000000, 5}, {AK_RATE_2_5, 1, 256, "1e-5", 4000000, 3},
    };
    uint32_t misses = 0;

    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        struct rare_plan plan = plan_for(&points[i]);
        struct rare_result result;
        char message[SIM_MESSAGE_BYTES] = "";

        assert_int_equal(rare_run(&plan, NULL, NULL, &result, message), SIM_OK);
        misses += compare(&points[i], &result);
    }
    assert_in_range(misses, 0, MISSES_MAX);
}

/* At 1e-12, where no plain run sees anything: t h and t h^4, of 8 GT/s x4 and 256 bytes, to three
 * standard errors. A TLP takes 280 symbols, 2240 bits, and 130/128 of that with sync headers. */
static void sampled_rates_equal_the_closed_form_at_1e_12(void **state)
{
    static const struct point point = {AK_RATE_8, 4, 256, "1e-12", 0, 0};
    struct rare_plan plan = plan_for(&point);
    struct rare_result result;
    char message[SIM_MESSAGE_BYTES] = "";

    (void)state;
    plan.events = 1u << RARE_REPLAY_BY_NAK | 1u << RARE_RETRAIN | 1u << RARE_DEAD_LINK;
    assert_int_equal(rare_run(&plan, NULL, NULL, &result, message), SIM_OK);
    double tlps = result.traffic.flows[SIM_DOWNSTREAM].tlps;
    double hit = 2240e-12 * 130 / 128;
    const struct {
        enum rare_event event;
        double rate;
    } expected[] = {{RARE_REPLAY_BY_NAK, tlps * hit},
                    {RARE_RETRAIN, tlps * pow(hit, 4)},
                    {RARE_DEAD_LINK, tlps * pow(hit, 20)}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct rare_estimate *sampled = &result.sampled[expected[i].event];
        assert_true(fabs(sampled->rate - expected[i].rate) < 3 * sampled->standard_error);
        assert_true(sampled->standard_error < 0.1 * sampled->rate);
    }
}

/* 95 % bounds hold the true rate in about 95 % of all runs: here of 20 seeds, each with few
 * windows, and three events, in 50 of 60 at least. What is true is told by a plain run of 0.3 to 3
 * %. */
static void bounds_hold_the_true_rate(void **state)
{
    static const struct point point = {AK_RATE_8, 4, 256, "1e-5", 10000000, 0};
    static const enum rare_event compared[] = {RARE_REPLAY_BY_NAK, RARE_REPLAY_BY_TIMEOUT,
                                               RARE_RECOVERY};
    struct rare_plan plan = plan_for(&point);
    struct rare_result truth, result;
    char message[SIM_MESSAGE_BYTES] = "";
    uint32_t held = 0;

    (void)state;
    plan.trials = 0;
    assert_int_equal(rare_run(&plan, NULL, NULL, &truth, message), SIM_OK);
    plan.brute_tlps = 0;
    plan.trials = 200;
    plan.events = 0;
    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++)
        plan.events |= 1u << compared[i];
    for (plan.scenario.seed = 1; plan.scenario.seed <= 20; plan.scenario.seed++) {
        assert_int_equal(rare_run(&plan, NULL, NULL, &result, message), SIM_OK);
        for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) {
            const struct rare_estimate *sampled = &result.sampled[compared[i]];
            double rate = truth.brute[compared[i]].rate;
            held += sampled->low <= rate && rate <= sampled->high;
        }
    }
    print_message("held %u of 60\n", held);
    assert_in_range(held, 50, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sampled_rates_equal_a_plain_run),
        cmocka_unit_test(sampled_rates_equal_the_closed_form_at_1e_12),
        cmocka_unit_test(bounds_hold_the_true_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
