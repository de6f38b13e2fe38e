/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets through the records that a user asks for.
 * Not here: the options that say so (src/cli), only what lies around trouble (around.h).
 *
 * A packet that was shown is followed by what is about it: its receiver's view, its faults and
 * findings. Parameters of the Link always pass.
 */
#ifndef AK_RENDER_FILTER_H
#define AK_RENDER_FILTER_H

#include <stddef.h>

#include "acknak/record.h"

/* Sets of these: what is asked for. 0: everything. */
enum ak_filter_kind {
    AK_FILTER_TLP = 1u << 0,
    AK_FILTER_ACK = 1u << 1,
    AK_FILTER_NAK = 1u << 2,
    AK_FILTER_DLLP = 1u << 3, /* of another layer */
    AK_FILTER_OS = 1u << 4,
    AK_FILTER_LINK =
        1u << 5, /* Receiver Errors outside packets, gaps, Recovery, Link up and down */
    AK_FILTER_PORT = 1u << 6,
    AK_FILTER_STATE = 1u << 7,
    AK_FILTER_FAULT = 1u << 8,
    AK_FILTER_FINDING = 1u << 9
};

struct ak_filter_options {
    unsigned kinds;      /* set of enum ak_filter_kind; 0: all */
    unsigned directions; /* set of 1 << enum ak_direction for packets; 0: both */
    unsigned seen;       /* set of 1 << enum ak_seen for packets; 0: all */
    bool has_seq;        /* only TLPs, Acks and Naks with numbers from seq_first to seq_last, */
    uint16_t seq_first;  /* which may wrap: 4090 to 5 */
    uint16_t seq_last;
    uint64_t from_fs;
    uint64_t to_fs; /* UINT64_MAX: to the end */
};

#define AK_FILTER_SHOWN 256u /* packets that are remembered as shown */

struct ak_filter {
    struct ak_filter_options options;
    struct ak_record_sink shown;
    uint64_t packets_left_out;
    uint64_t numbers[AK_FILTER_SHOWN]; /* of the packets shown last, a ring */
    unsigned next;
};

void ak_filter_init(struct ak_filter *filter, const struct ak_filter_options *options,
                    const struct ak_record_sink *shown);

/* As struct ak_record_sink: context is a struct ak_filter. */
int ak_filter_take(void *context, const struct ak_record *record);

/* Sets one bit of `kinds` by its word ("tlp", "ack" ...). False: there is no such word. */
bool ak_filter_kind_named(const char *word, size_t bytes, unsigned *kinds);

/* All words, with commas between. */
extern const char ak_filter_kind_words[];

#endif
