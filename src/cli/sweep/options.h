/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak sweep.
 * Not here: running (cmd_sweep.c).
 */
#ifndef CLI_SWEEP_OPTIONS_H
#define CLI_SWEEP_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "study/sweep_store.h"

struct cli_sweep_request {
    const char *study; /* a path, or "-" */
    char database[SIM_PATH_BYTES];
    struct sweep_shard shard;
    unsigned workers; /* 0: not said */
    uint64_t points_max;
    unsigned hang_s;
    bool json;
    bool dry_run;
    bool list;
    bool no_mpi;
    const char *digest; /* a database whose digest is wanted, or a null pointer */
    bool help;
};

/* Returns an exit code, having said why if it is not clean. */
int cli_sweep_read(struct cli_sweep_request *request, int argc, char **argv);

void cli_sweep_help(void);

#endif
