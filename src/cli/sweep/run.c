/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep from the opening of its database to what is said at its end, whoever runs the points.
 * Not here: those who run them (cmd_sweep.c, mpi/).
 */
#include "cli/sweep/run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/common/exit.h"
#include "cli/common/say.h"
#include "cli/sweep/print.h"
#include "study/sweep_check.h"
#include "study/sweep_file.h"

/* The signal that asked for the end, or 0. */
static volatile sig_atomic_t asked;

static void ask(int signal_number)
{
    asked = signal_number;
}

static void catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = ask};
    struct sigaction before;

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
        if (!sigaction(signals[i], NULL, &before) && before.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

int cli_sweep_load(const struct cli_sweep_request *request, struct sweep_study *study)
{
    char *message = malloc(SIM_YAML_MESSAGE);

    *study = (struct sweep_study){0};
    if (!message) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    bool ok = sweep_file_load(request->study, study, message) &&
              sweep_check(study, request->points_max, message);
    if (!ok) {
        say("%s", message);
    }
    free(message);
    return ok ? CLI_EXIT_CLEAN : CLI_EXIT_INPUT;
}

static int exit_code_of(enum sweep_store_status status)
{
    switch (status) {
    case SWEEP_STORE_OK:
        return CLI_EXIT_CLEAN;
    case SWEEP_STORE_BUSY:
    case SWEEP_STORE_INPUT:
        return CLI_EXIT_INPUT;
    case SWEEP_STORE_OUTPUT:
        break;
    }
    return CLI_EXIT_OUTPUT;
}

int cli_sweep_begin(struct cli_sweep *sweep, const struct cli_sweep_request *request,
                    const struct sweep_study *study)
{
    char *message = malloc(SWEEP_STORE_MESSAGE);

    *sweep = (struct cli_sweep){.request = request, .study = study};
    if (!message) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    catch_signals();
    enum sweep_store_status status =
        sweep_store_open(request->database, study, request->shard, &sweep->store, message);
    if (status != SWEEP_STORE_OK) {
        say("%s", message);
    }
    free(message);
    return exit_code_of(status);
}

static bool go_on(void *context, const struct sweep_tally *tally)
{
    struct cli_sweep *sweep = context;

    cli_sweep_progress_show(&sweep->progress, tally);
    return !asked;
}

static int tell(const struct cli_sweep *sweep)
{
    const struct sweep_tally *tally = &sweep->tally;

    if (sweep->request->json) {
        cli_sweep_print_json(sweep->study, sweep->request->shard, tally, sweep->request->database);
    } else {
        cli_sweep_print_outcome(tally, sweep->request->database);
    }
    if (tally->failed) {
        say("%" PRIu64 " of %" PRIu64 " points failed, the first is %" PRIu64 ": %s", tally->failed,
            tally->points, tally->failed_point, tally->failed_why);
    }
    if (tally->deaths) {
        say("%" PRIu64 " %s died or hung and %s replaced", (uint64_t)tally->deaths,
            tally->deaths == 1 ? "worker" : "workers", tally->deaths == 1 ? "was" : "were");
    }
    if (tally->stopped) {
        say("stopped; what is done is stored, the same command runs the rest");
    }
    return tally->failed ? CLI_EXIT_FINDINGS : CLI_EXIT_CLEAN;
}

int cli_sweep_run(struct cli_sweep *sweep, struct sweep_crew crew)
{
    char *message = malloc(SWEEP_STORE_MESSAGE);
    struct sweep_conduct conduct = {.study = sweep->study,
                                    .shard = sweep->request->shard,
                                    .store = sweep->store,
                                    .crew = crew,
                                    .go_on = go_on,
                                    .context = sweep};
    int code = CLI_EXIT_INTERNAL;

    if (!message) {
        say("out of memory");
        return code;
    }
    cli_sweep_progress_begin(&sweep->progress);
    enum sweep_conduct_status status = sweep_conduct_run(&conduct, &sweep->tally, message);
    cli_sweep_progress_end(&sweep->progress);
    if (status != SWEEP_CONDUCT_OK) {
        say("%s", message);
    }
    switch (status) {
    case SWEEP_CONDUCT_OK:
        code = tell(sweep);
        break;
    case SWEEP_CONDUCT_INPUT:
        code = CLI_EXIT_INPUT;
        break;
    case SWEEP_CONDUCT_OUTPUT:
        code = CLI_EXIT_OUTPUT;
        break;
    case SWEEP_CONDUCT_INTERNAL:
        break;
    }
    free(message);
    return code;
}

int cli_sweep_end(struct cli_sweep *sweep, int code)
{
    sweep_store_close(sweep->store);
    sweep->store = NULL;
    if (sweep->tally.stopped) {
        fflush(stdout);
        signal(asked, SIG_DFL);
        raise(asked);
    }
    return code;
}
