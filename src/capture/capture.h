/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads recordings of a Link in the formats of others, and ours, as a stream of records.
 * Not here: judging them (check), writing them (render), which formats look like what
 * (docs/formats.md).
 *
 * A recording is read from front to back, once, and each record is handed to a sink as it is
 * found: records before a damaged place arrive, then the damage is told. Memory does not grow
 * with the recording: AK_CAPTURE_MEMORY_BYTES at most, whatever the file says. Input that was
 * compressed with gzip is unpacked on the way, in every format.
 *
 * What a recording knows of the Link comes as records of kind LINK. Where such a record, or a gap,
 * does not stand in the file itself its number is 0; all others are numbered from 1 by their place
 * in the file (packets of a pcapng, rows of a CSV), or have the number that a trace gives them.
 */
#ifndef AK_CAPTURE_CAPTURE_H
#define AK_CAPTURE_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acknak/record.h"

#define AK_CAPTURE_MEMORY_BYTES     2097152u /* most that a reader allocates */
#define AK_CAPTURE_PACKET_MAX_BYTES 8192u    /* of one record; longer ones are truncated to it */
#define AK_CAPTURE_ERROR_BYTES      512u

/* Where the bytes come from; the caller's. */
struct ak_capture_source {
    /* Reads up to `room` bytes on; returns how many, 0 at the end, -1 when it failed. */
    long (*read)(void *context, uint8_t *buffer, size_t room);
    /* The same from a place of its own, or a null pointer when only `read` works (a pipe). */
    long (*read_at)(void *context, uint64_t offset, uint8_t *buffer, size_t room);
    void *context;
};

struct ak_reader;

/* A format: a row of ak_capture_formats. */
struct ak_capture_format {
    const char *name;       /* for --format */
    const char *extensions; /* of file names, with blanks between */
    const char *what;       /* in a few words */
    /* Whether a file that begins with these bytes is in this format. */
    bool (*begins)(const uint8_t *bytes, size_t count);
    /* Reads all of it; returns an enum ak_capture_status. Internal. */
    int (*read)(struct ak_reader *reader);
};

extern const struct ak_capture_format ak_capture_formats[];
extern const size_t ak_capture_format_count;

/* The format of that name, or a null pointer. */
const struct ak_capture_format *ak_capture_format_find(const char *name);

/* What the reader cannot know from the file. Begin with ak_capture_options_init. */
struct ak_capture_options {
    const struct ak_capture_format *format; /* null: by content, then by the file's name */
    enum ak_seen seen;           /* where it was recorded, if the file does not say: PROBE */
    enum ak_direction direction; /* of a list of symbols of one lane: DOWNSTREAM */
    struct ak_record_link link; /* known: rate and width of the Link, if the file does not say: they
                                   give packets their duration. No record is made of it */
    void (*note)(void *context, const char *text); /* one line about what was left out; or null */
    void *note_context;
};

void ak_capture_options_init(struct ak_capture_options *options);

enum ak_capture_status {
    AK_CAPTURE_OK,        /* all was read */
    AK_CAPTURE_BAD_INPUT, /* damaged, unreadable or in no known format: result.error */
    AK_CAPTURE_STOPPED,   /* the sink took no more */
    AK_CAPTURE_NO_MEMORY
};

struct ak_capture_result {
    const struct ak_capture_format *format; /* what it was read as; null when it is not known */
    uint64_t records;                       /* handed to the sink */
    char error[AK_CAPTURE_ERROR_BYTES];     /* one line without newline: file, place, what was
                                               found, what was expected; "" when all is well */
};

/*
 * Reads a recording. `file` is its name for messages and, by its extension, a hint; `options` may
 * be null. Fills `result` in full. Cost: one pass, no allocation per record.
 */
enum ak_capture_status ak_capture_read(const char *file, const struct ak_capture_source *source,
                                       const struct ak_capture_options *options,
                                       const struct ak_record_sink *sink,
                                       struct ak_capture_result *result);

/* The same from a file; "-" is standard input. */
enum ak_capture_status ak_capture_read_file(const char *path,
                                            const struct ak_capture_options *options,
                                            const struct ak_record_sink *sink,
                                            struct ak_capture_result *result);

#endif
