/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLPs enter the transmitter: number, LCRC, replay buffer.
 * Not here: sending them (tx_wire.c).
 */
#include "acknak/tx.h"

#include "bytes.h"
#include "crc_kernels.h"
#include "port_branch.h"
#include "tx.h"

#define BATCH_MAX 16u

static bool is_tlp_length(uint32_t tlp_bytes)
{
    return tlp_bytes >= AK_TLP_MIN_BYTES && tlp_bytes <= AK_TLP_MAX_BYTES && tlp_bytes % 4u == 0;
}

/* Why the transmitter takes no TLP whatever its size. Rules: PORT-01, TX-09, TX-13. */
AK_COLD static enum ak_status closed_status(const struct ak_port *port)
{
    const struct ak_tx *tx = &port->tx;
    if (!port_is_active(port)) {
        return AK_REFUSED_INACTIVE;
    }
    if (tx->retrain == AK_RETRAIN_DEAD) {
        return AK_REFUSED_DEAD;
    }
    if (tx->retrain != AK_RETRAIN_NONE || tx_is_replaying(tx)) {
        return AK_REFUSED_REPLAY;
    }
    return AK_REFUSED_CUT_THROUGH;
}

/* All that closed_status tells apart, in one branch. */
static inline bool is_open(const struct ak_port *port)
{
    const struct ak_tx *tx = &port->tx;
    const bool wire_bars = tx->wire == AK_WIRE_TLP_REPLAYED || tx->wire == AK_WIRE_TLP_NULLIFIED;
    return !((port->link == AK_LINK_DOWN) | port->link_disable | tx->retrain |
             tx->cut_through_open | wire_bars | (tx->send_seq ^ tx->sent_end));
}

static enum ak_status stall(struct ak_port *port, enum ak_status status)
{
    struct ak_tx *tx = &port->tx;
    if (!tx->stalled) {
        tx->stalled = true;
        port->counters.tx_stalls++;
        if (status == AK_REFUSED_WINDOW && tx->report_window_stall) {
            port->events |= AK_EVENT_DL_PROTOCOL_ERROR;
            port->counters.dl_protocol_error++;
        }
    }
    return status;
}

/*
 * The end of the replay buffer where frames are added. While several are added it is kept apart
 * from the port: the bytes of a frame could be part of the port for all a compiler knows, and
 * each store to them would make it read the port anew.
 */
struct new_end {
    uint32_t head;
    uint32_t used_tlps;
    uint32_t used_bytes;
    uint16_t seq;
};

static inline struct new_end read_end(const struct ak_tx *tx)
{
    const struct replay_use use = replay_use(tx);
    return (struct new_end){
        .head = tx->head,
        .used_tlps = use.tlps,
        .used_bytes = use.bytes,
        .seq = tx->next_transmit_seq,
    };
}

/* After `count` frames more. */
static inline void write_end(struct ak_port *port, const struct new_end *end, size_t count)
{
    struct ak_counters *counters = &port->counters;
    port->tx.head = end->head;
    port->tx.next_transmit_seq = end->seq;
    counters->tlps_submitted += count;
    if (AK_UNLIKELY(end->used_tlps > counters->peak_tlps)) {
        counters->peak_tlps = end->used_tlps;
    }
    if (AK_UNLIKELY(end->used_bytes > counters->peak_bytes)) {
        counters->peak_bytes = end->used_bytes;
    }
}

static inline bool window_has_room(const struct ak_tx *tx, uint16_t seq)
{
    return ak_seq_distance(tx->ackd_seq, seq) < AK_SEQ_WINDOW;
}

/* Rules: TX-03, TX-04. */
static inline bool has_room(const struct ak_tx *tx, const struct new_end *end, uint32_t frame_bytes)
{
    return window_has_room(tx, end->seq) && end->used_tlps <= tx->slot_mask &&
           frame_bytes <= tx->capacity_bytes - end->used_bytes;
}

/* There is no room. Rules: TX-03, TX-04. */
AK_COLD static enum ak_status refuse(struct ak_port *port)
{
    const bool window_is_full = !window_has_room(&port->tx, port->tx.next_transmit_seq);
    return stall(port, window_is_full ? AK_REFUSED_WINDOW : AK_REFUSED_FULL);
}

/* Numbers the frame at the head and makes it the newest of the replay buffer; its TLP and LCRC are
 * filled in by the caller. Rules: TX-01. */
static inline uint8_t *append_frame(const struct ak_tx *tx, struct new_end *end,
                                    uint32_t frame_bytes)
{
    uint8_t *frame = tx->memory + end->head;
    *replay_slot(tx, end->seq) = (struct ak_slot){end->head, frame_bytes};
    store_be16(frame, end->seq);
    end->head = replay_after(tx, end->head, frame_bytes);
    end->seq = ak_seq_add(end->seq, 1);
    end->used_tlps++;
    end->used_bytes += frame_bytes;
    return frame;
}

