/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pieces of the kernel with VPCLMULQDQ on AVX-512 registers, to be inlined: 64 bytes at a time,
 * for TLPs of up to 512 bytes.
 * Not here: the method (crc_x86.h), long TLPs (crc_vpclmul.c).
 *
 * At the sizes of TLPs the chain of dependent instructions from the first load to the result costs
 * most, and then the one port that multiplies and shuffles. Hence no folding up to 512 bytes, a
 * last block that overlaps the one before it, and one reduction for four packets of a batch.
 *
 * Rules: LCRC-01.
 */
#ifndef ACKNAK_CORE_CRC_VPCLMUL_H
#define ACKNAK_CORE_CRC_VPCLMUL_H

#include "acknak/frame.h"

#include "crc_x86.h"

#if AK_CRC_X86
#include <immintrin.h>

#define AK_VPCLMUL_TARGET                                                                          \
    __attribute__((target("avx512f,avx512bw,avx512vl,vpclmulqdq,pclmul,bmi2")))

/* Above this a TLP is folded: its first words lie before the first entry of ak_crc_lcrc_powers. */
#define DIRECT_BYTES AK_CRC_BATCH_BYTES

#define ONES_16 -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1

/* &rest_masks[n] selects the last n of 64 bytes. */
AK_CRC_IN_ONE_PAGE(128)
static const int8_t rest_masks[128] = {[64] = ONES_16, ONES_16, ONES_16, ONES_16};

/*
 * Where the words go while they are summed. Functions are inlined with a constant NULL where
 * nothing is copied, so the tests of `destination` vanish.
 */
AK_VPCLMUL_TARGET static inline __m512i load_and_copy(uint8_t *destination, const uint8_t *tlp,
                                                      size_t offset)
{
    __m512i words = _mm512_loadu_si512(tlp + offset);

    if (destination)
        _mm512_storeu_si512(destination + offset, words);
    return words;
}

/*
 * Both products of a block use its multipliers. Left alone, compilers load them twice, mostly
 * across two cache lines, and loads are scarce too.
 */
AK_VPCLMUL_TARGET static inline __m512i load_once(const void *multipliers)
{
    __m512i words = _mm512_loadu_si512(multipliers);

    __asm__("" : "+v"(words));
    return words;
}

AK_VPCLMUL_TARGET static inline __m512i xor3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

/* `words` with the register after the sequence number added to the first four bytes. */
AK_VPCLMUL_TARGET static inline __m512i add_seed(__m512i words, uint16_t seq)
{
    __m512i seed;

    /* This clears the rest of the register. Left alone, compilers clear it once more. */
    __asm__("vmovd %1, %x0" : "=v"(seed) : "r"(ak_crc_lcrc_seed(seq)));
    return _mm512_xor_si512(words, seed);
}

/* Adds to `sum` all eight words' products with their multipliers. */
AK_VPCLMUL_TARGET static inline __m512i add_products(__m512i sum, __m512i words, __m512i by)
{
    return xor3(sum, _mm512_clmulepi64_epi128(words, by, 0x00),
                _mm512_clmulepi64_epi128(words, by, 0x11));
}

AK_VPCLMUL_TARGET static inline __m512i products(__m512i words, __m512i by)
{
    return _mm512_xor_si512(_mm512_clmulepi64_epi128(words, by, 0x00),
                            _mm512_clmulepi64_epi128(words, by, 0x11));
}

/* The last 64 bytes of a TLP, of which only `rest_bytes` are still to be added. */
AK_VPCLMUL_TARGET static inline __m512i
add_rest(__m512i sum, uint8_t *destination, const uint8_t *tlp, size_t tlp_bytes, size_t rest_bytes)
{
    __m512i words = load_and_copy(destination, tlp, tlp_bytes - 64);

    words = _mm512_and_si512(words, _mm512_loadu_si512(&rest_masks[rest_bytes]));
    return add_products(sum, words, load_once(powers_of_last(64)));
}

/* Every block with multipliers of its own, which are found at `powers`; `words` is the first. */
AK_VPCLMUL_TARGET static inline __m512i sum_of_blocks(__m512i words, const uint8_t *powers,
                                                      uint8_t *destination, const uint8_t *bytes,
                                                      size_t count)
{
    __m512i sum = products(words, load_once(powers));
    size_t done = 64;

    for (; count - done > 64; done += 64) {
        sum = add_products(sum, load_and_copy(destination, bytes, done), load_once(powers + done));
        /* Left alone, compilers divide to know the last value beforehand. */
        __asm__("" : "+r"(done));
    }
    return add_rest(sum, destination, bytes, count, count - done);
}

