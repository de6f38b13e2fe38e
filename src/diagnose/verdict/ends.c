/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of the two ends of a link that a verdict rests on.
 * Not here: the verdict (rules.c).
 */
#include "diagnose/verdict/ends.h"

#include <stdio.h>
#include <string.h>

#include "diagnose/text/text.h"

static void take_larger(uint64_t into[AK_BIT_COUNT], const uint64_t from[AK_BIT_COUNT])
{
    for (int b = 0; b < AK_BIT_COUNT; b++) {
        if (from[b] > into[b])
            into[b] = from[b];
    }
}

/* The best figures of one function: counters, else the log, else sticky bits. */
static bool figures_of(const struct ak_device *d, enum ak_kind *kind, uint64_t out[AK_BIT_COUNT])
{
    uint64_t sticky[AK_BIT_COUNT];

    *kind = AK_KIND_COUNTER;
    if (ak_device_counts(d, AK_KIND_COUNTER, out))
        return true;
    *kind = AK_KIND_LOG;
    if (ak_device_counts(d, AK_KIND_LOG, out)) {
        /* A bit can be set and not logged: reporting may be off. */
        if (ak_device_counts(d, AK_KIND_STICKY, sticky))
            take_larger(out, sticky);
        return true;
    }
    *kind = d->counters_read ? AK_KIND_COUNTER : AK_KIND_STICKY;
    return ak_device_counts(d, AK_KIND_STICKY, out);
}

static void add_function(struct ak_end *end, const struct ak_device *d, bool change)
{
    uint64_t counts[AK_BIT_COUNT];
    enum ak_kind kind = AK_KIND_COUNTER;
    bool any;

    if (change)
        any = ak_device_change(d, counts);
    else
        any = figures_of(d, &kind, counts);
    if (any) {
        end->functions +=
            figures_of(d, &(enum ak_kind){AK_KIND_COUNTER}, (uint64_t[AK_BIT_COUNT]){0});
        if (!end->any || kind < end->kind)
            end->kind = kind;
        take_larger(end->count, counts);
    } else if (!end->any) {
        end->kind = kind;
    }
    for (int b = 0; b < AK_BIT_COUNT; b++)
        end->any |= end->count[b] != 0;
    end->masked |= d->masked_bits != 0;
    end->other_uncorrectable |= d->other_uncorrectable;
}

static void collect(struct ak_end *end, const struct ak_facts *facts, const struct ak_device *d,
                    bool lower, bool change)
{
    memset(end, 0, sizeof *end);
    end->device = d;
    end->is_change = change;
    if (d == NULL) {
        (void)snprintf(end->name, sizeof end->name, "unknown");
        return;
    }
    (void)ak_device_name(end->name, d);
    if (!lower || !d->has_addr) {
        add_function(end, d, change);
        return;
    }
    for (unsigned fn = 0; fn < 8; fn++) {
        struct ak_addr addr = d->addr;
        const struct ak_device *f;
        addr.fn = (uint8_t)fn;
        f = ak_facts_find(facts, &addr);
        if (f != NULL)
            add_function(end, f, change);
    }
}

static bool moved(const struct ak_device *d)
{
    uint64_t change[AK_BIT_COUNT];

    if (d == NULL || !ak_device_change(d, change))
        return false;
    for (int b = 0; b < AK_BIT_COUNT; b++) {
        if (change[b] != 0)
            return true;
    }
    return false;
}

static bool was_sampled_twice(const struct ak_device *d)
{
    return d != NULL && d->sampled && d->sample_last_us > d->sample_first_us;
}

void ak_ends_collect(struct ak_verdict *v, const struct ak_facts *facts)
{
    bool change = moved(v->pair.up) || moved(v->pair.down);

    collect(&v->up, facts, v->pair.up, false, change);
    collect(&v->down, facts, v->pair.down, true, change);
    v->up.stood_still = !change && was_sampled_twice(v->pair.up);
    v->down.stood_still = !change && was_sampled_twice(v->pair.down);
}

uint64_t ak_end_receive(const struct ak_end *end)
{
    return end->count[AK_BIT_RXERR] + end->count[AK_BIT_BADTLP] + end->count[AK_BIT_BADDLLP];
}

uint64_t ak_end_transmit(const struct ak_end *end)
{
    return end->count[AK_BIT_TIMEOUT] + end->count[AK_BIT_ROLLOVER];
}

char *ak_end_phrase(char *out, const struct ak_end *end, enum ak_bit bit)
{
    static const struct {
        const char *one, *many;
    } words[AK_BIT_COUNT] = {
        [AK_BIT_RXERR] = {"Receiver Error", "Receiver Errors"},
        [AK_BIT_BADTLP] = {"bad TLP", "bad TLPs"},
        [AK_BIT_BADDLLP] = {"bad DLLP", "bad DLLPs"},
        [AK_BIT_ROLLOVER] = {"REPLAY_NUM Rollover", "REPLAY_NUM Rollovers"},
        [AK_BIT_TIMEOUT] = {"Replay Timer Timeout", "Replay Timer Timeouts"},
        [AK_BIT_DLP] = {"Data Link Protocol Error", "Data Link Protocol Errors"},
        [AK_BIT_SDES] = {"Surprise Down", "Surprise Downs"},
        [AK_BIT_REPLAYS] = {"replay", "replays"},
        [AK_BIT_NAKS_SENT] = {"Nak sent", "Naks sent"},
        [AK_BIT_NAKS_RECEIVED] = {"Nak received", "Naks received"},
        [AK_BIT_RECOVERIES] = {"transition to Recovery", "transitions to Recovery"},
    };
    uint64_t n = end->count[bit];
    char digits[28];

    if (end->kind == AK_KIND_STICKY)
        (void)snprintf(out, 96, "%s (a set bit)", words[bit].one);
    else if (end->is_change)
        (void)snprintf(out, 96, "%s new %s", ak_text_grouped(digits, n),
                       n == 1 ? words[bit].one : words[bit].many);
    else
        (void)snprintf(out, 96, "%s %s%s", ak_text_grouped(digits, n),
                       n == 1 ? words[bit].one : words[bit].many,
                       end->kind == AK_KIND_LOG ? " (log records)" : "");
    return out;
}
