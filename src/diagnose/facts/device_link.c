/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link of one device, from facts.
 * Not here: sysfs (device_link_sysfs.c).
 */
#include "diagnose/facts/device_link.h"

#include <string.h>

#include "diagnose/facts/facts.h"

bool ak_device_has_link(const struct ak_device *device)
{
    return device->has_addr && (device->link.now_mts != 0 || device->link.now_width != 0);
}

static bool is_yes(const struct ak_device *device, bool extended_synch)
{
    const struct ak_link_state *link = &device->link;
    return (extended_synch ? link->extended_synch : link->aspm_l0s) == AK_YES;
}

static enum ak_device_setting either(const struct ak_device *one, const struct ak_device *other,
                                     bool extended_synch)
{
    bool said = (extended_synch ? one->link.extended_synch : one->link.aspm_l0s) != AK_UNSAID;

    if (is_yes(one, extended_synch) || (other && is_yes(other, extended_synch)))
        return AK_SETTING_ON;
    return said ? AK_SETTING_OFF : AK_SETTING_UNSAID;
}

static bool is_above(const struct ak_device *port, const struct ak_device *device)
{
    return port->has_addr && port->has_secondary && port->addr.domain == device->addr.domain &&
           port->secondary == device->addr.bus && ak_device_has_link(port);
}

/* The other end: the port whose secondary bus the device is on, or, of a port that faces down, the
 * device on its secondary bus. By bus numbers alone, whether errors were reported or not. */
static const struct ak_device *find_other(const struct ak_facts *facts,
                                          const struct ak_device *device, bool faces_down)
{
    for (size_t i = 0; i < facts->device_count; i++) {
        const struct ak_device *other = facts->devices[i];
        if (!ak_device_has_link(other))
            continue;
        if (faces_down ? is_above(device, other) : is_above(other, device))
            return other;
    }
    return NULL;
}

static uint32_t smaller_said(uint32_t a, uint32_t b)
{
    if (a == 0 || b == 0)
        return a ? a : b;
    return a < b ? a : b;
}

static void fill(const struct ak_device *device, const struct ak_device *other, bool is_upper,
                 struct ak_device_link *link)
{
    *link = (struct ak_device_link){
        .addr = device->addr,
        .is_upper = is_upper,
        .now_mts = device->link.now_mts,
        .max_mts = device->link.cap_mts,
        .width = device->link.now_width ? device->link.now_width : device->link.now_width_told,
        .mps_bytes = device->link.mps_bytes,
        .l0s = either(device, other, false),
        .extended_synch = either(device, other, true),
    };
    link->l0s_exit_ns[!is_upper] = device->link.l0s_exit_ns;
    if (!other)
        return;
    link->has_partner = true;
    link->partner = other->addr;
    link->mps_bytes = smaller_said(device->link.mps_bytes, other->link.mps_bytes);
    link->mps_of_both = device->link.mps_bytes && other->link.mps_bytes;
    link->l0s_exit_ns[is_upper] = other->link.l0s_exit_ns;
}

bool ak_device_link_from_facts(const struct ak_facts *facts, const struct ak_addr *addr,
                               struct ak_device_link *link)
{
    const struct ak_device *device = ak_facts_find(facts, addr);

    if (device == NULL || !ak_device_has_link(device))
        return false;
    bool faces_down = device->port == AK_PORT_ROOT || device->port == AK_PORT_DOWNSTREAM;
    fill(device, find_other(facts, device, faces_down), faces_down, link);
    return true;
}
