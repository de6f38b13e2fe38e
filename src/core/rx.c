/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Receiver: LCRC and sequence checks, delivery, when Acks and Naks are scheduled.
 * Not here: DLLPs (rx_dllp.c).
 */
#include "rx.h"

#include "bytes.h"
#include "crc_kernels.h"
#include "port_branch.h"
#include "port_timer.h"
#include "port_vpclmul.h"
#include "rx_deliver.h"
#include "tx.h"

#include "acknak/port.h"
#include "acknak/seq.h"

/* Rules: TIME-05. */
static void restart_latency_timer(struct ak_port *port, uint64_t now)
{
    struct ak_rx *rx = &port->rx;
    if (rx->unacked_tlps != 0) {
        timer_start(&rx->acknak_latency_timer, now, port_is_frozen(port));
    } else {
        timer_hold(&rx->acknak_latency_timer, AK_TIMER_HELD);
        rx_ask_each_tlp(rx);
    }
}

/* An Ack gives way to a Nak, whichever was there first. Rules: RX-09, D24. */
static void let_nak_wait(struct ak_port *port, uint64_t now)
{
    port->rx.nak_waiting = true;
    port->rx.ack_waiting = false;
    tx_ask_what_comes(&port->tx);
    restart_latency_timer(port, now);
}

static void let_ack_wait(struct ak_port *port)
{
    port->rx.ack_waiting = true;
    rx_ask_each_tlp(&port->rx);
    tx_ask_what_comes(&port->tx);
    timer_hold(&port->rx.acknak_latency_timer, AK_TIMER_HELD);
}

static void schedule_ack(struct ak_port *port, uint64_t now)
{
    if (port->rx.nak_waiting) {
        let_nak_wait(port, now);
    } else {
        let_ack_wait(port);
    }
}

/* Rules: RX-06. */
static void schedule_nak(struct ak_port *port, uint64_t now)
{
    if (!port->rx.nak_scheduled) {
        port->rx.nak_scheduled = true;
        rx_ask_each_tlp(&port->rx);
        let_nak_wait(port, now);
    }
}

uint16_t rx_begin_nak(struct ak_rx *rx)
{
    rx->nak_waiting = false;
    return ak_seq_before(rx->next_rcv_seq);
}

void rx_reschedule(struct ak_port *port, bool nak, uint64_t now)
{
    if (nak && port->rx.nak_scheduled) {
        let_nak_wait(port, now);
    } else {
        schedule_ack(port, now);
    }
}

static void report_bad_tlp(struct ak_port *port)
{
    port->events |= AK_EVENT_BAD_TLP;
    port->counters.bad_tlp++;
}

/* Rules: RX-03, D5: reported each time. */
AK_COLD static enum ak_verdict drop_bad_lcrc(struct ak_port *port, uint64_t now)
{
    port->counters.bad_lcrc++;
    report_bad_tlp(port);
    schedule_nak(port, now);
    return AK_VERDICT_BAD_LCRC;
}

/* Rules: RX-07. */
AK_COLD static enum ak_verdict drop_duplicate(struct ak_port *port, uint64_t now)
{
    port->counters.duplicates++;
    schedule_ack(port, now);
    return AK_VERDICT_DUPLICATE;
}

/* Rules: RX-05, ERR-02, D5: reported once. */
AK_COLD static enum ak_verdict drop_out_of_sequence(struct ak_port *port, uint64_t now)
{
    port->counters.out_of_sequence++;
    if (!port->rx.nak_scheduled) {
        report_bad_tlp(port);
    }
    schedule_nak(port, now);
    return AK_VERDICT_OUT_OF_SEQUENCE;
}

/* Rules: RX-08, RX-09, RX-10, TIME-05, D24. */
void rx_schedule_for_delivered(struct ak_port *port, uint64_t now)
{
    struct ak_rx *rx = &port->rx;
    if (rx->nak_waiting) {
        rx->nak_waiting = false;
        let_ack_wait(port);
    } else if (!rx->ack_waiting) {
        if (rx_ack_is_due(rx)) {
            let_ack_wait(port);
        } else if (rx->acknak_latency_timer.state != AK_TIMER_RUNNING) {
            timer_start(&rx->acknak_latency_timer, now, port_is_frozen(port));
        }
    }
}

