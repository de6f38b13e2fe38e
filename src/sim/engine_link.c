/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happens to the link as a whole: Recovery, down and up, hits while it is idle.
 * Not here: packets.
 */
#include <inttypes.h>

#include "acknak/rate.h"
#include "sim/engine.h"
#include "sim/records.h"

#define FRUITLESS_RECOVERIES 1000u /* in a row: nothing will come of this link any more */

/* ---- Hits ---- */

void sim_draw_hit(struct sim_station *station, uint64_t from_bit)
{
    uint64_t gap = sim_gap_draw(&station->gap, &station->gap_random);

    station->next_hit_sym = SIM_NEVER;
    station->next_hit_bit = SIM_NEVER;
    station->idle_hit_fs = SIM_NEVER;
    if (gap >= SIM_NEVER - from_bit)
        return;
    station->next_hit_bit = from_bit + gap;
    station->next_hit_sym = sim_line_sym_of_bit(&station->line, station->next_hit_bit);
    if (station->errors->idle_hits)
        station->idle_hit_fs = sim_line_time_fs(&station->line, station->next_hit_sym + 1u);
}

/* A hit on idle symbols: at 8b/10b a code error, at 128b/130b a wrong IDL token (D11). */
void sim_idle_hit(struct sim_run *run, enum sim_side side)
{
    struct sim_station *station = &run->stations[side];
    static const uint8_t no_bytes[1] = {0};

    if (run->link == AK_LINK_UP && station->end_fs == SIM_NEVER) {
        if (!sim_wire_has_room(&station->wire) && !sim_wire_grow(&station->wire)) {
            sim_fail(run, SIM_NO_MEMORY, "out of memory for packets under way");
            return;
        }
        bool first = sim_wire_is_empty(&station->wire);
        struct sim_flight *flight = sim_wire_push(&station->wire, no_bytes, 0);
        flight->begin_fs = flight->end_fs = run->now;
        flight->arrive_fs = run->now + station->path_fs;
        flight->record = 0;
        flight->tlp = false;
        flight->arrival =
            run->phy.encoding == AK_ENCODING_8B10B ? SIM_ARRIVAL_ERROR : SIM_ARRIVAL_FRAMING;
        if (first)
            station->arrive_fs = flight->arrive_fs;
        station->bits_hit++;
    }
    sim_draw_hit(station, station->next_hit_bit + 1u);
}

/* ---- Recovery ---- */

/* Whether the newest packet under way but `behind` ones has not left whole. */
static bool is_leaving(const struct sim_run *run, const struct sim_wire *wire, uint32_t behind)
{
    uint32_t index = wire->next - 1u - behind;
    return wire->next - wire->first > behind &&
           wire->flights[index & wire->flight_mask].end_fs > run->now;
}

/* What has not left whole at this moment never arrives whole; a copy that was to follow it does
 * not leave at all. Rules: PORT-05, D31. */
static void cut_wire(struct sim_run *run, struct sim_station *station)
{
    struct sim_wire *wire = &station->wire;

    while (is_leaving(run, wire, 1)) {
        sim_wire_drop_last(wire);
        station->packets_lost++;
    }
    if (is_leaving(run, wire, 0)) {
        struct sim_flight *cut = sim_wire_last(wire);
        bool in_tlp = cut->tlp && run->phy.encoding == AK_ENCODING_8B10B;
        cut->arrival = in_tlp ? SIM_ARRIVAL_ERROR_IN_TLP : SIM_ARRIVAL_ERROR;
        cut->end_fs = run->now;
        cut->arrive_fs = run->now + station->path_fs;
        station->packets_lost++;
    }
    station->arrive_fs = sim_wire_is_empty(wire) ? SIM_NEVER : sim_wire_first(wire)->arrive_fs;
}

static uint64_t progress_of(const struct sim_run *run)
{
    uint64_t progress = 0;

    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        const struct ak_port *port = &run->stations[side].port;
        progress +=
            port->counters.tlps_delivered + port->counters.tlps_submitted - ak_tx_used_tlps(port);
    }
    return progress;
}

static void watch_progress(struct sim_run *run)
{
    uint64_t progress = progress_of(run);

    run->fruitless_recoveries = progress == run->progress_mark ? run->fruitless_recoveries + 1u : 0;
    run->progress_mark = progress;
    if (run->fruitless_recoveries >= FRUITLESS_RECOVERIES)
        sim_die(run, "dead link: %u times in Recovery without any TLP delivered or acknowledged",
                FRUITLESS_RECOVERIES);
}

void sim_enter_recovery(struct sim_run *run)
{
    if (run->link != AK_LINK_UP)
        return;
    run->link = AK_LINK_RECOVERY;
    run->recoveries++;
    run->recovery_end_fs = run->now + run->scenario.link.recovery_fs;
    if (run->trace)
        sim_trace_link(run, AK_RECORD_RECOVERY_START);
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        struct sim_station *station = &run->stations[side];
        cut_wire(run, station);
        ak_port_link(&station->port, AK_LINK_RECOVERY, false, run->now, NULL);
        station->end_fs = SIM_NEVER;
        station->begin_fs = SIM_NEVER;
        station->tick_fs = run->now; /* its timers froze or went back to 0 */
        sim_touch(run, (enum sim_side)side);
    }
    watch_progress(run);
}

