/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text traces, through the trace's own reader.
 * Not here: what they look like (src/trace, docs/trace.md).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/formats.h"
#include "trace/text_reader.h"

bool ak_text_begins(const uint8_t *bytes, size_t count)
{
    return ak_text_is_trace((const char *)bytes, count);
}

static long read_input(void *context, char *buffer, size_t room)
{
    struct ak_reader *reader = context;
    ak_input_fill(&reader->input, 1);
    size_t count = reader->input.end - reader->input.begin;
    if (count > room)
        count = room;
    if (count == 0)
        return reader->input.failure != NULL ? -1 : 0;
    memcpy(buffer, ak_input_at(&reader->input), count);
    ak_input_take(&reader->input, count);
    return (long)count;
}

static int read_records(struct ak_reader *reader, struct ak_text_reader *text)
{
    struct ak_record record;
    int got = ak_text_read_begin(text) == 0 ? 1 : -1;
    while (got == 1 && (got = ak_text_read(text, &record)) == 1) {
        int status = ak_reader_take(reader, &record);
        if (status != AK_CAPTURE_OK)
            return status;
    }
    if (got == 0)
        return AK_CAPTURE_OK;
    const char *failure = reader->input.failure;
    (void)snprintf(reader->result->error, sizeof reader->result->error, "%.400s%s%.100s",
                   text->error, failure != NULL ? ": " : "", failure != NULL ? failure : "");
    return AK_CAPTURE_BAD_INPUT;
}

int ak_text_read_all(struct ak_reader *reader)
{
    struct ak_text_reader *text = malloc(sizeof *text);
    if (text == NULL)
        return AK_CAPTURE_NO_MEMORY;
    ak_text_reader_init(text, reader->file, read_input, reader);
    int status = read_records(reader, text);
    free(text);
    return status;
}
