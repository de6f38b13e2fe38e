/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rasdaemon and its relatives: ras-mc-ctl --errors and --summary, rows of its database, its
 * console, and the kernel trace event they come from.
 * Not here: kernel log records (formats/aer_log.c).
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

/* Bits of one event, separated by ',' or '|'; stops where other text begins. */
static uint32_t read_bits(const char *s, bool uncorrectable)
{
    uint32_t status = 0;

    while (*s != '\0') {
        size_t n = strcspn(s, ",|");
        size_t used = n;
        enum ak_bit bit;
        const char *tail = strstr(s, " TLP Header");

        if (tail != NULL && (size_t)(tail - s) < used)
            used = (size_t)(tail - s);
        bit = ak_bit_from_name(s, used);
        if (bit < AK_BIT_AER_COUNT && ak_bit_is_uncorrectable(bit) == uncorrectable)
            status |= 1u << ak_bit_position(bit);
        s += n + (s[n] != '\0');
    }
    return status;
}

static void add_event(struct ak_facts *facts, const struct ak_addr *addr, enum ak_channel channel,
                      uint32_t status, bool uncorrectable, struct ak_stamp stamp)
{
    struct ak_device *d = ak_facts_device(facts, addr);
    struct ak_record r = {.addr = *addr,
                          .status = status,
                          .mask = (uint32_t)channel,
                          .uncorrectable = uncorrectable,
                          .stamp = stamp};

    d->logged = true;
    if (ak_facts_is_repeat(facts, &r)) {
        facts->notes.repeated++;
        return;
    }
    for (int b = 0; b < AK_BIT_AER_COUNT; b++) {
        enum ak_bit bit = (enum ak_bit)b;
        if (ak_bit_is_uncorrectable(bit) == uncorrectable &&
            (status >> ak_bit_position(bit) & 1) != 0)
            ak_facts_add(d, channel, bit, 1);
    }
    if (status == 0) {
        d->uncounted++;
        d->other_uncorrectable |= uncorrectable;
    }
    if (stamp.clock != AK_CLOCK_NONE && (d->stamped == 0 || d->clock == stamp.clock)) {
        if (d->stamped++ == 0)
            d->first_us = stamp.us;
        d->clock = stamp.clock;
        d->last_us = stamp.us;
    }
}

/* The severity word in `s`; false if there is none. */
static bool find_severity(const char *s, bool *uncorrectable, const char **at)
{
    const char *p = ak_text_find_nocase(s, "uncorrect");

    *uncorrectable = true;
    if (p == NULL)
        p = strstr(s, "Fatal");
    if (p == NULL) {
        p = ak_text_find_nocase(s, "correct");
        *uncorrectable = false;
    }
    *at = p;
    return p != NULL;
}

/* "aer_event: 0000:00:02.0 PCIe Bus Error: severity=Corrected, Bad DLLP|Timeout, TLP Header=..." */
static bool read_trace_event(struct ak_facts *facts, const struct ak_line *line, const char *s)
{
    const char *p = strstr(s, "severity=");
    const char *comma, *end;
    struct ak_addr addr;
    struct ak_stamp none = {AK_CLOCK_NONE, false, 0};
    char bits[256];
    size_t n;
    bool uncorrectable;

    (void)line;
    if (p == NULL || ak_addr_find(s, &addr, &end) == NULL)
        return false;
    uncorrectable = strncmp(p + 9, "Correct", 7) != 0;
    comma = strchr(p, ',');
    if (comma == NULL)
        return false;
    comma = ak_text_skip_blanks(comma + 1);
    end = strstr(comma, ", TLP Header");
    n = end != NULL ? (size_t)(end - comma) : strlen(comma);
    if (n >= sizeof bits)
        n = sizeof bits - 1;
    memcpy(bits, comma, n);
    bits[n] = '\0';
    add_event(facts, &addr, AK_CHANNEL_TRACE, read_bits(bits, uncorrectable), uncorrectable, none);
    return true;
}

