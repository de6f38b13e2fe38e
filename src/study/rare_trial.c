/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Draws hits by the rule of rare_trial.h and keeps the weight.
 * Not here: what a hit does (sim), means over many windows (rare_sample.c).
 */
#include "study/rare_trial.h"

#include <math.h>
#include <string.h>

#include "sim/gap.h"
#include "sim/hits.h"
#include "sim/random.h"

#define TWO_64    18446744073709551616.0
#define STEP_TLPS 16u /* between looks at whether the trial is over */

/* Hits at one bit error rate, on a row of bits that only the packets asked about make longer. */
struct stream {
    struct sim_gap gap;
    struct sim_random random;
    uint64_t clean_bits; /* until its next hit */
};

/* How far the link has come from the last hit. */
enum trace_of_hits {
    TRACE_NONE,
    TRACE_FRESH,   /* TLPs that were under way at the last hit are not acknowledged yet */
    TRACE_SETTLES, /* they are; but what was sent again on the way may still be under way */
};

struct drawing {
    const struct rare_trial *trial;
    struct sim_run *run;
    struct stream boosted[SIM_DIRECTION_COUNT];
    struct stream natural[SIM_DIRECTION_COUNT];
    struct sim_random decisions;                   /* of the tilt */
    double log_true_clean[SIM_DIRECTION_COUNT];    /* of one bit */
    double log_boosted_clean[SIM_DIRECTION_COUNT]; /* likewise at the boosted rate */
    double log_weight;
    enum trace_of_hits trace;
    uint64_t mark[SIM_PORT_COUNT]; /* TLPs submitted when the trace was last made */
    uint64_t begin_fs;             /* of the window */
    uint64_t end_fs;
    bool window_hit; /* an excursion has begun in it */
    bool counts;     /* so has this one */
    bool tilts;      /* not once the target has been seen */
    bool over;
    uint32_t tilted; /* decisions in this excursion */
    double weighted[RARE_SIMULATED_COUNT];
    uint64_t seen[RARE_SIMULATED_COUNT];   /* events that count */
    uint64_t before[RARE_SIMULATED_COUNT]; /* all events so far */
};

struct rare_tilt rare_tilt_for(enum rare_event event)
{
    switch (event) {
    case RARE_REPLAY_BY_TIMEOUT:
    case RARE_DUPLICATE:
        return (struct rare_tilt){.oldest = 0.3, .ack_or_nak = 0.25, .decisions = 8};
    case RARE_RETRAIN:
        return (struct rare_tilt){.oldest = 0.75, .ack_or_nak = 0.1, .decisions = 16};
    case RARE_DEAD_LINK:
        return (struct rare_tilt){.oldest = 0.9, .ack_or_nak = 0.3, .decisions = 64};
    case RARE_REPLAY_BY_NAK:
    case RARE_RECOVERY:
    case RARE_UNDETECTED_TLP:
    case RARE_UNDETECTED_DLLP:
    case RARE_EVENT_COUNT:
        break;
    }
    return (struct rare_tilt){.decisions = 0};
}

double rare_largest_weight(const struct rare_trial *trial, double hits_expected)
{
    double missed =
        trial->tilt.oldest > trial->tilt.ack_or_nak ? trial->tilt.oldest : trial->tilt.ack_or_nak;
    /* A first hit at the end of the window; then each decision for clean, which weighs most. */
    return exp(trial->boost * hits_expected - hits_expected) / trial->boost *
           pow(1.0 / (1.0 - missed), trial->tilt.decisions);
}

/* ---- The trace of hits ---- */

static void mark_submitted(struct drawing *drawing)
{
    struct sim_port_state state;

    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        sim_run_port_state(drawing->run, (enum sim_side)side, &state);
        drawing->mark[side] = state.submitted;
    }
}

static bool is_in_window(const struct drawing *drawing)
{
    uint64_t now_fs = sim_run_time_fs(drawing->run);
    return now_fs >= drawing->begin_fs && now_fs < drawing->end_fs;
}

static void note_hit(struct drawing *drawing)
{
    if (drawing->trace == TRACE_NONE) {
        drawing->counts = is_in_window(drawing);
        drawing->window_hit |= drawing->counts;
        drawing->tilted = 0;
    }
    drawing->trace = TRACE_FRESH;
    mark_submitted(drawing);
}

static bool is_past_marks(const struct drawing *drawing)
{
    struct sim_port_state state;

    if (!sim_run_link_is_up(drawing->run))
        return false;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        sim_run_port_state(drawing->run, (enum sim_side)side, &state);
        if (state.acknowledged < drawing->mark[side] || state.replay_num != 0 ||
            state.nak_scheduled || state.waits_for_retrain)
            return false;
    }
    return true;
}

