/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text of a trace, which may hold any bytes, in documents with rules of their own.
 * Not here: what the text says.
 *
 * Bytes that are not UTF-8 become U+FFFD, and control characters are shown as \xNN where a
 * document cannot hold them.
 */
#ifndef AK_RENDER_ESCAPE_H
#define AK_RENDER_ESCAPE_H

#include "trace/output.h"

/* As a JSON string, in double quotes. */
void ak_escape_json(struct ak_output *output, const char *text);

/* For the inside of an XML or HTML element or of an attribute in double quotes. */
void ak_escape_xml(struct ak_output *output, const char *text);

/* As a CSV field, in double quotes where it needs them. Line ends become blanks. */
void ak_escape_csv(struct ak_output *output, const char *text);

/* For the inside of a CSV field that stands in double quotes. */
void ak_escape_csv_part(struct ak_output *output, const char *text);

/* As UTF-8 text on one line: control characters as \xNN. */
void ak_escape_plain(struct ak_output *output, const char *text);

/*
 * Takes the first character off `*text`: returns its code point, or 0xFFFD for a byte that is not
 * part of well-formed UTF-8 (which is taken alone). `*text` is not at its end.
 */
uint32_t ak_utf8_next(const char **text);

#endif
