/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes one line of a text trace apart into words and values.
 * Not here: which words a record has (text_reader.c), where lines come from.
 */
#include "trace/text_line.h"

#include <stdio.h>
#include <string.h>

#include "acknak/seq.h"
#include "trace/units.h"

#define SHOWN_BYTES 60 /* of a word in a message */

void ak_line_init(struct ak_line *line, const char *text, size_t bytes, char *error,
                  size_t error_room)
{
    line->at = text;
    line->end = text + bytes;
    line->word = text;
    line->word_bytes = 0;
    line->failed = false;
    line->error = error;
    line->error_room = error_room;
}

bool ak_line_fail(struct ak_line *line, const char *expected)
{
    if (line->failed)
        return false;
    line->failed = true;
    if (line->word_bytes == 0) {
        (void)snprintf(line->error, line->error_room, "found the end of the line, expected %s",
                       expected);
        return false;
    }
    char shown[SHOWN_BYTES + 1];
    size_t count = line->word_bytes < SHOWN_BYTES ? line->word_bytes : SHOWN_BYTES;
    for (size_t i = 0; i < count; i++)
        shown[i] = line->word[i] >= ' ' && line->word[i] <= '~' ? line->word[i] : '?';
    shown[count] = '\0';
    (void)snprintf(line->error, line->error_room, "found \"%s\"%s, expected %s", shown,
                   count < line->word_bytes ? "..." : "", expected);
    return false;
}

static void skip_blanks(struct ak_line *line)
{
    while (line->at < line->end && (*line->at == ' ' || *line->at == '\t'))
        line->at++;
}

bool ak_line_is_at_end(struct ak_line *line)
{
    skip_blanks(line);
    return line->at == line->end;
}

bool ak_line_word(struct ak_line *line, const char *expected)
{
    if (line->failed)
        return false;
    skip_blanks(line);
    line->word = line->at;
    while (line->at < line->end && *line->at != ' ' && *line->at != '\t')
        line->at++;
    line->word_bytes = (size_t)(line->at - line->word);
    return line->word_bytes > 0 || ak_line_fail(line, expected);
}

bool ak_line_is_word(const struct ak_line *line, const char *word)
{
    return strlen(word) == line->word_bytes && memcmp(word, line->word, line->word_bytes) == 0;
}

bool ak_line_to_name(struct ak_line *line, const struct ak_names *names, const char *what,
                     int *value)
{
    if (line->failed)
        return false;
    *value = ak_name_find(names, line->word, line->word_bytes);
    if (*value >= 0)
        return true;
    *value = 0;
    char list[380];
    char expected[480];
    (void)snprintf(expected, sizeof expected, "%s: %s", what,
                   ak_names_list(names, list, sizeof list));
    return ak_line_fail(line, expected);
}

bool ak_line_name(struct ak_line *line, const struct ak_names *names, const char *what, int *value)
{
    *value = 0;
    return ak_line_word(line, what) && ak_line_to_name(line, names, what, value);
}

