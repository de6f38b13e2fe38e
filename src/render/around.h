/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets through what lies around trouble, and leaves out the rest.
 * Not here: other choices (filter.h).
 */
#ifndef AK_RENDER_AROUND_H
#define AK_RENDER_AROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/record.h"

enum ak_around {
    AK_AROUND_FINDINGS, /* of a checker */
    AK_AROUND_ERRORS    /* damaged and lost packets, drops, Naks, replays, expiries, Link events;
                           findings, too */
};

struct ak_kept_record;

struct ak_around_state {
    enum ak_around what;
    unsigned before; /* records shown from before trouble */
    unsigned after;
    struct ak_record_sink shown;
    /* Called before the first record after some were left out, with their number and the number of
     * packets among them; or a null pointer. */
    void (*gap)(void *context, uint64_t records, uint64_t packets);
    void *gap_context;
    bool whole_packets; /* behind a gap nothing is shown that belongs to a packet left out: for
                           records that tell each packet at its sender, too */
    struct ak_kept_record *kept; /* a ring of `before` records */
    unsigned first;
    unsigned count;
    unsigned left;     /* records still to show */
    uint64_t left_out; /* since the last record shown */
    uint64_t packets_left_out;
    bool seen_packet;
    uint64_t troubles; /* met so far */
};

/* Set the fields down to gap_context, then call this. False: memory is short. */
bool ak_around_begin(struct ak_around_state *around);

/* As struct ak_record_sink: context is a struct ak_around_state. */
int ak_around_take(void *context, const struct ak_record *record);

/* Tells of what was left out last, and frees. */
void ak_around_end(struct ak_around_state *around);

#endif
