/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How every command writes JSON.
 * Not here: what the documents hold.
 */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdint.h>

#include <jansson.h>

/* Writes a document to standard output, keys in the order in which they were set, and frees it. */
void cli_json_print(json_t *document);

/* value / divisor: an integer if it is one, so that 8 GT/s is 8, not 8.0. A new reference. */
json_t *cli_json_quotient(uint64_t value, uint64_t divisor);

/* Sets a member of `object` to a count, below 2^63. */
void cli_json_set_count(json_t *object, const char *key, uint64_t value);

#endif