/* Packets stay in order, so once what was submitted after the recovery has been acknowledged, all
 * that was sent before has arrived. */
static void follow_trace(struct drawing *drawing)
{
    if (drawing->trace == TRACE_FRESH && is_past_marks(drawing)) {
        drawing->trace = TRACE_SETTLES;
        mark_submitted(drawing);
    }
    if (drawing->trace == TRACE_SETTLES && is_past_marks(drawing)) {
        drawing->trace = TRACE_NONE;
        drawing->counts = false;
    }
}

/* ---- Drawing ---- */

static void start_stream(struct stream *stream, struct sim_probability p, uint64_t seed,
                         uint32_t purpose)
{
    sim_gap_prepare(&stream->gap, p);
    sim_random_start(&stream->random, seed, purpose, SIM_STREAM_COUNT);
    stream->clean_bits = sim_gap_draw(&stream->gap, &stream->random);
}

/* The first hit among `bits` more bits, or `bits`. */
static uint64_t draw_in(struct stream *stream, uint64_t bits)
{
    uint64_t clean = stream->clean_bits;

    if (clean >= bits) {
        if (clean != SIM_GAP_NEVER)
            stream->clean_bits -= bits;
        return bits;
    }
    stream->clean_bits = sim_gap_draw(&stream->gap, &stream->random);
    return clean;
}

static uint64_t draw_natural(struct drawing *drawing, const struct sim_hit_packet *packet,
                             uint64_t from_bit)
{
    struct stream *stream = &drawing->natural[packet->direction];
    uint64_t bit = from_bit;

    if (from_bit < packet->line_bits)
        bit = from_bit + draw_in(stream, packet->line_bits - from_bit);
    if (bit < packet->line_bits)
        note_hit(drawing);
    return bit;
}

static uint64_t draw_boosted(struct drawing *drawing, const struct sim_hit_packet *packet)
{
    enum sim_direction direction = packet->direction;
    uint64_t bit = draw_in(&drawing->boosted[direction], packet->line_bits);
    double clean = drawing->log_true_clean[direction] - drawing->log_boosted_clean[direction];

    drawing->log_weight += (double)bit * clean;
    if (bit < packet->line_bits) {
        drawing->log_weight -= log(drawing->trial->boost);
        note_hit(drawing);
    }
    return bit;
}

/* Hit or not with a chance of its own; where, is even over its bits. */
static uint64_t draw_tilted(struct drawing *drawing, const struct sim_hit_packet *packet,
                            double chance)
{
    double log_clean = drawing->log_true_clean[packet->direction];
    uint64_t bits = packet->line_bits;

    drawing->tilted++;
    if (sim_random_draw(&drawing->decisions) >= (uint64_t)(chance * TWO_64)) {
        drawing->log_weight += (double)bits * log_clean - log1p(-chance);
        return bits;
    }
    uint64_t bit = sim_random_below(&drawing->decisions, bits);
    double hit = -expm1(log_clean); /* the bit error rate */
    drawing->log_weight += log(hit * (double)bits / chance) + (double)bit * log_clean;
    note_hit(drawing);
    return bit;
}

/* The chance that the tilt gives this packet; 0: the true one. */
static double tilt_of(const struct drawing *drawing, const struct sim_hit_packet *packet)
{
    const struct rare_tilt *tilt = &drawing->trial->tilt;
    double log_clean = drawing->log_true_clean[packet->direction];
    double chance = 0;

    if (!drawing->counts || !drawing->tilts || drawing->tilted >= tilt->decisions || log_clean == 0)
        return 0;
    if (packet->oldest_again)
        chance = tilt->oldest;
    else if (packet->ack_or_nak)
        chance = tilt->ack_or_nak;
    return chance > -expm1((double)packet->line_bits * log_clean) ? chance : 0;
}

/* ---- Counting ---- */

static void count_events(const struct drawing *drawing, uint64_t counts[RARE_SIMULATED_COUNT])
{
    for (int event = 0; event < RARE_SIMULATED_COUNT; event++)
        counts[event] = 0;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        struct sim_port_state state;
        sim_run_port_state(drawing->run, (enum sim_side)side, &state);
        counts[RARE_REPLAY_BY_NAK] += state.counters->replays_by_nak;
        counts[RARE_REPLAY_BY_TIMEOUT] += state.counters->replays_by_timeout;
        counts[RARE_DUPLICATE] += state.counters->duplicates;
        counts[RARE_RETRAIN] += state.counters->retrains;
    }
    counts[RARE_RECOVERY] = sim_run_recoveries(drawing->run);
}

