/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a text trace record by record: docs/trace.md. Memory does not grow with the trace.
 * Not here: opening files; other formats.
 */
#ifndef AK_TRACE_TEXT_READER_H
#define AK_TRACE_TEXT_READER_H

#include <stddef.h>

#include "acknak/record.h"

#define AK_TEXT_LINE_MAX_BYTES   32768u /* longest line that is read */
#define AK_TEXT_PACKET_MAX_BYTES 8192u  /* most bytes of one packet or ordered set */

struct ak_text_reader {
    /* Reads up to `room` bytes to `buffer`; returns how many, 0 at the end, -1 when it failed. */
    long (*read)(void *context, char *buffer, size_t room);
    void *context;
    const char *file; /* for messages; the caller's */
    uint64_t line;    /* of the record read last, from 1 */
    uint64_t number;  /* of the record read last */
    size_t begin;     /* unread part of buffer */
    size_t end;
    bool ended;
    char error[512]; /* after -1: "FILE:LINE: found ..., expected ..." */
    char buffer[AK_TEXT_LINE_MAX_BYTES];
    uint8_t bytes[AK_TEXT_PACKET_MAX_BYTES];
    char word[64]; /* fault.name, finding.rule */
    char text[AK_TEXT_LINE_MAX_BYTES];
};

/* Starts; reads nothing yet. */
void ak_text_reader_init(struct ak_text_reader *reader, const char *file,
                         long (*read)(void *context, char *buffer, size_t room), void *context);

/* Reads the version line. Returns 0, or -1 with reader->error set. */
int ak_text_read_begin(struct ak_text_reader *reader);

/*
 * Reads the next record; what it points to is valid until the next call. Returns 1, 0 at the end
 * of the trace, or -1 with reader->error set (no further record can be read then).
 */
int ak_text_read(struct ak_text_reader *reader, struct ak_record *record);

/* Whether these first bytes of a file are those of a text trace. */
bool ak_text_is_trace(const char *bytes, size_t count);

#endif
