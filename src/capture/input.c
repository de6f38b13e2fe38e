/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bytes of a recording through one buffer.
 * Not here: what the bytes mean.
 */
#include "capture/input.h"

#include <string.h>

static size_t read_source(struct ak_input *input, uint8_t *buffer, size_t room)
{
    long count = input->source->read(input->source->context, buffer, room);
    if (count > 0)
        return (size_t)count;
    input->ended = true;
    if (count < 0)
        input->failure = "the file cannot be read";
    return 0;
}

void ak_input_open(struct ak_input *input, const struct ak_capture_source *source)
{
    input->source = source;
    input->begin = 0;
    input->end = 0;
    input->offset = 0;
    input->ended = false;
    input->packed = false;
    input->unpacking = false;
    input->failure = NULL;
    memset(&input->zlib, 0, sizeof input->zlib);
    ak_input_fill(input, 2);
    if (input->end < 2 || input->buffer[0] != 0x1F || input->buffer[1] != 0x8B)
        return;
    size_t count =
        input->end < sizeof input->packed_bytes ? input->end : sizeof input->packed_bytes;
    memcpy(input->packed_bytes, input->buffer, count);
    input->zlib.next_in = input->packed_bytes;
    input->zlib.avail_in = (uInt)count;
    input->end = 0;
    input->packed = true;
    input->unpacking = inflateInit2(&input->zlib, 15 + 16) == Z_OK;
    if (!input->unpacking) {
        input->ended = true;
        input->failure = "zlib cannot be started";
    }
}

void ak_input_close(struct ak_input *input)
{
    if (input->unpacking)
        (void)inflateEnd(&input->zlib);
    input->unpacking = false;
}

static void fail_unpacking(struct ak_input *input, const char *why)
{
    input->ended = true;
    if (input->failure == NULL)
        input->failure = why;
}

/* A gzip file may have members behind each other, each with a beginning and an end. */
static void begin_member(struct ak_input *input)
{
    if (input->zlib.avail_in == 0) {
        input->zlib.next_in = input->packed_bytes;
        input->zlib.avail_in =
            (uInt)read_source(input, input->packed_bytes, sizeof input->packed_bytes);
    }
    if (input->zlib.avail_in == 0)
        input->ended = true;
    else if (inflateReset(&input->zlib) != Z_OK)
        fail_unpacking(input, "the gzip data is damaged");
}

static size_t unpack(struct ak_input *input, uint8_t *buffer, size_t room)
{
    z_stream *zlib = &input->zlib;
    zlib->next_out = buffer;
    zlib->avail_out = (uInt)room;
    while (zlib->avail_out == room && !input->ended) {
        if (zlib->avail_in == 0) {
            zlib->next_in = input->packed_bytes;
            zlib->avail_in =
                (uInt)read_source(input, input->packed_bytes, sizeof input->packed_bytes);
            if (zlib->avail_in == 0) {
                fail_unpacking(input, "the gzip data is cut off");
                break;
            }
        }
        int got = inflate(zlib, Z_NO_FLUSH);
        if (got == Z_STREAM_END)
            begin_member(input);
        else if (got != Z_OK)
            fail_unpacking(input, "the gzip data is damaged");
    }
    return room - zlib->avail_out;
}

void ak_input_fill(struct ak_input *input, size_t need)
{
    if (input->ended || input->end - input->begin >= need)
        return;
    memmove(input->buffer, input->buffer + input->begin, input->end - input->begin);
    input->end -= input->begin;
    input->begin = 0;
    /* While opening, no more may be read than fits the place for packed bytes. */
    size_t most = input->offset == 0 && input->end == 0 && need == 2 && !input->packed
                      ? sizeof input->packed_bytes
                      : sizeof input->buffer;
    while (input->end < need && !input->ended) {
        uint8_t *to = input->buffer + input->end;
        size_t room = most - input->end;
        input->end += input->packed ? unpack(input, to, room) : read_source(input, to, room);
    }
}

bool ak_input_skip(struct ak_input *input, uint64_t bytes)
{
    for (;;) {
        size_t seen = input->end - input->begin;
        if (bytes <= seen) {
            ak_input_take(input, (size_t)bytes);
            return true;
        }
        ak_input_take(input, seen);
        bytes -= seen;
        ak_input_fill(input, 1);
        if (input->begin == input->end)
            return false;
    }
}

bool ak_input_line(struct ak_input *input, const char **text, size_t *bytes, bool *whole)
{
    size_t searched = 0;
    const uint8_t *newline = NULL;
    for (;;) {
        size_t seen = input->end - input->begin;
        newline = memchr(ak_input_at(input) + searched, '\n', seen - searched);
        if (newline != NULL || input->ended || seen == AK_INPUT_BYTES)
            break;
        searched = seen;
        ak_input_fill(input, seen + 1);
    }
    size_t seen = input->end - input->begin;
    *whole = newline != NULL;
    *text = (const char *)ak_input_at(input);
    *bytes = newline != NULL ? (size_t)(newline - ak_input_at(input)) : seen;
    ak_input_take(input, *bytes + (newline != NULL));
    if (*bytes == 0 && newline == NULL)
        return false;
    if (*bytes > 0 && (*text)[*bytes - 1] == '\r')
        (*bytes)--;
    return true;
}
