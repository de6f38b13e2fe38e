/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The LCRC with VPCLMULQDQ on AVX-512 registers, 64 bytes at a time.
 * Not here: the method (crc_x86.h).
 *
 * Rules: LCRC-01.
 */
#include "crc_x86.h"

#if AK_CRC_X86
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,vpclmulqdq,pclmul,bmi2")))

/* Above this a TLP is folded: its first words lie before the first entry of ak_crc_lcrc_powers. */
#define DIRECT_BYTES 512

/* The last 64 bytes of a TLP, of which the first `64 - n` have been dealt with: &kept[n]. */
static const uint8_t kept[128] = {
    [64] = 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xFF,        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xFF,        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xFF,        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xFF,        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
};

TARGET static inline __m512i load(const void *bytes)
{
    return _mm512_loadu_si512(bytes);
}

/* Inlined with a constant NULL where nothing is copied, so the test vanishes. */
TARGET static inline __m512i load_and_copy(uint8_t *destination, const uint8_t *tlp, size_t offset)
{
    __m512i words = load(tlp + offset);

    if (destination)
        _mm512_storeu_si512(destination + offset, words);
    return words;
}

TARGET static inline __m512i xor3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

/* Adds to `sum` all eight words' products with their multipliers. */
TARGET static inline __m512i add_products(__m512i sum, __m512i words, __m512i multipliers)
{
    return xor3(sum, _mm512_clmulepi64_epi128(words, multipliers, 0x00),
                _mm512_clmulepi64_epi128(words, multipliers, 0x11));
}

/* Folds a TLP of 512 bytes or more; what is left of it is the caller's. */
TARGET static inline __m512i sum_of_stretches(__m512i seed, uint8_t *destination,
                                              const uint8_t *tlp, size_t tlp_bytes)
{
    __m512i fold = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)
                                                          ak_crc_lcrc_constants.fold_256));
    __m512i x0 = _mm512_xor_si512(load_and_copy(destination, tlp, 0), seed);
    __m512i x1 = load_and_copy(destination, tlp, 64);
    __m512i x2 = load_and_copy(destination, tlp, 128);
    __m512i x3 = load_and_copy(destination, tlp, 192);
    size_t done = 256;

    for (; tlp_bytes - done >= 256; done += 256) {
        x0 = add_products(load_and_copy(destination, tlp, done), x0, fold);
        x1 = add_products(load_and_copy(destination, tlp, done + 64), x1, fold);
        x2 = add_products(load_and_copy(destination, tlp, done + 128), x2, fold);
        x3 = add_products(load_and_copy(destination, tlp, done + 192), x3, fold);
    }

    const uint64_t *powers = powers_at((ptrdiff_t)(tlp_bytes - done) + 256 - 8);
    __m512i sum = _mm512_setzero_si512();

    sum = add_products(sum, x0, load(powers));
    sum = add_products(sum, x1, load(powers + 8));
    sum = add_products(sum, x2, load(powers + 16));
    return add_products(sum, x3, load(powers + 24));
}

/* A TLP that fills no block: the multipliers past its end meet zeros. */
TARGET static inline __m512i sum_of_short(__m512i seed, uint8_t *destination, const uint8_t *tlp,
                                          size_t tlp_bytes)
{
    __mmask64 mask = _bzhi_u64(~0ull, (unsigned)tlp_bytes);
    __m512i words = _mm512_maskz_loadu_epi8(mask, tlp);

    if (destination)
        _mm512_mask_storeu_epi8(destination, mask, words);
    return add_products(_mm512_setzero_si512(), _mm512_xor_si512(words, seed),
                        load(powers_at((ptrdiff_t)tlp_bytes - 8)));
}

/* The sum of all products, in four parts. tlp_bytes is a multiple of 4 and not 0. */
TARGET static inline __m512i sum_of_words(uint32_t state, uint8_t *destination, const uint8_t *tlp,
                                          size_t tlp_bytes)
{
    __m512i seed = _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)state));
    __m512i sum = _mm512_setzero_si512();
    size_t done = 0;

    if (tlp_bytes < 64)
        return sum_of_short(seed, destination, tlp, tlp_bytes);
    if (tlp_bytes > DIRECT_BYTES) {
        sum = sum_of_stretches(seed, destination, tlp, tlp_bytes);
        seed = _mm512_setzero_si512();
        done = tlp_bytes & ~(size_t)255;
    }

    const uint64_t *powers = powers_at((ptrdiff_t)(tlp_bytes - done) - 8);

    for (; tlp_bytes - done >= 64; done += 64, powers += 8) {
        __m512i words = _mm512_xor_si512(load_and_copy(destination, tlp, done), seed);

        sum = add_products(sum, words, load(powers));
        seed = _mm512_setzero_si512();
    }
    if (done < tlp_bytes) {
        __m512i words = load_and_copy(destination, tlp, tlp_bytes - 64);

        words = _mm512_and_si512(words, load(&kept[tlp_bytes - done]));
        sum = add_products(sum, words, load(powers_at(56)));
    }
    return sum;
}

