/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SONiC: pcieutil pcie-aer, a table with a column per device.
 * Not here: the files it is made from (formats/sysfs.c).
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

#define COLUMNS 64

struct state {
    unsigned columns;
    bool correctable;
    struct ak_device *device[COLUMNS];
};

static void read_head(struct ak_facts *facts, struct state *st, const char *s)
{
    struct ak_addr addr;
    const char *end;

    st->columns = 0;
    st->correctable = strstr(s, "UNCOR") == NULL && strstr(s, "FATAL") == NULL;
    while (st->columns < COLUMNS && ak_addr_find(s, &addr, &end) != NULL) {
        st->device[st->columns++] = ak_facts_device(facts, &addr);
        s = end;
    }
}

static void set_cell(struct state *st, struct ak_device *d, enum ak_bit bit, uint64_t n)
{
    if (st->correctable)
        ak_facts_set(d, bit, n);
    else
        ak_facts_add(d, AK_CHANNEL_COUNTER, bit, n);
}

static bool read_row(struct state *st, const char *s)
{
    const char *name = ak_text_skip_blanks(s + 1);
    const char *bar = strchr(name, '|');
    size_t n = bar != NULL ? (size_t)(bar - name) : 0;
    bool total;
    enum ak_bit bit;

    if (bar == NULL)
        return false;
    total = strncmp(name, "TOTAL_ERR_COR", 13) == 0;
    bit = ak_bit_from_name(name, n);
    for (unsigned i = 0; i < st->columns && *bar == '|'; i++) {
        const char *p = ak_text_skip_blanks(bar + 1);
        uint64_t value;
        if (!ak_text_number(&p, &value))
            break;
        if (total) {
            st->device[i]->total_correctable = value;
            st->device[i]->total_read = true;
        } else if (bit < AK_BIT_AER_COUNT && ak_bit_is_uncorrectable(bit) != st->correctable) {
            set_cell(st, st->device[i], bit, value);
        } else if (bit == AK_BIT_OTHER && !st->correctable) {
            st->device[i]->uncounted += value;
            st->device[i]->other_uncorrectable |= value > 0;
        }
        st->device[i]->counters_read |= st->correctable;
        bar = ak_text_skip_blanks(p);
    }
    return bit != AK_BIT_UNKNOWN;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *s = ak_text_skip_blanks(line->raw);

    if (*s != '|')
        return false;
    if (strstr(s, "AER - ") != NULL) {
        read_head(facts, st, s);
        return false;
    }
    return st->columns > 0 && read_row(st, s);
}

const struct ak_format ak_format_sonic = {"sonic", sizeof(struct state), false, read_line, NULL};
