/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Breadth-first search over all states of a model, and from which of them its goal can be reached.
 * Not here: states and steps (model.h).
 */
#ifndef ACKNAK_TESTS_SEARCH_H
#define ACKNAK_TESTS_SEARCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "model.h"

enum search_verdict {
    SEARCH_GOOD,
    SEARCH_UNSAFE,    /* a step after which something does not hold */
    SEARCH_STUCK,     /* a state from which the goal cannot be reached any more */
    SEARCH_NO_MEMORY, /* or more states than ever seemed possible */
};

struct search_result {
    enum search_verdict verdict;
    const char *failure; /* what does not hold */
    uint32_t states;
    uint64_t steps; /* edges */
    uint32_t goals; /* states in which all is done */
    uint32_t dead;  /* states in which a port has given up */
    uint32_t depth; /* steps to the farthest state */
    uint8_t *path;  /* the shortest path to the failure, steps from the first state; free() it */
    uint32_t length;
};

/*
 * Explores a scope. From every state the goal must be reachable by steps that damage nothing,
 * nullify nothing and leave the link alone: if nothing more goes wrong, everything is delivered.
 * With a retrain limit a port may also give up: that is an end like the goal then.
 */
void search_run(const struct model_scope *scope, struct search_result *result);

/* The path of a failure in words. */
void search_tell_path(const struct model_scope *scope, const struct search_result *result,
                      FILE *out);

/* The path as a scenario for the simulator: the same packets are damaged and lost. Its order of
 * events follows from its times, which a path does not have: the timers are set to come close. */
void search_scenario(const struct model_scope *scope, const struct search_result *result,
                     FILE *out);

#endif
