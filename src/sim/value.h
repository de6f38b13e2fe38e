/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers with units as people write them: 10ms, 4KiB, 1e-9. Exact, in integers.
 * Not here: which option takes which (options.h).
 */
#ifndef SIM_VALUE_H
#define SIM_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All read the whole text or fail; on failure *value is not touched. */

/* A count: 100000, 1e5, 0x1F. */
bool sim_value_read_count(const char *text, uint64_t *value);

/* A time with a unit, s ms us ns ps fs, that is a whole number of femtoseconds; 0 needs none. */
bool sim_value_read_time(const char *text, uint64_t *value_fs);

/* A size: 256, 256B, 4KiB, 1MiB, 1GiB, or 64kB for 64000. */
bool sim_value_read_size(const char *text, uint64_t *value_bytes);

/* yes, true, on; no, false, off. */
bool sim_value_read_bool(const char *text, bool *value);

/* The shortest text that the reader above reads back as the same time; at most 24 bytes. */
void sim_value_write_time(char *text, size_t room, uint64_t value_fs);

/* The same for a size. */
void sim_value_write_size(char *text, size_t room, uint64_t value_bytes);

#endif
