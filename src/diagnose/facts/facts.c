/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the input says, per device.
 * Not here: which devices share a link (pair.c), conclusions (verdict.c).
 */
#include "diagnose/facts/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDEX_SIZE          ((size_t)AK_MAX_DEVICES * 4)
#define RESUME_WINDOW_US    5000000
#define RESUME_WINDOW_LINES 16u

void ak_facts_begin(struct ak_facts *facts)
{
    memset(facts, 0, sizeof *facts);
    facts->newest_wall_us = INT64_MIN;
}

void ak_facts_end(struct ak_facts *facts)
{
    for (size_t i = 0; i < facts->device_count; i++)
        free(facts->devices[i]);
    facts->device_count = 0;
}

void ak_facts_next_file(struct ak_facts *facts)
{
    facts->log_channel_set = false;
    facts->newest_wall_us = INT64_MIN;
    facts->epoch++;
    facts->resume_line = 0;
}

static uint64_t mix(uint64_t h)
{
    h ^= h >> 33;
    h *= UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 33;
    h *= UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ h >> 33;
}

static uint64_t addr_hash(const struct ak_addr *a)
{
    return mix((uint64_t)a->domain << 24 | (uint64_t)a->bus << 16 | (uint64_t)a->dev << 8 | a->fn);
}

static uint64_t label_hash(const char *label)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (; *label != '\0'; label++)
        h = (h ^ (unsigned char)*label) * UINT64_C(0x100000001b3);
    return mix(h);
}

/* Whom a slot is looked up for: by address, or by label where there is none. */
struct name {
    bool has_addr;
    struct ak_addr addr;
    const char *label;
};

static bool is_same(const struct ak_device *d, const struct name *name)
{
    if (d->has_addr != name->has_addr)
        return false;
    return d->has_addr ? ak_addr_equal(&d->addr, &name->addr) : strcmp(d->label, name->label) == 0;
}

/* The slot of the device, or the free slot where it belongs. */
static size_t find_slot(const struct ak_facts *facts, const struct name *name)
{
    uint64_t h = name->has_addr ? addr_hash(&name->addr) : label_hash(name->label);

    for (size_t i = (size_t)(h % INDEX_SIZE);; i = (i + 1) % INDEX_SIZE) {
        if (facts->index[i] == 0 || is_same(facts->devices[facts->index[i] - 1], name))
            return i;
    }
}

static struct ak_device *add_device(struct ak_facts *facts, size_t slot)
{
    struct ak_device *d = NULL;

    if (facts->device_count < AK_MAX_DEVICES)
        d = calloc(1, sizeof *d);
    if (d == NULL) {
        facts->notes.devices_dropped++;
        memset(&facts->overflow, 0, sizeof facts->overflow);
        facts->overflow.weak_lane = -1;
        return &facts->overflow;
    }
    d->weak_lane = -1;
    d->number = (uint32_t)facts->device_count;
    facts->devices[facts->device_count++] = d;
    facts->index[slot] = (uint32_t)facts->device_count;
    return d;
}

struct ak_device *ak_facts_device(struct ak_facts *facts, const struct ak_addr *addr)
{
    const struct name name = {true, *addr, ""};
    size_t slot = find_slot(facts, &name);
    struct ak_device *d;

    if (facts->index[slot] != 0)
        return facts->devices[facts->index[slot] - 1];
    d = add_device(facts, slot);
    d->has_addr = true;
    d->addr = *addr;
    return d;
}

struct ak_device *ak_facts_labelled(struct ak_facts *facts, const char *label)
{
    const struct name name = {false, {0, 0, 0, 0}, label};
    size_t slot = find_slot(facts, &name);
    struct ak_device *d;

    if (facts->index[slot] != 0)
        return facts->devices[facts->index[slot] - 1];
    d = add_device(facts, slot);
    (void)snprintf(d->label, sizeof d->label, "%s", label);
    return d;
}

