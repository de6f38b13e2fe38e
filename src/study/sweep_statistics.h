/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mean, spread and 95 % confidence interval of a figure over the runs of a point (Student t).
 * Not here: which figures there are (sweep_figures.h).
 */
#ifndef STUDY_SWEEP_STATISTICS_H
#define STUDY_SWEEP_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sweep_statistics {
    uint32_t n;
    double mean;
    double stddev;    /* of the sample, over n - 1; of one value: 0 */
    double low, high; /* 95 % confidence interval of the mean; of one value: not known, NAN */
    double min, max;
};

/* Of `n` values, each `stride` doubles behind the one before it. n is at least 1. */
void sweep_statistics_of(const double *values, size_t stride, uint32_t n,
                         struct sweep_statistics *statistics);

/* Two-sided 95 % quantile of Student's t, within 0.0001: P(|t| < it) = 0.95. degrees is at least 1.
 */
double sweep_statistics_t95(uint32_t degrees);

/* Whether half the interval is at most `precision` times the absolute value of the mean. */
bool sweep_statistics_is_precise(const struct sweep_statistics *statistics, double precision);

#endif
