/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PAD files of Agilent's protocol analyzers: a header, a table of records, and their data.
 * Not here: what a record says (agilent.c).
 *
 * The table and the data are read side by side. Where the source cannot do that (a pipe, gzip) the
 * file is written to a temporary one first.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/agilent.h"
#include "capture/formats.h"

#define RECORD_BYTES      40u
#define TIMESTAMP_WORDS   8u
#define HEADER_MAX_BYTES  4096u /* of all its strings together */
#define WINDOW_BYTES      65536u
#define FIRST_STRINGS     5
#define MODULE_NAME_BYTES 64

/* A part of the file in memory. */
struct window {
    uint64_t offset;
    size_t count;
    uint8_t buffer[WINDOW_BYTES];
};

struct pad {
    struct ak_capture_source source; /* with read_at */
    FILE *copy;
    uint64_t first_record;
    uint64_t record_count;
    uint64_t records_offset;
    uint64_t data_offset;
    struct ak_agilent_link link;
    struct window records;
    struct window data;
};

bool ak_pad_begins(const uint8_t *bytes, size_t count)
{
    static const char module[] = "AGT_MODULE_";
    return count >= 2 + sizeof module - 1 && bytes[0] == 0 &&
           memcmp(bytes + 2, module, sizeof module - 1) == 0;
}

/* The bytes at `offset`, valid until the next call; a null pointer at the end of the file. */
static const uint8_t *look(struct pad *pad, struct window *window, uint64_t offset, size_t bytes)
{
    if (offset >= window->offset && offset - window->offset <= window->count &&
        bytes <= window->count - (offset - window->offset))
        return window->buffer + (offset - window->offset);
    /* A file that jumps about is not read 64 KiB for every jump. */
    bool onward = offset >= window->offset && offset - window->offset <= sizeof window->buffer;
    size_t room = onward ? sizeof window->buffer : bytes;
    window->offset = offset;
    window->count = 0;
    while (window->count < bytes) {
        long got = pad->source.read_at(pad->source.context, offset + window->count,
                                       window->buffer + window->count, room - window->count);
        if (got <= 0)
            return NULL;
        window->count += (size_t)got;
    }
    return window->buffer;
}

static long read_copy(void *context, uint64_t offset, uint8_t *buffer, size_t room)
{
    FILE *copy = context;
    if (offset > INT64_MAX || fseek(copy, (long)offset, SEEK_SET) != 0)
        return -1;
    return (long)fread(buffer, 1, room, copy);
}

/* Takes the header's fields one by one; after a failure all are 0. */
struct header {
    const uint8_t *at;
    const uint8_t *end;
    bool failed;
};

static const uint8_t *take(struct header *header, size_t bytes)
{
    if (header->failed || bytes > (size_t)(header->end - header->at)) {
        header->failed = true;
        return NULL;
    }
    header->at += bytes;
    return header->at - bytes;
}

static uint32_t take_u32(struct header *header)
{
    const uint8_t *field = take(header, 4);
    return field != NULL ? ak_be32(field) : 0;
}

static uint64_t take_u64(struct header *header)
{
    const uint8_t *field = take(header, 8);
    return field != NULL ? ak_be64(field) : 0;
}

/* Copies the beginning of a string for messages, if `out` is there. */
static void take_string(struct header *header, char *out)
{
    const uint8_t *length = take(header, 2);
    size_t bytes = length != NULL ? ak_be16(length) : 0;
    const uint8_t *text = take(header, bytes);
    if (out == NULL || text == NULL)
        return;
    size_t kept = bytes < MODULE_NAME_BYTES - 1 ? bytes : MODULE_NAME_BYTES - 1;
    for (size_t i = 0; i < kept; i++)
        out[i] = text[i] >= ' ' && text[i] <= '~' ? (char)text[i] : '?';
    out[kept] = '\0';
}

static void skip_strings(struct header *header, int count)
{
    for (int i = 0; i < count; i++)
        take_string(header, NULL);
}

static int read_header(struct ak_reader *reader, struct pad *pad)
{
    char module[MODULE_NAME_BYTES] = "";
    size_t seen = ak_input_see(&reader->input, HEADER_MAX_BYTES);
    struct header header = {ak_input_at(&reader->input), ak_input_at(&reader->input) + seen, false};
    take_string(&header, module);
    skip_strings(&header, FIRST_STRINGS - 1);
    (void)take(&header, 12); /* two numbers of unknown meaning, record of the trigger */
    (void)take_u32(&header);
    pad->first_record = take_u32(&header);
    uint64_t last_record = take_u32(&header);
    uint32_t record_bytes = take_u32(&header);
    uint32_t words = take_u32(&header);
    (void)take(&header, (size_t)TIMESTAMP_WORDS * 4); /* times: first, last, stop, trigger */
    skip_strings(&header, 3);                         /* GUID, names of the channels */
    (void)take(&header, 12);                          /* start and stop by the clock */
    pad->records_offset = take_u64(&header);
    pad->data_offset = take_u64(&header);
    if (header.failed)
        return ak_reader_fail_at(reader, seen,
                                 "found the end of the file or overlong strings, "
                                 "expected the rest of a PAD header");
    if (strstr(module, "PCIEXPRESS") == NULL)
        return ak_reader_fail_at(reader, 2,
                                 "found a recording of module \"%s\", expected one of "
                                 "PCI Express",
                                 module);
    if (record_bytes != RECORD_BYTES || words != TIMESTAMP_WORDS)
        return ak_reader_fail_at(reader, 0,
                                 "found records of %" PRIu32 " %s and %" PRIu32
                                 " %s of times in the header, expected 40 and 8",
                                 record_bytes, ak_bytes_word(record_bytes), words,
                                 words == 1 ? "word" : "words");
    if (last_record < pad->first_record)
        return ak_reader_fail_at(reader, 0,
                                 "found records %" PRIu64 " to %" PRIu64
                                 " in the header, expected an ascending range",
                                 pad->first_record, last_record);
    pad->record_count = last_record - pad->first_record + 1;
    return AK_CAPTURE_OK;
}

