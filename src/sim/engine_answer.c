/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The short way of Acks: what happens to the other station while a saturated direction has a
 * stretch of clean TLPs.
 * Not here: the TLPs (engine_stretch.c), Acks of a station that sends more than them (engine.c).
 *
 * It runs when all of this holds, and leaves the rest to engine.c: the station has no TLPs, now or
 * to come; no trace and no fault looks at its packets; exactly one thing happens next to it, and to
 * nobody else in that instant. Then the steps that engine.c asks for one by one come down to these:
 * - ACKNAK_LATENCY_TIMER expires. Nothing waits to be sent but the Ack, and the line is free: the
 *   Ack begins as soon as the line is ready, and its end leaves nothing to do. As much of that as
 *   comes ahead of anything else, at either station or at the link, is done at once: nobody looks
 *   at the port or the line in between.
 * - An Ack begins or ends alone: as engine.c does it.
 * - An Ack arrives while a TLP is on the line: the port is told, and can act at the end of that.
 *   What else may arrive, such as a Nak or a framing error, takes the way of engine_receive.c, and
 *   the caller finishes the instant.
 */
#include "sim/engine.h"

/* Nothing waits to be sent, and a tick can do no more than schedule an Ack. */
static inline bool only_answers(const struct sim_station *other)
{
    const struct ak_port *port = &other->port;

    return port->tx.send_seq == port->tx.next_transmit_seq &&
           port->tx.replay_timer.state != AK_TIMER_RUNNING && !port->rx.ack_waiting &&
           !port->rx.nak_waiting && port->flow_control.count == 0 && port->other.count == 0;
}

/* The Ack takes its place on the line and goes on its way, unless bit errors may have hit it. */
static inline bool launch(struct sim_station *other, const struct ak_packet *packet)
{
    struct sim_line *line = &other->line;
    struct sim_wire *wire = &other->wire;

    /* Ahead of a hit by more than a symbol time for each of its symbols. */
    if (line->time_sym + AK_DLLP_SYM >= other->next_hit_sym || !sim_wire_has_room(wire))
        return false;
    struct sim_flight *flight = sim_wire_push(wire, packet->bytes, AK_DLLP_BYTES);
    struct sim_span span;
    sim_line_take(line, false, AK_DLLP_SYM, &span);
    other->busy_fs += span.end_fs - span.begin_fs;
    other->packets_sent++;
    other->end_fs = span.end_fs;
    flight->end_fs = span.end_fs;
    flight->arrive_fs = span.end_fs + other->path_fs;
    flight->arrival = SIM_ARRIVAL_DLLP;
    flight->tlp = false;
    if (wire->next - wire->first == 1u)
        other->arrive_fs = flight->arrive_fs;
    return true;
}

/* The timer expires and the Ack begins and ends, or as much of that as comes ahead of
 * `until_fs`. */
static void schedule(struct sim_run *run, enum sim_side side, uint64_t until_fs)
{
    struct sim_station *other = &run->stations[side];
    struct ak_port *port = &other->port;
    struct ak_packet packet;

    run->now = other->tick_fs;
    ak_tick(port, run->now);
    other->tick_fs = ak_next_deadline(port);
    if (!port->rx.ack_waiting)
        return; /* the timer had been restarted */
    uint64_t next_fs = sim_earlier(until_fs, sim_next_of_station(other));
    uint64_t ready_fs = sim_line_ready(&other->line, run->now, false);
    if (ready_fs >= next_fs) {
        other->begin_fs = ready_fs;
        return;
    }
    run->now = ready_fs;
    (void)ak_tx_begin(port, &packet);
    if (!launch(other, &packet)) {
        sim_launch_plain(run, side, &packet);
        return;
    }
    if (other->end_fs < sim_earlier(next_fs, other->arrive_fs)) {
        run->now = other->end_fs;
        ak_tx_end(port, run->now);
        other->end_fs = SIM_NEVER;
    }
}

/* The oldest packet under way arrives while a TLP is on the line. */
static inline void arrive(struct sim_run *run, enum sim_side side)
{
    struct sim_station *other = &run->stations[side];
    struct sim_station *station = &run->stations[sim_other(side)];
    struct sim_wire *wire = &other->wire;
    const struct sim_flight *flight = sim_wire_first(wire);
    struct ak_view view;

    if (flight->arrival != SIM_ARRIVAL_DLLP) {
        sim_arrive(run, side);
        return;
    }
    enum ak_verdict verdict = ak_rx(&station->port, AK_RX_DLLP, sim_wire_bytes(wire, flight),
                                    flight->length_bytes, run->now, &view);
    if (verdict != AK_VERDICT_ACK || station->port.tx.retrain != AK_RETRAIN_NONE) {
        sim_arrived(run, side, false, verdict, &view);
        return;
    }
    /* Exactly: a tick at the deadline as it was would do nothing, but end the stretch. */
    uint64_t deadline_fs = ak_next_deadline(&station->port);
    station->tick_fs = deadline_fs > run->now ? deadline_fs : run->now;
    sim_wire_pop(wire);
    other->arrive_fs = sim_wire_is_empty(wire) ? SIM_NEVER : sim_wire_first(wire)->arrive_fs;
}

/* The one packet that begins, ends or arrives at `now`; false: they are more. */
static inline bool moves_on(struct sim_run *run, enum sim_side side, uint64_t now)
{
    const struct sim_station *other = &run->stations[side];
    bool begins = other->begin_fs == now;
    bool ends = other->end_fs == now;

    if (begins + ends + (other->arrive_fs == now) != 1)
        return false;
    run->now = now;
    if (ends)
        sim_packet_ended(run, side);
    else if (begins)
        sim_begin(run, side);
    else
        arrive(run, side);
    return true;
}

bool sim_answer(struct sim_run *run, enum sim_side side, uint64_t until_fs)
{
    struct sim_station *other = &run->stations[side];
    uint64_t now = other->next_fs;

    if (now >= until_fs || other->submit_fs == now || other->idle_hit_fs == now ||
        other->port.tx.retrain != AK_RETRAIN_NONE)
        return false;
    if (other->tick_fs == now) {
        if (other->end_fs != SIM_NEVER || other->begin_fs != SIM_NEVER || other->arrive_fs == now ||
            !only_answers(other))
            return false;
        schedule(run, side, until_fs);
    } else if (!moves_on(run, side, now)) {
        return false;
    }
    other->next_fs = sim_next_of_station(other);
    return true;
}
