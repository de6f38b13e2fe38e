/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plain way of one TLP of 64 to 512 bytes with the kernel for VPCLMULQDQ inlined.
 * Not here: what is not plain (tx_submit.c, rx.c).
 */
#ifndef ACKNAK_CORE_PORT_VPCLMUL_H
#define ACKNAK_CORE_PORT_VPCLMUL_H

#include "acknak/rx.h"
#include "acknak/tx.h"

#include "crc_kernels.h"

#if AK_CRC_X86
/* Whether the functions below are for a TLP of that length. */
static inline bool port_vpclmul_takes(size_t tlp_bytes)
{
    const size_t above = tlp_bytes - 64u;
    /* Rotated: what is no multiple of 4 becomes too large. */
    const size_t above_dw = above >> 2 | above << 62;
    return above_dw <= (AK_CRC_BATCH_BYTES - 64u) / 4u;
}

/* Takes a TLP, or tells why not. */
enum ak_status tx_submit_vpclmul(struct ak_port *port, const uint8_t *tlp, uint32_t tlp_bytes);

/* ak_rx of a TLP while unacked_tlps is less than plain_tlps. `kind` keeps the place that it has in
 * rx_any: calls with the same arguments in the same places can end in one another. */
enum ak_verdict rx_tlp_vpclmul(struct ak_port *port, enum ak_rx_kind kind, const uint8_t *frame,
                               size_t frame_bytes, uint64_t now, struct ak_view *view);
#endif

#endif
