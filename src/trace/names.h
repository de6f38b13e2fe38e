/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The words that traces use for the values of record.h, both ways.
 * Not here: the order of words on a line (text_writer.c, text_reader.c).
 */
#ifndef AK_TRACE_NAMES_H
#define AK_TRACE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "acknak/record.h"

/* What a trace or recording in a mode that is not understood is refused with. */
#define AK_NO_FLIT                                                                                 \
    "no flit mode (64 GT/s always runs in it): flits are not supported, they have no Ack and "     \
    "Nak DLLPs"

/* Whether a data rate as others write it is one of flit mode: 64, 64.0 or 128 (GT/s), or "flit". */
bool ak_rate_word_is_flit(const char *word, size_t bytes);

/* A list of words; the index of a word is the value of its enumerator. */
struct ak_names {
    const char *const *words;
    int count;
};

extern const struct ak_names ak_names_kind;
extern const struct ak_names ak_names_direction; /* downstream, upstream, both */
extern const struct ak_names ak_names_port;      /* a, b */
extern const struct ak_names ak_names_seen;
extern const struct ak_names ak_names_end; /* END, EDB, CUT */
extern const struct ak_names ak_names_os;
extern const struct ak_names ak_names_act;
extern const struct ak_names ak_names_timer;
extern const struct ak_names ak_names_severity;
extern const struct ak_names ak_names_rate;
extern const struct ak_names ak_names_revision; /* any, 1-3, 4+ */
extern const struct ak_names ak_names_aer;      /* by bit number of enum ak_event */

/* The word for a value, "?" for one that is out of range. */
const char *ak_name_of(const struct ak_names *names, int value);

/* The value of a word of `bytes` characters, or -1. */
int ak_name_find(const struct ak_names *names, const char *word, size_t bytes);

/* All words as "a, b or c", cut to fit `room`. Returns `out`. */
const char *ak_names_list(const struct ak_names *names, char *out, size_t room);

#endif
