/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plain second implementation: the port as a whole, time, link state.
 * Not here: its transmitter (naive_tx.c, naive_replay.c) and receiver (naive_rx.c).
 */
#include "naive_port.h"

#include <stdlib.h>
#include <string.h>

uint16_t naive_seq(int64_t number)
{
    return (uint16_t)(number % 4096);
}

void naive_report_event(struct naive_port *port, uint32_t event, uint64_t *counter)
{
    port->events |= event;
    (*counter)++;
}

/* The reset values of 2.3 in protocol.md, with D33. 4096 is added so that ACKD_SEQ is not -1. */
static void reset(struct naive_port *port)
{
    port->next = 4096 + port->config.initial_seq;
    port->acked = port->next - 1;
    port->sent = port->acked;
    port->open = false;
    port->stalled = false;
    port->replay_num = 0;
    port->replaying = false;
    port->retrain = AK_RETRAIN_NONE;
    port->retrain_count = 0;
    port->replay_timer = (struct naive_timer){false, 0};
    port->hold = NAIVE_HOLD_UNTIL_END;
    port->stored_number = port->acked;
    port->stored_ack = -1;
    port->stored_nak = -1;
    port->stored_timeout = false;
    port->flow_control.count = 0;
    port->other.count = 0;
    port->expected = 4096 + port->config.initial_rcv_seq;
    port->unacked = 0;
    port->nak_scheduled = false;
    port->ack_waiting = false;
    port->nak_waiting = false;
    port->latency_timer = (struct naive_timer){false, 0};
}

void naive_init(struct naive_port *port, const struct ak_config *config)
{
    memset(port, 0, sizeof(*port));
    port->config = *config;
    port->link = AK_LINK_DOWN;
    port->wire = AK_WIRE_IDLE;
    reset(port);
}

void naive_leave_wire(struct naive_port *port)
{
    free(port->wire_tlp.frame);
    port->wire_tlp.frame = NULL;
    port->wire = AK_WIRE_IDLE;
}

void naive_free(struct naive_port *port)
{
    naive_purge(port, port->next - 1);
    naive_leave_wire(port);
}

/* Timers count only while the link is up: in Recovery they keep their value (TIME-04). */
void naive_advance(struct naive_port *port, uint64_t now)
{
    if (port->link == AK_LINK_UP) {
        if (port->replay_timer.running) {
            port->replay_timer.elapsed += now - port->now;
        }
        if (port->latency_timer.running) {
            port->latency_timer.elapsed += now - port->now;
        }
    }
    port->now = now;
}

static uint64_t deadline_of(const struct naive_port *port, const struct naive_timer *timer,
                            uint64_t limit)
{
    if (!timer->running || port->link != AK_LINK_UP) {
        return AK_TIME_NEVER;
    }
    uint64_t start = port->now - timer->elapsed;
    return limit < AK_TIME_NEVER - start ? start + limit : AK_TIME_NEVER;
}

uint64_t naive_tx_deadline(const struct naive_port *port)
{
    return deadline_of(port, &port->replay_timer, port->config.replay_limit);
}

uint64_t naive_rx_deadline(const struct naive_port *port)
{
    if (port->nak_scheduled) {
        return AK_TIME_NEVER;
    }
    return deadline_of(port, &port->latency_timer, port->config.ack_limit);
}

void naive_set_limits(struct naive_port *port, uint64_t replay_limit, uint64_t ack_limit)
{
    port->config.replay_limit = replay_limit;
    port->config.ack_limit = ack_limit;
}

bool naive_is_active(const struct naive_port *port)
{
    return port->link != AK_LINK_DOWN && !port->link_disable;
}

bool naive_wants_retrain(const struct naive_port *port)
{
    return port->retrain == AK_RETRAIN_ASKED && port->link == AK_LINK_UP;
}

/* D20: what is not confirmed and what was never begun; a nullified TLP is neither. */
static void go_down(struct naive_port *port, struct ak_link_report *report)
{
    if (port->wire != AK_WIRE_IDLE) {
        port->counters.packets_cut++;
        if (naive_wire_is_open(port)) {
            port->sent = port->wire_tlp.number;
        }
    }
    int64_t first = naive_confirmed(port) + 1;
    report->first_seq = naive_seq(first);
    report->unconfirmed_tlps = (uint16_t)(port->sent + 1 - first);
    report->unsent_tlps = (uint16_t)(port->next - 1 - port->sent);
    naive_purge(port, port->next - 1);
    naive_leave_wire(port);
    reset(port);
}

/* D31: a TLP ends at this moment, an Ack or Nak is scheduled again, another DLLP is gone. */
static void cut_packet(struct naive_port *port)
{
    enum ak_wire wire = port->wire;
    if (wire == AK_WIRE_IDLE) {
        return;
    }
    port->counters.packets_cut++;
    naive_end(port, port->now);
    if (wire == AK_WIRE_NAK && port->nak_scheduled) {
        naive_schedule_nak(port);
    } else if (wire == AK_WIRE_ACK || wire == AK_WIRE_NAK) {
        naive_schedule_ack(port);
    }
}

void naive_link(struct naive_port *port, enum ak_link link, bool link_disable, uint64_t now,
                struct ak_link_report *report)
{
    naive_advance(port, now);
    memset(report, 0, sizeof(*report));
    if (link == AK_LINK_DOWN || link_disable) {
        go_down(port, report);
    } else if (link == AK_LINK_RECOVERY) {
        cut_packet(port);
    }
    port->link = link;
    port->link_disable = link_disable;
    if (link == AK_LINK_UP && !link_disable) {
        naive_start_waiting_replay(port);
    }
}
