/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of what the ports did, found by comparing a port with what was told of it last.
 * Not here: packets (records.c).
 */
#include <string.h>

#include "acknak/seq.h"
#include "sim/records.h"
#include "sim/records_state.h"

void sim_record_act(struct sim_run *run, enum sim_side side, enum ak_act act, uint16_t seq,
                    uint32_t count)
{
    struct ak_record record = sim_record(run, AK_RECORD_PORT);

    record.port_act = (struct ak_record_port){
        .port = (enum ak_port_name)side, .act = act, .seq = seq, .count = count};
    (void)sim_record_take(run, &record);
}

static const char *reason_of(enum ak_status status)
{
    switch (status) {
    case AK_OK:
        break;
    case AK_REFUSED_INACTIVE:
        return "inactive";
    case AK_REFUSED_DEAD:
        return "dead";
    case AK_REFUSED_REPLAY:
        return "replay";
    case AK_REFUSED_CUT_THROUGH:
        return "cut_through";
    case AK_REFUSED_WINDOW:
        return "window";
    case AK_REFUSED_FULL:
        return "full";
    }
    return NULL;
}

void sim_trace_submit(struct sim_run *run, enum sim_side side, enum ak_status status, uint16_t seq,
                      uint32_t length_bytes)
{
    struct ak_record record = sim_record(run, AK_RECORD_PORT);

    record.port_act = (struct ak_record_port){
        .port = (enum ak_port_name)side,
        .act = status == AK_OK ? AK_ACT_SUBMIT : AK_ACT_REFUSE,
        .seq = seq,
        .length_bytes = length_bytes,
        .reason = reason_of(status),
    };
    (void)sim_record_take(run, &record);
}

void sim_trace_lost(struct sim_run *run, enum sim_side side, const struct ak_link_report *report)
{
    uint32_t count = (uint32_t)report->unconfirmed_tlps + report->unsent_tlps;

    if (count) {
        sim_record_act(run, side, AK_ACT_REPORT_LOST, report->first_seq, count);
    }
}

/* ---- What became of what arrived ---- */

static bool act_of_verdict(enum ak_verdict verdict, enum ak_act *act)
{
    static const enum ak_act acts[] = {
        [AK_VERDICT_DELIVERED] = AK_ACT_DELIVER,
        [AK_VERDICT_DUPLICATE] = AK_ACT_DROP_DUPLICATE,
        [AK_VERDICT_OUT_OF_SEQUENCE] = AK_ACT_DROP_OUT_OF_SEQ,
        [AK_VERDICT_BAD_LCRC] = AK_ACT_DROP_BAD_LCRC,
        [AK_VERDICT_NULLIFIED] = AK_ACT_DROP_NULLIFIED,
        [AK_VERDICT_RECEIVER_ERROR] = AK_ACT_DROP_ERROR,
        [AK_VERDICT_ACK] = AK_ACT_TAKE_ACK,
        [AK_VERDICT_NAK] = AK_ACT_TAKE_NAK,
        [AK_VERDICT_ILLEGAL_SEQ] = AK_ACT_DROP_ILLEGAL_SEQ,
        [AK_VERDICT_BAD_DLLP] = AK_ACT_DROP_BAD_DLLP,
        [AK_VERDICT_OTHER_DLLP] = AK_ACT_TAKE_DLLP,
        [AK_VERDICT_UNKNOWN_DLLP] = AK_ACT_DROP_UNKNOWN_DLLP,
        [AK_VERDICT_INACTIVE] = AK_ACT_DROP_INACTIVE,
    };

    if ((size_t)verdict >= sizeof acts / sizeof acts[0]) {
        return false;
    }
    *act = acts[verdict];
    return true;
}

static uint16_t number_of(const struct sim_run *run, enum sim_side receiver,
                          const struct sim_flight *flight)
{
    const uint8_t *bytes = sim_wire_bytes(&run->stations[sim_other(receiver)].wire, flight);

    if (flight->arrival == SIM_ARRIVAL_TLP || flight->arrival == SIM_ARRIVAL_TLP_EDB) {
        return (uint16_t)((bytes[0] & 0xFu) << 8 | bytes[1]);
    }
    if (flight->arrival == SIM_ARRIVAL_DLLP) {
        return (uint16_t)((bytes[2] & 0xFu) << 8 | bytes[3]);
    }
    return 0;
}

void sim_trace_verdict(struct sim_run *run, enum sim_side receiver, enum ak_verdict verdict,
                       const struct sim_flight *flight, const struct ak_view *view)
{
    const struct sim_told *told = &run->trace->told[receiver];
    uint32_t purged = 0;
    enum ak_act act;

    (void)view;
    if (!act_of_verdict(verdict, &act)) {
        return;
    }
    if (verdict == AK_VERDICT_ACK || verdict == AK_VERDICT_NAK) {
        purged = ak_seq_distance(told->state.ackd_seq, run->stations[receiver].port.tx.ackd_seq);
    }
    sim_record_act(run, receiver, act, number_of(run, receiver, flight), purged);
    sim_trace_port(run, receiver);
}

/* ---- State ---- */

