/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The LCRC with VPCLMULQDQ on AVX-512 registers, 64 bytes at a time.
 * Not here: the method (crc_x86.h).
 *
 * At the sizes of TLPs the port that multiplies and shuffles is the bottleneck, and then the number
 * of instructions; hence masks from memory, seeds loaded into vector registers, and no loop up to
 * 128 bytes. Rules: LCRC-01.
 */
#include "crc_x86.h"

#if AK_CRC_X86
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,vpclmulqdq,pclmul,bmi2")))

/* Above this a TLP is folded: its first words lie before the first entry of ak_crc_lcrc_powers. */
#define DIRECT_BYTES 512

#define ONES_16 -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1

/* &kept[n] selects the last n of 64 bytes. */
static const int8_t kept[128] = {[64] = ONES_16, ONES_16, ONES_16, ONES_16};

/*
 * Where the words go while they are summed. Functions are inlined with a constant NULL where
 * nothing is copied, so the tests of `destination` vanish.
 */
TARGET static inline __m512i load_and_copy(uint8_t *destination, const uint8_t *tlp, size_t offset)
{
    __m512i words = _mm512_loadu_si512(tlp + offset);

    if (destination)
        _mm512_storeu_si512(destination + offset, words);
    return words;
}

TARGET static inline __m512i xor3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

/* `words` with the register after the sequence number added to the first four bytes. */
TARGET static inline __m512i add_seed(__m512i words, uint16_t seq)
{
    __m128i low = _mm_loadu_si32(&ak_crc_lcrc_seeds[seq & 0xFFu]);
    __m128i high = _mm_loadu_si32(&ak_crc_lcrc_slices[1][seq >> 8]);

    return xor3(words, _mm512_zextsi128_si512(low), _mm512_zextsi128_si512(high));
}

/* Adds to `sum` all eight words' products with their multipliers. */
TARGET static inline __m512i add_products(__m512i sum, __m512i words, __m512i by)
{
    return xor3(sum, _mm512_clmulepi64_epi128(words, by, 0x00),
                _mm512_clmulepi64_epi128(words, by, 0x11));
}

TARGET static inline __m512i products(__m512i words, __m512i by)
{
    return _mm512_xor_si512(_mm512_clmulepi64_epi128(words, by, 0x00),
                            _mm512_clmulepi64_epi128(words, by, 0x11));
}

/* The last 64 bytes of a TLP at least that long, of which only `rest_bytes` are still to be added.
 */
TARGET static inline __m512i add_rest(__m512i sum, uint8_t *destination, const uint8_t *tlp,
                                      size_t tlp_bytes, size_t rest_bytes)
{
    __m512i words = load_and_copy(destination, tlp, tlp_bytes - 64);

    words = _mm512_and_si512(words, _mm512_loadu_si512(&kept[rest_bytes]));
    return add_products(sum, words, _mm512_loadu_si512(powers_at(56)));
}

/* Folds a TLP of more than DIRECT_BYTES to its last 256 to 511 bytes and adds those products. */
TARGET static inline __m512i sum_of_long(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                         size_t tlp_bytes)
{
    __m512i fold =
        _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)ak_crc_lcrc_constants.fold_256));
    __m512i x0 = add_seed(load_and_copy(destination, tlp, 0), seq);
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

    const uint8_t *powers = powers_at((ptrdiff_t)(tlp_bytes - done) + 256 - 8);
    __m512i sum = products(x0, _mm512_loadu_si512(powers));

    sum = add_products(sum, x1, _mm512_loadu_si512(powers + 64));
    sum = add_products(sum, x2, _mm512_loadu_si512(powers + 128));
    sum = add_products(sum, x3, _mm512_loadu_si512(powers + 192));
    for (powers += 256; tlp_bytes - done >= 64; done += 64, powers += 64)
        sum = add_products(sum, load_and_copy(destination, tlp, done), _mm512_loadu_si512(powers));
    return tlp_bytes == done ? sum : add_rest(sum, destination, tlp, tlp_bytes, tlp_bytes - done);
}

/* 64 to DIRECT_BYTES bytes. */
TARGET static inline __m512i sum_of_medium(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                           size_t tlp_bytes)
{
    const uint8_t *powers = powers_at((ptrdiff_t)tlp_bytes - 8);
    __m512i sum =
        products(add_seed(load_and_copy(destination, tlp, 0), seq), _mm512_loadu_si512(powers));
    size_t done = 64;

    for (; tlp_bytes - done > 64; done += 64)
        sum = add_products(sum, load_and_copy(destination, tlp, done),
                           _mm512_loadu_si512(powers + done));
    return add_rest(sum, destination, tlp, tlp_bytes, tlp_bytes - done);
}

/* A TLP that fills no block: the multipliers past its end meet zeros. */
TARGET static inline __m512i sum_of_short(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                          size_t tlp_bytes)
{
    __mmask64 mask = _bzhi_u64(~0ull, (unsigned)tlp_bytes);
    __m512i words = _mm512_maskz_loadu_epi8(mask, tlp);

    if (destination)
        _mm512_mask_storeu_epi8(destination, mask, words);
    return products(add_seed(words, seq), _mm512_loadu_si512(powers_at((ptrdiff_t)tlp_bytes - 8)));
}

