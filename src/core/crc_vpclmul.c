/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The LCRC with VPCLMULQDQ on AVX-512 registers, 64 bytes at a time.
 * Not here: the method (crc_x86.h).
 *
 * At the sizes of TLPs the chain of dependent instructions from the first load to the result costs
 * most, and then the one port that multiplies and shuffles. Hence no folding up to 512 bytes, a
 * last block that overlaps the one before it, and one reduction for four packets of a batch.
 *
 * Rules: LCRC-01.
 */
#include "acknak/frame.h"
#include "acknak/seq.h"

#include "bytes.h"
#include "crc_x86.h"

#if AK_CRC_X86
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,vpclmulqdq,pclmul,bmi2")))

/* Above this a TLP is folded: its first words lie before the first entry of ak_crc_lcrc_powers. */
#define DIRECT_BYTES AK_CRC_BATCH_BYTES

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

/*
 * Both products of a block use its multipliers. Left alone, compilers load them twice, mostly
 * across two cache lines, and loads are scarce too.
 */
TARGET static inline __m512i load_once(const void *multipliers)
{
    __m512i words = _mm512_loadu_si512(multipliers);

    __asm__("" : "+v"(words));
    return words;
}

TARGET static inline __m512i xor3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

/* `words` with the register after the sequence number added to the first four bytes. */
TARGET static inline __m512i add_seed(__m512i words, uint16_t seq)
{
    __m128i seed = _mm_cvtsi32_si128((int)ak_crc_lcrc_seed(seq));

    return _mm512_xor_si512(words, _mm512_zextsi128_si512(seed));
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

/* The last 64 bytes of a TLP, of which only `rest_bytes` are still to be added. */
TARGET static inline __m512i add_rest(__m512i sum, uint8_t *destination, const uint8_t *tlp,
                                      size_t tlp_bytes, size_t rest_bytes)
{
    __m512i words = load_and_copy(destination, tlp, tlp_bytes - 64);

    words = _mm512_and_si512(words, _mm512_loadu_si512(&kept[rest_bytes]));
    return add_products(sum, words, load_once(powers_at(56)));
}

/*
 * The first 64 bytes of a TLP that `lead_bytes` (a multiple of 4, below 64) stand ahead of: zeros
 * are read in their place, which change no CRC. Nothing is copied: a masked store can be slow
 * where the bytes it leaves out lie in a page of their own.
 */
TARGET static inline __m512i load_first(uint16_t seq, const uint8_t *tlp, size_t lead_bytes)
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
TARGET static inline void copy_stretch(uint8_t *destination, const uint8_t *tlp, size_t done)
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
TARGET static inline __m512i sum_of_long(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                         size_t tlp_bytes)
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

    const uint8_t *powers = powers_at((ptrdiff_t)(tlp_bytes - done) + 256 - 8);
    __m512i sum = products(x0, load_once(powers));

    sum = add_products(sum, x1, load_once(powers + 64));
    sum = add_products(sum, x2, load_once(powers + 128));
    sum = add_products(sum, x3, load_once(powers + 192));
    for (powers += 256; tlp_bytes - done >= 64; done += 64, powers += 64)
        sum = add_products(sum, load_and_copy(destination, tlp, done), load_once(powers));
    return tlp_bytes == done ? sum : add_rest(sum, destination, tlp, tlp_bytes, tlp_bytes - done);
}

/* 64 to DIRECT_BYTES bytes, every block with multipliers of its own. */
TARGET static inline __m512i sum_of_medium(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                           size_t tlp_bytes)
{
    const uint8_t *powers = powers_at((ptrdiff_t)tlp_bytes - 8);
    __m512i sum = products(add_seed(load_and_copy(destination, tlp, 0), seq), load_once(powers));
    size_t done = 64;

    for (; tlp_bytes - done > 64; done += 64)
        sum = add_products(sum, load_and_copy(destination, tlp, done), load_once(powers + done));
    return add_rest(sum, destination, tlp, tlp_bytes, tlp_bytes - done);
}

