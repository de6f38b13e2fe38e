/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace as what its ports said, without times: streams of TLPs, Acks and Naks to compare.
 * Not here: the command (cmd_diff.c).
 */
#include "cli/diff/trace.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/exit.h"
#include "cli/common/packet_line.h"
#include "cli/common/recent_records.h"
#include "cli/common/say.h"

/* FNV-1a. */
static uint64_t hash_byte(uint64_t hash, unsigned byte)
{
    return (hash ^ byte) * UINT64_C(1099511628211);
}

static uint64_t hash_of(const struct ak_record *record)
{
    uint64_t hash = UINT64_C(14695981039346656037);

    hash = hash_byte(hash, (unsigned)record->kind);
    if (!ak_record_is_packet(record->kind)) {
        return hash;
    }
    hash = hash_byte(hash, (unsigned)record->end);
    hash = hash_byte(hash, record->error);
    for (uint32_t i = 0; i < record->length_bytes; i++) {
        hash = hash_byte(hash, record->bytes[i]);
    }
    return hash;
}

static bool has_room(struct cli_diff_trace *trace, struct cli_diff_stream *stream)
{
    if (trace->events == CLI_DIFF_EVENTS_MAX) {
        trace->cut_short = true;
        return false;
    }
    if (stream->count < stream->room) {
        return true;
    }
    size_t room = stream->room ? stream->room * 2 : 256;
    void *grown = realloc(stream->events, room * sizeof(*stream->events));
    if (!grown) {
        trace->no_memory = true;
        return false;
    }
    stream->events = grown;
    stream->room = room;
    return true;
}

static int take(void *context, const struct ak_record *record)
{
    struct cli_diff_trace *trace = context;
    bool packet = ak_record_is_packet(record->kind);

    /* A hole, and where errors show, are the recording's; how often credits are told is timing. */
    if (!ak_record_is_wire(record->kind) || !cli_recent_is_telling(record) ||
        record->kind == AK_RECORD_GAP || record->kind == AK_RECORD_ERROR) {
        return 0;
    }
    if (packet && (record->direction > AK_UPSTREAM || record->seen >= AK_SEEN_COUNT)) {
        return 0;
    }
    struct cli_diff_stream *stream =
        &trace
             ->streams[packet ? (unsigned)record->direction * AK_SEEN_COUNT + (unsigned)record->seen
                              : CLI_DIFF_LINK];
    if (!has_room(trace, stream)) {
        return -1;
    }
    struct cli_diff_event *event = &stream->events[stream->count++];
    event->number = record->number;
    event->time_fs = record->time_fs;
    event->hash = hash_of(record);
    event->direction = (uint8_t)record->direction;
    event->seen = (uint8_t)record->seen;
    (void)cli_packet_words(event->what, sizeof(event->what), record);
    trace->events++;
    return 0;
}

int cli_diff_trace_read(struct cli_diff_trace *trace, const char *path,
                        const struct ak_capture_options *options)
{
    struct ak_capture_result result;
    const struct ak_record_sink sink = {take, trace};

    *trace = (struct cli_diff_trace){.path = path};
    enum ak_capture_status status = ak_capture_read_file(path, options, &sink, &result);
    if (trace->no_memory || status == AK_CAPTURE_NO_MEMORY) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    if (trace->cut_short) {
        say("%s: the first %u packets are compared", path, CLI_DIFF_EVENTS_MAX);
    }
    if (status != AK_CAPTURE_BAD_INPUT) {
        return CLI_EXIT_CLEAN;
    }
    say("%s", result.error);
    return CLI_EXIT_INPUT;
}

void cli_diff_trace_end(struct cli_diff_trace *trace)
{
    for (unsigned i = 0; i < CLI_DIFF_STREAMS; i++) {
        free(trace->streams[i].events);
    }
    memset(trace, 0, sizeof(*trace));
}

size_t cli_diff_common(const struct cli_diff_stream *one, const struct cli_diff_stream *other)
{
    size_t i = 0;

    while (i < one->count && i < other->count && one->events[i].hash == other->events[i].hash) {
        i++;
    }
    return i;
}