AK_COLD static enum ak_verdict drop_unexpected(struct ak_port *port, uint16_t seq, uint64_t now)
{
    if (ak_seq_distance(seq, port->rx.next_rcv_seq) <= AK_SEQ_WINDOW) {
        return drop_duplicate(port, now);
    }
    return drop_out_of_sequence(port, now);
}

static inline uint32_t frame_lcrc(const struct ak_rx *rx, uint16_t number, const uint8_t *tlp,
                                  size_t tlp_bytes)
{
    return ak_crc_lcrc((enum ak_crc_kernel)rx->crc_kernel, number, tlp, tlp_bytes);
}

/* The number's four reserved bits enter the LCRC as they were received. Rules: LCRC-02. */
static enum ak_verdict receive_tlp(struct ak_port *port, const uint8_t *frame, size_t frame_bytes,
                                   uint64_t now, struct ak_view *view)
{
    rx_lend_nothing(view);
    if (AK_UNLIKELY(frame_bytes < AK_FRAME_MIN_BYTES)) {
        return drop_bad_lcrc(port, now);
    }
    const uint16_t number = load_be16(frame);
    const uint16_t seq = number & AK_SEQ_MASK;
    const uint8_t *tlp = frame + AK_SEQ_BYTES;
    const size_t tlp_bytes = frame_bytes - AK_FRAME_OVERHEAD_BYTES;
    if (AK_UNLIKELY(frame_lcrc(&port->rx, number, tlp, tlp_bytes) != load_le32(tlp + tlp_bytes))) {
        return drop_bad_lcrc(port, now);
    }
    if (AK_UNLIKELY(seq != port->rx.next_rcv_seq)) {
        return drop_unexpected(port, seq, now);
    }
    rx_lend(view, seq, tlp, tlp_bytes);
    rx_deliver(port, 1, now);
    port->rx.plain_tlps = rx_may_only_count(port) ? rx_most_plain_tlps(&port->rx) : 0;
    return AK_VERDICT_DELIVERED;
}

/* At 8b/10b a nullified TLP may be shorter than any whole one. Rules: RX-02. */
AK_COLD static enum ak_verdict receive_edb(struct ak_port *port, const uint8_t *frame,
                                           size_t frame_bytes, uint64_t now)
{
    if (frame_bytes < AK_FRAME_OVERHEAD_BYTES) {
        return drop_bad_lcrc(port, now);
    }
    const uint8_t *tlp = frame + AK_SEQ_BYTES;
    const size_t tlp_bytes = frame_bytes - AK_FRAME_OVERHEAD_BYTES;
    const uint32_t received = load_le32(tlp + tlp_bytes);
    if (frame_lcrc(&port->rx, load_be16(frame), tlp, tlp_bytes) != ~received) {
        return drop_bad_lcrc(port, now);
    }
    port->counters.nullified++;
    return AK_VERDICT_NULLIFIED;
}

/* Rules: RX-01, ERR-01. */
AK_COLD static enum ak_verdict receive_error(struct ak_port *port, bool in_tlp, uint64_t now)
{
    port->events |= AK_EVENT_RECEIVER_ERROR;
    port->counters.receiver_error++;
    if (in_tlp) {
        schedule_nak(port, now);
    }
    return AK_VERDICT_RECEIVER_ERROR;
}

enum ak_verdict rx_any(struct ak_port *port, enum ak_rx_kind kind, const void *bytes,
                       size_t length_bytes, uint64_t now, struct ak_view *view)
{
    rx_lend_nothing(view);
    if (!port_is_active(port)) {
        return AK_VERDICT_INACTIVE;
    }
    switch (kind) {
    case AK_RX_TLP:
        return receive_tlp(port, bytes, length_bytes, now, view);
    case AK_RX_TLP_EDB:
        return receive_edb(port, bytes, length_bytes, now);
    case AK_RX_DLLP:
        return rx_dllp(port, bytes, length_bytes, now, view);
    case AK_RX_ERROR_IN_TLP:
        return receive_error(port, true, now);
    case AK_RX_ERROR:
        break;
    }
    return receive_error(port, false, now);
}

