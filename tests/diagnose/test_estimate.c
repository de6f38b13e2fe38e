/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The estimates against published values, hand computation and a link with a known error rate.
 * Not here: where the inputs come from (test_rules.c).
 */
#include "support.h"

#include <math.h>

#include "diagnose/verdict/estimate.h"

static void assert_near(double found, double expected, double relative)
{
    if (fabs(found - expected) > relative * expected)
        fail_msg("%g instead of %g", found, expected);
}

/* Exact 95 % limits of a Poisson mean from tables of the chi-square distribution. */
static void test_poisson_bounds(void **state)
{
    (void)state;
    assert_true(ak_estimate_poisson_low(0) == 0.0);
    assert_near(ak_estimate_poisson_high(0), 3.689, 0.02);
    assert_near(ak_estimate_poisson_low(5), 1.623, 0.02);
    assert_near(ak_estimate_poisson_high(5), 11.668, 0.01);
    assert_near(ak_estimate_poisson_low(100), 81.36, 0.001);
    assert_near(ak_estimate_poisson_high(100), 121.63, 0.001);
}

/* 30 us at 2.5 GT/s are 7,500 symbol times; x1 carries 7,500 symbols, x16 120,000. */
static void test_least_busy(void **state)
{
    (void)state;
    assert_near(ak_estimate_least_busy(2500, 1), 24.0 / 7500, 1e-9);
    assert_near(ak_estimate_least_busy(2500, 16), 24.0 / 120000, 1e-9);
    assert_true(ak_estimate_least_busy(0, 1) == 1.0);
}

static void test_unknown_stays_unknown(void **state)
{
    struct ak_estimate_input in = {.bad_tlps = 10};
    struct ak_estimate e;

    (void)state;
    ak_estimate_compute(&e, &in);
    assert_false(e.has_rate);
    in.seconds = 10;
    ak_estimate_compute(&e, &in);
    assert_true(e.has_rate);
    assert_near(e.events_per_second, 1.0, 1e-9);
    assert_false(e.has_ber);
    in.rate_mts = 8000;
    in.width = 4;
    ak_estimate_compute(&e, &in);
    assert_true(e.has_ber);
    assert_false(e.has_ber_high); /* not complete */
    assert_int_equal(e.meets, AK_MEETS_NO);
}

/* A year of x16 at 32 GT/s with one bad TLP: far below what is asked. */
static void test_required_rate(void **state)
{
    struct ak_estimate_input in = {.bad_tlps = 1,
                                   .seconds = 3e7,
                                   .complete = true,
                                   .rate_mts = 32000,
                                   .width = 16,
                                   .busy = 0.5};
    struct ak_estimate e;

    (void)state;
    ak_estimate_compute(&e, &in);
    assert_int_equal(e.meets, AK_MEETS_YES);
}

/*
 * x1 at 2.5 GT/s, MPS 128: the Ack limit is 237 symbol times of 4 ns, REPLAY_TIMER 711, at most
 * 31,000 by the simplified limit. 1,000 Timeouts in a second cost 1000 * 711 * 4 ns at least and
 * 1000 * 2 * 31000 * 4 ns at most.
 */
static void test_cost(void **state)
{
    struct ak_estimate_input in = {
        .timeouts = 1000, .seconds = 1, .rate_mts = 2500, .width = 1, .mps_bytes = 128};
    struct ak_estimate e;

    (void)state;
    ak_estimate_compute(&e, &in);
    assert_true(e.has_cost);
    assert_near(e.lost_low, 0.002844, 1e-6);
    assert_near(e.lost_high, 0.248, 1e-6);
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 11;
}

static double uniform(uint64_t *state)
{
    return ((double)next_random(state) + 0.5) / 9007199254740992.0;
}

/*
 * A link of a known error rate, packet by packet: busy for a tenth of the time with TLPs of 1,280
 * line bits. Each hit packet is one bad TLP. The true rate has to lie within the bounds for at
 * least 90 of 100 seeds, with the load known and unknown.
 */
static void test_known_error_rate(void **state)
{
    const double ber = 2e-7, packet_bits = 1280, seconds = 0.5, busy = 0.1;
    const double packets = 2.5e9 * seconds * busy / packet_bits;
    const double hit = 1 - pow(1 - ber, packet_bits);
    int within[2] = {0, 0};

    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        uint64_t random = seed;
        struct ak_estimate_input in = {
            .seconds = seconds, .complete = true, .rate_mts = 2500, .width = 1};
        struct ak_estimate e;
        for (double at = 0;;) { /* distance to the next hit packet */
            at += floor(log(uniform(&random)) / log(1 - hit)) + 1;
            if (at > packets)
                break;
            in.bad_tlps++;
        }
        for (int known = 0; known < 2; known++) {
            in.busy = known ? busy : 0;
            ak_estimate_compute(&e, &in);
            within[known] += e.ber_low <= ber && ber <= e.ber_high;
        }
    }
    assert_true(within[0] >= 90);
    assert_true(within[1] >= 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poisson_bounds),
        cmocka_unit_test(test_least_busy),
        cmocka_unit_test(test_unknown_stays_unknown),
        cmocka_unit_test(test_required_rate),
        cmocka_unit_test(test_cost),
        cmocka_unit_test(test_known_error_rate),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
