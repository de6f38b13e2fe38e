/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether what was asked of acknak sim fits together.
 * Not here: single values (options.h), the rules (sim/scenario.h).
 */
#ifndef CLI_SIM_FIT_H
#define CLI_SIM_FIT_H

#include "cli/sim/options.h"

/* Returns CLI_EXIT_CLEAN, or another exit code having said what does not fit, with the line of the
 * scenario file if it stands there. */
int cli_sim_check_fit(const struct cli_sim_request *request);

/* The same for workload files that cannot be read. */
int cli_sim_check_workload(const struct cli_sim_request *request);

#endif
