/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sending half of a station: submit, begin, end, and the way onto the wire.
 * Not here: arrivals (engine_receive.c).
 */
#include <string.h>

#include "acknak/dllp.h"
#include "sim/engine.h"
#include "sim/records.h"

#define FAULT(name)   (1u << SIM_FAULT_##name)
#define VANISHES      (FAULT(LOSE) | FAULT(STUCK) | FAULT(ACK_NAK_DLLP))
#define FORGES_NUMBER (FAULT(TLP_ERR_SEQ) | FAULT(ACK_NAK_DLLP_SEQ))

/* ---- Submit ---- */

static void offer_dllp(struct sim_station *station)
{
    enum ak_dllp_class dllp_class = station->dllps->dllp_class;
    struct ak_dllp dllp = {
        .type = dllp_class == AK_DLLP_CLASS_OTHER ? AK_DLLP_VENDOR_SPECIFIC : AK_DLLP_UPDATEFC_P,
        .hdr_fc = (uint8_t)station->stream.taken_off,
        .data_fc = (uint16_t)(station->stream.taken_off & 0xFFFu),
    };
    uint8_t bytes[AK_DLLP_BYTES];

    ak_dllp_encode(&dllp, bytes);
    /* A full queue drops it: these DLLPs repeat themselves. */
    (void)ak_tx_offer_dllp(&station->port, dllp_class, bytes);
}

static void offer_due_dllps(struct sim_run *run, struct sim_station *station)
{
    if (station->dllps->interval_fs == 0)
        return;
    while (station->dllp_due_fs <= run->now) {
        station->dllp_due_fs += station->dllps->interval_fs;
        offer_dllp(station);
    }
    station->submit_fs = station->dllp_due_fs;
}

/* Builds the TLP that comes next; false: none is due. */
static bool build(struct sim_run *run, struct sim_station *station, uint8_t *room)
{
    struct sim_source *source = &station->source;

    if (sim_source_build(source, run->now, room))
        return true;
    if (source->reader.failed) {
        sim_fail(run, SIM_BAD_WORKLOAD, "%s", source->reader.message);
        return false;
    }
    uint64_t next_fs = sim_source_next_fs(source);
    if (next_fs < station->submit_fs)
        station->submit_fs = next_fs;
    station->exhausted = next_fs == SIM_NEVER && sim_source_is_finished(source);
    return false;
}

/* Asked once for each TLP that is handed over, however often it is refused. */
static bool is_condemned(struct sim_run *run, struct sim_station *station, uint16_t seq)
{
    if (!station->judged) {
        station->judged = true;
        station->condemned = sim_fault_nullifies(&station->faults, seq, run->now);
    }
    return station->condemned;
}

static void hand_over(struct sim_run *run, enum sim_side side, const uint8_t *tlp)
{
    struct sim_station *station = &run->stations[side];
    struct ak_port *port = &station->port;
    struct sim_source *source = &station->source;
    uint16_t seq = port->tx.next_transmit_seq;
    uint64_t stalls = port->counters.tx_stalls;
    bool nullify = station->faults.nullifies && is_condemned(run, station, seq);
    enum ak_status status = ak_tx_submit(port, tlp, source->tlp.length_bytes,
                                         nullify ? AK_TLP_CUT_THROUGH : AK_TLP_STORE_AND_FORWARD);

    if (run->trace && (status == AK_OK || port->counters.tx_stalls != stalls))
        sim_trace_submit(run, side, status, seq, source->tlp.length_bytes);
    if (status != AK_OK)
        return;
    station->judged = false;
    if (nullify) { /* the source hands it over once more when this one has ended */
        station->nullify = true;
        return;
    }
    sim_stream_commit(&station->stream, &source->tlp);
    source->built = false;
}

/* A source that always has a TLP builds the next one while this one is being sent: what was written
 * long ago is read without waiting for it. */
