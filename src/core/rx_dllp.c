/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A DLLP has arrived: CRC, type, and what an Ack or Nak means for the transmitter.
 * Not here: DLLPs of other layers beyond telling them apart.
 */
#include "rx.h"

#include "acknak/dllp.h"

#include "tx.h"

/* Rules: ERR-03. */
static enum ak_verdict drop_bad_dllp(struct ak_port *port)
{
    port->events |= AK_EVENT_BAD_DLLP;
    port->counters.bad_dllp++;
    return AK_VERDICT_BAD_DLLP;
}

/* Rules: TX-05, ERR-06, D12. */
static enum ak_verdict receive_acknak(struct ak_port *port, const struct ak_dllp *dllp,
                                      uint64_t now)
{
    const bool nak = dllp->type == AK_DLLP_NAK;
    if (!tx_acknowledge(port, nak, dllp->seq, now)) {
        port->events |= AK_EVENT_DL_PROTOCOL_ERROR;
        port->counters.dl_protocol_error++;
        return AK_VERDICT_ILLEGAL_SEQ;
    }
    return nak ? AK_VERDICT_NAK : AK_VERDICT_ACK;
}

enum ak_verdict rx_dllp(struct ak_port *port, const uint8_t *dllp, size_t length_bytes,
                        uint64_t now, struct ak_view *view)
{
    struct ak_dllp decoded;
    if (length_bytes != AK_DLLP_BYTES || ak_dllp_decode(dllp, &decoded) != AK_DLLP_GOOD) {
        return drop_bad_dllp(port);
    }
    if (decoded.type == AK_DLLP_UNKNOWN) {
        port->counters.unknown_dllp++;
        return AK_VERDICT_UNKNOWN_DLLP;
    }
    if (ak_dllp_class_of(decoded.type) == AK_DLLP_CLASS_ACKNAK) {
        return receive_acknak(port, &decoded, now);
    }
    port->counters.dllps_received++;
    view->bytes = dllp;
    view->length_bytes = AK_DLLP_BYTES;
    return AK_VERDICT_OTHER_DLLP;
}
