/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak show.
 * Not here: reading and showing (cmd_show.c).
 */
#ifndef CLI_SHOW_OPTIONS_H
#define CLI_SHOW_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "capture/capture.h"
#include "render/around.h"
#include "render/filter.h"
#include "render/format.h"

/* What the command line asks for. */
struct cli_show_request {
    const char *input;                     /* a trace or a scenario; "-" is standard input */
    const char *output;                    /* "-" is standard output */
    const struct ak_render_format *format; /* of the output */
    struct ak_capture_options reading;
    struct ak_render_options options;
    struct ak_filter_options filter;
    bool check;       /* findings and states of the checker, too */
    bool check_notes; /* and its findings of severity note */
    bool ascii;
    bool around;
    enum ak_around around_what;
    uint32_t around_context; /* records before and behind */
    bool at;
    uint64_t at_fs;
    uint64_t packet; /* number of a record, 0: none */
    bool follow;
    bool help;
};

/* Returns CLI_EXIT_CLEAN, or CLI_EXIT_USAGE having said what is wrong. */
int cli_show_read(struct cli_show_request *request, int argc, char **argv);

void cli_show_help(FILE *out);

#endif
