/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The LCRC with PCLMULQDQ, 16 bytes at a time.
 * Not here: the method (crc_x86.h).
 *
 * Rules: LCRC-01.
 */
#include "crc_x86.h"

#include <string.h>

#if AK_CRC_X86
#include <immintrin.h>

#define TARGET __attribute__((target("sse4.1,pclmul")))

/* The last 16 bytes of a TLP, of which the first `16 - n` have been dealt with: &kept[n]. */
static const uint8_t kept[32] = {
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
};

TARGET static inline __m128i load(const void *bytes)
{
    return _mm_loadu_si128(bytes);
}

/* Inlined with a constant NULL where nothing is copied, so the test vanishes. */
TARGET static inline __m128i load_and_copy(uint8_t *destination, const uint8_t *tlp, size_t offset)
{
    __m128i words = load(tlp + offset);

    if (destination)
        _mm_storeu_si128((void *)(destination + offset), words);
    return words;
}

/* The sum of both words' products with their multipliers. */
TARGET static inline __m128i multiply(__m128i words, const void *multipliers)
{
    __m128i by = load(multipliers);

    return _mm_xor_si128(_mm_clmulepi64_si128(words, by, 0x00),
                         _mm_clmulepi64_si128(words, by, 0x11));
}

/* 4, 8 or 12 bytes, followed by zeros. */
TARGET static inline __m128i load_short(uint8_t *destination, const uint8_t *tlp, size_t tlp_bytes)
{
    uint64_t low = 0;
    uint32_t high = 0;

    if (tlp_bytes >= 8) {
        memcpy(&low, tlp, 8);
        memcpy(&high, tlp + tlp_bytes - 4, 4);
        if (destination) {
            memcpy(destination, &low, 8);
            memcpy(destination + tlp_bytes - 4, &high, 4);
        }
        return _mm_set_epi64x(tlp_bytes == 8 ? 0 : (long long)high, (long long)low);
    }
    memcpy(&high, tlp, 4);
    if (destination)
        memcpy(destination, &high, 4);
    return _mm_cvtsi32_si128((int)high);
}

/* Folds the whole stretches of 64 bytes into the last of them; returns its products' sum. */
TARGET static inline __m128i sum_of_stretches(__m128i seed, uint8_t *destination,
                                              const uint8_t *tlp, size_t tlp_bytes)
{
    const uint64_t *fold = ak_crc_lcrc_constants.fold_64;
    __m128i x0 = _mm_xor_si128(load_and_copy(destination, tlp, 0), seed);
    __m128i x1 = load_and_copy(destination, tlp, 16);
    __m128i x2 = load_and_copy(destination, tlp, 32);
    __m128i x3 = load_and_copy(destination, tlp, 48);
    size_t done = 64;

    for (; tlp_bytes - done >= 64; done += 64) {
        x0 = _mm_xor_si128(multiply(x0, fold), load_and_copy(destination, tlp, done));
        x1 = _mm_xor_si128(multiply(x1, fold), load_and_copy(destination, tlp, done + 16));
        x2 = _mm_xor_si128(multiply(x2, fold), load_and_copy(destination, tlp, done + 32));
        x3 = _mm_xor_si128(multiply(x3, fold), load_and_copy(destination, tlp, done + 48));
    }

    const uint8_t *powers = powers_of_last((ptrdiff_t)(tlp_bytes - done) + 64);

    x0 = _mm_xor_si128(multiply(x0, powers), multiply(x1, powers + 16));
    x2 = _mm_xor_si128(multiply(x2, powers + 32), multiply(x3, powers + 48));
    return _mm_xor_si128(x0, x2);
}

/* The sum of all products. tlp_bytes is a multiple of 4 and not 0. */
TARGET static inline __m128i sum_of_words(uint32_t state, uint8_t *destination, const uint8_t *tlp,
                                          size_t tlp_bytes)
{
    __m128i seed = _mm_cvtsi32_si128((int)state);
    __m128i sum = _mm_setzero_si128();
    size_t done = 0;

    if (tlp_bytes < 16) {
        __m128i words = _mm_xor_si128(load_short(destination, tlp, tlp_bytes), seed);

        return multiply(words, powers_of_last((ptrdiff_t)tlp_bytes));
    }
    if (tlp_bytes >= 64) {
        sum = sum_of_stretches(seed, destination, tlp, tlp_bytes);
        seed = _mm_setzero_si128();
        done = tlp_bytes & ~(size_t)63;
    }
    for (; tlp_bytes - done >= 16; done += 16) {
        __m128i words = _mm_xor_si128(load_and_copy(destination, tlp, done), seed);

        sum = _mm_xor_si128(sum, multiply(words, powers_of_last((ptrdiff_t)(tlp_bytes - done))));
        seed = _mm_setzero_si128();
    }
    if (done < tlp_bytes) {
        __m128i words = load_and_copy(destination, tlp, tlp_bytes - 16);

        words = _mm_and_si128(words, load(&kept[tlp_bytes - done]));
        sum = _mm_xor_si128(sum, multiply(words, powers_of_last(16)));
    }
    return sum;
}

TARGET static inline uint32_t reduce(__m128i sum)
{
    __m128i constants = load(ak_crc_lcrc_constants.reduce);
    __m128i quotient = _mm_clmulepi64_si128(sum, constants, 0x00);

    sum = _mm_xor_si128(sum, _mm_clmulepi64_si128(quotient, constants, 0x10));
    return (uint32_t)_mm_extract_epi32(sum, 2);
}

/* 4 or more bytes are multiplied, the 0 to 3 that no TLP has beyond a multiple of 4 looked up. */
TARGET static inline uint32_t crc_and_copy(uint32_t state, uint8_t *destination, const uint8_t *tlp,
                                           size_t tlp_bytes)
{
    size_t done = tlp_bytes & ~(size_t)3;

    if (done)
        state = reduce(sum_of_words(state, destination, tlp, done));
    for (; done < tlp_bytes; done++) {
        if (destination)
            destination[done] = tlp[done];
        state = ak_crc_lcrc_byte(state, tlp[done]);
    }
    return ~state;
}

TARGET uint32_t ak_crc_pclmul(uint16_t seq, const uint8_t *tlp, size_t tlp_bytes)
{
    return crc_and_copy(ak_crc_lcrc_seed(seq), NULL, tlp, tlp_bytes);
}

TARGET uint32_t ak_crc_pclmul_copy(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                   size_t tlp_bytes)
{
    return crc_and_copy(ak_crc_lcrc_seed(seq), destination, tlp, tlp_bytes);
}

TARGET void ak_crc_pclmul_batch(struct ak_lcrc_job *jobs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ak_lcrc_job *job = &jobs[i];

        job->lcrc = job->destination
                        ? ak_crc_pclmul_copy(job->seq, job->destination, job->tlp, job->tlp_bytes)
                        : ak_crc_pclmul(job->seq, job->tlp, job->tlp_bytes);
    }
}
#endif
