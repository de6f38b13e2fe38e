/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plain second implementation: submitting, nullifying, the order of sending.
 * Not here: Acks, Naks, replays and their timer (naive_replay.c).
 */
#include "naive_port.h"

#include <stdlib.h>
#include <string.h>

#include "reference_crc.h"

bool naive_wire_is_open(const struct naive_port *port)
{
    return port->open && port->wire == AK_WIRE_TLP && port->wire_tlp.number == port->next - 1;
}

uint32_t naive_outstanding(const struct naive_port *port)
{
    return (uint32_t)(port->sent - port->acked);
}

/* The oldest TLP that is not acknowledged, or the one on the wire if that is older. */
static int64_t oldest_used(const struct naive_port *port)
{
    bool tlp = port->wire == AK_WIRE_TLP || port->wire == AK_WIRE_TLP_REPLAYED;
    bool older = tlp && port->wire_tlp.number <= port->acked;
    return older ? port->wire_tlp.number : port->acked + 1;
}

uint32_t naive_used_tlps(const struct naive_port *port)
{
    return (uint32_t)(port->next - oldest_used(port));
}

uint32_t naive_used_bytes(const struct naive_port *port)
{
    uint32_t sum = 0;
    for (int64_t number = oldest_used(port); number < port->next; number++) {
        sum += port->frame_bytes_of[naive_seq(number)];
    }
    return sum;
}

static enum ak_status stall(struct naive_port *port, enum ak_status status)
{
    if (!port->stalled) {
        port->counters.tx_stalls++;
        if (status == AK_REFUSED_WINDOW && port->config.report_window_stall) {
            naive_report_event(port, AK_EVENT_DL_PROTOCOL_ERROR, &port->counters.dl_protocol_error);
        }
    }
    port->stalled = true;
    return status;
}

enum ak_status naive_may_submit(struct naive_port *port, uint32_t tlp_bytes)
{
    if (!naive_is_active(port)) {
        return AK_REFUSED_INACTIVE;
    }
    if (port->retrain == AK_RETRAIN_DEAD) {
        return AK_REFUSED_DEAD;
    }
    if (port->replaying || port->retrain == AK_RETRAIN_ASKED) {
        return AK_REFUSED_REPLAY;
    }
    if (port->open || port->wire == AK_WIRE_TLP_NULLIFIED) {
        return AK_REFUSED_CUT_THROUGH;
    }
    if (port->next - port->acked >= 2048) {
        return stall(port, AK_REFUSED_WINDOW);
    }
    if (naive_used_tlps(port) + 1 > port->config.slot_count ||
        naive_used_bytes(port) + tlp_bytes + 6 > port->config.replay_capacity_bytes) {
        return stall(port, AK_REFUSED_FULL);
    }
    return AK_OK;
}

static void note_peak(struct naive_port *port)
{
    uint32_t tlps = naive_used_tlps(port);
    uint32_t bytes = naive_used_bytes(port);
    if (tlps > port->counters.peak_tlps) {
        port->counters.peak_tlps = tlps;
    }
    if (bytes > port->counters.peak_bytes) {
        port->counters.peak_bytes = bytes;
    }
}

enum ak_status naive_submit(struct naive_port *port, const uint8_t *tlp, uint32_t tlp_bytes,
                            enum ak_tlp_mode mode)
{
    enum ak_status status = naive_may_submit(port, tlp_bytes);
    if (status != AK_OK) {
        return status;
    }
    struct naive_tlp *kept = &port->kept[port->kept_count++];
    kept->number = port->next++;
    kept->frame_bytes = tlp_bytes + 6;
    port->frame_bytes_of[naive_seq(kept->number)] = kept->frame_bytes;
    kept->frame = malloc(kept->frame_bytes);
    kept->frame[0] = (uint8_t)(naive_seq(kept->number) >> 8);
    kept->frame[1] = (uint8_t)naive_seq(kept->number);
    memcpy(&kept->frame[2], tlp, tlp_bytes);
    reference_seal_frame(kept->frame, tlp_bytes + 2);
    port->open = mode == AK_TLP_CUT_THROUGH;
    port->stalled = false;
    port->counters.tlps_submitted++;
    note_peak(port);
    return AK_OK;
}

enum ak_status naive_nullify(struct naive_port *port)
{
    if (!port->open) {
        return AK_REFUSED_CUT_THROUGH;
    }
    if (naive_wire_is_open(port)) {
        for (uint32_t i = port->wire_tlp.frame_bytes - 4; i < port->wire_tlp.frame_bytes; i++) {
            port->wire_tlp.frame[i] = (uint8_t)~port->wire_tlp.frame[i];
        }
        port->wire = AK_WIRE_TLP_NULLIFIED;
        port->counters.nullified_sent++;
    }
    free(port->kept[--port->kept_count].frame);
    port->next--;
    port->open = false;
    return AK_OK;
}

