/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Event counters of DesignWare controllers: debugfs dwc_pcie_NAME/rasdes_event_counters/EVENT/
 * counter_value with "Counter value: N", as grep -r or cat print them.
 * Not here: AER counters (formats/sysfs.c).
 */
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

struct state {
    bool open;
    enum ak_bit bit;
    char label[64];
};

static bool read_path(struct state *st, const char *raw)
{
    const char *dir = strstr(raw, "rasdes_event_counters/");
    const char *name = strstr(raw, "dwc_pcie_");
    const char *event;

    if (dir == NULL)
        return false;
    event = dir + 22;
    st->open = true;
    st->bit = ak_bit_from_name(event, strcspn(event, "/"));
    if (name != NULL && name < dir)
        ak_text_label(st->label, sizeof st->label, name, strcspn(name, "/"));
    else
        memcpy(st->label, "dwc_pcie", 9);
    return true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *p;
    uint64_t n;

    (void)read_path(st, line->raw);
    if (!st->open)
        return false;
    p = ak_text_find_nocase(line->raw, "counter value:");
    if (p == NULL)
        return false;
    p = ak_text_skip_blanks(p + 14);
    st->open = false;
    if (st->bit >= AK_BIT_COUNT || !ak_text_number(&p, &n))
        return false;
    ak_facts_set(ak_facts_labelled(facts, st->label), st->bit, n);
    return true;
}

const struct ak_format ak_format_dwc = {"dwc-rasdes", sizeof(struct state), false, read_line, NULL};
