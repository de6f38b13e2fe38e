/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Means, standard errors, bounds.
 * Not here: what is counted.
 */
#include "study/rare_estimate.h"

#include <math.h>

#define NORMAL_95     1.959964
#define RULE_OF_THREE 3.0 /* 1 - 0.95^(1/n) is about 3 / n */
#define SEEN_LEAST    10u /* weights that tell how weights scatter */

void rare_mean_add(struct rare_mean *mean, double value)
{
    if (mean->unit == 0)
        mean->unit = value;
    double in_units = mean->unit != 0 ? value / mean->unit : 0;
    double distance = in_units - mean->mean;

    mean->count++;
    mean->not_zero += value != 0;
    mean->mean += distance / (double)mean->count;
    mean->squares += distance * (in_units - mean->mean);
    mean->largest = fmax(mean->largest, in_units);
}

/* As if the heaviest had come once more. */
static struct rare_mean with_another(const struct rare_mean *mean)
{
    struct rare_mean more = *mean;

    rare_mean_add(&more, mean->largest * mean->unit);
    return more;
}

static double variance_of(const struct rare_mean *mean)
{
    return mean->count > 1 ? mean->squares / (double)(mean->count - 1u) : 0;
}

/* Bounds of the mean of a Poisson distribution of which `count` was seen, by the cube roots of
 * Wilson and Hilferty. */
static double poisson_low(double count)
{
    return count * pow(1 - 1 / (9 * count) - NORMAL_95 / (3 * sqrt(count)), 3);
}

static double poisson_high(double count)
{
    double more = count + 1;
    return more * pow(1 - 1 / (9 * more) + NORMAL_95 / (3 * sqrt(more)), 3);
}

struct rare_estimate rare_estimate_trials(const struct rare_mean *mean, double seconds,
                                          double largest_weight)
{
    struct rare_estimate estimate = {
        .known = mean->count != 0, .trials = mean->count, .seen = mean->not_zero};

    if (!estimate.known)
        return estimate;
    double trials = (double)mean->count;
    if (mean->not_zero == 0) {
        estimate.high = RULE_OF_THREE / trials * largest_weight / seconds;
        return estimate;
    }
    struct rare_mean more = with_another(mean);
    double error = sqrt(variance_of(&more) / (double)more.count);
    double factor = exp(NORMAL_95 * error / mean->mean);
    double factor_up = exp(NORMAL_95 * error / more.mean);
    estimate.rate = mean->mean * mean->unit / seconds;
    estimate.standard_error = mean->count > 1 ? error * mean->unit / seconds : INFINITY;
    if (mean->not_zero < SEEN_LEAST) {
        estimate.high = poisson_high((double)mean->not_zero) / trials * largest_weight / seconds;
        return estimate;
    }
    estimate.low = estimate.rate / factor;
    estimate.high = more.mean * more.unit / seconds * factor_up;
    return estimate;
}

struct rare_estimate rare_estimate_counts(const struct rare_mean *batches, uint64_t events,
                                          double seconds)
{
    struct rare_estimate estimate = {
        .known = seconds > 0, .trials = batches->count, .seen = events};

    if (!estimate.known)
        return estimate;
    if (events == 0) {
        estimate.high = RULE_OF_THREE / seconds;
        return estimate;
    }
    double spread = variance_of(batches) / batches->mean * batches->unit;
    double per_event = spread > 1 ? spread : 1; /* events come in clusters */
    double clusters = (double)events / per_event;
    estimate.rate = (double)events / seconds;
    estimate.standard_error = sqrt((double)events * per_event) / seconds;
    estimate.low = clusters > 0.5 ? fmax(0, poisson_low(clusters)) * per_event / seconds : 0;
    estimate.high = poisson_high(clusters) * per_event / seconds;
    return estimate;
}
