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

/* What goes wrong on purpose, to see it found. */
enum random_fault {
    RANDOM_RIGHT,
    RANDOM_ACKS_AHEAD,       /* an Ack carries the number after the one it should */
    RANDOM_TICKS_IN_VAIN,    /* a tick does nothing */
    RANDOM_KEEPS_DUPLICATES, /* a duplicate is handed on */
    RANDOM_BAD_MEMORY,       /* a number in the replay buffer is overwritten */
    RANDOM_OTHER_WAY,        /* without a trace a Nak is not heard */
};

struct random_calls {
    enum random_fault fault;
    bool off;            /* look at nothing */
    uint64_t calls;      /* looked at so far */
    uint64_t ticks;      /* of those, ticks at a deadline */
    const char *failure; /* the first thing that did not hold, NULL: none. Reset it before a run */
    uint64_t time_fs;    /* when */
};

extern struct random_calls random_calls;

#endif
