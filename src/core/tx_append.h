/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One frame more in the replay buffer.
 * Not here: whether there is room (tx_submit.c), its TLP and LCRC.
 */
#ifndef ACKNAK_CORE_TX_APPEND_H
#define ACKNAK_CORE_TX_APPEND_H

#include "acknak/frame.h"

#include "bytes.h"
#include "port_branch.h"
#include "replay.h"

static inline bool tx_has_spare(const struct ak_tx *tx, uint32_t frame_bytes)
{
    return tx->head + frame_bytes <= tx->spare_head && tx->next_transmit_seq != tx->spare_end;
}

/* Numbers a frame, for which there is room, and makes it the newest of the replay buffer. Returns
 * where its TLP goes; `next_head` is where it ends. Rules: TX-01. */
static inline uint8_t *tx_append(struct ak_port *port, uint32_t frame_bytes, uint32_t next_head)
{
    struct ak_tx *tx = &port->tx;
    const uint16_t seq = tx->next_transmit_seq;
    struct ak_slot *slot = replay_slot(tx, seq);
    uint8_t *frame = tx->memory + tx->head;
    slot->offset = tx->head;
    slot->frame_bytes = frame_bytes;
    tx->head = next_head;
    port->counters.tlps_submitted++;
    AK_READ_AGAIN(tx->next_transmit_seq);
    store_be16(frame, tx->next_transmit_seq);
    tx->next_transmit_seq = ak_seq_add(seq, 1);
    return frame + AK_SEQ_BYTES;
}

#endif
