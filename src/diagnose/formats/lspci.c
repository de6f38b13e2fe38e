/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lspci -v, -vv, -vvv: status bits, masks, link capabilities and state, port types, bus numbers.
 * Not here: the tree of lspci -tv (formats/lspci_tree.c).
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

enum reg { REG_NONE, REG_CESTA, REG_UESTA, REG_OTHER };

struct state {
    bool open;
    bool listed_capabilities;
    bool express;
    enum reg reg;
    struct ak_addr addr;
};

static void close_block(struct ak_facts *facts, struct state *st)
{
    struct ak_device *d;

    if (!st->open)
        return;
    d = ak_facts_device(facts, &st->addr);
    if (st->listed_capabilities && st->express && d->has_aer == AK_UNSAID)
        d->has_aer = AK_NO;
    memset(st, 0, sizeof *st);
}

static void open_block(struct ak_facts *facts, struct state *st, const struct ak_addr *addr)
{
    if (st->open && ak_addr_equal(&st->addr, addr))
        return;
    close_block(facts, st);
    st->open = true;
    st->addr = *addr;
}

/* "[8086:02be]" at the end of a header line of lspci -nn: vendor and device. */
static void read_ids(struct ak_device *d, const char *s)
{
    for (const char *p = strchr(s, '['); p != NULL; p = strchr(p + 1, '[')) {
        const char *q = p + 1;
        uint32_t vendor, device;
        unsigned digits;

        if (ak_text_hex(&q, &vendor, &digits) && digits == 4 && *q++ == ':' &&
            ak_text_hex(&q, &device, &digits) && digits == 4 && *q == ']')
            d->vendor_device = vendor << 16 | device;
    }
}

/* Devices with a documented fault are also recognised by the name lspci prints. */
static void read_known_name(struct ak_device *d, const char *s)
{
    if (d->vendor_device != 0)
        return;
    if (strstr(s, "GL9755") != NULL)
        d->vendor_device = 0x17a09755;
    else if (strstr(s, "GL9750") != NULL)
        d->vendor_device = 0x17a09750;
}

/* "03:00.0 Class: Name": the address, a blank and a letter at the start of the line. */
static bool read_header(struct ak_facts *facts, struct state *st, const char *raw)
{
    const char *p = raw;
    struct ak_addr addr;
    struct ak_device *d;

    if (!ak_addr_read(&p, &addr) || p[0] != ' ' || !isalpha((unsigned char)p[1]) ||
        strstr(p, ": ") == NULL)
        return false;
    open_block(facts, st, &addr);
    d = ak_facts_device(facts, &addr);
    read_ids(d, p);
    read_known_name(d, p);
    ak_device_set_model(d, strstr(p, ": ") + 2);
    if (strncmp(p, " PCI bridge", 11) == 0 && d->port == AK_PORT_UNKNOWN)
        d->port = AK_PORT_BRIDGE;
    return true;
}

static uint32_t read_speed(const char *s)
{
    const char *p = strstr(s, "Speed ");
    char *end;
    double gts;

    if (p == NULL)
        return 0;
    gts = strtod(p + 6, &end);
    return gts > 0 && gts < 200 && strncmp(end, "GT/s", 4) == 0 ? (uint32_t)(gts * 1000 + 0.5) : 0;
}

static uint32_t read_width(const char *s)
{
    const char *p = strstr(s, "Width x");
    uint64_t n;

    if (p == NULL)
        return 0;
    p += 7;
    return ak_text_number(&p, &n) && n <= UINT32_MAX ? (uint32_t)n : 0;
}

static uint32_t possible_width(uint32_t lanes)
{
    return lanes <= 32 ? lanes : 0;
}

static void read_aspm(struct ak_link_state *link, const char *s)
{
    const char *p = strstr(s, "ASPM ");
    const char *end;

    if (p == NULL)
        return;
    end = strchr(p, ';');
    if (end == NULL)
        end = p + strlen(p);
    link->aspm_l0s = AK_NO;
    link->aspm_l1 = AK_NO;
    if (strstr(p, "Enabled") == NULL || strstr(p, "Enabled") > end)
        return;
    if (strstr(p, "L0s") != NULL && strstr(p, "L0s") < end)
        link->aspm_l0s = AK_YES;
    if (strstr(p, "L1") != NULL && strstr(p, "L1") < end)
        link->aspm_l1 = AK_YES;
}

