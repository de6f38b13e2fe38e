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
 * The first block to fold, `head_bytes` (1 to 64, even or 64) behind the TLP's begin, with those
 * bytes already folded into it.
 */
AK_VPCLMUL_TARGET static inline __m512i load_behind_head(uint16_t seq, uint8_t *destination,
                                                         const uint8_t *tlp, size_t head_bytes)
{
    const __mmask64 mask = _bzhi_u64(~0ull, (unsigned)head_bytes);
    const __m128i *powers = powers_of_rest((ptrdiff_t)head_bytes + 8, (unsigned)head_bytes & 2);
    const __m512i by = _mm512_broadcast_i32x4(_mm_loadu_si128(powers));
    __m512i head = _mm512_maskz_mov_epi8(mask, load_and_copy(destination, tlp, 0));

    return add_products(load_and_copy(destination, tlp, head_bytes), add_seed(head, seq), by);
}

/* The next 256 bytes. All are read before any is written: in turn, a read that crosses a cache line
 * waits for the writes before it. */
AK_VPCLMUL_TARGET static inline void load_stretch(__m512i words[4], uint8_t *destination,
                                                  const uint8_t *tlp)
{
#pragma GCC unroll 4
    for (size_t i = 0; i < 4; i++)
        words[i] = _mm512_loadu_si512(tlp + 64 * i);
    if (!destination)
        return;
    __asm__("" : "+v"(words[0]), "+v"(words[1]), "+v"(words[2]), "+v"(words[3]));
#pragma GCC unroll 4
    for (size_t i = 0; i < 4; i++)
        _mm512_storeu_si512(destination + 64 * i, words[i]);
}

/*
 * Folds a TLP of more than DIRECT_BYTES to its last 256 to 511 bytes and adds those products. When
 * it copies, the blocks lie so that no store crosses a cache line; what is ahead of the first is
 * folded into it.
 */
AK_VPCLMUL_TARGET static inline __m512i sum_of_long(uint16_t seq, uint8_t *destination,
                                                    const uint8_t *tlp, size_t tlp_bytes)
{
    __m512i fold =
        _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)ak_crc_lcrc_constants.fold_256));
    size_t done = 0;
    __m512i x0;

    if (destination) {
        done = ((uintptr_t)destination & 1) != 0 ? 64 : 64 - ((uintptr_t)destination & 63);
        x0 = load_behind_head(seq, destination, tlp, done);
    } else {
        x0 = add_seed(load_and_copy(NULL, tlp, 0), seq);
    }

    __m512i x1 = load_and_copy(destination, tlp, done + 64);
    __m512i x2 = load_and_copy(destination, tlp, done + 128);
    __m512i x3 = load_and_copy(destination, tlp, done + 192);

    done += 256;
    for (; tlp_bytes - done >= 256; done += 256) {
        __m512i words[4];

        load_stretch(words, destination ? destination + done : NULL, tlp + done);
        x0 = add_products(words[0], x0, fold);
        x1 = add_products(words[1], x1, fold);
        x2 = add_products(words[2], x2, fold);
        x3 = add_products(words[3], x3, fold);
    }

    const size_t rest_bytes = tlp_bytes - done + 256;
    const uint8_t *powers =
        powers_of_rest((ptrdiff_t)rest_bytes, destination ? (unsigned)rest_bytes & 2 : 0);
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
