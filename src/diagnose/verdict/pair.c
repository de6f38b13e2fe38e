/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two ends of each link, and why they are taken for its ends.
 * Not here: what is wrong with the link (verdict.c).
 *
 * Rules of the bus that are used: a port forwards one secondary bus; only device 0 can be at the
 * lower end of a link; bus numbers grow downward; a switch is an upstream port whose secondary bus
 * holds its downstream ports, so upper and lower ends alternate along a path.
 */
#include "diagnose/verdict/pair.h"

#include <stdlib.h>
#include <string.h>

#include "diagnose/facts/roles.h"

struct builder {
    const struct ak_facts *facts;
    struct ak_pairs *pairs;
    struct ak_about *about;
    size_t capacity;
    bool failed;
};

static enum ak_role role_of(const struct builder *b, const struct ak_device *d)
{
    return b->about[d->number].role;
}

static bool is_paired(const struct builder *b, const struct ak_device *d)
{
    return b->about[d->number].paired;
}

/* For a lower end every function stands for the device. */
static void mark_paired(struct builder *b, const struct ak_device *up, const struct ak_device *down)
{
    if (up != NULL)
        b->about[up->number].paired = true;
    if (down == NULL)
        return;
    b->about[down->number].paired = true;
    for (unsigned fn = 0; down->has_addr && fn < 8; fn++) {
        struct ak_addr addr = down->addr;
        const struct ak_device *d;
        addr.fn = (uint8_t)fn;
        d = ak_facts_find(b->facts, &addr);
        if (d != NULL)
            b->about[d->number].paired = true;
    }
}

static void add_pair(struct builder *b, const struct ak_device *up, const struct ak_device *down,
                     enum ak_basis basis)
{
    if (b->pairs->count == b->capacity) {
        size_t n = b->capacity == 0 ? 16 : b->capacity * 2;
        struct ak_pair *list = realloc(b->pairs->list, n * sizeof *list);
        if (list == NULL) {
            b->failed = true;
            return;
        }
        b->pairs->list = list;
        b->capacity = n;
    }
    b->pairs->list[b->pairs->count++] = (struct ak_pair){up, down, basis};
    mark_paired(b, up, down);
}

/* The device right below the port `up`, if it was seen: device 0 of its secondary bus. */
static const struct ak_device *find_child(const struct builder *b, const struct ak_device *up)
{
    const struct ak_facts *facts = b->facts;
    const struct ak_device *best = NULL;

    for (size_t i = 0; i < facts->device_count; i++) {
        const struct ak_device *d = facts->devices[i];
        bool below;
        if (!d->has_addr || d == up || d->addr.domain != up->addr.domain || d->addr.dev != 0)
            continue;
        below = d->has_parent ? ak_addr_equal(&d->parent, &up->addr)
                              : up->has_secondary && d->addr.bus == up->secondary;
        if (!below)
            continue;
        if (best == NULL || d->addr.fn < best->addr.fn)
            best = d;
    }
    return best;
}

static void pair_by_topology(struct builder *b, const struct ak_device *d)
{
    const struct ak_device *other;

    if (!d->has_addr || is_paired(b, d))
        return;
    if (role_of(b, d) != AK_ROLE_UPPER) {
        other = b->about[d->number].parent;
        if (other != NULL && role_of(b, other) == AK_ROLE_UPPER)
            add_pair(b, other, d, d->has_parent ? AK_BASIS_TREE : AK_BASIS_BUS);
        return;
    }
    other = find_child(b, d);
    if (other != NULL)
        add_pair(b, d, other, other->has_parent ? AK_BASIS_TREE : AK_BASIS_BUS);
}

/*
 * Is `p` a switch port that may be right above `low`? A device number other than 0 says so; with
 * number 0 it could be an upstream port, unless a device that is no port sits on the next bus,
 * where an upstream port has only the ports of its own switch.
 */
static bool is_port_between(const struct ak_device *p, const struct ak_device *reporter,
                            const struct ak_device *low)
{
    if (!p->has_addr || p == reporter || p == low || !p->named_source || p->driver_other ||
        !ak_addr_equal(&p->named_by, &low->named_by) || p->addr.bus >= low->addr.bus)
        return false;
    return p->addr.dev != 0 ||
           (p->driver_port && low->driver_other && p->addr.bus + 1 == low->addr.bus);
}

/* Another bus below the same port that no switch port in the input explains. */
static bool is_rival(const struct ak_device *o, const struct ak_device *low)
{
    return o->has_addr && o != low && o->named_source &&
           ak_addr_equal(&o->named_by, &low->named_by) && o->addr.domain == low->addr.domain &&
           o->addr.bus != low->addr.bus && o->addr.dev == 0;
}

static void pair_by_log(struct builder *b, const struct ak_device *low)
{
    const struct ak_device *reporter, *between = NULL;
    bool rival = false;

    if (!low->named_source || low->named_by_many || low->addr.dev != 0 || is_paired(b, low) ||
        role_of(b, low) == AK_ROLE_UPPER)
        return;
    reporter = ak_facts_find(b->facts, &low->named_by);
    if (reporter == NULL || reporter->addr.bus >= low->addr.bus)
        return;
    for (size_t i = 0; i < b->facts->device_count; i++) {
        const struct ak_device *o = b->facts->devices[i];
        if (is_port_between(o, reporter, low) &&
            (between == NULL || o->addr.bus > between->addr.bus))
            between = o;
        rival |= is_rival(o, low);
    }
    if (between != NULL) {
        if (!is_paired(b, between))
            add_pair(b, between, low, AK_BASIS_NUMBERS);
        return;
    }
    if (!rival && !is_paired(b, reporter) &&
        (b->about[low->number].evidence || b->about[reporter->number].evidence))
        add_pair(b, reporter, low, AK_BASIS_LOG);
}

