/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A digest of 64 bits, to tell studies and results apart: FNV-1a. No guard against forgery.
 * Not here: what goes into it.
 */
#ifndef STUDY_SWEEP_HASH_H
#define STUDY_SWEEP_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SWEEP_HASH_START 0xcbf29ce484222325u

static inline uint64_t sweep_hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *next = bytes;

    for (size_t i = 0; i < count; i++)
        hash = (hash ^ next[i]) * 0x100000001b3u;
    return hash;
}

/* With the zero byte, so that "ab" and "c" are not "a" and "bc". */
static inline uint64_t sweep_hash_text(uint64_t hash, const char *text)
{
    return sweep_hash_bytes(hash, text, strlen(text) + 1);
}

#endif
