/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kernels with carry-less multiplication have in common.
 * Not here: their loops (crc_pclmul.c, crc_vpclmul.c).
 *
 * Method. A CRC is a sum over the words of a TLP: each 64-bit word times the power of x that its
 * distance from the end gives it, modulo P. Short TLPs are computed so, every word with a multiplier
 * of its own from ak_crc_lcrc_powers, which leaves no chain of products that wait for each other.
 * Long TLPs are first folded down to one stretch of words. The sum is a 96-bit number congruent to
 * the CRC; adding the multiple of P that clears its low 64 bits leaves the CRC in the next 32.
 *
 * V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ" (2009) is the
 * source of folding; the last step is Montgomery's reduction.
 */
#ifndef ACKNAK_CORE_CRC_X86_H
#define ACKNAK_CORE_CRC_X86_H

#include "crc_kernels.h"

#include <string.h>

/* The multipliers from the word on that `distance_bytes` (a multiple of 4) follow. */
static inline const uint64_t *powers_at(ptrdiff_t distance_bytes)
{
    ptrdiff_t whole_words = distance_bytes & ~(ptrdiff_t)7;

    return &ak_crc_lcrc_powers[(distance_bytes >> 2) & 1]
                              [(AK_CRC_POWERS_FIRST_BYTES - whole_words) / 8];
}

/* The 0 to 3 bytes that a length leaves over when only multiples of 4 are multiplied. */
static inline uint32_t odd_bytes(uint32_t state, uint8_t *destination, const uint8_t *bytes,
                                 size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (destination)
            destination[i] = bytes[i];
        state = ak_crc_lcrc_byte(state, bytes[i]);
    }
    return state;
}

#endif
