/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak rare: a few options of its own, and those of acknak sim.
 * Not here: running (cmd_rare.c).
 */
#ifndef CLI_RARE_OPTIONS_H
#define CLI_RARE_OPTIONS_H

#include "cli/sim/options.h"
#include "study/rare.h"

struct cli_rare_request {
    struct cli_sim_request sim; /* the link, its traffic and errors; json and help */
    struct rare_plan plan;      /* but for the scenario, which cmd_rare.c copies */
};

/* Reads the command line, and the scenario file it names. Returns CLI_EXIT_CLEAN, or another exit
 * code having said what is wrong. Give the settings back with sim_settings_end in either case. */
int cli_rare_read(struct cli_rare_request *request, int argc, char **argv);

void cli_rare_help(void);

#endif
