/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the transmitter share.
 * Not here: the public calls (acknak/tx.h, acknak/port.h).
 */
#ifndef ACKNAK_CORE_TX_H
#define ACKNAK_CORE_TX_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/state.h"
#include "acknak/tx.h"
#include "replay.h"

static inline bool port_is_active(const struct ak_port *port)
{
    return port->link != AK_LINK_DOWN && !port->link_disable;
}

/* Timers stand still whenever the link is not up. */
static inline bool port_is_frozen(const struct ak_port *port)
{
    return port->link != AK_LINK_UP;
}

/* TLPs sent and unacknowledged. */
static inline uint32_t tx_outstanding(const struct ak_tx *tx)
{
    return ak_seq_distance(tx->ackd_seq, tx->sent_end) - 1u;
}

/* From the initiation of a replay to the last symbol of its last TLP. */
static inline bool tx_is_replaying(const struct ak_tx *tx)
{
    return tx->send_seq != tx->sent_end || tx->wire == AK_WIRE_TLP_REPLAYED;
}

/* The newest TLP that counts as sent is on the wire: its last symbol has not left. */
static inline bool tx_newest_is_leaving(const struct ak_tx *tx)
{
    return tx->wire == AK_WIRE_TLP && tx->wire_seq == ak_seq_before(tx->sent_end);
}

/* New TLPs are taken, if there is room. Rules: PORT-01, TX-09, TX-13. */
static inline bool tx_is_open_for_new(const struct ak_port *port)
{
    const struct ak_tx *tx = &port->tx;
    return port_is_active(port) && tx->retrain == AK_RETRAIN_NONE && !tx_is_replaying(tx) &&
           !tx->cut_through_open && tx->wire != AK_WIRE_TLP_NULLIFIED;
}

/* The next submit asks whether it may be. For every change after which tx_is_open_for_new is false;
 * a reset does it too. */
static inline void tx_close_spare(struct ak_tx *tx)
{
    tx->spare_head = 0;
}

/*
 * Whether only_new_tlps may be set: nothing can come before a new TLP (PORT-03), and it begins as
 * one that counts as sent.
 */
static inline bool tx_may_send_only_new(const struct ak_port *port)
{
    const struct ak_tx *tx = &port->tx;
    return port->link == AK_LINK_UP && !port->link_disable && !port->rx.ack_waiting &&
           !port->rx.nak_waiting && port->flow_control.count == 0 &&
           tx->retrain == AK_RETRAIN_NONE && !tx->cut_through_open && tx->send_seq == tx->sent_end;
}

/* The next begin asks what comes. For every change after which tx_may_send_only_new is false. */
static inline void tx_ask_what_comes(struct ak_tx *tx)
{
    tx->only_new_tlps = false;
}

/* The TLP that may still be nullified is the newest; it does not count as sent (D27). */
static inline bool tx_is_open(const struct ak_tx *tx, uint16_t seq)
{
    return tx->cut_through_open && seq == ak_seq_before(tx->next_transmit_seq);
}

/* Takes a TLP that spare room says nothing about, if it can be taken. */
enum ak_status tx_submit_asking(struct ak_port *port, const void *tlp, uint32_t tlp_bytes);

enum ak_replay_cause {
    AK_REPLAY_BY_NAK,
    AK_REPLAY_BY_TIMEOUT,
};

/* A legal or illegal Ack or Nak has arrived; false: illegal. Rules: TX-05 to TX-08, TX-12. */
bool tx_acknowledge(struct ak_port *port, bool nak, uint16_t seq, uint64_t now);

/* REPLAY_TIMER has expired. Rules: TX-10, TX-17. */
void tx_expire(struct ak_port *port);

/* The last symbol of the TLP on the wire has left, or is taken as gone because it was cut. */
void tx_end_tlp(struct ak_port *port, uint64_t now);

/* The replay has sent its last TLP: what was stored takes effect. Rules: TX-12, TX-17. */
void tx_finish_replay(struct ak_port *port);

/* The link is back after the retrain that a rollover asked for. Rules: TX-11. */
void tx_resume_after_retrain(struct ak_tx *tx);

#endif
