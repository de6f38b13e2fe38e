/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The short way of clean TLPs: a saturated direction has long stretches of time in which nothing
 * happens but the end of one TLP, with the begin of the next, and the arrival of another.
 * Not here: anything else; whatever is not plain is left to, or passed on to, the other files.
 *
 * A stretch ends before the next instant at which anything else is due, at either station or at
 * the link. Until then neither end of the direction can tell what the other does, so each event
 * has the effects it has in engine.c, in the same order; only the search for it is short. The one
 * thing at which the two meet is Recovery: an arrival that leads to it comes ahead of a begin in
 * the same instant. An Ack that has an instant to itself need not end it all: engine_answer.c
 * carries it on, and the next stretch follows.
 */
#include "sim/engine.h"

#include "sim/source_write.h"

/* The earliest time of anything but ends and arrivals in this direction, and the other station. */
static inline uint64_t others_fs(const struct sim_run *run, const struct sim_station *station)
{
    uint64_t link_fs = sim_earlier(run->link_event_fs, run->recovery_end_fs);
    uint64_t port_fs = sim_earlier(station->tick_fs, station->submit_fs);
    uint64_t line_fs = sim_earlier(station->begin_fs, station->idle_hit_fs);
    uint64_t past_stop_fs = run->stop_fs + (run->stop_fs != SIM_NEVER);
    return sim_earlier(sim_earlier(port_fs, line_fs), sim_earlier(link_fs, past_stop_fs));
}

/*
 * A TLP is on the line for the first time, and its end is no event to the port: what a stretch
 * begins with stays so until its end: the line is free from there, and the bytes of packets on the
 * wire only become fewer. Behind the TLP a DLLP, too, can begin at once: were there one ahead of it
 * in the symbol time of its end, the two would take all of 32 lanes (8 symbols, and 24 for the
 * shortest write).
 */
static inline bool sends(const struct sim_station *station)
{
    const struct ak_tx *tx = &station->port.tx;

    return tx->wire == AK_WIRE_TLP && tx->replay_timer.state == AK_TIMER_RUNNING &&
           tx->send_seq == tx->next_transmit_seq && tx->retrain == AK_RETRAIN_NONE &&
           station->end_fs == station->line.free_fs && sim_wire_has_room(&station->wire);
}

/* The next TLP has been built, and nothing has to be done first to take it on. */
static inline bool has_next(const struct sim_station *station)
{
    return station->source.built && sim_line_is_free_for_tlp(&station->line) &&
           sim_wire_has_flights(&station->wire);
}

/* The port has taken the TLP, and it begins at once: none has been waiting. */
static inline void commit(struct sim_stream *stream, const struct sim_tlp *built, uint64_t begin_fs)
{
    struct sim_tlp *tlp = sim_stream_tlp(stream, stream->submitted++);
    uint32_t length_bytes = built->length_bytes;

    stream->begun++;
    tlp->begin_fs = begin_fs;
    /* Member by member: what was stored in small pieces is slow to load in large ones. */
    tlp->offset = (uint32_t)stream->head & stream->byte_mask;
    tlp->length_bytes = (uint16_t)length_bytes;
    tlp->payload_bytes = built->payload_bytes;
    tlp->use = built->use;
    stream->head += length_bytes;
}

static inline void fly(struct sim_station *station, const struct ak_packet *packet,
                       const struct sim_span *span)
{
    struct sim_wire *wire = &station->wire;
    uint64_t arrive_fs = span->end_fs + station->path_fs;

    if (SIM_UNLIKELY(sim_wire_is_empty(wire)))
        station->arrive_fs = arrive_fs;
    struct sim_flight *flight = sim_wire_lend(wire, packet->bytes, packet->length_bytes);
    flight->end_fs = span->end_fs;
    flight->arrive_fs = arrive_fs;
}

/* The next hit falls on the TLP that has just taken its place on the line, or near it. By value, so
 * that the span need not lie in memory where it is not hit. */