/* 64 to DIRECT_BYTES bytes. */
AK_VPCLMUL_TARGET static inline __m512i sum_of_medium(uint16_t seq, uint8_t *destination,
                                                      const uint8_t *tlp, size_t tlp_bytes)
{
    return sum_of_blocks(add_seed(load_and_copy(destination, tlp, 0), seq),
                         powers_of_last((ptrdiff_t)tlp_bytes), destination, tlp, tlp_bytes);
}

/* The same for a frame, `count` bytes up to its LCRC: the sequence number lies ahead of the TLP, so
 * that the seed is always the same and need not be looked up. */
AK_VPCLMUL_TARGET static inline __m512i sum_of_frame(const uint8_t *frame, size_t count)
{
    const __m512i seed = _mm512_zextsi128_si512(_mm_cvtsi32_si128(-1));

    return sum_of_blocks(_mm512_xor_si512(_mm512_loadu_si512(frame), seed),
                         powers_of_rest((ptrdiff_t)count, AK_SEQ_BYTES), NULL, frame, count);
}

/* 4 to 60 bytes: the multipliers past the end meet zeros. */
AK_VPCLMUL_TARGET static inline __m512i sum_of_short(uint16_t seq, uint8_t *destination,
                                                     const uint8_t *tlp, size_t tlp_bytes)
{
    __mmask64 mask = _bzhi_u64(~0ull, (unsigned)tlp_bytes);
    __m512i words = _mm512_maskz_loadu_epi8(mask, tlp);

    if (destination)
        _mm512_mask_storeu_epi8(destination, mask, words);
    return products(add_seed(words, seq), load_once(powers_of_last((ptrdiff_t)tlp_bytes)));
}

AK_VPCLMUL_TARGET static inline uint32_t reduce_sum(__m128i sum)
{
    __m128i constants = _mm_loadu_si128((const void *)ak_crc_lcrc_constants.reduce);
    __m128i quotient = _mm_clmulepi64_si128(sum, constants, 0x00);

    quotient = _mm_clmulepi64_si128(quotient, constants, 0x10);
    /* The complement of the sum of both, which is the CRC. */
    sum = _mm_ternarylogic_epi64(sum, quotient, quotient, 0xC3);
    return (uint32_t)_mm_extract_epi32(sum, 2);
}

/* 4 to 16 bytes, as requests and completions without data are: half the shuffling. */
AK_VPCLMUL_TARGET static inline __m128i sum_of_tiny(uint16_t seq, uint8_t *destination,
                                                    const uint8_t *tlp, size_t tlp_bytes)
{
    __mmask16 mask = (__mmask16)_bzhi_u32(0xFFFF, (unsigned)tlp_bytes);
    __m128i words = _mm_maskz_loadu_epi8(mask, tlp);
    __m128i by = _mm_loadu_si128(powers_of_last((ptrdiff_t)tlp_bytes));

    if (destination)
        _mm_mask_storeu_epi8(destination, mask, words);
    words = _mm_xor_si128(words, _mm_cvtsi32_si128((int)ak_crc_lcrc_seed(seq)));
    return _mm_xor_si128(_mm_clmulepi64_si128(words, by, 0x00),
                         _mm_clmulepi64_si128(words, by, 0x11));
}

AK_VPCLMUL_TARGET static inline uint32_t reduce(__m512i parts)
{
    __m256i half =
        _mm256_xor_si256(_mm512_castsi512_si256(parts), _mm512_extracti64x4_epi64(parts, 1));
    return reduce_sum(
        _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1)));
}

/* The lengths that sum_of_short and sum_of_medium take: multiples of 4 up to 60, up to 512. */
static inline bool is_short(size_t tlp_bytes)
{
    return tlp_bytes - 1 < 63 && (tlp_bytes & 3) == 0;
}

static inline bool is_medium(size_t tlp_bytes)
{
    return tlp_bytes - 64 <= DIRECT_BYTES - 64 && (tlp_bytes & 3) == 0;
}

#endif

#endif
