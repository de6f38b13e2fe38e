/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tree of lspci -t and -tv: which bus is behind which port.
 * Not here: the blocks of lspci -v (formats/lspci.c).
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

#define LEVELS 40

/* Where the branches of a bus are drawn. */
struct level {
    int column;
    uint32_t domain;
    uint8_t bus;
    bool has_port;
    struct ak_addr port;
};

struct state {
    int depth;
    struct level levels[LEVELS];
};

struct position {
    uint32_t domain;
    uint8_t bus;
    bool has_port;
    struct ak_addr port;
};

static void push(struct state *st, int column, const struct position *at)
{
    while (st->depth > 0 && st->levels[st->depth - 1].column >= column)
        st->depth--;
    if (st->depth < LEVELS)
        st->levels[st->depth++] =
            (struct level){column, at->domain, at->bus, at->has_port, at->port};
}

static bool pop_to(struct state *st, int column, struct position *at)
{
    while (st->depth > 0 && st->levels[st->depth - 1].column > column)
        st->depth--;
    if (st->depth == 0 || st->levels[st->depth - 1].column != column)
        return false;
    at->domain = st->levels[st->depth - 1].domain;
    at->bus = st->levels[st->depth - 1].bus;
    at->has_port = st->levels[st->depth - 1].has_port;
    at->port = st->levels[st->depth - 1].port;
    return true;
}

/* "[0000:00]" (a root) or "[05-50]" or "[07]" (behind a port). */
static bool read_bus(const char **s, struct position *at, uint32_t *last, bool *root)
{
    const char *p = *s;
    uint32_t a, b;
    unsigned digits;

    if (*p++ != '[' || !ak_text_hex(&p, &a, &digits))
        return false;
    *root = *p == ':';
    if (*root || *p == '-') {
        p++;
        if (!ak_text_hex(&p, &b, NULL))
            return false;
    } else {
        b = a;
    }
    if (*p != ']' || b > 255 || (!*root && a > 255))
        return false;
    if (*root)
        at->domain = a;
    at->bus = (uint8_t)(*root ? b : a);
    *last = b;
    *s = p + 1;
    return true;
}

/* "07.2": a device on the bus at hand. */
static bool read_device(const char **s, const struct position *at, struct ak_addr *addr)
{
    const char *p = *s;
    uint32_t dev;
    unsigned digits;

    if (!ak_text_hex(&p, &dev, &digits) || digits != 2 || dev > 31 || p[0] != '.' || p[1] < '0' ||
        p[1] > '7' || isalnum((unsigned char)p[2]))
        return false;
    *addr = (struct ak_addr){at->domain, at->bus, (uint8_t)dev, (uint8_t)(p[1] - '0')};
    *s = p + 2;
    return true;
}

static void place_device(struct ak_facts *facts, const struct position *at,
                         const struct ak_addr *addr)
{
    struct ak_device *d = ak_facts_device(facts, addr);

    if (at->has_port) {
        d->has_parent = true;
        d->parent = at->port;
    }
}

static void place_bridge(struct ak_facts *facts, const struct ak_addr *addr, uint8_t secondary,
                         uint32_t last)
{
    struct ak_device *d = ak_facts_device(facts, addr);

    d->has_secondary = true;
    d->secondary = secondary;
    d->subordinate = (uint8_t)last;
    if (d->port == AK_PORT_UNKNOWN)
        d->port = AK_PORT_BRIDGE;
}

/* What follows a branch mark: devices and buses chained by dashes. */
static void read_chain(struct ak_facts *facts, struct state *st, const char *line, const char *s,
                       struct position at)
{
    struct ak_addr addr = {0, 0, 0, 0};
    bool have_device = false;

    while (*s != '\0') {
        uint32_t last;
        bool root;

        if (*s == '-') {
            s++;
        } else if (*s == '+' || *s == '\\') {
            push(st, (int)(s - line), &at);
            s++;
        } else if (*s == '[') {
            if (!read_bus(&s, &at, &last, &root))
                return;
            at.has_port = have_device && !root;
            at.port = addr;
            if (at.has_port)
                place_bridge(facts, &addr, at.bus, last);
        } else if (read_device(&s, &at, &addr)) {
            place_device(facts, &at, &addr);
            have_device = true;
        } else {
            if (have_device && ak_facts_device(facts, &addr)->model[0] == '\0')
                ak_device_set_model(ak_facts_device(facts, &addr), s);
            return;
        }
    }
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *s = line->raw;
    struct position at = {0, 0, false, {0, 0, 0, 0}};

    while (*s == ' ')
        s++;
    if (s[0] == '-' && (s[1] == '[' || (s[1] == '+' && s[2] == '-' && s[3] == '['))) {
        st->depth = 0;
        read_chain(facts, st, line->raw, s, at);
        return false;
    }
    if (st->depth == 0)
        return false;
    s += strcspn(s, "+\\");
    if (*s == '\0' || s[1] != '-')
        return false;
    if (pop_to(st, (int)(s - line->raw), &at))
        read_chain(facts, st, line->raw, s + 1, at);
    return false;
}

const struct ak_format ak_format_lspci_tree = {"lspci-tree", sizeof(struct state), false, read_line,
                                               NULL};
