/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes out of hexadecimal text as people have it: spaces, colons, 0x, lines.
 * Not here: what the bytes mean (find.h).
 */
#ifndef CLI_DECODE_HEX_H
#define CLI_DECODE_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Grows as it is filled; all zero at the start. */
struct hex_bytes {
    uint8_t *bytes;
    size_t count;
    size_t room;
};

/*
 * Adds the bytes that `text` spells. `place` names it in errors ("argument 2"). Returns false,
 * having said which character is wrong and where, and then `out` is not to be used.
 */
bool hex_read_text(struct hex_bytes *out, const char *text, const char *place);

/* The same for all lines of a stream. */
bool hex_read_stream(struct hex_bytes *out, FILE *stream, const char *place);

void hex_free(struct hex_bytes *out);

#endif
