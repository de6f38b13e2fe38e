/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counters, flags and timers of both ports at one moment, side by side.
 * Not here: what is on the wire and what happens next (moment.h).
 */
#ifndef AK_RENDER_MOMENT_COUNTERS_H
#define AK_RENDER_MOMENT_COUNTERS_H

#include <stddef.h>

#include "render/moment_cause.h"
#include "trace/output.h"

/* Writes text in a column so wide. */
void ak_moment_put_padded(struct ak_output *out, const char *text, size_t columns);

/* Writes the table; `now`: by port. Timers count on to `time_fs`. */
void ak_moment_write_counters(const struct ak_cause now[2], uint64_t time_fs,
                              struct ak_output *out);

#endif
