/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sending side of a port: TLPs go in, packets for the wire come out.
 * Not here: what arrives (rx.h), link state and time (port.h).
 *
 * Within one instant call in this order: ak_tx_end, ak_rx, ak_tick, ak_tx_submit, ak_tx_begin.
 * Time goes in with ak_tx_end and ak_tick only: submitting and beginning move no timer.
 */
#ifndef ACKNAK_TX_H
#define ACKNAK_TX_H

#include <stddef.h>

#include "acknak/api.h"
#include "acknak/packet.h"
#include "acknak/state.h"

AK_BEGIN_DECLS

/* Answers to a submit. A refusal changes nothing but the stall counter. */
enum ak_status {
    AK_OK = 0,
    AK_REFUSED_INACTIVE,    /* LinkUp = 0 or Link Disable set */
    AK_REFUSED_DEAD,        /* gave up after too many retrains (D19) */
    AK_REFUSED_REPLAY,      /* a replay runs or waits for a retrain (D32) */
    AK_REFUSED_CUT_THROUGH, /* the TLP before may still be nullified (D13, D32) */
    AK_REFUSED_WINDOW,      /* 2047 TLPs unacknowledged (D1) */
    AK_REFUSED_FULL,        /* replay buffer full, in bytes or in TLPs; or, for a DLLP, its queue */
};

enum ak_tlp_mode {
    AK_TLP_STORE_AND_FORWARD,
    AK_TLP_CUT_THROUGH, /* may be nullified until its last symbol has left */
};

/*
 * Takes a TLP: gives it NEXT_TRANSMIT_SEQ, computes its LCRC and copies it into the replay buffer,
 * in one pass. `tlp` is read during the call only.
 * Returns AK_OK, or why not now; the caller tries again after the next Ack. Moves no timer.
 * Cost: one pass over the TLP, no allocation. Rules: TX-01, TX-03, TX-04, LCRC-01, TX-13.
 */
AK_API enum ak_status ak_tx_submit(struct ak_port *port, const void *tlp, uint32_t tlp_bytes,
                                   enum ak_tlp_mode mode);

/*
 * As `count` calls of ak_tx_submit (store and forward), quicker: LCRCs of several TLPs are
 * computed together. Returns how many were taken, oldest first; `status` (may be NULL) tells why
 * the next one was not (AK_OK when all were).
 */
AK_API size_t ak_tx_submit_batch(struct ak_port *port, const struct ak_tx_tlp *tlps, size_t count,
                                 enum ak_status *status);

/*
 * In-place form of ak_tx_submit: reserve hands out `tlp_bytes` bytes of the replay buffer in
 * `*tlp`, the caller builds the TLP there, commit numbers it and computes the LCRC. Between the
 * two no other call of tx.h or port.h may be made except ak_tx_abandon, which gives the bytes back.
 */
AK_API enum ak_status ak_tx_reserve(struct ak_port *port, uint32_t tlp_bytes, uint8_t **tlp);
AK_API void ak_tx_commit(struct ak_port *port, enum ak_tlp_mode mode);
AK_API void ak_tx_abandon(struct ak_port *port);

/*
 * Commits to the next packet by the order of sending (D23): Nak, Ack, flow control DLLPs, replayed
 * TLPs, new TLPs, other DLLPs. From here on the TLP counts as sent and may be acknowledged (D27).
 * An Ack or Nak gets its number now: next_rcv_seq - 1 (D29).
 * The packet's bytes stay valid and unchanged until ak_tx_end, except that ak_tx_nullify inverts
 * the last four of a TLP.
 * Returns false, and sets packet->kind to AK_PACKET_NONE, when there is nothing to send or the
 * link is not up. The wire must be idle: one packet at a time.
 * Effects: an Ack ends the need for Acks and holds ACKNAK_LATENCY_TIMER. Rules: PORT-03, RX-09.
 */
AK_API bool ak_tx_begin(struct ak_port *port, struct ak_packet *packet);

