/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From bytes to lines: streaming, in constant memory, with the wrapping of mails taken off.
 * Not here: what a line says (formats.h), when it was written (stamp.h).
 *
 * Control characters, terminal escapes and NUL bytes are removed, line ends of all systems are
 * accepted, quoted-printable is decoded, "> " of quoted mails is taken off, and a kernel message
 * that was wrapped is put together again. A line longer than AK_LINE_BYTES is cut.
 */
#ifndef ACKNAK_DIAGNOSE_LINE_H
#define ACKNAK_DIAGNOSE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define AK_LINE_BYTES 65536u

struct ak_line {
    const char *raw;  /* the whole line, without quoting */
    const char *body; /* behind time stamp, host and "kernel:"; equal to raw if there are none */
    bool dated;       /* starts like a line of a system log */
};

struct ak_line_reader {
    FILE *stream;      /* NULL when reading from memory */
    size_t begin, end; /* what of `chunk` is still to be read */
    bool at_end;
    bool failed; /* a read error, errno is kept in `error` */
    int error;
    bool quoted_printable;
    bool soft_break; /* the last physical line ended in a soft line end */
    bool have_pending;
    unsigned joined; /* pieces in `pending` */
    size_t pending_length;
    size_t piece_length;
    uint64_t most_bytes; /* to be read; 0: no end; set behind ak_line_reader_begin */
    uint64_t bytes;
    uint64_t line_bytes; /* since the last line end, of whole chunks */
    uint64_t lines;
    uint64_t cut_lines;
    char chunk[1 << 18];
    char pending[AK_LINE_BYTES];
    char current[AK_LINE_BYTES];
    char piece[AK_LINE_BYTES];
};

/* Reads from `stream`, which stays the caller's; NULL: call ak_line_reader_feed. */
void ak_line_reader_begin(struct ak_line_reader *reader, FILE *stream);

/* The next logical line, valid until the next call; false at the end of the input. */
bool ak_line_next(struct ak_line_reader *reader, struct ak_line *line);

/* Where the message itself begins: past level, time stamp, host and "kernel:". */
const char *ak_line_body(const char *raw);

#endif
