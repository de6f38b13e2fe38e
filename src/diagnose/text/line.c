/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From bytes to lines: streaming, in constant memory, with the wrapping of mails taken off.
 * Not here: what a line says (formats.c), where its message begins (prefix.c), what counts as an
 * unfinished line (unwrap.c).
 */
#include "diagnose/text/line.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "diagnose/text/journal.h"
#include "diagnose/text/text.h"
#include "diagnose/text/unwrap.h"

#define NO_LINE_BYTES (64u << 20) /* a device of zeros, say: no text */
#define MAX_JOINED    8u          /* pieces of a wrapped message */
#define MAX_GLUED     64u         /* pieces between soft line ends */

void ak_line_reader_begin(struct ak_line_reader *reader, FILE *stream)
{
    reader->stream = stream;
    reader->begin = reader->end = 0;
    reader->at_end = reader->failed = false;
    reader->error = 0;
    reader->quoted_printable = reader->soft_break = reader->have_pending = false;
    reader->joined = 0;
    reader->pending_length = reader->piece_length = 0;
    reader->bytes = reader->lines = reader->cut_lines = 0;
    reader->most_bytes = reader->line_bytes = 0;
}

static void fill_chunk(struct ak_line_reader *r)
{
    r->begin = 0;
    r->end = fread(r->chunk, 1, sizeof r->chunk, r->stream);
    r->bytes += r->end;
    r->line_bytes = memchr(r->chunk, '\n', r->end) ? 0 : r->line_bytes + r->end;
    if (r->end == 0) {
        r->at_end = true;
        r->failed = ferror(r->stream) != 0;
        r->error = r->failed ? errno : 0;
    } else if ((r->most_bytes && r->bytes > r->most_bytes) || r->line_bytes > NO_LINE_BYTES) {
        r->end = 0;
        r->at_end = r->failed = true;
        r->error = EFBIG;
    }
}

/* Length of the terminal escape at `s` (which starts with ESC), up to `end`. */
static size_t escape_length(const char *s, const char *end)
{
    const char *p = s + 1;

    if (p < end && *p == '[') {
        p++;
        while (p < end && !isalpha((unsigned char)*p))
            p++;
        return (size_t)(p - s) + (p < end);
    }
    return 1;
}

#define BLOCK 16u

static bool is_special(unsigned char c)
{
    return c < 0x20 || c == 0x7f || c == 0xc2 || c == '\\';
}

/* Copies whole blocks of plain text; most lines are nothing else. */
static size_t copy_plain(char *out, size_t room, const char *s, size_t length)
{
    size_t done = 0;

    while (length - done >= BLOCK && room - done >= BLOCK) {
        unsigned special = 0;
        for (size_t i = 0; i < BLOCK; i++)
            special |= is_special((unsigned char)s[done + i]);
        if (special != 0)
            break;
        memcpy(out + done, s + done, BLOCK);
        done += BLOCK;
    }
    return done;
}

/* Before a colon a backslash is the shell's: "0000\:01\:00.0". */
static bool is_plain_backslash(const char *s, const char *end)
{
    return *s == '\\' && (s + 1 == end || s[1] != ':');
}

/* Appends `length` bytes to the piece, without what cannot be text. */
static void append_clean(struct ak_line_reader *r, const char *s, size_t length)
{
    const char *end = s + length;
    char *out = r->piece + r->piece_length;
    char *limit = r->piece + sizeof r->piece - 1;
    bool cut;

    while (s < end && out < limit) {
        unsigned char c = (unsigned char)*s;
        size_t plain = copy_plain(out, (size_t)(limit - out), s, (size_t)(end - s));

        if (plain > 0) {
            out += plain;
            s += plain;
        } else if (!is_special(c) || is_plain_backslash(s, end)) {
            *out++ = *s++;
        } else if (c == 0x1b) {
            s += escape_length(s, end);
        } else if (c == 0xc2 && s + 1 < end && (unsigned char)s[1] == 0xa0) {
            *out++ = ' '; /* a no-break space, as web pages give it */
            s += 2;
        } else {
            if (c == '\t' || c == 0xc2)
                *out++ = *s;
            s++;
        }
    }
    cut = s < end && r->piece_length < sizeof r->piece - 1;
    r->cut_lines += cut;
    r->piece_length = (size_t)(out - r->piece);
}

/* The byte order mark of UTF-8 or UTF-16; the zero bytes of the latter are gone already. */
static void strip_order_mark(struct ak_line_reader *r)
{
    size_t n = 0;

    if (strncmp(r->piece, "\xef\xbb\xbf", 3) == 0)
        n = 3;
    else if (strncmp(r->piece, "\xff\xfe", 2) == 0 || strncmp(r->piece, "\xfe\xff", 2) == 0)
        n = 2;
    memmove(r->piece, r->piece + n, r->piece_length + 1 - n);
    r->piece_length -= n;
}

