/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One moment of a trace: the counters, timers and buffers of both ports, what is on the wire, and
 * what happens next and why.
 * Not here: what led there (the ladder shows it).
 */
#ifndef AK_RENDER_MOMENT_H
#define AK_RENDER_MOMENT_H

#include "acknak/record.h"
#include "trace/output.h"

struct ak_moment;

/* The moment `time_fs`; with `number` not 0 that of the record with this number. Returns a null
 * pointer if memory is short. */
struct ak_moment *ak_moment_begin(uint64_t time_fs, uint64_t number);

/* As struct ak_record_sink: context is a struct ak_moment. */
int ak_moment_take(void *context, const struct ak_record *record);

/* Whether enough has been taken: the trace need not be read further. */
bool ak_moment_is_complete(const struct ak_moment *moment);

/* Writes what was found; false: the trace has no such record, or ends before that time. Frees. */
bool ak_moment_end(struct ak_moment *moment, struct ak_output *output);

#endif
