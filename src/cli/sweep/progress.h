/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far a sweep is, on standard error: a bar on a terminal, now and then a line elsewhere.
 * Not here: what is running.
 */
#ifndef CLI_SWEEP_PROGRESS_H
#define CLI_SWEEP_PROGRESS_H

#include "study/sweep_conduct.h"

struct cli_sweep_progress {
    bool terminal;
    bool shown; /* there is a line to take away */
    int64_t began_ms;
    int64_t next_ms;
};

void cli_sweep_progress_begin(struct cli_sweep_progress *progress);

/* Shows it if it is time to. */
void cli_sweep_progress_show(struct cli_sweep_progress *progress, const struct sweep_tally *tally);

/* Takes the bar away. */
void cli_sweep_progress_end(struct cli_sweep_progress *progress);

#endif
