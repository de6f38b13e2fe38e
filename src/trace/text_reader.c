/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a text trace: where lines come from, what stands on every line.
 * Not here: what each kind of record adds (text_fields.c), words and values (text_line.c).
 */
#include "trace/text_reader.h"

#include <stdio.h>
#include <string.h>

#include "trace/names.h"
#include "trace/text_fields.h"
#include "trace/text_line.h"
#include "trace/text_writer.h"

void ak_text_reader_init(struct ak_text_reader *reader, const char *file,
                         long (*read)(void *context, char *buffer, size_t room), void *context)
{
    reader->read = read;
    reader->context = context;
    reader->file = file;
    reader->line = 0;
    reader->number = 0;
    reader->begin = 0;
    reader->end = 0;
    reader->ended = false;
    reader->error[0] = '\0';
}

static int fail(struct ak_text_reader *reader, const char *what)
{
    (void)snprintf(reader->error, sizeof reader->error, "%.120s:%llu: %s", reader->file,
                   (unsigned long long)reader->line, what);
    reader->ended = true;
    reader->begin = reader->end;
    return -1;
}

/* Makes room behind the unread part and reads more. Returns 0, or -1. */
static int refill(struct ak_text_reader *reader)
{
    memmove(reader->buffer, reader->buffer + reader->begin, reader->end - reader->begin);
    reader->end -= reader->begin;
    reader->begin = 0;
    if (reader->end == sizeof reader->buffer) {
        reader->line++;
        return fail(reader, "found a line of more than 32768 characters, expected a shorter one");
    }
    long count = reader->read(reader->context, reader->buffer + reader->end,
                              sizeof reader->buffer - reader->end);
    if (count < 0) {
        reader->line++;
        return fail(reader, "the file cannot be read");
    }
    reader->end += (size_t)count;
    reader->ended = count == 0;
    return 0;
}

/* Finds the next line, without its end. Returns 1, 0 at the end of the file, or -1. */
static int next_line(struct ak_text_reader *reader, const char **text, size_t *bytes)
{
    const char *newline;
    for (;;) {
        newline = memchr(reader->buffer + reader->begin, '\n', reader->end - reader->begin);
        if (newline != NULL || reader->ended)
            break;
        if (refill(reader) != 0)
            return -1;
    }
    if (newline == NULL && reader->begin == reader->end)
        return 0;
    reader->line++;
    if (newline == NULL)
        return fail(reader, "found the end of the file in the middle of a line, expected a "
                            "newline: the trace is cut off");
    *text = reader->buffer + reader->begin;
    *bytes = (size_t)(newline - *text);
    reader->begin += *bytes + 1;
    if (*bytes > 0 && (*text)[*bytes - 1] == '\r')
        (*bytes)--;
    return 1;
}

int ak_text_read_begin(struct ak_text_reader *reader)
{
    static const char expected[] = "expected \"" AK_TRACE_VERSION_LINE "\" as the first line";
    const char *text;
    size_t bytes;
    int got = next_line(reader, &text, &bytes);
    if (got < 0)
        return -1;
    if (got == 0) {
        reader->line = 1;
        return fail(reader, "the file is empty, expected \"" AK_TRACE_VERSION_LINE "\"");
    }
    if (bytes == strlen(AK_TRACE_VERSION_LINE) && memcmp(text, AK_TRACE_VERSION_LINE, bytes) == 0)
        return 0;
    struct ak_line line;
    char what[200];
    ak_line_init(&line, text, bytes, what, sizeof what);
    line.word = text;
    line.word_bytes = bytes;
    (void)ak_line_fail(&line, expected + strlen("expected "));
    return fail(reader, what);
}

/* NUMBER TIME[+DURATION] KIND. A number of - is one more than the last. */
static bool read_head(struct ak_text_reader *reader, struct ak_line *line, struct ak_record *record)
{
    if (!ak_line_word(line, "the number of the record, or -"))
        return false;
    if (ak_line_is_word(line, "-"))
        record->number = reader->number + 1;
    else if (!ak_line_to_number(line, UINT64_MAX - 1, "the number of the record, or -",
                                &record->number))
        return false;
    reader->number = record->number;
    struct ak_line rest;
    uint64_t duration_fs = 0;
    if (!ak_line_word(line, "the time in ns"))
        return false;
    if (ak_line_cut(line, '+', &rest) && !ak_line_to_time(&rest, &duration_fs)) {
        line->failed = true;
        return false;
    }
    if (!ak_line_to_time(line, &record->time_fs))
        return false;
    if (duration_fs > UINT64_MAX - record->time_fs)
        return ak_line_fail(line, "an end of at most 1.8e13 ns");
    record->end_fs = record->time_fs + duration_fs;
    int kind;
    if (!ak_line_word(line, "a kind of record"))
        return false;
    if (ak_line_is_word(line, "flit"))
        return ak_line_fail(line, AK_NO_FLIT);
    if (!ak_line_to_name(line, &ak_names_kind, "a kind of record", &kind))
        return false;
    record->kind = (enum ak_record_kind)kind;
    return true;
}

int ak_text_read(struct ak_text_reader *reader, struct ak_record *record)
{
    const char *text;
    size_t bytes;
    char what[sizeof reader->error - 160];
    struct ak_line line;
    do {
        int got = next_line(reader, &text, &bytes);
        if (got <= 0)
            return got;
        ak_line_init(&line, text, bytes, what, sizeof what);
    } while (ak_line_is_at_end(&line) || *line.at == '#');
    memset(record, 0, sizeof *record);
    if (!read_head(reader, &line, record) || !ak_text_read_fields(reader, &line, record))
        return fail(reader, what);
    return 1;
}

bool ak_text_is_trace(const char *bytes, size_t count)
{
    static const char begin[] = "acknak-trace ";
    return count >= strlen(begin) && memcmp(bytes, begin, strlen(begin)) == 0;
}
