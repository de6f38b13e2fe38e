/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bytes of a recording through one buffer, unpacked if they were compressed with gzip.
 * Not here: what the bytes mean.
 */
#ifndef AK_CAPTURE_INPUT_H
#define AK_CAPTURE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

#include "capture/capture.h"

#define AK_INPUT_BYTES 262144u /* most that can be looked at in one piece */

struct ak_input {
    const struct ak_capture_source *source;
    size_t begin; /* unread part of buffer */
    size_t end;
    uint64_t offset;     /* of buffer[begin] in the recording, unpacked */
    bool ended;          /* nothing follows buffer[end] */
    bool packed;         /* gzip */
    bool unpacking;      /* zlib has state to free */
    const char *failure; /* why it ended early, static storage; a null pointer if it did not */
    z_stream zlib;
    uint8_t buffer[AK_INPUT_BYTES];
    uint8_t packed_bytes[65536];
};

/* Starts and looks whether the source is packed. */
void ak_input_open(struct ak_input *input, const struct ak_capture_source *source);
void ak_input_close(struct ak_input *input);

/* Reads on until `need` bytes (at most AK_INPUT_BYTES) are there, or the end. */
void ak_input_fill(struct ak_input *input, size_t need);

static inline const uint8_t *ak_input_at(const struct ak_input *input)
{
    return input->buffer + input->begin;
}

/* How many of `need` bytes can be looked at: fewer only before the end. */
static inline size_t ak_input_see(struct ak_input *input, size_t need)
{
    if (input->end - input->begin < need)
        ak_input_fill(input, need);
    size_t seen = input->end - input->begin;
    return seen < need ? seen : need;
}

/* Moves past bytes that have been seen. */
static inline void ak_input_take(struct ak_input *input, size_t bytes)
{
    input->begin += bytes;
    input->offset += bytes;
}

/* Moves past `bytes` bytes, seen or not; false when there are fewer. */
bool ak_input_skip(struct ak_input *input, uint64_t bytes);

/*
 * The next line without its newline and carriage return, at most AK_INPUT_BYTES long: true, or
 * false at the end. `whole`: it had a newline.
 */
bool ak_input_line(struct ak_input *input, const char **text, size_t *bytes, bool *whole);

#endif