static bool can_be_upper(const struct builder *b, const struct ak_device *d, bool evidence)
{
    return d->has_addr &&
           (evidence ? b->about[d->number].evidence : b->about[d->number].spoken_of) &&
           !is_paired(b, d) && role_of(b, d) != AK_ROLE_LOWER;
}

static bool can_be_lower(const struct builder *b, const struct ak_device *d, bool evidence)
{
    return d->has_addr &&
           (evidence ? b->about[d->number].evidence : b->about[d->number].spoken_of) &&
           d->addr.dev == 0 && !is_paired(b, d) && role_of(b, d) != AK_ROLE_UPPER;
}

static bool can_match(const struct ak_device *up, const struct ak_device *low, bool adjacent)
{
    if (up == low || up->addr.domain != low->addr.domain || up->addr.bus >= low->addr.bus)
        return false;
    if (low->named_source && !ak_addr_equal(&low->named_by, &up->addr))
        return false;
    return !adjacent || up->addr.bus + 1 == low->addr.bus;
}

/* The only possible match, counting the functions of one lower device once. */
static void pair_if_only_one(struct builder *b, bool up_evidence, bool low_evidence)
{
    const struct ak_facts *f = b->facts;
    const struct ak_device *up = NULL, *low = NULL;

    for (size_t i = 0; i < f->device_count; i++) {
        if (!can_be_upper(b, f->devices[i], up_evidence))
            continue;
        for (size_t k = 0; k < f->device_count; k++) {
            const struct ak_device *d = f->devices[k];
            if (!can_be_lower(b, d, low_evidence) || !can_match(f->devices[i], d, false))
                continue;
            if (up != NULL && (up != f->devices[i] || !ak_addr_same_device(&low->addr, &d->addr)))
                return;
            if (up == NULL || d->addr.fn < low->addr.fn) {
                up = f->devices[i];
                low = d;
            }
        }
    }
    if (up != NULL)
        add_pair(b, up, low, AK_BASIS_NUMBERS);
}

/* Ports and devices with neighbouring bus numbers, each the only neighbour of the other. */
static void pair_neighbours(struct builder *b)
{
    const struct ak_facts *f = b->facts;

    for (size_t i = 0; i < f->device_count; i++) {
        const struct ak_device *low = f->devices[i], *up = NULL;
        bool several = false;
        if (!can_be_lower(b, low, true))
            continue;
        for (size_t k = 0; k < f->device_count; k++) {
            const struct ak_device *d = f->devices[k];
            if (can_be_upper(b, d, true) && can_match(d, low, true)) {
                several |= up != NULL;
                up = d;
            }
        }
        if (up != NULL && !several)
            add_pair(b, up, low, AK_BASIS_NUMBERS);
    }
}

static void leave_alone(struct builder *b, const struct ak_device *d)
{
    if (!b->about[d->number].evidence || is_paired(b, d))
        return;
    if (role_of(b, d) == AK_ROLE_UPPER)
        add_pair(b, d, NULL, AK_BASIS_ONE_END);
    else
        add_pair(b, NULL, d, AK_BASIS_ONE_END);
}

static int compare_devices(const struct ak_device *a, const struct ak_device *b)
{
    if (a == NULL || b == NULL)
        return (a != NULL) - (b != NULL);
    if (a->has_addr && b->has_addr)
        return ak_addr_compare(&a->addr, &b->addr);
    if (a->has_addr != b->has_addr)
        return a->has_addr ? -1 : 1;
    return strcmp(a->label, b->label);
}

static int compare_pairs(const void *left, const void *right)
{
    const struct ak_pair *a = left;
    const struct ak_pair *b = right;
    int c = compare_devices(a->up, b->up);

    return c != 0 ? c : compare_devices(a->down, b->down);
}

bool ak_pairs_build(struct ak_pairs *pairs, const struct ak_facts *facts)
{
    struct builder b = {facts, pairs, NULL, 0, false};

    pairs->list = NULL;
    pairs->count = 0;
    b.about = ak_roles_build(facts);
    if (b.about == NULL)
        return false;
    for (size_t i = 0; i < facts->device_count; i++) {
        if (b.about[i].evidence)
            pair_by_topology(&b, facts->devices[i]);
    }
    for (size_t i = 0; i < facts->device_count; i++)
        pair_by_log(&b, facts->devices[i]);
    pair_neighbours(&b);
    pair_if_only_one(&b, true, true);
    pair_if_only_one(&b, false, true);
    pair_if_only_one(&b, true, false);
    for (size_t i = 0; i < facts->device_count; i++)
        leave_alone(&b, facts->devices[i]);
    if (pairs->count > 1)
        qsort(pairs->list, pairs->count, sizeof *pairs->list, compare_pairs);
    free(b.about);
    return !b.failed;
}

void ak_pairs_end(struct ak_pairs *pairs)
{
    free(pairs->list);
    pairs->list = NULL;
    pairs->count = 0;
}

const char *ak_basis_text(enum ak_basis basis)
{
    switch (basis) {
    case AK_BASIS_TREE:
        return "the device tree in the input";
    case AK_BASIS_BUS:
        return "the secondary bus number of the port";
    case AK_BASIS_LOG:
        return "the log: messages of the one arrive at the other";
    case AK_BASIS_NUMBERS:
        return "likely by the bus numbers alone; lspci -tv would settle it";
    case AK_BASIS_ONE_END:
        return "only one end was seen";
    }
    return "";
}
