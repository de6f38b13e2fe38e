/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The protocol checker between a source of records and what is shown of them: its findings, and
 * the state of both ports as it derives them, follow the records they are about.
 * Not here: the rules (acknak/check.h), findings in full (cli/check/run.c).
 *
 * A trace may hold findings and states already. A finding is shown once, as the trace tells it;
 * states of the trace's own are better than derived ones and stand alone.
 */
#ifndef CLI_SHOW_CHECK_H
#define CLI_SHOW_CHECK_H

#include <stdbool.h>

#include "acknak/check.h"

#define CLI_SHOW_CHECK_WAITING 16u
#define CLI_SHOW_CHECK_TOLD    64u

/* A record of the checker's that waits for what the trace itself tells about the packet. */
struct cli_show_check_waiting {
    struct ak_record record;
    char text[512]; /* of a finding */
};

struct cli_show_check_told {
    char rule[16];
    uint64_t about;
    bool by_trace;
};

struct cli_show_check {
    struct ak_check *check;
    struct ak_record_sink shown;
    bool notes;
    bool stopped; /* `shown` takes no more */
    bool has_packets;
    bool trace_has_states;
    unsigned waiting_count;
    struct cli_show_check_waiting waiting[CLI_SHOW_CHECK_WAITING];
    unsigned told_next; /* in the ring of findings shown last */
    struct cli_show_check_told told[CLI_SHOW_CHECK_TOLD];
};

/* `link`: parameters that hold where the trace says nothing. `notes`: the checker's notes are
 * shown, too. Returns false if memory is short. */
bool cli_show_check_begin(struct cli_show_check *show, const struct ak_record_link *link,
                          bool notes, const struct ak_record_sink *shown);

/* As struct ak_record_sink; the context is a struct cli_show_check. */
int cli_show_check_take(void *context, const struct ak_record *record);

/* Shows what waits, as nothing more comes for a while. Returns what `shown` returned. */
int cli_show_check_flush(struct cli_show_check *show);

/* The source has ended: shows what waits and what is overdue at the end. Frees. */
void cli_show_check_end(struct cli_show_check *show);

#endif
