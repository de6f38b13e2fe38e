/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Percentiles of a histogram.
 * Not here: adding to it (inline in histogram.h).
 */
#include "sim/histogram.h"

#include <string.h>

void sim_histogram_init(struct sim_histogram *histogram)
{
    memset(histogram, 0, sizeof *histogram);
    histogram->min = UINT64_MAX;
}

static uint64_t middle_of(uint32_t bucket)
{
    if (bucket < (2u << SIM_HISTOGRAM_SUB_BITS)) {
        return bucket;
    }
    uint32_t shift = (bucket >> SIM_HISTOGRAM_SUB_BITS) - 1u;
    uint64_t mantissa = bucket - (shift << SIM_HISTOGRAM_SUB_BITS);
    return (mantissa << shift) + ((1ull << shift) >> 1);
}

uint64_t sim_histogram_percentile(const struct sim_histogram *histogram, uint32_t permille)
{
    /* The rank of the value wanted, from 1; split so that the product cannot overflow. */
    uint64_t rank =
        histogram->count / 1000u * permille + (histogram->count % 1000u * permille + 999u) / 1000u;
    uint64_t seen = 0;

    if (rank == histogram->count) {
        return histogram->max;
    }
    for (uint32_t bucket = 0; bucket < SIM_HISTOGRAM_BUCKETS; bucket++) {
        seen += histogram->buckets[bucket];
        if (seen >= rank && seen > 0) {
            uint64_t value = middle_of(bucket);
            if (value < histogram->min) {
                return histogram->min;
            }
            return value > histogram->max ? histogram->max : value;
        }
    }
    return histogram->max;
}
