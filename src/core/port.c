/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A port as a whole: set-up, link state, time.
 * Not here: the two halves (tx_*.c, rx*.c).
 */
#include "acknak/port.h"

#include "acknak/tx.h"

#include "port_timer.h"
#include "rx.h"
#include "tx.h"

#include <string.h>

static const struct ak_link_report nothing_dropped = {0, 0, 0};

/* Rules: TX-02. */
static void reset_tx(struct ak_port *port)
{
    struct ak_tx *tx = &port->tx;
    tx->head = 0;
    tx->spare_head = 0;
    tx->spare_end = 0;
    tx->reserved_bytes = 0;
    tx->next_transmit_seq = port->initial_seq;
    tx->ackd_seq = ak_seq_before(port->initial_seq);
    tx->send_seq = port->initial_seq;
    tx->sent_end = port->initial_seq;
    tx->wire_seq = 0;
    tx->stored_seq = 0;
    tx->wire = AK_WIRE_IDLE;
    tx->replay_num = 0;
    tx->retrain = AK_RETRAIN_NONE;
    tx->retrain_count = 0;
    tx->cut_through_open = false;
    tx->stored = false;
    tx->stored_nak = false;
    tx->stored_timeout = false;
    tx->stalled = false;
    timer_hold(&tx->replay_timer, AK_TIMER_HELD);
}

static void reset(struct ak_port *port)
{
    reset_tx(port);
    rx_reset(port);
    port->flow_control.count = 0;
    port->other.count = 0;
}

static bool is_config(const struct ak_config *config)
{
    const uint32_t slots = config->slot_count;
    return config->replay_memory && config->slots && slots != 0 && slots <= AK_SLOTS_MAX &&
           (slots & (slots - 1u)) == 0 && config->replay_limit != 0 &&
           config->initial_seq < AK_SEQ_COUNT && config->initial_rcv_seq < AK_SEQ_COUNT;
}

void ak_port_init(struct ak_port *port, const struct ak_config *config)
{
    AK_ASSERT(is_config(config));
    memset(port, 0, sizeof *port);
    port->tx.memory = config->replay_memory;
    port->tx.slots = config->slots;
    port->tx.capacity_bytes = config->replay_capacity_bytes;
    port->tx.slot_mask = (uint16_t)(config->slot_count - 1u);
    port->tx.replay_policy = (uint8_t)config->replay_policy;
    port->tx.retrain_limit = config->retrain_limit;
    port->tx.report_window_stall = config->report_window_stall;
    port->tx.crc_kernel = (uint8_t)config->crc_kernel;
    port->tx.replay_limit = config->replay_limit;
    port->rx.crc_kernel = (uint8_t)config->crc_kernel;
    port->rx.ack_every_tlps = config->ack_every_tlps;
    port->rx.ack_limit = config->ack_limit;
    port->initial_seq = config->initial_seq;
    port->initial_rcv_seq = config->initial_rcv_seq;
    port->link = AK_LINK_DOWN;
    reset(port);
}

/* Rules: PORT-05, D31. */
static void cut_packet(struct ak_port *port, uint64_t now)
{
    const enum ak_wire wire = (enum ak_wire)port->tx.wire;
    if (wire == AK_WIRE_IDLE) {
        return;
    }
    port->counters.packets_cut++;
    if (replay_wire_is_tlp(&port->tx)) {
        tx_end_tlp(port, now);
        return;
    }
    port->tx.wire = AK_WIRE_IDLE;
    if (wire == AK_WIRE_ACK || wire == AK_WIRE_NAK) {
        rx_reschedule(port, wire == AK_WIRE_NAK, now);
    }
}