/* Adds what has happened since the packet before. */
static void tally(struct drawing *drawing)
{
    uint64_t counts[RARE_SIMULATED_COUNT];

    count_events(drawing, counts);
    for (int event = 0; event < RARE_SIMULATED_COUNT; event++) {
        uint64_t more = counts[event] - drawing->before[event];
        drawing->before[event] = counts[event];
        if (more == 0 || !drawing->counts)
            continue;
        drawing->weighted[event] += (double)more * exp(drawing->log_weight);
        drawing->seen[event] += more;
    }
    if (drawing->seen[drawing->trial->target] != 0)
        drawing->tilts = false;
}

static uint64_t next_hit(void *context, const struct sim_hit_packet *packet, uint64_t from_bit)
{
    struct drawing *drawing = context;

    if (from_bit != 0)
        return draw_natural(drawing, packet, from_bit);
    tally(drawing);
    follow_trace(drawing);
    if (sim_run_time_fs(drawing->run) >= drawing->end_fs && !drawing->counts)
        drawing->over = true;
    if (drawing->over)
        return packet->line_bits;
    if (drawing->trace == TRACE_NONE && !drawing->window_hit && is_in_window(drawing))
        return draw_boosted(drawing, packet);
    double chance = tilt_of(drawing, packet);
    return chance > 0 ? draw_tilted(drawing, packet, chance) : draw_natural(drawing, packet, 0);
}

/* ---- A trial ---- */

static void begin_drawing(struct drawing *drawing, const struct rare_trial *trial, uint64_t seed)
{
    *drawing = (struct drawing){.trial = trial, .tilts = true};
    for (uint32_t direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        struct sim_probability p = trial->scenario->errors[direction].ber;
        struct sim_probability q = {.per_2_64 = (uint64_t)((double)p.per_2_64 * trial->boost)};
        start_stream(&drawing->natural[direction], p, seed, 2u * direction);
        start_stream(&drawing->boosted[direction], q, seed, 2u * direction + 1u);
        drawing->log_true_clean[direction] = log1p(-(double)p.per_2_64 / TWO_64);
        drawing->log_boosted_clean[direction] = log1p(-(double)q.per_2_64 / TWO_64);
    }
    sim_random_start(&drawing->decisions, seed, 2u * SIM_DIRECTION_COUNT, SIM_STREAM_COUNT);
    drawing->begin_fs =
        trial->before_fs + sim_random_below(&drawing->decisions, trial->scatter_fs + 1u);
    drawing->end_fs = drawing->begin_fs + trial->window_fs;
}

/* The run has ended by itself: a dead link, or an error. */
static enum sim_status end_of(struct drawing *drawing, char message[SIM_MESSAGE_BYTES])
{
    struct sim_result result;

    sim_run_result(drawing->run, &result);
    if (result.status != SIM_OK)
        memcpy(message, result.message, SIM_MESSAGE_BYTES);
    if (result.end == SIM_END_DEAD_LINK && drawing->counts) {
        drawing->weighted[RARE_DEAD_LINK] = exp(drawing->log_weight);
        drawing->seen[RARE_DEAD_LINK] = 1;
    }
    return result.status;
}

enum sim_status rare_trial_run(const struct rare_trial *trial, uint64_t number,
                               double weighted[RARE_SIMULATED_COUNT],
                               uint64_t seen[RARE_SIMULATED_COUNT], char message[SIM_MESSAGE_BYTES])
{
    struct sim_scenario scenario = *trial->scenario;
    struct drawing drawing;
    struct sim_hit_source source = {.context = &drawing, .next = next_hit};
    enum sim_status status;
    bool more = true;

    scenario.seed = sim_mix(scenario.seed ^ sim_mix(number));
    begin_drawing(&drawing, trial, scenario.seed);
    drawing.run = sim_run_create(&scenario, NULL, &status, message);
    if (!drawing.run)
        return status;
    sim_run_take_hits(drawing.run, &source);
    while (more && !drawing.over)
        more = sim_run_step(drawing.run, STEP_TLPS);
    tally(&drawing);
    if (!more)
        status = end_of(&drawing, message);
    sim_run_destroy(drawing.run);
    memcpy(weighted, drawing.weighted, sizeof drawing.weighted);
    memcpy(seen, drawing.seen, sizeof drawing.seen);
    return status;
}
