/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeBSD pciconf -lbcev: selectors are decimal, errors are set status bits.
 * Not here: lspci (formats/lspci.c).
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

enum list { LIST_NONE, LIST_CORRECTED, LIST_UNCORRECTED };

struct state {
    bool open;
    enum list list;
    struct ak_addr addr;
};

/* "re0@pci0:10:0:0:" */
static bool read_selector(const char *s, struct ak_addr *addr)
{
    const char *p = strstr(s, "@pci");
    uint64_t part[4];

    if (p == NULL || p - s > 24)
        return false;
    p += 4;
    for (int i = 0; i < 4; i++) {
        if (!ak_text_number(&p, &part[i]) || *p++ != ':')
            return false;
    }
    if (part[0] > 0xFFFFF || part[1] > 255 || part[2] > 31 || part[3] > 7)
        return false;
    *addr =
        (struct ak_addr){(uint32_t)part[0], (uint8_t)part[1], (uint8_t)part[2], (uint8_t)part[3]};
    return true;
}

static uint32_t read_speed(const char *s)
{
    uint64_t whole = 0, tenths = 0;

    if (!isdigit((unsigned char)*s))
        return 0;
    for (; isdigit((unsigned char)*s); s++)
        whole = (whole * 10 + (uint64_t)(*s - '0')) % 1000;
    if (s[0] == '.' && isdigit((unsigned char)s[1]))
        tenths = (uint64_t)(s[1] - '0');
    return (uint32_t)(whole * 1000 + tenths * 100);
}

static void read_capability(struct ak_device *d, const char *s)
{
    const char *p = strstr(s, " link x");

    if (strstr(s, "PCI-Express") != NULL) {
        if (strstr(s, "endpoint") != NULL)
            d->port = AK_PORT_ENDPOINT;
        else if (strstr(s, "root port") != NULL)
            d->port = AK_PORT_ROOT;
        else if (strstr(s, "downstream port") != NULL)
            d->port = AK_PORT_DOWNSTREAM;
        else if (strstr(s, "upstream port") != NULL)
            d->port = AK_PORT_UPSTREAM;
    }
    if (strstr(s, "= AER ") != NULL)
        d->has_aer = AK_YES;
    if (p != NULL) {
        const char *speed = strstr(p, "speed ");
        const char *open = speed != NULL ? strchr(speed, '(') : NULL;
        uint64_t n;
        p += 7;
        if (isdigit((unsigned char)*p) && ak_text_number(&p, &n) && n <= 32)
            d->link.now_width = (uint32_t)n;
        if (open != NULL) {
            d->link.now_mts = read_speed(speed + 6);
            d->link.cap_mts = read_speed(open + 1);
        }
    }
    p = strstr(s, "ASPM ");
    if (p != NULL) {
        d->link.aspm_l1 = strncmp(p + 5, "disabled", 8) == 0 ? AK_NO : AK_YES;
        d->link.aspm_l0s = d->link.aspm_l1;
    }
}

static bool read_error(struct state *st, struct ak_device *d, const char *s)
{
    enum ak_bit bit;

    if (ak_text_take(&s, "Corrected ="))
        st->list = LIST_CORRECTED;
    else if (ak_text_take(&s, "Fatal =") || ak_text_take(&s, "Non-fatal ="))
        st->list = LIST_UNCORRECTED;
    else if (strchr(s, '=') != NULL)
        st->list = LIST_NONE;
    if (st->list == LIST_NONE)
        return false;
    s = ak_text_skip_blanks(s);
    bit = ak_bit_from_name(s, strlen(s));
    if (bit == AK_BIT_UNKNOWN) {
        st->list = LIST_NONE;
        return false;
    }
    if (bit < AK_BIT_AER_COUNT && ak_bit_is_uncorrectable(bit) == (st->list == LIST_UNCORRECTED))
        ak_facts_set_sticky(d, bit, true);
    return true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    struct ak_addr addr;
    struct ak_device *d;

    if (strchr(line->raw, '@') != NULL && read_selector(line->raw, &addr)) {
        st->open = true;
        st->list = LIST_NONE;
        st->addr = addr;
        return false;
    }
    if (!st->open)
        return false;
    d = ak_facts_device(facts, &st->addr);
    read_capability(d, line->raw);
    return read_error(st, d, ak_text_skip_blanks(line->raw));
}

const struct ak_format ak_format_freebsd = {"freebsd", sizeof(struct state), false, read_line,
                                            NULL};
