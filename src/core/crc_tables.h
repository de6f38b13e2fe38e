/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constants of the CRC kernels.
 * Not here: the loops that use them (crc.c, crc_portable.c, crc_pclmul.c, crc_vpclmul.c).
 *
 * Registers are reflected: bit 0 of a byte enters first and holds the highest power of x. P is the
 * LCRC's polynomial.
 */
#ifndef ACKNAK_CORE_CRC_TABLES_H
#define ACKNAK_CORE_CRC_TABLES_H

#include <stdint.h>

/* Known to stay inside the library, so that position independent code needs no detour to them. */
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

/* An unaligned load that crosses a page costs more than the LCRC of a small TLP: what is read by
 * such loads lies in one page, wherever the linker puts it. */
#if defined(__x86_64__) && defined(__GNUC__)
#define AK_CRC_IN_ONE_PAGE(table_bytes) __attribute__((aligned(table_bytes)))
#else
#define AK_CRC_IN_ONE_PAGE(table_bytes)
#endif

/* [n][byte]: the register after `byte` and then n zero bytes, begun at 0. */
extern const uint32_t ak_crc_lcrc_slices[16][256];
extern const uint16_t ak_crc_dllp_slices[4][256];

/*
 * [0][byte]: the register, begun at FFFFFFFFh, after a byte 0 and `byte`. [1][byte]: what `byte` in
 * place of that 0 adds, as in ak_crc_lcrc_slices[1]; here so that both are found from one address.
 */
extern const uint32_t ak_crc_lcrc_seeds[2][256];

/*
 * Multipliers for a carry-less product: x^(8 d + 32) mod P, where d is the number of bytes that
 * follow a 64-bit word up to the TLP's end. Rows 0 to 3 hold the d that divided by 8 leave 0, 4, 2
 * and 6; d falls by 8 from one entry to the next, as it does from one word of the TLP to the next,
 * so that a block of words finds its multipliers in one load. d is negative for the words
 * past the end in a block that the end cuts short. The first entry is chosen so that the
 * multipliers of a TLP's last 64 bytes (d = 56) fill one cache line.
 */
#define AK_CRC_POWERS_FIRST_BYTES 504 /* d of row 0's first entry; the others have 4, 2, 6 more */
#define AK_CRC_POWERS             72
AK_CRC_IN_ONE_PAGE(4096) extern const uint64_t ak_crc_lcrc_powers[4][AK_CRC_POWERS];

/* Pairs lie as one 128-bit operand: for the earlier word, for the later word. */
struct ak_crc_constants {
    uint64_t fold_64[2];  /* move a pair of words 64 bytes on: x^(8 64 + 32), x^(8 64 - 32) mod P */
    uint64_t fold_256[2]; /* the same for 256 bytes */
    uint64_t reduce[2];   /* the inverse of P modulo 2^64 of the reflected numbers; P */
};
AK_CRC_IN_ONE_PAGE(64) extern const struct ak_crc_constants ak_crc_lcrc_constants;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
