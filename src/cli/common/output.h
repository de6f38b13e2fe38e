/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where data goes: standard output, or a file that appears whole or not at all.
 * Not here: what is written; talk for people on standard error (say.h).
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* One open output. The fields are read only, but `stream` is written to. */
struct cli_output {
    FILE *stream;
    int cause;       /* errno of the first write that failed, or 0 */
    char *path;      /* as the user named it; "-" for standard output */
    char *target;    /* the file it becomes; a null pointer: written in place */
    char *temporary; /* the file it is until then */
};

/*
 * Prepares the process for writing: a closed pipe becomes an error of a write instead of a signal,
 * an interrupted run leaves no temporary file behind, and a closed standard descriptor is not
 * taken by the next file opened. Called once, first of all.
 */
void cli_output_begin(void);

/* Whether two paths lead to one regular file that exists. */
bool cli_output_is_same_file(const char *one, const char *other);

/*
 * Opens `path` for writing: "-" is standard output, a device or a pipe is written in place, and
 * for anything else a temporary file beside it is written, which takes its name at
 * cli_output_close. Returns false, having said why, if that cannot be.
 */
bool cli_output_open(struct cli_output *output, const char *path);

/* Writes; `output` is a struct cli_output. As struct ak_output wants it: 0, or -1 if it failed. */
int cli_output_write(void *output, const char *text, size_t bytes);

/* Makes what was written last: returns false, having said why, unless all of it was written. */
bool cli_output_close(struct cli_output *output);

/* Drops what was written; a file that was there before stays as it was. */
void cli_output_abandon(struct cli_output *output);

/*
 * The last call of the program: flushes standard output. Returns `code`, or CLI_EXIT_OUTPUT,
 * having said why, if not all that was printed could be written.
 */
int cli_output_end(int code);

/* Whether `stream` wants colour: a terminal that can, and NO_COLOR not set. */
bool cli_output_wants_color(FILE *stream);

/* Columns of the terminal behind `stream`; without one, those of COLUMNS, or 80. */
unsigned cli_output_columns(FILE *stream);

#endif
