/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep from the opening of its database to what is said at its end, whoever runs the points.
 * Not here: those who run them (cmd_sweep.c, mpi/).
 */
#ifndef CLI_SWEEP_RUN_H
#define CLI_SWEEP_RUN_H

#include "cli/sweep/options.h"
#include "cli/sweep/progress.h"

struct cli_sweep {
    const struct cli_sweep_request *request;
    const struct sweep_study *study;
    struct sweep_store *store;
    struct cli_sweep_progress progress;
    struct sweep_tally tally;
};

/* Reads and checks the study. Returns an exit code, having said why if it is not clean; the study
 * is to be ended with sweep_file_end in any case. */
int cli_sweep_load(const struct cli_sweep_request *request, struct sweep_study *study);

/* Opens the database. From here on Ctrl-C ends the sweep, not the process. Returns an exit code,
 * having said why; cli_sweep_end is to be called in any case. */
int cli_sweep_begin(struct cli_sweep *sweep, const struct cli_sweep_request *request,
                    const struct sweep_study *study);

/* Runs with a crew and prints the outcome; returns an exit code. */
int cli_sweep_run(struct cli_sweep *sweep, struct sweep_crew crew);

/* Closes the database. Returns the code; after Ctrl-C it does not return: the process ends by the
 * signal that it was sent. */
int cli_sweep_end(struct cli_sweep *sweep, int code);

#endif
