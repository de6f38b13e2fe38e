/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random scenarios, as many as asked for, through the simulator with everything looking on.
 * Not here: how a scenario is drawn (random_scenario.h), what holds after a call (random_calls.h).
 *
 *     random [--seeds FIRST COUNT | --minutes N] [--replay FILE]
 *
 * Each seed is run four times: with trace, checker and a look at the port after each call; and
 * plainly, as fast as the simulator goes, in steps of another size, with the other CRC kernel. All
 * results must be the same, the delivery check must pass, and the checker must find nothing unless
 * the scenario itself makes a port break a rule. FILE holds seeds that failed once, one a line:
 * they are run first.
 *
 * Exit code 0: all is well. 1: a seed failed; it is printed, made smaller as far as it still fails.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "acknak/check.h"
#include "acknak/crc.h"
#include "acknak/record.h"
#include "random_calls.h"
#include "random_scenario.h"
#include "sim/run.h"

#define TEXT_BYTES 500u

struct totals {
    uint64_t scenarios;
    uint64_t lawful;
    uint64_t tlps;
    uint64_t replays;
    uint64_t recoveries;
    uint64_t ends[SIM_END_CONDITION + 1];
};

/* What became of a scenario. */
struct outcome {
    struct sim_result result;
    char failure[TEXT_BYTES]; /* empty: none */
    bool lawful;
    uint64_t about;
};

static struct ak_check *check; /* one for all: it is set up anew for each */

static int take_finding(void *context, const struct ak_record *record)
{
    struct outcome *outcome = context;
    if (record->finding.severity != AK_NOTE && outcome->lawful && !outcome->failure[0]) {
        snprintf(outcome->failure, TEXT_BYTES, "finding %s about record %" PRIu64 ": %s",
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
                     uint64_t step, struct outcome *outcome)
{
    enum sim_status status;
    char message[SIM_MESSAGE_BYTES];
    struct sim_run *run = sim_run_create(scenario, sink, &status, message);
    if (!run) {
        snprintf(outcome->failure, TEXT_BYTES, "cannot be run: %s", message);
        return false;
    }
    while (sim_run_step(run, step)) {
    }
    sim_run_result(run, &outcome->result);
    sim_run_destroy(run);
    return true;
}

static void judge_result(struct outcome *outcome)
{
    const struct sim_result *result = &outcome->result;
    if (result->status != SIM_OK && !outcome->failure[0]) {
        snprintf(outcome->failure, TEXT_BYTES, "the run failed: %s", result->message);
    }
    for (int i = 0; i < SIM_DIRECTION_COUNT && outcome->lawful && !outcome->failure[0]; i++) {
        const struct sim_direction_result *direction = &result->directions[i];
        const uint64_t settled = direction->tlps_delivered + direction->tlps_reported_lost;
        if (settled > direction->tlps_submitted ||
            (result->end == SIM_END_COMPLETED && settled != direction->tlps_submitted)) {
            snprintf(outcome->failure, TEXT_BYTES,
                     "%s: %" PRIu64 " TLPs delivered or lost of %" PRIu64 " submitted",
                     sim_direction_name((enum sim_direction)i), settled,
                     direction->tlps_submitted);
        }
    }
}

static void run_watched(const struct sim_scenario *scenario, struct outcome *outcome)
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
    if (random_calls.failure && !outcome->failure[0]) {
        snprintf(outcome->failure, TEXT_BYTES, "at %" PRIu64 " fs: %s", random_calls.time_fs,
                 random_calls.failure);
    }
    judge_result(outcome);
}

/* The simulator takes a shorter way when nobody looks on: it must lead to the same end. */
static void compare_plain(const struct sim_scenario *scenario, uint64_t step, const char *what,
                          struct outcome *outcome)
{
    static struct outcome plain;
    if (outcome->failure[0]) {
        return;
    }
    memset(&plain, 0, sizeof plain);
    random_calls.off = true;
    if (!simulate(scenario, NULL, step, &plain)) {
        memcpy(outcome->failure, plain.failure, TEXT_BYTES);
    } else if (memcmp(&plain.result, &outcome->result, sizeof plain.result) != 0) {
        snprintf(outcome->failure, TEXT_BYTES,
                 "the result is another one %s: ended at %" PRIu64 " fs, with trace at %" PRIu64
                 " fs",
                 what, plain.result.simulated_fs, outcome->result.simulated_fs);
    }
}

static void run_scenario(const struct sim_settings *asked, struct outcome *outcome)
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

/* ---- Failures ---- */

/* The same kind of failure: its text up to the first number. */
static bool still_fails(const struct sim_settings *settings, void *context)
{
    static struct outcome outcome;
    const char *wanted = context;
    run_scenario(settings, &outcome);
    return outcome.failure[0] && strncmp(outcome.failure, wanted, 14) == 0;
}

static void tell_failure(uint64_t seed, const struct sim_settings *failed,
                         const struct outcome *outcome)
{
    static struct sim_settings settings;
    static struct outcome again;
    char wanted[TEXT_BYTES];
    settings = *failed;
    memcpy(wanted, outcome->failure, sizeof wanted);
    printf("FAILED: seed %" PRIu64 ": %s\n", seed, outcome->failure);
    random_scenario_shrink(&settings, still_fails, wanted);
    run_scenario(&settings, &again);
    printf("made smaller: %s\n", again.failure);
    random_scenario_tell(&settings, stdout);
    fflush(stdout);
}

static bool run_seed(uint64_t seed, struct totals *totals)
{
    static struct sim_settings settings;
    static struct outcome outcome;
    random_scenario(seed, &settings);
    run_scenario(&settings, &outcome);
    totals->scenarios++;
    totals->lawful += outcome.lawful;
    totals->recoveries += outcome.result.recoveries;
    totals->ends[outcome.result.end]++;
    for (int i = 0; i < 2; i++) {
        totals->tlps += outcome.result.directions[i].tlps_delivered;
        totals->replays += outcome.result.ports[i].counters.tlps_replayed;
    }
    if (outcome.failure[0]) {
        tell_failure(seed, &settings, &outcome);
    }
    return !outcome.failure[0];
}

/* ---- How many ---- */

static bool replay_file(const char *path, struct totals *totals)
{
    char line[200];
    bool good = true;
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "random: %s cannot be read\n", path);
        exit(3);
    }
    while (fgets(line, sizeof line, file)) {
        char *end;
        const uint64_t seed = strtoull(line, &end, 10);
        if (end != line) {
            good = run_seed(seed, totals) && good;
        }
    }
    (void)fclose(file);
    return good;
}

