/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The line of one direction: which symbol times a packet takes, when they are, which line bits
 * they are; SKP ordered sets and L0s stand in between. Rules: SIM-05, FRAME-01, FRAME-03.
 * Not here: what is in the packets (phy.h), their way to the other side (wire.h).
 *
 * A place is a symbol time and a lane. At 128b/130b a block of 16 symbol times takes two more bit
 * times, its sync header, which stands before its first symbol time: so symbol time T starts at
 * (T / 16) blocks, and, inside a block, a sync header and T mod 16 symbols. All of it is exact.
 *
 * A packet that starts in the symbol time in which the one before ended (wide links) is decided
 * when that symbol time ends, at the end of the one before.
 */
#ifndef ACKNAK_SIM_LINE_H
#define ACKNAK_SIM_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/scenario.h"

#define SIM_LINE_NO_SHIFT 32u

struct sim_line {
    uint64_t time_sym; /* first free place */
    uint32_t lane;
    uint32_t width;
    uint32_t width_shift; /* the width as a power of two; SIM_LINE_NO_SHIFT: it is none */
    bool shares_starts;   /* so wide that two packets of a kind could start in one symbol time */
    uint64_t free_fs;     /* end of the last symbol time in use */
    uint64_t start_fs;    /* start of the symbol time of the first free place */
    uint64_t symbol_fs;
    uint64_t block_fs;          /* 0 at 8b/10b */
    uint64_t sixteen_fs;        /* 16 symbol times, a block at 128b/130b, */
    uint64_t in_sixteen_fs[16]; /* and the start of each of them */
    uint64_t symbol_inverse;    /* of the two above, to divide by them */
    uint64_t block_inverse;
    uint64_t sync_fs;      /* two bit times of one lane */
    uint64_t stp_time_sym; /* 1 + symbol time of the last STP, 0 if none */
    uint64_t sdp_time_sym;
    uint64_t skp_due_sym; /* symbol time for which the next SKP ordered set is due */
    uint64_t skp_interval_sym;
    uint32_t skp_sym;      /* symbol times of one */
    uint64_t l0s_entry_fs; /* idle time before L0s; UINT64_MAX: never */
    uint64_t l0s_exit_sym;
    uint64_t skp_sets; /* sent so far */
    uint64_t l0s_entries;
};

/* Where one packet stands: from the first place to the first one behind it. */
struct sim_span {
    uint64_t begin_fs; /* start of its first symbol time */
    uint64_t end_fs;   /* end of its last symbol time */
    uint64_t begin_sym;
    uint64_t end_sym;
    uint32_t begin_lane;
    uint32_t end_lane;
};

/* An idle line at time 0; `n_fts` is what the receiver on it asks for. */
void sim_line_init(struct sim_line *line, const struct sim_link *link, uint32_t n_fts);

/*
 * The earliest time, not before `now`, at which a packet can begin: `now` itself if it may begin
 * at once. Called when there is a packet to send: it wakes a line in L0s. `tlp` tells what begins
 * (STP or SDP). SKP ordered sets that have become due are sent first.
 */
uint64_t sim_line_ready(struct sim_line *line, uint64_t now, bool tlp);

/* Whether no SKP ordered set is due where the next packet would start. */
static inline bool sim_line_is_free_of_skp(const struct sim_line *line)
{
    return line->time_sym < line->skp_due_sym;
}

/* Whether any packet can begin at once at `now`, the end of the one before: the common case of
 * sim_line_ready, without its effects. */
static inline bool sim_line_continues(const struct sim_line *line, uint64_t now)
{
    return now == line->free_fs && sim_line_is_free_of_skp(line) && !line->shares_starts;
}

/* Whether a TLP can begin at once at the end of the packet before, on a line of any width. */
static inline bool sim_line_is_free_for_tlp(const struct sim_line *line)
{
    return sim_line_is_free_of_skp(line) && line->stp_time_sym != line->time_sym + 1;
}

/* Everything ends at `now`: a packet on the line is cut. The next one begins at a symbol time
 * boundary, and SKP ordered sets count from here. */
void sim_line_restart(struct sim_line *line, uint64_t now);

/* The end of symbol time `time_sym - 1`, which is the start of the next one with its sync header.
 */
static inline uint64_t sim_line_time_fs(const struct sim_line *line, uint64_t time_sym)
{
    return (time_sym >> 4) * line->sixteen_fs + line->in_sixteen_fs[time_sym & 15u];
}

/* Line bits over all lanes ahead of a place, counted from the start of time; the sync header of a
 * block is ahead of its second symbol. */
static inline uint64_t sim_line_bit(const struct sim_line *line, uint64_t time_sym, uint32_t lane)
{
    uint64_t symbols = time_sym * line->width + lane;
    if (line->block_fs == 0) {
        return symbols * 10u;
    }
    uint64_t headers = (time_sym >> 4) + (((time_sym & 15u) | lane) ? 1u : 0u);
    return symbols * 8u + headers * 2u * line->width;
}

/* The symbol time that holds a line bit; its sync header counts with the first of a block. */
uint64_t sim_line_sym_of_bit(const struct sim_line *line, uint64_t bit);

/* Takes the room of a packet of `symbols` symbols at the first free place. */
static inline void sim_line_take(struct sim_line *line, bool tlp, uint32_t symbols,
                                 struct sim_span *span)
{
    uint64_t *start_sym = tlp ? &line->stp_time_sym : &line->sdp_time_sym;
    uint32_t lane = line->lane + symbols;

    *start_sym = line->time_sym + 1;
    span->begin_fs = line->start_fs;
    span->begin_sym = line->time_sym;
    span->begin_lane = line->lane;
    if (line->width_shift != SIM_LINE_NO_SHIFT) {
        line->time_sym += lane >> line->width_shift;
        line->lane = lane & (line->width - 1u);
    } else {
        line->time_sym += lane / line->width;
        line->lane = lane % line->width;
    }
    line->start_fs = sim_line_time_fs(line, line->time_sym);
    line->free_fs = line->lane ? sim_line_time_fs(line, line->time_sym + 1) : line->start_fs;
    span->end_fs = line->free_fs;
    span->end_sym = line->time_sym;
    span->end_lane = line->lane;
}

#endif
