/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes one line of a text trace apart into words and values.
 * Not here: which words a record has (text_reader.c), where lines come from.
 */
#ifndef AK_TRACE_TEXT_LINE_H
#define AK_TRACE_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/names.h"

/* A line and what was wrong in it first; after an error every function returns false. */
struct ak_line {
    const char *at;   /* the next character */
    const char *end;  /* of the line */
    const char *word; /* the word taken last */
    size_t word_bytes;
    bool failed;
    char *error; /* "found ..., expected ..." goes here */
    size_t error_room;
};

void ak_line_init(struct ak_line *line, const char *text, size_t bytes, char *error,
                  size_t error_room);

/* Reports that the word taken last is not `expected`; always false. */
bool ak_line_fail(struct ak_line *line, const char *expected);

bool ak_line_is_at_end(struct ak_line *line);

/* Take the next word, which must be there and of the kind that the name says. */
bool ak_line_word(struct ak_line *line, const char *expected);
bool ak_line_name(struct ak_line *line, const struct ak_names *names, const char *what, int *value);
bool ak_line_identifier(struct ak_line *line, const char *expected, char *out, size_t room);
bool ak_line_hex_word(struct ak_line *line, uint8_t *out, size_t room, uint32_t *count);

/* The next word begins with a double quote. */
bool ak_line_is_at_quote(struct ak_line *line);
bool ak_line_quoted(struct ak_line *line, char *out, size_t room);

/* If the word taken last is KEY=VALUE: makes VALUE the word and returns true. */
bool ak_line_is_key(struct ak_line *line, const char *key);

/* Look at (a part of) the word taken last. */
bool ak_line_is_word(const struct ak_line *line, const char *word);
bool ak_line_to_number(struct ak_line *line, uint64_t most, const char *expected, uint64_t *number);
bool ak_line_to_u32(struct ak_line *line, uint32_t *value);
bool ak_line_to_seq(struct ak_line *line, uint16_t *seq);
bool ak_line_to_time(struct ak_line *line, uint64_t *time_fs);
bool ak_line_to_name(struct ak_line *line, const struct ak_names *names, const char *what,
                     int *value);
bool ak_line_to_hex(struct ak_line *line, uint8_t *out, size_t room, uint32_t *count);

/* Cuts the word at the first `mark`: the word becomes what stands before it, `rest` what stands
 * behind it. False, without an error, when there is none. */
bool ak_line_cut(struct ak_line *line, char mark, struct ak_line *rest);

/* A failure in a part that was cut off the word is one of the line. Returns `good`. */
bool ak_line_join(struct ak_line *line, const struct ak_line *part, bool good);

#endif
