/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two directions packet by packet: which Ack falls between which TLPs. With TLPs of one size that
 * is periodic, and an average over all phases would miss it by up to a TLP time per Ack.
 * Not here: ports, packets as bytes, errors; the mean over all phases (link_model.c).
 *
 * Only line time is counted: a line is the place of its next free symbol, and side `d` sends on
 * line d. In one instant arrivals come before begins, side a before side b.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/frame.h"
#include "acknak/rate.h"
#include "study/link_model_parts.h"

#define NEVER         INFINITY
#define BLOCK_SYM     16u
#define SKP_8B10B_SYM 4u
#define EDS_SYM       4u
#define WARM_UP_SETS  8
#define COUNTED_SETS  32
#define COUNTED_TLPS  2000
#define MIXED_TLPS    40000
#define MIX_FACTOR    6364136223846793005ull /* Knuth's MMIX generator */
#define MIX_STEP      1442695040888963407ull
#define TWO_TO_53     9007199254740992.0
#define IN_FLIGHT_MAX 65536u

struct line {
    uint64_t place; /* symbols over all lanes ahead of the next free one */
    uint64_t skp_due_sym;
    uint64_t last_start_sym[2]; /* 1 + symbol time of the last SDP, STP */
    double decide_fs;           /* when the next packet can begin */
    double next_tlp_fs;
    double next_dllp_fs;
    uint32_t tlps_since_dllp;
    uint32_t dllps_waiting;
    double ack_due_fs; /* for the TLPs that came on the other line */
    uint32_t unanswered;
    double *arrivals; /* of TLPs on this line: ring of IN_FLIGHT_MAX */
    uint32_t first, next;
    double tlps, acks; /* counted from the first of each to the last, TLPs of a mix as mean ones */
    double last_sym;
    double trips, trip_tlps; /* TLPs that arrived; what a replay of each would have cost */
    uint64_t mix_state;
    double first_tlp_fs, last_tlp_fs;
    double first_ack_fs, last_ack_fs;
};

struct count {
    const struct study_link *link;
    double symbol_fs; /* without sync headers */
    double sync_fs;
    bool blocks;
    double spacing_fs[SIM_DIRECTION_COUNT]; /* of TLPs, about */
    double from_fs;                         /* the start has died away: counting begins */
    struct line lines[SIM_DIRECTION_COUNT];
};

/* The end of the symbol time before: a sync header belongs to the symbol time that it leads. */
static double time_fs(const struct count *count, uint64_t sym)
{
    uint64_t headers = count->blocks ? (sym + BLOCK_SYM - 1) / BLOCK_SYM : 0;

    return (double)sym * count->symbol_fs + (double)headers * count->sync_fs;
}

static uint64_t ceil_sym(const struct count *count, uint64_t place)
{
    return (place + count->link->width - 1) / count->link->width;
}

/* The first symbol time that does not start before `now`. */
static uint64_t align_up(const struct count *count, double now)
{
    double pace_fs = count->symbol_fs + (count->blocks ? count->sync_fs / BLOCK_SYM : 0);
    uint64_t sym = (uint64_t)(now / pace_fs);

    while (sym > 0 && time_fs(count, sym - 1) >= now) {
        sym--;
    }
    while (time_fs(count, sym) < now) {
        sym++;
    }
    return sym;
}

static uint64_t set_start_sym(const struct count *count, const struct line *line)
{
    uint64_t free_sym = ceil_sym(count, line->place);

    if (!count->blocks)
        return free_sym > line->skp_due_sym ? free_sym : line->skp_due_sym;
    if (line->place + EDS_SYM <= line->skp_due_sym * count->link->width)
        return line->skp_due_sym;
    return (line->place / count->link->width / BLOCK_SYM + 1) * BLOCK_SYM;
}

/* Where a packet can start at `now`: behind what is in the way. Returns when that is. */
static double make_ready(const struct count *count, struct line *line, double now, bool tlp)
{
    uint64_t width = count->link->width;
    uint64_t start_sym = line->place / width;

    if (now > time_fs(count, ceil_sym(count, line->place)))
        start_sym = align_up(count, now);
    while (count->link->skp && line->skp_due_sym <= start_sym) {
        uint64_t set_sym = count->blocks ? BLOCK_SYM : SKP_8B10B_SYM;
        line->place = (set_start_sym(count, line) + set_sym) * width;
        line->skp_due_sym += count->link->skp_interval_sym;
        if (line->place / width > start_sym)
            start_sym = line->place / width;
    }
    if (line->place / width < start_sym)
        line->place = start_sym * width;
    if (line->last_start_sym[tlp] == line->place / width + 1)
        line->place = (line->place / width + 1) * width;
    return fmax(now, time_fs(count, ceil_sym(count, line->place)));
}

