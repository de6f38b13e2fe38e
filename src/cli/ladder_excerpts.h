/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets through the records around what went wrong, and leaves out the rest.
 * Not here: drawing (src/render).
 */
#ifndef CLI_LADDER_EXCERPTS_H
#define CLI_LADDER_EXCERPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/record.h"

#define CLI_EXCERPT_BEFORE 16u /* records shown from before trouble */
#define CLI_EXCERPT_AFTER  24u /* and from after it */

struct cli_kept_record;

struct cli_excerpts {
    /* Takes what is shown; `gap` is called before the first record after some were left out. */
    struct ak_record_sink shown;
    void (*gap)(void *context, uint64_t packets);
    struct cli_kept_record *kept; /* a ring of the last records that were not shown */
    unsigned first;
    unsigned count;
    unsigned after; /* records still to show */
    bool seen_packet;
    uint64_t packets_left_out; /* since the last record shown */
};

/* `gap` is handed the context of `shown`. Returns false if memory is short. */
bool cli_excerpts_begin(struct cli_excerpts *excerpts, const struct ak_record_sink *shown,
                        void (*gap)(void *context, uint64_t packets));

/* As struct ak_record_sink; context: struct cli_excerpts. */
int cli_excerpts_take(void *context, const struct ak_record *record);

void cli_excerpts_end(struct cli_excerpts *excerpts);

#endif
