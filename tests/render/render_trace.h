/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shows a text trace in memory in a format, for tests.
 * Not here: what is expected.
 */
#ifndef RENDER_TRACE_H
#define RENDER_TRACE_H

#include "render/format.h"
#include "text_io.h"
#include "trace/text_reader.h"

/* Hands the records of a trace to a sink. Returns 0, or -1 if the trace or the sink failed. */
static inline int feed_trace(const char *trace, const struct ak_record_sink *sink)
{
    static struct ak_text_reader reader;
    struct text_source source = {trace, strlen(trace), 4096};
    struct ak_record record;
    int got;

    ak_text_reader_init(&reader, "test", text_source_read, &source);
    if (ak_text_read_begin(&reader) != 0)
        return -1;
    while ((got = ak_text_read(&reader, &record)) > 0)
        if (sink->take(sink->context, &record) != 0)
            return -1;
    return got;
}

/* The text that a format makes of a trace; free it. Ends the test program if anything failed. */
__attribute__((returns_nonnull)) static inline char *
render_trace(const char *trace, const struct ak_render_format *format,
             const struct ak_render_options *options, size_t *bytes)
{
    static struct ak_output output;
    struct text_sink made = {NULL, 0, 0};

    ak_output_init(&output, text_sink_write, &made);
    void *context = format->begin(options, &output);
    if (context == NULL)
        abort();
    const struct ak_record_sink sink = {format->take, context};
    int result = feed_trace(trace, &sink);
    if (format->end(context) != 0 || ak_output_flush(&output) != 0 || result != 0 ||
        made.text == NULL)
        abort();
    *bytes = made.bytes;
    return made.text;
}

#endif
