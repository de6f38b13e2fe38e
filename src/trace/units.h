/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers and times as text, both ways, exact.
 * Not here: where the text goes (output.h).
 */
#ifndef AK_TRACE_UNITS_H
#define AK_TRACE_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AK_DECIMAL_BYTES 24u /* room for any number or time below */
#define AK_FS_PER_NS     1000000u

/* Write without a terminating zero and return how many characters that took. */
size_t ak_decimal_write(char out[AK_DECIMAL_BYTES], uint64_t number);
size_t ak_time_write_ns(char out[AK_DECIMAL_BYTES], uint64_t time_fs);

/* Take all of the `bytes` characters at `text`; false if they are not a number in range. */
bool ak_decimal_read(const char *text, size_t bytes, uint64_t most, uint64_t *number);

/* Nanoseconds with up to six decimals, exact: "12.5" is 12,500,000 fs. */
bool ak_time_read_ns(const char *text, size_t bytes, uint64_t *time_fs);

#endif
