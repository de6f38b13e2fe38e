/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each kind of record has on its line behind the kind.
 * Not here: what stands before it (text_reader.c).
 */
#ifndef AK_TRACE_TEXT_FIELDS_H
#define AK_TRACE_TEXT_FIELDS_H

#include "trace/text_line.h"
#include "trace/text_reader.h"

/* Reads the rest of the line into `record`, whose kind is known; false: line->error says why. */
bool ak_text_read_fields(struct ak_text_reader *reader, struct ak_line *line,
                         struct ak_record *record);

#endif
