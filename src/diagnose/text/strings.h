/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A growing list of sentences.
 * Not here: building one sentence (text.h).
 */
#ifndef ACKNAK_DIAGNOSE_STRINGS_H
#define ACKNAK_DIAGNOSE_STRINGS_H

#include <stddef.h>

struct ak_strings {
    char **list;
    size_t count;
    size_t capacity;
};

/* Adds a formatted sentence. Without memory it is dropped. */
__attribute__((format(printf, 2, 3))) void ak_strings_add(struct ak_strings *strings,
                                                          const char *format, ...);
void ak_strings_end(struct ak_strings *strings);

#endif
