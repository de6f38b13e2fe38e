/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The screen of acknak watch: a table of links, drawn anew for each sample.
 * Not here: reading samples and keys (cmd_watch.c).
 */
#ifndef CLI_WATCH_SCREEN_H
#define CLI_WATCH_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

#include "diagnose/diagnosis.h"

enum watch_order { WATCH_BY_ADDRESS, WATCH_BY_RATE, WATCH_BY_TOTAL, WATCH_ORDER_COUNT };

struct watch_view {
    enum watch_order order;
    bool recording;
    const char *message; /* shown in the status line, or NULL */
    bool keys;           /* keys are read: say which */
    double seconds;      /* since the first sample */
    unsigned rows;       /* of the terminal */
};

/* Every link of the machine, not only those with errors; those in `diagnosis` with a verdict. */
void watch_screen_draw(FILE *out, const struct ak_diagnosis *diagnosis,
                       const struct watch_view *view);

const char *watch_order_name(enum watch_order order);

#endif