/* "Exit Latency L0s <64ns, L1 <1us"; lspci of old wrote "Latency L0 <1us, L1 <8us". */
static uint32_t read_l0s_exit_ns(const char *s)
{
    const char *p = strstr(s, "Latency L0");
    char *end;
    unsigned long n;

    if (p == NULL || (p = strpbrk(p, "<>,")) == NULL || *p == ',')
        return 0;
    n = strtoul(p + 1, &end, 10);
    if (n > 4096)
        return 0;
    return (uint32_t)(strncmp(end, "us", 2) == 0 ? n * 1000 : n);
}

static void read_extended_synch(struct ak_link_state *link, const char *s)
{
    const char *p = strstr(s, "ExtSynch");

    if (p != NULL && (p[8] == '+' || p[8] == '-'))
        link->extended_synch = p[8] == '+' ? AK_YES : AK_NO;
}

/* Looking for functions that are not there sets this bit on every boot. */
static bool is_probing(const char *name)
{
    return strncmp(name, "UnsupReq", 8) == 0;
}

/* Every "Name+" or "Name-" of a status register. */
static void read_flags(struct ak_device *d, const char *s, bool uncorrectable)
{
    while (*s != '\0') {
        const char *end;
        enum ak_bit bit;

        s = ak_text_skip_blanks(s);
        end = s;
        while (*end != '\0' && *end != ' ' && *end != '\t')
            end++;
        if (end - s >= 2 && (end[-1] == '+' || end[-1] == '-')) {
            bit = ak_bit_from_name(s, (size_t)(end - s) - 1);
            if (bit < AK_BIT_AER_COUNT && ak_bit_is_uncorrectable(bit) == uncorrectable)
                ak_facts_set_sticky(d, bit, end[-1] == '+');
            else if (uncorrectable && bit == AK_BIT_OTHER && end[-1] == '+')
                d->other_uncorrectable |= !is_probing(s);
        }
        s = end;
    }
}

static void read_mask(struct ak_device *d, const char *s)
{
    for (int b = 0; b < AK_BIT_DLP; b++) {
        const char *name = ak_bit_name((enum ak_bit)b);
        const char *p = strstr(s, name);
        if (p != NULL && p[strlen(name)] == '+')
            d->masked_bits |= 1u << ak_bit_position((enum ak_bit)b);
    }
    d->mask_seen = true;
}

static void read_capability(struct state *st, struct ak_device *d, const char *s)
{
    st->listed_capabilities = true;
    if (strstr(s, "access denied") != NULL) {
        d->access_denied = true;
        st->listed_capabilities = false;
    }
    if (strstr(s, "Advanced Error Reporting") != NULL)
        d->has_aer = AK_YES;
    if (strstr(s, " Express ") == NULL)
        return;
    st->express = true;
    if (strstr(s, "Root Port") != NULL)
        d->port = AK_PORT_ROOT;
    else if (strstr(s, "Downstream Port") != NULL)
        d->port = AK_PORT_DOWNSTREAM;
    else if (strstr(s, "Upstream Port") != NULL)
        d->port = AK_PORT_UPSTREAM;
    else if (strstr(s, "Endpoint") != NULL)
        d->port = AK_PORT_ENDPOINT;
}

static bool read_bus(struct ak_device *d, const char *s)
{
    const char *p = strstr(s, "secondary=");
    const char *q = strstr(s, "subordinate=");
    uint32_t secondary, subordinate;

    if (p == NULL || q == NULL)
        return false;
    p += 10;
    q += 12;
    if (!ak_text_hex(&p, &secondary, NULL) || !ak_text_hex(&q, &subordinate, NULL))
        return false;
    d->has_secondary = secondary != 0 && secondary < 256 && subordinate < 256;
    d->secondary = (uint8_t)secondary;
    d->subordinate = (uint8_t)subordinate;
    return true;
}

