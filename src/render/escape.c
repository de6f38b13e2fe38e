/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text of a trace, which may hold any bytes, in documents with rules of their own.
 * Not here: what the text says.
 */
#include "render/escape.h"

#include <string.h>

#define REPLACEMENT 0xFFFDu

/* How many bytes follow a first byte, and the least code point that many may stand for. */
static unsigned follow_of(uint8_t first, uint32_t *bits, uint32_t *least)
{
    if (first >= 0xC2 && first <= 0xDF) {
        *bits = first & 0x1Fu;
        *least = 0x80;
        return 1;
    }
    if (first >= 0xE0 && first <= 0xEF) {
        *bits = first & 0x0Fu;
        *least = 0x800;
        return 2;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        *bits = first & 0x07u;
        *least = 0x10000;
        return 3;
    }
    return 0;
}

static bool is_character(uint32_t code, uint32_t least)
{
    return code >= least && code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF) &&
           (code & 0xFFFE) != 0xFFFE;
}

uint32_t ak_utf8_next(const char **text)
{
    const uint8_t *at = (const uint8_t *)*text;
    uint32_t code = 0;
    uint32_t least = 0;
    (*text)++;
    if (at[0] < 0x80)
        return at[0];
    unsigned follow = follow_of(at[0], &code, &least);
    for (unsigned i = 1; i <= follow; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return REPLACEMENT;
        code = code << 6 | (at[i] & 0x3Fu);
    }
    if (follow == 0 || !is_character(code, least))
        return REPLACEMENT;
    *text += follow;
    return code;
}

/* Writes the character that lies from `from` to `to`, whose code point is known. */
static void put_character(struct ak_output *output, uint32_t code, const char *from, const char *to)
{
    if (code == REPLACEMENT)
        ak_output_text(output, "\xEF\xBF\xBD");
    else
        ak_output_bytes(output, from, (size_t)(to - from));
}

/* Controls, line separators, and what turns the direction of writing. */
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

static void put_hex_escape(struct ak_output *output, const char *mark, uint32_t code)
{
    uint8_t bytes[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    bool wide = mark[1] == 'u' || code > 0xFF;
    ak_output_text(output, mark);
    ak_output_hex(output, bytes + (wide ? 0 : 1), wide ? 2 : 1);
}

void ak_escape_json(struct ak_output *output, const char *text)
{
    ak_output_char(output, '"');
    while (*text != '\0') {
        const char *from = text;
        uint32_t code = ak_utf8_next(&text);
        if (code == '"' || code == '\\') {
            ak_output_char(output, '\\');
            ak_output_char(output, (char)code);
        } else if (is_control(code)) {
            put_hex_escape(output, "\\u", code);
        } else {
            put_character(output, code, from, text);
        }
    }
    ak_output_char(output, '"');
}

void ak_escape_xml(struct ak_output *output, const char *text)
{
    while (*text != '\0') {
        const char *from = text;
        uint32_t code = ak_utf8_next(&text);
        if (code == '<')
            ak_output_text(output, "&lt;");
        else if (code == '>')
            ak_output_text(output, "&gt;");
        else if (code == '&')
            ak_output_text(output, "&amp;");
        else if (code == '"')
            ak_output_text(output, "&quot;");
        else if (is_control(code))
            put_hex_escape(output, "\\x", code);
        else
            put_character(output, code, from, text);
    }
}

void ak_escape_csv_part(struct ak_output *output, const char *text)
{
    while (*text != '\0') {
        const char *from = text;
        uint32_t code = ak_utf8_next(&text);
        if (code == '"')
            ak_output_text(output, "\"\"");
        else if (is_control(code))
            ak_output_char(output, ' ');
        else
            put_character(output, code, from, text);
    }
}

void ak_escape_csv(struct ak_output *output, const char *text)
{
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    if (quoted)
        ak_output_char(output, '"');
    ak_escape_csv_part(output, text);
    if (quoted)
        ak_output_char(output, '"');
}

void ak_escape_plain(struct ak_output *output, const char *text)
{
    while (*text != '\0') {
        const char *from = text;
        uint32_t code = ak_utf8_next(&text);
        if (is_control(code))
            put_hex_escape(output, "\\x", code);
        else
            put_character(output, code, from, text);
    }
}
