/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The counters Linux keeps in sysfs: aer_dev_correctable, _fatal, _nonfatal, aer_rootport_total_*,
 * and pcie_replay_count of amdgpu; as grep -r, tail, cat, a prompt, or ttar print them.
 * Not here: counters in prose (formats/prose.c).
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

enum file { FILE_NONE, FILE_CORRECTABLE, FILE_FATAL, FILE_NONFATAL, FILE_OTHER, FILE_REPLAYS };

struct state {
    enum file file;
    bool have_addr;
    struct ak_addr addr;
    uint64_t dlp[2], sdes[2]; /* fatal and non-fatal are added */
    struct ak_addr sum_addr;
    struct ak_stamp date;
};

static enum file file_at(const char *s, const char **name_end)
{
    static const struct {
        const char *name;
        enum file file;
    } files[] = {
        {"aer_dev_correctable", FILE_CORRECTABLE}, {"aer_dev_fatal", FILE_FATAL},
        {"aer_dev_nonfatal", FILE_NONFATAL},       {"aer_rootport_total_err", FILE_OTHER},
        {"pcie_replay_count", FILE_REPLAYS},
    };

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *p = strstr(s, files[i].name);
        if (p != NULL) {
            p += strlen(files[i].name);
            while (islower((unsigned char)*p) || *p == '_')
                p++;
            *name_end = p;
            return files[i].file;
        }
    }
    return FILE_NONE;
}

/* The addresses in a path: each is the parent of the next. */
static bool read_path(struct ak_facts *facts, const char *s, const char *limit,
                      struct ak_addr *addr)
{
    struct ak_addr found;
    const char *end;
    bool any = false;

    while (ak_addr_find(s, &found, &end) != NULL && end <= limit) {
        if (any && s[0] == '/' && strchr(s, '/') == s) {
            const char *slash = strchr(s + 1, '/');
            struct ak_device *d = ak_facts_device(facts, &found);
            if (slash == NULL || slash >= end) {
                d->has_parent = true;
                d->parent = *addr;
            }
        }
        *addr = found;
        any = true;
        s = end;
    }
    return any;
}

static void set_uncorrectable(struct state *st, struct ak_device *d, enum ak_bit bit, uint64_t n)
{
    uint64_t *pair = bit == AK_BIT_DLP ? st->dlp : st->sdes;
    int which = st->file == FILE_FATAL ? 0 : 1;

    if (!ak_addr_equal(&st->sum_addr, &d->addr)) {
        memset(st->dlp, 0, sizeof st->dlp);
        memset(st->sdes, 0, sizeof st->sdes);
        st->sum_addr = d->addr;
    }
    pair[which] = n;
    d->count[AK_CHANNEL_COUNTER][bit] = pair[0] + pair[1];
}

static void set_correctable(struct state *st, struct ak_device *d, enum ak_bit bit, uint64_t value)
{
    uint64_t before = d->count[AK_CHANNEL_COUNTER][bit];

    if (d->readings[bit] > 0 && value >= before && st->date.clock != AK_CLOCK_NONE) {
        bool receive = bit < AK_BIT_ROLLOVER;
        ak_series_add(&d->series, st->date.us, receive ? value - before : 0,
                      receive ? 0 : value - before);
    }
    ak_facts_set(d, bit, value);
}

/* "Receiver Error 3": the value is the last word. */
static bool read_value(struct ak_facts *facts, struct state *st, const char *s)
{
    const char *last;
    const char *p;
    size_t n = strlen(s);
    struct ak_device *d;
    enum ak_bit bit;
    uint64_t value;

    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t'))
        n--;
    last = s + n;
    while (last > s && last[-1] != ' ' && last[-1] != '\t')
        last--;
    p = last;
    if (last == s || !st->have_addr || !ak_text_number(&p, &value) || p != s + n)
        return false;
    d = ak_facts_device(facts, &st->addr);
    if (strncmp(s, "TOTAL_ERR_COR", 13) == 0 && last - s < 16) {
        d->total_correctable = value;
        d->total_read = true;
        return true;
    }
    if (strncmp(s, "TOTAL_ERR_", 10) == 0)
        return true;
    bit = ak_bit_from_name(s, (size_t)(last - s));
    if (bit == AK_BIT_UNKNOWN || bit == AK_BIT_OTHER) {
        if (bit == AK_BIT_OTHER && value > 0 && st->file != FILE_CORRECTABLE) {
            d->uncounted += value;
            d->other_uncorrectable = true;
        }
        return bit == AK_BIT_OTHER;
    }
    if (st->file == FILE_CORRECTABLE && !ak_bit_is_uncorrectable(bit))
        set_correctable(st, d, bit, value);
    else if (st->file != FILE_CORRECTABLE && ak_bit_is_uncorrectable(bit))
        set_uncorrectable(st, d, bit, value);
    return true;
}

static bool read_single(struct ak_facts *facts, struct state *st, const char *s)
{
    uint64_t value;

    s = ak_text_skip_blanks(s);
    if (!ak_text_number(&s, &value) || !ak_text_is_blank(s))
        return false;
    if (st->file == FILE_REPLAYS && st->have_addr) {
        struct ak_device *d = ak_facts_device(facts, &st->addr);
        ak_facts_set(d, AK_BIT_REPLAYS, value);
        d->replay_sum = true;
    }
    st->file = FILE_NONE;
    return true;
}

static void note_sample_time(struct ak_facts *facts, struct state *st)
{
    struct ak_device *d = ak_facts_device(facts, &st->addr);

    if (st->date.clock == AK_CLOCK_NONE)
        return;
    if (!d->sampled)
        d->sample_first_us = st->date.us;
    d->sampled = true;
    d->sample_last_us = st->date.us;
}

static bool read_name(struct ak_facts *facts, struct state *st, const char *raw)
{
    const char *name_end = NULL;
    enum file file = file_at(raw, &name_end);
    struct ak_addr addr;

    if (file == FILE_NONE)
        return false;
    if (strstr(raw, "aer_dev_") != NULL)
        facts->notes.speaks_of_counters = true;
    if (read_path(facts, raw, name_end, &addr)) {
        st->addr = addr;
        st->have_addr = true;
    }
    st->file = file;
    if (st->have_addr && (file == FILE_CORRECTABLE || file == FILE_REPLAYS))
        note_sample_time(facts, st);
    if (*name_end == ':') {
        const char *s = ak_text_skip_blanks(name_end + 1);
        if (file == FILE_OTHER || file == FILE_REPLAYS)
            return read_single(facts, st, s);
        return read_value(facts, st, s);
    }
    return false; /* a name alone is no evidence */
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *raw = line->raw;
    struct ak_stamp date;

    if (strchr(raw, '_') != NULL && file_at(raw, &raw) != FILE_NONE)
        return read_name(facts, st, line->raw);
    raw = line->raw;
    if (isalpha((unsigned char)raw[0]) && strchr(raw, ':') != NULL && strlen(raw) < 40) {
        date = ak_stamp_read_date(raw);
        if (date.clock == AK_CLOCK_WALL)
            st->date = date;
    }
    if (st->file == FILE_NONE)
        return false;
    raw = ak_text_skip_blanks(raw);
    if (st->file == FILE_OTHER || st->file == FILE_REPLAYS)
        return read_single(facts, st, raw);
    return isupper((unsigned char)raw[0]) && read_value(facts, st, raw);
}

const struct ak_format ak_format_sysfs = {"sysfs", sizeof(struct state), false, read_line, NULL};
