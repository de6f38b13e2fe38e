/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of the wire: packets, faults, the link.
 * Not here: what ports did (records_port.c).
 */
#include "sim/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/rate.h"
#include "sim/records_state.h"

#define FAULT_TEXT_BYTES 64u

struct sim_trace *sim_trace_create(const struct ak_record_sink *sink)
{
    struct sim_trace *trace = calloc(1, sizeof *trace);

    if (trace) {
        trace->sink = *sink;
    }
    return trace;
}

void sim_trace_destroy(struct sim_trace *trace)
{
    free(trace);
}

struct ak_record sim_record(struct sim_run *run, enum ak_record_kind kind)
{
    return (struct ak_record){
        .number = run->trace->records + 1u,
        .time_fs = run->now,
        .end_fs = run->now,
        .kind = kind,
        .direction = AK_DIRECTION_BOTH,
    };
}

uint64_t sim_record_take(struct sim_run *run, const struct ak_record *record)
{
    struct sim_trace *trace = run->trace;

    trace->records = record->number;
    if (run->status == SIM_OK && trace->sink.take(trace->sink.context, record) != 0) {
        sim_fail(run, SIM_OUTPUT_FAILED, "the trace cannot be written");
    }
    return record->number;
}

/* ---- The link ---- */

static uint64_t l0s_exit_fs(const struct sim_run *run)
{
    uint64_t longest_fs = 0;

    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        const struct sim_line *line = &run->stations[side].line;
        uint64_t exit_fs = sim_line_time_fs(line, line->l0s_exit_sym);
        if (exit_fs > longest_fs) {
            longest_fs = exit_fs;
        }
    }
    return run->scenario.link.l0s ? longest_fs : 0;
}

void sim_trace_start(struct sim_run *run)
{
    const struct sim_link *link = &run->scenario.link;
    const struct sim_station *stations = run->stations;
    struct ak_record record = sim_record(run, AK_RECORD_LINK);
    uint8_t views = 1u << AK_SEEN_SENDER | 1u << AK_SEEN_RECEIVER;

    record.link = (struct ak_record_link){
        .known = AK_KNOWN_RATE | AK_KNOWN_MAX_RATE | AK_KNOWN_WIDTH | AK_KNOWN_MPS |
                 AK_KNOWN_EXTENDED_SYNCH | AK_KNOWN_L0S_EXIT | AK_KNOWN_FLIGHT | AK_KNOWN_REACTION |
                 AK_KNOWN_RESOLUTION | AK_KNOWN_VIEWS | AK_KNOWN_INITIAL_SEQ,
        .rate = link->rate,
        .max_rate = link->max_rate > link->rate ? link->max_rate : link->rate,
        .width = link->width,
        .mps_bytes = link->mps_bytes,
        .extended_synch = link->extended_synch,
        .l0s_exit_fs = l0s_exit_fs(run),
        .flight_fs =
            stations[0].path_fs > stations[1].path_fs ? stations[0].path_fs : stations[1].path_fs,
        .reaction_fs = ak_rate_symbol_fs(link->rate), /* to the next symbol time */
        .resolution_fs = 1,
        .views = {views, views},
        .initial_seq = {run->scenario.initial_seq[0], run->scenario.initial_seq[1]},
    };
    (void)sim_record_take(run, &record);
}

void sim_trace_link(struct sim_run *run, enum ak_record_kind kind)
{
    struct ak_record record = sim_record(run, kind);
    (void)sim_record_take(run, &record);
}

/* ---- Packets ---- */

static void note_stp(const struct sim_run *run, const uint8_t *frame, uint32_t length_bytes,
                     bool bad_fcrc, struct ak_record *record)
{
    if (run->phy.encoding != AK_ENCODING_128B130B) {
        return;
    }
    uint16_t length_dw = (uint16_t)((length_bytes + 2u) / AK_TLP_DW_BYTES);
    uint16_t seq = (uint16_t)((frame[0] & 0xFu) << 8 | frame[1]);
    record->has_stp = true;
    ak_stp_encode(record->stp, length_dw, seq);
    if (bad_fcrc) {
        record->stp[2] ^= 0x10u;
    }
}

