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

#define SEPARATORS " \t\r\n:,_-"

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
    if ((unsigned char)c < 0x80) {
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

bool hex_read_stream(struct hex_bytes *out, FILE *stream, const char *place)
{
    char *line = NULL;
    size_t room = 0;
    size_t number = 0;
    bool good = true;
    ssize_t length;

    while (good && (length = getline(&line, &room, stream)) >= 0) {
        char where[80];
        snprintf(where, sizeof where, "%s, line %zu", place, ++number);
        if (strlen(line) < (size_t)length) {
            good = wrong_character(where, strlen(line), '\0');
        } else {
            good = hex_read_text(out, line, where);
        }
    }
    if (good && ferror(stream)) {
        say("cannot read %s: %s", place, strerror(errno));
        good = false;
    }
    free(line);
    return good;
}

void hex_free(struct hex_bytes *out)
{
    free(out->bytes);
    memset(out, 0, sizeof *out);
}
