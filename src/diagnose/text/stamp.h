/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time stamps of log lines and samples.
 * Not here: what happened then (facts.h).
 */
#ifndef ACKNAK_DIAGNOSE_STAMP_H
#define ACKNAK_DIAGNOSE_STAMP_H

#include <stdbool.h>
#include <stdint.h>

enum ak_clock {
    AK_CLOCK_NONE, /* no stamp, or one that says nothing on its own */
    AK_CLOCK_MONO, /* since boot */
    AK_CLOCK_WALL  /* calendar time; without a year it is counted from 1 January */
};

struct ak_stamp {
    enum ak_clock clock;
    bool fine; /* finer than a second: two lines with one stamp are one message */
    int64_t us;
};

/* The stamp in front of the message `body` of the line `raw`. */
struct ak_stamp ak_stamp_read(const char *raw, const char *body);

/* A date as `date` prints it, in any order of its parts: clock NONE if it is not one. */
struct ak_stamp ak_stamp_read_date(const char *text);

#endif
