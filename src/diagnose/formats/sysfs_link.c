/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Link and bus attributes in sysfs, in the form "path/attribute:value" of grep -r.
 * Not here: error counters (formats/sysfs.c).
 */
#include <stdlib.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

enum attribute {
    ATTRIBUTE_NOW_SPEED,
    ATTRIBUTE_MAX_SPEED,
    ATTRIBUTE_NOW_WIDTH,
    ATTRIBUTE_MAX_WIDTH,
    ATTRIBUTE_SECONDARY,
    ATTRIBUTE_SUBORDINATE,
    ATTRIBUTE_COUNT
};

static const char *const names[ATTRIBUTE_COUNT] = {
    "/current_link_speed:", "/max_link_speed:",       "/current_link_width:",
    "/max_link_width:",     "/secondary_bus_number:", "/subordinate_bus_number:",
};

/* "8.0 GT/s PCIe" */
static uint32_t read_speed(const char *s)
{
    char *end;
    double gts = strtod(s, &end);

    return gts > 0 && gts < 200 && strncmp(end, " GT/s", 5) == 0 ? (uint32_t)(gts * 1000 + 0.5) : 0;
}

static uint32_t read_small(const char *s, uint32_t limit)
{
    uint64_t n;

    return ak_text_number(&s, &n) && n <= limit ? (uint32_t)n : 0;
}

static void note_speed(struct ak_link_state *link, uint32_t mts)
{
    if (mts < link->now_mts)
        link->seen_faster = true;
    link->now_mts = mts;
}

static void set_attribute(struct ak_device *d, enum attribute which, const char *value)
{
    switch (which) {
    case ATTRIBUTE_NOW_SPEED:
        note_speed(&d->link, read_speed(value));
        break;
    case ATTRIBUTE_MAX_SPEED:
        d->link.cap_mts = read_speed(value);
        break;
    case ATTRIBUTE_NOW_WIDTH:
        d->link.now_width = read_small(value, 32);
        break;
    case ATTRIBUTE_MAX_WIDTH:
        d->link.cap_width = read_small(value, 32);
        break;
    case ATTRIBUTE_SECONDARY:
        d->secondary = (uint8_t)read_small(value, 255);
        d->has_secondary = d->secondary != 0;
        if (d->port == AK_PORT_UNKNOWN)
            d->port = AK_PORT_BRIDGE;
        break;
    case ATTRIBUTE_SUBORDINATE:
        d->subordinate = (uint8_t)read_small(value, 255);
        break;
    case ATTRIBUTE_COUNT:
        break;
    }
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct ak_addr addr;

    (void)state;
    if (strchr(line->raw, '/') == NULL)
        return false;
    for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
        const char *p = strstr(line->raw, names[i]);
        if (p == NULL || !ak_addr_last_before(line->raw, p, &addr))
            continue;
        p = ak_text_skip_blanks(p + strlen(names[i]));
        set_attribute(ak_facts_device(facts, &addr), (enum attribute)i, p);
        return true;
    }
    return false;
}

const struct ak_format ak_format_sysfs_link = {"sysfs", 0, false, read_line, NULL};
