/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gaps between hits: thresholds of the binary digits of a geometric distribution.
 * Not here: the random numbers (random.h).
 */
#include "sim/gap.h"

#define GAP_LARGEST_DIGIT 62u

/* Q / (1 + Q) in units of 2^-64, by long division; three low bits of Q give the room it needs. */
static uint64_t odds_to_probability(uint64_t q_per_2_64)
{
    uint64_t rest = q_per_2_64 >> 3;
    uint64_t divisor = (1ull << 61) + rest;
    uint64_t quotient = 0;

    for (int i = 0; i < 64; i++) {
        rest <<= 1;
        quotient <<= 1;
        if (rest >= divisor) {
            rest -= divisor;
            quotient |= 1u;
        }
    }
    return quotient;
}

void sim_gap_prepare(struct sim_gap *gap, struct sim_probability p)
{
    uint64_t q = 0u - p.per_2_64;

    gap->digits = 0;
    if (p.per_2_64 == 0) {
        return;
    }
    while (q != 0 && gap->digits < SIM_GAP_BITS) {
        gap->threshold[gap->digits++] = odds_to_probability(q);
        q = sim_mul_high(q, q);
    }
}

uint64_t sim_gap_draw(const struct sim_gap *gap, struct sim_random *random)
{
    uint64_t drawn = 0;
    bool beyond = gap->digits == 0;

    for (uint32_t digit = 0; digit < gap->digits; digit++) {
        uint64_t one = sim_random_draw(random) < gap->threshold[digit];
        if (digit < GAP_LARGEST_DIGIT) {
            drawn |= one << digit;
        } else {
            beyond |= one != 0;
        }
    }
    return beyond ? SIM_GAP_NEVER : drawn;
}
