/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes out of hexadecimal text.
 * Not here: what the bytes mean (find.c).
 */

#include "cli/decode/hex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/exit.h"
#include "cli/common/say.h"

#define LINE_MOST_BYTES (16u << 20)
#define SEPARATORS      " \t\r\n:,_-"

static int digit_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

static void append(struct hex_bytes *out, uint8_t byte)
{
    if (out->count == out->room) {
        out->room = out->room ? 2 * out->room : 256;
        out->bytes = realloc(out->bytes, out->room);
        if (!out->bytes) {
            say("out of memory");
            exit(CLI_EXIT_INTERNAL);
        }
    }
    out->bytes[out->count++] = byte;
}

static bool wrong_character(const char *place, size_t at, char c)
{
    if ((unsigned char)c >= 0x20 && (unsigned char)c < 0x7f) {
        say("%s, character %zu: found '%c', expected a hexadecimal digit", place, at + 1, c);
    } else {
        say("%s, character %zu: found byte %02xh, expected a hexadecimal digit", place, at + 1,
            (unsigned char)c);
    }
    return false;
}

/* A group of digits without a separator in it; whole bytes, so that no digit can be missing. */
static bool read_group(struct hex_bytes *out, const char *text, size_t at, size_t length,
                       const char *place)
{
    size_t end = at + length;
    size_t begin = at;

    if (length > 2 && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')) {
        at += 2;
    }
    for (size_t i = at; i < end; i++) {
        if (digit_value(text[i]) < 0) {
            return wrong_character(place, i, text[i]);
        }
    }
    if ((end - at) % 2) {
        say("%s, character %zu: found '%.*s', expected two digits for each byte", place, begin + 1,
            (int)(length < 40 ? length : 40), text + begin);
        return false;
    }
    for (; at < end; at += 2) {
        append(out, (uint8_t)(16 * digit_value(text[at]) + digit_value(text[at + 1])));
    }
    return true;
}

bool hex_read_text(struct hex_bytes *out, const char *text, const char *place)
{
    size_t at = strspn(text, SEPARATORS);

    while (text[at]) {
        size_t length = strcspn(text + at, SEPARATORS);
        if (!read_group(out, text, at, length, place)) {
            return false;
        }
        at += length;
        at += strspn(text + at, SEPARATORS);
    }
    return true;
}

/* The next line, without its end, into `line`; false behind the last, and where one is too long or
 * holds a zero byte, which `where` tells and sets `good` to false. */
static bool read_line(FILE *stream, struct hex_bytes *line, const char *where, bool *good)
{
    int c;

    line->count = 0;
    while ((c = getc(stream)) != EOF && c != '\n') {
        if (c == '\0') {
            *good = wrong_character(where, line->count, '\0');
            return false;
        }
        if (line->count == LINE_MOST_BYTES) {
            say("%s: longer than 16 MiB, expected packets", where);
            *good = false;
            return false;
        }
        append(line, (uint8_t)c);
    }
    bool any = line->count != 0 || c == '\n';
    append(line, '\0');
    return any;
}

bool hex_read_stream(struct hex_bytes *out, FILE *stream, const char *place)
{
    struct hex_bytes line = {0};
    size_t number = 1;
    bool good = true;
    char where[80];

    snprintf(where, sizeof where, "%s, line %zu", place, number);
    while (good && read_line(stream, &line, where, &good)) {
        good = hex_read_text(out, (const char *)line.bytes, where);
        snprintf(where, sizeof where, "%s, line %zu", place, ++number);
    }
    if (good && ferror(stream)) {
        say("cannot read %s: %s", place, strerror(errno));
        good = false;
    }
    hex_free(&line);
    return good;
}

void hex_free(struct hex_bytes *out)
{
    free(out->bytes);
    memset(out, 0, sizeof *out);
}
