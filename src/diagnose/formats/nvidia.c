/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nvidia-smi -q and -q -x, nvidia-smi pci -gErrCnt, and NVML field values by number or by name.
 * Not here: DCGM and other exporters (formats/prometheus.c).
 *
 * "Replays" is what the GPU sent again; it does not say which direction was damaged.
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

struct state {
    bool open;
    bool generation; /* inside "PCIe Generation" */
    bool width;
    struct ak_device *device;
};

/* NVML_FI_DEV_PCIE_*: the numbers of nvml.h. */
static enum ak_bit bit_from_field(uint64_t field)
{
    switch (field) {
    case 94:
        return AK_BIT_REPLAYS;
    case 95:
        return AK_BIT_ROLLOVER;
    case 169:
        return AK_BIT_RECOVERIES;
    case 174:
        return AK_BIT_NAKS_RECEIVED;
    case 175:
        return AK_BIT_RXERR;
    case 176:
        return AK_BIT_BADTLP;
    case 177:
        return AK_BIT_NAKS_SENT;
    case 178:
        return AK_BIT_BADDLLP;
    default:
        return AK_BIT_UNKNOWN;
    }
}

/* "GPU 00000000:C1:00.0", "<gpu id=...>", "busId 00000000:0A:00.0", "GPU 0: ...". */
static bool read_device(struct ak_facts *facts, struct state *st, const char *s)
{
    const char *id = ak_text_find_nocase(s, "busId");
    const char *end, *p = s;
    struct ak_addr addr;
    uint64_t n;
    char label[64];

    if (id == NULL && strncmp(s, "GPU ", 4) != 0 && strncmp(s, "<gpu id=", 8) != 0)
        return false;
    if (ak_addr_find(id != NULL ? id : s, &addr, &end) != NULL) {
        st->device = ak_facts_device(facts, &addr);
    } else if (ak_text_take(&p, "GPU ") && ak_text_number(&p, &n) && *p == ':') {
        ak_text_label(label, sizeof label, "GPU-", 4);
        ak_text_label(label + 4, sizeof label - 4, s + 4, (size_t)(p - s) - 4);
        st->device = ak_facts_labelled(facts, label);
    } else {
        return false;
    }
    st->device->port = AK_PORT_ENDPOINT;
    st->open = true;
    return true;
}

static uint32_t generation_mts(uint64_t generation)
{
    static const uint32_t rates[] = {0, 2500, 5000, 8000, 16000, 32000, 64000};

    return generation < sizeof rates / sizeof rates[0] ? rates[generation] : 0;
}

static void read_link(struct state *st, const char *s, const char *value)
{
    struct ak_link_state *link = &st->device->link;
    uint64_t n;
    bool max = strncmp(s, "Max", 3) == 0 || strncmp(s, "<max_link", 9) == 0;
    bool now = strncmp(s, "Current ", 8) == 0 || strncmp(s, "<current_link", 13) == 0;

    if (!max && !now)
        return;
    for (n = 0; isdigit((unsigned char)*value); value++)
        n = (n * 10 + (uint64_t)(*value - '0')) & 0xFFFF;
    if (st->generation || strstr(s, "link_gen") != NULL)
        *(max ? &link->cap_mts : &link->now_mts) = generation_mts(n);
    else if ((st->width || strstr(s, "link_width") != NULL) && n <= 32)
        *(max ? &link->cap_width : &link->now_width) = (uint32_t)n;
}

/* "Name : value", "NAME: value" or "<name>value</name>". */
static bool read_named(struct state *st, const char *s)
{
    const char *value = strpbrk(s, ":>=");
    enum ak_bit bit;
    uint64_t n;

    if (value == NULL && strncmp(s, "NVML_FI_", 8) == 0)
        value = strpbrk(s, " \t,");
    if (value == NULL)
        return false;
    bit = ak_bit_from_name(s, (size_t)(value - s));
    value = ak_text_skip_blanks(value + 1);
    if (bit == AK_BIT_OTHER || bit == AK_BIT_UNKNOWN) {
        read_link(st, s, value);
        return false;
    }
    if (!ak_text_number(&value, &n))
        return true; /* N/A */
    ak_facts_set(st->device, bit, n);
    return true;
}

/* "fieldId 176 value 5198" and the like. */
static bool read_field(struct state *st, const char *s)
{
    const char *p = ak_text_find_nocase(s, "field");
    enum ak_bit bit;
    uint64_t field, value;

    if (p == NULL)
        return false;
    p += strcspn(p, "0123456789");
    if (!ak_text_number(&p, &field))
        return false;
    p += strcspn(p, "0123456789");
    bit = bit_from_field(field);
    if (bit == AK_BIT_UNKNOWN || !ak_text_number(&p, &value))
        return false;
    ak_facts_set(st->device, bit, value);
    return true;
}

static void read_mode(struct ak_facts *facts, struct state *st, const char *s)
{
    if (strncmp(s, "PCIe Generation", 15) == 0)
        st->generation = true, st->width = false;
    else if (strncmp(s, "Link Width", 10) == 0)
        st->width = true, st->generation = false;
    else if (strncmp(s, "Bridge Chip", 11) == 0)
        st->width = st->generation = false;
    else if (strncmp(s, "Performance State", 17) == 0 ||
             strncmp(s, "<performance_state>", 19) == 0) {
        const char *p = strpbrk(s, ":>");
        p = p != NULL ? ak_text_skip_blanks(p + 1) : s;
        if (p[0] == 'P' && p[1] >= '5' && p[1] <= '9') {
            st->device->link.idle = true;
            facts->notes.says_idle = true;
        }
    }
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *s = ak_text_skip_blanks(line->raw);

    if (line->body != line->raw)
        return false;
    if (read_device(facts, st, s))
        return false;
    if (!st->open && strncmp(s, "NVML_FI_DEV_PCIE", 16) == 0) {
        st->device = ak_facts_labelled(facts, "unknown");
        st->device->port = AK_PORT_ENDPOINT;
        st->open = true;
    }
    if (!st->open)
        return false;
    read_mode(facts, st, s);
    return read_named(st, s) || read_field(st, s);
}

const struct ak_format ak_format_nvidia = {"nvidia-smi", sizeof(struct state), false, read_line,
                                           NULL};
