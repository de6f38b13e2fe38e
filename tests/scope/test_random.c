/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random scenarios can fail: each thing that is looked at is broken once.
 * Not here: many scenarios (random.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "random_calls.h"
#include "random_run.h"

#define SEEDS 200u

/* Runs seeds until one fails; how. */
static const char *first_failure(enum random_fault fault)
{
    static struct sim_settings settings;
    static struct random_outcome outcome;
    random_calls.fault = fault;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        random_scenario(seed, &settings);
        random_run(&settings, &outcome);
        if (outcome.failure[0]) {
            return outcome.failure;
        }
    }
    return "nothing";
}

static void assert_fails_with(enum random_fault fault, const char *words)
{
    const char *failure = first_failure(fault);
    if (!strstr(failure, words)) {
        fail_msg("fault %d is found as '%s', not as '%s'", (int)fault, failure, words);
    }
}

/* Which rule names an Ack ahead depends on whether the TLP it covers is on its way already. */
static void assert_ack_ahead_is_found(void)
{
    const char *failure = first_failure(RANDOM_ACKS_AHEAD);
    if (!strstr(failure, "RX-09") && !strstr(failure, "TX-05")) {
        fail_msg("an Ack ahead is found as '%s', not as RX-09 or TX-05", failure);
    }
}

static void test_nothing_is_found_where_nothing_is_wrong(void **state)
{
    (void)state;
    assert_string_equal(first_failure(RANDOM_RIGHT), "nothing");
}

static void test_faults_are_found(void **state)
{
    (void)state;
    assert_ack_ahead_is_found();
    assert_fails_with(RANDOM_TICKS_IN_VAIN, "a tick at the deadline does nothing");
    assert_fails_with(RANDOM_KEEPS_DUPLICATES, "was delivered");
    assert_fails_with(RANDOM_BAD_MEMORY, "not valid after ak_tx_submit");
    assert_fails_with(RANDOM_OTHER_WAY, "the result is another one");
}

/* A smaller scenario fails in the same way, and its command line is one that acknak takes. */
static bool replays_something(const struct sim_settings *settings, void *context)
{
    static struct random_outcome outcome;
    (void)context;
    random_run(settings, &outcome);
    return outcome.result.ports[0].counters.tlps_replayed != 0;
}

static void test_a_scenario_is_made_smaller(void **state)
{
    static struct sim_settings settings;
    uint64_t seed = 1;
    (void)state;
    random_calls.fault = RANDOM_RIGHT;
    do {
        random_scenario(seed++, &settings);
    } while (!replays_something(&settings, NULL) || settings.scenario.fault_count < 2);
    const uint32_t faults = settings.scenario.fault_count;
    random_scenario_shrink(&settings, replays_something, NULL);
    assert_true(settings.scenario.fault_count < faults);
    assert_true(replays_something(&settings, NULL));
}

static int open_run(void **state)
{
    (void)state;
    return random_run_open() ? 0 : 1;
}

static int close_run(void **state)
{
    (void)state;
    random_run_close();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_found_where_nothing_is_wrong),
        cmocka_unit_test(test_faults_are_found),
        cmocka_unit_test(test_a_scenario_is_made_smaller),
    };
    return cmocka_run_group_tests(tests, open_run, close_run);
}
