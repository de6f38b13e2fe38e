/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mean, spread and 95 % confidence interval of a figure over the runs of a point (Student t).
 * Not here: which figures there are (sweep_figures.c).
 *
 * Sums, products, quotients and roots only: IEEE 754 rounds these alike on every machine.
 */
#include "study/sweep_statistics.h"

#include <math.h>

double sweep_statistics_t95(uint32_t degrees)
{
    static const double table[] = {
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
        2.2010,  2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
        2.0796,  2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452,
    };
    if (degrees <= sizeof(table) / sizeof(table[0]))
        return table[degrees - 1];

    /* Abramowitz and Stegun 26.7.5, from the quantile of the normal distribution. */
    const double z = 1.959963984540054;
    const double z2 = z * z, n = degrees;
    double first = z * (z2 + 1) / 4;
    double second = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double third = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    return z + ((third / n + second) / n + first) / n;
}

void sweep_statistics_of(const double *values, size_t stride, uint32_t n,
                         struct sweep_statistics *statistics)
{
    double sum = 0, squares = 0;

    *statistics = (struct sweep_statistics){.n = n, .min = values[0], .max = values[0]};
    for (uint32_t i = 0; i < n; i++) {
        double value = values[i * stride];
        sum += value;
        statistics->min = value < statistics->min ? value : statistics->min;
        statistics->max = value > statistics->max ? value : statistics->max;
    }
    statistics->mean = sum / n;
    statistics->low = statistics->high = NAN;
    if (n < 2)
        return;
    /* Values all alike have no spread, although their mean may have been rounded. */
    if (statistics->min == statistics->max)
        statistics->mean = statistics->min;
    for (uint32_t i = 0; i < n; i++) {
        double difference = values[i * stride] - statistics->mean;
        squares += difference * difference;
    }
    statistics->stddev = sqrt(squares / (n - 1));
    double half = sweep_statistics_t95(n - 1) * statistics->stddev / sqrt(n);
    statistics->low = statistics->mean - half;
    statistics->high = statistics->mean + half;
}

bool sweep_statistics_is_precise(const struct sweep_statistics *statistics, double precision)
{
    if (statistics->n < 2)
        return false;
    return (statistics->high - statistics->low) / 2 <= precision * fabs(statistics->mean);
}