TARGET static inline uint32_t reduce(__m512i parts)
{
    __m128i constants = _mm_loadu_si128((const void *)ak_crc_lcrc_constants.reduce);
    __m256i half = _mm256_xor_si256(_mm512_castsi512_si256(parts),
                                    _mm512_extracti64x4_epi64(parts, 1));
    __m128i sum = _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    __m128i quotient = _mm_clmulepi64_si128(sum, constants, 0x00);

    sum = _mm_xor_si128(sum, _mm_clmulepi64_si128(quotient, constants, 0x10));
    return (uint32_t)_mm_extract_epi32(sum, 2);
}

TARGET static inline uint32_t crc_and_copy(uint32_t state, uint8_t *destination, const uint8_t *tlp,
                                           size_t tlp_bytes)
{
    size_t even_bytes = tlp_bytes & ~(size_t)3;

    if (even_bytes)
        state = reduce(sum_of_words(state, destination, tlp, even_bytes));
    return ~odd_bytes(state, destination ? destination + even_bytes : NULL, tlp + even_bytes,
                      tlp_bytes - even_bytes);
}

TARGET uint32_t ak_crc_vpclmul(uint16_t seq, const uint8_t *tlp, size_t tlp_bytes)
{
    return crc_and_copy(ak_crc_lcrc_seed(seq), NULL, tlp, tlp_bytes);
}

TARGET uint32_t ak_crc_vpclmul_copy(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                    size_t tlp_bytes)
{
    return crc_and_copy(ak_crc_lcrc_seed(seq), destination, tlp, tlp_bytes);
}

TARGET static inline __m512i sum_of_job(const struct ak_lcrc_job *job)
{
    uint32_t seed = ak_crc_lcrc_seed(job->seq);

    return job->destination ? sum_of_words(seed, job->destination, job->tlp, job->tlp_bytes)
                            : sum_of_words(seed, NULL, job->tlp, job->tlp_bytes);
}

/* Adds up each packet's four parts and reduces the four sums at once. */
TARGET static inline void reduce_four(struct ak_lcrc_job *jobs, __m512i a, __m512i b, __m512i c,
                                      __m512i d)
{
    __m512i constants = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)
                                                               ak_crc_lcrc_constants.reduce));
    __m512i ab = _mm512_xor_si512(_mm512_mask_blend_epi64(0xF0, a, b),
                                  _mm512_shuffle_i64x2(a, b, 0x4E));
    __m512i cd = _mm512_xor_si512(_mm512_mask_blend_epi64(0xF0, c, d),
                                  _mm512_shuffle_i64x2(c, d, 0x4E));
    /* Lanes from here on: a, c, b, d. */
    __m512i crossed = _mm512_permutex2var_epi64(
        ab, _mm512_set_epi64(13, 12, 7, 6, 9, 8, 3, 2), cd);
    __m512i sum = _mm512_xor_si512(_mm512_mask_blend_epi64(0xCC, ab, cd), crossed);
    __m512i quotient = _mm512_clmulepi64_epi128(sum, constants, 0x00);
    uint32_t lanes[16];

    sum = _mm512_xor_si512(sum, _mm512_clmulepi64_epi128(quotient, constants, 0x10));
    _mm512_storeu_si512(lanes, sum);
    jobs[0].lcrc = ~lanes[2];
    jobs[2].lcrc = ~lanes[6];
    jobs[1].lcrc = ~lanes[10];
    jobs[3].lcrc = ~lanes[14];
}

static inline bool all_whole_words(const struct ak_lcrc_job *jobs)
{
    size_t shortest_bits = jobs[0].tlp_bytes | jobs[1].tlp_bytes | jobs[2].tlp_bytes |
                           jobs[3].tlp_bytes;

    return (shortest_bits & 3) == 0 && jobs[0].tlp_bytes && jobs[1].tlp_bytes &&
           jobs[2].tlp_bytes && jobs[3].tlp_bytes;
}

TARGET void ak_crc_vpclmul_batch(struct ak_lcrc_job *jobs, size_t count)
{
    size_t i = 0;

    for (; count - i >= 4 && all_whole_words(&jobs[i]); i += 4) {
        __m512i a = sum_of_job(&jobs[i]);
        __m512i b = sum_of_job(&jobs[i + 1]);
        __m512i c = sum_of_job(&jobs[i + 2]);
        __m512i d = sum_of_job(&jobs[i + 3]);

        reduce_four(&jobs[i], a, b, c, d);
    }
    for (; i < count; i++) {
        struct ak_lcrc_job *job = &jobs[i];
        uint32_t seed = ak_crc_lcrc_seed(job->seq);

        job->lcrc = job->destination
                        ? crc_and_copy(seed, job->destination, job->tlp, job->tlp_bytes)
                        : crc_and_copy(seed, NULL, job->tlp, job->tlp_bytes);
    }
}
#endif