__attribute__((noinline)) static bool is_hit(struct sim_run *run, enum sim_side side,
                                             struct ak_packet packet, struct sim_span span)
{
    return sim_launch_hit(run, side, &packet, &span);
}

/* The TLP that has just begun: onto the line, and the one behind it is built. False: it was hit. */
SIM_INLINE bool launch(struct sim_run *run, enum sim_side side, const struct ak_packet *packet)
{
    struct sim_station *station = &run->stations[side];
    struct sim_stream *stream = &station->stream;
    struct sim_span span;
    bool clean = true;

    sim_line_take(&station->line, true, packet->length_bytes + 2u, &span);
    station->busy_fs += span.end_fs - span.begin_fs;
    station->packets_sent++;
    station->end_fs = span.end_fs;
    run->begun_tlps++;
    commit(stream, &station->source.tlp, span.begin_fs);
    station->source.built = false;
    if (SIM_UNLIKELY(span.end_sym >= station->next_hit_sym))
        clean = !is_hit(run, side, *packet, span);
    if (clean)
        fly(station, packet, &span);
    uint8_t *room = sim_stream_room(stream);
    if (SIM_LIKELY(room))
        sim_source_build_saturating(&station->source, room);
    return clean;
}

/* An arrival in the instant of an end comes ahead of the begin, and this one prevents it. */
static bool framing_error_arrives(const struct sim_wire *wire, uint64_t now)
{
    for (uint32_t i = wire->first; i != wire->next; i++) {
        const struct sim_flight *flight = &wire->flights[i & wire->flight_mask];
        if (flight->arrive_fs != now)
            return false;
        if (flight->arrival == SIM_ARRIVAL_FRAMING)
            return true;
    }
    return false;
}

/* A DLLP follows the packet on the line, or nothing; the TLP may have been submitted. By value, so
 * that the packet need not stay in memory where a TLP follows. */
__attribute__((noinline)) static void send_other(struct sim_run *run, enum sim_side side,
                                                 bool submitted, struct ak_packet packet)
{
    struct sim_station *station = &run->stations[side];

    if (submitted) {
        sim_stream_commit(&station->stream, &station->source.tlp);
        station->source.built = false;
    }
    if (packet.kind == AK_PACKET_NONE)
        station->end_fs = SIM_NEVER;
    else
        sim_launch_plain(run, side, &packet);
}

/* The packet on the line ends and the TLP that waits begins. False: another packet, or none, or it
 * was hit; sends() must be asked again. */
SIM_INLINE bool send_next(struct sim_run *run, enum sim_side side)
{
    struct sim_station *station = &run->stations[side];
    struct ak_port *port = &station->port;
    struct ak_packet packet;

    run->now = station->end_fs;
    ak_tx_end(port, run->now);
    enum ak_status status =
        ak_tx_submit(port, sim_stream_next(&station->stream), station->source.tlp.length_bytes,
                     AK_TLP_STORE_AND_FORWARD);
    (void)ak_tx_begin(port, &packet);
    if (SIM_UNLIKELY(packet.wire != AK_WIRE_TLP)) {
        send_other(run, side, status == AK_OK, packet);
        return false;
    }
    return launch(run, side, &packet);
}

/*
 * The oldest packet under way arrives. `counted`: an Ack for it will be due already
 * (sim_ack_is_counted), which stays so while TLPs are only delivered. False: something else
 * happened than that, and `run->touched` tells whether an instant must be finished.
 */
