/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parameters of a Link on their line.
 * Not here: the kind of record ahead of them (text_reader.c).
 */
#ifndef AK_TRACE_TEXT_LINK_H
#define AK_TRACE_TEXT_LINK_H

#include "acknak/record.h"
#include "trace/text_line.h"

/* Reads the parameters of a LINK record, to the end of the line; link->known was 0. */
bool ak_text_read_link(struct ak_line *line, struct ak_record_link *link);

#endif
