/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows: text of WHEA-Logger events. They name a device but carry no status bits.
 * Not here: anything that counts.
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

struct state {
    enum ak_port port;
    bool speaks_of_pcie; /* "PCI Express" stays English in every language of Windows */
};

/* "0x0:0x1B:0x4" behind the last letter of the label. */
static bool read_triple(const char *s, struct ak_addr *addr)
{
    uint32_t part[3];

    s = strstr(s, "0x");
    for (int i = 0; i < 3; i++) {
        if (s == NULL || !ak_text_hex0x(&s, &part[i]))
            return false;
        if (i < 2 && *s++ != ':')
            return false;
    }
    if (part[0] > 255 || part[1] > 31 || part[2] > 7)
        return false;
    *addr = (struct ak_addr){0, (uint8_t)part[0], (uint8_t)part[1], (uint8_t)part[2]};
    return true;
}

static bool read_component(struct state *st, const char *s)
{
    if (strncmp(s, "Component:", 10) != 0)
        return false;
    st->port = AK_PORT_UNKNOWN;
    if (strstr(s, "Root Port") != NULL)
        st->port = AK_PORT_ROOT;
    else if (strstr(s, "Endpoint") != NULL)
        st->port = AK_PORT_ENDPOINT;
    else if (strstr(s, "Downstream") != NULL)
        st->port = AK_PORT_DOWNSTREAM;
    else if (strstr(s, "Upstream") != NULL)
        st->port = AK_PORT_UPSTREAM;
    return true;
}

/* "<Data Name='PrimaryBus'>0x0</Data>" */
static bool read_named(const char *s, const char *name, uint32_t *value)
{
    const char *p = strstr(s, name);

    if (p == NULL)
        return false;
    p += strlen(name);
    p += strspn(p, "'\">");
    return ak_text_hex0x(&p, value);
}

static bool read_xml(struct ak_facts *facts, const char *s)
{
    uint32_t bus, dev, fn;
    struct ak_addr addr;

    if (!read_named(s, "PrimaryBus", &bus) || !read_named(s, "PrimaryDevice", &dev) ||
        !read_named(s, "PrimaryFunction", &fn) || bus > 255 || dev > 31 || fn > 7)
        return false;
    addr = (struct ak_addr){0, (uint8_t)bus, (uint8_t)dev, (uint8_t)fn};
    ak_facts_device(facts, &addr)->no_status++;
    facts->notes.whea_records++;
    return true;
}

/*
 * The label in front of a triple: in English, or in another language ("Primärer
 * Bus:Gerät:Funktion: 0x0:0x1C:0x5") with a line on PCI Express before it.
 */
static const char *find_label(const struct state *st, const char *s)
{
    const char *key = strstr(s, "Device:Function:");

    if (key == NULL && st->speaks_of_pcie && strstr(s, ": 0x") != NULL)
        key = strstr(s, "Bus:") != NULL ? strstr(s, "Bus:") : strstr(s, "Bus ");
    return key;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *s = ak_text_skip_blanks(line->raw);
    const char *key;
    struct ak_addr addr;
    struct ak_device *d;
    bool secondary;

    if (strstr(s, "PCI Express") != NULL)
        st->speaks_of_pcie = true;
    if (read_component(st, s))
        return false;
    if (strstr(s, "PrimaryBus") != NULL)
        return read_xml(facts, s);
    key = find_label(st, s);
    if (key == NULL || !read_triple(key, &addr))
        return false;
    secondary = strncmp(s, "Se", 2) == 0; /* "Secondary", "Sekundär" */
    if (secondary && addr.bus == 0 && addr.dev == 0 && addr.fn == 0)
        return true; /* an empty field, not a device */
    d = ak_facts_device(facts, &addr);
    d->no_status++;
    facts->notes.whea_records += !secondary;
    if (!secondary && d->port == AK_PORT_UNKNOWN)
        d->port = st->port;
    return true;
}

const struct ak_format ak_format_whea = {"whea", sizeof(struct state), false, read_line, NULL};
