/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace as what its ports said, without times: streams of TLPs, Acks and Naks to compare.
 * Not here: the command (cmd_diff.c).
 */
#ifndef CLI_DIFF_TRACE_H
#define CLI_DIFF_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "capture/capture.h"

#define CLI_DIFF_EVENTS_MAX 4000000u /* of a trace; the rest is not compared */

/* A stream for each direction and view, and one for what happens to the link. */
#define CLI_DIFF_LINK    ((size_t)2 * AK_SEEN_COUNT)
#define CLI_DIFF_STREAMS (CLI_DIFF_LINK + 1u)

struct cli_diff_event {
    uint64_t number;
    uint64_t time_fs;
    uint64_t hash; /* of all that is compared */
    uint8_t direction;
    uint8_t seen;
    char what[46]; /* "TLP 5 MWr 64 B" */
};

struct cli_diff_stream {
    size_t count;
    size_t room;
    struct cli_diff_event *events;
};

struct cli_diff_trace {
    const char *path;
    size_t events;
    bool cut_short; /* it has more than CLI_DIFF_EVENTS_MAX */
    bool no_memory;
    struct cli_diff_stream streams[CLI_DIFF_STREAMS];
};

/* Reads a trace; returns an exit code, having said what was wrong with it. What was readable is
 * there. Give it back with cli_diff_trace_end in any case. */
int cli_diff_trace_read(struct cli_diff_trace *trace, const char *path,
                        const struct ak_capture_options *options);

void cli_diff_trace_end(struct cli_diff_trace *trace);

/* How many events at the start of both are the same. */
size_t cli_diff_common(const struct cli_diff_stream *one, const struct cli_diff_stream *other);

#endif
