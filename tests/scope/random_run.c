/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One scenario, watched and plain.
 * Not here: what is looked at after a call (random_calls.c).
 */
#include "random_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/check.h"
#include "acknak/crc.h"
#include "acknak/record.h"
#include "random_calls.h"

static struct ak_check *check; /* one for all: it is set up anew for each */

static int take_finding(void *context, const struct ak_record *record)
{
    struct random_outcome *outcome = context;
    if (record->finding.severity != AK_NOTE && outcome->lawful && !outcome->failure[0]) {
        snprintf(outcome->failure, RANDOM_TEXT_BYTES, "finding %s about record %" PRIu64 ": %s",
                 record->finding.rule, record->about, record->finding.text);
    }
    return 0;
}

static int take_record(void *context, const struct ak_record *record)
{
    (void)context;
    return ak_check_take(check, record);
}

static bool simulate(const struct sim_scenario *scenario, const struct ak_record_sink *sink,
                     uint64_t step, struct random_outcome *outcome)
{
    enum sim_status status;
    char message[SIM_MESSAGE_BYTES];
    struct sim_run *run = sim_run_create(scenario, sink, &status, message);
    if (!run) {
        snprintf(outcome->failure, RANDOM_TEXT_BYTES, "cannot be run: %s", message);
        return false;
    }
    while (sim_run_step(run, step)) {
    }
    sim_run_result(run, &outcome->result);
    sim_run_destroy(run);
    return true;
}

static void judge_result(struct random_outcome *outcome)
{
    const struct sim_result *result = &outcome->result;
    if (result->status != SIM_OK && !outcome->failure[0]) {
        snprintf(outcome->failure, RANDOM_TEXT_BYTES, "the run failed: %s", result->message);
    }
    for (int i = 0; i < SIM_DIRECTION_COUNT && outcome->lawful && !outcome->failure[0]; i++) {
        const struct sim_direction_result *direction = &result->directions[i];
        const uint64_t settled = direction->tlps_delivered + direction->tlps_reported_lost;
        if (settled > direction->tlps_submitted ||
            (result->end == SIM_END_COMPLETED && settled != direction->tlps_submitted)) {
            snprintf(outcome->failure, RANDOM_TEXT_BYTES,
                     "%s: %" PRIu64 " TLPs delivered or lost of %" PRIu64 " submitted",
                     sim_direction_name((enum sim_direction)i), settled, direction->tlps_submitted);
        }
    }
}

static void run_watched(const struct sim_scenario *scenario, struct random_outcome *outcome)
{
    const struct ak_record_sink findings = {take_finding, outcome};
    const struct ak_record_sink records = {take_record, NULL};
    (void)ak_check_init(check, NULL, findings);
    random_calls.off = false;
    random_calls.failure = NULL;
    if (!simulate(scenario, &records, 0, outcome)) {
        return;
    }
    (void)ak_check_end(check);
    if (random_calls.failure) { /* nearer to the cause than what the checker makes of it */
        snprintf(outcome->failure, RANDOM_TEXT_BYTES, "at %" PRIu64 " fs: %s", random_calls.time_fs,
                 random_calls.failure);
    }
    judge_result(outcome);
}

/* The simulator takes a shorter way when nobody looks on: it must lead to the same end. */
static void compare_plain(const struct sim_scenario *scenario, uint64_t step, const char *what,
                          struct random_outcome *outcome)
{
    static struct random_outcome plain;
    if (outcome->failure[0]) {
        return;
    }
    memset(&plain, 0, sizeof plain);
    random_calls.off = true;
    if (!simulate(scenario, NULL, step, &plain)) {
        memcpy(outcome->failure, plain.failure, RANDOM_TEXT_BYTES);
    } else if (memcmp(&plain.result, &outcome->result, sizeof plain.result) != 0) {
        snprintf(outcome->failure, RANDOM_TEXT_BYTES,
                 "the result is another one %s: ended at %" PRIu64 " fs, with trace at %" PRIu64
                 " fs",
                 what, plain.result.simulated_fs, outcome->result.simulated_fs);
    }
}

void random_run(const struct sim_settings *asked, struct random_outcome *outcome)
{
    static struct sim_settings settings;
    settings = *asked;
    sim_settings_complete(&settings);
    memset(outcome, 0, sizeof *outcome);
    outcome->lawful = random_scenario_is_lawful(asked);
    run_watched(&settings.scenario, outcome);
    compare_plain(&settings.scenario, 0, "without a trace", outcome);
    compare_plain(&settings.scenario, 7, "in steps of 7 TLPs", outcome);
    settings.scenario.crc_kernel = AK_CRC_PORTABLE;
    compare_plain(&settings.scenario, 0, "with the portable CRC", outcome);
}

bool random_run_open(void)
{
    check = malloc(ak_check_bytes());
    return check != NULL;
}

void random_run_close(void)
{
    free(check);
    check = NULL;
}