uint64_t sim_trace_sent(struct sim_run *run, enum sim_side side, const struct sim_sent *sent,
                        const struct sim_span *span, uint32_t faults)
{
    struct ak_record record = sim_record(run, sent->tlp ? AK_RECORD_TLP : AK_RECORD_DLLP);
    bool edb = sent->nullified != ((faults >> SIM_FAULT_END_EDB & 1u) != 0);

    record.end_fs = span->end_fs;
    record.direction = (enum ak_direction)side;
    record.seen = AK_SEEN_SENDER;
    record.end = edb ? AK_END_EDB : AK_END_GOOD;
    record.bytes = sent->bytes;
    record.length_bytes = sent->length_bytes;
    if (sent->tlp) {
        note_stp(run, sent->bytes, sent->length_bytes, faults >> SIM_FAULT_FCRC_TLP & 1u, &record);
    }
    return sim_record_take(run, &record);
}

static void trace_fault(struct sim_run *run, enum sim_side side, const char *name, const char *text,
                        uint64_t about)
{
    struct ak_record record = sim_record(run, AK_RECORD_FAULT);

    record.direction = (enum ak_direction)side;
    record.about = about;
    record.fault.name = name;
    record.fault.text = text;
    (void)sim_record_take(run, &record);
}

void sim_trace_faults(struct sim_run *run, enum sim_side side, const struct sim_harm *harm,
                      bool nullified, uint64_t about)
{
    char text[FAULT_TEXT_BYTES];

    if (nullified) { /* decided before it began, not among what is done to it on the way */
        trace_fault(run, side, sim_fault_kind_name(SIM_FAULT_NULLIFIED_TLP), NULL, about);
    }
    if (harm->symbols_hit || harm->sync_hdr_hit) {
        trace_fault(run, side, "bit_error", harm->sync_hdr_hit ? "sync header" : NULL, about);
    }
    for (uint32_t kind = 0; kind < SIM_FAULT_KIND_COUNT; kind++) {
        if (!(harm->faults >> kind & 1u)) {
            continue;
        }
        bool moves = kind == SIM_FAULT_TLP_ERR_SEQ || kind == SIM_FAULT_ACK_NAK_DLLP_SEQ;
        snprintf(text, sizeof text, "sequence number moved by %d", (int)harm->seq_difference);
        trace_fault(run, side, sim_fault_kind_name((enum sim_fault_kind)kind), moves ? text : NULL,
                    about);
    }
}

static enum ak_record_kind kind_received(const struct sim_flight *flight)
{
    switch ((enum sim_arrival)flight->arrival) {
    case SIM_ARRIVAL_TLP:
    case SIM_ARRIVAL_TLP_EDB:
    case SIM_ARRIVAL_ERROR_IN_TLP:
        return AK_RECORD_TLP;
    case SIM_ARRIVAL_DLLP:
        return AK_RECORD_DLLP;
    case SIM_ARRIVAL_ERROR:
    case SIM_ARRIVAL_FRAMING:
    case SIM_ARRIVAL_NOTHING:
        break;
    }
    return AK_RECORD_ERROR;
}

void sim_trace_received(struct sim_run *run, enum sim_side sender, const struct sim_flight *flight)
{
    struct ak_record record = sim_record(run, kind_received(flight));
    const uint8_t *bytes = sim_wire_bytes(&run->stations[sender].wire, flight);

    record.time_fs = flight->arrive_fs - (flight->end_fs - flight->begin_fs);
    record.direction = (enum ak_direction)sender;
    record.seen = AK_SEEN_RECEIVER;
    record.about = flight->record;
    if (record.kind == AK_RECORD_ERROR) {
        record.time_fs = run->now;
    } else if (flight->arrival == SIM_ARRIVAL_ERROR_IN_TLP) {
        record.error = true;
        record.end = AK_END_CUT;
    } else {
        record.end = flight->arrival == SIM_ARRIVAL_TLP_EDB ? AK_END_EDB : AK_END_GOOD;
        record.bytes = bytes;
        record.length_bytes = flight->length_bytes;
        if (record.kind == AK_RECORD_TLP) {
            note_stp(run, bytes, flight->length_bytes, false, &record);
        }
    }
    (void)sim_record_take(run, &record);
}