/* Rules: PORT-01, D20. A TLP that could be nullified may have arrived too. */
static struct ak_link_report report_of(const struct ak_tx *tx)
{
    const uint16_t acknowledged = tx->stored ? tx->stored_seq : tx->ackd_seq;
    const bool open_on_wire = tx->wire == AK_WIRE_TLP && tx_is_open(tx, tx->wire_seq);
    const uint16_t sent_end = open_on_wire ? tx->next_transmit_seq : tx->sent_end;
    return (struct ak_link_report){
        .first_seq = ak_seq_add(acknowledged, 1),
        .unconfirmed_tlps = (uint16_t)(ak_seq_distance(acknowledged, sent_end) - 1u),
        .unsent_tlps = (uint16_t)ak_seq_distance(sent_end, tx->next_transmit_seq),
    };
}

/* Rules: PORT-02, TIME-04. The timers freeze first: a cut TLP starts one at 0. */
static void enter_recovery(struct ak_port *port, uint64_t now)
{
    timer_freeze(&port->tx.replay_timer, now);
    timer_freeze(&port->rx.acknak_latency_timer, now);
    if (port->tx.retrain == AK_RETRAIN_ASKED) {
        port->tx.retrain = AK_RETRAIN_RUNNING;
    }
    cut_packet(port, now);
}

static void leave_recovery(struct ak_port *port, uint64_t now)
{
    timer_thaw(&port->tx.replay_timer, now);
    timer_thaw(&port->rx.acknak_latency_timer, now);
    if (port->tx.retrain == AK_RETRAIN_RUNNING) {
        tx_resume_after_retrain(&port->tx);
    }
}

void ak_port_link(struct ak_port *port, enum ak_link link, bool link_disable, uint64_t now,
                  struct ak_link_report *report)
{
    AK_ASSERT(port->tx.reserved_bytes == 0);
    struct ak_link_report dropped = nothing_dropped;
    const bool was_active = port_is_active(port);
    const enum ak_link before = (enum ak_link)port->link;
    const bool stays_active = was_active && link != AK_LINK_DOWN && !link_disable;
    if (was_active && !stays_active) {
        dropped = report_of(&port->tx);
        port->counters.packets_cut += port->tx.wire != AK_WIRE_IDLE;
        reset(port);
    }
    tx_ask_what_comes(&port->tx);
    rx_ask_each_tlp(&port->rx);
    port->link = (uint8_t)link;
    port->link_disable = link_disable;
    if (stays_active && before == AK_LINK_UP && link == AK_LINK_RECOVERY) {
        enter_recovery(port, now);
    } else if (stays_active && before == AK_LINK_RECOVERY && link == AK_LINK_UP) {
        leave_recovery(port, now);
    }
    if (report) {
        *report = dropped;
    }
}

bool ak_port_is_active(const struct ak_port *port)
{
    return port_is_active(port);
}

bool ak_port_wants_retrain(const struct ak_port *port)
{
    return port->tx.retrain == AK_RETRAIN_ASKED;
}

uint64_t ak_tx_deadline(const struct ak_port *port)
{
    if (port_is_frozen(port)) {
        return AK_TIME_NEVER;
    }
    return timer_deadline(&port->tx.replay_timer, port->tx.replay_limit);
}

uint64_t ak_next_deadline(const struct ak_port *port)
{
    const uint64_t tx = ak_tx_deadline(port);
    const uint64_t rx = ak_rx_deadline(port);
    return tx < rx ? tx : rx;
}

void ak_tx_tick(struct ak_port *port, uint64_t now)
{
    if (ak_tx_deadline(port) <= now) {
        tx_expire(port);
    }
}

void ak_tick(struct ak_port *port, uint64_t now)
{
    ak_tx_tick(port, now);
    ak_rx_tick(port, now);
}

void ak_port_set_limits(struct ak_port *port, uint64_t replay_limit, uint64_t ack_limit)
{
    port->tx.replay_limit = replay_limit;
    port->rx.ack_limit = ack_limit;
}

uint32_t ak_take_events(struct ak_port *port)
{
    const uint32_t events = port->events;
    port->events = 0;
    return events;
}

const struct ak_counters *ak_counters(const struct ak_port *port)
{
    return &port->counters;
}
