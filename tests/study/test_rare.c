/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rare events of a link so simple that their rates follow by hand: their closed form, and that the
 * 95 % bounds of the sampled rates hold the truth as often as they say.
 * Not here: links whose rates only a plain run tells (test_rare_agrees.c).
 *
 * The link: 2.5 GT/s x1, a write of 64 bytes each 100 us. A TLP is 16 + 64 bytes, with sequence
 * number, LCRC, STP and END 88 symbols, 880 line bits; its Ack 8 symbols, 80 bits; the start symbol
 * 10. Nothing else is sent, and every round ends long before the next TLP comes.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "study/rare.h"
#include "study/rare_estimate.h"

#define SEEDS      100u
#define SEEDS_HOLD 90u
#define TLPS_PER_S 10000.0

static void set_ber(struct sim_scenario *scenario, const char *ber)
{
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++)
        assert_true(sim_probability_parse(ber, &scenario->errors[direction].ber));
}

static struct rare_plan lone_writes(const char *ber)
{
    struct rare_plan plan = {.events = (1u << RARE_EVENT_COUNT) - 1u};

    sim_scenario_default(&plan.scenario);
    plan.scenario.link.rate = AK_RATE_2_5;
    plan.scenario.link.width = 1;
    plan.scenario.traffic[SIM_DOWNSTREAM].writes.interval_fs = 100 * SIM_FS_PER_US;
    set_ber(&plan.scenario, ber);
    return plan;
}

static void run(const struct rare_plan *plan, struct rare_result *result)
{
    char message[SIM_MESSAGE_BYTES] = "";

    if (rare_run(plan, NULL, NULL, result, message) != SIM_OK)
        fail_msg("%s", message);
}

static void assert_near(double found, double expected, double share)
{
    if (!(fabs(found / expected - 1) <= share))
        fail_msg("found %.9g, expected %.9g", found, expected);
}

/* `count` sendings in a row come to nothing: h as long as the TLP is not delivered; once it is and
 * its Ack was hit, another Ack hit, or a TLP of which the start was hit. */
static double in_a_row(double p, int count)
{
    double h = 880 * p, k = 80 * p, s = 10 * p, sum = pow(h, count);

    for (int j = 1; j <= count; j++)
        sum += pow(h, j - 1) * k * pow(k + s, count - j);
    return sum;
}

static void closed_form_is_the_one_by_hand(void **state)
{
    const double p = 1e-9;
    struct rare_plan plan = lone_writes("1e-9");
    struct rare_result result;

    (void)state;
    run(&plan, &result);
    assert_true(result.traffic.flows[SIM_DOWNSTREAM].alone);
    assert_near(result.traffic.flows[SIM_DOWNSTREAM].tlps, TLPS_PER_S, 1e-2);
    assert_near(result.closed[RARE_REPLAY_BY_NAK], TLPS_PER_S * 870 * p, 1e-2);
    assert_near(result.closed[RARE_REPLAY_BY_TIMEOUT], TLPS_PER_S * 90 * p, 1e-2);
    assert_near(result.closed[RARE_DUPLICATE], TLPS_PER_S * 80 * p, 1e-2);
    assert_near(result.closed[RARE_RETRAIN], TLPS_PER_S * in_a_row(p, 4), 1e-2);
    assert_near(result.closed[RARE_RECOVERY], result.closed[RARE_RETRAIN], 1e-9);
    /* retrain_limit is 4: five rollovers. */
    assert_near(result.closed[RARE_DEAD_LINK], TLPS_PER_S * in_a_row(p, 20), 1e-2);
    assert_false(result.sampled[RARE_RETRAIN].known);
    assert_false(result.brute[RARE_RETRAIN].known);
}

static void no_retrain_limit_no_dead_link(void **state)
{
    struct rare_plan plan = lone_writes("1e-9");
    struct rare_result result;

    (void)state;
    plan.scenario.ports[SIM_PORT_A].retrain_limit = 0;
    run(&plan, &result);
    assert_true(result.closed[RARE_DEAD_LINK] == 0);
    assert_true(result.closed[RARE_RETRAIN] > 0);
}