/* "aer_event: 2026-11-30 18:01:58 +0000 0000:00:02.0 Bad DLLP, Replay Timer Timeout Corrected" */
static bool read_console_event(struct ak_facts *facts, const char *s)
{
    const char *end, *severity;
    struct ak_addr addr;
    char bits[256];
    size_t n;
    bool uncorrectable;

    if (ak_addr_find(s, &addr, &end) == NULL || !find_severity(end, &uncorrectable, &severity))
        return false;
    n = (size_t)(severity - end);
    if (n >= sizeof bits)
        n = sizeof bits - 1;
    memcpy(bits, end, n);
    bits[n] = '\0';
    add_event(facts, &addr, AK_CHANNEL_RAS_CONSOLE, read_bits(bits, uncorrectable), uncorrectable,
              ak_stamp_read(s, end));
    return true;
}

static bool read_trace(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    const char *key = strstr(line->raw, "aer_event: ");

    (void)state;
    if (key == NULL)
        return false;
    key += 11;
    return read_trace_event(facts, line, key) || read_console_event(facts, key);
}

const struct ak_format ak_format_trace = {"rasdaemon", 0, true, read_trace, NULL};

/* Past "Corrected error:" or "Uncorrected (Fatal) error:" or "...|". */
static const char *bits_of_row(const char *severity)
{
    const char *p = strchr(severity, '|');
    const char *q = strstr(severity, "rror:");

    if (q == NULL) {
        q = strstr(severity, "rrors:");
        return q != NULL ? q + 6 : (p != NULL ? p + 1 : NULL);
    }
    return q + 5;
}

/* "5 Corrected errors: Bad TLP" of --summary: nothing names the device. */
static bool read_summary(struct ak_facts *facts, const char *raw)
{
    const char *p = ak_text_skip_blanks(raw);
    const char *severity, *bits;
    struct ak_device *d;
    bool uncorrectable;
    uint64_t n;
    uint32_t status;

    if (!ak_text_number(&p, &n) || !find_severity(p, &uncorrectable, &severity) ||
        severity - p > 2 || (bits = strstr(severity, "rrors:")) == NULL)
        return false;
    facts->notes.summary_without_device = true;
    d = ak_facts_labelled(facts, "unknown");
    d->pooled = true;
    status = read_bits(bits + 6, uncorrectable);
    for (int b = 0; b < AK_BIT_AER_COUNT; b++) {
        enum ak_bit bit = (enum ak_bit)b;
        if (ak_bit_is_uncorrectable(bit) == uncorrectable &&
            (status >> ak_bit_position(bit) & 1) != 0)
            ak_facts_add(d, AK_CHANNEL_RAS_LIST, bit, n);
    }
    if (status == 0) {
        d->uncounted += n;
        d->other_uncorrectable |= uncorrectable;
    }
    return true;
}

struct list_state {
    bool in_aer;
};

static bool read_list(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct list_state *st = state;
    const char *raw = line->raw;
    const char *p = ak_text_skip_blanks(raw);
    const char *end, *severity, *bits;
    struct ak_addr addr;
    bool uncorrectable;
    uint64_t n;

    if (strstr(raw, "PCIe AER events") != NULL) {
        st->in_aer = true;
        return false; /* a heading alone is no evidence */
    }
    if (st->in_aer && (strncmp(raw, "No ", 3) == 0 || strstr(raw, " events:") != NULL))
        st->in_aer = false;
    if (!isdigit((unsigned char)*p) || !ak_text_number(&p, &n))
        return false;
    if (st->in_aer && read_summary(facts, raw))
        return true;
    if ((*p != ' ' && *p != '|') || ak_addr_find(p, &addr, &end) == NULL)
        return false;
    if (!find_severity(end, &uncorrectable, &severity) || severity - end > 2)
        return false;
    bits = bits_of_row(severity);
    if (bits == NULL)
        return false;
    add_event(facts, &addr, AK_CHANNEL_RAS_LIST, read_bits(bits, uncorrectable), uncorrectable,
              ak_stamp_read(p + 1, end));
    return true;
}

const struct ak_format ak_format_rasdaemon = {"rasdaemon", sizeof(struct list_state), true,
                                              read_list, NULL};