static inline void build_ahead(struct sim_run *run, struct sim_station *station)
{
    struct sim_source *source = &station->source;
    uint8_t *room = sim_stream_room(&station->stream);

    if (source->saturates && !source->built && room)
        (void)sim_source_build(source, run->now, room);
}

/* No TLP waits, for its first sending or a replay. Only asked while nothing is being sent. */
static bool takes_tlps(const struct ak_port *port)
{
    return port->tx.send_seq == port->tx.next_transmit_seq && port->tx.retrain == AK_RETRAIN_NONE;
}

/* A source hands over one TLP at a time, when none waits and nothing is being sent: at the moment
 * it can begin. When exactly a port is looked at makes no difference then. */
void sim_submit(struct sim_run *run, enum sim_side side)
{
    struct sim_station *station = &run->stations[side];

    station->submit_fs = SIM_NEVER;
    if (run->link == AK_LINK_DOWN)
        return;
    offer_due_dllps(run, station);
    if (station->exhausted || station->end_fs != SIM_NEVER || !takes_tlps(&station->port))
        return;
    uint8_t *room = sim_stream_room(&station->stream);
    while (!room && sim_stream_grow(&station->stream))
        room = sim_stream_room(&station->stream);
    if (room && (station->source.built || build(run, station, room)))
        hand_over(run, side, room);
}

/* ---- Onto the wire ---- */

static bool make_room(struct sim_run *run, struct sim_wire *wire)
{
    if (sim_wire_grow(wire))
        return true;
    sim_fail(run, SIM_NO_MEMORY, "out of memory for packets under way");
    return false;
}

static inline void fill_in(const struct sim_run *run, struct sim_station *station,
                           struct sim_flight *flight, const struct sim_span *span)
{
    flight->begin_fs = run->now;
    flight->end_fs = span->end_fs;
    flight->arrive_fs = span->end_fs + station->path_fs;
    flight->record = 0;
    if (station->wire.next - station->wire.first == 1u)
        station->arrive_fs = flight->arrive_fs;
}

/* A first sending stays in the replay buffer until its Ack has come, longer than it is under way;
 * anything else may be overwritten before it arrives. */
static inline void push_clean(struct sim_run *run, struct sim_station *station,
                              const struct ak_packet *packet, const struct sim_span *span)
{
    struct sim_wire *wire = &station->wire;
    struct sim_flight *flight;

    if (!sim_wire_has_room(wire) && !make_room(run, wire))
        return;
    if (packet->wire == AK_WIRE_TLP && station->lends)
        flight = sim_wire_lend(wire, packet->bytes, packet->length_bytes);
    else
        flight = sim_wire_push(wire, packet->bytes, packet->length_bytes);
    fill_in(run, station, flight, span);
    flight->tlp = packet->kind == AK_PACKET_TLP;
    flight->arrival = flight->tlp ? SIM_ARRIVAL_TLP : SIM_ARRIVAL_DLLP;
}

/* A packet that was hit, sent wrong, nullified, or is to be traced. */
static void push_changed(struct sim_run *run, enum sim_side side, const struct ak_packet *packet,
                         const struct sim_span *span, const struct sim_harm *harm)
{
    struct sim_station *station = &run->stations[side];
    uint8_t bytes[AK_FRAME_MAX_BYTES];
    struct sim_sent sent = {
        .bytes = bytes,
        .length_bytes = packet->length_bytes,
        .tlp = packet->kind == AK_PACKET_TLP,
        .nullified = packet->wire == AK_WIRE_TLP_NULLIFIED,
    };
    uint64_t record = 0;

    memcpy(bytes, packet->bytes, packet->length_bytes);
    sim_phy_alter(&run->phy, &sent, harm);
    if (run->trace) {
        if (!(harm->faults & FAULT(ACK_NAK_DLLP)))
            record = sim_trace_sent(run, side, &sent, span, harm->faults);
        sim_trace_faults(run, side, harm, sent.nullified, record);
    }
    if (harm->faults & FORGES_NUMBER)
        run->numbers_forged = true;
    if (harm->faults & VANISHES) {
        station->packets_lost++;
        return;
    }
    bool tlp = sent.tlp;
    enum sim_arrival arrival = sim_phy_receive(&run->phy, &sent, harm, &station->hit_random);
    bool has_bytes = arrival <= SIM_ARRIVAL_DLLP;
    if (!sim_wire_has_room(&station->wire) && !make_room(run, &station->wire))
        return;
    struct sim_flight *flight =
        sim_wire_push(&station->wire, bytes, has_bytes ? sent.length_bytes : 0);
    fill_in(run, station, flight, span);
    flight->tlp = tlp;
    flight->arrival = (uint8_t)arrival;
    flight->record = record;
}

