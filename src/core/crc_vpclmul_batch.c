/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The LCRCs of several TLPs at once with VPCLMULQDQ on AVX-512 registers.
 * Not here: one TLP (crc_vpclmul.c).
 *
 * Rules: LCRC-01.
 */
#include "acknak/frame.h"
#include "acknak/seq.h"

#include "bytes.h"
#include "crc_vpclmul.h"

#if AK_CRC_X86
/* Adds up each packet's four parts, reduces the four sums at once, and gives the four CRCs. */
AK_VPCLMUL_TARGET static inline void reduce_four(uint32_t lcrc[4], __m512i a, __m512i b, __m512i c,
                                                 __m512i d)
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

AK_VPCLMUL_TARGET static inline __m512i sum_of_job(const struct ak_lcrc_job *job)
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
AK_VPCLMUL_TARGET static inline void crc_of_alike(struct alike *four, bool copies)
{
    const size_t tlp_bytes = four->tlp_bytes;
    const uint8_t *powers = powers_of_last((ptrdiff_t)tlp_bytes);
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
        /* As in sum_of_medium. */
        __asm__("" : "+r"(done));
    }

    const __m512i mask = _mm512_loadu_si512(&rest_masks[tlp_bytes - done]);

    by = load_once(powers_of_last(64));
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

AK_VPCLMUL_TARGET static inline void compute_alone(struct ak_lcrc_job *job)
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

AK_VPCLMUL_TARGET static inline void compute_alike(struct ak_lcrc_job *jobs)
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

AK_VPCLMUL_TARGET static inline void compute_mixed(struct ak_lcrc_job *jobs)
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

AK_VPCLMUL_TARGET void ak_crc_vpclmul_batch(struct ak_lcrc_job *jobs, size_t count)
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

AK_VPCLMUL_TARGET void ak_crc_vpclmul_seal_run(uint16_t first_seq, uint8_t *destination,
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
AK_VPCLMUL_TARGET static inline bool are_good(uint32_t seq, const struct ak_packet *packets,
                                              size_t tlp_bytes)
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

AK_VPCLMUL_TARGET size_t ak_crc_vpclmul_count_good(uint16_t first_seq,
                                                   const struct ak_packet *packets, size_t count)
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