/* Takes the line for a packet; returns when its last symbol has left. */
static double take(const struct count *count, struct line *line, bool tlp, double sym)
{
    line->last_start_sym[tlp] = line->place / count->link->width + 1;
    line->place += (uint64_t)sym;
    line->decide_fs = time_fs(count, ceil_sym(count, line->place));
    return line->decide_fs;
}

/* The size of the next TLP of a mix, at random from a fixed start. */
static double draw_sym(const struct study_direction *here, struct line *line)
{
    uint32_t i = 0;

    line->mix_state = line->mix_state * MIX_FACTOR + MIX_STEP;
    double drawn = (double)(line->mix_state >> 11) / TWO_TO_53;
    while (i + 1 < here->sizes && drawn >= here->size_share[i])
        drawn -= here->size_share[i++];
    return here->size_sym[i];
}

static void begin_tlp(const struct count *count, enum sim_direction d, struct line *line)
{
    double now = line->decide_fs;
    const struct study_direction *here = &count->link->directions[d];
    double sym = here->one_size ? here->tlp_sym : draw_sym(here, line);
    double end_fs = take(count, line, true, sym);

    line->arrivals[line->next++ % IN_FLIGHT_MAX] = end_fs + here->path_fs;
    if (line->first_tlp_fs < count->from_fs)
        line->first_tlp_fs = now;
    else
        line->tlps += line->last_sym / here->tlp_sym;
    line->last_sym = sym;
    line->last_tlp_fs = now;
    line->next_tlp_fs += here->interval_fs;
    if (here->dllp_every_tlps > 0 && ++line->tlps_since_dllp >= here->dllp_every_tlps) {
        line->tlps_since_dllp = 0;
        line->dllps_waiting++;
    }
}

static void begin_ack(const struct count *count, struct line *line)
{
    double now = line->decide_fs;

    line->ack_due_fs = NEVER;
    line->unanswered = 0;
    if (line->first_ack_fs < count->from_fs)
        line->first_ack_fs = now;
    else
        line->acks++;
    line->last_ack_fs = now;
    take(count, line, false, AK_DLLP_SYM);
}

static double next_wish_fs(const struct count *count, enum sim_direction d, const struct line *line)
{
    double tlp_fs = count->link->directions[d].on ? line->next_tlp_fs : NEVER;

    if (line->dllps_waiting)
        return 0;
    return fmin(line->ack_due_fs, fmin(tlp_fs, line->next_dllp_fs));
}

/* The line is free at its decide_fs: Ack, other DLLP, TLP, in this order, or nothing yet. */
static void decide(const struct count *count, enum sim_direction d, struct line *line)
{
    double now = line->decide_fs;
    double wish_fs = next_wish_fs(count, d, line);

    while (line->next_dllp_fs <= now) {
        line->next_dllp_fs += count->link->directions[d].dllp_interval_fs;
        line->dllps_waiting++;
    }
    if (wish_fs > now) {
        line->decide_fs = wish_fs;
        return;
    }
    bool ack = line->ack_due_fs <= now;
    bool dllp = !ack && line->dllps_waiting;
    double ready_fs = make_ready(count, line, now, !ack && !dllp);
    if (ready_fs > now) {
        line->decide_fs = ready_fs;
    } else if (ack) {
        begin_ack(count, line);
    } else if (dllp) {
        line->dllps_waiting--;
        take(count, line, false, AK_DLLP_SYM);
    } else {
        begin_tlp(count, d, line);
    }
}

/* The oldest TLP on line `d` arrives; the other side's Ack may fall due. */
static void arrive(struct count *count, enum sim_direction d)
{
    const struct study_direction *here = &count->link->directions[d];
    struct line *line = &count->lines[d];
    struct line *back = &count->lines[1 - d];
    double now = line->arrivals[line->first++ % IN_FLIGHT_MAX];

    double free_fs = time_fs(count, ceil_sym(count, back->place));
    double answer_fs = study_dllp_fs(count->link) + count->link->directions[1 - d].path_fs;
    double wait_fs = free_fs > now ? free_fs - now : count->symbol_fs / 2;
    line->trips++;
    line->trip_tlps += ceil((here->path_fs + wait_fs + answer_fs) / count->spacing_fs[d]);
    back->unanswered++;
    if (back->ack_due_fs == NEVER)
        back->ack_due_fs = now + here->ack_delay_fs;
    if (here->ack_every > 0 && back->unanswered >= here->ack_every)
        back->ack_due_fs = fmin(back->ack_due_fs, now);
    double wish_fs = fmax(now, next_wish_fs(count, (enum sim_direction)(1 - d), back));
    if (back->decide_fs > free_fs)
        back->decide_fs = fmin(back->decide_fs, fmax(free_fs, wish_fs));
}