/* Marks the hits inside the packet; false: there is none after all. */
static bool find_hits(struct sim_run *run, struct sim_station *station, const struct sim_span *span,
                      uint32_t symbols, struct sim_harm *harm)
{
    uint64_t begin_bit = sim_line_bit(&station->line, span->begin_sym, span->begin_lane);
    uint64_t end_bit = sim_line_bit(&station->line, span->end_sym, span->end_lane);

    if (station->next_hit_bit < begin_bit)
        sim_draw_hit(station, begin_bit);
    if (station->next_hit_bit >= end_bit)
        return false;
    sim_phy_clear(&run->phy, symbols);
    while (station->next_hit_bit < end_bit) {
        station->bits_hit += sim_phy_hit(&run->phy, harm, station->next_hit_bit - begin_bit,
                                         symbols, span->begin_sym, span->begin_lane,
                                         station->errors->burst_bits, &station->hit_random);
        sim_draw_hit(station, station->next_hit_bit + 1u);
    }
    station->packets_hit++;
    return true;
}

static void nullify(struct sim_station *station, struct ak_packet *packet)
{
    station->nullify = false;
    if (ak_tx_nullify(&station->port) == AK_OK)
        packet->wire = AK_WIRE_TLP_NULLIFIED;
}

/* Takes the line for one copy of the packet and sends it on its way. */
static void send_copy(struct sim_run *run, enum sim_side side, const struct ak_packet *packet,
                      struct sim_harm *harm, struct sim_span *span)
{
    struct sim_station *station = &run->stations[side];
    struct sim_line *line = &station->line;
    bool tlp = packet->kind == AK_PACKET_TLP;
    bool special = harm->faults != 0 || packet->wire == AK_WIRE_TLP_NULLIFIED;
    uint32_t symbols = tlp ? packet->length_bytes + 2u : AK_DLLP_SYM;

    if (special) {
        struct sim_sent sent = {.length_bytes = packet->length_bytes,
                                .tlp = tlp,
                                .nullified = packet->wire == AK_WIRE_TLP_NULLIFIED};
        symbols = sim_phy_symbols(&run->phy, &sent, harm->faults);
    }
    sim_line_take(line, tlp, symbols, span);
    station->busy_fs += span->end_fs - span->begin_fs;
    station->packets_sent++;
    bool hit = run->hits.next ? sim_ask_for_hits(run, side, packet, span, symbols, harm)
                              : span->end_sym >= station->next_hit_sym &&
                                    find_hits(run, station, span, symbols, harm);
    if (hit || special || run->trace)
        push_changed(run, side, packet, span, harm);
    else
        push_clean(run, station, packet, span);
}

static void count_tlp(struct sim_run *run, struct sim_station *station)
{
    run->begun_tlps++;
    if (station->dllps->every_tlps && ++station->tlps_since_dllp >= station->dllps->every_tlps) {
        station->tlps_since_dllp = 0;
        offer_dllp(station);
    }
}

static inline void note_begin(struct sim_station *station, const struct ak_packet *packet,
                              const struct sim_span *span)
{
    station->end_fs = span->end_fs;
    if (packet->wire == AK_WIRE_TLP)
        sim_stream_begin(&station->stream, span->begin_fs);
}

