/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The protocol checker for the runs of a study with `check: yes`.
 * Not here: the judgement itself (cli/sim/check.h).
 */
#ifndef CLI_SWEEP_CHECKER_H
#define CLI_SWEEP_CHECKER_H

#include "study/sweep_runner.h"

/* A null pointer if memory is short. */
struct sweep_checker *cli_sweep_checker_create(void);
void cli_sweep_checker_destroy(struct sweep_checker *checker);

#endif
