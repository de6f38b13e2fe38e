/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The results of a run as JSON, schema acknak-sim-1.
 * Not here: the same for people (summary.h).
 */
#ifndef CLI_SIM_JSON_H
#define CLI_SIM_JSON_H

#include "cli/sim/check.h"
#include "sim/run.h"

/* Prints the document to standard output. */
void cli_sim_json(const struct sim_scenario *scenario, const struct sim_result *result,
                  const struct cli_sim_check *check);

#endif
