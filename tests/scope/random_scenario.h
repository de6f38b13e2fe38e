/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A random scenario from a seed: any option of the simulator's table may have any value it takes.
 * Not here: what must hold for it (random.c).
 */
#ifndef ACKNAK_TESTS_RANDOM_SCENARIO_H
#define ACKNAK_TESTS_RANDOM_SCENARIO_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/options.h"

/* Fills `settings`. Files of workloads and what is shown of a run stay at their defaults; times
 * and numbers of TLPs are kept small. */
void random_scenario(uint64_t seed, struct sim_settings *settings);

/* Nothing in it makes a port break a rule: no fault forges or spoils what a port sends, and no
 * option sets a timer or delay of a port to a value of its own. */
bool random_scenario_is_lawful(const struct sim_settings *settings);

/* Sets as much to its default as `still` allows: it tells whether the scenario is still wanted. */
void random_scenario_shrink(struct sim_settings *settings,
                            bool (*still)(const struct sim_settings *settings, void *context),
                            void *context);

/* As a command line of acknak. */
void random_scenario_tell(const struct sim_settings *settings, FILE *out);

#endif
