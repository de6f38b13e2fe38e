/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timer limits as text and as JSON.
 * Not here: options (cmd_limits.c).
 */
#ifndef CLI_LIMITS_PRINT_H
#define CLI_LIMITS_PRINT_H

#include <stdbool.h>

#include "acknak/limits.h"

/* What is asked for. A width or mps_bytes of 0 in `link` means all of them. */
struct limits_request {
    struct ak_limits_input link;
    bool one_rate; /* only link.rate, else all rates (up to max_rate, if there is one) */
    bool has_max_rate;
    bool json;
    bool help;
};

/* One cell term by term; rate, width and payload are given. */
void limits_print_cell(const struct limits_request *request);

/* A table for each rate, payload down, width across. */
void limits_print_tables(const struct limits_request *request);

void limits_print_json(const struct limits_request *request);

#endif
