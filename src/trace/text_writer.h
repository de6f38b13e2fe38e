/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes records as a text trace: docs/trace.md. A sink of records.
 * Not here: reading them back (text_reader.h).
 */
#ifndef AK_TRACE_TEXT_WRITER_H
#define AK_TRACE_TEXT_WRITER_H

#include "acknak/record.h"
#include "trace/output.h"

#define AK_TRACE_VERSION_LINE "acknak-trace 1"

/* The version line; once, before the first record. */
void ak_text_write_begin(struct ak_output *output);

/*
 * One record as one line. Only what its kind gives a meaning is written; reading the line gives
 * those fields back exactly, and all others as 0. Returns 0, or -1 once the output has failed.
 */
int ak_text_write(struct ak_output *output, const struct ak_record *record);

/* The parameters of a LINK record as on its line, with a blank before each. */
void ak_text_write_link(struct ak_output *output, const struct ak_record_link *link);

/* ak_text_write as a struct ak_record_sink; context: struct ak_output. */
int ak_text_write_taken(void *context, const struct ak_record *record);

#endif
