/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plain way of one TLP of 64 to 512 bytes with the kernel for VPCLMULQDQ inlined: such a TLP
 * costs so little that the call of a kernel, and the registers saved around it, would show.
 * Not here: what is not plain (tx_submit.c, rx.c).
 */
#include "port_vpclmul.h"

#if AK_CRC_X86
#include "crc_vpclmul.h"
#include "rx_deliver.h"
#include "tx.h"
#include "tx_append.h"

AK_VPCLMUL_TARGET enum ak_status tx_submit_vpclmul(struct ak_port *port, const uint8_t *tlp,
                                                   uint32_t tlp_bytes)
{
    const uint16_t seq = port->tx.next_transmit_seq;
    const uint32_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
    if (AK_UNLIKELY(!tx_has_spare(&port->tx, frame_bytes))) {
        return tx_submit_asking(port, tlp, tlp_bytes);
    }
    uint8_t *place = tx_append(port, frame_bytes, port->tx.head + frame_bytes);
    if (!place) {
        __builtin_unreachable(); /* spares the kernel the question whether it copies */
    }
    store_le32(place + tlp_bytes, reduce(sum_of_medium(seq, place, tlp, tlp_bytes)));
    return AK_OK;
}

/* Whatever is not plain ends with a call, so that nothing need be kept for it. */
AK_VPCLMUL_TARGET enum ak_verdict rx_tlp_vpclmul(struct ak_port *port, enum ak_rx_kind kind,
                                                 const uint8_t *frame, size_t frame_bytes,
                                                 uint64_t now, struct ak_view *view)
{
    struct ak_rx *rx = &port->rx;
    const uint16_t seq = rx->next_rcv_seq;
    (void)kind; /* a constant takes no register */
    if (AK_UNLIKELY(load_be16(frame) != seq)) {
        return rx_any(port, AK_RX_TLP, frame, frame_bytes, now, view);
    }
    size_t checked_bytes = frame_bytes - AK_LCRC_BYTES;
    __asm__("" : "+r"(checked_bytes)); /* in place of frame_bytes, not beside it */
    /* rx_any takes it back. */
    rx_lend(view, seq, frame + AK_SEQ_BYTES, checked_bytes - AK_SEQ_BYTES);
    const uint32_t lcrc = reduce(sum_of_frame(frame, checked_bytes));
    if (AK_UNLIKELY(lcrc != load_le32(frame + checked_bytes))) {
        return rx_any(port, AK_RX_TLP, frame, checked_bytes + AK_LCRC_BYTES, now, view);
    }
    AK_READ_AGAIN(rx->next_rcv_seq);
    rx->next_rcv_seq = ak_seq_add(rx->next_rcv_seq, 1);
    rx->unacked_tlps++;
    port->counters.tlps_delivered++;
    return AK_VERDICT_DELIVERED;
}
#endif
