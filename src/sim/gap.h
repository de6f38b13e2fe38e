/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many line bits stay clean before the next hit: a geometric distribution, drawn in integers.
 * Not here: what a hit does (phy.h).
 */
#ifndef ACKNAK_SIM_GAP_H
#define ACKNAK_SIM_GAP_H

#include <stdint.h>

#include "sim/random.h"
#include "sim/scenario.h"

#define SIM_GAP_BITS  80u /* binary digits of a gap that are drawn */
#define SIM_GAP_NEVER UINT64_MAX

/*
 * P(gap = k) = q^k * p, q = 1 - p. The binary digits of such a k are independent of each other:
 * digit j is 1 with probability t_j = Q_j / (1 + Q_j), Q_j = q^(2^j). (In q^k the digits of k
 * separate into factors Q_j.) So a gap is one comparison per digit, without a logarithm.
 */
struct sim_gap {
    uint32_t digits;                  /* digits that can be 1; 0: no hit ever */
    uint64_t threshold[SIM_GAP_BITS]; /* t_j in units of 2^-64 */
};

/*
 * Prepares the thresholds. Error: p is exact to 2^-65 as given; Q_j comes from j squarings, each
 * cut below 2^-64, so its error is under 2^(j-63), as if p were off by at most 2 units of 2^-64;
 * t_j loses another 2^-60 by its division. For p >= 1e-12 the mean of the gap is off by less
 * than one part in ten million.
 */
void sim_gap_prepare(struct sim_gap *gap, struct sim_probability p);

/* Draws a gap: 0 means the very next bit is hit. SIM_GAP_NEVER if p is 0 or beyond 2^62 bits. */
uint64_t sim_gap_draw(const struct sim_gap *gap, struct sim_random *random);

#endif
