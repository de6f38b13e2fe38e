/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of journalctl -o json.
 * Not here: other JSON (redfish.c and amd.c in formats/).
 */
#ifndef ACKNAK_DIAGNOSE_JOURNAL_H
#define ACKNAK_DIAGNOSE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * If `line` is such an object, replaces it with its message, behind the time since boot in
 * brackets, or the date where that is missing. `size`: bytes at `line`.
 */
bool ak_journal_unpack(char *line, size_t size);

#endif
