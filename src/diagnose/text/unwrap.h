/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which physical line is the rest of the one before it.
 * Not here: reading lines (line.h).
 */
#ifndef ACKNAK_DIAGNOSE_UNWRAP_H
#define ACKNAK_DIAGNOSE_UNWRAP_H

#include <stdbool.h>

/*
 * Is `next` the continuation of the unfinished message `line`? Only messages whose end is known
 * (error records, their status words, error headers) can be unfinished; all others end where they
 * end, so that prose is never glued to a log line.
 */
bool ak_unwrap_continues(const char *line, const char *next);

#endif
