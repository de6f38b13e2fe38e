/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The clock of a run: from one instant at which something happens to the next.
 * Not here: what happens (engine_send.c, engine_receive.c, engine_link.c).
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "sim/engine.h"
#include "sim/records.h"

void sim_fail(struct sim_run *run, enum sim_status status, const char *format, ...)
{
    va_list arguments;

    if (run->status != SIM_OK)
        return;
    run->status = status;
    va_start(arguments, format);
    vsnprintf(run->message, sizeof run->message, format, arguments);
    va_end(arguments);
}

void sim_die(struct sim_run *run, const char *format, ...)
{
    va_list arguments;

    if (sim_is_over(run))
        return;
    run->end = SIM_END_DEAD_LINK;
    va_start(arguments, format);
    vsnprintf(run->message, sizeof run->message, format, arguments);
    va_end(arguments);
}

/* ---- When ---- */

static inline uint64_t next_of_link(const struct sim_run *run)
{
    return sim_earlier(run->link_event_fs, run->recovery_end_fs);
}

/* ---- What ---- */

/* A port asks for a retrain, or has given up (D19). */
static void follow_retrain(struct sim_run *run, enum sim_side side)
{
    const struct ak_port *port = &run->stations[side].port;

    if (port->tx.retrain == AK_RETRAIN_ASKED)
        sim_enter_recovery(run);
    if (port->tx.retrain == AK_RETRAIN_DEAD && run->link_event_fs == SIM_NEVER)
        sim_die(run,
                "dead link: port %c gave up after %" PRIu64
                " retrains, TLP %u was never acknowledged",
                side == SIM_PORT_A ? 'a' : 'b', port->counters.retrains,
                ak_seq_add(port->tx.ackd_seq, 1));
}

static void link_instant(struct sim_run *run)
{
    while (run->link_event_fs == run->now && !sim_is_over(run))
        sim_link_event(run);
    if (run->recovery_end_fs == run->now)
        sim_leave_recovery(run);
}

SIM_INLINE void packets_of(struct sim_run *run, enum sim_side side)
{
    struct sim_station *station = &run->stations[side];

    if (station->idle_hit_fs == run->now)
        sim_idle_hit(run, side);
    if (station->end_fs == run->now)
        sim_packet_ended(run, side);
    while (station->arrive_fs == run->now)
        sim_arrive(run, side);
}

/* Both stations in the fixed order: hits, ends, arrivals. */
static void packets_of_both(struct sim_run *run)
{
    struct sim_station *stations = run->stations;

    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        if (stations[side].idle_hit_fs == run->now)
            sim_idle_hit(run, (enum sim_side)side);
    }
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        if (stations[side].end_fs == run->now)
            sim_packet_ended(run, (enum sim_side)side);
    }
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        while (stations[side].arrive_fs == run->now)
            sim_arrive(run, (enum sim_side)side);
    }
}

SIM_INLINE void timers_of(struct sim_run *run, enum sim_side side)
{
    struct sim_station *station = &run->stations[side];

    if (station->tick_fs <= run->now) {
        ak_tick(&station->port, run->now);
        sim_touch(run, side);
        if (run->trace)
            sim_trace_port(run, side);
    }
    if (station->port.tx.retrain != AK_RETRAIN_NONE)
        follow_retrain(run, side);
}

SIM_INLINE void submit_of(struct sim_run *run, enum sim_side side)
{
    struct sim_station *station = &run->stations[side];

    if ((run->touched >> side & 1u) || station->submit_fs <= run->now)
        sim_submit(run, side);
}

SIM_INLINE void begin_of(struct sim_run *run, enum sim_side side)
{
    struct sim_station *station = &run->stations[side];

    if (run->trace)
        sim_trace_port(run, side);
    if (station->end_fs == SIM_NEVER)
        sim_begin(run, side);
    if (station->tick_fs <= run->now)
        station->tick_fs = ak_next_deadline(&station->port);
    if (run->trace)
        sim_trace_port(run, side);
    station->next_fs = sim_next_of_station(station);
}

