/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A histogram of times in fixed memory: 64 buckets for each power of two, so a percentile is
 * exact to one part in 64; the smallest and the largest value are exact.
 * Not here: what is measured.
 */
#ifndef ACKNAK_SIM_HISTOGRAM_H
#define ACKNAK_SIM_HISTOGRAM_H

#include <stdint.h>

#define SIM_HISTOGRAM_SUB_BITS 6u
#define SIM_HISTOGRAM_BUCKETS  ((64u - SIM_HISTOGRAM_SUB_BITS + 1u) << SIM_HISTOGRAM_SUB_BITS)

/* All zero is an empty one, but for `min`, which sim_histogram_init sets. */
struct sim_histogram {
    uint64_t count;
    uint64_t min;
    uint64_t max;
    uint64_t buckets[SIM_HISTOGRAM_BUCKETS];
};

void sim_histogram_init(struct sim_histogram *histogram);

/* Values below 64 have a bucket each; from there on the bucket is the power of two and the next
 * six bits. */
static inline uint32_t sim_histogram_bucket(uint64_t value)
{
    if (__builtin_expect(value < (1u << SIM_HISTOGRAM_SUB_BITS), 0)) {
        return (uint32_t)value;
    }
    uint32_t shift = 63u - (uint32_t)__builtin_clzll(value) - SIM_HISTOGRAM_SUB_BITS;
    return (shift << SIM_HISTOGRAM_SUB_BITS) + (uint32_t)(value >> shift);
}

static inline void sim_histogram_add(struct sim_histogram *histogram, uint64_t value)
{
    histogram->count++;
    histogram->buckets[sim_histogram_bucket(value)]++;
    if (value < histogram->min) {
        histogram->min = value;
    }
    if (value > histogram->max) {
        histogram->max = value;
    }
}

/*
 * The value below or at which `permille` thousandths of all values lie: the middle of its bucket,
 * not outside min and max. 0 for an empty histogram.
 */
uint64_t sim_histogram_percentile(const struct sim_histogram *histogram, uint32_t permille);

#endif
