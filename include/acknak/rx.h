/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The receiving side of a port: what the Physical Layer received goes in, a verdict comes out.
 * Not here: the Acks and Naks that follow from it: ak_tx_begin hands them out (tx.h).
 */
#ifndef ACKNAK_RX_H
#define ACKNAK_RX_H

#include <stddef.h>

#include "acknak/api.h"
#include "acknak/packet.h"
#include "acknak/state.h"

AK_BEGIN_DECLS

/* What the Physical Layer hands over. */
enum ak_rx_kind {
    AK_RX_TLP,          /* sequence number to LCRC, ended well */
    AK_RX_TLP_EDB,      /* the same, ended with EDB: nullified */
    AK_RX_DLLP,         /* 6 bytes */
    AK_RX_ERROR_IN_TLP, /* Receiver Error while a TLP was arriving (D11: 8b/10b); no bytes */
    AK_RX_ERROR,        /* any other Receiver Error; no bytes */
};

/* What became of it. */
enum ak_verdict {
    AK_VERDICT_DELIVERED,       /* good TLP in sequence: the view is lent to the caller */
    AK_VERDICT_DUPLICATE,       /* dropped, Ack scheduled */
    AK_VERDICT_OUT_OF_SEQUENCE, /* a TLP before it is missing: dropped, Nak perhaps */
    AK_VERDICT_BAD_LCRC,        /* dropped, Bad TLP, Nak perhaps */
    AK_VERDICT_NULLIFIED,       /* dropped silently */
    AK_VERDICT_RECEIVER_ERROR,  /* Physical Layer error; Nak perhaps if it hit a TLP */
    AK_VERDICT_ACK,             /* a legal Ack */
    AK_VERDICT_NAK,             /* a legal Nak */
    AK_VERDICT_ILLEGAL_SEQ,     /* Ack or Nak with an illegal number: dropped, DL Protocol Error */
    AK_VERDICT_BAD_DLLP,        /* wrong CRC or length: dropped, Bad DLLP */
    AK_VERDICT_OTHER_DLLP,      /* good, for another layer: the view is lent to the caller */
    AK_VERDICT_UNKNOWN_DLLP,    /* good CRC, reserved type: dropped, no error (D22) */
    AK_VERDICT_INACTIVE,        /* the port is inactive: dropped */
};

/* Bytes lent to the caller; they lie in the caller's own frame. Empty for verdicts without one. */
struct ak_view {
    const uint8_t *bytes; /* TLP: header to ECRC; DLLP of another layer: all 6 */
    uint32_t length_bytes;
    uint16_t seq; /* of a delivered TLP */
};

/*
 * Takes what has arrived whole at `now` (last symbol). `bytes`: `length_bytes` bytes, read during
 * the call only; they stay the caller's (his Receive Buffer), a dropped packet leaves nothing
 * behind. `view` (never NULL): what is handed on.
 * Nothing a peer sends can make the call fail.
 * Effects: a good TLP advances next_rcv_seq, clears NAK_SCHEDULED and starts ACKNAK_LATENCY_TIMER
 * if it is held; scheduling an Ack or Nak restarts that timer. An Ack or Nak purges the replay
 * buffer and moves REPLAY_TIMER as tx rules say, and a Nak initiates a replay.
 * Cost: one pass over a TLP (LCRC); constant for a DLLP.
 * Rules: RX-01 to RX-09, TX-05 to TX-12, DLLP-01, DLLP-03, DLLP-04, ERR-01 to ERR-06.
 */
AK_API enum ak_verdict ak_rx(struct ak_port *port, enum ak_rx_kind kind, const void *bytes,
                             size_t length_bytes, uint64_t now, struct ak_view *view);

/*
 * As `count` calls of ak_rx with AK_RX_TLP at the same `now`, quicker: LCRCs of several frames are
 * checked together. Of each of `packets`, which ak_tx_send_batch of the other end may have filled
 * in, only `bytes` (sequence number to LCRC) and `length_bytes` are read. `verdicts` receives one
 * verdict for each. The bytes delivered from a packet start 2 bytes into it and end 4 before its
 * end.
 * Returns how many were delivered.
 */
AK_API size_t ak_rx_batch(struct ak_port *port, const struct ak_packet *packets, size_t count,
                          uint64_t now, enum ak_verdict *verdicts);

AK_END_DECLS

#endif
