/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Events over time in a fixed number of buckets.
 * Not here: how it is drawn (report_html.c).
 */
#include "diagnose/facts/series.h"

#define FIRST_WIDTH_US 1000000

/* Twice the width: each pair of buckets becomes one. */
static void widen(struct ak_series *s)
{
    for (int i = 0; i < AK_SERIES_BUCKETS; i++) {
        int a = 2 * i, b = 2 * i + 1;
        s->receive[i] = a < AK_SERIES_BUCKETS ? s->receive[a] + s->receive[b] : 0;
        s->transmit[i] = a < AK_SERIES_BUCKETS ? s->transmit[a] + s->transmit[b] : 0;
    }
    s->width_us *= 2;
    s->last /= 2;
}

void ak_series_add(struct ak_series *s, int64_t at_us, uint64_t receive, uint64_t transmit)
{
    int64_t bucket;

    if (!s->used) {
        s->used = true;
        s->begin_us = at_us;
        s->width_us = FIRST_WIDTH_US;
    }
    if (at_us < s->begin_us)
        at_us = s->begin_us;
    while ((at_us - s->begin_us) / s->width_us >= AK_SERIES_BUCKETS)
        widen(s);
    bucket = (at_us - s->begin_us) / s->width_us;
    s->receive[bucket] += receive;
    s->transmit[bucket] += transmit;
    if (bucket > s->last)
        s->last = (int)bucket;
}
