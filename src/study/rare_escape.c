/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the CRCs overlook.
 * Not here: how often packets are hit.
 */
#include <math.h>

#include "study/rare_closed.h"

#define TWO_32    4294967296.0
#define TERMS     8u /* of a series of which each is far smaller than the one before */
#define DLLP_BITS 48u
#define FCRC_BITS 4u /* ahead of the sequence number; not covered */
#define LCRC_BITS 32u

/* The least number of wrong bits that CRC-32 overlooks in some message of this many bits:
 * Koopman, "32-bit cyclic redundancy codes for Internet applications", 2002, for 04C11DB7h. */
static uint32_t least_overlooked(uint32_t data_bits)
{
    static const struct {
        uint32_t data_bits;
        uint32_t distance;
    } table[] = {{12, 12}, {21, 11}, {34, 10},  {57, 9},   {91, 8},
                 {171, 7}, {268, 6}, {2974, 5}, {91607, 4}};

    for (uint32_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (data_bits <= table[i].data_bits)
            return table[i].distance;
    }
    return 3;
}

/* Of the 48 bits of a DLLP, the patterns of so many wrong bits that CRC-16 overlooks, by adding up
 * the syndromes of all patterns. With fewer than five wrong bits there is none. */
static const struct {
    uint32_t bits;
    double patterns;
} overlooked[] = {{5, 74}, {6, 169}, {7, 1027}, {8, 5974}};

/* C(n, w) p^w (1 - p)^(n - w) */
static double binomial(double n, double w, double p)
{
    return exp(lgamma(n + 1) - lgamma(w + 1) - lgamma(n - w + 1) + w * log(p) +
               (n - w) * log1p(-p));
}

double rare_lcrc_escape(uint32_t frame_bytes, double ber)
{
    uint32_t bits = frame_bytes * 8u - FCRC_BITS;
    uint32_t least = least_overlooked(bits - LCRC_BITS);
    double sum = 0;

    if (ber <= 0)
        return 0;
    for (uint32_t w = least; w < least + TERMS; w++)
        sum += binomial(bits, w, ber);
    return sum / TWO_32;
}

double rare_crc16_escape(double ber)
{
    double sum = 0;

    for (uint32_t i = 0; i < sizeof overlooked / sizeof *overlooked; i++)
        sum += overlooked[i].patterns * pow(ber, overlooked[i].bits) *
               pow(1 - ber, (double)(DLLP_BITS - overlooked[i].bits));
    return sum;
}
