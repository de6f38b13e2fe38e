/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two checks of the Data Link Layer: the 32-bit LCRC of a TLP and the 16-bit CRC of a DLLP.
 * Not here: where a packet's fields lie (dllp.h, tlp.h), and what follows from a wrong CRC (rx.h,
 * tx.h).
 *
 * An LCRC covers the two bytes that hold the sequence number, then the TLP: prefixes, header, data
 * and ECRC. This module takes the number apart from the TLP, so a TLP can be checked or sent from
 * wherever it lies. A value is turned into wire bytes with its least significant byte first.
 *
 *   good TLP        value on the wire ==  ak_lcrc(...)
 *   nullified TLP   value on the wire == ~ak_lcrc(...), and the TLP ends with EDB
 *
 * No function here allocates, keeps state or fails; none reads or writes a byte outside the lengths
 * it is told, and none needs any alignment.
 */
#ifndef ACKNAK_CRC_H
#define ACKNAK_CRC_H

#include "acknak/api.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

AK_BEGIN_DECLS

/*
 * The ways to compute an LCRC. All give the same values; they differ in speed and in what the
 * processor must have. Choose once with ak_crc_best_kernel() and keep the answer.
 */
enum ak_crc_kernel {
    AK_CRC_PORTABLE, /* slicing-by-16: any processor, 16 KiB of constants */
    AK_CRC_PCLMUL,   /* x86-64 with SSE4.1 and PCLMULQDQ */
    AK_CRC_VPCLMUL,  /* x86-64 with AVX-512 (F, BW, VL) and VPCLMULQDQ */
};

/*
 * One packet of a batch. The caller owns the memory; nothing is kept after the call.
 *   tlp          tlp_bytes bytes of TLP, without sequence number and LCRC
 *   destination  where to copy the TLP, tlp_bytes bytes that do not overlap it; NULL: no copy
 *   seq          the two bytes ahead of the TLP as one number: 0 to 4095, or with the four
 *                reserved bits above as they were received
 *   lcrc         output: the value
 */
struct ak_lcrc_job {
    const void *tlp;
    void *destination;
    size_t tlp_bytes;
    uint32_t lcrc;
    uint16_t seq;
};

/*
 * The fastest kernel that this processor and its operating system allow. Asks the processor each
 * time (some hundred cycles, far more in a virtual machine): call it at initialisation.
 */
AK_API enum ak_crc_kernel ak_crc_best_kernel(void);

/*
 * Whether this build and this processor can run `kernel`. AK_CRC_PORTABLE always can. To run one
 * that cannot is an error of the caller: the processor stops at an instruction it does not know.
 * A kernel that was not built in (other processors than x86-64) runs as AK_CRC_PORTABLE.
 */
AK_API bool ak_crc_kernel_available(enum ak_crc_kernel kernel);

/*
 * The LCRC of a TLP with sequence number `seq`. Rules: LCRC-01, LCRC-02.
 *   seq        as in struct ak_lcrc_job
 *   tlp        tlp_bytes bytes, only read; any length, and multiples of 4 are the fast ones
 * Returns the value, least significant byte first on the wire.
 */
AK_API uint32_t ak_lcrc(enum ak_crc_kernel kernel, uint16_t seq, const void *tlp, size_t tlp_bytes);

/*
 * As ak_lcrc, and copies the TLP to `destination` from the same loads: cheaper than a copy followed
 * by ak_lcrc. The two areas must not overlap. Writes exactly tlp_bytes bytes, maybe some of them
 * twice. Rules: LCRC-01.
 */
AK_API uint32_t ak_lcrc_copy(enum ak_crc_kernel kernel, uint16_t seq, void *destination,
                             const void *tlp, size_t tlp_bytes);

/*
 * Computes jobs[0..count) as ak_lcrc (destination NULL) or ak_lcrc_copy would, and fills in each
 * `lcrc`. Packets are independent of each other, no destination may overlap any job's TLP or
 * another destination. Several packets share the last steps of a CRC, which pays for small ones.
 * Rules: LCRC-01, LCRC-02.
 */
AK_API void ak_lcrc_batch(enum ak_crc_kernel kernel, struct ak_lcrc_job *jobs, size_t count);

/*
 * The CRC of a DLLP's bytes 0 to 3. Byte 4 is the value's low byte, byte 5 its high byte. Reserved
 * bits are covered as they are. Cost: four table look-ups. Rules: DLLP-01.
 */
AK_API uint16_t ak_dllp_crc(const uint8_t dllp[4]);

AK_END_DECLS

#endif
