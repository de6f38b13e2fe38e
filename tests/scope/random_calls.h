/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What must hold after every call that the simulator makes of the library. The linker puts these
 * checks around the calls (--wrap), so the simulator runs as it is.
 * Not here: scenarios (random_scenario.h).
 */
#ifndef ACKNAK_TESTS_RANDOM_CALLS_H
#define ACKNAK_TESTS_RANDOM_CALLS_H

#include <stdbool.h>
#include <stdint.h>

struct random_calls {
    bool off;            /* look at nothing */
    uint64_t calls;      /* looked at so far */
    uint64_t ticks;      /* of those, ticks at a deadline */
    const char *failure; /* the first thing that did not hold, NULL: none. Reset it before a run */
    uint64_t time_fs;    /* when */
};

extern struct random_calls random_calls;

#endif