/* What ak_tx_begin would return now, without committing to it. packet->bytes is NULL for an Ack,
 * Nak or other DLLP, whose bytes are made when it begins. */
AK_API bool ak_tx_peek(const struct ak_port *port, struct ak_packet *packet);

/*
 * The last symbol of the packet on the wire has left at `now`. Ends a replay with its last TLP,
 * and then applies what was stored during it. Effects: starts REPLAY_TIMER if it is held and the
 * TLP is unacknowledged. Rules: TIME-02, TX-12.
 */
AK_API void ak_tx_end(struct ak_port *port, uint64_t now);

/*
 * For a wire that takes packets whole: ak_tx_begin and ak_tx_end at `now` in one, quicker.
 * Returns what ak_tx_begin does; the wire is idle again. The bytes of a DLLP stay valid until the
 * next packet begins, those of a TLP as for ak_tx_send_batch. A wire that takes time needs the
 * two calls: what arrives between them counts (D27, D28). Rules: PORT-03, TX-16, TIME-02.
 */
AK_API bool ak_tx_send(struct ak_port *port, uint64_t now, struct ak_packet *packet);

/*
 * For a wire that takes TLPs whole: as up to `count` pairs of ak_tx_begin and ak_tx_end at `now`,
 * quicker. Stops ahead of anything but a TLP, so that a DLLP, whose bytes last until its end only,
 * is begun by ak_tx_begin. `packets` receives one entry for each TLP; its bytes stay valid and
 * unchanged until the TLP has been acknowledged and a later submit takes its place, or the link
 * goes down. Returns how many were sent; the wire is idle again. Rules: PORT-03, TX-16, TIME-02.
 */
AK_API size_t ak_tx_send_batch(struct ak_port *port, struct ak_packet *packets, size_t count,
                               uint64_t now);

/*
 * Nullifies the newest TLP, submitted as AK_TLP_CUT_THROUGH. On the wire: its LCRC is inverted in
 * place, the caller ends it with EDB and then calls ak_tx_end; waiting: it is withdrawn and never
 * begins. Its sequence number goes to the next TLP.
 * Returns AK_OK, or AK_REFUSED_CUT_THROUGH when there is no such TLP or its end has passed.
 * Rules: TX-14.
 */
AK_API enum ak_status ak_tx_nullify(struct ak_port *port);

/*
 * Queues a DLLP of another layer (flow control, power management, vendor). `dllp`: its first 4
 * bytes; the CRC is added when it begins. `dllp_class`: flow control or other. One that is cut by
 * Recovery is not sent again: its layer repeats it. Returns AK_OK, AK_REFUSED_INACTIVE or
 * AK_REFUSED_FULL (AK_OFFERED_MAX wait). Rules: PORT-04.
 */
AK_API enum ak_status ak_tx_offer_dllp(struct ak_port *port, enum ak_dllp_class dllp_class,
                                       const uint8_t dllp[4]);

/* TLPs sent and not acknowledged, 0 to 2047. */
AK_API uint32_t ak_tx_outstanding(const struct ak_port *port);

/* Replay buffer in use, in TLPs and bytes: everything from the oldest TLP that is unacknowledged
 * or on the wire to the newest submitted. A nullified TLP is not kept, on the wire or not. */
AK_API uint32_t ak_tx_used_tlps(const struct ak_port *port);
AK_API uint32_t ak_tx_used_bytes(const struct ak_port *port);

/* A replay runs: from its initiation to the last symbol of its last TLP. A replay that waits for
 * a retrain does not run yet. */
AK_API bool ak_tx_is_replaying(const struct ak_port *port);

/*
 * The frame kept for `seq`. For a TLP in the replay buffer, and after a link down for those that
 * struct ak_link_report names, until the next submit or reserve. Returns its bytes (sequence
 * number to LCRC) and their count.
 */
AK_API const uint8_t *ak_tx_frame(const struct ak_port *port, uint16_t seq, uint32_t *frame_bytes);

AK_END_DECLS

#endif