/* One physical line into `piece`; false at the end of the input. */
static bool read_physical(struct ak_line_reader *r)
{
    bool any = false;

    r->piece_length = 0;
    for (;;) {
        const char *s;
        const char *newline;

        if (r->begin == r->end && !r->at_end)
            fill_chunk(r);
        if (r->at_end)
            break;
        s = r->chunk + r->begin;
        newline = memchr(s, '\n', r->end - r->begin);
        any = true;
        if (newline != NULL) {
            append_clean(r, s, (size_t)(newline - s));
            r->begin += (size_t)(newline - s) + 1;
            break;
        }
        append_clean(r, s, r->end - r->begin);
        r->begin = r->end;
    }
    r->piece[r->piece_length] = '\0';
    if (r->lines == 0)
        strip_order_mark(r);
    r->lines += any;
    return any;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Decodes the piece in place; notes a soft line end. */
static void decode_quoted_printable(struct ak_line_reader *r)
{
    char *out = r->piece;
    const char *s = r->piece;

    r->soft_break = false;
    while (*s != '\0') {
        int high = s[0] == '=' && s[1] != '\0' ? hex_digit(s[1]) : -1;
        int low = high >= 0 ? hex_digit(s[2]) : -1;

        if (low >= 0) {
            char c = (char)(high << 4 | low);
            *out++ = (unsigned char)c < 0x20 ? ' ' : c;
            s += 3;
        } else if (s[0] == '=' && ak_text_is_blank(s + 1)) {
            r->soft_break = true;
            break;
        } else {
            *out++ = *s++;
        }
    }
    *out = '\0';
    r->piece_length = (size_t)(out - r->piece);
}

static bool says_quoted_printable(const char *s)
{
    if (s[0] == 'C')
        return ak_text_find_nocase(s, "transfer-encoding: quoted-printable") != NULL;
    return strchr(s, '=') != NULL &&
           (strstr(s, "severity=3D") != NULL || strstr(s, "status/mask=3D") != NULL);
}

/* Past the marks of quoted mail. */
static const char *skip_quotes(const char *s)
{
    const char *p = s;

    while (*p == '>') {
        p++;
        if (*p == ' ')
            p++;
        s = p;
        while (*p == ' ')
            p++;
    }
    return s;
}

static void set_pending(struct ak_line_reader *r, const char *s)
{
    r->pending_length = strlen(s);
    memcpy(r->pending, s, r->pending_length + 1);
    r->have_pending = true;
    r->joined = 1;
}

static void append_pending(struct ak_line_reader *r, const char *s, bool with_blank)
{
    size_t n = strlen(s);
    size_t room = sizeof r->pending - 1 - r->pending_length;

    if (with_blank && room > 0) {
        r->pending[r->pending_length++] = ' ';
        room--;
    }
    if (n > room)
        n = room;
    memcpy(r->pending + r->pending_length, s, n);
    r->pending_length += n;
    r->pending[r->pending_length] = '\0';
    r->joined++;
}

/* "Mar  4 23:50:07 " or "2025-03-04T23:50:07": a log line, whoever wrote it. */
static bool starts_like_log(const char *s)
{
    bool syslog = isalpha((unsigned char)s[0]) && strlen(s) > 16 && s[3] == ' ' && s[6] == ' ' &&
                  s[9] == ':' && s[12] == ':' && s[15] == ' ';
    bool iso = isdigit((unsigned char)s[0]) && strlen(s) > 20 && s[4] == '-' && s[7] == '-' &&
               s[10] == 'T' && s[13] == ':';

    return syslog || iso;
}

static void give_pending(struct ak_line_reader *r, struct ak_line *line)
{
    memcpy(r->current, r->pending, r->pending_length + 1);
    r->have_pending = false;
    if (r->current[0] == '{')
        (void)ak_journal_unpack(r->current, sizeof r->current);
    line->raw = r->current;
    line->body = ak_line_body(r->current);
    line->dated = line->body != line->raw || starts_like_log(line->raw);
}

bool ak_line_next(struct ak_line_reader *r, struct ak_line *line)
{
    for (;;) {
        bool glued = r->soft_break, any;
        const char *s;

        if (!read_physical(r)) {
            r->soft_break = false;
            if (!r->have_pending)
                return false;
            give_pending(r, line);
            return true;
        }
        if (!r->quoted_printable)
            r->quoted_printable = says_quoted_printable(r->piece);
        if (r->quoted_printable)
            decode_quoted_printable(r);
        s = glued ? r->piece : skip_quotes(r->piece);
        if (glued && r->have_pending && r->joined < MAX_GLUED) {
            append_pending(r, s, false);
            continue;
        }
        if (r->have_pending && r->joined < MAX_JOINED && ak_unwrap_continues(r->pending, s)) {
            append_pending(r, ak_text_skip_blanks(s), true);
            continue;
        }
        any = r->have_pending;
        if (any)
            give_pending(r, line);
        set_pending(r, s);
        if (any)
            return true;
    }
}