static struct ak_record_timer timer_state(const struct ak_timer *timer, uint64_t limit_fs,
                                          bool frozen, uint64_t now)
{
    struct ak_record_timer told = {.state = AK_RECORD_TIMER_HELD, .limit_fs = limit_fs};

    if (timer->state != AK_TIMER_RUNNING) {
        return told;
    }
    told.state = frozen ? AK_RECORD_TIMER_FROZEN : AK_RECORD_TIMER_RUNNING;
    told.value_fs = frozen ? timer->start : now - timer->start;
    return told;
}

static struct ak_record_state state_of(const struct ak_port *port, enum sim_side side, uint64_t now)
{
    bool frozen = port->link == AK_LINK_RECOVERY;
    struct ak_record_state state;

    memset(&state, 0, sizeof state);
    state.port = (enum ak_port_name)side;
    state.next_transmit_seq = port->tx.next_transmit_seq;
    state.ackd_seq = port->tx.ackd_seq;
    state.next_rcv_seq = port->rx.next_rcv_seq;
    state.replay_num = port->tx.replay_num;
    state.nak_scheduled = port->rx.nak_scheduled;
    state.replaying = ak_tx_is_replaying(port) || port->tx.retrain != AK_RETRAIN_NONE;
    state.replay_buffer_tlps = ak_tx_used_tlps(port);
    state.replay_buffer_bytes = ak_tx_used_bytes(port);
    state.replay_timer = timer_state(&port->tx.replay_timer, port->tx.replay_limit, frozen, now);
    state.acknak_latency_timer =
        timer_state(&port->rx.acknak_latency_timer, port->rx.ack_limit, frozen, now);
    return state;
}

/* A running timer's value changes all the time: that alone is no news. */
static bool is_news(const struct ak_record_state *a, const struct ak_record_state *b)
{
    return a->next_transmit_seq != b->next_transmit_seq || a->ackd_seq != b->ackd_seq ||
           a->next_rcv_seq != b->next_rcv_seq || a->replay_num != b->replay_num ||
           a->nak_scheduled != b->nak_scheduled || a->replaying != b->replaying ||
           a->replay_buffer_tlps != b->replay_buffer_tlps ||
           a->replay_buffer_bytes != b->replay_buffer_bytes ||
           a->replay_timer.state != b->replay_timer.state ||
           a->acknak_latency_timer.state != b->acknak_latency_timer.state;
}

/* ---- Acts ---- */

static void tell_replay(struct sim_run *run, enum sim_side side, const struct sim_told *told,
                        const struct ak_port *port)
{
    const struct ak_counters *before = &told->counters;
    const struct ak_counters *after = &port->counters;
    bool initiated = after->replays_by_nak + after->replays_by_timeout !=
                     before->replays_by_nak + before->replays_by_timeout;
    bool replaying = ak_tx_is_replaying(port);
    bool was_replaying = told->state.replaying && told->retrain == AK_RETRAIN_NONE;

    if (after->replay_timer_timeout != before->replay_timer_timeout) {
        sim_record_act(run, side, AK_ACT_TIMEOUT, 0, 0);
    }
    if (was_replaying && (!replaying || initiated)) {
        sim_record_act(run, side, AK_ACT_REPLAY_END, 0, 0);
    }
    if (after->replay_num_rollover != before->replay_num_rollover) {
        sim_record_act(run, side, AK_ACT_ROLLOVER, 0, 0);
    }
    if (port->tx.retrain == AK_RETRAIN_DEAD && told->retrain != AK_RETRAIN_DEAD) {
        sim_record_act(run, side, AK_ACT_GIVE_UP, 0, 0);
    }
    if (replaying && (!was_replaying || initiated)) {
        sim_record_act(run, side, AK_ACT_REPLAY_START, ak_seq_add(port->tx.ackd_seq, 1),
                       ak_tx_outstanding(port));
    }
}

static void tell_log(struct sim_run *run, enum sim_side side, struct ak_port *port)
{
    uint32_t events = ak_take_events(port);
    struct ak_record record = sim_record(run, AK_RECORD_PORT);

    if (events == 0) {
        return;
    }
    run->events[side] |= events;
    record.port_act =
        (struct ak_record_port){.port = (enum ak_port_name)side, .act = AK_ACT_LOG, .aer = events};
    (void)sim_record_take(run, &record);
}

void sim_trace_port(struct sim_run *run, enum sim_side side)
{
    struct ak_port *port = &run->stations[side].port;
    struct sim_told *told = &run->trace->told[side];
    struct ak_record_state state = state_of(port, side, run->now);

    tell_log(run, side, port);
    tell_replay(run, side, told, port);
    if (port->rx.nak_waiting && !told->nak_waiting) {
        sim_record_act(run, side, AK_ACT_SCHEDULE_NAK, ak_seq_before(port->rx.next_rcv_seq), 0);
    }
    if (port->rx.ack_waiting && !told->ack_waiting) {
        sim_record_act(run, side, AK_ACT_SCHEDULE_ACK, ak_seq_before(port->rx.next_rcv_seq), 0);
    }
    if (is_news(&state, &told->state)) {
        struct ak_record record = sim_record(run, AK_RECORD_STATE);
        record.state = state;
        (void)sim_record_take(run, &record);
    }
    told->state = state;
    told->counters = port->counters;
    told->retrain = port->tx.retrain;
    told->ack_waiting = port->rx.ack_waiting;
    told->nak_waiting = port->rx.nak_waiting;
}
