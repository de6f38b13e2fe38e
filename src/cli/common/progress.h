/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A line on standard error that tells how far a run is: after two seconds, on a terminal.
 * Not here: what is running.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct cli_progress {
    bool on;    /* standard error is a terminal */
    bool shown; /* there is a line to take away */
    int64_t began_ms;
    int64_t next_ms; /* when to show the next line */
};

void cli_progress_begin(struct cli_progress *progress);

/* Shows the line if it is time to; permille 0: how much is done cannot be told. */
void cli_progress_show(struct cli_progress *progress, uint64_t simulated_fs, uint32_t permille);

/* Takes the line away. */
void cli_progress_end(struct cli_progress *progress);

#endif
