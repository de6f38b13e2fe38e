/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLPs enter the transmitter: number, LCRC, replay buffer.
 * Not here: sending them (tx_wire.c).
 */
#include "acknak/tx.h"

#include "bytes.h"
#include "tx.h"

#define BATCH_MAX 16u

static bool is_tlp_length(uint32_t tlp_bytes)
{
    return tlp_bytes >= AK_TLP_MIN_BYTES && tlp_bytes <= AK_TLP_MAX_BYTES && tlp_bytes % 4u == 0;
}

/* Why the transmitter takes no TLP whatever its size, or AK_OK. Rules: PORT-01, TX-09, TX-13. */
static enum ak_status closed_status(const struct ak_port *port)
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
    if (tx->cut_through_open || tx->wire == AK_WIRE_TLP_NULLIFIED) {
        return AK_REFUSED_CUT_THROUGH;
    }
    return AK_OK;
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

/* What the replay buffer holds before a frame is added. */
struct usage {
    uint32_t tlps;
    uint32_t bytes;
};

static struct usage usage_of(const struct ak_tx *tx)
{
    return (struct usage){.tlps = replay_used_tlps(tx), .bytes = replay_used_bytes(tx)};
}

/* Rules: TX-03, TX-04. */
static enum ak_status find_room(struct ak_port *port, uint32_t frame_bytes, struct usage *used)
{
    struct ak_tx *tx = &port->tx;
    if (ak_seq_distance(tx->ackd_seq, tx->next_transmit_seq) >= AK_SEQ_WINDOW) {
        return stall(port, AK_REFUSED_WINDOW);
    }
    *used = usage_of(tx);
    if (used->tlps > tx->slot_mask || frame_bytes > tx->capacity_bytes - used->bytes) {
        return stall(port, AK_REFUSED_FULL);
    }
    tx->stalled = false;
    return AK_OK;
}

/* Numbers the frame at `head` and makes it the newest of the replay buffer; its TLP and LCRC are
 * filled in by the caller. Rules: TX-01. */
static uint8_t *append_frame(struct ak_port *port, uint32_t frame_bytes, struct usage used)
{
    struct ak_tx *tx = &port->tx;
    struct ak_counters *counters = &port->counters;
    uint8_t *frame = tx->memory + tx->head;
    struct ak_slot *slot = replay_slot(tx, tx->next_transmit_seq);
    slot->offset = tx->head;
    slot->frame_bytes = frame_bytes;
    store_be16(frame, tx->next_transmit_seq);
    tx->head = replay_after(tx, tx->head, frame_bytes);
    tx->next_transmit_seq = ak_seq_add(tx->next_transmit_seq, 1);
    counters->tlps_submitted++;
    if (used.tlps >= counters->peak_tlps) {
        counters->peak_tlps = used.tlps + 1u;
    }
    if (used.bytes + frame_bytes > counters->peak_bytes) {
        counters->peak_bytes = used.bytes + frame_bytes;
    }
    return frame;
}

enum ak_status ak_tx_submit(struct ak_port *port, const void *tlp, uint32_t tlp_bytes,
                            enum ak_tlp_mode mode)
{
    struct ak_tx *tx = &port->tx;
    AK_ASSERT(is_tlp_length(tlp_bytes) && tx->reserved_bytes == 0);
    enum ak_status status = closed_status(port);
    if (status != AK_OK) {
        return status;
    }
    const uint32_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
    struct usage used;
    status = find_room(port, frame_bytes, &used);
    if (status != AK_OK) {
        return status;
    }
    const uint16_t seq = tx->next_transmit_seq;
    uint8_t *frame = append_frame(port, frame_bytes, used);
    const uint32_t lcrc =
        ak_lcrc_copy((enum ak_crc_kernel)tx->crc_kernel, seq, frame + AK_SEQ_BYTES, tlp, tlp_bytes);
    store_le32(frame + AK_SEQ_BYTES + tlp_bytes, lcrc);
    tx->cut_through_open = mode == AK_TLP_CUT_THROUGH;
    return AK_OK;
}

