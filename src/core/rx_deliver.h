/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Good TLPs in sequence have been forwarded.
 * Not here: what is dropped (rx.c).
 */
#ifndef ACKNAK_CORE_RX_DELIVER_H
#define ACKNAK_CORE_RX_DELIVER_H

#include "acknak/frame.h"
#include "acknak/seq.h"

#include "port_branch.h"
#include "rx.h"

/* By the policies that do not wait for the timer. Rules: RX-08. */
static inline bool rx_ack_is_due(const struct ak_rx *rx)
{
    return rx->ack_every_tlps != 0 && rx->unacked_tlps >= rx->ack_every_tlps;
}

/* At least one: together they leave the state that one after the other would. Rules: RX-04, RX-06.
 */
static inline void rx_deliver(struct ak_port *port, uint32_t count, uint64_t now)
{
    struct ak_rx *rx = &port->rx;
    const uint32_t unacked_tlps = rx->unacked_tlps + count;
    rx->next_rcv_seq = ak_seq_add(rx->next_rcv_seq, count);
    rx->nak_scheduled = false;
    rx->unacked_tlps = (uint16_t)(unacked_tlps < UINT16_MAX ? unacked_tlps : UINT16_MAX);
    port->counters.tlps_delivered += count;
    /* Otherwise the Ack is a matter of the timer, which runs. */
    if (AK_UNLIKELY(rx->ack_waiting || rx->nak_waiting || rx_ack_is_due(rx) ||
                    rx->acknak_latency_timer.state != AK_TIMER_RUNNING)) {
        rx_schedule_for_delivered(port, now);
    }
}

/* What a delivered TLP lends to the caller. */
static inline void rx_lend(struct ak_view *view, uint16_t seq, const uint8_t *tlp, size_t tlp_bytes)
{
    view->bytes = tlp;
    view->length_bytes = (uint32_t)tlp_bytes;
    view->seq = seq;
}

#endif