bool ak_line_identifier(struct ak_line *line, const char *expected, char *out, size_t room)
{
    if (!ak_line_word(line, expected))
        return false;
    if (line->word_bytes >= room)
        return ak_line_fail(line, expected);
    for (size_t i = 0; i < line->word_bytes; i++) {
        char c = line->word[i];
        bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '_' || c == '-';
        if (!good)
            return ak_line_fail(line, expected);
    }
    memcpy(out, line->word, line->word_bytes);
    out[line->word_bytes] = '\0';
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool ak_line_to_hex(struct ak_line *line, uint8_t *out, size_t room, uint32_t *count)
{
    *count = 0;
    if (line->failed)
        return false;
    if (line->word_bytes % 2 != 0)
        return ak_line_fail(line, "an even number of hex digits");
    if (line->word_bytes / 2 > room)
        return ak_line_fail(line, "fewer bytes than that");
    for (size_t i = 0; i < line->word_bytes; i += 2) {
        int high = hex_digit(line->word[i]);
        int low = hex_digit(line->word[i + 1]);
        if (high < 0 || low < 0)
            return ak_line_fail(line, "bytes in hex");
        out[i / 2] = (uint8_t)(high * 16 + low);
    }
    *count = (uint32_t)(line->word_bytes / 2);
    return true;
}

bool ak_line_hex_word(struct ak_line *line, uint8_t *out, size_t room, uint32_t *count)
{
    *count = 0;
    if (!ak_line_word(line, "bytes in hex, or - for none"))
        return false;
    return ak_line_is_word(line, "-") || ak_line_to_hex(line, out, room, count);
}

bool ak_line_is_at_quote(struct ak_line *line)
{
    skip_blanks(line);
    return line->at < line->end && *line->at == '"';
}

/* The character that an escape stands for; -1 if there is none such. Moves past it. */
static int read_escape(struct ak_line *line)
{
    char c = line->at < line->end ? *line->at++ : '\0';
    if (c == '"' || c == '\\')
        return (unsigned char)c;
    if (c == 'n')
        return '\n';
    if (c == 't')
        return '\t';
    if (c == 'x' && line->end - line->at >= 2) {
        int high = hex_digit(line->at[0]);
        int low = hex_digit(line->at[1]);
        line->at += 2;
        if (high >= 0 && low >= 0 && high + low > 0)
            return high * 16 + low;
    }
    return -1;
}

bool ak_line_quoted(struct ak_line *line, char *out, size_t room)
{
    static const char expected[] = "a text in double quotes";
    size_t used = 0;
    if (line->failed)
        return false;
    line->word = line->at;
    for (line->at++; line->at < line->end && *line->at != '"';) {
        int c = (unsigned char)*line->at++;
        if (c == '\\')
            c = read_escape(line);
        line->word_bytes = (size_t)(line->at - line->word);
        if (c == -1 || used + 1 >= room)
            return ak_line_fail(line, expected);
        out[used++] = (char)c;
    }
    line->word_bytes = (size_t)(line->at - line->word);
    if (line->at == line->end)
        return ak_line_fail(line, expected);
    line->at++;
    out[used] = '\0';
    return true;
}

bool ak_line_is_key(struct ak_line *line, const char *key)
{
    size_t bytes = strlen(key);
    if (line->word_bytes <= bytes || memcmp(line->word, key, bytes) != 0 ||
        line->word[bytes] != '=')
        return false;
    line->word += bytes + 1;
    line->word_bytes -= bytes + 1;
    return true;
}

bool ak_line_to_number(struct ak_line *line, uint64_t most, const char *expected, uint64_t *number)
{
    *number = 0;
    if (line->failed)
        return false;
    return ak_decimal_read(line->word, line->word_bytes, most, number) ||
           ak_line_fail(line, expected);
}

bool ak_line_to_u32(struct ak_line *line, uint32_t *value)
{
    uint64_t number;
    bool good = ak_line_to_number(line, UINT32_MAX, "a number below 4294967296", &number);
    *value = (uint32_t)number;
    return good;
}

bool ak_line_to_seq(struct ak_line *line, uint16_t *seq)
{
    uint64_t number;
    bool good = ak_line_to_number(line, AK_SEQ_MASK, "a sequence number, 0 to 4095", &number);
    *seq = (uint16_t)number;
    return good;
}

bool ak_line_to_time(struct ak_line *line, uint64_t *time_fs)
{
    *time_fs = 0;
    if (line->failed)
        return false;
    return ak_time_read_ns(line->word, line->word_bytes, time_fs) ||
           ak_line_fail(line, "a time in ns with at most six decimals, below 1.8e13");
}

bool ak_line_cut(struct ak_line *line, char mark, struct ak_line *rest)
{
    const char *at = memchr(line->word, mark, line->word_bytes);
    if (at == NULL)
        return false;
    *rest = *line;
    rest->word = at + 1;
    rest->word_bytes = (size_t)(line->word + line->word_bytes - rest->word);
    line->word_bytes = (size_t)(at - line->word);
    return true;
}

bool ak_line_join(struct ak_line *line, const struct ak_line *part, bool good)
{
    line->failed = line->failed || part->failed;
    return good;
}
