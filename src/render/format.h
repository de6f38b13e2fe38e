/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The output formats: a row each in one table.
 * Not here: a format itself (fmt_NAME.c), which records it is shown (filter.h), files.
 *
 * A new format is one file with one `const struct ak_render_format`, and its line in formats.c.
 */
#ifndef AK_RENDER_FORMAT_H
#define AK_RENDER_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acknak/record.h"
#include "trace/output.h"

#define AK_PICTURE_PACKETS_MAX 200000u /* most packets of a picture */

struct ak_render_options {
    const char *title;     /* what is shown, a file's name: any bytes; or a null pointer */
    unsigned width;        /* text: columns of a row; 0: the usual */
    bool utf8;             /* text: lines and arrows from Unicode */
    bool colour;           /* text: ANSI colours */
    bool counters;         /* text, svg: what changes in counters, flags and timers */
    bool ordered_sets;     /* text, svg: ordered sets too */
    uint32_t packets_most; /* svg, html: packets drawn, the others are counted; 0: as many as
                              AK_PICTURE_PACKETS_MAX */
};

struct ak_render_format {
    const char *name;      /* as typed: "jsonl" */
    const char *extension; /* of its files, without the dot */
    const char *help;      /* one line */
    bool binary;           /* nothing for a terminal */

    /*
     * Starts an output. `options` and its title, and `output`, must outlive it. Returns what the
     * two functions below want as context, or a null pointer when memory is short.
     */
    void *(*begin)(const struct ak_render_options *options, struct ak_output *output);

    /* Takes a record, as struct ak_record_sink says. */
    int (*take)(void *context, const struct ak_record *record);

    /* Says that so many records are left out here; a null pointer: it has no place for that. */
    void (*gap)(void *context, uint64_t records);

    /* Writes what is still to be written and frees the context. Returns 0, or -1 if not all could
     * be written; the caller flushes the output. */
    int (*end)(void *context);
};

extern const struct ak_render_format ak_render_text;
extern const struct ak_render_format ak_render_trace;
extern const struct ak_render_format ak_render_jsonl;
extern const struct ak_render_format ak_render_csv;
extern const struct ak_render_format ak_render_vcd;
extern const struct ak_render_format ak_render_pcapng;
extern const struct ak_render_format ak_render_svg;
extern const struct ak_render_format ak_render_html;

/* All formats; *count receives how many. */
const struct ak_render_format *const *ak_render_formats(size_t *count);

/* The format of that name, or a null pointer. */
const struct ak_render_format *ak_render_named(const char *name);

/* The format that a file's name ends in, or a null pointer. */
const struct ak_render_format *ak_render_of_file(const char *path);

#endif