struct ak_device *ak_facts_find(const struct ak_facts *facts, const struct ak_addr *addr)
{
    const struct name name = {true, *addr, ""};
    size_t slot = find_slot(facts, &name);

    return facts->index[slot] != 0 ? facts->devices[facts->index[slot] - 1] : NULL;
}

void ak_facts_add(struct ak_device *device, enum ak_channel channel, enum ak_bit bit, uint64_t n)
{
    if (bit < AK_BIT_COUNT)
        device->count[channel][bit] += n;
}

void ak_facts_set(struct ak_device *device, enum ak_bit bit, uint64_t value)
{
    if (bit >= AK_BIT_COUNT)
        return;
    if (device->readings[bit]++ == 0)
        device->first[bit] = value;
    device->count[AK_CHANNEL_COUNTER][bit] = value;
    device->counters_read = true;
}

void ak_facts_set_sticky(struct ak_device *device, enum ak_bit bit, bool set)
{
    device->register_read = true;
    if (bit < AK_BIT_COUNT && set)
        device->count[AK_CHANNEL_STICKY][bit] = 1;
}

bool ak_facts_is_repeat(struct ak_facts *facts, const struct ak_record *r)
{
    struct ak_repeat_key *slot;
    uint64_t key;

    if (r->stamp.clock == AK_CLOCK_NONE)
        return false;
    if (r->stamp.clock == AK_CLOCK_WALL) {
        if (r->stamp.us < facts->newest_wall_us)
            facts->epoch++;
        facts->newest_wall_us = r->stamp.us;
    }
    key = mix(addr_hash(&r->addr) ^ mix((uint64_t)r->stamp.us) ^
              mix((uint64_t)r->status << 32 | r->mask) ^ (r->uncorrectable ? 1 : 0)) |
          1;
    slot = &facts->repeat_keys[key >> 8 & (AK_REPEAT_KEYS - 1)];
    if (slot->key == key)
        return r->stamp.fine || slot->epoch != facts->epoch;
    slot->key = key;
    slot->epoch = facts->epoch;
    return false;
}

static enum ak_channel log_channel(struct ak_facts *facts, enum ak_clock clock)
{
    if (!facts->log_channel_set) {
        facts->log_channel = clock == AK_CLOCK_MONO   ? AK_CHANNEL_LOG
                             : clock == AK_CLOCK_WALL ? AK_CHANNEL_LOG_WALL
                                                      : AK_CHANNEL_LOG_UNDATED;
        facts->log_channel_set = true;
    }
    return facts->log_channel;
}

/* Within seconds, or without time within a few lines. */
static bool is_near_resume(const struct ak_facts *facts, const struct ak_stamp *stamp)
{
    if (facts->resume_line == 0)
        return false;
    if (facts->resume_clock == AK_CLOCK_NONE || stamp->clock != facts->resume_clock)
        return facts->resume_clock == stamp->clock &&
               facts->line - facts->resume_line <= RESUME_WINDOW_LINES;
    return stamp->us >= facts->resume_us && stamp->us - facts->resume_us <= RESUME_WINDOW_US;
}

static void note_time(struct ak_facts *facts, struct ak_device *d, const struct ak_record *r)
{
    bool transmit = !r->uncorrectable && (r->status & 0x1100u) != 0;

    if (transmit) {
        if (is_near_resume(facts, &r->stamp))
            d->near_resume++;
        else
            d->far_resume++;
    }
    if (r->stamp.clock == AK_CLOCK_NONE)
        return;
    if (d->stamped == 0) {
        d->clock = r->stamp.clock;
        d->first_us = d->last_us = r->stamp.us;
    }
    if (d->clock != r->stamp.clock)
        return;
    d->stamped++;
    if (!r->uncorrectable)
        ak_series_add(&d->series, r->stamp.us, (r->status & ~r->mask & 0xC1u) != 0,
                      (r->status & ~r->mask & 0x1100u) != 0);
    if (r->stamp.us < d->first_us)
        d->first_us = r->stamp.us;
    if (r->stamp.us > d->last_us)
        d->last_us = r->stamp.us;
}

