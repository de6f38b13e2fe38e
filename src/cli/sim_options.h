/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak sim: the option table of the simulator as options, and a few more.
 * Not here: the table (sim/options.h), running (cmd_sim.c).
 */
#ifndef CLI_SIM_OPTIONS_H
#define CLI_SIM_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/args.h"
#include "sim/settings.h"

/* Options that are no scalar of a scenario. */
enum own_option {
    OWN_TRACE,
    OWN_CHECK,
    OWN_JSON,
    OWN_FAULT,
    OWN_EVENT,
    OWN_SCENARIO_OUT,
    OWN_HELP,
    OWN_COUNT
};

extern const struct cli_option cli_sim_own_options[OWN_COUNT];

/* What the command line asks for. */
struct cli_sim_request {
    struct sim_settings settings;
    const char *scenario_path; /* a null pointer: none */
    const char *trace_path;    /* a null pointer: no trace */
    const char *scenario_out;  /* write the scenario there and do not run it */
    bool check;                /* run under the checker */
    bool json;
    bool help;
    bool help_all;
};

/*
 * Reads the command line, and the scenario file it names. Returns CLI_EXIT_CLEAN, or another exit
 * code having said what is wrong. Give the settings back with sim_settings_end in either case.
 */
int cli_sim_read(struct cli_sim_request *request, int argc, char **argv);

/* Prints the help of acknak sim: the common options, or all. */
void cli_sim_help(FILE *out, bool all);

#endif
