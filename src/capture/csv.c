/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comma separated values: exports of analyzers and simulators, a row for each packet or event.
 * Not here: rows and quotes (csv_row.c), how long a packet is (csv_packet.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/csv_packet.h"
#include "capture/csv_row.h"
#include "capture/formats.h"
#include "trace/text_line.h"

enum column {
    COLUMN_TIME,
    COLUMN_DIRECTION,
    COLUMN_KIND,
    COLUMN_BYTES,
    COLUMN_END,
    COLUMN_ERROR,
    COLUMN_TRUNCATED,
    COLUMN_SEEN,
    COLUMN_COUNT
};

#define REQUIRED_COUNT COLUMN_END /* those before it must be there */

static const char *const column_words[COLUMN_COUNT] = {"time_ns", "direction", "kind",      "bytes",
                                                       "end",     "error",     "truncated", "seen"};

/* Columns that acknak writes for others: what they say follows from the rest. */
static const char *const own_words[] = {"number", "about",  "duration_ns", "what",
                                        "seq",    "health", "findings"};

#define FLIT_KIND    "flit"
#define RATE_COLUMN  "rate"    /* is looked at for rates of flit mode only */
#define FINDING_KIND "finding" /* acknak's own, too */

struct csv {
    struct ak_csv_row row;
    size_t header_count;
    int place[COLUMN_COUNT]; /* index of the field, -1: no such column */
    int rate_place;
    uint64_t number;
    bool in_recovery; /* told already, maybe for the other direction */
    bool is_down;
    bool has_gap[3]; /* by direction: a gap that lasts until the next row */
    struct ak_record gap[3];
    bool link_told;
    bool without_duration; /* packets have none: rate or width is not known */
};

bool ak_csv_begins(const uint8_t *bytes, size_t count)
{
    static const char time_word[] = "time_ns";
    const uint8_t *newline = memchr(bytes, '\n', count);
    size_t length = newline != NULL ? (size_t)(newline - bytes) : count;
    for (size_t i = 0; i + sizeof time_word - 1 <= length; i++)
        if (memcmp(bytes + i, time_word, sizeof time_word - 1) == 0)
            return true;
    return false;
}

/* Sorts a column in. False: there was one of that name already. */
static bool place_column(struct ak_reader *reader, struct csv *csv, size_t index)
{
    for (int column = 0; column < COLUMN_COUNT; column++) {
        if (!ak_csv_is_word(&csv->row, index, column_words[column]))
            continue;
        bool first = csv->place[column] < 0;
        csv->place[column] = (int)index;
        return first;
    }
    for (size_t i = 0; i < sizeof own_words / sizeof own_words[0]; i++)
        if (ak_csv_is_word(&csv->row, index, own_words[i]))
            return true;
    if (ak_csv_is_word(&csv->row, index, RATE_COLUMN)) {
        csv->rate_place = (int)index;
    }
    char shown[AK_CSV_SHOWN_BYTES + 1];
    ak_csv_show(&csv->row, index, shown);
    ak_reader_note(reader, "column \"%s\" is not known and was left out", shown);
    return true;
}

static int read_header(struct ak_reader *reader, struct csv *csv)
{
    int got = ak_csv_read_row(reader, &csv->row);
    if (got < 0)
        return AK_CAPTURE_BAD_INPUT;
    if (got == 0)
        return ak_reader_fail_line(reader, 1, "found no row, expected a header line");
    for (int column = 0; column < COLUMN_COUNT; column++)
        csv->place[column] = -1;
    csv->rate_place = -1;
    csv->header_count = csv->row.count;
    for (size_t i = 0; i < csv->row.count; i++) {
        char shown[AK_CSV_SHOWN_BYTES + 1];
        ak_csv_show(&csv->row, i, shown);
        if (!place_column(reader, csv, i))
            return ak_reader_fail_line(reader, csv->row.line,
                                       "found column \"%s\" twice, expected "
                                       "it once",
                                       shown);
    }
    for (int column = 0; column < REQUIRED_COUNT; column++)
        if (csv->place[column] < 0)
            return ak_reader_fail_line(reader, csv->row.line,
                                       "found no column \"%s\", expected "
                                       "time_ns, direction, kind and bytes in the header line",
                                       column_words[column]);
    return AK_CAPTURE_OK;
}

/* The value of a column as a line of words for the trace's own functions; empty if not there. */
static void value_of(const struct csv *csv, enum column column, struct ak_line *line, char *error,
                     size_t room)
{
    int place = csv->place[column];
    const char *text = place >= 0 ? csv->row.field[place] : "";
    size_t bytes = place >= 0 ? csv->row.bytes[place] : 0;
    ak_line_init(line, text, bytes, error, room);
    line->word = text;
    line->word_bytes = bytes;
}

static int fail_value(struct ak_reader *reader, const struct csv *csv, enum column column,
                      const char *expected)
{
    char shown[AK_CSV_SHOWN_BYTES + 1] = "";
    if (csv->place[column] >= 0)
        ak_csv_show(&csv->row, (size_t)csv->place[column], shown);
    return ak_reader_fail_line(reader, csv->row.line, "found \"%s\" in column %s, expected %s",
                               shown, column_words[column], expected);
}

/* Columns of names: the value that the word stands for. */
static int read_name(struct ak_reader *reader, const struct csv *csv, enum column column,
                     const struct ak_names *names, int if_empty, int *value)
{
    char list[200];
    int place = csv->place[column];
    *value = if_empty;
    if (place < 0 || csv->row.bytes[place] == 0) {
        if (if_empty >= 0)
            return AK_CAPTURE_OK;
    } else {
        for (*value = 0; *value < names->count; (*value)++)
            if (strlen(names->words[*value]) == csv->row.bytes[place] &&
                memcmp(names->words[*value], csv->row.field[place], csv->row.bytes[place]) == 0)
                return AK_CAPTURE_OK;
    }
    *value = 0;
    return fail_value(reader, csv, column, ak_names_list(names, list, sizeof list));
}

static int read_flag(struct ak_reader *reader, const struct csv *csv, enum column column,
                     bool *value)
{
    int place = csv->place[column];
    *value = place >= 0 && ak_csv_is_word(&csv->row, (size_t)place, "1");
    if (*value || place < 0 || csv->row.bytes[place] == 0 ||
        ak_csv_is_word(&csv->row, (size_t)place, "0"))
        return AK_CAPTURE_OK;
    return fail_value(reader, csv, column, "0 or 1");
}

static int read_bytes(struct ak_reader *reader, const struct csv *csv, struct ak_record *record)
{
    char error[200];
    struct ak_line line;
    value_of(csv, COLUMN_BYTES, &line, error, sizeof error);
    if (line.word_bytes >= 2 && line.word[0] == '0' && (line.word[1] | 0x20) == 'x') {
        line.word += 2;
        line.word_bytes -= 2;
    }
    if (!ak_line_to_hex(&line, reader->bytes, sizeof reader->bytes, &record->length_bytes))
        return fail_value(reader, csv, COLUMN_BYTES,
                          "an even number of hex digits, at most 8192 bytes");
    record->bytes = record->length_bytes > 0 ? reader->bytes : NULL;
    return AK_CAPTURE_OK;
}

static void set_end_time(struct ak_reader *reader, struct csv *csv, struct ak_record *record)
{
    const struct ak_record_link *link = &reader->options->link;
    uint32_t needed = AK_KNOWN_RATE | AK_KNOWN_WIDTH;
    if ((link->known & needed) == needed)
        record->end_fs = ak_reader_end_fs(
            record->time_fs, ak_reader_duration_fs(link, ak_csv_symbols_of(record, link)));
    else
        csv->without_duration = true;
}

/* A last row without a newline may have lost some of its last column: no error of the packet. */
static void doubt_last_row(struct ak_reader *reader, const struct csv *csv,
                           struct ak_record *record)
{
    bool bytes_are_last = csv->place[COLUMN_BYTES] == (int)csv->header_count - 1;
    if (csv->row.whole || !bytes_are_last || ak_csv_is_complete(record))
        return;
    record->truncated = true;
    ak_reader_note(reader, "the last row has no newline: its packet may be cut off");
}

static int read_packet(struct ak_reader *reader, struct csv *csv, struct ak_record *record)
{
    /* EDB and CUT in the words of a trace; without a word a packet ended well. */
    int end;
    int status = read_name(reader, csv, COLUMN_END, &ak_names_end, AK_END_GOOD, &end);
    if (status == AK_CAPTURE_OK)
        status = read_flag(reader, csv, COLUMN_ERROR, &record->error);
    if (status == AK_CAPTURE_OK)
        status = read_flag(reader, csv, COLUMN_TRUNCATED, &record->truncated);
    if (status == AK_CAPTURE_OK)
        status = read_bytes(reader, csv, record);
    if (status != AK_CAPTURE_OK)
        return status;
    if (record->kind == AK_RECORD_OS) {
        record->os = ak_reader_os_of(record->bytes, record->length_bytes);
        record->truncated = false;
    } else {
        record->end = (enum ak_packet_end)end;
        doubt_last_row(reader, csv, record);
    }
    set_end_time(reader, csv, record);
    return ak_reader_take(reader, record);
}

/* Gaps last until the next row that is later. */
static int flush_gaps(struct ak_reader *reader, struct csv *csv, uint64_t time_fs, bool at_end)
{
    for (int i = 0; i < 3; i++) {
        struct ak_record *gap = &csv->gap[i];
        if (!csv->has_gap[i] || (time_fs <= gap->time_fs && !at_end))
            continue;
        csv->has_gap[i] = false;
        gap->end_fs = time_fs > gap->time_fs ? time_fs : gap->time_fs;
        int status = ak_reader_take(reader, gap);
        if (status != AK_CAPTURE_OK)
            return status;
    }
    return AK_CAPTURE_OK;
}

/* Events of the Link may come once, or once per direction: the second one says nothing new. */
static bool is_repeated(bool *state, bool value, bool first_row)
{
    bool repeated = *state == value && !(first_row && !value);
    *state = value;
    return repeated;
}

static int take_link_event(struct ak_reader *reader, struct csv *csv, struct ak_record *record)
{
    bool first_row = csv->number == 1;
    bool repeated = false;
    if (record->kind == AK_RECORD_RECOVERY_START || record->kind == AK_RECORD_RECOVERY_END)
        repeated =
            is_repeated(&csv->in_recovery, record->kind == AK_RECORD_RECOVERY_START, first_row);
    if (record->kind == AK_RECORD_LINK_DOWN || record->kind == AK_RECORD_LINK_UP)
        repeated = is_repeated(&csv->is_down, record->kind == AK_RECORD_LINK_DOWN, first_row);
    record->direction = AK_DIRECTION_BOTH;
    return repeated ? AK_CAPTURE_OK : ak_reader_take(reader, record);
}

static bool is_of_link(enum ak_record_kind kind)
{
    return kind >= AK_RECORD_GAP && kind <= AK_RECORD_LINK_UP;
}

static int read_kind(struct ak_reader *reader, const struct csv *csv, enum ak_record_kind *kind)
{
    static const char expected[] = "tlp, dllp, os, error, gap, recovery_start, recovery_end, "
                                   "link_down or link_up";
    size_t place = (size_t)csv->place[COLUMN_KIND];
    if (ak_csv_is_word(&csv->row, place, FLIT_KIND))
        return fail_value(reader, csv, COLUMN_KIND, AK_NO_FLIT);
    int value = ak_name_find(&ak_names_kind, csv->row.field[place], csv->row.bytes[place]);
    *kind = (enum ak_record_kind)value;
    if (value <= AK_RECORD_LINK || value > AK_RECORD_LINK_UP)
        return fail_value(reader, csv, COLUMN_KIND, expected);
    return AK_CAPTURE_OK;
}

/* A Link in flit mode has packets of its own kind, whatever the other columns say. */
static int refuse_flit(struct ak_reader *reader, const struct csv *csv)
{
    char shown[AK_CSV_SHOWN_BYTES + 1];
    const int place = csv->rate_place;
    if (place < 0 || !ak_rate_word_is_flit(csv->row.field[place], csv->row.bytes[place])) {
        return AK_CAPTURE_OK;
    }
    ak_csv_show(&csv->row, (size_t)place, shown);
    return ak_reader_fail_line(reader, csv->row.line,
                               "found \"%s\" in column " RATE_COLUMN ", expected " AK_NO_FLIT,
                               shown);
}

/* What every row has: kind, time, direction, place. */
static int read_head(struct ak_reader *reader, const struct csv *csv, struct ak_record *record)
{
    struct ak_line line;
    char error[200];
    int direction;
    int seen;
    int status = refuse_flit(reader, csv);
    if (status == AK_CAPTURE_OK) {
        status = read_kind(reader, csv, &record->kind);
    }
    if (status != AK_CAPTURE_OK)
        return status;
    value_of(csv, COLUMN_TIME, &line, error, sizeof error);
    if (!ak_line_to_time(&line, &record->time_fs))
        return fail_value(reader, csv, COLUMN_TIME,
                          "a time in ns with at most six decimals, below 1.8e13");
    int if_empty = is_of_link(record->kind) ? AK_DIRECTION_BOTH : -1;
    status = read_name(reader, csv, COLUMN_DIRECTION, &ak_names_direction, if_empty, &direction);
    if (status == AK_CAPTURE_OK && direction == AK_DIRECTION_BOTH && if_empty < 0)
        return fail_value(reader, csv, COLUMN_DIRECTION, "downstream or upstream");
    if (status == AK_CAPTURE_OK)
        status =
            read_name(reader, csv, COLUMN_SEEN, &ak_names_seen, (int)reader->options->seen, &seen);
    if (status != AK_CAPTURE_OK)
        return status;
    record->end_fs = record->time_fs;
    record->direction = (enum ak_direction)direction;
    record->seen = (enum ak_seen)seen;
    return AK_CAPTURE_OK;
}

/* What the options say of the Link is part of the recording, from its first row on. */
static int tell_link(struct ak_reader *reader, struct csv *csv, uint64_t time_fs)
{
    const struct ak_record_link *link = &reader->options->link;
    bool told = csv->link_told;
    csv->link_told = true;
    return told || link->known == 0 ? AK_CAPTURE_OK : ak_reader_take_link(reader, time_fs, link);
}

static int read_row(struct ak_reader *reader, struct csv *csv)
{
    struct ak_record record;
    memset(&record, 0, sizeof record);
    record.number = ++csv->number;
    if (csv->row.count != csv->header_count)
        return ak_reader_fail_line(
            reader, csv->row.line, "found %zu %s, expected the %zu of the header line",
            csv->row.count, csv->row.count == 1 ? "field" : "fields", csv->header_count);
    if (ak_csv_is_word(&csv->row, (size_t)csv->place[COLUMN_KIND], FINDING_KIND)) {
        csv->number--;
        return AK_CAPTURE_OK;
    }
    int status = read_head(reader, csv, &record);
    if (status == AK_CAPTURE_OK)
        status = tell_link(reader, csv, record.time_fs);
    if (status == AK_CAPTURE_OK)
        status = flush_gaps(reader, csv, record.time_fs, false);
    if (status != AK_CAPTURE_OK)
        return status;
    if (record.kind <= AK_RECORD_OS)
        return read_packet(reader, csv, &record);
    if (record.kind == AK_RECORD_ERROR)
        return ak_reader_take(reader, &record);
    if (record.kind != AK_RECORD_GAP)
        return take_link_event(reader, csv, &record);
    csv->has_gap[record.direction] = true;
    csv->gap[record.direction] = record;
    return AK_CAPTURE_OK;
}

static int read_rows(struct ak_reader *reader, struct csv *csv)
{
    int got = 0;
    int status = read_header(reader, csv);
    while (status == AK_CAPTURE_OK && (got = ak_csv_read_row(reader, &csv->row)) == 1)
        status = read_row(reader, csv);
    if (status == AK_CAPTURE_STOPPED)
        return status;
    if (flush_gaps(reader, csv, reader->last_fs, true) == AK_CAPTURE_STOPPED)
        return AK_CAPTURE_STOPPED;
    if (csv->without_duration)
        ak_reader_note(
            reader, "packets have no duration: rate and width of the Link are not known (--rate, "
                    "--width)");
    return got < 0 ? AK_CAPTURE_BAD_INPUT : status;
}

int ak_csv_read(struct ak_reader *reader)
{
    struct csv *csv = calloc(1, sizeof *csv);
    if (csv == NULL)
        return AK_CAPTURE_NO_MEMORY;
    int status = read_rows(reader, csv);
    free(csv);
    return status;
}
