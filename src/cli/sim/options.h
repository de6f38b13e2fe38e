/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak sim: the option table of the simulator as options, and a few more.
 * Not here: the table (sim/options.h), running (cmd_sim.c).
 */
#ifndef CLI_SIM_OPTIONS_H
#define CLI_SIM_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/common/args.h"
#include "cli/common/link_source.h"
#include "sim/settings.h"

/* Options that are no scalar of a scenario. */
enum own_option {
    OWN_TRACE,
    OWN_CHECK,
    OWN_JSON,
    OWN_FAULT,
    OWN_EVENT,
    OWN_SCENARIO_OUT,
    OWN_LSPCI,
    OWN_DEVICE,
    OWN_SYSFS,
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
    struct cli_link_source link; /* a device whose link is taken */
    void *own;                   /* where a form's `apply` puts what is its own */
};

/* A command that takes a scenario and the options of the table, and some of its own. */
struct cli_sim_form {
    const struct cli_option *own;
    size_t own_count;
    size_t help_row; /* of `own`: --help */
    int (*apply)(struct cli_sim_request *request, size_t own_row, const char *value);
    bool shows_packets; /* --ladder and the like mean something */
};

/* As cli_sim_read, for another command. request->own is set by the caller. */
int cli_sim_read_as(const struct cli_sim_form *form, struct cli_sim_request *request, int argc,
                    char **argv);

/* Prints the rows of the table: the common ones, or all. */
void cli_sim_print_table(FILE *out, bool all, bool shows_packets, unsigned columns);

/*
 * Reads the command line, and the scenario file it names. Returns CLI_EXIT_CLEAN, or another exit
 * code having said what is wrong. Give the settings back with sim_settings_end in either case.
 */
int cli_sim_read(struct cli_sim_request *request, int argc, char **argv);

/* Prints the help of acknak sim: the common options, or all. */
void cli_sim_help(FILE *out, bool all);

#endif
