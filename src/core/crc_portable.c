/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The LCRC by slicing-by-16, for any processor and byte order.
 * Not here: the kernels that multiply without carry (crc_pclmul.c, crc_vpclmul.c).
 *
 * Rules: LCRC-01.
 */
#include "crc_kernels.h"

#include <string.h>

/* Written byte by byte: compilers make it one load, and it means the same in either byte order. */
static inline uint32_t read_le32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* A word of four bytes that `after` more bytes of the same step follow. */
static inline uint32_t slice_word(uint32_t word, unsigned after)
{
    return ak_crc_lcrc_slices[after + 3][word & 0xFFu] ^
           ak_crc_lcrc_slices[after + 2][(word >> 8) & 0xFFu] ^
           ak_crc_lcrc_slices[after + 1][(word >> 16) & 0xFFu] ^
           ak_crc_lcrc_slices[after][word >> 24];
}

/* Inlined with a constant NULL where nothing is copied, so the tests of `destination` vanish. */
static inline uint32_t crc_and_copy(uint32_t state, uint8_t *destination, const uint8_t *tlp,
                                    size_t tlp_bytes)
{
    size_t done = 0;

    for (; tlp_bytes - done >= 16; done += 16) {
        const uint8_t *step = tlp + done;

        if (destination)
            memcpy(destination + done, step, 16);
        state = slice_word(read_le32(step) ^ state, 12) ^ slice_word(read_le32(step + 4), 8) ^
                slice_word(read_le32(step + 8), 4) ^ slice_word(read_le32(step + 12), 0);
    }
    for (; tlp_bytes - done >= 4; done += 4) {
        if (destination)
            memcpy(destination + done, tlp + done, 4);
        state = slice_word(read_le32(tlp + done) ^ state, 0);
    }
    for (; done < tlp_bytes; done++) {
        if (destination)
            destination[done] = tlp[done];
        state = ak_crc_lcrc_byte(state, tlp[done]);
    }
    return ~state;
}

uint32_t ak_crc_portable(uint16_t seq, const uint8_t *tlp, size_t tlp_bytes)
{
    return crc_and_copy(ak_crc_lcrc_seed(seq), NULL, tlp, tlp_bytes);
}

uint32_t ak_crc_portable_copy(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                              size_t tlp_bytes)
{
    return crc_and_copy(ak_crc_lcrc_seed(seq), destination, tlp, tlp_bytes);
}

void ak_crc_portable_batch(struct ak_lcrc_job *jobs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ak_lcrc_job *job = &jobs[i];

        job->lcrc = job->destination
                        ? ak_crc_portable_copy(job->seq, job->destination, job->tlp, job->tlp_bytes)
                        : ak_crc_portable(job->seq, job->tlp, job->tlp_bytes);
    }
}