/* The sum of all products, in four parts. tlp_bytes is a multiple of 4 and not 0. */
TARGET static inline __m512i sum_of_words(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                          size_t tlp_bytes)
{
    if (tlp_bytes < 64)
        return sum_of_short(seq, destination, tlp, tlp_bytes);
    if (tlp_bytes <= DIRECT_BYTES)
        return sum_of_medium(seq, destination, tlp, tlp_bytes);
    return sum_of_long(seq, destination, tlp, tlp_bytes);
}

TARGET static inline uint32_t reduce(__m512i parts)
{
    __m128i constants = _mm_loadu_si128((const void *)ak_crc_lcrc_constants.reduce);
    __m256i half =
        _mm256_xor_si256(_mm512_castsi512_si256(parts), _mm512_extracti64x4_epi64(parts, 1));
    __m128i sum = _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    __m128i quotient = _mm_clmulepi64_si128(sum, constants, 0x00);

    sum = _mm_xor_si128(sum, _mm_clmulepi64_si128(quotient, constants, 0x10));
    return (uint32_t)_mm_extract_epi32(sum, 2);
}

static inline bool is_whole_words(size_t tlp_bytes)
{
    return (tlp_bytes & 3) == 0 && tlp_bytes;
}

/* A length that no TLP has: the whole words as ever, and the 1 to 3 bytes left over by table. */
TARGET __attribute__((noinline)) static uint32_t crc_of_odd(uint16_t seq, uint8_t *destination,
                                                            const uint8_t *tlp, size_t tlp_bytes)
{
    size_t done = tlp_bytes & ~(size_t)3;
    uint32_t state = ak_crc_lcrc_seed(seq);

    if (done)
        state = reduce(destination ? sum_of_words(seq, destination, tlp, done)
                                   : sum_of_words(seq, NULL, tlp, done));
    for (; done < tlp_bytes; done++) {
        if (destination)
            destination[done] = tlp[done];
        state = ak_crc_lcrc_byte(state, tlp[done]);
    }
    return ~state;
}

TARGET uint32_t ak_crc_vpclmul(uint16_t seq, const uint8_t *tlp, size_t tlp_bytes)
{
    if (!is_whole_words(tlp_bytes))
        return crc_of_odd(seq, NULL, tlp, tlp_bytes);
    return ~reduce(sum_of_words(seq, NULL, tlp, tlp_bytes));
}

TARGET uint32_t ak_crc_vpclmul_copy(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                    size_t tlp_bytes)
{
    if (!is_whole_words(tlp_bytes))
        return crc_of_odd(seq, destination, tlp, tlp_bytes);
    return ~reduce(sum_of_words(seq, destination, tlp, tlp_bytes));
}

/* Adds up each packet's four parts and reduces the four sums at once. */
TARGET static inline void reduce_four(struct ak_lcrc_job *jobs, const __m512i parts[4])
{
    __m512i constants =
        _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)ak_crc_lcrc_constants.reduce));
    __m512i lanes_2301 = _mm512_set_epi64(13, 12, 7, 6, 9, 8, 3, 2);
    __m512i ab = _mm512_xor_si512(_mm512_mask_blend_epi64(0xF0, parts[0], parts[1]),
                                  _mm512_shuffle_i64x2(parts[0], parts[1], 0x4E));
    __m512i cd = _mm512_xor_si512(_mm512_mask_blend_epi64(0xF0, parts[2], parts[3]),
                                  _mm512_shuffle_i64x2(parts[2], parts[3], 0x4E));
    /* Lanes from here on: packets 0, 2, 1, 3. */
    __m512i sum = _mm512_xor_si512(_mm512_mask_blend_epi64(0xCC, ab, cd),
                                   _mm512_permutex2var_epi64(ab, lanes_2301, cd));
    __m512i quotient = _mm512_clmulepi64_epi128(sum, constants, 0x00);
    uint32_t lanes[16];

    sum = _mm512_xor_si512(sum, _mm512_clmulepi64_epi128(quotient, constants, 0x10));
    _mm512_storeu_si512(lanes, sum);
    jobs[0].lcrc = ~lanes[2];
    jobs[1].lcrc = ~lanes[10];
    jobs[2].lcrc = ~lanes[6];
    jobs[3].lcrc = ~lanes[14];
}

TARGET static inline __m512i sum_of_job(const struct ak_lcrc_job *job)
{
    return job->destination ? sum_of_words(job->seq, job->destination, job->tlp, job->tlp_bytes)
                            : sum_of_words(job->seq, NULL, job->tlp, job->tlp_bytes);
}

TARGET static inline void compute_alone(struct ak_lcrc_job *job)
{
    job->lcrc = job->destination
                    ? ak_crc_vpclmul_copy(job->seq, job->destination, job->tlp, job->tlp_bytes)
                    : ak_crc_vpclmul(job->seq, job->tlp, job->tlp_bytes);
}

static inline bool all_whole_words(const struct ak_lcrc_job *jobs)
{
    return is_whole_words(jobs[0].tlp_bytes) && is_whole_words(jobs[1].tlp_bytes) &&
           is_whole_words(jobs[2].tlp_bytes) && is_whole_words(jobs[3].tlp_bytes);
}

TARGET void ak_crc_vpclmul_batch(struct ak_lcrc_job *jobs, size_t count)
{
    for (; count >= 4 && all_whole_words(jobs); jobs += 4, count -= 4) {
        __m512i parts[4];

        for (int i = 0; i < 4; i++)
            parts[i] = sum_of_job(&jobs[i]);
        reduce_four(jobs, parts);
    }
    for (size_t i = 0; i < count; i++)
        compute_alone(&jobs[i]);
}
#endif
