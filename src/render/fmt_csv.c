/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format csv: what was on the wire, a row for each record. acknak reads it back: the columns that
 * its CSV reader does not know add what a packet is.
 * Not here: acts, states, findings, Link parameters and faults (fmt_jsonl.c has them all).
 */
#include "render/escape.h"
#include "render/format.h"
#include "trace/names.h"
#include "trace/packet.h"

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    (void)options;
    ak_output_text(output, "time_ns,direction,kind,bytes,end,error,truncated,seen,number,about,"
                           "duration_ns,what,seq,health\n");
    return output;
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

static int take(void *context, const struct ak_record *record)
{
    struct ak_output *out = context;
    if (!has_row(record->kind))
        return 0;
    bool packet = ak_record_is_packet(record->kind);
    ak_output_time(out, record->time_fs);
    ak_output_char(out, ',');
    if (record->direction != AK_DIRECTION_BOTH)
        ak_output_text(out, ak_name_of(&ak_names_direction, (int)record->direction));
    ak_output_char(out, ',');
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
    ak_output_number(out, record->number);
    ak_output_char(out, ',');
    if (record->about != 0)
        ak_output_number(out, record->about);
    ak_output_char(out, ',');
    ak_output_time(out, record->end_fs - record->time_fs);
    ak_output_char(out, ',');
    if (packet)
        put_packet(out, record);
    else if (record->kind == AK_RECORD_OS)
        ak_output_text(out, ak_name_of(&ak_names_os, (int)record->os));
    ak_output_text(out, packet ? "\n" : ",,\n");
    return out->failed ? -1 : 0;
}

static int end(void *context)
{
    const struct ak_output *output = context;
    return output->failed ? -1 : 0;
}

const struct ak_render_format ak_render_csv = {
    .name = "csv",
    .extension = "csv",
    .help = "what was on the wire, a row for each packet; acknak reads it back",
    .begin = begin,
    .take = take,
    .end = end,
};