enum ak_status naive_offer(struct naive_port *port, bool flow_control, const uint8_t dllp[4])
{
    struct naive_queue *queue = flow_control ? &port->flow_control : &port->other;
    if (!naive_is_active(port)) {
        return AK_REFUSED_INACTIVE;
    }
    if (queue->count == AK_OFFERED_MAX) {
        return AK_REFUSED_FULL;
    }
    memcpy(queue->dllp[queue->count++], dllp, 4);
    return AK_OK;
}

/* What to send next, D23; the number of the TLP if it is one. */
static enum ak_wire choose(const struct naive_port *port, int64_t *number, bool *flow_control)
{
    *number = -1;
    *flow_control = false;
    if (port->link != AK_LINK_UP || port->link_disable) {
        return AK_WIRE_IDLE;
    }
    if (port->nak_waiting) {
        return AK_WIRE_NAK;
    }
    if (port->ack_waiting) {
        return AK_WIRE_ACK;
    }
    if (port->flow_control.count > 0) {
        *flow_control = true;
        return AK_WIRE_DLLP;
    }
    if (port->retrain == AK_RETRAIN_NONE && port->replaying) {
        *number = port->replay_next;
        return AK_WIRE_TLP_REPLAYED;
    }
    if (port->retrain == AK_RETRAIN_NONE && port->sent + 1 < port->next) {
        *number = port->sent + 1;
        return AK_WIRE_TLP;
    }
    return port->other.count > 0 ? AK_WIRE_DLLP : AK_WIRE_IDLE;
}

static const struct naive_tlp *find(const struct naive_port *port, int64_t number)
{
    for (uint32_t i = 0; i < port->kept_count; i++) {
        if (port->kept[i].number == number) {
            return &port->kept[i];
        }
    }
    /* A deferred replay sends what is acknowledged but not purged: it is still kept. */
    abort();
}

bool naive_peek(const struct naive_port *port, struct ak_packet *packet)
{
    int64_t number;
    bool flow_control;
    memset(packet, 0, sizeof(*packet));
    enum ak_wire wire = choose(port, &number, &flow_control);
    packet->wire = (uint8_t)wire;
    if (wire == AK_WIRE_IDLE) {
        packet->kind = AK_PACKET_NONE;
        return false;
    }
    if (number >= 0) {
        const struct naive_tlp *tlp = find(port, number);
        packet->kind = AK_PACKET_TLP;
        packet->seq = naive_seq(number);
        packet->bytes = tlp->frame;
        packet->length_bytes = tlp->frame_bytes;
        return true;
    }
    packet->kind = AK_PACKET_DLLP;
    packet->length_bytes = 6;
    if (wire == AK_WIRE_ACK || wire == AK_WIRE_NAK) {
        packet->seq = naive_seq(port->expected - 1);
    }
    return true;
}

static void begin_tlp(struct naive_port *port, int64_t number)
{
    const struct naive_tlp *tlp = find(port, number);
    port->wire_tlp = *tlp;
    port->wire_tlp.frame = malloc(tlp->frame_bytes);
    memcpy(port->wire_tlp.frame, tlp->frame, tlp->frame_bytes);
    if (port->wire == AK_WIRE_TLP_REPLAYED) {
        port->replay_next++;
        port->counters.tlps_replayed++;
        return;
    }
    port->counters.tlps_sent++;
    if (!naive_wire_is_open(port)) {
        port->sent = number; /* D27 */
    }
}

static void begin_offered(struct naive_port *port, struct naive_queue *queue)
{
    memcpy(port->wire_dllp, queue->dllp[0], 4);
    queue->count--;
    memmove(queue->dllp[0], queue->dllp[1], 4 * (size_t)queue->count);
    port->counters.dllps_sent++;
}

static void begin_acknak(struct naive_port *port, uint16_t seq)
{
    const uint8_t dllp[4] = {port->wire == AK_WIRE_NAK ? 0x10 : 0x00, 0, (uint8_t)(seq >> 8),
                             (uint8_t)seq};
    memcpy(port->wire_dllp, dllp, 4);
    if (port->wire == AK_WIRE_NAK) {
        port->nak_waiting = false;
        port->counters.naks_sent++;
        return;
    }
    port->ack_waiting = false;
    port->unacked = 0; /* D29 */
    port->latency_timer = (struct naive_timer){false, 0};
    port->counters.acks_sent++;
}

bool naive_begin(struct naive_port *port, struct ak_packet *packet)
{
    int64_t number;
    bool flow_control;
    if (!naive_peek(port, packet)) {
        return false;
    }
    port->wire = choose(port, &number, &flow_control);
    if (packet->kind == AK_PACKET_TLP) {
        begin_tlp(port, number);
        packet->bytes = port->wire_tlp.frame;
        return true;
    }
    if (port->wire == AK_WIRE_DLLP) {
        begin_offered(port, flow_control ? &port->flow_control : &port->other);
    } else {
        begin_acknak(port, packet->seq);
    }
    reference_seal_dllp(port->wire_dllp);
    packet->bytes = port->wire_dllp;
    return true;
}
