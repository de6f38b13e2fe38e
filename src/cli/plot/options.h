/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak plot.
 * Not here: what it does (cmd_plot.c).
 */
#ifndef CLI_PLOT_OPTIONS_H
#define CLI_PLOT_OPTIONS_H

#include "study/plot_choice.h"
#include "study/plot_script.h"

enum cli_plot_export { CLI_PLOT_NO_EXPORT, CLI_PLOT_CSV, CLI_PLOT_JSON };

struct cli_plot_request {
    struct plot_request plot; /* points into argv, and into where_texts */
    char *where_texts[PLOT_WHERE_MAX];
    const char *database;
    const char *output; /* NULL: chosen */
    const char *title;
    enum plot_format format;
    enum cli_plot_export export_as;
    bool list;
    bool help;
};

/* Reads the command line. Returns CLI_EXIT_CLEAN, or another exit code having said what is wrong.
 * Give the memory back with cli_plot_end in either case. */
int cli_plot_read(struct cli_plot_request *request, int argc, char **argv);
void cli_plot_end(struct cli_plot_request *request);

void cli_plot_help(void);

/* "svg", "png", "pdf". */
const char *cli_plot_ending(enum plot_format format);

#endif