/* Goes on to `until_fs`. False: more TLPs under way than there is room for. */
static bool run_until(struct count *count, double until_fs)
{
    struct line *lines = count->lines;

    for (;;) {
        double arrive_fs[2], first_fs;
        for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
            if (lines[d].next - lines[d].first >= IN_FLIGHT_MAX)
                return false;
            arrive_fs[d] = lines[d].first == lines[d].next
                               ? NEVER
                               : lines[d].arrivals[lines[d].first % IN_FLIGHT_MAX];
        }
        first_fs =
            fmin(fmin(arrive_fs[0], arrive_fs[1]), fmin(lines[0].decide_fs, lines[1].decide_fs));
        if (first_fs > until_fs)
            return true;
        if (arrive_fs[0] == first_fs)
            arrive(count, SIM_DOWNSTREAM);
        else if (arrive_fs[1] == first_fs)
            arrive(count, SIM_UPSTREAM);
        else if (lines[0].decide_fs == first_fs)
            decide(count, SIM_DOWNSTREAM, &lines[0]);
        else
            decide(count, SIM_UPSTREAM, &lines[1]);
    }
}

static bool begin_count(const struct study_link *link,
                        const struct study_flow flows[SIM_DIRECTION_COUNT], struct count *count)
{
    double symbol_fs = (double)ak_rate_symbol_fs(link->rate);

    *count = (struct count){
        .link = link,
        .symbol_fs = symbol_fs,
        .sync_fs = symbol_fs / 4,
        .blocks = ak_rate_encoding(link->rate) == AK_ENCODING_128B130B,
    };
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        struct line *line = &count->lines[d];
        double interval_fs = link->directions[d].dllp_interval_fs;
        count->spacing_fs[d] = flows[d].spacing_fs;
        line->mix_state = (uint64_t)d;
        /* The interval counts from the first whole block after the link has come up. */
        line->skp_due_sym = BLOCK_SYM + link->skp_interval_sym;
        line->ack_due_fs = NEVER;
        line->next_dllp_fs = interval_fs > 0 ? interval_fs : NEVER;
        line->arrivals = calloc(IN_FLIGHT_MAX, sizeof *line->arrivals);
        if (!line->arrivals)
            return false;
    }
    return true;
}

static double per_fs(double count, double first_fs, double last_fs)
{
    return last_fs > first_fs ? count / (last_fs - first_fs) : 0;
}

static double longest_tlp_fs(const struct study_link *link)
{
    double sym = fmax(link->directions[0].tlp_sym, link->directions[1].tlp_sym);

    return sym * link->symbol_fs / link->width;
}

static double tlps_to_count(const struct study_link *link)
{
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        if (link->directions[d].on && !link->directions[d].one_size)
            return MIXED_TLPS;
    }
    return COUNTED_TLPS;
}

bool study_count(const struct study_link *link, const struct study_flow flows[SIM_DIRECTION_COUNT],
                 struct study_counted counted[SIM_DIRECTION_COUNT])
{
    struct count count;
    bool good = begin_count(link, flows, &count);

    if (good) {
        double set_fs = time_fs(&count, link->skp_interval_sym);
        count.from_fs = WARM_UP_SETS * fmax(set_fs, longest_tlp_fs(link));
        good = run_until(&count, count.from_fs + fmax(COUNTED_SETS * set_fs,
                                                      tlps_to_count(link) * longest_tlp_fs(link)));
    }
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        const struct line *line = &count.lines[d];
        if (good)
            counted[d] = (struct study_counted){
                .tlps_per_fs = per_fs(line->tlps, line->first_tlp_fs, line->last_tlp_fs),
                .acks_per_fs = per_fs(line->acks, line->first_ack_fs, line->last_ack_fs),
                .trip_tlps = line->trips > 0 ? line->trip_tlps / line->trips : 0,
            };
        free(count.lines[d].arrivals);
    }
    return good;
}
