/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the pairing needs to know of each device.
 * Not here: the pairing (pair.c).
 */
#include "diagnose/facts/roles.h"

#include <stdlib.h>

#define MAX_DEPTH 32

static const struct ak_device *find_parent(const struct ak_facts *facts, const struct ak_device *d)
{
    if (!d->has_addr)
        return NULL;
    if (d->has_parent)
        return ak_facts_find(facts, &d->parent);
    for (size_t i = 0; i < facts->device_count; i++) {
        const struct ak_device *p = facts->devices[i];
        if (p->has_addr && p->has_secondary && p->addr.domain == d->addr.domain &&
            p->secondary == d->addr.bus && p != d)
            return p;
    }
    return NULL;
}

static enum ak_role role_by_numbers(const struct ak_device *d)
{
    if (!d->has_addr)
        return AK_ROLE_LOWER;
    if (d->reporter || d->addr.bus == 0 || d->addr.dev != 0)
        return AK_ROLE_UPPER;
    return AK_ROLE_EITHER;
}

/* Containment, hot plug and Surprise Down belong to the port above a link. */
static bool reports_what_ports_report(const struct ak_device *d)
{
    if (d->dpc_events > 0 || d->link_down_events > 0 || d->absent_events > 0)
        return true;
    for (int c = 0; c < AK_CHANNEL_COUNT; c++) {
        if (d->count[c][AK_BIT_SDES] > 0 && !d->driver_other)
            return true;
    }
    return false;
}

static enum ak_role role_at(const struct ak_about *about, const struct ak_device *d, int depth)
{
    const struct ak_device *parent = about[d->number].parent;

    if (d->port == AK_PORT_ROOT || d->port == AK_PORT_DOWNSTREAM)
        return AK_ROLE_UPPER;
    if (d->port == AK_PORT_UPSTREAM || d->port == AK_PORT_ENDPOINT)
        return AK_ROLE_LOWER;
    if (reports_what_ports_report(d))
        return AK_ROLE_UPPER;
    if (parent != NULL && depth < MAX_DEPTH)
        return role_at(about, parent, depth + 1) == AK_ROLE_UPPER ? AK_ROLE_LOWER : AK_ROLE_UPPER;
    if (d->driver_other && !d->driver_port && !d->reporter)
        return AK_ROLE_LOWER;
    return role_by_numbers(d);
}

/* Does anything speak of trouble at the link of this device? */
static bool has_evidence(const struct ak_device *d)
{
    uint64_t counts[AK_BIT_COUNT];

    for (int k = 0; k < AK_KIND_COUNT; k++) {
        if (ak_device_counts(d, (enum ak_kind)k, counts))
            return true;
    }
    return d->no_status > 0 || d->uncounted > 0 || d->tx_errors > 0 || d->rx_errors > 0 ||
           d->dpc_events > 0;
}

/* DevSta tells of a correctable error whose bits are gone. */
static bool has_traces(const struct ak_device *d)
{
    return d->corr_detected && d->register_read && !d->advisory;
}

/* A device that is not the one in question but is spoken of as being behind a port. */
static bool is_spoken_of(const struct ak_device *d)
{
    return d->recovery_failed > 0 || d->lost_device > 0 || d->counters_read || d->register_read ||
           d->named_source;
}

struct ak_about *ak_roles_build(const struct ak_facts *facts)
{
    struct ak_about *about = calloc(facts->device_count + 1, sizeof *about);
    bool any = false;

    for (size_t i = 0; about != NULL && i < facts->device_count; i++) {
        about[i].parent = find_parent(facts, facts->devices[i]);
        about[i].evidence = has_evidence(facts->devices[i]);
        about[i].spoken_of = is_spoken_of(facts->devices[i]);
        any |= about[i].evidence;
    }
    for (size_t i = 0; about != NULL && i < facts->device_count; i++) {
        if (!any)
            about[i].evidence = has_traces(facts->devices[i]); /* better than nothing */
        about[i].role = role_at(about, facts->devices[i], 0);
    }
    return about;
}
