/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The AER conditions of a port by name.
 * Not here: when they arise (the core).
 */
#ifndef CLI_AER_NAMES_H
#define CLI_AER_NAMES_H

#include "acknak/counters.h"

#define CLI_AER_COUNT 6u

struct cli_aer {
    enum ak_event event;
    const char *name; /* as the specification spells it */
    const char *bit;  /* where AER logs it */
};

extern const struct cli_aer cli_aer[CLI_AER_COUNT];

#endif
