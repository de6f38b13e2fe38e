/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak check.
 * Not here: reading and judging (run.h).
 */
#ifndef CLI_CHECK_OPTIONS_H
#define CLI_CHECK_OPTIONS_H

#include <stdio.h>

#include "cli/check/run.h"

/* Reads the command line. Returns CLI_EXIT_CLEAN, or another exit code having said what is wrong.
 * `request->paths` is to be freed in either case. */
int cli_check_read(struct cli_check_request *request, int argc, char **argv);

void cli_check_help(FILE *out);

#endif
