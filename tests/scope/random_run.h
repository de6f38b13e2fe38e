/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one scenario with everything looking on, and again without.
 * Not here: which scenarios (random.c).
 */
#ifndef ACKNAK_TESTS_RANDOM_RUN_H
#define ACKNAK_TESTS_RANDOM_RUN_H

#include "random_scenario.h"
#include "sim/run.h"

#define RANDOM_TEXT_BYTES 500u

/* What became of a scenario. */
struct random_outcome {
    struct sim_result result;
    char failure[RANDOM_TEXT_BYTES]; /* empty: none */
    bool lawful;
};

/* Sets up what all runs share: a checker. False: memory is short. */
bool random_run_open(void);
void random_run_close(void);

/*
 * Runs the scenario four times: with trace, checker and a look at the port after each call; and
 * plainly, as fast as the simulator goes, in steps of another size, with the other CRC kernel. All
 * results must be the same, the delivery check must pass, and the checker must find nothing unless
 * the scenario itself makes a port break a rule.
 */
void random_run(const struct sim_settings *settings, struct random_outcome *outcome);

#endif