/* Makes pad->source.read_at work, by copying the file if need be. */
static int open_source(struct ak_reader *reader, struct pad *pad)
{
    struct ak_input *input = &reader->input;
    pad->source = *input->source;
    if (pad->source.read_at != NULL && !input->packed)
        return AK_CAPTURE_OK;
    pad->copy = tmpfile();
    bool good = pad->copy != NULL;
    while (good && ak_input_see(input, 1) > 0) {
        size_t bytes = input->end - input->begin;
        good = fwrite(ak_input_at(input), 1, bytes, pad->copy) == bytes;
        ak_input_take(input, bytes);
    }
    if (!good || fflush(pad->copy) != 0)
        return ak_reader_fail_at(reader, input->offset,
                                 "the temporary file that a PAD from a pipe "
                                 "or gzip needs cannot be written");
    pad->source.read_at = read_copy;
    pad->source.context = pad->copy;
    return AK_CAPTURE_OK;
}

/* Fields of 64 bits are two of 32, the high one first. */
static uint64_t split_u64(const uint8_t *in)
{
    return (uint64_t)ak_le32(in) << 32 | ak_le32(in + 4);
}

static int fail_cut(struct ak_reader *reader, uint64_t offset, const char *expected)
{
    if (reader->input.failure != NULL)
        return ak_reader_fail_at(reader, offset, "%s, expected %s", reader->input.failure,
                                 expected);
    return ak_reader_fail_at(reader, offset, "found the end of the file, expected %s", expected);
}

static int read_record(struct ak_reader *reader, struct pad *pad, uint64_t index)
{
    uint64_t offset = pad->records_offset + index * RECORD_BYTES;
    const uint8_t *row = look(pad, &pad->records, offset, RECORD_BYTES);
    if (row == NULL)
        return fail_cut(reader, offset, "a record of 40 bytes");
    uint64_t number = ak_le32(row);
    if (number != pad->first_record + index)
        return ak_reader_fail_at(reader, offset,
                                 "found record %" PRIu64 ", expected record %" PRIu64, number,
                                 pad->first_record + index);
    uint32_t data_bytes = ak_le32(row + 4);
    uint64_t data_offset = split_u64(row + 32);
    struct ak_agilent_record record = {
        .number = index + 1,
        .time_ns = split_u64(row + 16),
        .metadata = ak_le16(row + 26),
        .flags = ak_le32(row + 28),
        .data_bytes = data_bytes < AK_AGILENT_SHOWN_BYTES ? data_bytes : AK_AGILENT_SHOWN_BYTES,
        .truncated = data_bytes > AK_AGILENT_SHOWN_BYTES,
    };
    if (data_offset > INT64_MAX - pad->data_offset)
        return ak_reader_fail_at(reader, offset + 32,
                                 "found data at byte %" PRIu64
                                 " behind the table, expected it in the file",
                                 data_offset);
    record.data = look(pad, &pad->data, pad->data_offset + data_offset, record.data_bytes);
    if (record.data == NULL)
        return fail_cut(reader, pad->data_offset + data_offset, "the data of a record");
    return ak_agilent_take(reader, &pad->link, &record, offset);
}

static int read_pad(struct ak_reader *reader, struct pad *pad)
{
    int status = read_header(reader, pad);
    if (status == AK_CAPTURE_OK)
        status = open_source(reader, pad);
    if (status == AK_CAPTURE_OK &&
        (pad->records_offset > INT64_MAX / 2 || pad->data_offset > INT64_MAX / 2))
        return ak_reader_fail_at(reader, 0,
                                 "found records at byte %" PRIu64 " and data at byte %" PRIu64
                                 ", expected them in the file",
                                 pad->records_offset, pad->data_offset);
    for (uint64_t i = 0; i < pad->record_count && status == AK_CAPTURE_OK; i++)
        status = read_record(reader, pad, i);
    /* The check value of a packed file stands behind all that was of use. */
    if (status == AK_CAPTURE_OK && reader->input.failure != NULL)
        return fail_cut(reader, reader->input.offset, "the end of the recording");
    return status;
}

int ak_pad_read(struct ak_reader *reader)
{
    struct pad *pad = calloc(1, sizeof *pad);
    if (pad == NULL)
        return AK_CAPTURE_NO_MEMORY;
    int status = read_pad(reader, pad);
    if (pad->copy != NULL)
        (void)fclose(pad->copy);
    free(pad);
    return status;
}
