/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets leave the port: which comes next, its begin and its end.
 * Not here: what a received Ack or Nak does (tx_acknowledge.c).
 */
#include "acknak/tx.h"

#include "bytes.h"
#include "dllp_ack.h"
#include "port_branch.h"
#include "rx.h"
#include "tx.h"

#include <string.h>

static const struct ak_packet no_packet = {.kind = AK_PACKET_NONE, .wire = AK_WIRE_IDLE};

/* Rules: PORT-03. */
static enum ak_wire next_packet(const struct ak_port *port)
{
    const struct ak_tx *tx = &port->tx;
    if (port->link != AK_LINK_UP || port->link_disable) {
        return AK_WIRE_IDLE;
    }
    if (port->rx.nak_waiting) {
        return AK_WIRE_NAK;
    }
    if (port->rx.ack_waiting) {
        return AK_WIRE_ACK;
    }
    if (port->flow_control.count != 0) {
        return AK_WIRE_DLLP;
    }
    if (tx->send_seq != tx->next_transmit_seq && tx->retrain == AK_RETRAIN_NONE) {
        return tx->send_seq != tx->sent_end ? AK_WIRE_TLP_REPLAYED : AK_WIRE_TLP;
    }
    return port->other.count != 0 ? AK_WIRE_DLLP : AK_WIRE_IDLE;
}

static inline void tlp_packet(const uint8_t *memory, const struct ak_slot *slot, enum ak_wire wire,
                              uint16_t seq, struct ak_packet *packet)
{
    packet->bytes = memory + slot->offset;
    packet->length_bytes = slot->frame_bytes;
    packet->seq = seq;
    packet->kind = AK_PACKET_TLP;
    packet->wire = (uint8_t)wire;
}

static inline void next_tlp_packet(const struct ak_tx *tx, enum ak_wire wire,
                                   struct ak_packet *packet)
{
    tlp_packet(tx->memory, replay_slot(tx, tx->send_seq), wire, tx->send_seq, packet);
}

static void dllp_packet(const uint8_t *bytes, enum ak_wire wire, uint16_t seq,
                        struct ak_packet *packet)
{
    packet->bytes = bytes;
    packet->length_bytes = AK_DLLP_BYTES;
    packet->seq = seq;
    packet->kind = AK_PACKET_DLLP;
    packet->wire = (uint8_t)wire;
}

/* Rules: TX-16. */
static inline void begin_new_tlp(struct ak_port *port, bool is_open, struct ak_packet *packet)
{
    struct ak_tx *tx = &port->tx;
    const uint16_t seq = tx->send_seq;
    next_tlp_packet(tx, AK_WIRE_TLP, packet);
    tx->wire = AK_WIRE_TLP;
    tx->wire_seq = seq;
    port->counters.tlps_sent++;
    if (!is_open) {
        tx->send_seq = ak_seq_add(seq, 1);
        tx->sent_end = tx->send_seq;
    }
}

static void begin_replayed_tlp(struct ak_port *port, struct ak_packet *packet)
{
    struct ak_tx *tx = &port->tx;
    next_tlp_packet(tx, AK_WIRE_TLP_REPLAYED, packet);
    tx->wire = AK_WIRE_TLP_REPLAYED;
    tx->wire_seq = tx->send_seq;
    tx->send_seq = ak_seq_add(tx->send_seq, 1);
    port->counters.tlps_replayed++;
}

static uint16_t begin_nak(struct ak_port *port)
{
    const uint16_t seq = rx_begin_nak(&port->rx);
    port->counters.naks_sent++;
    ak_dllp_encode_ack(port->wire_dllp, true, seq);
    return seq;
}

/* Rules: PORT-04. */
static void begin_offered(struct ak_port *port)
{
    struct ak_offered *offered = port->flow_control.count != 0 ? &port->flow_control : &port->other;
    memcpy(port->wire_dllp, offered->dllp[0], sizeof offered->dllp[0]);
    const uint16_t crc = ak_dllp_crc(port->wire_dllp);
    port->wire_dllp[4] = (uint8_t)crc;
    port->wire_dllp[5] = (uint8_t)(crc >> 8);
    offered->count--;
    memmove(offered->dllp[0], offered->dllp[1], offered->count * sizeof offered->dllp[0]);
    port->counters.dllps_sent++;
}

static void begin_dllp(struct ak_port *port, enum ak_wire wire, struct ak_packet *packet)
{
    uint16_t seq = 0;
    if (wire == AK_WIRE_DLLP) {
        begin_offered(port);
    } else {
        seq = begin_nak(port);
    }
    port->tx.wire = (uint8_t)wire;
    dllp_packet(port->wire_dllp, wire, seq, packet);
}