/* The truth by hand, for each event that has one. Nak: the first only, the rest is smaller by p. */
static void bounds_hold_the_truth(void **state)
{
    const double p = 1e-9;
    const double truth[] = {
        [RARE_REPLAY_BY_NAK] = TLPS_PER_S * 870 * p,
        [RARE_REPLAY_BY_TIMEOUT] = TLPS_PER_S * 90 * p,
        [RARE_DUPLICATE] = TLPS_PER_S * 80 * p,
        [RARE_RECOVERY] = TLPS_PER_S * in_a_row(p, 4),
        [RARE_RETRAIN] = TLPS_PER_S * in_a_row(p, 4),
        [RARE_DEAD_LINK] = TLPS_PER_S * in_a_row(p, 20),
    };
    uint32_t held[RARE_SIMULATED_COUNT] = {0};
    struct rare_plan plan = lone_writes("1e-9");
    struct rare_result result;

    (void)state;
    plan.trials = 400;
    plan.window_fs = SIM_FS_PER_MS;
    plan.events = 1u << RARE_REPLAY_BY_TIMEOUT | 1u << RARE_RETRAIN | 1u << RARE_DEAD_LINK;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        plan.scenario.seed = seed;
        run(&plan, &result);
        for (int event = 0; event < RARE_SIMULATED_COUNT; event++) {
            const struct rare_estimate *estimate = &result.sampled[event];
            if (!estimate->known)
                continue;
            assert_true(estimate->low <= estimate->rate && estimate->rate <= estimate->high);
            held[event] += estimate->low <= truth[event] && truth[event] <= estimate->high;
        }
    }
    for (int event = 0; event < RARE_SIMULATED_COUNT; event++) {
        if (!(plan.events >> event & 1u))
            continue;
        print_message("%s: %u of %u\n", rare_event_name((enum rare_event)event), held[event],
                      SEEDS);
        assert_in_range(held[event], SEEDS_HOLD, SEEDS);
    }
}

static void bound_when_nothing_was_seen(void **state)
{
    struct rare_plan plan = lone_writes("1e-12");
    struct rare_result result;

    (void)state;
    plan.trials = 1; /* one window in which a dead link is out of reach */
    plan.brute_tlps = 1000;
    run(&plan, &result);
    for (int event = 0; event < RARE_SIMULATED_COUNT; event++) {
        const struct rare_estimate *plain = &result.brute[event];
        assert_int_equal(plain->seen, 0);
        assert_true(plain->rate == 0 && plain->low == 0);
        assert_near(plain->high, 3 / result.brute_seconds, 1e-12); /* rule of three */
        if (result.sampled[event].seen == 0)
            assert_true(result.sampled[event].high > result.closed[event]);
    }
    assert_near(result.brute_seconds, 1000 / TLPS_PER_S, 0.02);
}

/* Poisson's 95 % bounds, from tables: 4.795 and 18.39 for 10. */
static void bounds_of_counts(void **state)
{
    struct rare_mean batches = {.count = 0};

    (void)state;
    for (int i = 0; i < 10; i++)
        rare_mean_add(&batches, 1);
    struct rare_estimate estimate = rare_estimate_counts(&batches, 10, 2.0);
    assert_near(estimate.rate, 5, 1e-12);
    assert_near(estimate.standard_error, sqrt(10) / 2, 1e-12);
    assert_near(estimate.low, 4.795 / 2, 0.01);
    assert_near(estimate.high, 18.39 / 2, 0.01);

    /* Ten at once, once in a hundred batches: variance of a batch 10 times its mean. */
    struct rare_mean clustered = {.count = 0};
    for (int i = 0; i < 1000; i++)
        rare_mean_add(&clustered, i % 100 == 7 ? 10 : 0);
    struct rare_estimate wide = rare_estimate_counts(&clustered, 100, 1.0);
    assert_near(wide.standard_error, sqrt(100 * 9.9), 0.01);
    assert_near(wide.low, 10 * 4.795, 0.03); /* as ten clusters of ten */
    assert_near(wide.high, 10 * 18.39, 0.03);
}

/* Values 0, 1, 5: mean 2. Standard error as of 0, 1, 5, 5: mean 11/4, variance 83/12. Also far
 * below the smallest square that a double holds. */