/* 4 to 60 bytes: the multipliers past the end meet zeros. */
TARGET static inline __m512i sum_of_short(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                          size_t tlp_bytes)
{
    __mmask64 mask = _bzhi_u64(~0ull, (unsigned)tlp_bytes);
    __m512i words = _mm512_maskz_loadu_epi8(mask, tlp);

    if (destination)
        _mm512_mask_storeu_epi8(destination, mask, words);
    return products(add_seed(words, seq), load_once(powers_at((ptrdiff_t)tlp_bytes - 8)));
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

TARGET static inline uint32_t reduce_sum(__m128i sum)
{
    __m128i constants = _mm_loadu_si128((const void *)ak_crc_lcrc_constants.reduce);
    __m128i quotient = _mm_clmulepi64_si128(sum, constants, 0x00);

    sum = _mm_xor_si128(sum, _mm_clmulepi64_si128(quotient, constants, 0x10));
    return (uint32_t)_mm_extract_epi32(sum, 2);
}

/* 4 to 16 bytes, as requests and completions without data are: half the shuffling. */
TARGET static inline __m128i sum_of_tiny(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                         size_t tlp_bytes)
{
    __mmask16 mask = (__mmask16)_bzhi_u32(0xFFFF, (unsigned)tlp_bytes);
    __m128i words = _mm_maskz_loadu_epi8(mask, tlp);
    __m128i by = _mm_loadu_si128(powers_at((ptrdiff_t)tlp_bytes - 8));

    if (destination)
        _mm_mask_storeu_epi8(destination, mask, words);
    words = _mm_xor_si128(words, _mm_cvtsi32_si128((int)ak_crc_lcrc_seed(seq)));
    return _mm_xor_si128(_mm_clmulepi64_si128(words, by, 0x00),
                         _mm_clmulepi64_si128(words, by, 0x11));
}

TARGET static inline uint32_t reduce(__m512i parts)
{
    __m256i half =
        _mm256_xor_si256(_mm512_castsi512_si256(parts), _mm512_extracti64x4_epi64(parts, 1));
    return reduce_sum(
        _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1)));
}
/*
 * What is not worth a place on the way of a small TLP: long ones, and lengths that no TLP has,
 * whose whole words go as ever and whose last 1 to 3 bytes are looked up.
 */
TARGET static inline uint32_t crc_of_other(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                           size_t tlp_bytes)
{
    size_t done = tlp_bytes & ~(size_t)3;
    uint32_t state = ak_crc_lcrc_seed(seq);

    if (done)
        state = reduce(sum_of_words(seq, destination, tlp, done));
    for (; done < tlp_bytes; done++) {
        if (destination)
            destination[done] = tlp[done];
        state = ak_crc_lcrc_byte(state, tlp[done]);
    }
    return ~state;
}

TARGET __attribute__((noinline)) static uint32_t other_crc(uint16_t seq, const uint8_t *tlp,
                                                           size_t tlp_bytes)
{
    return crc_of_other(seq, NULL, tlp, tlp_bytes);
}

TARGET __attribute__((noinline)) static uint32_t
other_crc_copy(uint16_t seq, uint8_t *destination, const uint8_t *tlp, size_t tlp_bytes)
{
    return crc_of_other(seq, destination, tlp, tlp_bytes);
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

TARGET uint32_t ak_crc_vpclmul(uint16_t seq, const uint8_t *tlp, size_t tlp_bytes)
{
    if (is_medium(tlp_bytes))
        return ~reduce(sum_of_medium(seq, NULL, tlp, tlp_bytes));
    if (is_short(tlp_bytes)) {
        if (tlp_bytes <= 16)
            return ~reduce_sum(sum_of_tiny(seq, NULL, tlp, tlp_bytes));
        return ~reduce(sum_of_short(seq, NULL, tlp, tlp_bytes));
    }
    return other_crc(seq, tlp, tlp_bytes);
}

TARGET uint32_t ak_crc_vpclmul_copy(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                    size_t tlp_bytes)
{
    if (is_medium(tlp_bytes))
        return ~reduce(sum_of_medium(seq, destination, tlp, tlp_bytes));
    if (is_short(tlp_bytes)) {
        if (tlp_bytes <= 16)
            return ~reduce_sum(sum_of_tiny(seq, destination, tlp, tlp_bytes));
        return ~reduce(sum_of_short(seq, destination, tlp, tlp_bytes));
    }
    return other_crc_copy(seq, destination, tlp, tlp_bytes);
}

/* Adds up each packet's four parts, reduces the four sums at once, and gives the four CRCs. */
TARGET static inline void reduce_four(uint32_t lcrc[4], __m512i a, __m512i b, __m512i c, __m512i d)
{
    __m512i constants =
        _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)ak_crc_lcrc_constants.reduce));
    __m512i lanes_2301 = _mm512_set_epi64(13, 12, 7, 6, 9, 8, 3, 2);
    __m512i ab =
        _mm512_xor_si512(_mm512_mask_blend_epi64(0xF0, a, b), _mm512_shuffle_i64x2(a, b, 0x4E));
    __m512i cd =
        _mm512_xor_si512(_mm512_mask_blend_epi64(0xF0, c, d), _mm512_shuffle_i64x2(c, d, 0x4E));
    /* Lanes from here on: packets 0, 2, 1, 3. */
    __m512i sum = _mm512_xor_si512(_mm512_mask_blend_epi64(0xCC, ab, cd),
                                   _mm512_permutex2var_epi64(ab, lanes_2301, cd));
    __m512i quotient = _mm512_clmulepi64_epi128(sum, constants, 0x00);
    _Alignas(64) uint32_t lanes[16];

    quotient = _mm512_clmulepi64_epi128(quotient, constants, 0x10);
    /* The complement of the sum of both. */
    _mm512_store_si512(lanes, _mm512_ternarylogic_epi64(sum, quotient, quotient, 0xC3));
    /* By way of memory, or compilers take the lanes apart on the busiest port. */
    __asm__("" : "+m"(lanes));
    lcrc[0] = lanes[2];
    lcrc[1] = lanes[10];
    lcrc[2] = lanes[6];
    lcrc[3] = lanes[14];
}

