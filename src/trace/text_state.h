/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The snapshot of a port on its line.
 * Not here: the port's name ahead of it (text_fields.c).
 */
#ifndef AK_TRACE_TEXT_STATE_H
#define AK_TRACE_TEXT_STATE_H

#include "acknak/record.h"
#include "trace/text_line.h"

/* Reads all keys of a STATE record behind the port; "-" is a value that is not known. */
bool ak_text_read_state(struct ak_line *line, struct ak_record_state *state);

#endif
