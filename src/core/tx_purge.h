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
    return port->link == AK_LINK_UP && !port->link_disable && !tx_is_replaying(tx) &&
           tx->retrain == AK_RETRAIN_NONE;
}

/*
 * The oldest TLPs have left the replay buffer, the one at `seq` as the last of them, and others are
 * in it: what can be added without asking becomes more by what they took, up to the end of the
 * ring. It stays what it is where it must be asked, and for TLPs that stay as they are on the wire.
 */
static inline void tx_widen_spare(struct ak_tx *tx, uint16_t oldest, uint16_t seq)
{
    const uint32_t from = replay_slot(tx, oldest)->offset;
    const uint32_t to = replay_slot(tx, ak_seq_add(seq, 1))->offset;
    const uint32_t head =
        tx->spare_head + (to >= from ? to - from : to + tx->capacity_bytes - from);
    if (tx->spare_head != 0) {
        tx->spare_end = ak_seq_add(tx->spare_end, ak_seq_distance(oldest, seq) + 1u);
        tx->spare_head = head < tx->capacity_bytes ? head : tx->capacity_bytes - 1u;
    }
}

/* An Ack that makes progress, at a transmitter that is plain; otherwise false, and nothing has
 * changed. Rules: TX-05 to TX-07, TIME-03. */
static inline bool tx_purge_plainly(struct ak_port *port, uint16_t seq, uint64_t now)
{
    struct ak_tx *tx = &port->tx;
    const uint32_t outstanding = tx_outstanding(tx);
    const uint32_t acknowledged = ak_seq_distance(tx->ackd_seq, seq);
    const uint32_t ended = outstanding - tx_newest_is_leaving(tx);
    if (!tx_is_plain(port) || acknowledged == 0 || acknowledged > outstanding) {
        return false;
    }
    if (acknowledged < ended) {
        tx_widen_spare(tx, ak_seq_add(tx->ackd_seq, 1), seq);
        timer_start(&tx->replay_timer, now, false);
    } else {
        timer_hold(&tx->replay_timer, AK_TIMER_HELD);
    }
    tx_purge(tx, seq);
    port->counters.acks_received++;
    return true;
}

#endif
