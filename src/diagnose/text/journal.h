/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of journalctl -o json.
 * Not here: other JSON (fmt_redfish.c, fmt_amd.c).
 */
#ifndef ACKNAK_DIAGNOSE_JOURNAL_H
#define ACKNAK_DIAGNOSE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * If `line` is such an object, replaces it with its message, behind the time since boot in
 * brackets if it is there. `size`: bytes at `line`.
 */
bool ak_journal_unpack(char *line, size_t size);

#endif
