/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AER blocks of Linux 2.6: several lines without an address, one named bit.
 * Not here: later kernels (formats/aer_log.c).
 *
 * That kernel printed no status word, only the name of the lowest set bit.
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

struct state {
    bool open;
    bool uncorrectable;
    bool has_bit;
    enum ak_bit bit;
    bool has_rid;
    uint32_t rid;
};

static void close_block(struct ak_facts *facts, struct state *st)
{
    if (st->open)
        facts->notes.cut_records++;
    memset(st, 0, sizeof *st);
}

static uint32_t hex_behind(const char *s, const char *key)
{
    const char *p = strstr(s, key);
    uint32_t v = 0;

    if (p != NULL) {
        p += strlen(key);
        (void)ak_text_hex0x(&p, &v);
    }
    return v;
}

static void commit(struct ak_facts *facts, struct state *st, const struct ak_line *line)
{
    struct ak_record r = {.uncorrectable = st->uncorrectable};
    const char *body = line->body;

    r.addr = ak_addr_from_rid(0, st->rid);
    if (strstr(body, "Bus=") != NULL) {
        r.addr.bus = (uint8_t)hex_behind(body, "Bus=");
        r.addr.dev = (uint8_t)(hex_behind(body, "Device=") & 31u);
        r.addr.fn = (uint8_t)(hex_behind(body, "Function=") & 7u);
    }
    ak_facts_device(facts, &r.addr)->vendor_device =
        hex_behind(body, "VendorID=") << 16 | (hex_behind(body, "DeviceID=") & 0xFFFFu);
    if (st->has_bit && st->bit < AK_BIT_AER_COUNT)
        r.status = 1u << ak_bit_position(st->bit);
    r.uncorrectable = ak_bit_is_uncorrectable(st->bit) || (st->uncorrectable && r.status == 0);
    r.stamp = ak_stamp_read(line->raw, line->body);
    ak_facts_record(facts, &r);
    facts->notes.lowest_bit_only++;
    st->open = false;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *body = line->body;
    const char *colon;

    if (strstr(body, "PCI-Express Device Error") != NULL) {
        close_block(facts, st);
        st->open = true;
        return true;
    }
    if (!st->open)
        return false;
    if (strstr(body, "VendorID=") != NULL) {
        commit(facts, st, line);
        return true;
    }
    colon = strchr(body, ':');
    if (colon == NULL)
        return false;
    if (strncmp(body, "Error Severity", 14) == 0) {
        st->uncorrectable = ak_text_find_nocase(colon, "uncor") != NULL;
    } else if (strstr(body, " ID") != NULL && strstr(body, " ID") < colon) {
        const char *p = ak_text_skip_blanks(colon + 1);
        st->has_rid = ak_text_hex(&p, &st->rid, NULL);
    } else if (ak_bit_from_name(body, (size_t)(colon - body)) != AK_BIT_UNKNOWN) {
        st->bit = ak_bit_from_name(body, (size_t)(colon - body));
        st->has_bit = true;
    } else {
        return ak_text_find_nocase(body, "Bus Error type") != NULL;
    }
    return true;
}

static void finish(struct ak_facts *facts, void *state)
{
    close_block(facts, state);
}

const struct ak_format ak_format_aer_block = {"linux-aer-2.6", sizeof(struct state), true,
                                              read_line, finish};