/* Takes as many as there is room for, BATCH_MAX at most; returns how many. */
static size_t submit_group(struct ak_port *port, const struct ak_tx_tlp *tlps, size_t count,
                           enum ak_status *status)
{
    struct ak_lcrc_job jobs[BATCH_MAX];
    size_t taken = 0;
    while (taken < count) {
        const uint32_t tlp_bytes = tlps[taken].length_bytes;
        const uint32_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
        struct usage used;
        AK_ASSERT(is_tlp_length(tlp_bytes));
        *status = find_room(port, frame_bytes, &used);
        if (*status != AK_OK) {
            break;
        }
        struct ak_lcrc_job *job = &jobs[taken];
        job->seq = port->tx.next_transmit_seq;
        job->destination = append_frame(port, frame_bytes, used) + AK_SEQ_BYTES;
        job->tlp = tlps[taken].bytes;
        job->tlp_bytes = tlp_bytes;
        taken++;
    }
    ak_lcrc_batch((enum ak_crc_kernel)port->tx.crc_kernel, jobs, taken);
    for (size_t i = 0; i < taken; i++) {
        store_le32((uint8_t *)jobs[i].destination + jobs[i].tlp_bytes, jobs[i].lcrc);
    }
    return taken;
}

size_t ak_tx_submit_batch(struct ak_port *port, const struct ak_tx_tlp *tlps, size_t count,
                          enum ak_status *status)
{
    AK_ASSERT(port->tx.reserved_bytes == 0);
    enum ak_status reason = closed_status(port);
    size_t taken = 0;
    while (reason == AK_OK && taken < count) {
        const size_t left = count - taken;
        taken += submit_group(port, tlps + taken, left < BATCH_MAX ? left : BATCH_MAX, &reason);
    }
    if (status) {
        *status = taken == count ? AK_OK : reason;
    }
    return taken;
}

enum ak_status ak_tx_reserve(struct ak_port *port, uint32_t tlp_bytes, uint8_t **tlp)
{
    struct ak_tx *tx = &port->tx;
    AK_ASSERT(is_tlp_length(tlp_bytes) && tx->reserved_bytes == 0);
    enum ak_status status = closed_status(port);
    if (status != AK_OK) {
        return status;
    }
    struct usage used;
    status = find_room(port, tlp_bytes + AK_FRAME_OVERHEAD_BYTES, &used);
    if (status != AK_OK) {
        return status;
    }
    tx->reserved_bytes = tlp_bytes;
    *tlp = tx->memory + tx->head + AK_SEQ_BYTES;
    return AK_OK;
}

void ak_tx_commit(struct ak_port *port, enum ak_tlp_mode mode)
{
    struct ak_tx *tx = &port->tx;
    const uint32_t tlp_bytes = tx->reserved_bytes;
    AK_ASSERT(tlp_bytes != 0);
    const uint16_t seq = tx->next_transmit_seq;
    uint8_t *frame = append_frame(port, tlp_bytes + AK_FRAME_OVERHEAD_BYTES, usage_of(tx));
    uint8_t *tlp = frame + AK_SEQ_BYTES;
    store_le32(tlp + tlp_bytes, ak_lcrc((enum ak_crc_kernel)tx->crc_kernel, seq, tlp, tlp_bytes));
    tx->cut_through_open = mode == AK_TLP_CUT_THROUGH;
    tx->reserved_bytes = 0;
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
    return replay_used_tlps(&port->tx);
}

uint32_t ak_tx_used_bytes(const struct ak_port *port)
{
    return replay_used_bytes(&port->tx);
}

const uint8_t *ak_tx_frame(const struct ak_port *port, uint16_t seq, uint32_t *frame_bytes)
{
    const struct ak_slot *slot = replay_slot(&port->tx, seq);
    *frame_bytes = slot->frame_bytes;
    return port->tx.memory + slot->offset;
}