SIM_INLINE bool receive_next(struct sim_run *run, enum sim_side side, bool counted)
{
    struct sim_station *from = &run->stations[side];
    struct sim_station *to = &run->stations[sim_other(side)];
    struct sim_wire *wire = &from->wire;
    struct sim_stream *stream = &from->stream;
    const struct sim_flight *flight = sim_wire_first(wire);
    struct ak_view view;

    run->now = from->arrive_fs;
    if (SIM_UNLIKELY(flight->arrival != SIM_ARRIVAL_TLP || !flight->lent)) {
        sim_arrive(run, side);
        return false;
    }
    enum ak_verdict verdict =
        ak_rx(&to->port, AK_RX_TLP, flight->lent, flight->length_bytes, run->now, &view);
    if (SIM_UNLIKELY(verdict != AK_VERDICT_DELIVERED || to->port.rx.ack_waiting ||
                     !sim_stream_is_due(stream, &view))) {
        sim_arrived(run, side, counted, verdict, &view);
        return false;
    }
    const struct sim_tlp *tlp = sim_stream_take_off(stream);
    sim_histogram_add(&from->latency, run->now - tlp->begin_fs);
    from->payload_bytes += tlp->payload_bytes;
    wire->first++; /* its bytes are lent */
    from->arrive_fs = sim_wire_is_empty(wire) ? SIM_NEVER : sim_wire_first(wire)->arrive_fs;
    if (SIM_UNLIKELY(!counted)) {
        sim_note_deadline(run, to);
        to->next_fs = sim_earlier(to->next_fs, to->tick_fs);
    }
    return counted;
}

SIM_INLINE bool stretch(struct sim_run *run, enum sim_side side, uint64_t last)
{
    struct sim_station *station = &run->stations[side];
    const struct sim_station *other = &run->stations[sim_other(side)];
    uint64_t until_fs = sim_earlier(others_fs(run, station), other->next_fs);
    bool sending = sends(station);
    bool counted = sim_ack_is_counted(&other->port.rx);
    bool any = false;

    for (;; any = true) {
        if (station->end_fs <= station->arrive_fs) {
            if (SIM_UNLIKELY(station->end_fs >= until_fs || !sending || !has_next(station)))
                break;
            if (SIM_UNLIKELY(station->end_fs == station->arrive_fs) &&
                framing_error_arrives(&station->wire, station->end_fs))
                break;
            if (SIM_UNLIKELY(!send_next(run, side)))
                sending = sends(station);
            if (SIM_UNLIKELY(run->begun_tlps >= last))
                until_fs = run->now + 1u; /* what else this instant holds still happens */
        } else {
            if (SIM_UNLIKELY(station->arrive_fs >= until_fs))
                break;
            if (SIM_LIKELY(receive_next(run, side, counted)))
                continue;
            if (run->touched != 0 || sim_is_over(run)) {
                sim_finish_packets(run);
                return true;
            }
            until_fs = sim_earlier(until_fs, other->next_fs);
            counted = sim_ack_is_counted(&other->port.rx);
        }
    }
    station->next_fs = sim_next_of_station(station);
    return any;
}

/* What happens next is part of the way of an Ack, while a TLP is on the line: it has been done. Not
 * for a station that is exhausted, whose last Ack ends the run. */
static bool answered(struct sim_run *run, enum sim_side side)
{
    struct sim_station *station = &run->stations[side];
    const struct sim_station *other = &run->stations[sim_other(side)];
    uint64_t own_fs = sim_earlier(station->end_fs, station->arrive_fs);

    if (other->next_fs >= own_fs || station->end_fs == SIM_NEVER || station->exhausted ||
        !other->exhausted || !other->plain)
        return false;
    if (!sim_answer(run, sim_other(side), sim_earlier(own_fs, others_fs(run, station))))
        return false;
    if (run->touched != 0)
        sim_finish_packets(run);
    return true;
}

bool sim_stretch(struct sim_run *run, enum sim_side side, uint64_t last)
{
    bool any = false;

    if (run->stations[side].exhausted)
        return false;
    while (true) {
        any |= side == SIM_PORT_A ? stretch(run, SIM_PORT_A, last) : stretch(run, SIM_PORT_B, last);
        if (run->begun_tlps >= last || sim_is_over(run) || !answered(run, side))
            return any;
        any = true;
    }
}
