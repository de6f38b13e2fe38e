/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the receiver share.
 * Not here: the public calls (acknak/rx.h, acknak/port.h).
 */
#ifndef ACKNAK_CORE_RX_H
#define ACKNAK_CORE_RX_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/rx.h"
#include "acknak/seq.h"
#include "acknak/state.h"

#include "port_timer.h"

void rx_reset(struct ak_port *port);

/*
 * Whether plain_tlps may be more than 0: the kernel has a short way, and delivering a TLP by which
 * no Ack becomes due changes numbers only.
 */
static inline bool rx_may_only_count(const struct ak_port *port)
{
    const struct ak_rx *rx = &port->rx;
    return rx->crc_kernel == AK_CRC_VPCLMUL && port->link == AK_LINK_UP && !port->link_disable &&
           !rx->nak_scheduled && !rx->ack_waiting && !rx->nak_waiting &&
           rx->acknak_latency_timer.state == AK_TIMER_RUNNING;
}

/* The last TLP before an Ack becomes due asks, and none is counted beyond the largest number. */
static inline uint16_t rx_most_plain_tlps(const struct ak_rx *rx)
{
    return (uint16_t)((rx->ack_every_tlps != 0 ? rx->ack_every_tlps : UINT16_MAX) - 1u);
}

/* For every change after which rx_may_only_count is false. */
static inline void rx_ask_each_tlp(struct ak_rx *rx)
{
    rx->plain_tlps = 0;
}

/* An Ack or Nak begins; returns its number. Rules: RX-09. */
static inline uint16_t rx_begin_ack(struct ak_rx *rx)
{
    rx->ack_waiting = false;
    rx->unacked_tlps = 0;
    rx_ask_each_tlp(rx);
    timer_hold(&rx->acknak_latency_timer, AK_TIMER_HELD);
    return ak_seq_before(rx->next_rcv_seq);
}

uint16_t rx_begin_nak(struct ak_rx *rx);

/* One that had begun was cut: it is scheduled again. Rules: PORT-05. */
void rx_reschedule(struct ak_port *port, bool nak, uint64_t now);

/* ak_rx without a short way for anything. */
enum ak_verdict rx_any(struct ak_port *port, enum ak_rx_kind kind, const void *bytes,
                       size_t length_bytes, uint64_t now, struct ak_view *view);

/* The same for a DLLP, with a short way for the Ack of a link that works. */
enum ak_verdict rx_dllp_plainly(struct ak_port *port, enum ak_rx_kind kind, const uint8_t *dllp,
                                size_t length_bytes, uint64_t now, struct ak_view *view);

/* For whatever lends no bytes to the caller. */
static inline void rx_lend_nothing(struct ak_view *view)
{
    *view = (struct ak_view){.bytes = NULL, .length_bytes = 0, .seq = 0};
}

/* What TLPs that were delivered mean for Acks, when they are no matter of a running timer. */
void rx_schedule_for_delivered(struct ak_port *port, uint64_t now);

/* A DLLP has arrived. */
enum ak_verdict rx_dllp(struct ak_port *port, const uint8_t *dllp, size_t length_bytes,
                        uint64_t now, struct ak_view *view);

#endif
