/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLPs that were acknowledged leave the replay buffer.
 * Not here: Naks, replays, and what is stored during them (tx_acknowledge.c).
 */
#ifndef ACKNAK_CORE_TX_PURGE_H
#define ACKNAK_CORE_TX_PURGE_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/seq.h"

#include "port_timer.h"
#include "tx.h"

/* Rules: TX-06, TX-07. */
static inline void tx_purge(struct ak_tx *tx, uint16_t seq)
{
    tx->ackd_seq = seq;
    tx->replay_num = 0;
    tx->retrain_count = 0;
}

/* What an Ack may meet that keeps tx_purge_plainly from being all there is to do. */
static inline bool tx_is_plain(const struct ak_port *port)
{
    const struct ak_tx *tx = &port->tx;
    return port->link == AK_LINK_UP && !port->link_disable && tx->send_seq == tx->sent_end &&
           tx->wire == AK_WIRE_IDLE && tx->retrain == AK_RETRAIN_NONE;
}

/* An Ack that makes progress, at a transmitter that is plain; otherwise false, and nothing has
 * changed. Rules: TX-05 to TX-07, TIME-03. */
static inline bool tx_purge_plainly(struct ak_port *port, uint16_t seq, uint64_t now)
{
    struct ak_tx *tx = &port->tx;
    const uint32_t outstanding = tx_outstanding(tx);
    const uint32_t acknowledged = ak_seq_distance(tx->ackd_seq, seq);
    if (!tx_is_plain(port) || acknowledged == 0 || acknowledged > outstanding) {
        return false;
    }
    tx_purge(tx, seq);
    port->counters.acks_received++;
    if (acknowledged != outstanding) {
        timer_start(&tx->replay_timer, now, false);
    } else {
        timer_hold(&tx->replay_timer, AK_TIMER_HELD);
    }
    return true;
}

#endif
