/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What acknak rare prints.
 * Not here: the estimates (study/rare.h).
 */
#ifndef CLI_RARE_PRINT_H
#define CLI_RARE_PRINT_H

#include "study/rare.h"

/* Both print to standard output. The schema of the JSON, acknak-rare-1, is told in docs/rare.md. */
void rare_print_text(const struct rare_plan *plan, const struct rare_result *result);
void rare_print_json(const struct rare_plan *plan, const struct rare_result *result);

#endif
