/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where text goes: a caller's function behind a buffer, and what the writers of text share.
 * Not here: files (the caller opens and closes them).
 *
 * A failure sticks: after the caller's function has failed once it is not called again, and
 * ak_output_flush says so. Nothing else needs to be checked in between.
 */
#ifndef AK_TRACE_OUTPUT_H
#define AK_TRACE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AK_OUTPUT_BUFFER_BYTES 16384u

struct ak_output {
    /* Takes `bytes` bytes at `text`; returns 0, or another value when they cannot be written. */
    int (*write)(void *context, const char *text, size_t bytes);
    void *context;
    size_t used;
    bool failed;
    char buffer[AK_OUTPUT_BUFFER_BYTES];
};

void ak_output_init(struct ak_output *output,
                    int (*write)(void *context, const char *text, size_t bytes), void *context);

/* Hands on what is still in the buffer. Returns 0, or -1 if anything could not be written. */
int ak_output_flush(struct ak_output *output);

void ak_output_bytes(struct ak_output *output, const char *text, size_t bytes);
void ak_output_text(struct ak_output *output, const char *text);
void ak_output_char(struct ak_output *output, char character);
void ak_output_number(struct ak_output *output, uint64_t number);
void ak_output_hex(struct ak_output *output, const uint8_t *bytes, size_t count);

/* Femtoseconds as nanoseconds, exact: "12.5", no more digits than needed. */
void ak_output_time(struct ak_output *output, uint64_t time_fs);

/* In double quotes, with \" \\ \n \t, and \xHH for other control characters. */
void ak_output_quoted(struct ak_output *output, const char *text);

#endif
