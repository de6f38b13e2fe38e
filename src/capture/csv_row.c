/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a file of comma separated values.
 * Not here: what the columns mean (csv.c).
 */
#include "capture/csv_row.h"

#include <string.h>

#define LINE_MAX_TEXT "65536"

static int fail(struct ak_reader *reader, const struct ak_csv_row *row, const char *what)
{
    (void)ak_reader_fail_line(reader, row->line, "%s", what);
    return -1;
}

/* Length of the row at the input's position, its newline included; 0: it does not end. */
static size_t find_end(struct ak_reader *reader, struct ak_csv_row *row)
{
    struct ak_input *input = &reader->input;
    bool quoted = false;
    uint64_t lines = 0;
    size_t at = 0;
    for (;;) {
        size_t seen = input->end - input->begin;
        const uint8_t *text = ak_input_at(input);
        for (; at < seen; at++) {
            quoted ^= text[at] == '"';
            if (text[at] != '\n')
                continue;
            lines++;
            if (!quoted) {
                row->next_line = row->line + lines;
                return at < AK_CSV_ROW_MAX_BYTES ? at + 1 : 0;
            }
        }
        if (seen > AK_CSV_ROW_MAX_BYTES || input->ended)
            return 0;
        ak_input_fill(input, seen + 1);
    }
}

/* The last row may lack its newline; what stands there is then all there is. */
static int find_last(struct ak_reader *reader, struct ak_csv_row *row, size_t *bytes)
{
    struct ak_input *input = &reader->input;
    size_t count = ak_input_see(input, AK_CSV_ROW_MAX_BYTES + 1);
    if (input->failure != NULL)
        return fail(reader, row, input->failure);
    if (count > AK_CSV_ROW_MAX_BYTES)
        return fail(reader, row,
                    "found a row of more than " LINE_MAX_TEXT " characters, or a "
                    "quote without end, expected a shorter row");
    bool quoted = false;
    for (size_t i = 0; i < count; i++)
        quoted ^= ak_input_at(input)[i] == '"';
    if (quoted)
        return fail(reader, row,
                    "found the end of the file behind a quote, expected another "
                    "quote");
    row->next_line = row->line + 1;
    *bytes = count;
    return 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* Takes the quotes away in place: the result is never longer. Returns its end. */
static char *unquote(char *from, char *end)
{
    char *to = from;
    bool quoted = false;
    for (char *at = from; at < end; at++) {
        if (*at != '"') {
            *to++ = *at;
        } else if (quoted && at + 1 < end && at[1] == '"') {
            *to++ = '"';
            at++;
        } else {
            quoted = !quoted;
        }
    }
    return to;
}

static void add_field(struct ak_csv_row *row, char *from, char *end)
{
    while (from < end && is_blank(*from))
        from++;
    while (end > from && is_blank(end[-1]))
        end--;
    if (memchr(from, '"', (size_t)(end - from)) != NULL)
        end = unquote(from, end);
    row->field[row->count] = from;
    row->bytes[row->count] = (size_t)(end - from);
    row->count++;
}

static char find_separator(const char *text, const char *end)
{
    bool quoted = false;
    for (; text < end; text++) {
        quoted ^= *text == '"';
        if (!quoted && (*text == ',' || *text == ';' || *text == '\t'))
            return *text;
    }
    return ',';
}

static int split(struct ak_reader *reader, struct ak_csv_row *row, char *at, char *end)
{
    if (row->separator == '\0')
        row->separator = find_separator(at, end);
    bool quoted = false;
    char *from = at;
    row->count = 0;
    for (; at <= end; at++) {
        if (at < end && *at == '"')
            quoted = !quoted;
        if (at < end && (quoted || *at != row->separator))
            continue;
        if (row->count == AK_CSV_COLUMNS_MAX)
            return fail(reader, row, "found more than 256 fields in a row, expected fewer");
        add_field(row, from, at);
        from = at + 1;
    }
    return 1;
}

int ak_csv_read_row(struct ak_reader *reader, struct ak_csv_row *row)
{
    struct ak_input *input = &reader->input;
    for (;;) {
        row->line = row->next_line == 0 ? 1 : row->next_line;
        size_t bytes = find_end(reader, row);
        row->whole = bytes > 0;
        if (bytes == 0 && find_last(reader, row, &bytes) != 0)
            return -1;
        if (bytes == 0)
            return 0;
        char *text = (char *)input->buffer + input->begin;
        ak_input_take(input, bytes);
        char *end = text + bytes;
        while (end > text && (end[-1] == '\n' || end[-1] == '\r'))
            end--;
        if (row->separator == '\0' && bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
            text += 3; /* a byte order mark of UTF-8 */
        if (end > text)
            return split(reader, row, text, end);
    }
}

bool ak_csv_is_word(const struct ak_csv_row *row, size_t index, const char *word)
{
    size_t bytes = strlen(word);
    if (row->bytes[index] != bytes)
        return false;
    for (size_t i = 0; i < bytes; i++) {
        char c = row->field[index][i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != word[i])
            return false;
    }
    return true;
}

void ak_csv_show(const struct ak_csv_row *row, size_t index, char out[AK_CSV_SHOWN_BYTES + 1])
{
    size_t count = row->bytes[index] < AK_CSV_SHOWN_BYTES ? row->bytes[index] : AK_CSV_SHOWN_BYTES;
    for (size_t i = 0; i < count; i++) {
        char c = row->field[index][i];
        out[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    out[count] = '\0';
}
