/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text in memory as the input of a reader and as the output of a writer.
 * Not here: files.
 */
#ifndef TEXT_IO_H
#define TEXT_IO_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Input: hands out at most `step` bytes at a time. */
struct text_source {
    const char *text;
    size_t bytes;
    size_t step;
};

static inline long text_source_read(void *context, char *buffer, size_t room)
{
    struct text_source *source = context;
    size_t count = source->bytes < room ? source->bytes : room;
    if (count > source->step)
        count = source->step;
    memcpy(buffer, source->text, count);
    source->text += count;
    source->bytes -= count;
    return (long)count;
}

/* Output: grows; fails once it holds more than `most` bytes (0: never). */
struct text_sink {
    char *text;
    size_t bytes;
    size_t most;
};

static inline int text_sink_write(void *context, const char *text, size_t bytes)
{
    struct text_sink *sink = context;
    if (sink->most != 0 && sink->bytes + bytes > sink->most)
        return -1;
    char *grown = realloc(sink->text, sink->bytes + bytes + 1);
    if (grown == NULL)
        return -1;
    sink->text = grown;
    memcpy(sink->text + sink->bytes, text, bytes);
    sink->bytes += bytes;
    sink->text[sink->bytes] = '\0';
    return 0;
}

#endif
