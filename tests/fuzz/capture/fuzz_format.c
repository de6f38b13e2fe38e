/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target of a reader of recordings: FORMAT names it; "" lets the content choose.
 * Not here: what is read from good files (tests/capture).
 */
#include <stdlib.h>
#include <string.h>

#include "capture/capture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes);

struct input {
    const uint8_t *bytes;
    size_t count;
    size_t at;
};

static long read_on(void *context, uint8_t *buffer, size_t room)
{
    struct input *input = context;
    size_t count = input->count - input->at;
    if (count > room)
        count = room;
    if (count > 0)
        memcpy(buffer, input->bytes + input->at, count);
    input->at += count;
    return (long)count;
}

static long read_at(void *context, uint64_t offset, uint8_t *buffer, size_t room)
{
    const struct input *input = context;
    if (offset >= input->count)
        return 0;
    size_t count = input->count - (size_t)offset;
    if (count > room)
        count = room;
    memcpy(buffer, input->bytes + offset, count);
    return (long)count;
}

/* Every record must be one that others can rely on. */
static int check(void *context, const struct ak_record *record)
{
    unsigned *sum = context;
    if (record->kind >= AK_RECORD_KIND_COUNT || record->direction > AK_DIRECTION_BOTH ||
        record->end_fs < record->time_fs || (record->length_bytes > 0 && record->bytes == NULL) ||
        record->length_bytes > AK_CAPTURE_PACKET_MAX_BYTES)
        abort();
    for (uint32_t i = 0; i < record->length_bytes; i++)
        *sum += record->bytes[i];
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    unsigned sum = 0;
    struct input input = {data, size_bytes, 0};
    struct ak_capture_source source = {read_on, read_at, &input};
    struct ak_record_sink sink = {check, &sum};
    struct ak_capture_options options;
    struct ak_capture_result result;
    ak_capture_options_init(&options);
    options.format = ak_capture_format_find(FORMAT);
    enum ak_capture_status status = ak_capture_read("fuzz", &source, &options, &sink, &result);
    if ((status == AK_CAPTURE_OK) != (result.error[0] == '\0'))
        abort();
    return 0;
}
