/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bytes of a fuzz target's input as numbers, taken from the front. Behind the end all are 0.
 * Not here: what they mean (each target says that at its top).
 */
#ifndef ACKNAK_TESTS_FUZZ_INPUT_H
#define ACKNAK_TESTS_FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What libFuzzer, or tests/support/fuzz_replay.c, calls. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes);

struct fuzz_input {
    const uint8_t *at;
    size_t left_bytes;
};

static inline bool fuzz_is_empty(const struct fuzz_input *input)
{
    return input->left_bytes == 0;
}

static inline uint8_t fuzz_u8(struct fuzz_input *input)
{
    if (input->left_bytes == 0) {
        return 0;
    }
    input->left_bytes--;
    return *input->at++;
}

/* Low byte first. */
static inline uint16_t fuzz_u16(struct fuzz_input *input)
{
    uint16_t low = fuzz_u8(input);
    return (uint16_t)(low | (uint16_t)(fuzz_u8(input) << 8));
}

static inline uint32_t fuzz_u32(struct fuzz_input *input)
{
    uint32_t low = fuzz_u16(input);
    return low | (uint32_t)fuzz_u16(input) << 16;
}

/* Up to `count` bytes as they are; `count` becomes how many there were. */
static inline const uint8_t *fuzz_bytes(struct fuzz_input *input, size_t *count)
{
    const uint8_t *bytes = input->at;
    if (*count > input->left_bytes) {
        *count = input->left_bytes;
    }
    input->at += *count;
    input->left_bytes -= *count;
    return bytes;
}

/* Ends the program, which is how a target tells that what it was given went wrong. */
static inline void fuzz_require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "does not hold: %s\n", what);
        abort();
    }
}

#endif
