/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How every command writes JSON.
 * Not here: what the documents hold.
 */
#include "cli/common/json.h"

#include <stdio.h>

/* 15 digits write a factor such as 1.4 as it is read. */
#define FLAGS (JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(15))

void cli_json_print(json_t *document)
{
    json_dumpf(document, stdout, FLAGS);
    putchar('\n');
    json_decref(document);
}

json_t *cli_json_quotient(uint64_t value, uint64_t divisor)
{
    if (value % divisor == 0) {
        return json_integer((json_int_t)(value / divisor));
    }
    return json_real((double)value / (double)divisor);
}

void cli_json_set_count(json_t *object, const char *key, uint64_t value)
{
    json_object_set_new(object, key, json_integer((json_int_t)value));
}
