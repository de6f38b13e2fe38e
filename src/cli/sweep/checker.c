/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The protocol checker for the runs of a study with `check: yes`.
 * Not here: the judgement itself (cli/sim/check.c).
 */
#include "cli/sweep/checker.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/sim/check.h"

struct both {
    struct sweep_checker checker; /* first: what is handed out */
    struct cli_sim_check check;
};

static bool begin(void *context, const struct sim_scenario *scenario, struct ak_record_sink *sink)
{
    struct cli_sim_check *check = context;

    *sink = (struct ak_record_sink){cli_sim_check_take, check};
    return cli_sim_check_begin(check, scenario, NULL);
}

static bool end(void *context, char message[SWEEP_TEXT])
{
    struct cli_sim_check *check = context;

    cli_sim_check_end(check);
    if (!check->unexplained) {
        return true;
    }
    snprintf(message, SWEEP_TEXT, "internal error, please report it: no injected fault explains %s",
             check->first);
    return false;
}

struct sweep_checker *cli_sweep_checker_create(void)
{
    struct both *both = calloc(1, sizeof(*both));

    if (!both) {
        return NULL;
    }
    both->checker = (struct sweep_checker){&both->check, begin, end};
    return &both->checker;
}

void cli_sweep_checker_destroy(struct sweep_checker *checker)
{
    free(checker);
}
