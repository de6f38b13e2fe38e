/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small readers over NUL-terminated text.
 * Not here: addresses (address.h), lines (line.h).
 */
#ifndef ACKNAK_DIAGNOSE_TEXT_H
#define ACKNAK_DIAGNOSE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Past blanks and tabs. */
const char *ak_text_skip_blanks(const char *s);

/* If `*s` starts with `word` (case as given), moves `*s` past it. */
bool ak_text_take(const char **s, const char *word);

/* The same without regard to case. */
bool ak_text_take_nocase(const char **s, const char *word);

/* First place of `needle` without regard to case, or NULL. */
const char *ak_text_find_nocase(const char *s, const char *needle);

/*
 * A decimal number, digits grouped by commas in threes or not ("91,204", "91204"). Moves `*s` past
 * it. A number that does not fit in 64 bits is refused, as is one glued to letters ("4K").
 */
bool ak_text_number(const char **s, uint64_t *value);

/* Up to eight hexadecimal digits without 0x; `digits` (may be NULL) receives how many. */
bool ak_text_hex(const char **s, uint32_t *value, unsigned *digits);

/* As ak_text_hex, with an optional 0x before the digits. */
bool ak_text_hex0x(const char **s, uint32_t *value);

/* Letters and digits of the first `length` bytes of `s` in lower case; cut to fit `size`. */
void ak_text_squash(char *out, size_t size, const char *s, size_t length);

/* Copies what may stand in a label (letters, digits, ". _ / : -"); cut to fit. */
void ak_text_label(char *out, size_t size, const char *s, size_t length);

bool ak_text_is_blank(const char *s);

/* "1,234,567". `out` holds at least 28 bytes. Returns `out`. */
char *ak_text_grouped(char *out, uint64_t value);

#endif