static void note_labels(struct ak_device *d, const struct ak_record *r)
{
    uint32_t set = r->status & ~r->mask;

    if ((r->status & r->mask & AK_COR_LINK_MASK) != 0)
        d->masked_records++;
    if ((r->label_transmitter && (set & 0x1100u) == 0) ||
        (r->label_receiver && (set & 0xC1u) == 0 && (set & 0x1100u) != 0))
        d->label_differs++;
}

void ak_facts_record(struct ak_facts *facts, const struct ak_record *r)
{
    struct ak_device *d = ak_facts_device(facts, &r->addr);
    enum ak_channel channel = log_channel(facts, r->stamp.clock);
    uint32_t set = r->status & ~r->mask;
    bool any = false;

    d->logged = true;
    if (ak_facts_is_repeat(facts, r)) {
        facts->notes.repeated++;
        return;
    }
    if (!r->uncorrectable) {
        d->mask_seen = true;
        d->masked_bits |= r->mask & AK_COR_LINK_MASK;
        note_labels(d, r);
    }
    for (int b = 0; b < AK_BIT_AER_COUNT; b++) {
        enum ak_bit bit = (enum ak_bit)b;
        if (ak_bit_is_uncorrectable(bit) != r->uncorrectable ||
            (set >> ak_bit_position(bit) & 1) == 0)
            continue;
        ak_facts_add(d, channel, bit, 1);
        any = true;
    }
    if (!any && set != 0)
        d->uncounted++;
    d->other_uncorrectable |= r->uncorrectable && (set & ~AK_UNCOR_LINK_MASK) != 0;
    note_time(facts, d, r);
}

void ak_facts_resume(struct ak_facts *facts, struct ak_stamp stamp)
{
    facts->notes.resumes++;
    facts->resume_clock = stamp.clock;
    facts->resume_us = stamp.us;
    facts->resume_line = facts->line;
}

enum ak_kind ak_channel_kind(enum ak_channel channel)
{
    if (channel == AK_CHANNEL_COUNTER)
        return AK_KIND_COUNTER;
    return channel == AK_CHANNEL_STICKY ? AK_KIND_STICKY : AK_KIND_LOG;
}

const char *ak_kind_name(enum ak_kind kind)
{
    static const char *const names[] = {"counter", "log-records", "sticky-bit"};

    return kind < AK_KIND_COUNT ? names[kind] : "unknown";
}

bool ak_device_counts(const struct ak_device *device, enum ak_kind kind, uint64_t out[AK_BIT_COUNT])
{
    bool any = false;

    memset(out, 0, AK_BIT_COUNT * sizeof out[0]);
    for (int c = 0; c < AK_CHANNEL_COUNT; c++) {
        if (ak_channel_kind((enum ak_channel)c) != kind)
            continue;
        for (int b = 0; b < AK_BIT_COUNT; b++) {
            if (device->count[c][b] > out[b])
                out[b] = device->count[c][b];
            any |= out[b] != 0;
        }
    }
    return any;
}

bool ak_device_change(const struct ak_device *device, uint64_t out[AK_BIT_COUNT])
{
    bool any = false;

    memset(out, 0, AK_BIT_COUNT * sizeof out[0]);
    for (int b = 0; b < AK_BIT_COUNT; b++) {
        uint64_t last = device->count[AK_CHANNEL_COUNTER][b];
        if (device->readings[b] < 2)
            continue;
        any = true;
        out[b] = last >= device->first[b] ? last - device->first[b] : last;
    }
    return any;
}

char *ak_device_name(char *out, const struct ak_device *device)
{
    char text[AK_ADDR_TEXT];

    if (device->has_addr)
        (void)snprintf(out, 64, "%s", ak_addr_format(text, &device->addr));
    else
        (void)snprintf(out, 64, "%s", device->label[0] != '\0' ? device->label : "unknown");
    return out;
}