static void tell_totals(const struct totals *totals)
{
    printf("%" PRIu64 " scenarios (%" PRIu64 " lawful), %" PRIu64 " completed, %" PRIu64
           " until a time, %" PRIu64 " until a condition, %" PRIu64 " dead links;\n%" PRIu64
           " TLPs delivered, %" PRIu64 " replayed, %" PRIu64 " recoveries; %" PRIu64
           " calls and %" PRIu64 " deadlines looked at.\n",
           totals->scenarios, totals->lawful, totals->ends[SIM_END_COMPLETED],
           totals->ends[SIM_END_TIME], totals->ends[SIM_END_CONDITION],
           totals->ends[SIM_END_DEAD_LINK], totals->tlps, totals->replays, totals->recoveries,
           random_calls.calls, random_calls.ticks);
}

struct plan {
    uint64_t first;
    uint64_t count;
    uint64_t minutes; /* 0: `count` seeds */
    const char *replay;
};

static bool read_plan(int argc, char **argv, struct plan *plan)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--seeds") && i + 2 < argc) {
            plan->first = strtoull(argv[++i], NULL, 10);
            plan->count = strtoull(argv[++i], NULL, 10);
        } else if (!strcmp(argv[i], "--minutes") && i + 1 < argc) {
            plan->minutes = strtoull(argv[++i], NULL, 10);
        } else if (!strcmp(argv[i], "--replay") && i + 1 < argc) {
            plan->replay = argv[++i];
        } else {
            fprintf(stderr, "random: found '%s', expected --seeds FIRST COUNT, --minutes N or "
                            "--replay FILE\n",
                    argv[i]);
            return false;
        }
    }
    return true;
}

static bool run_plan(const struct plan *plan)
{
    static struct totals totals;
    const time_t began = time(NULL);
    unsigned failed = plan->replay && !replay_file(plan->replay, &totals);
    for (uint64_t i = 0; failed < 5; i++) {
        const bool over = plan->minutes ? difftime(time(NULL), began) >= 60.0 * (double)plan->minutes
                                        : i >= plan->count;
        if (over) {
            break;
        }
        failed += !run_seed(plan->first + i, &totals);
    }
    tell_totals(&totals);
    return failed == 0;
}

int main(int argc, char **argv)
{
    struct plan plan = {.first = 1, .count = 1500};
    if (!read_plan(argc, argv, &plan)) {
        return 2;
    }
    check = malloc(ak_check_bytes());
    if (!check) {
        return 70;
    }
    const bool good = run_plan(&plan);
    free(check);
    return good ? 0 : 1;
}