TARGET static inline __m512i sum_of_job(const struct ak_lcrc_job *job)
{
    if (job->tlp_bytes < 64)
        return job->destination ? sum_of_short(job->seq, job->destination, job->tlp, job->tlp_bytes)
                                : sum_of_short(job->seq, NULL, job->tlp, job->tlp_bytes);
    return job->destination ? sum_of_medium(job->seq, job->destination, job->tlp, job->tlp_bytes)
                            : sum_of_medium(job->seq, NULL, job->tlp, job->tlp_bytes);
}

/* Four packets of one length, as in a burst. */
struct alike {
    const uint8_t *tlp[4];
    uint8_t *destination[4]; /* unless nothing is copied */
    uint16_t seq[4];
    size_t tlp_bytes; /* as is_medium tells */
    uint32_t lcrc[4]; /* output */
};

/* The multipliers and the mask of the last block are found once for all four. `copies` is constant
 * where this is inlined. */
TARGET static inline void crc_of_alike(struct alike *four, bool copies)
{
    const size_t tlp_bytes = four->tlp_bytes;
    const uint8_t *powers = powers_at((ptrdiff_t)tlp_bytes - 8);
    uint8_t *destination[4];
    __m512i sum[4];
    __m512i by = load_once(powers);
    size_t done = 64;

#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        destination[i] = copies ? four->destination[i] : NULL;
        if (copies && !destination[i])
            __builtin_unreachable();
        sum[i] =
            products(add_seed(load_and_copy(destination[i], four->tlp[i], 0), four->seq[i]), by);
    }
    for (; tlp_bytes - done > 64; done += 64) {
        by = load_once(powers + done);
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++)
            sum[i] = add_products(sum[i], load_and_copy(destination[i], four->tlp[i], done), by);
    }

    const __m512i mask = _mm512_loadu_si512(&kept[tlp_bytes - done]);

    by = load_once(powers_at(56));
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        __m512i words = load_and_copy(destination[i], four->tlp[i], tlp_bytes - 64);

        sum[i] = add_products(sum[i], _mm512_and_si512(words, mask), by);
    }
    reduce_four(four->lcrc, sum[0], sum[1], sum[2], sum[3]);
}

/* Whether crc_of_alike can take the four; all copy, or none does. */
static inline bool are_alike(const struct ak_lcrc_job *jobs)
{
    const size_t tlp_bytes = jobs[0].tlp_bytes;
    const bool copies = jobs[0].destination != NULL;
    bool alike = is_medium(tlp_bytes);

    for (int i = 1; i < 4; i++)
        alike &= jobs[i].tlp_bytes == tlp_bytes && (jobs[i].destination != NULL) == copies;
    return alike;
}

TARGET static inline void compute_alone(struct ak_lcrc_job *job)
{
    job->lcrc = job->destination
                    ? ak_crc_vpclmul_copy(job->seq, job->destination, job->tlp, job->tlp_bytes)
                    : ak_crc_vpclmul(job->seq, job->tlp, job->tlp_bytes);
}

/* Long packets gain nothing from company. */
static inline bool all_short_or_medium(const struct ak_lcrc_job *jobs)
{
    for (int i = 0; i < 4; i++) {
        size_t tlp_bytes = jobs[i].tlp_bytes;

        if (tlp_bytes - 1 >= DIRECT_BYTES || (tlp_bytes & 3) != 0)
            return false;
    }
    return true;
}

