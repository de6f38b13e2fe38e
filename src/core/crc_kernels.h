/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The LCRC kernels, and the choice between them.
 * Not here: the public calls (crc.c).
 */
#ifndef ACKNAK_CORE_CRC_KERNELS_H
#define ACKNAK_CORE_CRC_KERNELS_H

#include "acknak/crc.h"
#include "acknak/packet.h"

#include "bytes.h"
#include "crc_tables.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define AK_CRC_X86 1
#else
#define AK_CRC_X86 0
#endif

/*
 * The register after the two bytes of the sequence number: all a kernel needs to know of them. It
 * is linear in the number, so one look-up for each byte gives it. Rules: LCRC-01.
 */
static inline uint32_t ak_crc_lcrc_seed(uint16_t seq)
{
    const unsigned number = seq;

    return ak_crc_lcrc_seeds[0][number & 0xFFu] ^ ak_crc_lcrc_seeds[1][number >> 8];
}

/* Packets longer than this gain nothing from a batch: alone they fill the processor. */
#define AK_CRC_BATCH_BYTES 512u

/* One byte after `state`: for the odd bytes at the end of a length that is no multiple of 4. */
static inline uint32_t ak_crc_lcrc_byte(uint32_t state, uint8_t byte)
{
    return (state >> 8) ^ ak_crc_lcrc_slices[0][(state ^ byte) & 0xFFu];
}

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
/* A copy has a destination: spares the kernels the question at every block. */
#define AK_CRC_COPIES __attribute__((nonnull(2)))
#else
#define AK_CRC_COPIES
#endif

uint32_t ak_crc_portable(uint16_t seq, const uint8_t *tlp, size_t tlp_bytes);
AK_CRC_COPIES uint32_t ak_crc_portable_copy(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                            size_t tlp_bytes);
void ak_crc_portable_batch(struct ak_lcrc_job *jobs, size_t count);

#if AK_CRC_X86
uint32_t ak_crc_pclmul(uint16_t seq, const uint8_t *tlp, size_t tlp_bytes);
AK_CRC_COPIES uint32_t ak_crc_pclmul_copy(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                          size_t tlp_bytes);
void ak_crc_pclmul_batch(struct ak_lcrc_job *jobs, size_t count);

uint32_t ak_crc_vpclmul(uint16_t seq, const uint8_t *tlp, size_t tlp_bytes);
AK_CRC_COPIES uint32_t ak_crc_vpclmul_copy(uint16_t seq, uint8_t *destination, const uint8_t *tlp,
                                           size_t tlp_bytes);
void ak_crc_vpclmul_batch(struct ak_lcrc_job *jobs, size_t count);

/* ak_crc_seal_run and ak_crc_count_good. */
void ak_crc_vpclmul_seal_run(uint16_t first_seq, uint8_t *destination, const struct ak_tx_tlp *tlps,
                             size_t count);
size_t ak_crc_vpclmul_count_good(uint16_t first_seq, const struct ak_packet *packets, size_t count);
#endif

/*
 * Copies `count` TLPs of one length, numbered consecutively from first_seq on, into frames that lie
 * back to back, the first one's TLP at `destination`, and puts each one's LCRC behind it. Rules:
 * LCRC-01.
 */
void ak_crc_seal_run(enum ak_crc_kernel kernel, uint16_t first_seq, uint8_t *destination,
                     const struct ak_tx_tlp *tlps, size_t count);

/*
 * How many packets, from the first on, end with the right LCRC. All are long enough for one, and
 * numbered consecutively from first_seq on, reserved bits 0. Rules: LCRC-02.
 */
size_t ak_crc_count_good(enum ak_crc_kernel kernel, uint16_t first_seq,
                         const struct ak_packet *packets, size_t count);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

/* ak_lcrc and ak_lcrc_copy for callers inside the library: the choice without a call of its own.
 * Rules: LCRC-01, LCRC-02. */
static inline uint32_t ak_crc_lcrc(enum ak_crc_kernel kernel, uint16_t seq, const void *tlp,
                                   size_t tlp_bytes)
{
#if AK_CRC_X86
    if (kernel == AK_CRC_VPCLMUL)
        return ak_crc_vpclmul(seq, tlp, tlp_bytes);
    if (kernel == AK_CRC_PCLMUL)
        return ak_crc_pclmul(seq, tlp, tlp_bytes);
#else
    (void)kernel;
#endif
    return ak_crc_portable(seq, tlp, tlp_bytes);
}

static inline uint32_t ak_crc_lcrc_copy(enum ak_crc_kernel kernel, uint16_t seq, void *destination,
                                        const void *tlp, size_t tlp_bytes)
{
#if AK_CRC_X86
    if (kernel == AK_CRC_VPCLMUL)
        return ak_crc_vpclmul_copy(seq, destination, tlp, tlp_bytes);
    if (kernel == AK_CRC_PCLMUL)
        return ak_crc_pclmul_copy(seq, destination, tlp, tlp_bytes);
#else
    (void)kernel;
#endif
    return ak_crc_portable_copy(seq, destination, tlp, tlp_bytes);
}

/* Copies a TLP to its place in a frame and puts the LCRC behind it. Rules: LCRC-01. */
static inline void ak_crc_seal(enum ak_crc_kernel kernel, uint16_t seq, uint8_t *destination,
                               const void *tlp, size_t tlp_bytes)
{
    store_le32(destination + tlp_bytes, ak_crc_lcrc_copy(kernel, seq, destination, tlp, tlp_bytes));
}

#endif