/* True only if next_packet is AK_WIRE_ACK. */
static inline bool is_plainly_ack(const struct ak_port *port)
{
    return port->link == AK_LINK_UP && !port->link_disable && port->rx.ack_waiting &&
           !port->rx.nak_waiting;
}

static inline void begin_ack(struct ak_port *port, struct ak_packet *packet)
{
    const uint16_t seq = rx_begin_ack(&port->rx);
    port->counters.acks_sent++;
    dllp_write_ack(port->wire_dllp, seq);
    dllp_packet(port->wire_dllp, AK_WIRE_ACK, seq, packet);
    port->tx.only_new_tlps = tx_may_send_only_new(port);
}

AK_NOT_INLINE static bool begin_any(struct ak_port *port, struct ak_packet *packet)
{
    if (AK_LIKELY(is_plainly_ack(port))) {
        begin_ack(port, packet);
        port->tx.wire = AK_WIRE_ACK;
        return true;
    }
    const enum ak_wire wire = next_packet(port);
    if (wire == AK_WIRE_IDLE) {
        *packet = no_packet;
        return false;
    }
    if (wire == AK_WIRE_TLP) {
        begin_new_tlp(port, tx_is_open(&port->tx, port->tx.send_seq), packet);
    } else if (wire == AK_WIRE_TLP_REPLAYED) {
        begin_replayed_tlp(port, packet);
    } else {
        begin_dllp(port, wire, packet);
    }
    port->tx.only_new_tlps = tx_may_send_only_new(port);
    return true;
}

/* True only if next_packet is AK_WIRE_TLP; on a link that works, as long as there are such. */
static inline bool is_plainly_new_tlp(const struct ak_tx *tx)
{
    return tx->only_new_tlps && tx->send_seq != tx->next_transmit_seq;
}

bool ak_tx_begin(struct ak_port *port, struct ak_packet *packet)
{
    AK_ASSERT(port->tx.wire == AK_WIRE_IDLE && port->tx.reserved_bytes == 0);
    if (AK_LIKELY(is_plainly_new_tlp(&port->tx))) {
        begin_new_tlp(port, false, packet);
        return true;
    }
    return begin_any(port, packet);
}

bool ak_tx_peek(const struct ak_port *port, struct ak_packet *packet)
{
    const enum ak_wire wire = next_packet(port);
    if (wire == AK_WIRE_IDLE) {
        *packet = no_packet;
        return false;
    }
    if (wire == AK_WIRE_TLP || wire == AK_WIRE_TLP_REPLAYED) {
        next_tlp_packet(&port->tx, wire, packet);
    } else {
        const bool numbered = wire != AK_WIRE_DLLP;
        dllp_packet(NULL, wire, numbered ? ak_seq_before(port->rx.next_rcv_seq) : 0, packet);
    }
    return true;
}

void ak_tx_end(struct ak_port *port, uint64_t now)
{
    struct ak_tx *tx = &port->tx;
    AK_ASSERT(tx->wire != AK_WIRE_IDLE);
    const bool starts_timer = tx->replay_timer.state != AK_TIMER_RUNNING;
    const bool plain = tx->wire == AK_WIRE_TLP && !starts_timer && !tx->cut_through_open;
    if (AK_UNLIKELY(!plain && replay_wire_is_tlp(tx))) {
        tx_end_tlp(port, now);
        return;
    }
    /* For a plain TLP this is all that tx_end_tlp would do. */
    tx->wire = AK_WIRE_IDLE;
}

AK_NOT_INLINE static bool send_any(struct ak_port *port, uint64_t now, struct ak_packet *packet)
{
    if (AK_LIKELY(is_plainly_ack(port))) {
        begin_ack(port, packet); /* its end does nothing */
        return true;
    }
    const bool begun = begin_any(port, packet);
    if (begun) {
        ak_tx_end(port, now);
    }
    return begun;
}

bool ak_tx_send(struct ak_port *port, uint64_t now, struct ak_packet *packet)
{
    struct ak_tx *tx = &port->tx;
    AK_ASSERT(tx->wire == AK_WIRE_IDLE && tx->reserved_bytes == 0);
    /* With REPLAY_TIMER running the end of a TLP that was never on the wire alone does nothing. */
    if (AK_LIKELY(is_plainly_new_tlp(tx) && tx->replay_timer.state == AK_TIMER_RUNNING)) {
        const uint16_t seq = tx->send_seq;
        next_tlp_packet(tx, AK_WIRE_TLP, packet);
        tx->send_seq = ak_seq_add(seq, 1);
        tx->sent_end = tx->send_seq;
        port->counters.tlps_sent++;
        return true;
    }
    return send_any(port, now, packet);
}

