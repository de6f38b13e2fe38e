/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A DLLP has arrived: CRC, type, and what an Ack or Nak means for the transmitter.
 * Not here: DLLPs of other layers beyond telling them apart.
 */
#include "rx.h"

#include "acknak/dllp.h"
#include "acknak/seq.h"

#include "bytes.h"
#include "dllp_ack.h"
#include "port_branch.h"
#include "tx.h"
#include "tx_purge.h"

/* Rules: ERR-03. */
static enum ak_verdict drop_bad_dllp(struct ak_port *port)
{
    port->events |= AK_EVENT_BAD_DLLP;
    port->counters.bad_dllp++;
    return AK_VERDICT_BAD_DLLP;
}

/* Rules: TX-05, ERR-06, D12, D21. */
static enum ak_verdict receive_acknak(struct ak_port *port, bool nak, uint16_t seq, uint64_t now)
{
    if (!tx_acknowledge(port, nak, seq, now)) {
        port->events |= AK_EVENT_DL_PROTOCOL_ERROR;
        port->counters.dl_protocol_error++;
        return AK_VERDICT_ILLEGAL_SEQ;
    }
    return nak ? AK_VERDICT_NAK : AK_VERDICT_ACK;
}

static enum ak_verdict receive_other(struct ak_port *port, const uint8_t *dllp, bool is_known,
                                     struct ak_view *view)
{
    if (!is_known) {
        port->counters.unknown_dllp++;
        return AK_VERDICT_UNKNOWN_DLLP;
    }
    port->counters.dllps_received++;
    view->bytes = dllp;
    view->length_bytes = AK_DLLP_BYTES;
    return AK_VERDICT_OTHER_DLLP;
}

enum ak_verdict rx_dllp(struct ak_port *port, const uint8_t *dllp, size_t length_bytes,
                        uint64_t now, struct ak_view *view)
{
    if (length_bytes != AK_DLLP_BYTES || !ak_dllp_crc_is_good(dllp)) {
        return drop_bad_dllp(port);
    }
    const enum ak_dllp_type type = ak_dllp_type_of(dllp[0]);
    if (type == AK_DLLP_ACK || type == AK_DLLP_NAK) {
        return receive_acknak(port, type == AK_DLLP_NAK, load_be16(dllp + 2) & AK_SEQ_MASK, now);
    }
    return receive_other(port, dllp, type != AK_DLLP_UNKNOWN, view);
}

enum ak_verdict rx_dllp_plainly(struct ak_port *port, enum ak_rx_kind kind, const uint8_t *dllp,
                                size_t length_bytes, uint64_t now, struct ak_view *view)
{
    if (AK_UNLIKELY(length_bytes != AK_DLLP_BYTES || !dllp_is_plain_ack(dllp) ||
                    !tx_purge_plainly(port, load_be16(dllp + 2), now))) {
        return rx_any(port, kind, dllp, length_bytes, now, view);
    }
    rx_lend_nothing(view);
    return AK_VERDICT_ACK;
}
