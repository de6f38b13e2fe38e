/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Firmware-first records: blocks of "{N}[Hardware Error]:" lines (APEI, GHES).
 * Not here: the aer_status lines that follow such a block (formats/aer_log.c).
 *
 * "status: 0x0010" in such a block is the PCI status register. Only fatal records carry AER words
 * in the block itself (aer_cor_status, aer_uncor_status).
 */
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

struct state {
    bool open;
    bool is_pcie;
    bool has_addr;
    bool has_words;
    struct ak_addr addr;
    enum ak_port port;
    struct ak_stamp stamp;
};

static void close_block(struct ak_facts *facts, struct state *st)
{
    if (st->open && st->is_pcie && st->has_addr) {
        struct ak_device *d = ak_facts_device(facts, &st->addr);
        d->no_status += !st->has_words;
        if (d->port == AK_PORT_UNKNOWN)
            d->port = st->port;
    } else if (st->open && st->is_pcie) {
        facts->notes.cut_records++;
    }
    memset(st, 0, sizeof *st);
}

static enum ak_port port_from_text(const char *s)
{
    if (strstr(s, "root port") != NULL)
        return AK_PORT_ROOT;
    if (strstr(s, "upstream") != NULL)
        return AK_PORT_UPSTREAM;
    if (strstr(s, "downstream") != NULL)
        return AK_PORT_DOWNSTREAM;
    return strstr(s, "end point") != NULL ? AK_PORT_ENDPOINT : AK_PORT_UNKNOWN;
}

static bool read_words(struct ak_facts *facts, struct state *st, const char *s, const char *key,
                       bool uncorrectable)
{
    const char *p = strstr(s, key);
    const char *mask = strstr(s, "_mask:");
    struct ak_record r = {.uncorrectable = uncorrectable, .stamp = st->stamp, .addr = st->addr};

    if (p == NULL || !st->has_addr)
        return false;
    p = ak_text_skip_blanks(p + strlen(key));
    if (!ak_text_hex0x(&p, &r.status))
        return false;
    if (mask != NULL) {
        mask = ak_text_skip_blanks(mask + 6);
        (void)ak_text_hex0x(&mask, &r.mask);
    }
    st->has_words = true;
    if (r.status != 0)
        ak_facts_record(facts, &r);
    return true;
}

static void read_field(struct ak_facts *facts, struct state *st, const char *s)
{
    const char *end;
    uint32_t v;

    if (ak_text_take(&s, "section_type:")) {
        st->is_pcie = strstr(s, "PCIe") != NULL;
    } else if (ak_text_take(&s, "port_type:")) {
        st->port = port_from_text(s);
    } else if (ak_text_take(&s, "device_id:")) {
        st->has_addr |= ak_addr_find(s, &st->addr, &end) != NULL;
    } else if (ak_text_take(&s, "secondary_bus:")) {
        s = ak_text_skip_blanks(s);
        if (st->has_addr && ak_text_hex0x(&s, &v) && v != 0 && v < 256) {
            struct ak_device *d = ak_facts_device(facts, &st->addr);
            d->has_secondary = true;
            d->secondary = (uint8_t)v;
            if (d->subordinate < d->secondary)
                d->subordinate = d->secondary;
        }
    } else {
        (void)(read_words(facts, st, s, "aer_cor_status:", false) ||
               read_words(facts, st, s, "aer_uncor_status:", true));
    }
}

/* An aer_status line for this device follows: the block is not without bits. */
static void words_follow(struct state *st, const struct ak_line *line)
{
    struct ak_addr addr;
    const char *key = strstr(line->body, "aer_status:");

    if (key != NULL && ak_addr_last_before(line->raw, key, &addr) && st->has_addr &&
        ak_addr_equal(&addr, &st->addr))
        st->has_words = true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *key = strstr(line->body, "[Hardware Error]:");

    if (key == NULL || key == line->body || key[-1] != '}')
        return false;
    key = ak_text_skip_blanks(key + 17);
    if (strstr(key, "Hardware error from APEI") != NULL || strncmp(key, "Error ", 6) == 0 ||
        strncmp(key, "event severity", 14) == 0) {
        if (st->is_pcie)
            close_block(facts, st);
        st->open = true;
        st->stamp = ak_stamp_read(line->raw, line->body);
        return true;
    }
    st->open = true;
    read_field(facts, st, key);
    return st->is_pcie;
}

static void finish(struct ak_facts *facts, void *state)
{
    close_block(facts, state);
}

/* Sees lines before the log row does, to know of words that follow a block; takes none of those. */
static bool peek_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;

    if (st->open)
        words_follow(st, line);
    return read_line(facts, state, line);
}

const struct ak_format ak_format_apei = {"apei", sizeof(struct state), true, peek_line, finish};
