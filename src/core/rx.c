/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Receiver: LCRC and sequence checks, delivery, when Acks and Naks are scheduled.
 * Not here: DLLPs (rx_dllp.c).
 */
#include "rx.h"

#include "bytes.h"
#include "port_timer.h"
#include "tx.h"

#include "acknak/port.h"
#include "acknak/seq.h"

#define BATCH_MAX 16u

/* Rules: TIME-05. */
static void restart_latency_timer(struct ak_port *port, uint64_t now)
{
    struct ak_rx *rx = &port->rx;
    if (rx->unacked_tlps != 0) {
        timer_start(&rx->acknak_latency_timer, now, port_is_frozen(port));
    } else {
        timer_hold(&rx->acknak_latency_timer, AK_TIMER_HELD);
    }
}

/* An Ack gives way to a Nak, whichever was there first. Rules: RX-09, D24. */
static void let_nak_wait(struct ak_port *port, uint64_t now)
{
    port->rx.nak_waiting = true;
    port->rx.ack_waiting = false;
    restart_latency_timer(port, now);
}

static void let_ack_wait(struct ak_rx *rx)
{
    rx->ack_waiting = true;
    timer_hold(&rx->acknak_latency_timer, AK_TIMER_HELD);
}

static void schedule_ack(struct ak_port *port, uint64_t now)
{
    if (port->rx.nak_waiting) {
        let_nak_wait(port, now);
    } else {
        let_ack_wait(&port->rx);
    }
}

/* Rules: RX-06. */
static void schedule_nak(struct ak_port *port, uint64_t now)
{
    if (!port->rx.nak_scheduled) {
        port->rx.nak_scheduled = true;
        let_nak_wait(port, now);
    }
}

uint16_t rx_begin_ack(struct ak_rx *rx)
{
    rx->ack_waiting = false;
    rx->unacked_tlps = 0;
    timer_hold(&rx->acknak_latency_timer, AK_TIMER_HELD);
    return ak_seq_before(rx->next_rcv_seq);
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
static enum ak_verdict drop_bad_lcrc(struct ak_port *port, uint64_t now)
{
    port->counters.bad_lcrc++;
    report_bad_tlp(port);
    schedule_nak(port, now);
    return AK_VERDICT_BAD_LCRC;
}

/* Rules: RX-07. */
static enum ak_verdict drop_duplicate(struct ak_port *port, uint64_t now)
{
    port->counters.duplicates++;
    schedule_ack(port, now);
    return AK_VERDICT_DUPLICATE;
}

/* Rules: RX-05, ERR-02, D5: reported once. */
static enum ak_verdict drop_out_of_sequence(struct ak_port *port, uint64_t now)
{
    port->counters.out_of_sequence++;
    if (!port->rx.nak_scheduled) {
        report_bad_tlp(port);
    }
    schedule_nak(port, now);
    return AK_VERDICT_OUT_OF_SEQUENCE;
}

/* Rules: RX-04, RX-06, RX-08, RX-09, RX-10, TIME-05. */
static enum ak_verdict deliver(struct ak_port *port, uint64_t now)
{
    struct ak_rx *rx = &port->rx;
    rx->next_rcv_seq = ak_seq_add(rx->next_rcv_seq, 1);
    rx->nak_scheduled = false;
    if (rx->unacked_tlps != UINT16_MAX) {
        rx->unacked_tlps++;
    }
    port->counters.tlps_delivered++;
    if (rx->nak_waiting) {
        rx->nak_waiting = false;
        let_ack_wait(rx);
    } else if (!rx->ack_waiting) {
        if (rx->ack_every_tlps != 0 && rx->unacked_tlps >= rx->ack_every_tlps) {
            let_ack_wait(rx);
        } else if (rx->acknak_latency_timer.state != AK_TIMER_RUNNING) {
            timer_start(&rx->acknak_latency_timer, now, port_is_frozen(port));
        }
    }
    return AK_VERDICT_DELIVERED;
}

/* A TLP whose LCRC is right. */
static enum ak_verdict judge_sequence(struct ak_port *port, uint16_t seq, uint64_t now)
{
    const uint16_t next = port->rx.next_rcv_seq;
    if (seq == next) {
        return deliver(port, now);
    }
    if (ak_seq_distance(seq, next) <= AK_SEQ_WINDOW) {
        return drop_duplicate(port, now);
    }
    return drop_out_of_sequence(port, now);
}

static void lend(struct ak_view *view, const uint8_t *frame, size_t frame_bytes)
{
    view->bytes = frame + AK_SEQ_BYTES;
    view->length_bytes = (uint32_t)(frame_bytes - AK_FRAME_OVERHEAD_BYTES);
    view->seq = load_be16(frame) & AK_SEQ_MASK;
}

/* The number's four reserved bits enter the LCRC as they were received. Rules: LCRC-02. */
static uint32_t expected_lcrc(const struct ak_rx *rx, const uint8_t *frame, size_t frame_bytes)
{
    return ak_lcrc((enum ak_crc_kernel)rx->crc_kernel, load_be16(frame), frame + AK_SEQ_BYTES,
                   frame_bytes - AK_FRAME_OVERHEAD_BYTES);
}

static uint32_t received_lcrc(const uint8_t *frame, size_t frame_bytes)
{
    return load_le32(frame + frame_bytes - AK_LCRC_BYTES);
}

static enum ak_verdict receive_tlp(struct ak_port *port, const uint8_t *frame, size_t frame_bytes,
                                   uint64_t now, struct ak_view *view)
{
    if (frame_bytes < AK_FRAME_MIN_BYTES ||
        expected_lcrc(&port->rx, frame, frame_bytes) != received_lcrc(frame, frame_bytes)) {
        return drop_bad_lcrc(port, now);
    }
    const enum ak_verdict verdict = judge_sequence(port, load_be16(frame) & AK_SEQ_MASK, now);
    if (verdict == AK_VERDICT_DELIVERED) {
        lend(view, frame, frame_bytes);
    }
    return verdict;
}

/* At 8b/10b a nullified TLP may be shorter than any whole one. Rules: RX-02. */
static enum ak_verdict receive_edb(struct ak_port *port, const uint8_t *frame, size_t frame_bytes,
                                   uint64_t now)
{
    if (frame_bytes < AK_FRAME_OVERHEAD_BYTES ||
        expected_lcrc(&port->rx, frame, frame_bytes) != ~received_lcrc(frame, frame_bytes)) {
        return drop_bad_lcrc(port, now);
    }
    port->counters.nullified++;
    return AK_VERDICT_NULLIFIED;
}

/* Rules: RX-01, ERR-01. */
static enum ak_verdict receive_error(struct ak_port *port, bool in_tlp, uint64_t now)
{
    port->events |= AK_EVENT_RECEIVER_ERROR;
    port->counters.receiver_error++;
    if (in_tlp) {
        schedule_nak(port, now);
    }
    return AK_VERDICT_RECEIVER_ERROR;
}

enum ak_verdict ak_rx(struct ak_port *port, enum ak_rx_kind kind, const void *bytes,
                      size_t length_bytes, uint64_t now, struct ak_view *view)
{
    view->bytes = NULL;
    view->length_bytes = 0;
    view->seq = 0;
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

/* The LCRC of a frame too short for one is never asked for. */
static void batch_lcrc(const struct ak_rx *rx, const struct ak_rx_frame *frames, size_t count,
                       struct ak_lcrc_job *jobs)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t *frame = frames[i].bytes;
        const bool whole = frames[i].length_bytes >= AK_FRAME_MIN_BYTES;
        jobs[i].destination = NULL;
        jobs[i].seq = whole ? load_be16(frame) : 0;
        jobs[i].tlp = whole ? frame + AK_SEQ_BYTES : NULL;
        jobs[i].tlp_bytes = whole ? frames[i].length_bytes - AK_FRAME_OVERHEAD_BYTES : 0;
    }
    ak_lcrc_batch((enum ak_crc_kernel)rx->crc_kernel, jobs, count);
}

