/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Events over time in a fixed number of buckets: when the time does not fit, buckets are merged.
 * Not here: how it is drawn (report_html.c).
 */
#ifndef ACKNAK_DIAGNOSE_SERIES_H
#define ACKNAK_DIAGNOSE_SERIES_H

#include <stdbool.h>
#include <stdint.h>

#define AK_SERIES_BUCKETS 48

struct ak_series {
    bool used;
    int64_t begin_us;
    int64_t width_us; /* of one bucket */
    int last;         /* highest bucket in use */
    uint64_t receive[AK_SERIES_BUCKETS];
    uint64_t transmit[AK_SERIES_BUCKETS];
};

/* Adds events at a time. What is earlier than the first event goes into the first bucket. */
void ak_series_add(struct ak_series *series, int64_t at_us, uint64_t receive, uint64_t transmit);

#endif