bool sim_launch_hit(struct sim_run *run, enum sim_side side, const struct ak_packet *packet,
                    const struct sim_span *span)
{
    struct sim_station *station = &run->stations[side];
    bool tlp = packet->kind == AK_PACKET_TLP;
    uint32_t symbols = tlp ? packet->length_bytes + 2u : AK_DLLP_SYM;
    struct sim_harm harm = {.faults = 0};

    if (!find_hits(run, station, span, symbols, &harm))
        return false;
    push_changed(run, side, packet, span, &harm);
    return true;
}

void sim_launch_plain(struct sim_run *run, enum sim_side side, const struct ak_packet *packet)
{
    struct sim_station *station = &run->stations[side];
    bool tlp = packet->kind == AK_PACKET_TLP;
    uint32_t symbols = tlp ? packet->length_bytes + 2u : AK_DLLP_SYM;
    struct sim_span span;

    sim_line_take(&station->line, tlp, symbols, &span);
    station->busy_fs += span.end_fs - span.begin_fs;
    station->packets_sent++;
    run->begun_tlps += tlp;
    note_begin(station, packet, &span);
    if (span.end_sym >= station->next_hit_sym && sim_launch_hit(run, side, packet, &span))
        return;
    push_clean(run, station, packet, &span);
    build_ahead(run, station);
}

static void launch(struct sim_run *run, enum sim_side side, struct ak_packet *packet)
{
    struct sim_station *station = &run->stations[side];
    struct sim_harm harm = {.faults = 0};
    struct sim_span span;

    if (station->nullify && packet->wire == AK_WIRE_TLP)
        nullify(station, packet);
    if (station->faults.any) {
        uint32_t faults = sim_fault_begin(&station->faults, packet, run->now, &harm);
        station->faults_done += faults != 0 || packet->wire == AK_WIRE_TLP_NULLIFIED;
    }
    send_copy(run, side, packet, &harm, &span);
    note_begin(station, packet, &span);
    if (packet->kind == AK_PACKET_TLP)
        count_tlp(run, station);
    if (harm.faults & FAULT(DUPLICATE_TLP)) {
        struct sim_harm none = {.faults = 0};
        struct sim_span behind;
        (void)sim_line_ready(&station->line, span.end_fs, true);
        send_copy(run, side, packet, &none, &behind);
    }
}

void sim_begin(struct sim_run *run, enum sim_side side)
{
    struct sim_station *station = &run->stations[side];
    struct ak_packet packet;

    station->begin_fs = SIM_NEVER;
    if (station->end_fs != SIM_NEVER || run->link != AK_LINK_UP)
        return;
    if (!sim_line_continues(&station->line, run->now)) {
        /* Nothing may wake the line but a packet. */
        if (!ak_tx_peek(&station->port, &packet))
            return;
        uint64_t ready_fs = sim_line_ready(&station->line, run->now, packet.kind == AK_PACKET_TLP);
        if (ready_fs > run->now) {
            station->begin_fs = ready_fs;
            return;
        }
    }
    if (!ak_tx_begin(&station->port, &packet))
        return;
    if (station->plain)
        sim_launch_plain(run, side, &packet);
    else
        launch(run, side, &packet);
}

/* Nothing waits at the port, nor can come from its source without being touched. */
static bool has_nothing_to_send(const struct sim_station *station)
{
    const struct ak_port *port = &station->port;

    return station->exhausted && takes_tlps(port) && !port->rx.ack_waiting &&
           !port->rx.nak_waiting && port->flow_control.count == 0 && port->other.count == 0;
}

void sim_packet_ended(struct sim_run *run, enum sim_side side)
{
    struct sim_station *station = &run->stations[side];
    struct ak_port *port = &station->port;
    bool held = port->tx.replay_timer.state != AK_TIMER_RUNNING;

    station->end_fs = SIM_NEVER;
    ak_tx_end(port, run->now);
    if (held)
        station->tick_fs = sim_earlier(station->tick_fs, ak_tx_deadline(port));
    if (run->trace)
        sim_trace_port(run, side);
    if (run->trace || !has_nothing_to_send(station))
        sim_touch(run, side);
}
