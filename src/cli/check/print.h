/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How acknak check tells what it found.
 * Not here: finding it (run.h).
 */
#ifndef CLI_CHECK_PRINT_H
#define CLI_CHECK_PRINT_H

#include "cli/check/run.h"

/* For people: a sentence, the findings, the rules. */
void cli_check_text(const struct cli_check_run *run, const struct cli_check_request *request);

/* acknak-check-1. The key "file" is there only if there are several traces. */
void cli_check_json(const struct cli_check_run *run, const struct cli_check_request *request);

#endif