TARGET static inline void compute_alike(struct ak_lcrc_job *jobs)
{
    struct alike four = {.tlp_bytes = jobs[0].tlp_bytes};

    for (int i = 0; i < 4; i++) {
        four.tlp[i] = jobs[i].tlp;
        four.destination[i] = jobs[i].destination;
        four.seq[i] = jobs[i].seq;
    }
    if (jobs[0].destination)
        crc_of_alike(&four, true);
    else
        crc_of_alike(&four, false);
    for (int i = 0; i < 4; i++)
        jobs[i].lcrc = four.lcrc[i];
}

TARGET static inline void compute_mixed(struct ak_lcrc_job *jobs)
{
    __m512i a = sum_of_job(&jobs[0]);
    __m512i b = sum_of_job(&jobs[1]);
    __m512i c = sum_of_job(&jobs[2]);
    __m512i d = sum_of_job(&jobs[3]);
    uint32_t lcrc[4];

    reduce_four(lcrc, a, b, c, d);
    for (int i = 0; i < 4; i++)
        jobs[i].lcrc = lcrc[i];
}

TARGET void ak_crc_vpclmul_batch(struct ak_lcrc_job *jobs, size_t count)
{
    while (count) {
        if (count >= 4 && are_alike(jobs)) {
            compute_alike(jobs);
            jobs += 4;
            count -= 4;
        } else if (count >= 4 && all_short_or_medium(jobs)) {
            compute_mixed(jobs);
            jobs += 4;
            count -= 4;
        } else {
            compute_alone(jobs);
            jobs++;
            count--;
        }
    }
}

TARGET void ak_crc_vpclmul_seal_run(uint16_t first_seq, uint8_t *destination,
                                    const struct ak_tx_tlp *tlps, size_t count)
{
    const size_t tlp_bytes = tlps[0].length_bytes;
    const size_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
    uint32_t seq = first_seq;
    size_t i = 0;

    for (; is_medium(tlp_bytes) && count - i >= 4; i += 4, seq += 4) {
        struct alike four = {.tlp_bytes = tlp_bytes};

#pragma GCC unroll 4
        for (uint32_t k = 0; k < 4; k++) {
            four.tlp[k] = tlps[i + k].bytes;
            four.destination[k] = destination + k * frame_bytes;
            four.seq[k] = (seq + k) & AK_SEQ_MASK;
        }
        crc_of_alike(&four, true);
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++)
            store_le32(four.destination[k] + tlp_bytes, four.lcrc[k]);
        destination += 4 * frame_bytes;
    }
    for (; i < count; i++, seq++) {
        store_le32(destination + tlp_bytes,
                   ak_crc_vpclmul_copy(seq & AK_SEQ_MASK, destination, tlps[i].bytes, tlp_bytes));
        destination += frame_bytes;
    }
}

/* Whether the four packets are of the length, and all have the right LCRC. */
TARGET static inline bool are_good(uint32_t seq, const struct ak_packet *packets, size_t tlp_bytes)
{
    struct alike four = {.tlp_bytes = tlp_bytes};
    uint32_t wrong = 0;

#pragma GCC unroll 4
    for (uint32_t k = 0; k < 4; k++) {
        four.tlp[k] = packets[k].bytes + AK_SEQ_BYTES;
        four.seq[k] = (seq + k) & AK_SEQ_MASK;
        wrong |= packets[k].length_bytes ^ packets[0].length_bytes;
    }
    if (wrong)
        return false;
    crc_of_alike(&four, false);
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++)
        wrong |= four.lcrc[k] ^ load_le32(four.tlp[k] + tlp_bytes);
    return wrong == 0;
}

TARGET size_t ak_crc_vpclmul_count_good(uint16_t first_seq, const struct ak_packet *packets,
                                        size_t count)
{
    size_t good = 0;

    while (good < count) {
        const uint32_t seq = first_seq + (uint32_t)good;
        const uint8_t *tlp = packets[good].bytes + AK_SEQ_BYTES;
        const size_t tlp_bytes = packets[good].length_bytes - AK_FRAME_OVERHEAD_BYTES;

        if (count - good >= 4 && is_medium(tlp_bytes) && are_good(seq, packets + good, tlp_bytes)) {
            good += 4;
        } else if (ak_crc_vpclmul(seq & AK_SEQ_MASK, tlp, tlp_bytes) ==
                   load_le32(tlp + tlp_bytes)) {
            good++;
        } else {
            break;
        }
    }
    return good;
}
#endif
