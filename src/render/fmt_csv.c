/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format csv: what was on the wire, a row for each record, and findings. acknak reads it back: the
 * columns that its CSV reader does not look at add what a packet is and what was found.
 * Not here: acts, states, Link parameters and faults (fmt_jsonl.c has them all).
 */
#include <stdlib.h>

#include "render/escape.h"
#include "render/format.h"
#include "trace/names.h"
#include "trace/packet.h"

/* Findings come behind the record they are about, whose row stays open for them until the next one:
 * their column is the last. */
struct csv {
    struct ak_output *output;
    uint64_t open;     /* number of the record whose row is open; 0: none is */
    bool has_findings; /* that row has some already, and their quotes are open */
};

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    (void)options;
    struct csv *csv = calloc(1, sizeof *csv);
    if (csv == NULL)
        return NULL;
    csv->output = output;
    ak_output_text(output, "time_ns,direction,kind,bytes,end,error,truncated,seen,number,about,"
                           "duration_ns,what,seq,health,findings\n");
    return csv;
}

static void close_row(struct csv *csv)
{
    if (csv->open != 0)
        ak_output_text(csv->output, csv->has_findings ? "\"\n" : "\n");
    csv->open = 0;
    csv->has_findings = false;
}

static bool has_row(enum ak_record_kind kind)
{
    return ak_record_is_wire(kind) && kind != AK_RECORD_LINK && kind != AK_RECORD_ERROR;
}

static void put_packet(struct ak_output *out, const struct ak_record *record)
{
    struct ak_packet_summary summary;
    ak_packet_summarise(record, &summary);
    ak_escape_csv(out, summary.what);
    ak_output_char(out, ',');
    if (summary.has_seq)
        ak_output_number(out, summary.seq);
    ak_output_char(out, ',');
    ak_output_text(out, ak_packet_health_name(summary.health, summary.sort));
}

static void put_direction(struct ak_output *out, const struct ak_record *record)
{
    if (record->direction != AK_DIRECTION_BOTH)
        ak_output_text(out, ak_name_of(&ak_names_direction, (int)record->direction));
    ak_output_char(out, ',');
}

static void put_number(struct ak_output *out, uint64_t number)
{
    if (number != 0)
        ak_output_number(out, number);
    ak_output_char(out, ',');
}

static void put_wire(struct ak_output *out, const struct ak_record *record)
{
    bool packet = ak_record_is_packet(record->kind);
    ak_output_time(out, record->time_fs);
    ak_output_char(out, ',');
    put_direction(out, record);
    ak_output_text(out, ak_name_of(&ak_names_kind, (int)record->kind));
    ak_output_char(out, ',');
    ak_output_hex(out, record->bytes, record->length_bytes);
    ak_output_char(out, ',');
    if (packet && record->end != AK_END_CUT)
        ak_output_text(out, ak_name_of(&ak_names_end, (int)record->end));
    ak_output_text(out, record->error ? ",1," : ",,");
    ak_output_text(out, record->truncated ? "1," : ",");
    ak_output_text(out, ak_name_of(&ak_names_seen, (int)record->seen));
    ak_output_char(out, ',');
    put_number(out, record->number);
    put_number(out, record->about);
    ak_output_time(out, record->end_fs - record->time_fs);
    ak_output_char(out, ',');
    if (packet)
        put_packet(out, record);
    else if (record->kind == AK_RECORD_OS)
        ak_output_text(out, ak_name_of(&ak_names_os, (int)record->os));
    ak_output_text(out, packet ? "," : ",,,");
}

/* A finding whose record has no open row: a row of its own. */
static void begin_finding(struct csv *csv, const struct ak_record *record)
{
    struct ak_output *out = csv->output;
    close_row(csv);
    ak_output_time(out, record->time_fs);
    ak_output_char(out, ',');
    put_direction(out, record);
    ak_output_text(out, "finding,,,,,,");
    put_number(out, record->number);
    put_number(out, record->about);
    ak_output_text(out, ",,,,");
    csv->open = UINT64_MAX;
}

/* "SEVERITY RULE TEXT", with " | " between several. */
static void put_finding(struct csv *csv, const struct ak_record_finding *finding)
{
    struct ak_output *out = csv->output;
    ak_output_text(out, csv->has_findings ? " | " : "\"");
    csv->has_findings = true;
    ak_output_text(out, ak_name_of(&ak_names_severity, (int)finding->severity));
    ak_output_char(out, ' ');
    ak_escape_csv_part(out, finding->rule);
    ak_output_char(out, ' ');
    ak_escape_csv_part(out, finding->text != NULL ? finding->text : "");
}

static int take(void *context, const struct ak_record *record)
{
    struct csv *csv = context;
    if (record->kind == AK_RECORD_FINDING) {
        if (record->about == 0 || record->about != csv->open)
            begin_finding(csv, record);
        put_finding(csv, &record->finding);
    } else if (has_row(record->kind)) {
        close_row(csv);
        put_wire(csv->output, record);
        csv->open = record->number != 0 ? record->number : UINT64_MAX;
    }
    return csv->output->failed ? -1 : 0;
}

static int end(void *context)
{
    struct csv *csv = context;
    close_row(csv);
    int result = csv->output->failed ? -1 : 0;
    free(csv);
    return result;
}

const struct ak_render_format ak_render_csv = {
    .name = "csv",
    .extension = "csv",
    .help = "what was on the wire, a row for each packet, and findings; acknak reads it back",
    .begin = begin,
    .take = take,
    .end = end,
};