static void means(void **state)
{
    const double scales[] = {1, 1e-170};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct rare_mean mean = {.count = 0};
        rare_mean_add(&mean, 0);
        rare_mean_add(&mean, 1 * scales[i]);
        rare_mean_add(&mean, 5 * scales[i]);
        struct rare_estimate estimate = rare_estimate_trials(&mean, 0.5, 1);
        assert_near(estimate.rate, 4 * scales[i], 1e-12);
        /* Of the mean a fourth of that; over half a second. */
        assert_near(estimate.standard_error, sqrt(83.0 / 12 / 4) * 2 * scales[i], 1e-12);
        assert_int_equal(estimate.seen, 2);
        assert_int_equal(estimate.trials, 3);
    }
    struct rare_mean none = {.count = 0};
    for (int i = 0; i < 300; i++)
        rare_mean_add(&none, 0);
    struct rare_estimate estimate = rare_estimate_trials(&none, 2, 1e-6);
    assert_near(estimate.high, 1e-6 * 3 / 300 / 2, 1e-12);
    assert_true(estimate.rate == 0 && estimate.low == 0);
}

/* Ten windows of 1 and one of 11: the upper bound is that of 12 windows, two of them of 11: mean
 * 32/12, standard error sqrt((252 - 32 * 32 / 12) / 11 / 12) = 1.1237. */
static void heaviest_window_once_more(void **state)
{
    struct rare_mean mean = {.count = 0};

    (void)state;
    for (int i = 0; i < 11; i++)
        rare_mean_add(&mean, i == 6 ? 11 : 1);
    struct rare_estimate estimate = rare_estimate_trials(&mean, 1, 100);
    assert_near(estimate.rate, 21.0 / 11, 1e-12);
    assert_near(estimate.standard_error, 1.1236664, 1e-6);
    assert_near(estimate.low, 0.6023103, 1e-6);
    assert_near(estimate.high, 6.0903705, 1e-6);
}

/* 8 GT/s x4, 256 bytes, REPLAY_TIMER of 642 ns: 14.05 million TLPs a second of 2275 line bits, 642
 * ns are 9.0 TLPs. At 1e-6 0.0205 hits in it, at 1e-5 0.2, at 1e-3 nine tenths of all TLPs. */
static void says_where_it_holds(void **state)
{
    static const struct {
        const char *ber;
        double overlap;
        bool closed, sampled;
    } rows[] = {
        {"1e-6", 0.0205, true, true}, {"1e-5", 0.203, false, true}, {"1e-3", 8.1, false, false}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rare_plan plan = {.trials = 0};
        struct rare_result result;
        char message[SIM_MESSAGE_BYTES];
        sim_scenario_default(&plan.scenario);
        plan.scenario.link.rate = AK_RATE_8;
        plan.scenario.link.width = 4;
        plan.scenario.traffic[SIM_DOWNSTREAM].writes.mix[0].payload_bytes = 256;
        for (int d = 0; d < SIM_DIRECTION_COUNT; d++)
            assert_true(sim_probability_parse(rows[i].ber, &plan.scenario.errors[d].ber));
        assert_int_equal(rare_run(&plan, NULL, NULL, &result, message), SIM_OK);
        assert_true(fabs(result.traffic.overlap - rows[i].overlap) < 0.05 * rows[i].overlap);
        assert_int_equal(rare_closed_holds(&result), rows[i].closed);
        assert_int_equal(rare_sampled_holds(&result), rows[i].sampled);
    }
}

/* One window has no scatter; nine of a hundred do not tell how weights scatter. Poisson's upper
 * bound of 1 is 5.572, of 9 it is 17.085 (tables). */
static void few_windows_promise_nothing(void **state)
{
    struct rare_mean one = {.count = 0}, nine = {.count = 0};

    (void)state;
    rare_mean_add(&one, 1e-6);
    struct rare_estimate estimate = rare_estimate_trials(&one, 0.5, 0.25);
    assert_true(isinf(estimate.standard_error) && estimate.low == 0);
    assert_near(estimate.high, 5.572 * 0.25 / 0.5, 0.01);
    for (int i = 0; i < 100; i++)
        rare_mean_add(&nine, i < 9 ? 1e-6 : 0);
    estimate = rare_estimate_trials(&nine, 0.5, 0.25);
    assert_near(estimate.rate, 0.09 * 1e-6 / 0.5, 1e-9);
    assert_true(estimate.low == 0);
    assert_near(estimate.high, 17.085 / 100 * 0.25 / 0.5, 0.01);
}

