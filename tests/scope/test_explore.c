/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The search over all states can fail: ports that break a rule are found out, by the shortest path.
 * Not here: the scopes that must be good (scopes.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search.h"

#include "sim/run.h"
#include "sim/yaml.h"

#define TEXT_MAX 4000u

static struct model_scope small_scope(enum model_fault fault)
{
    return (struct model_scope){
        .name = "small",
        .tlps = {2, 0},
        .slots = 2,
        .wire = 1,
        .start = 4095,
        .fault = fault,
    };
}

static void test_ports_without_a_fault_are_good(void **state)
{
    const struct model_scope scope = small_scope(MODEL_RIGHT);
    struct search_result result;
    (void)state;
    search_run(&scope, &result);
    assert_int_equal(result.verdict, SEARCH_GOOD);
    assert_true(result.goals > 0);
    free(result.path);
}

/* The scenario of a path is one that the simulator takes; it runs to its end there, since the
 * simulator's ports have no fault. */
static void assert_scenario_runs(const struct model_scope *scope,
                                 const struct search_result *result)
{
    static struct sim_settings settings;
    char text[TEXT_MAX];
    char message[SIM_YAML_MESSAGE];
    enum sim_status status;
    FILE *file = tmpfile();
    assert_non_null(file);
    search_scenario(scope, result, file);
    rewind(file);
    const size_t bytes = fread(text, 1, sizeof text, file);
    assert_int_equal(fclose(file), 0);
    sim_settings_default(&settings);
    if (!sim_yaml_parse(text, bytes, "path", &settings, message)) {
        fail_msg("%s", message);
    }
    sim_settings_complete(&settings);
    struct sim_run *run = sim_run_create(&settings.scenario, NULL, &status, message);
    if (!run) {
        fail_msg("%s", message);
    }
    struct sim_result outcome;
    while (sim_run_step(run, 0)) {
    }
    sim_run_result(run, &outcome);
    sim_run_destroy(run);
    sim_settings_end(&settings);
    assert_int_equal(outcome.end, SIM_END_COMPLETED);
}

static void expect_failure(const struct model_scope *scope, enum search_verdict verdict,
                           const char *words, uint32_t length)
{
    struct search_result result;
    search_run(scope, &result);
    assert_int_equal(result.verdict, verdict);
    if (!strstr(result.failure, words)) {
        fail_msg("found as '%s', not as '%s'", result.failure, words);
    }
    assert_int_equal(result.length, length);
    assert_scenario_runs(scope, &result);
    free(result.path);
}

/* The lengths are those of the shortest stories that can be told by hand. */
static void test_faults_are_found(void **state)
{
    struct model_scope scope = small_scope(MODEL_ACKS_AHEAD);
    (void)state;
    /* Submit, begin, end, deliver; latency timer, begin, end; the Ack arrives, and is illegal. */
    expect_failure(&scope, SEARCH_UNSAFE, "a protocol error", 8);
    /* Submit, begin, end, deliver; REPLAY_TIMER, begin, end, deliver again. */
    scope = small_scope(MODEL_KEEPS_DUPLICATES);
    expect_failure(&scope, SEARCH_UNSAFE, "delivered twice", 8);
    /* Submit, begin, end, lost (the wire holds one packet); REPLAY_TIMER, and the replay begins. */
    scope = small_scope(MODEL_FORGETS);
    expect_failure(&scope, SEARCH_UNSAFE, "purged", 6);
    /* Submit, begin, end, damaged; the Nak begins, ends, is lost: there will be no second one. (A
     * lost TLP alone is not enough, since the next TLP brings a Nak.) */
    scope = small_scope(MODEL_NO_REPLAY_TIMER);
    expect_failure(&scope, SEARCH_STUCK, "not all TLPs can be delivered", 7);
}

/* Recovery, link down and nullified TLPs can be told as scenarios too. */
static void test_paths_of_all_steps_make_scenarios(void **state)
{
    struct model_scope scope = small_scope(MODEL_KEEPS_DUPLICATES);
    (void)state;
    scope.retrain = true;
    scope.link_down = true;
    scope.cut_through = true;
    /* A path by hand: TLP lost, Recovery, link down and up, TLP delivered twice. */
    uint8_t path[] = {
        2 * MODEL_SUBMIT,         2 * MODEL_BEGIN,        2 * MODEL_END,       2 * MODEL_LOSE,
        2 * MODEL_RECOVERY_START, 2 * MODEL_RECOVERY_END, 2 * MODEL_LINK_DOWN, 2 * MODEL_LINK_UP,
        2 * MODEL_SUBMIT,         2 * MODEL_BEGIN,        2 * MODEL_END,       2 * MODEL_DELIVER,
    };
    const struct search_result result = {
        .verdict = SEARCH_UNSAFE, .failure = "none", .path = path, .length = sizeof path};
    assert_scenario_runs(&scope, &result);
    search_tell_path(&scope, &result, stderr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ports_without_a_fault_are_good),
        cmocka_unit_test(test_faults_are_found),
        cmocka_unit_test(test_paths_of_all_steps_make_scenarios),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