static bool read_device_fields(struct ak_device *d, const char *s)
{
    const char *p;
    uint64_t n;

    if (ak_text_take(&s, "DevSta:")) {
        d->corr_detected |= strstr(s, "CorrErr+") != NULL;
    } else if (ak_text_take(&s, "DevCtl:")) {
        d->reporting_off |= strstr(s, "CorrErr-") != NULL || strstr(s, "Correctable-") != NULL;
    } else if (strncmp(s, "MaxPayload ", 11) == 0) { /* under DevCtl: the value in force */
        p = s + 11;
        if (ak_text_number(&p, &n) && n >= 128 && n <= 4096)
            d->link.mps_bytes = (uint32_t)n;
    } else if (ak_text_take(&s, "Kernel driver in use:")) {
        if (strstr(s, "pcieport") != NULL)
            d->driver_port = true;
        else
            d->driver_other = true, ak_device_set_driver(d, s);
    } else if (ak_text_take(&s, "Bus:")) {
        return read_bus(d, s);
    } else {
        return false;
    }
    return true;
}

static bool read_link_fields(struct ak_device *d, const char *s)
{
    if (ak_text_take(&s, "LnkCap:")) {
        d->link.cap_mts = read_speed(s);
        d->link.cap_width = possible_width(read_width(s));
        d->link.l0s_exit_ns = read_l0s_exit_ns(s);
    } else if (ak_text_take(&s, "LnkSta:")) {
        uint32_t mts = read_speed(s);
        if (d->link.now_mts > mts)
            d->link.seen_faster = true;
        d->link.now_mts = mts;
        d->link.now_width_told = read_width(s);
        d->link.now_width = possible_width(d->link.now_width_told);
    } else if (ak_text_take(&s, "LnkCtl:")) {
        read_aspm(&d->link, s);
        read_extended_synch(&d->link, s);
    } else if (strncmp(s, "ExtSynch", 8) == 0) { /* the wrapped rest of LnkCtl */
        read_extended_synch(&d->link, s);
    } else {
        return false;
    }
    return true;
}

static bool read_registers(struct state *st, struct ak_device *d, const char *s)
{
    if (ak_text_take(&s, "CESta:")) {
        st->reg = REG_CESTA;
        read_flags(d, s, false);
        d->advisory |= strstr(s, "NonFatalErr+") != NULL;
        return true;
    }
    if (ak_text_take(&s, "UESta:")) {
        st->reg = REG_UESTA;
        read_flags(d, s, true);
        return true;
    }
    if (ak_text_take(&s, "CEMsk:")) {
        st->reg = REG_OTHER;
        read_mask(d, s);
        return true;
    }
    if (strncmp(s, "UEMsk:", 6) == 0 || strncmp(s, "UESvrt:", 7) == 0 ||
        strncmp(s, "AERCap:", 7) == 0) {
        st->reg = REG_OTHER;
        return true;
    }
    if (strchr(s, ':') == NULL && st->reg == REG_UESTA) { /* the wrapped rest of UESta */
        read_flags(d, s, true);
        return true;
    }
    return false;
}

/* "$ lspci -vv -s 00:1c.6 | grep ...": the lines that follow have no header. */
static void read_prompt(struct ak_facts *facts, struct state *st, const char *raw)
{
    const char *p = strstr(raw, "lspci");
    const char *s = p;
    struct ak_addr addr;

    while (s != NULL && (s = strstr(s, "-s ")) != NULL) {
        const char *q = ak_text_skip_blanks(s + 3);
        if (ak_addr_read(&q, &addr))
            open_block(facts, st, &addr);
        s += 3;
    }
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *raw = line->raw;
    const char *s = ak_text_skip_blanks(raw);
    struct ak_device *d;

    if (isxdigit((unsigned char)*s) && read_header(facts, st, s))
        return false; /* a list of devices alone is no evidence */
    if ((s[0] == '$' || s[0] == '#' || strchr(raw, '$') != NULL) && strstr(raw, "lspci") != NULL) {
        read_prompt(facts, st, raw);
        return false;
    }
    if (!st->open || *s == '\0')
        return false;
    d = ak_facts_device(facts, &st->addr);
    if (strncmp(s, "Capabilities:", 13) == 0) {
        read_capability(st, d, s);
        return false;
    }
    if (read_registers(st, d, s))
        return true;
    return read_link_fields(d, s) || read_device_fields(d, s);
}

static void finish(struct ak_facts *facts, void *state)
{
    close_block(facts, state);
}

const struct ak_format ak_format_lspci = {"lspci", sizeof(struct state), false, read_line, finish};