static void plain_run_that_contradicts_closed_form(void **state)
{
    struct rare_result result = {.window_fs = 0};

    (void)state;
    assert_null(rare_best(&result, RARE_RETRAIN));
    result.closed[RARE_RETRAIN] = 400;
    result.brute[RARE_RETRAIN] =
        (struct rare_estimate){.known = true, .rate = 2, .low = 1, .high = 5, .seen = 4};
    assert_ptr_equal(rare_best(&result, RARE_RETRAIN), &result.brute[RARE_RETRAIN]);
    result.closed[RARE_RETRAIN] = 4.5; /* as good as the plain run can tell */
    assert_null(rare_best(&result, RARE_RETRAIN));
    result.sampled[RARE_RETRAIN] = (struct rare_estimate){.known = true, .rate = 3, .seen = 5};
    assert_ptr_equal(rare_best(&result, RARE_RETRAIN), &result.sampled[RARE_RETRAIN]);
}

static void same_plan_same_result(void **state)
{
    struct rare_plan plan = lone_writes("1e-7");
    struct rare_result one, other;

    (void)state;
    plan.trials = 50;
    plan.brute_tlps = 5000;
    run(&plan, &one);
    run(&plan, &other);
    for (int event = 0; event < RARE_SIMULATED_COUNT; event++) {
        assert_true(one.sampled[event].rate == other.sampled[event].rate);
        assert_true(one.brute[event].high == other.brute[event].high);
    }
    plan.scenario.seed = 2;
    run(&plan, &other);
    assert_true(one.sampled[RARE_RETRAIN].rate != other.sampled[RARE_RETRAIN].rate);
}

static void refuse(const struct rare_plan *plan, const char *part)
{
    char message[SIM_MESSAGE_BYTES] = "";
    struct rare_result result;

    assert_int_equal(rare_run(plan, NULL, NULL, &result, message), SIM_BAD_SCENARIO);
    if (!strstr(message, part))
        fail_msg("'%s' lacks '%s'", message, part);
}

static void what_is_no_steady_link_is_refused(void **state)
{
    struct rare_plan plan = lone_writes("0");

    (void)state;
    refuse(&plan, "bit error rate of 0");
    plan = lone_writes("1e-9");
    plan.scenario.fault_count = 1;
    sim_fault_default(&plan.scenario.faults[0]);
    refuse(&plan, "scripted faults");
    plan = lone_writes("1e-9");
    plan.scenario.event_count = 1;
    refuse(&plan, "link events");
    plan = lone_writes("1e-9");
    plan.scenario.workload.file_count = 1;
    refuse(&plan, "recorded traffic");
    plan = lone_writes("1e-9");
    plan.scenario.errors[SIM_UPSTREAM].idle_hits = true;
    refuse(&plan, "idle-hits");
    plan = lone_writes("1e-9");
    plan.scenario.errors[SIM_UPSTREAM].lose_mask = 1;
    refuse(&plan, "mask");
    plan = lone_writes("1e-9");
    plan.scenario.traffic[SIM_DOWNSTREAM].writes.on = false;
    refuse(&plan, "no traffic");
    plan = lone_writes("1e-9");
    plan.scenario.link.width = 3;
    refuse(&plan, "3");
    plan = lone_writes("1e-9");
    plan.scenario.ports[SIM_PORT_A].replay_timer = AK_REPLAY_TIMER_EXPLICIT;
    plan.scenario.ports[SIM_PORT_A].replay_timer_sym = 1;
    refuse(&plan, "without a bit error");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_form_is_the_one_by_hand),
        cmocka_unit_test(no_retrain_limit_no_dead_link),
        cmocka_unit_test(bounds_hold_the_truth),
        cmocka_unit_test(bound_when_nothing_was_seen),
        cmocka_unit_test(bounds_of_counts),
        cmocka_unit_test(means),
        cmocka_unit_test(few_windows_promise_nothing),
        cmocka_unit_test(heaviest_window_once_more),
        cmocka_unit_test(says_where_it_holds),
        cmocka_unit_test(plain_run_that_contradicts_closed_form),
        cmocka_unit_test(same_plan_same_result),
        cmocka_unit_test(what_is_no_steady_link_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
