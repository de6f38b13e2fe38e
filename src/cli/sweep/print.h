/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What acknak sweep prints: the points, what can vary, the outcome.
 * Not here: the progress (progress.h).
 */
#ifndef CLI_SWEEP_PRINT_H
#define CLI_SWEEP_PRINT_H

#include "study/sweep_conduct.h"

/* A line for each point of the shard: its number and its values, tabs between them. */
void cli_sweep_print_points(const struct sweep_study *study, struct sweep_shard shard);

/* The keys that can vary, then the figures. */
void cli_sweep_print_names(void);

/* For people; and as JSON, schema acknak-sweep-1. */
void cli_sweep_print_outcome(const struct sweep_tally *tally, const char *database);
void cli_sweep_print_json(const struct sweep_study *study, struct sweep_shard shard,
                          const struct sweep_tally *tally, const char *database);

#endif
