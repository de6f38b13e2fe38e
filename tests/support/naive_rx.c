/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plain second implementation: its receiver.
 * Not here: what an Ack or Nak does to the transmitter (naive_replay.c).
 */
#include "naive_port.h"

#include <string.h>

#include "reference_crc.h"

static void rest(struct naive_timer *timer)
{
    *timer = (struct naive_timer){false, 0};
}

/* D24: an Ack gives way to a Nak that waits; D6: the timer starts again at 0 all the same. */
void naive_schedule_ack(struct naive_port *port)
{
    rest(&port->latency_timer);
    if (port->nak_waiting) {
        port->latency_timer.running = port->unacked > 0;
        return;
    }
    port->ack_waiting = true;
}

void naive_schedule_nak(struct naive_port *port)
{
    port->nak_scheduled = true;
    port->nak_waiting = true;
    port->ack_waiting = false;
    rest(&port->latency_timer);
    port->latency_timer.running = port->unacked > 0;
}

static void nak_if_clear(struct naive_port *port)
{
    if (!port->nak_scheduled) {
        naive_schedule_nak(port);
    }
}

static enum ak_verdict deliver(struct naive_port *port, const uint8_t *bytes, size_t length_bytes,
                               struct ak_view *view)
{
    view->bytes = bytes + 2;
    view->length_bytes = (uint32_t)length_bytes - 6;
    view->seq = naive_seq(port->expected);
    port->expected++;
    port->counters.tlps_delivered++;
    port->unacked++;
    port->nak_scheduled = false;
    if (port->nak_waiting) {
        port->nak_waiting = false;
        naive_schedule_ack(port);
    } else if (!port->ack_waiting) {
        port->latency_timer.running = true;
        if (port->config.ack_every_tlps != 0 && port->unacked >= port->config.ack_every_tlps) {
            naive_schedule_ack(port);
        }
    }
    return AK_VERDICT_DELIVERED;
}

static enum ak_verdict bad_tlp(struct naive_port *port)
{
    naive_report_event(port, AK_EVENT_BAD_TLP, &port->counters.bad_tlp);
    port->counters.bad_lcrc++;
    nak_if_clear(port);
    return AK_VERDICT_BAD_LCRC;
}

static enum ak_verdict take_good_tlp(struct naive_port *port, const uint8_t *bytes,
                                     size_t length_bytes, struct ak_view *view)
{
    uint16_t seq = (uint16_t)(((bytes[0] & 0x0F) << 8) | bytes[1]);
    if (seq == naive_seq(port->expected)) {
        return deliver(port, bytes, length_bytes, view);
    }
    for (int64_t behind = 1; behind <= 2048; behind++) {
        if (seq == naive_seq(port->expected + 4096 - behind)) {
            port->counters.duplicates++;
            naive_schedule_ack(port);
            return AK_VERDICT_DUPLICATE;
        }
    }
    port->counters.out_of_sequence++;
    if (!port->nak_scheduled) {
        naive_report_event(port, AK_EVENT_BAD_TLP, &port->counters.bad_tlp);
        naive_schedule_nak(port);
    }
    return AK_VERDICT_OUT_OF_SEQUENCE;
}

static enum ak_verdict take_tlp(struct naive_port *port, bool edb, const uint8_t *bytes,
                                size_t length_bytes, struct ak_view *view)
{
    /* One that ends with EDB may be cut short (protocol.md 7.1): its LCRC tells what it was. */
    if (length_bytes < (edb ? 6 : 18)) {
        return bad_tlp(port);
    }
    uint32_t expected = reference_lcrc(bytes, length_bytes - 4);
    uint32_t found = 0;
    for (unsigned i = 0; i < 4; i++) {
        found |= (uint32_t)bytes[length_bytes - 4 + i] << (8 * i);
    }
    if (edb && found == ~expected) {
        port->counters.nullified++;
        return AK_VERDICT_NULLIFIED;
    }
    if (edb || found != expected) {
        return bad_tlp(port);
    }
    return take_good_tlp(port, bytes, length_bytes, view);
}

/* Section 4 of protocol.md. */
static bool dllp_is_known(uint8_t code)
{
    static const uint8_t alone[] = {0x01, 0x02, 0x03, 0x04, 0x20, 0x21,
                                    0x23, 0x24, 0x28, 0x30, 0x31};
    for (size_t i = 0; i < sizeof(alone); i++) {
        if (code == alone[i]) {
            return true;
        }
    }
    return code >= 0x40 && (code & 0x08) == 0;
}

static enum ak_verdict take_dllp(struct naive_port *port, const uint8_t *bytes, size_t length_bytes,
                                 struct ak_view *view)
{
    if (length_bytes != 6 || reference_dllp_crc(bytes) != (bytes[4] | (bytes[5] << 8))) {
        naive_report_event(port, AK_EVENT_BAD_DLLP, &port->counters.bad_dllp);
        return AK_VERDICT_BAD_DLLP;
    }
    if (bytes[0] == 0x00 || bytes[0] == 0x10) {
        return naive_take_acknak(port, bytes[0] == 0x10,
                                 (uint16_t)(((bytes[2] & 0x0F) << 8) | bytes[3]));
    }
    if (!dllp_is_known(bytes[0])) {
        port->counters.unknown_dllp++;
        return AK_VERDICT_UNKNOWN_DLLP;
    }
    port->counters.dllps_received++;
    view->bytes = bytes;
    view->length_bytes = 6;
    return AK_VERDICT_OTHER_DLLP;
}

enum ak_verdict naive_rx(struct naive_port *port, enum ak_rx_kind kind, const uint8_t *bytes,
                         size_t length_bytes, uint64_t now, struct ak_view *view)
{
    naive_advance(port, now);
    memset(view, 0, sizeof(*view));
    if (!naive_is_active(port)) {
        return AK_VERDICT_INACTIVE;
    }
    switch (kind) {
    case AK_RX_TLP:
    case AK_RX_TLP_EDB:
        return take_tlp(port, kind == AK_RX_TLP_EDB, bytes, length_bytes, view);
    case AK_RX_DLLP:
        return take_dllp(port, bytes, length_bytes, view);
    case AK_RX_ERROR_IN_TLP:
        nak_if_clear(port);
        break;
    case AK_RX_ERROR:
        break;
    }
    naive_report_event(port, AK_EVENT_RECEIVER_ERROR, &port->counters.receiver_error);
    return AK_VERDICT_RECEIVER_ERROR;
}

/* RX-08: barred while NAK_SCHEDULED is set, frozen unless the link is up. */
void naive_rx_tick(struct naive_port *port, uint64_t now)
{
    naive_advance(port, now);
    if (naive_rx_deadline(port) != AK_TIME_NEVER &&
        port->latency_timer.elapsed >= port->config.ack_limit) {
        naive_schedule_ack(port);
    }
}
