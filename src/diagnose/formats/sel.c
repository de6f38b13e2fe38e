/* SPDX-License-Identifier: Apache-2.0 */
/*
 * System event log of Intel server boards: PCIe error sensors as ipmitool prints them.
 * Not here: other vendors' OEM records, which are skipped.
 *
 * Sensor 05h (event type 71h) is correctable, 04h (70h) fatal. The offset in event data 1 has an
 * order of its own, event data 2 is the bus, event data 3 device and function.
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

struct state {
    uint32_t sensor;
    bool critical;
    bool oem;
    struct ak_stamp stamp;
};

/* "05/12/2023 14:22:09": month, day, year. */
static struct ak_stamp read_timestamp(const char *s)
{
    char iso[24];

    if (strlen(s) < 19 || s[2] != '/' || s[5] != '/')
        return ak_stamp_read_date(s);
    (void)snprintf(iso, sizeof iso, "%.4s-%.2s-%.2s %.8s", s + 6, s, s + 3, s + 11);
    return ak_stamp_read_date(iso);
}

static enum ak_bit bit_from_offset(bool fatal, uint32_t offset)
{
    static const enum ak_bit correctable[] = {AK_BIT_RXERR, AK_BIT_BADDLLP, AK_BIT_BADTLP,
                                              AK_BIT_ROLLOVER, AK_BIT_TIMEOUT};
    static const enum ak_bit uncorrectable[] = {AK_BIT_DLP, AK_BIT_SDES};

    if (fatal)
        return offset < 2 ? uncorrectable[offset] : AK_BIT_OTHER;
    return offset < 5 ? correctable[offset] : AK_BIT_OTHER;
}

static void add_event(struct ak_facts *facts, const struct state *st, bool fatal,
                      const uint32_t data[3])
{
    enum ak_bit bit = bit_from_offset(fatal, data[0] & 15u);
    struct ak_addr addr = {0, (uint8_t)data[1], (uint8_t)(data[2] >> 3 & 31u),
                           (uint8_t)(data[2] & 7u)};
    struct ak_device *d = ak_facts_device(facts, &addr);
    struct ak_record r = {.addr = addr,
                          .status = data[0],
                          .mask = AK_CHANNEL_SEL,
                          .uncorrectable = fatal,
                          .stamp = st->stamp};

    d->logged = true;
    if (ak_facts_is_repeat(facts, &r)) {
        facts->notes.repeated++;
        return;
    }
    if (bit >= AK_BIT_AER_COUNT) {
        d->uncounted++;
        d->other_uncorrectable |= fatal;
        return;
    }
    ak_facts_add(d, AK_CHANNEL_SEL, bit, 1);
    if (st->stamp.clock != AK_CLOCK_NONE) {
        if (d->stamped++ == 0)
            d->first_us = st->stamp.us;
        d->clock = st->stamp.clock;
        d->last_us = st->stamp.us;
    }
}

static bool read_raw_data(struct ak_facts *facts, struct state *st, const char *s)
{
    uint32_t word, data[3];
    unsigned digits;

    s = ak_text_skip_blanks(s);
    if (!ak_text_hex(&s, &word, &digits) || digits != 6 || !st->oem || !st->critical)
        return false;
    data[0] = word >> 16;
    data[1] = word >> 8 & 255u;
    data[2] = word & 255u;
    if ((st->sensor != 5 && st->sensor != 4) || data[0] >> 4 != 0xA)
        return false; /* Ah: both further bytes are OEM data, here the address */
    add_event(facts, st, st->sensor == 4, data);
    return true;
}

/* "0x04 0x13 0x05 0x71 0xa1 0x3b 0x00" as sel save writes it. */
static bool read_saved(struct ak_facts *facts, struct state *st, const char *s)
{
    uint32_t byte[7];
    struct state none;

    for (int i = 0; i < 7; i++) {
        s = ak_text_skip_blanks(s);
        if (strncmp(s, "0x", 2) != 0 || !ak_text_hex0x(&s, &byte[i]) || byte[i] > 255)
            return false;
    }
    (void)st;
    memset(&none, 0, sizeof none);
    if (byte[0] != 4 || byte[1] != 0x13 || byte[4] >> 4 != 0xA)
        return false;
    if (!((byte[2] == 5 && byte[3] == 0x71) || (byte[2] == 4 && byte[3] == 0x70)))
        return false;
    add_event(facts, &none, byte[2] == 4, &byte[4]);
    return true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *s = ak_text_skip_blanks(line->raw);
    const char *colon;

    if (strncmp(s, "0x04 0x13", 9) == 0)
        return read_saved(facts, st, s);
    if (!isupper((unsigned char)*s) || (colon = strchr(s, ':')) == NULL)
        return false;
    colon = ak_text_skip_blanks(colon + 1);
    if (strncmp(s, "SEL Record ID", 13) == 0)
        memset(st, 0, sizeof *st);
    else if (strncmp(s, "Timestamp", 9) == 0)
        st->stamp = read_timestamp(colon);
    else if (strncmp(s, "Sensor Number", 13) == 0)
        (void)ak_text_hex(&colon, &st->sensor, NULL);
    else if (strncmp(s, "Sensor Type", 11) == 0)
        st->critical = strncmp(colon, "Critical Interrupt", 18) == 0;
    else if (strncmp(s, "Event Type", 10) == 0)
        st->oem = strncmp(colon, "OEM", 3) == 0 || strncmp(colon, "7", 1) == 0;
    else if (strncmp(s, "Event Data", 10) == 0)
        return read_raw_data(facts, st, colon);
    return false;
}

const struct ak_format ak_format_sel = {"ipmi-sel", sizeof(struct state), false, read_line, NULL};