static enum ak_verdict judge_frame(struct ak_port *port, const struct ak_rx_frame *frame,
                                   uint32_t lcrc, uint64_t now)
{
    if (frame->length_bytes < AK_FRAME_MIN_BYTES ||
        lcrc != received_lcrc(frame->bytes, frame->length_bytes)) {
        return drop_bad_lcrc(port, now);
    }
    return judge_sequence(port, load_be16(frame->bytes) & AK_SEQ_MASK, now);
}

static size_t receive_group(struct ak_port *port, const struct ak_rx_frame *frames, size_t count,
                            uint64_t now, enum ak_verdict *verdicts)
{
    struct ak_lcrc_job jobs[BATCH_MAX];
    size_t delivered = 0;
    batch_lcrc(&port->rx, frames, count, jobs);
    for (size_t i = 0; i < count; i++) {
        verdicts[i] = judge_frame(port, &frames[i], jobs[i].lcrc, now);
        delivered += verdicts[i] == AK_VERDICT_DELIVERED;
    }
    return delivered;
}

size_t ak_rx_batch(struct ak_port *port, const struct ak_rx_frame *frames, size_t count,
                   uint64_t now, enum ak_verdict *verdicts)
{
    size_t delivered = 0;
    if (!port_is_active(port)) {
        for (size_t i = 0; i < count; i++) {
            verdicts[i] = AK_VERDICT_INACTIVE;
        }
        return 0;
    }
    for (size_t first = 0; first < count; first += BATCH_MAX) {
        const size_t left = count - first;
        delivered += receive_group(port, frames + first, left < BATCH_MAX ? left : BATCH_MAX, now,
                                   verdicts + first);
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
        let_ack_wait(&port->rx);
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
    timer_hold(&rx->acknak_latency_timer, AK_TIMER_HELD);
}
