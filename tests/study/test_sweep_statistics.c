/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of means, confidence intervals and the quantiles of Student's t.
 * Not here: when a point stops early (test_sweep_pool.c).
 */
#include <math.h>

#include "study/sweep_statistics.h"
#include "sweep_support.h"

static void assert_near(double found, double expected, double distance)
{
    if (!(fabs(found - expected) <= distance))
        fail_msg("found %.9g, expected %.9g", found, expected);
}

/* Any table of the t distribution, column 0.975 or "two-sided 95 %". */
static void quantiles_are_the_published_ones(void **state)
{
    (void)state;
    static const struct {
        uint32_t degrees;
        double quantile;
    } table[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},   {4, 2.776},   {5, 2.571},   {6, 2.447},
                 {7, 2.365},  {8, 2.306},  {9, 2.262},   {10, 2.228},  {12, 2.179},  {15, 2.131},
                 {20, 2.086}, {25, 2.060}, {29, 2.045},  {30, 2.042},  {40, 2.021},  {50, 2.009},
                 {60, 2.000}, {80, 1.990}, {100, 1.984}, {120, 1.980}, {1000, 1.962}};
    for (size_t i = 0; i < LENGTH(table); i++)
        assert_near(sweep_statistics_t95(table[i].degrees), table[i].quantile, 0.0006);
}

/* The density from 0 to t by Simpson's rule, in the variable u = atan(t / sqrt(n)), where it is
 * cos(u)^(n - 1) over its integral. */
static double probability_within(uint32_t degrees, double t)
{
    const int steps = 20000;
    double part = 0, whole = 0;
    const double ends[] = {atan(t / sqrt(degrees)), acos(0)};

    for (int e = 0; e < 2; e++) {
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            double weight = i == 0 || i == steps ? 1 : i % 2 ? 4 : 2;
            sum += weight * pow(cos(ends[e] * i / steps), degrees - 1.0);
        }
        *(e ? &whole : &part) = sum * ends[e] / steps / 3;
    }
    return part / whole;
}

static void quantiles_hold_95_percent_of_the_density(void **state)
{
    (void)state;
    for (uint32_t degrees = 1; degrees <= 60; degrees++)
        assert_near(probability_within(degrees, sweep_statistics_t95(degrees)), 0.95, 5e-6);
}

static void quantiles_fall_to_the_normal_one(void **state)
{
    (void)state;
    for (uint32_t degrees = 1; degrees < 10000; degrees++)
        assert_true(sweep_statistics_t95(degrees + 1) < sweep_statistics_t95(degrees));
    assert_near(sweep_statistics_t95(UINT32_MAX), 1.959964, 1e-6);
}

/* 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares of differences 9+1+1+1+0+0+4+16 = 32, over 7 is 4.5714,
 * its root 2.13809; over sqrt(8) times t(7) = 2.3646 is 1.78745. */
static void interval_is_that_computed_by_hand(void **state)
{
    (void)state;
    const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct sweep_statistics found;

    sweep_statistics_of(values, 1, 8, &found);
    assert_int_equal(found.n, 8);
    assert_true(found.mean == 5 && found.min == 2 && found.max == 9);
    assert_near(found.stddev, 2.13809, 1e-5);
    assert_near(found.low, 5 - 1.78745, 1e-4);
    assert_near(found.high, 5 + 1.78745, 1e-4);
    assert_true(sweep_statistics_is_precise(&found, 0.358));
    assert_false(sweep_statistics_is_precise(&found, 0.357));
}

/* Columns of a table: every third number. */
static void values_may_stand_apart(void **state)
{
    (void)state;
    const double values[] = {1, 100, 7, 3, 200, 7, 5, 300, 7};
    struct sweep_statistics found;

    sweep_statistics_of(values + 1, 3, 3, &found);
    assert_true(found.mean == 200 && found.stddev == 100);
    sweep_statistics_of(values + 2, 3, 3, &found);
    assert_true(found.mean == 7 && found.stddev == 0 && found.low == 7 && found.high == 7);
    assert_true(sweep_statistics_is_precise(&found, 1e-9));
}

static void one_value_has_no_interval(void **state)
{
    (void)state;
    const double value = 3;
    struct sweep_statistics found;

    sweep_statistics_of(&value, 1, 1, &found);
    assert_true(found.mean == 3 && found.stddev == 0);
    assert_true(isnan(found.low) && isnan(found.high));
    assert_false(sweep_statistics_is_precise(&found, 0.5));
}

/* A tenth is no binary fraction: the mean of equal values must be that value, the spread nothing.
 */
static void equal_values_have_no_spread(void **state)
{
    (void)state;
    double values[7];
    struct sweep_statistics found;

    for (size_t i = 0; i < LENGTH(values); i++)
        values[i] = 0.1;
    sweep_statistics_of(values, 1, LENGTH(values), &found);
    assert_true(found.mean == 0.1 && found.stddev == 0 && found.low == 0.1);
    memset(values, 0, sizeof(values));
    sweep_statistics_of(values, 1, LENGTH(values), &found);
    assert_true(sweep_statistics_is_precise(&found, 0.01));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_the_published_ones),
        cmocka_unit_test(quantiles_hold_95_percent_of_the_density),
        cmocka_unit_test(quantiles_fall_to_the_normal_one),
        cmocka_unit_test(interval_is_that_computed_by_hand),
        cmocka_unit_test(values_may_stand_apart),
        cmocka_unit_test(one_value_has_no_interval),
        cmocka_unit_test(equal_values_have_no_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