void sim_framing_error(struct sim_run *run, enum sim_side sender)
{
    struct sim_station *station = &run->stations[sender];

    /* In Recovery already: what follows on the wire left before it began and is lost too. */
    station->packets_lost += station->wire.next - station->wire.first;
    sim_wire_clear(&station->wire);
    station->arrive_fs = SIM_NEVER;
    sim_enter_recovery(run);
}

static void start_lines(struct sim_run *run)
{
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        struct sim_station *station = &run->stations[side];
        struct sim_line *line = &station->line;
        sim_line_restart(line, run->now);
        sim_draw_hit(station, sim_line_bit(line, line->time_sym, line->lane));
        station->exhausted = false;
        station->tick_fs = run->now; /* its timers run again */
        sim_touch(run, (enum sim_side)side);
    }
}

void sim_leave_recovery(struct sim_run *run)
{
    run->recovery_end_fs = SIM_NEVER;
    run->link = AK_LINK_UP;
    if (run->trace)
        sim_trace_link(run, AK_RECORD_RECOVERY_END);
    for (int side = 0; side < SIM_PORT_COUNT; side++)
        ak_port_link(&run->stations[side].port, AK_LINK_UP, false, run->now, NULL);
    start_lines(run);
}

/* ---- Down and up ---- */

/* What the port reports must hold all that truly did not arrive. Rules: SIM-01, D20. */
static void account_lost(struct sim_run *run, enum sim_side side,
                         const struct ak_link_report *report)
{
    struct sim_station *station = &run->stations[side];
    uint64_t lost = sim_stream_lose(&station->stream);
    uint64_t reported = (uint64_t)report->unconfirmed_tlps + report->unsent_tlps;

    if (run->trace)
        sim_trace_lost(run, side, report);
    if (lost > reported && !run->numbers_forged)
        sim_fail(run, SIM_INTERNAL,
                 "%s TLP %" PRIu64 " was lost at %" PRIu64 " fs without a report",
                 sim_direction_name((enum sim_direction)side),
                 station->stream.submitted - lost + 1u, run->now);
}

static void take_down(struct sim_run *run)
{
    run->link = AK_LINK_DOWN;
    run->link_downs++;
    run->recovery_end_fs = SIM_NEVER;
    if (run->trace)
        sim_trace_link(run, AK_RECORD_LINK_DOWN);
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        struct sim_station *station = &run->stations[side];
        struct ak_link_report report;
        station->packets_lost += station->wire.next - station->wire.first;
        sim_wire_clear(&station->wire);
        ak_port_link(&station->port, AK_LINK_DOWN, run->link_disable && side == SIM_PORT_A,
                     run->now, &report);
        account_lost(run, (enum sim_side)side, &report);
        sim_source_link_down(&station->source);
        station->nullify = false;
        station->arrive_fs = SIM_NEVER;
        station->end_fs = SIM_NEVER;
        station->begin_fs = SIM_NEVER;
        station->tick_fs = run->now; /* its timers froze or went back to 0 */
        station->submit_fs = SIM_NEVER;
        station->exhausted = false;
        sim_touch(run, (enum sim_side)side);
    }
}

static void bring_up(struct sim_run *run)
{
    run->link = AK_LINK_UP;
    if (run->trace)
        sim_trace_link(run, AK_RECORD_LINK_UP);
    for (int side = 0; side < SIM_PORT_COUNT; side++)
        ak_port_link(&run->stations[side].port, AK_LINK_UP, false, run->now, NULL);
    start_lines(run);
}

static void follow_wish(struct sim_run *run)
{
    bool up = run->link_is_wanted && !run->link_disable;

    if (up && run->link == AK_LINK_DOWN)
        bring_up(run);
    else if (!up && run->link != AK_LINK_DOWN)
        take_down(run);
}

static bool comes_back(const struct sim_run *run)
{
    for (uint32_t i = run->next_event; i < run->scenario.event_count; i++) {
        enum sim_link_event_kind kind = run->scenario.events[i].kind;
        if (kind == SIM_EVENT_LINK_UP || kind == SIM_EVENT_LINK_ENABLE)
            return true;
    }
    return false;
}

void sim_link_event(struct sim_run *run)
{
    const struct sim_scenario *scenario = &run->scenario;
    enum sim_link_event_kind kind = scenario->events[run->next_event++].kind;

    run->link_event_fs = run->next_event < scenario->event_count
                             ? scenario->events[run->next_event].time_fs
                             : SIM_NEVER;
    switch (kind) {
    case SIM_EVENT_LINK_DOWN:
    case SIM_EVENT_LINK_UP:
        run->link_is_wanted = kind == SIM_EVENT_LINK_UP;
        break;
    case SIM_EVENT_LINK_DISABLE:
    case SIM_EVENT_LINK_ENABLE:
        run->link_disable = kind == SIM_EVENT_LINK_DISABLE;
        break;
    case SIM_EVENT_RECOVERY:
        sim_enter_recovery(run);
        break;
    case SIM_EVENT_KIND_COUNT:
        break;
    }
    follow_wish(run);
    if (run->link == AK_LINK_DOWN && !comes_back(run))
        sim_die(run, "dead link: it went down at %" PRIu64 " fs and no event brings it up again",
                run->now);
}

void sim_link_start(struct sim_run *run)
{
    run->link_is_wanted = true;
    run->link_event_fs = run->scenario.event_count ? run->scenario.events[0].time_fs : SIM_NEVER;
    run->recovery_end_fs = SIM_NEVER;
    bring_up(run);
}
