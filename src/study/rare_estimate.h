/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From numbers drawn to an estimate with its 95 % bounds.
 * Not here: drawing them.
 */
#ifndef ACKNAK_STUDY_RARE_ESTIMATE_H
#define ACKNAK_STUDY_RARE_ESTIMATE_H

#include "study/rare.h"

/* Mean and scatter of values as they come, in units of the first that is not 0: the square of a
 * rate may be smaller than any number. */
struct rare_mean {
    uint64_t count;
    uint64_t not_zero;
    double unit;
    double mean;
    double squares; /* of the distances from the mean, summed */
    double largest;
};

void rare_mean_add(struct rare_mean *mean, double value);

/* The mean of independent trials over `seconds` each. The bounds lie a factor apart from the
 * rate, since weights scatter to the right. What windows have not shown may weigh as much as the
 * heaviest they have: standard error and upper bound are those of one window more, as heavy as
 * that. With none above zero, 0 and `largest_weight` times three over the trials (rule of three),
 * over `seconds`. Fewer than ten above zero do not tell how weights scatter: the bounds are then 0
 * and `largest_weight` times what Poisson's upper bound of their number is, over the trials. The
 * standard error of a single trial is INFINITY. */
struct rare_estimate rare_estimate_trials(const struct rare_mean *mean, double seconds,
                                          double largest_weight);

/* What was counted in batches of one run of `seconds` altogether: Poisson's bounds, wider by how
 * much more than Poisson's the batches scatter; the rule of three when nothing was seen. */
struct rare_estimate rare_estimate_counts(const struct rare_mean *batches, uint64_t events,
                                          double seconds);

#endif
