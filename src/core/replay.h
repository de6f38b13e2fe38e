/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The replay buffer: frames in a ring of bytes, found by a slot each. Rules: TX-04.
 * Not here: when a frame is sent, purged or replayed.
 *
 * Nothing is stored that can be derived: the oldest frame follows from ackd_seq and the wire, the
 * room in use from the slots of the oldest frame and `head`. A purge is therefore one store, to
 * ackd_seq. A frame may start anywhere below the capacity and run into the slack behind it; the
 * next one then starts as many bytes into the ring, so the capacity is exact.
 */
#ifndef ACKNAK_CORE_REPLAY_H
#define ACKNAK_CORE_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/seq.h"
#include "acknak/state.h"

static inline struct ak_slot *replay_slot(const struct ak_tx *tx, uint16_t seq)
{
    return &tx->slots[seq & tx->slot_mask];
}

static inline bool replay_wire_is_tlp(const struct ak_tx *tx)
{
    return tx->wire == AK_WIRE_TLP || tx->wire == AK_WIRE_TLP_REPLAYED;
}

static inline bool replay_is_acknowledged(const struct ak_tx *tx, uint16_t seq)
{
    return ak_seq_distance(seq, tx->ackd_seq) < AK_SEQ_WINDOW;
}

/* The bytes on the wire stay until their end, acknowledged or not. */
static inline uint16_t replay_oldest(const struct ak_tx *tx)
{
    if (replay_wire_is_tlp(tx) && replay_is_acknowledged(tx, tx->wire_seq)) {
        return tx->wire_seq;
    }
    return ak_seq_add(tx->ackd_seq, 1);
}

struct replay_use {
    uint32_t tlps;
    uint32_t bytes;
};

/* What the replay buffer holds. */
static inline struct replay_use replay_use(const struct ak_tx *tx)
{
    const uint16_t oldest = replay_oldest(tx);
    struct replay_use use = {.tlps = ak_seq_distance(oldest, tx->next_transmit_seq), .bytes = 0};
    if (use.tlps != 0) {
        const uint32_t tail = replay_slot(tx, oldest)->offset;
        use.bytes = tx->head > tail ? tx->head - tail : tx->head + tx->capacity_bytes - tail;
    }
    return use;
}

/* Where a frame of that many bytes, for which there is room, ends. */
static inline uint32_t replay_after(uint32_t capacity_bytes, uint32_t offset, uint32_t frame_bytes)
{
    const uint32_t end = offset + frame_bytes;
    return end >= capacity_bytes ? end - capacity_bytes : end;
}

#endif