enum ak_status ak_tx_submit(struct ak_port *port, const void *tlp, uint32_t tlp_bytes,
                            enum ak_tlp_mode mode)
{
    struct ak_tx *tx = &port->tx;
    AK_ASSERT(is_tlp_length(tlp_bytes) && tx->reserved_bytes == 0);
    if (AK_UNLIKELY(!is_open(port))) {
        return closed_status(port);
    }
    const uint32_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
    struct new_end end = read_end(tx);
    if (AK_UNLIKELY(!has_room(tx, &end, frame_bytes))) {
        return refuse(port);
    }
    const uint16_t seq = end.seq;
    uint8_t *frame = append_frame(tx, &end, frame_bytes);
    write_end(port, &end, 1);
    tx->stalled = false;
    tx->cut_through_open = mode == AK_TLP_CUT_THROUGH;
    const uint32_t lcrc = ak_crc_lcrc_copy((enum ak_crc_kernel)tx->crc_kernel, seq,
                                           frame + AK_SEQ_BYTES, tlp, tlp_bytes);
    store_le32(frame + AK_SEQ_BYTES + tlp_bytes, lcrc);
    return AK_OK;
}

/* Takes as many as there is room for, BATCH_MAX at most; returns how many. */
static size_t submit_group(struct ak_port *port, const struct ak_tx_tlp *tlps, size_t count)
{
    struct ak_tx *tx = &port->tx;
    struct ak_lcrc_job jobs[BATCH_MAX];
    struct new_end end = read_end(tx);
    size_t taken = 0;
    for (; taken < count; taken++) {
        const uint32_t tlp_bytes = tlps[taken].length_bytes;
        const uint32_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
        struct ak_lcrc_job *job = &jobs[taken];
        AK_ASSERT(is_tlp_length(tlp_bytes));
        if (AK_UNLIKELY(!has_room(tx, &end, frame_bytes))) {
            break;
        }
        job->seq = end.seq;
        job->destination = append_frame(tx, &end, frame_bytes) + AK_SEQ_BYTES;
        job->tlp = tlps[taken].bytes;
        job->tlp_bytes = tlp_bytes;
    }
    write_end(port, &end, taken);
    ak_lcrc_batch((enum ak_crc_kernel)tx->crc_kernel, jobs, taken);
    for (size_t i = 0; i < taken; i++) {
        store_le32((uint8_t *)jobs[i].destination + jobs[i].tlp_bytes, jobs[i].lcrc);
    }
    return taken;
}

/* The port is open; returns how many there was room for. */
static size_t submit_groups(struct ak_port *port, const struct ak_tx_tlp *tlps, size_t count)
{
    size_t taken = 0;
    while (taken < count) {
        const size_t left = count - taken;
        const size_t group = left < BATCH_MAX ? left : BATCH_MAX;
        const size_t fitted = submit_group(port, tlps + taken, group);
        taken += fitted;
        if (fitted != 0) {
            port->tx.stalled = false;
        }
        if (fitted < group) {
            break;
        }
    }
    return taken;
}

size_t ak_tx_submit_batch(struct ak_port *port, const struct ak_tx_tlp *tlps, size_t count,
                          enum ak_status *status)
{
    AK_ASSERT(port->tx.reserved_bytes == 0);
    enum ak_status reason = AK_OK;
    size_t taken = 0;
    if (AK_UNLIKELY(!is_open(port))) {
        reason = closed_status(port);
    } else {
        taken = submit_groups(port, tlps, count);
        reason = taken < count ? refuse(port) : AK_OK;
    }
    if (status) {
        *status = reason;
    }
    return taken;
}

enum ak_status ak_tx_reserve(struct ak_port *port, uint32_t tlp_bytes, uint8_t **tlp)
{
    struct ak_tx *tx = &port->tx;
    AK_ASSERT(is_tlp_length(tlp_bytes) && tx->reserved_bytes == 0);
    if (AK_UNLIKELY(!is_open(port))) {
        return closed_status(port);
    }
    const struct new_end end = read_end(tx);
    if (AK_UNLIKELY(!has_room(tx, &end, tlp_bytes + AK_FRAME_OVERHEAD_BYTES))) {
        return refuse(port);
    }
    tx->stalled = false;
    tx->reserved_bytes = tlp_bytes;
    *tlp = tx->memory + tx->head + AK_SEQ_BYTES;
    return AK_OK;
}

void ak_tx_commit(struct ak_port *port, enum ak_tlp_mode mode)
{
    struct ak_tx *tx = &port->tx;
    const uint32_t tlp_bytes = tx->reserved_bytes;
    AK_ASSERT(tlp_bytes != 0);
    struct new_end end = read_end(tx);
    const uint16_t seq = end.seq;
    uint8_t *tlp = append_frame(tx, &end, tlp_bytes + AK_FRAME_OVERHEAD_BYTES) + AK_SEQ_BYTES;
    write_end(port, &end, 1);
    tx->cut_through_open = mode == AK_TLP_CUT_THROUGH;
    tx->reserved_bytes = 0;
    store_le32(tlp + tlp_bytes,
               ak_crc_lcrc((enum ak_crc_kernel)tx->crc_kernel, seq, tlp, tlp_bytes));
}

void ak_tx_abandon(struct ak_port *port)
{
    AK_ASSERT(port->tx.reserved_bytes != 0);
    port->tx.reserved_bytes = 0;
}

uint32_t ak_tx_outstanding(const struct ak_port *port)
{
    return tx_outstanding(&port->tx);
}

uint32_t ak_tx_used_tlps(const struct ak_port *port)
{
    return replay_use(&port->tx).tlps;
}

uint32_t ak_tx_used_bytes(const struct ak_port *port)
{
    return replay_use(&port->tx).bytes;
}

const uint8_t *ak_tx_frame(const struct ak_port *port, uint16_t seq, uint32_t *frame_bytes)
{
    const struct ak_slot *slot = replay_slot(&port->tx, seq);
    *frame_bytes = slot->frame_bytes;
    return port->tx.memory + slot->offset;
}