enum ak_verdict ak_rx(struct ak_port *port, enum ak_rx_kind kind, const void *bytes,
                      size_t length_bytes, uint64_t now, struct ak_view *view)
{
#if AK_CRC_X86
    if (AK_LIKELY(kind == AK_RX_TLP && port->rx.unacked_tlps < port->rx.plain_tlps &&
                  port_vpclmul_takes(length_bytes - AK_FRAME_OVERHEAD_BYTES))) {
        return rx_tlp_vpclmul(port, kind, bytes, length_bytes, now, view);
    }
#endif
    if (kind == AK_RX_DLLP) {
        return rx_dllp_plainly(port, kind, bytes, length_bytes, now, view);
    }
    return rx_any(port, kind, bytes, length_bytes, now, view);
}

/* How many packets, from the first on, are long enough for a TLP and in sequence by their number,
 * of which the reserved bits are 0. */
static size_t count_in_sequence(const struct ak_rx *rx, const struct ak_packet *packets,
                                size_t count)
{
    uint16_t seq = rx->next_rcv_seq;
    size_t found = 0;
    while (found < count && packets[found].length_bytes >= AK_FRAME_MIN_BYTES &&
           load_be16(packets[found].bytes) == seq) {
        seq = ak_seq_add(seq, 1);
        found++;
    }
    return found;
}

/* Good TLPs in sequence, from the first packet on: together. Returns how many they were. */
static size_t receive_run(struct ak_port *port, const struct ak_packet *packets, size_t count,
                          uint64_t now, enum ak_verdict *verdicts)
{
    struct ak_rx *rx = &port->rx;
    const size_t in_sequence = count_in_sequence(rx, packets, count);
    const size_t good = ak_crc_count_good((enum ak_crc_kernel)rx->crc_kernel, rx->next_rcv_seq,
                                          packets, in_sequence);
    for (size_t i = 0; i < good; i++) {
        verdicts[i] = AK_VERDICT_DELIVERED;
    }
    if (AK_LIKELY(good != 0)) {
        rx_deliver(port, (uint32_t)good, now);
    }
    return good;
}

static size_t receive_singly(struct ak_port *port, const struct ak_packet *packet, uint64_t now,
                             enum ak_verdict *verdict)
{
    struct ak_view view;
    *verdict = receive_tlp(port, packet->bytes, packet->length_bytes, now, &view);
    return *verdict == AK_VERDICT_DELIVERED;
}

size_t ak_rx_batch(struct ak_port *port, const struct ak_packet *packets, size_t count,
                   uint64_t now, enum ak_verdict *verdicts)
{
    size_t delivered = 0;
    size_t judged = 0;
    if (!port_is_active(port)) {
        for (size_t i = 0; i < count; i++) {
            verdicts[i] = AK_VERDICT_INACTIVE;
        }
        return 0;
    }
    while (judged < count) {
        if (AK_LIKELY(packets[judged].length_bytes <=
                      AK_CRC_BATCH_BYTES + AK_FRAME_OVERHEAD_BYTES)) {
            const size_t good =
                receive_run(port, packets + judged, count - judged, now, verdicts + judged);
            judged += good;
            delivered += good;
        }
        if (AK_UNLIKELY(judged < count)) {
            delivered += receive_singly(port, packets + judged, now, verdicts + judged);
            judged++;
        }
    }
    return delivered;
}

/* The timer-driven Ack is barred while NAK_SCHEDULED is set. Rules: RX-08, TIME-04, TIME-06. */
uint64_t ak_rx_deadline(const struct ak_port *port)
{
    const struct ak_rx *rx = &port->rx;
    if (rx->nak_scheduled || port_is_frozen(port)) {
        return AK_TIME_NEVER;
    }
    return timer_deadline(&rx->acknak_latency_timer, rx->ack_limit);
}

void ak_rx_tick(struct ak_port *port, uint64_t now)
{
    if (ak_rx_deadline(port) <= now) {
        let_ack_wait(port);
    }
}

void rx_reset(struct ak_port *port)
{
    struct ak_rx *rx = &port->rx;
    rx->next_rcv_seq = port->initial_rcv_seq;
    rx->unacked_tlps = 0;
    rx->nak_scheduled = false;
    rx->ack_waiting = false;
    rx->nak_waiting = false;
    rx_ask_each_tlp(rx);
    timer_hold(&rx->acknak_latency_timer, AK_TIMER_HELD);
}
