/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The LCRC of one TLP with VPCLMULQDQ on AVX-512 registers.
 * Not here: TLPs of up to 512 bytes (crc_vpclmul.h), several at once (crc_vpclmul_batch.c).
 *
 * Rules: LCRC-01.
 */
#include "crc_vpclmul.h"

#if AK_CRC_X86
/* Where a kernel begins within a cache line decides up to a tenth of its time for a small TLP. */
#define AK_VPCLMUL_ENTRY __attribute__((aligned(64)))

/*
 * The first 64 bytes of a TLP that `lead_bytes` (a multiple of 4, below 64) stand ahead of: zeros
 * are read in their place, which change no CRC. Nothing is copied: a masked store can be slow
 * where the bytes it leaves out lie in a page of their own.
 */
AK_VPCLMUL_TARGET static inline __m512i load_first(uint16_t seq, const uint8_t *tlp,
                                                   size_t lead_bytes)
{
    const __m512i numbers = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i lead = _mm512_set1_epi32((int)lead_bytes / 4);
    const __m512i words = _mm512_maskz_loadu_epi32((__mmask16)(0xFFFFu << lead_bytes / 4), tlp);

    return _mm512_mask_xor_epi32(words, _mm512_cmpeq_epi32_mask(numbers, lead), words,
                                 _mm512_set1_epi32((int)ak_crc_lcrc_seed(seq)));
}

/*
 * Copies the 256 bytes from `done` on, moved back by up to 63 bytes so that no store crosses a
 * cache line: reading the source again costs less than crossing. What is left at the end is the
 * caller's.
 */
AK_VPCLMUL_TARGET static inline void copy_stretch(uint8_t *destination, const uint8_t *tlp,
                                                  size_t done)
{
    if (!destination)
        return;
    done -= (uintptr_t)destination & 63;
    for (size_t i = 0; i < 256; i += 64)
        load_and_copy(destination, tlp, done + i);
}

/*
 * Folds a TLP of more than DIRECT_BYTES to its last 256 to 511 bytes and adds those products. When
 * it copies it begins at the start of a cache line, ahead of the TLP: as all bytes are read twice
 * and written once, it pays that one of the reads crosses no line.
 */
AK_VPCLMUL_TARGET static inline __m512i sum_of_long(uint16_t seq, uint8_t *destination,
                                                    const uint8_t *tlp, size_t tlp_bytes)
{
    __m512i fold =
        _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)ak_crc_lcrc_constants.fold_256));
    const size_t lead_bytes = destination && ((uintptr_t)tlp & 3) == 0 ? (uintptr_t)tlp & 63 : 0;
    size_t done = 256;

    load_and_copy(destination, tlp, 0);
    tlp -= lead_bytes;
    tlp_bytes += lead_bytes;
    if (destination)
        destination -= lead_bytes;

    __m512i x0 = load_first(seq, tlp, lead_bytes);
    __m512i x1 = load_and_copy(destination, tlp, 64);
    __m512i x2 = load_and_copy(destination, tlp, 128);
    __m512i x3 = load_and_copy(destination, tlp, 192);

    for (; tlp_bytes - done >= 256; done += 256) {
        copy_stretch(destination, tlp, done);
        x0 = add_products(load_and_copy(NULL, tlp, done), x0, fold);
        x1 = add_products(load_and_copy(NULL, tlp, done + 64), x1, fold);
        x2 = add_products(load_and_copy(NULL, tlp, done + 128), x2, fold);
        x3 = add_products(load_and_copy(NULL, tlp, done + 192), x3, fold);
    }
    /* The bytes by which the copies were moved back. */
    load_and_copy(destination, tlp, done - 64);

    const uint8_t *powers = powers_of_last((ptrdiff_t)(tlp_bytes - done) + 256);
    __m512i sum = products(x0, load_once(powers));

    sum = add_products(sum, x1, load_once(powers + 64));
    sum = add_products(sum, x2, load_once(powers + 128));
    sum = add_products(sum, x3, load_once(powers + 192));
    for (powers += 256; tlp_bytes - done >= 64; done += 64, powers += 64)
        sum = add_products(sum, load_and_copy(destination, tlp, done), load_once(powers));
    return tlp_bytes == done ? sum : add_rest(sum, destination, tlp, tlp_bytes, tlp_bytes - done);
}

/* The sum of all products, in four parts. tlp_bytes is a multiple of 4 and not 0. */
AK_VPCLMUL_TARGET static inline __m512i sum_of_words(uint16_t seq, uint8_t *destination,
                                                     const uint8_t *tlp, size_t tlp_bytes)
{
    if (tlp_bytes < 64)
        return sum_of_short(seq, destination, tlp, tlp_bytes);
    if (tlp_bytes <= DIRECT_BYTES)
        return sum_of_medium(seq, destination, tlp, tlp_bytes);
    return sum_of_long(seq, destination, tlp, tlp_bytes);
}

/*
 * What is not worth a place on the way of a small TLP: long ones, and lengths that no TLP has,
 * whose whole words go as ever and whose last 1 to 3 bytes are looked up.
 */
AK_VPCLMUL_TARGET static inline uint32_t crc_of_other(uint16_t seq, uint8_t *destination,
                                                      const uint8_t *tlp, size_t tlp_bytes)
{
    size_t done = tlp_bytes & ~(size_t)3;
    uint32_t state = ak_crc_lcrc_seed(seq);

    if (done)
        state = ~reduce(sum_of_words(seq, destination, tlp, done));
    for (; done < tlp_bytes; done++) {
        if (destination)
            destination[done] = tlp[done];
        state = ak_crc_lcrc_byte(state, tlp[done]);
    }
    return ~state;
}

AK_VPCLMUL_TARGET __attribute__((noinline)) static uint32_t
other_crc(uint16_t seq, const uint8_t *tlp, size_t tlp_bytes)
{
    return crc_of_other(seq, NULL, tlp, tlp_bytes);
}

AK_VPCLMUL_TARGET __attribute__((noinline)) static uint32_t
other_crc_copy(uint16_t seq, uint8_t *destination, const uint8_t *tlp, size_t tlp_bytes)
{
    return crc_of_other(seq, destination, tlp, tlp_bytes);
}

AK_VPCLMUL_TARGET AK_VPCLMUL_ENTRY uint32_t ak_crc_vpclmul(uint16_t seq, const uint8_t *tlp,
                                                           size_t tlp_bytes)
{
    if (is_medium(tlp_bytes))
        return reduce(sum_of_medium(seq, NULL, tlp, tlp_bytes));
    if (is_short(tlp_bytes)) {
        if (tlp_bytes <= 16)
            return reduce_sum(sum_of_tiny(seq, NULL, tlp, tlp_bytes));
        return reduce(sum_of_short(seq, NULL, tlp, tlp_bytes));
    }
    return other_crc(seq, tlp, tlp_bytes);
}

AK_VPCLMUL_TARGET AK_VPCLMUL_ENTRY uint32_t ak_crc_vpclmul_copy(uint16_t seq, uint8_t *destination,
                                                                const uint8_t *tlp,
                                                                size_t tlp_bytes)
{
    if (is_medium(tlp_bytes))
        return reduce(sum_of_medium(seq, destination, tlp, tlp_bytes));
    if (is_short(tlp_bytes)) {
        if (tlp_bytes <= 16)
            return reduce_sum(sum_of_tiny(seq, destination, tlp, tlp_bytes));
        return reduce(sum_of_short(seq, destination, tlp, tlp_bytes));
    }
    return other_crc_copy(seq, destination, tlp, tlp_bytes);
}
#endif
