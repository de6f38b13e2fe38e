/* SPDX-License-Identifier: Apache-2.0 */
/*
 * amd-smi metric --pcie, as text or as JSON.
 * Not here: its exporter (formats/prometheus.c), pcie_replay_count of the driver (formats/sysfs.c).
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

struct state {
    bool open;
    struct ak_device *device;
};

static bool read_device(struct ak_facts *facts, struct state *st, const char *s)
{
    const char *p = s;
    const char *end;
    struct ak_addr addr;
    struct ak_device *named;
    char label[64] = "GPU-";
    uint64_t n;

    if (*p == '"')
        p++;
    if (ak_text_take_nocase(&p, "bdf")) {
        if (ak_addr_find(p, &addr, &end) == NULL)
            return false;
        named = ak_facts_device(facts, &addr);
    } else if (ak_text_take_nocase(&p, "gpu\"") || ak_text_take_nocase(&p, "gpu:")) {
        p += strcspn(p, "0123456789");
        end = p;
        if (!ak_text_number(&p, &n))
            return false;
        ak_text_label(label + 4, sizeof label - 4, end, (size_t)(p - end));
        named = ak_facts_labelled(facts, label);
    } else {
        return false;
    }
    st->device = named;
    st->device->port = AK_PORT_ENDPOINT;
    st->open = true;
    return true;
}

/* rocm-smi: "GPU[0]          : PCIe Replay Count: 12" */
static bool read_rocm(struct ak_facts *facts, const char *s)
{
    const char *p = strstr(s, "Replay Count:");
    struct ak_device *d;
    char label[64] = "GPU-";
    uint64_t n;

    if (p == NULL || strncmp(s, "GPU[", 4) != 0)
        return false;
    ak_text_label(label + 4, sizeof label - 4, s + 4, strcspn(s + 4, "]"));
    p = ak_text_skip_blanks(p + 13);
    if (!ak_text_number(&p, &n))
        return false;
    d = ak_facts_labelled(facts, label);
    d->port = AK_PORT_ENDPOINT;
    d->replay_sum = true;
    ak_facts_set(d, AK_BIT_REPLAYS, n);
    return true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *s = ak_text_skip_blanks(line->raw);
    const char *value;
    enum ak_bit bit;
    uint64_t n;

    if (line->body != line->raw)
        return false;
    if (read_rocm(facts, s))
        return true;
    if (read_device(facts, st, s) || !st->open)
        return false;
    value = strchr(s, ':');
    if (value == NULL)
        return false;
    bit = ak_bit_from_name(s, (size_t)(value - s));
    value++;
    value += strspn(value, " \t\"");
    if (bit < AK_BIT_ROLLOVER || bit >= AK_BIT_COUNT || !ak_text_number(&value, &n))
        return false;
    ak_facts_set(st->device, bit, n);
    return true;
}

const struct ak_format ak_format_amd = {"amd-smi", sizeof(struct state), false, read_line, NULL};
