/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Estimates for a link: takes from the facts what the formulas need, and words the result.
 * Not here: the formulas (estimate.c).
 */
#include "diagnose/verdict/numbers.h"

#include <math.h>
#include <stdio.h>

/* The time in which the figures of `end` were counted; 0 if it is not known. */
static double seconds_of(const struct ak_end *end, const struct ak_facts *facts, bool *from_log)
{
    const struct ak_device *d = end->device;

    *from_log = false;
    if (end->kind == AK_KIND_COUNTER) {
        if (end->is_change)
            return d->sampled ? (double)(d->sample_last_us - d->sample_first_us) * 1e-6 : 0;
        return (double)facts->notes.uptime_s;
    }
    if (end->kind == AK_KIND_LOG && d->stamped >= 2) {
        *from_log = true;
        return (double)(d->last_us - d->first_us) * 1e-6;
    }
    return 0;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Rate and width are those of the link: either end may tell them. */
static void read_link(struct ak_estimate_input *in, const struct ak_verdict *v)
{
    const struct ak_device *devices[2] = {v->down.device, v->up.device};

    for (int i = 0; i < 2; i++) {
        const struct ak_link_state *l;
        if (devices[i] == NULL)
            continue;
        l = &devices[i]->link;
        if (in->rate_mts == 0)
            in->rate_mts = l->now_mts;
        if (in->width == 0)
            in->width = l->now_width;
        if (in->mps_bytes == 0)
            in->mps_bytes = l->mps_bytes;
        in->max_rate_mts = larger(in->max_rate_mts, l->cap_mts);
    }
}

static void word_rate(struct ak_verdict *v, const struct ak_estimate *e, const char *name)
{
    if (e->has_rate && e->events_per_second > 0)
        ak_strings_add(&v->numbers, "%s: %.3g receive-side errors per second on average.", name,
                       e->events_per_second);
}

static void word_ber(struct ak_verdict *v, const struct ak_estimate *e,
                     const struct ak_estimate_input *in, const char *name)
{
    static const char *const meets[] = {"whether the required 1e-12 is met is not decided by this",
                                        "the required 1e-12 is met",
                                        "the required 1e-12 is not met"};

    if (!e->has_ber)
        return;
    if (e->has_ber_high)
        ak_strings_add(&v->numbers,
                       "%s: estimated bit error rate between %.1e and %.1e (95 %%, x%u at %g GT/s, "
                       "%s); %s.",
                       name, e->ber_low, e->ber_high, in->width, in->rate_mts / 1000.0,
                       in->busy > 0 ? "with the stated load" : "the load is not known",
                       meets[e->meets]);
    else
        ak_strings_add(&v->numbers,
                       "%s: estimated bit error rate at least %.1e (95 %%, x%u at %g GT/s; no "
                       "upper bound, because reports were suppressed); %s.",
                       name, e->ber_low, in->width, in->rate_mts / 1000.0, meets[e->meets]);
}

static void word_cost(struct ak_verdict *v, const struct ak_estimate *e)
{
    if (!e->has_cost || e->lost_high <= 0)
        return;
    ak_strings_add(&v->numbers,
                   "Replays cost between %.2g %% and %.2g %% of the link's time in that direction "
                   "(from the REPLAY_TIMER limits; interrupts and logging come on top).",
                   e->lost_low * 100, e->lost_high * 100);
}

static void add_direction(struct ak_verdict *v, const struct ak_facts *facts, double busy,
                          const struct ak_end *receiver, const struct ak_end *transmitter,
                          struct ak_estimate *out)
{
    struct ak_estimate_input in = {
        .bad_tlps = receiver->count[AK_BIT_BADTLP],
        .bad_dllps = receiver->count[AK_BIT_BADDLLP],
        .receiver_errors = receiver->count[AK_BIT_RXERR],
        .timeouts = transmitter->count[AK_BIT_TIMEOUT],
        .rollovers = transmitter->count[AK_BIT_ROLLOVER],
        .complete = facts->notes.suppressed == 0 && facts->notes.lost_messages == 0,
        .busy = busy,
    };

    if (receiver->device == NULL || ak_end_receive(receiver) == 0)
        return;
    in.seconds = seconds_of(receiver, facts, &in.from_log);
    read_link(&in, v);
    ak_estimate_compute(out, &in);
    word_rate(v, out, receiver->name);
    word_ber(v, out, &in, receiver->name);
    word_cost(v, out);
}

void ak_numbers_add(struct ak_verdict *v, const struct ak_facts *facts, double busy)
{
    add_direction(v, facts, busy, &v->down, &v->up, &v->estimate_down);
    add_direction(v, facts, busy, &v->up, &v->down, &v->estimate_up);
    if (facts->notes.uptime_s > 0 && (v->estimate_down.has_rate || v->estimate_up.has_rate))
        ak_strings_add(&v->numbers, "Counters are taken to have run for the stated uptime.");
}
