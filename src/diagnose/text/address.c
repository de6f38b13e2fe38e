/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bus addresses: domain, bus, device, function.
 * Not here: what is known about the device there (facts.c).
 */
#include "diagnose/text/address.h"

#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "diagnose/text/text.h"

static bool is_hex(char c)
{
    return isxdigit((unsigned char)c) != 0;
}

static uint8_t hex_value(char c)
{
    int lower = tolower((unsigned char)c);

    return (uint8_t)(lower <= '9' ? lower - '0' : lower - 'a' + 10);
}

static uint8_t hex_pair(const char *s)
{
    return (uint8_t)(hex_value(s[0]) << 4 | hex_value(s[1]));
}

/* "bb:dd.f" or, when `colon_allowed`, "bb:dd:f". */
static bool read_tail(const char **s, struct ak_addr *addr, bool colon_allowed)
{
    const char *p = *s;

    if (!is_hex(p[0]) || !is_hex(p[1]) || p[2] != ':' || !is_hex(p[3]) || !is_hex(p[4]))
        return false;
    if (p[5] != '.' && !(colon_allowed && p[5] == ':'))
        return false;
    if (p[6] < '0' || p[6] > '7' || isalnum((unsigned char)p[7]))
        return false;
    addr->bus = hex_pair(p);
    addr->dev = hex_pair(p + 3);
    addr->fn = (uint8_t)(p[6] - '0');
    *s = p + 7;
    return addr->dev < 32;
}

bool ak_addr_read(const char **s, struct ak_addr *addr)
{
    const char *p = *s;
    size_t digits = 0;

    addr->domain = 0;
    while (digits < 9 && is_hex(p[digits]))
        digits++;
    if (digits >= 4 && digits <= 8 && p[digits] == ':') {
        const char *q = p;

        (void)ak_text_hex(&q, &addr->domain, NULL);
        q++;
        if (read_tail(&q, addr, true)) {
            *s = q;
            return true;
        }
        return false;
    }
    if (!read_tail(&p, addr, false))
        return false;
    *s = p;
    return true;
}

/* May an address start at `s`, given the character before it? */
static bool stands_alone(const char *start, const char *s)
{
    return s == start || !(isalnum((unsigned char)s[-1]) || s[-1] == '.' ||
                           (s[-1] == ':' && s - 1 > start && isdigit((unsigned char)s[-2])));
}

const char *ak_addr_find(const char *s, struct ak_addr *addr, const char **end)
{
    /* Every address has "hh:hh" in it: look for the colons only. */
    for (const char *colon = strchr(s, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
        const char *begin = colon;
        const char *p;

        while (begin > s && is_hex(begin[-1]) && colon - begin < 9)
            begin--;
        if (begin == colon || !stands_alone(s, begin))
            continue;
        p = begin;
        if (ak_addr_read(&p, addr)) {
            *end = p;
            return begin;
        }
    }
    return NULL;
}

bool ak_addr_last_before(const char *s, const char *limit, struct ak_addr *addr)
{
    struct ak_addr found;
    const char *end;
    bool any = false;

    while (ak_addr_find(s, &found, &end) != NULL && end <= limit) {
        *addr = found;
        any = true;
        s = end;
    }
    return any;
}

struct ak_addr ak_addr_from_rid(uint32_t domain, uint32_t rid)
{
    struct ak_addr addr = {domain, (uint8_t)(rid >> 8), (uint8_t)((rid >> 3) & 31),
                           (uint8_t)(rid & 7)};

    return addr;
}

bool ak_addr_equal(const struct ak_addr *a, const struct ak_addr *b)
{
    return ak_addr_same_device(a, b) && a->fn == b->fn;
}

bool ak_addr_same_device(const struct ak_addr *a, const struct ak_addr *b)
{
    return a->domain == b->domain && a->bus == b->bus && a->dev == b->dev;
}

int ak_addr_compare(const struct ak_addr *a, const struct ak_addr *b)
{
    if (a->domain != b->domain)
        return a->domain < b->domain ? -1 : 1;
    if (a->bus != b->bus)
        return (int)a->bus - (int)b->bus;
    if (a->dev != b->dev)
        return (int)a->dev - (int)b->dev;
    return (int)a->fn - (int)b->fn;
}

char *ak_addr_format(char out[AK_ADDR_TEXT], const struct ak_addr *addr)
{
    (void)snprintf(out, AK_ADDR_TEXT, "%04" PRIx32 ":%02x:%02x.%x", addr->domain, addr->bus,
                   addr->dev, addr->fn);
    return out;
}
