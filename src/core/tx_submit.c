/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLPs enter the transmitter: number, LCRC, replay buffer.
 * Not here: sending them (tx_wire.c).
 */
#include "acknak/tx.h"

#include "bytes.h"
#include "crc_kernels.h"
#include "port_branch.h"
#include "port_vpclmul.h"
#include "tx.h"
#include "tx_append.h"

static bool is_tlp_length(uint32_t tlp_bytes)
{
    return tlp_bytes >= AK_TLP_MIN_BYTES && tlp_bytes <= AK_TLP_MAX_BYTES && tlp_bytes % 4u == 0;
}

/* Whether the transmitter takes TLPs, whatever their size. Rules: PORT-01, TX-09, TX-13. */
static enum ak_status open_status(const struct ak_port *port)
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

/* The next submit must ask for room, and so finds out that the stall is over. */
static enum ak_status stall(struct ak_port *port, enum ak_status status)
{
    struct ak_tx *tx = &port->tx;
    tx_close_spare(tx);
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

/* Rules: TX-03, TX-04. */
static enum ak_status find_room(struct ak_port *port, uint32_t frame_bytes, struct replay_use *use)
{
    struct ak_tx *tx = &port->tx;
    if (ak_seq_distance(tx->ackd_seq, tx->next_transmit_seq) >= AK_SEQ_WINDOW) {
        return stall(port, AK_REFUSED_WINDOW);
    }
    *use = replay_use(tx);
    if (use->tlps > tx->slot_mask || frame_bytes > tx->capacity_bytes - use->bytes) {
        return stall(port, AK_REFUSED_FULL);
    }
    tx->stalled = false;
    return AK_OK;
}

static inline uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static inline uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/*
 * Measures the replay buffer with one frame more, for which there is room, and keeps what can be
 * added behind it without asking. Within the peak there is room as there was before; the window
 * holds too, because the peak's part above it (the frame on the wire counts until it ends,
 * acknowledged or not) is left out.
 */
static void measure(struct ak_port *port, struct replay_use use, uint32_t frame_bytes)
{
    struct ak_tx *tx = &port->tx;
    struct ak_counters *counters = &port->counters;
    const uint32_t window_tlps = AK_SEQ_WINDOW - 1u;
    const uint32_t tlps = use.tlps + 1u;
    const uint32_t bytes = use.bytes + frame_bytes;
    counters->peak_tlps = larger(counters->peak_tlps, tlps);
    counters->peak_bytes = larger(counters->peak_bytes, bytes);
    const uint32_t most = smaller(counters->peak_tlps, window_tlps);
    const uint32_t next_head = replay_after(tx->capacity_bytes, tx->head, frame_bytes);
    tx->spare_end = ak_seq_add(tx->next_transmit_seq, larger(most, tlps) - use.tlps);
    tx->spare_head = smaller(next_head + counters->peak_bytes - bytes, tx->capacity_bytes - 1u);
}

/* AK_OK: the frame may be added, and must be now. */
static enum ak_status admit(struct ak_port *port, uint32_t frame_bytes)
{
    struct replay_use use = {0, 0};
    enum ak_status status = open_status(port);
    if (status == AK_OK) {
        status = find_room(port, frame_bytes, &use);
    }
    if (status == AK_OK) {
        measure(port, use, frame_bytes);
    }
    return status;
}

/* Adds a frame that tx_has_spare says no to, if it can be. */
enum ak_status tx_submit_asking(struct ak_port *port, const void *tlp, uint32_t tlp_bytes)
{
    struct ak_tx *tx = &port->tx;
    const uint32_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
    const enum ak_status status = admit(port, frame_bytes);
    if (status == AK_OK) {
        const uint16_t seq = tx->next_transmit_seq;
        uint8_t *kept =
            tx_append(port, frame_bytes, replay_after(tx->capacity_bytes, tx->head, frame_bytes));
        ak_crc_seal((enum ak_crc_kernel)tx->crc_kernel, seq, kept, tlp, tlp_bytes);
    }
    return status;
}

/* The newest TLP may be nullified until it ends: no other is taken before. Rules: TX-13. */
static void open_cut_through(struct ak_tx *tx)
{
    tx->cut_through_open = true;
    tx_close_spare(tx);
    tx_ask_what_comes(tx);
}

AK_NOT_INLINE static enum ak_status submit_cut_through(struct ak_port *port, const void *tlp,
                                                       uint32_t tlp_bytes)
{
    const enum ak_status status = tx_submit_asking(port, tlp, tlp_bytes);
    if (status == AK_OK) {
        open_cut_through(&port->tx);
    }
    return status;
}

AK_NOT_INLINE static enum ak_status submit_any(struct ak_port *port, const void *tlp,
                                               uint32_t tlp_bytes)
{
    struct ak_tx *tx = &port->tx;
    const uint32_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
    const uint16_t seq = tx->next_transmit_seq;
    if (AK_UNLIKELY(!tx_has_spare(tx, frame_bytes))) {
        return tx_submit_asking(port, tlp, tlp_bytes);
    }
    uint8_t *kept = tx_append(port, frame_bytes, tx->head + frame_bytes);
    ak_crc_seal((enum ak_crc_kernel)tx->crc_kernel, seq, kept, tlp, tlp_bytes);
    return AK_OK;
}

enum ak_status ak_tx_submit(struct ak_port *port, const void *tlp, uint32_t tlp_bytes,
                            enum ak_tlp_mode mode)
{
    AK_ASSERT(is_tlp_length(tlp_bytes) && port->tx.reserved_bytes == 0);
    if (AK_UNLIKELY(mode == AK_TLP_CUT_THROUGH)) {
        return submit_cut_through(port, tlp, tlp_bytes);
    }
#if AK_CRC_X86
    if (AK_LIKELY(port->tx.crc_kernel == AK_CRC_VPCLMUL && port_vpclmul_takes(tlp_bytes))) {
        return tx_submit_vpclmul(port, tlp, tlp_bytes);
    }
#endif
    return submit_any(port, tlp, tlp_bytes);
}

/*
 * The replay buffer while frames are added, apart from the port: for all a compiler knows the
 * bytes of a frame could be part of the port, and each store to them would make it read the port
 * anew.
 */
struct filling {
    uint8_t *memory;
    struct ak_slot *slots;
    uint32_t head;
    uint16_t slot_mask;
    uint16_t seq;
};

static inline void fill_slot(struct filling *filling, uint32_t frame_bytes)
{
    struct ak_slot *slot = &filling->slots[filling->seq & filling->slot_mask];
    slot->offset = filling->head;
    slot->frame_bytes = frame_bytes;
    store_be16(filling->memory + filling->head, filling->seq);
    filling->head += frame_bytes;
    filling->seq = ak_seq_add(filling->seq, 1);
}

/* How many of the TLPs, from the first on, are of its length and fit into the spare room, which
 * the first does. */
static size_t run_length(const struct ak_tx *tx, const struct ak_tx_tlp *tlps, size_t count)
{
    const uint32_t tlp_bytes = tlps[0].length_bytes;
    const uint32_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
    const size_t spare_tlps = ak_seq_distance(tx->next_transmit_seq, tx->spare_end);
    const size_t most = count < spare_tlps ? count : spare_tlps;
    uint32_t head = tx->head + frame_bytes;
    size_t run = 1;
    while (run < most && tlps[run].length_bytes == tlp_bytes &&
           frame_bytes <= tx->spare_head - head) {
        head += frame_bytes;
        run++;
    }
    return run;
}

/* Takes a run: TLPs of one length whose frames lie back to back, so that their LCRCs can be
 * computed together. There is spare room for the first. Returns how many were taken. */
static size_t submit_run(struct ak_port *port, const struct ak_tx_tlp *tlps, size_t count)
{
    struct ak_tx *tx = &port->tx;
    struct filling filling = {.memory = tx->memory,
                              .slots = tx->slots,
                              .head = tx->head,
                              .slot_mask = tx->slot_mask,
                              .seq = tx->next_transmit_seq};
    const uint32_t frame_bytes = tlps[0].length_bytes + AK_FRAME_OVERHEAD_BYTES;
    const size_t run = run_length(tx, tlps, count);
    const uint16_t first_seq = filling.seq;
    uint8_t *first_tlp = filling.memory + filling.head + AK_SEQ_BYTES;
    for (size_t i = 0; i < run; i++) {
        fill_slot(&filling, frame_bytes);
    }
    tx->head = filling.head;
    tx->next_transmit_seq = filling.seq;
    port->counters.tlps_submitted += run;
    ak_crc_seal_run((enum ak_crc_kernel)tx->crc_kernel, first_seq, first_tlp, tlps, run);
    return run;
}

size_t ak_tx_submit_batch(struct ak_port *port, const struct ak_tx_tlp *tlps, size_t count,
                          enum ak_status *status)
{
    AK_ASSERT(port->tx.reserved_bytes == 0);
    enum ak_status reason = AK_OK;
    size_t taken = 0;
    while (taken < count) {
        const struct ak_tx_tlp *next = &tlps[taken];
        AK_ASSERT(is_tlp_length(next->length_bytes));
        if (AK_LIKELY(next->length_bytes <= AK_CRC_BATCH_BYTES &&
                      tx_has_spare(&port->tx, next->length_bytes + AK_FRAME_OVERHEAD_BYTES))) {
            taken += submit_run(port, next, count - taken);
            continue;
        }
        reason = submit_any(port, next->bytes, next->length_bytes);
        if (reason != AK_OK) {
            break;
        }
        taken++;
    }
    if (status) {
        *status = reason;
    }
    return taken;
}

enum ak_status ak_tx_reserve(struct ak_port *port, uint32_t tlp_bytes, uint8_t **tlp)
{
    struct ak_tx *tx = &port->tx;
    struct replay_use use;
    AK_ASSERT(is_tlp_length(tlp_bytes) && tx->reserved_bytes == 0);
    enum ak_status status = open_status(port);
    if (status == AK_OK) {
        status = find_room(port, tlp_bytes + AK_FRAME_OVERHEAD_BYTES, &use);
    }
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
    const uint32_t frame_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
    AK_ASSERT(tlp_bytes != 0);
    measure(port, replay_use(tx), frame_bytes);
    const uint16_t seq = tx->next_transmit_seq;
    uint8_t *tlp =
        tx_append(port, frame_bytes, replay_after(tx->capacity_bytes, tx->head, frame_bytes));
    tx->reserved_bytes = 0;
    if (mode == AK_TLP_CUT_THROUGH) {
        open_cut_through(tx);
    }
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
