/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the readers of all formats share.
 * Not here: any format.
 */
#include "capture/reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FS_PER_S 1000000000000000u

/* Times up to here are kept as they are in the file; 18,446 s fit in femtoseconds. */
#define KEPT_BELOW_S 14400u

int ak_reader_take(struct ak_reader *reader, const struct ak_record *record)
{
    if (record->seen != AK_SEEN_RECEIVER) {
        if (record->time_fs < reader->order_fs)
            reader->disorder++;
        reader->order_fs = record->time_fs;
    }
    if (record->end_fs > reader->last_fs)
        reader->last_fs = record->end_fs;
    reader->result->records++;
    return reader->sink->take(reader->sink->context, record) == 0 ? AK_CAPTURE_OK
                                                                  : AK_CAPTURE_STOPPED;
}

int ak_reader_take_link(struct ak_reader *reader, uint64_t time_fs,
                        const struct ak_record_link *link)
{
    struct ak_record record;
    memset(&record, 0, sizeof record);
    record.kind = AK_RECORD_LINK;
    record.time_fs = time_fs;
    record.end_fs = time_fs;
    record.direction = AK_DIRECTION_BOTH;
    record.link = *link;
    return ak_reader_take(reader, &record);
}

int ak_reader_take_gap(struct ak_reader *reader, uint64_t time_fs, enum ak_direction direction,
                       enum ak_seen seen)
{
    struct ak_record record;
    memset(&record, 0, sizeof record);
    record.kind = AK_RECORD_GAP;
    record.time_fs = reader->last_fs < time_fs ? reader->last_fs : time_fs;
    record.end_fs = time_fs;
    record.direction = direction;
    record.seen = seen;
    return ak_reader_take(reader, &record);
}

/* Behind "FILE:PLACE: ", so that a long name leaves room for what is wrong. */
__attribute__((format(printf, 3, 0))) static int fail(struct ak_reader *reader, const char *place,
                                                      const char *what, va_list arguments)
{
    char *error = reader->result->error;
    int used = snprintf(error, AK_CAPTURE_ERROR_BYTES, "%.160s%s: ", reader->file, place);
    if (used > 0)
        (void)vsnprintf(error + used, AK_CAPTURE_ERROR_BYTES - (size_t)used, what, arguments);
    return AK_CAPTURE_BAD_INPUT;
}

int ak_reader_fail_line(struct ak_reader *reader, uint64_t line, const char *what, ...)
{
    char place[32];
    va_list arguments;
    (void)snprintf(place, sizeof place, ":%" PRIu64, line);
    va_start(arguments, what);
    int status = fail(reader, place, what, arguments);
    va_end(arguments);
    return status;
}

int ak_reader_fail_at(struct ak_reader *reader, uint64_t offset, const char *what, ...)
{
    char place[40];
    va_list arguments;
    (void)snprintf(place, sizeof place, ": at byte %" PRIu64, offset);
    va_start(arguments, what);
    int status = fail(reader, place, what, arguments);
    va_end(arguments);
    return status;
}

int ak_reader_fail_end(struct ak_reader *reader, const char *expected)
{
    struct ak_input *input = &reader->input;
    uint64_t end = input->offset + (input->end - input->begin);
    const char *failure = input->failure != NULL ? input->failure : "found the end of the file";
    return ak_reader_fail_at(reader, end, "%s, expected %s", failure, expected);
}

void ak_reader_note(struct ak_reader *reader, const char *what, ...)
{
    char text[AK_CAPTURE_ERROR_BYTES];
    va_list arguments;
    if (reader->options->note == NULL)
        return;
    int used = snprintf(text, sizeof text, "%.160s: ", reader->file);
    if (used < 0)
        return;
    va_start(arguments, what);
    (void)vsnprintf(text + used, sizeof text - (size_t)used, what, arguments);
    va_end(arguments);
    reader->options->note(reader->options->note_context, text);
}

bool ak_reader_time(struct ak_reader *reader, uint64_t seconds, uint64_t below_fs, uint64_t *out)
{
    if (!reader->has_base) {
        reader->has_base = true;
        reader->base_s = seconds < KEPT_BELOW_S ? 0 : seconds;
        if (reader->base_s > 0)
            ak_reader_note(reader, "times count from second %" PRIu64 " of the recording",
                           reader->base_s);
    }
    if (seconds < reader->base_s)
        return false;
    uint64_t from_base_s = seconds - reader->base_s;
    if (from_base_s > UINT64_MAX / FS_PER_S || from_base_s * FS_PER_S > UINT64_MAX - below_fs)
        return false;
    *out = from_base_s * FS_PER_S + below_fs;
    return true;
}

uint64_t ak_reader_duration_fs(const struct ak_record_link *link, uint32_t symbols)
{
    uint32_t both = AK_KNOWN_RATE | AK_KNOWN_WIDTH;
    if ((link->known & both) != both || link->width == 0)
        return 0;
    uint64_t symbol_times = (symbols + (uint64_t)link->width - 1) / link->width;
    return symbol_times * ak_rate_symbol_fs(link->rate);
}

uint64_t ak_reader_end_fs(uint64_t time_fs, uint64_t duration_fs)
{
    return duration_fs > UINT64_MAX - time_fs ? UINT64_MAX : time_fs + duration_fs;
}

/* A training set tells its kind in its symbols 6 to 15, inverted when a lane's wires are. */
static enum ak_os training_set_8b10b(const uint8_t *symbols, size_t count)
{
    if (count < 16)
        return AK_OS_OTHER;
    if (symbols[15] == 0x4A || symbols[15] == 0xB5)
        return AK_OS_TS1;
    if (symbols[15] == 0x45 || symbols[15] == 0xBA)
        return AK_OS_TS2;
    return AK_OS_OTHER;
}

static enum ak_os os_8b10b(const uint8_t *symbols, size_t count)
{
    if (count < 2)
        return AK_OS_OTHER;
    switch (symbols[1]) {
    case 0x1C:
        return AK_OS_SKP;
    case 0x3C:
        return AK_OS_FTS;
    case 0x7C:
        return AK_OS_EIOS;
    case 0xFC:
        return AK_OS_EIEOS;
    default:
        return training_set_8b10b(symbols, count);
    }
}

enum ak_os ak_reader_os_of(const uint8_t *symbols, size_t count)
{
    if (count == 0)
        return AK_OS_OTHER;
    switch (symbols[0]) {
    case 0xBC:
        return os_8b10b(symbols, count);
    case 0xAA:
        return AK_OS_SKP;
    case 0x1E:
        return AK_OS_TS1;
    case 0x2D:
        return AK_OS_TS2;
    case 0x55:
        return AK_OS_FTS;
    case 0x66:
        return AK_OS_EIOS;
    case 0x00:
        return AK_OS_EIEOS;
    case 0xE1:
        return AK_OS_SDS;
    default:
        return AK_OS_OTHER;
    }
}
