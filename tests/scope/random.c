/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random scenarios, as many as asked for, through the simulator with everything looking on.
 * Not here: how a scenario is drawn (random_scenario.h), what holds after a call (random_calls.h).
 *
 *     random [--seeds FIRST COUNT | --minutes N] [--replay FILE]
 *
 * FILE holds seeds that failed once, one a line: they are run first.
 *
 * Exit code 0: all is well. 1: a seed failed; it is printed, made smaller as far as it still fails.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "random_calls.h"
#include "random_run.h"

struct totals {
    uint64_t scenarios;
    uint64_t lawful;
    uint64_t tlps;
    uint64_t replays;
    uint64_t recoveries;
    uint64_t ends[SIM_END_CONDITION + 1];
};

/* ---- Failures ---- */

/* The same kind of failure: its text up to the first number. */
static bool still_fails(const struct sim_settings *settings, void *context)
{
    static struct random_outcome outcome;
    const char *wanted = context;
    random_run(settings, &outcome);
    return outcome.failure[0] && strncmp(outcome.failure, wanted, 14) == 0;
}

static void tell_failure(uint64_t seed, const struct sim_settings *failed,
                         const struct random_outcome *outcome)
{
    static struct sim_settings settings;
    static struct random_outcome again;
    char wanted[RANDOM_TEXT_BYTES];
    settings = *failed;
    memcpy(wanted, outcome->failure, sizeof wanted);
    printf("FAILED: seed %" PRIu64 ": %s\n", seed, outcome->failure);
    random_scenario_shrink(&settings, still_fails, wanted);
    random_run(&settings, &again);
    printf("made smaller: %s\n", again.failure);
    random_scenario_tell(&settings, stdout);
    fflush(stdout);
}

static bool run_seed(uint64_t seed, struct totals *totals)
{
    static struct sim_settings settings;
    static struct random_outcome outcome;
    random_scenario(seed, &settings);
    random_run(&settings, &outcome);
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
            fprintf(stderr,
                    "random: found '%s', expected --seeds FIRST COUNT, --minutes N or "
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
        const bool over = plan->minutes
                              ? difftime(time(NULL), began) >= 60.0 * (double)plan->minutes
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
    if (!random_run_open()) {
        return 70;
    }
    const bool good = run_plan(&plan);
    random_run_close();
    return good ? 0 : 1;
}
