/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The results of a run for people: a sentence, then a table of both directions and both ports.
 * Not here: the same for machines (json.h).
 */
#ifndef CLI_SIM_SUMMARY_H
#define CLI_SIM_SUMMARY_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/sim/check.h"
#include "sim/run.h"

void cli_sim_summary(FILE *out, const struct sim_scenario *scenario,
                     const struct sim_result *result, const struct cli_sim_check *check);

/* Whether the delivery check found nothing: each TLP once, in order, bit for bit. */
bool cli_sim_delivered_right(const struct sim_result *result);

#endif
