/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nvidia-smi --query-gpu=... --format=csv: the columns are named by the header or the command line.
 * Not here: nvidia-smi -q and the other forms (formats/nvidia.c).
 */
#include <stdio.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

#define MOST_COLUMNS 64

enum column {
    COLUMN_OTHER,
    COLUMN_ADDRESS,
    COLUMN_INDEX,
    COLUMN_NAME,
    COLUMN_REPLAYS,
    COLUMN_GEN_NOW,
    COLUMN_GEN_MAX,
    COLUMN_WIDTH_NOW,
    COLUMN_WIDTH_MAX
};

struct state {
    unsigned count; /* 0: no column names were read */
    enum column columns[MOST_COLUMNS];
};

struct row {
    bool has_addr, has_index, has_replays;
    struct ak_addr addr;
    uint64_t index, replays;
    const char *name;
    size_t name_length;
    struct ak_link_state link;
};

static enum column column_of(const char *s, size_t length)
{
    static const struct {
        const char *name;
        enum column column;
    } names[] = {
        {"pci.bus_id", COLUMN_ADDRESS},
        {"gpu_bus_id", COLUMN_ADDRESS},
        {"index", COLUMN_INDEX},
        {"name", COLUMN_NAME},
        {"gpu_name", COLUMN_NAME},
        {"pcie.replay_counter", COLUMN_REPLAYS},
        {"pcie.link.gen.current", COLUMN_GEN_NOW},
        {"pcie.link.gen.gpucurrent", COLUMN_GEN_NOW},
        {"pcie.link.gen.max", COLUMN_GEN_MAX},
        {"pcie.link.width.current", COLUMN_WIDTH_NOW},
        {"pcie.link.width.max", COLUMN_WIDTH_MAX},
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i].name) == length && strncmp(s, names[i].name, length) == 0)
            return names[i].column;
    }
    return COLUMN_OTHER;
}

/* "index, pcie.replay_counter" up to the end, or up to the next option of a command line. */
static void read_columns(struct state *st, const char *s)
{
    st->count = 0;
    while (st->count < MOST_COLUMNS) {
        size_t n;
        s = ak_text_skip_blanks(s);
        n = strcspn(s, ", \t\"'");
        st->columns[st->count++] = column_of(s, n);
        s += n;
        if (*s++ != ',')
            return;
    }
}

static uint32_t generation_mts(uint64_t generation)
{
    static const uint32_t rates[] = {0, 2500, 5000, 8000, 16000, 32000, 64000};

    return generation < sizeof rates / sizeof rates[0] ? rates[generation] : 0;
}

static void read_number(struct row *row, enum column column, uint64_t n)
{
    switch (column) {
    case COLUMN_INDEX:
        row->has_index = true;
        row->index = n;
        break;
    case COLUMN_REPLAYS:
        row->has_replays = true;
        row->replays = n;
        break;
    case COLUMN_GEN_NOW:
        row->link.now_mts = generation_mts(n);
        break;
    case COLUMN_GEN_MAX:
        row->link.cap_mts = generation_mts(n);
        break;
    case COLUMN_WIDTH_NOW:
        row->link.now_width = n <= 32 ? (uint32_t)n : 0;
        break;
    case COLUMN_WIDTH_MAX:
        row->link.cap_width = n <= 32 ? (uint32_t)n : 0;
        break;
    case COLUMN_OTHER:
    case COLUMN_ADDRESS:
    case COLUMN_NAME:
        break;
    }
}

static void read_cell(struct row *row, enum column column, const char *s, size_t length)
{
    const char *p = s, *end;
    char digits[24];
    uint64_t n;

    if (column == COLUMN_ADDRESS) {
        row->has_addr = ak_addr_find(s, &row->addr, &end) == s && end <= s + length;
    } else if (column == COLUMN_NAME) {
        row->name = s;
        row->name_length = length;
    } else if (length > 0 && length < sizeof digits) {
        (void)snprintf(digits, sizeof digits, "%.*s", (int)length, s); /* "12, 7" is no "12,7" */
        p = digits;
        if (ak_text_number(&p, &n) && ak_text_is_blank(p))
            read_number(row, column, n);
    }
}

/* False unless the line has as many cells as there are columns. */
static bool read_row(const struct state *st, struct row *row, const char *s)
{
    for (unsigned i = 0; i < st->count; i++) {
        size_t n;
        s = ak_text_skip_blanks(s);
        n = strcspn(s, ",");
        if (st->columns[i] != COLUMN_OTHER)
            read_cell(row, st->columns[i], s, n);
        s += n;
        if (*s != (i + 1 < st->count ? ',' : '\0'))
            return false;
        s += *s == ',';
    }
    return row->has_replays;
}

static void take_row(struct ak_facts *facts, const struct row *row)
{
    char label[64] = "unknown", model[80];
    struct ak_device *d;

    if (!row->has_addr && row->has_index)
        (void)snprintf(label, sizeof label, "GPU-%llu", (unsigned long long)row->index);
    d = row->has_addr ? ak_facts_device(facts, &row->addr) : ak_facts_labelled(facts, label);
    d->port = AK_PORT_ENDPOINT;
    ak_facts_set(d, AK_BIT_REPLAYS, row->replays);
    if (row->name != NULL) {
        (void)snprintf(model, sizeof model, "%.*s", (int)(row->name_length & 0xFFFF), row->name);
        ak_device_set_model(d, model);
    }
    if (row->link.now_mts != 0 && row->link.now_width != 0) {
        d->link.now_mts = row->link.now_mts;
        d->link.now_width = row->link.now_width;
    }
    if (row->link.cap_mts != 0)
        d->link.cap_mts = row->link.cap_mts;
    if (row->link.cap_width != 0)
        d->link.cap_width = row->link.cap_width;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *query;
    struct row row = {0};

    if (strstr(line->raw, "pcie.replay_counter") != NULL) {
        query = strstr(line->raw, "--query-gpu=");
        if (query != NULL || strchr(line->raw, '-') == NULL)
            read_columns(st, query != NULL ? query + 12 + strspn(query + 12, "\"'") : line->raw);
        return false; /* names alone are no evidence */
    }
    if (st->count == 0 || !read_row(st, &row, line->raw))
        return false;
    take_row(facts, &row);
    return true;
}

const struct ak_format ak_format_nvidia_csv = {"nvidia-smi", sizeof(struct state), false, read_line,
                                               NULL};
