/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kernels with carry-less multiplication have in common.
 * Not here: their loops (crc_pclmul.c, crc_vpclmul.c).
 *
 * Method. A CRC is a sum over the words of a TLP: each 64-bit word times the power of x that its
 * distance from the end gives it, modulo P. Short TLPs are computed so, every word with a
 * multiplier of its own from ak_crc_lcrc_powers, which leaves no chain of products that wait for
 * each other. Long TLPs are first folded down to one stretch of words. The sum is a 96-bit number
 * congruent to the CRC; adding the multiple of P that clears its low 64 bits leaves the CRC in the
 * next 32.
 *
 * V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ" (2009) is the
 * source of folding; the last step is Montgomery's reduction.
 */
#ifndef ACKNAK_CORE_CRC_X86_H
#define ACKNAK_CORE_CRC_X86_H

#include "crc_kernels.h"

/* The multipliers of the words that the last `bytes` begin with, which are a multiple of 4 and
 * `rest`: 0 or 2. */
static inline const void *powers_of_rest(ptrdiff_t bytes, unsigned rest)
{
    const uint8_t *even =
        (const uint8_t *)ak_crc_lcrc_powers[rest] + rest + AK_CRC_POWERS_FIRST_BYTES + 8;
    const uint8_t *odd = even + sizeof(ak_crc_lcrc_powers[0]) + 4;
    const uint8_t *end = (bytes & 4) != 0 ? odd : even;

    /* Left alone, compilers branch here, or spread the constants over more operations. */
    if (!__builtin_constant_p(bytes))
        __asm__("" : "+r"(end));
    return end - bytes;
}

/* The multipliers of the words that a TLP's last `bytes` (a multiple of 4) begin with. */
static inline const void *powers_of_last(ptrdiff_t bytes)
{
    return powers_of_rest(bytes, 0);
}

#endif