/* Something happens to both stations, or to the link. */
static void instant_of_both(struct sim_run *run)
{
    if (run->link_event_fs == run->now || run->recovery_end_fs == run->now)
        link_instant(run);
    packets_of_both(run);
    timers_of(run, SIM_PORT_A);
    timers_of(run, SIM_PORT_B);
    submit_of(run, SIM_PORT_A);
    submit_of(run, SIM_PORT_B);
    begin_of(run, SIM_PORT_A);
    begin_of(run, SIM_PORT_B);
    run->touched = 0;
}

/* Something happens to one station, and by that perhaps to the other: the common case. */
SIM_INLINE void instant_of_one(struct sim_run *run, enum sim_side side)
{
    enum sim_side other = sim_other(side);
    struct sim_station *station = &run->stations[side];

    packets_of(run, side);
    if (run->touched == 0 && station->tick_fs > run->now && station->submit_fs > run->now &&
        station->begin_fs > run->now) {
        station->next_fs = sim_next_of_station(station);
        return;
    }
    if (!(run->touched >> other & 1u)) {
        timers_of(run, side);
        if (!(run->touched >> other & 1u)) { /* no Recovery */
            submit_of(run, side);
            begin_of(run, side);
            run->touched = 0;
            return;
        }
    }
    instant_of_both(run);
}

void sim_finish_packets(struct sim_run *run)
{
    instant_of_both(run);
}

/* ---- How it ends ---- */

/* Nothing is under way from this station, or only DLLPs of which there is no end. */
static bool is_quiet(const struct sim_station *station)
{
    const struct sim_wire *wire = &station->wire;

    if (station->dllps->interval_fs == 0)
        return sim_wire_is_empty(wire) && station->end_fs == SIM_NEVER &&
               !station->port.rx.ack_waiting && !station->port.rx.nak_waiting;
    for (uint32_t i = wire->first; i != wire->next; i++) {
        if (wire->flights[i & wire->flight_mask].tlp)
            return false;
    }
    return true;
}

static bool is_complete(const struct sim_run *run)
{
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        const struct sim_station *station = &run->stations[side];
        if (!station->exhausted || sim_stream_undelivered(&station->stream) != 0 ||
            ak_tx_used_tlps(&station->port) != 0 || !is_quiet(station))
            return false;
    }
    return true;
}

static uint64_t sum(const struct sim_run *run, size_t offset)
{
    uint64_t total = 0;

    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        const char *counters = (const char *)&run->stations[side].port.counters;
        total += *(const uint64_t *)(const void *)(counters + offset);
    }
    return total;
}

static bool has_come(const struct sim_run *run)
{
#define TOTAL(counter) sum(run, offsetof(struct ak_counters, counter))
    switch (run->scenario.stop.condition) {
    case SIM_CONDITION_FIRST_DELIVERY:
        return TOTAL(tlps_delivered) != 0;
    case SIM_CONDITION_FIRST_ACK:
        return TOTAL(acks_received) != 0;
    case SIM_CONDITION_FIRST_NAK:
        return TOTAL(naks_received) != 0;
    case SIM_CONDITION_FIRST_REPLAY:
        return TOTAL(tlps_replayed) != 0;
    case SIM_CONDITION_FIRST_TIMEOUT:
        return TOTAL(replay_timer_timeout) != 0;
    case SIM_CONDITION_FIRST_ROLLOVER:
        return TOTAL(replay_num_rollover) != 0;
    case SIM_CONDITION_FIRST_RETRAIN:
        return TOTAL(retrains) != 0;
    case SIM_CONDITION_FIRST_RECOVERY:
        return run->recoveries != 0;
    case SIM_CONDITION_FIRST_DUPLICATE:
        return TOTAL(duplicates) != 0;
    case SIM_CONDITION_FIRST_BAD_TLP:
        return TOTAL(bad_tlp) != 0;
    case SIM_CONDITION_FIRST_BAD_DLLP:
        return TOTAL(bad_dllp) != 0;
    case SIM_CONDITION_FIRST_RECEIVER_ERROR:
        return TOTAL(receiver_error) != 0;
    case SIM_CONDITION_FIRST_PROTOCOL_ERROR:
        return TOTAL(dl_protocol_error) != 0;
    case SIM_CONDITION_FIRST_STALL:
        return TOTAL(tx_stalls) != 0;
    case SIM_CONDITION_FIRST_LINK_DOWN:
        return run->link_downs != 0;
    case SIM_CONDITION_NONE:
    case SIM_CONDITION_COUNT:
        break;
    }
    return false;
#undef TOTAL
}