/* New TLPs with nothing ahead of them. For REPLAY_TIMER the end of the last, at the same instant,
 * is as good as the end of each. */
static size_t send_run(struct ak_port *port, struct ak_packet *packets, size_t count, uint64_t now)
{
    struct ak_tx *tx = &port->tx;
    const size_t waiting = ak_seq_distance(tx->send_seq, tx->next_transmit_seq);
    const size_t sent = count < waiting ? count : waiting;
    /* Apart from the port, which the packets could overlap for all a compiler knows. */
    const uint8_t *memory = tx->memory;
    const struct ak_slot *slots = tx->slots;
    const uint32_t slot_mask = tx->slot_mask;
    uint16_t seq = tx->send_seq;
    for (size_t i = 0; i < sent; i++) {
        tlp_packet(memory, &slots[seq & slot_mask], AK_WIRE_TLP, seq, &packets[i]);
        seq = ak_seq_add(seq, 1);
    }
    tx->send_seq = seq;
    tx->sent_end = seq;
    port->counters.tlps_sent += sent;
    /* As in ak_tx_send: with REPLAY_TIMER running the end does nothing. */
    if (tx->replay_timer.state != AK_TIMER_RUNNING) {
        tx->wire = AK_WIRE_TLP;
        tx->wire_seq = ak_seq_before(seq);
        tx_end_tlp(port, now);
    }
    return sent;
}

static bool next_is_tlp(const struct ak_port *port)
{
    const enum ak_wire wire = next_packet(port);
    return wire == AK_WIRE_TLP || wire == AK_WIRE_TLP_REPLAYED;
}

size_t ak_tx_send_batch(struct ak_port *port, struct ak_packet *packets, size_t count, uint64_t now)
{
    AK_ASSERT(port->tx.wire == AK_WIRE_IDLE && port->tx.reserved_bytes == 0);
    size_t sent = 0;
    while (sent < count) {
        if (AK_LIKELY(is_plainly_new_tlp(&port->tx))) {
            sent += send_run(port, packets + sent, count - sent, now);
        } else if (next_is_tlp(port)) {
            begin_any(port, &packets[sent]);
            tx_end_tlp(port, now);
            sent++;
        } else {
            break;
        }
    }
    return sent;
}

static void invert_lcrc(uint8_t *frame, uint32_t frame_bytes)
{
    uint8_t *lcrc = frame + frame_bytes - AK_LCRC_BYTES;
    store_le32(lcrc, ~load_le32(lcrc));
}

enum ak_status ak_tx_nullify(struct ak_port *port)
{
    struct ak_tx *tx = &port->tx;
    if (!tx->cut_through_open) {
        return AK_REFUSED_CUT_THROUGH;
    }
    const uint16_t seq = ak_seq_before(tx->next_transmit_seq);
    const struct ak_slot *slot = replay_slot(tx, seq);
    if (tx->wire == AK_WIRE_TLP && tx->wire_seq == seq) {
        invert_lcrc(tx->memory + slot->offset, slot->frame_bytes);
        tx->wire = AK_WIRE_TLP_NULLIFIED;
        port->counters.nullified_sent++;
    }
    tx->cut_through_open = false;
    tx->next_transmit_seq = seq;
    tx->head = slot->offset;
    return AK_OK;
}

enum ak_status ak_tx_offer_dllp(struct ak_port *port, enum ak_dllp_class dllp_class,
                                const uint8_t dllp[4])
{
    AK_ASSERT(dllp_class != AK_DLLP_CLASS_ACKNAK);
    struct ak_offered *offered =
        dllp_class == AK_DLLP_CLASS_FLOW_CONTROL ? &port->flow_control : &port->other;
    if (!port_is_active(port)) {
        return AK_REFUSED_INACTIVE;
    }
    if (offered->count == AK_OFFERED_MAX) {
        return AK_REFUSED_FULL;
    }
    memcpy(offered->dllp[offered->count], dllp, sizeof offered->dllp[0]);
    offered->count++;
    tx_ask_what_comes(&port->tx);
    return AK_OK;
}

bool ak_tx_is_replaying(const struct ak_port *port)
{
    return tx_is_replaying(&port->tx);
}
