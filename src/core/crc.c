/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The LCRC by the kernel of the caller's choice, and the DLLP's CRC.
 * Not here: the kernels (crc_portable.c, crc_pclmul.c, crc_vpclmul.c), what the processor can do
 * (crc_cpu.c).
 */
#include "acknak/frame.h"
#include "acknak/seq.h"

#include "bytes.h"
#include "crc_kernels.h"

uint32_t ak_lcrc(enum ak_crc_kernel kernel, uint16_t seq, const void *tlp, size_t tlp_bytes)
{
    return ak_crc_lcrc(kernel, seq, tlp, tlp_bytes);
}

uint32_t ak_lcrc_copy(enum ak_crc_kernel kernel, uint16_t seq, void *destination, const void *tlp,
                      size_t tlp_bytes)
{
    return ak_crc_lcrc_copy(kernel, seq, destination, tlp, tlp_bytes);
}

/* Rules: LCRC-01, LCRC-02. */
void ak_lcrc_batch(enum ak_crc_kernel kernel, struct ak_lcrc_job *jobs, size_t count)
{
#if AK_CRC_X86
    if (kernel == AK_CRC_VPCLMUL) {
        ak_crc_vpclmul_batch(jobs, count);
        return;
    }
    if (kernel == AK_CRC_PCLMUL) {
        ak_crc_pclmul_batch(jobs, count);
        return;
    }
#else
    (void)kernel;
#endif
    ak_crc_portable_batch(jobs, count);
}

/* Rules: LCRC-01. */
void ak_crc_seal_run(enum ak_crc_kernel kernel, uint16_t first_seq, uint8_t *destination,
                     const struct ak_tx_tlp *tlps, size_t count)
{
#if AK_CRC_X86
    if (kernel == AK_CRC_VPCLMUL) {
        ak_crc_vpclmul_seal_run(first_seq, destination, tlps, count);
        return;
    }
#endif
    for (size_t i = 0; i < count; i++) {
        const uint16_t seq = ak_seq_add(first_seq, (uint32_t)i);
        const size_t tlp_bytes = tlps[i].length_bytes;

        ak_crc_seal(kernel, seq, destination, tlps[i].bytes, tlp_bytes);
        destination += tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
    }
}

/* Rules: LCRC-02. */
size_t ak_crc_count_good(enum ak_crc_kernel kernel, uint16_t first_seq,
                         const struct ak_packet *packets, size_t count)
{
#if AK_CRC_X86
    if (kernel == AK_CRC_VPCLMUL)
        return ak_crc_vpclmul_count_good(first_seq, packets, count);
#endif
    size_t good = 0;

    while (good < count) {
        const uint16_t seq = ak_seq_add(first_seq, (uint32_t)good);
        const uint8_t *tlp = packets[good].bytes + AK_SEQ_BYTES;
        const size_t tlp_bytes = packets[good].length_bytes - AK_FRAME_OVERHEAD_BYTES;

        if (ak_crc_lcrc(kernel, seq, tlp, tlp_bytes) != load_le32(tlp + tlp_bytes))
            break;
        good++;
    }
    return good;
}

/* Rules: DLLP-01. */
uint16_t ak_dllp_crc(const uint8_t dllp[4])
{
    /* The seed FFFFh reaches bytes 0 and 1 only; the last complement is the result's. */
    unsigned state = ak_crc_dllp_slices[3][dllp[0] ^ 0xFFu] ^
                     ak_crc_dllp_slices[2][dllp[1] ^ 0xFFu] ^ ak_crc_dllp_slices[1][dllp[2]] ^
                     ak_crc_dllp_slices[0][dllp[3]];

    return (uint16_t)(state ^ 0xFFFFu);
}