/* Nothing lies ahead: everything is done, or what is missing can never come. */
static void run_dry(struct sim_run *run)
{
    if (run->stop_fs != SIM_NEVER) {
        run->now = run->stop_fs;
        run->end = SIM_END_TIME;
        return;
    }
    if (is_complete(run)) {
        run->end = SIM_END_COMPLETED;
        return;
    }
    sim_die(run,
            "dead link: nothing can happen any more at %" PRIu64 " fs, with %" PRIu64
            " TLPs downstream and %" PRIu64 " upstream not delivered",
            run->now, sim_stream_undelivered(&run->stations[SIM_PORT_A].stream),
            sim_stream_undelivered(&run->stations[SIM_PORT_B].stream));
}

static void finish_instant(struct sim_run *run)
{
    const struct sim_station *stations = run->stations;

    if (sim_is_over(run))
        return;
    if (run->scenario.stop.condition != SIM_CONDITION_NONE && has_come(run)) {
        run->end = SIM_END_CONDITION;
        return;
    }
    /* Without any traffic it is the time that ends the run. */
    if (stations[0].exhausted && stations[1].exhausted && is_complete(run) &&
        (run->stop_fs == SIM_NEVER ||
         stations[0].stream.submitted + stations[1].stream.submitted != 0))
        run->end = SIM_END_COMPLETED;
}

SIM_INLINE void advance(struct sim_run *run)
{
    const struct sim_station *stations = run->stations;
    uint64_t link_fs = next_of_link(run);
    uint64_t next_fs = sim_earlier(sim_earlier(stations[0].next_fs, stations[1].next_fs), link_fs);

    if (next_fs == SIM_NEVER) {
        run_dry(run);
        return;
    }
    if (next_fs > run->stop_fs) {
        run->now = run->stop_fs;
        run->end = SIM_END_TIME;
        return;
    }
    if (next_fs < run->now) {
        sim_fail(run, SIM_INTERNAL, "time went back from %" PRIu64 " to %" PRIu64 " fs", run->now,
                 next_fs);
        return;
    }
    run->now = next_fs;
    bool of_a = stations[SIM_PORT_A].next_fs == next_fs;
    bool of_b = stations[SIM_PORT_B].next_fs == next_fs;
    if (link_fs == next_fs || of_a == of_b)
        instant_of_both(run);
    else if (of_a)
        instant_of_one(run, SIM_PORT_A);
    else
        instant_of_one(run, SIM_PORT_B);
    finish_instant(run);
}

/* Whether a stretch of this direction could begin with what happens next. */
SIM_INLINE bool stretch_of(struct sim_run *run, enum sim_side side, uint64_t last)
{
    const struct sim_station *station = &run->stations[side];

    return station->stretches && station->next_fs < run->stations[sim_other(side)].next_fs &&
           sim_stretch(run, side, last);
}

bool sim_run_step(struct sim_run *run, uint64_t tlps)
{
    uint64_t last = tlps ? run->begun_tlps + tlps : UINT64_MAX;

    while (!sim_is_over(run) && run->begun_tlps < last) {
        if (!stretch_of(run, SIM_PORT_A, last) && !stretch_of(run, SIM_PORT_B, last))
            advance(run);
    }
    return !sim_is_over(run);
}
