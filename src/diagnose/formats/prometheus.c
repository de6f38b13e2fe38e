/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Metrics in Prometheus text form: DCGM, AMD and other exporters.
 * Not here: the tools these exporters read (formats/nvidia.c, formats/amd.c).
 *
 * The help text of a metric is not looked at: some is copied from another one. Rows that differ in
 * an instance label only (MIG) repeat one physical counter.
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

/* The value of label `name` inside `labels`. */
static bool find_label(const char *labels, const char *name, const char **value, size_t *length)
{
    size_t n = strlen(name);

    for (const char *p = strstr(labels, name); p != NULL; p = strstr(p + 1, name)) {
        if ((p[-1] == '{' || p[-1] == ',' || p[-1] == ' ') && p[n] == '=' && p[n + 1] == '"') {
            *value = p + n + 2;
            *length = strcspn(*value, "\"");
            return true;
        }
    }
    return false;
}

static struct ak_device *device_of(struct ak_facts *facts, const char *labels)
{
    static const char *const addresses[] = {"pci_bus_id",  "pcie_bus_id", "bus_id",
                                            "pci_address", "pci_bdf",     "bdf",
                                            "pci",         "device",      "address"};
    static const char *const names[] = {"UUID", "uuid", "gpu", "gpu_id", "device", "instance"};
    struct ak_addr addr;
    const char *value;
    char label[64];
    size_t n;

    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        if (find_label(labels, addresses[i], &value, &n) && ak_addr_read(&value, &addr))
            return ak_facts_device(facts, &addr);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (find_label(labels, names[i], &value, &n) && n > 0) {
            size_t lead = strlen(names[i]);
            ak_text_label(label, 12, names[i], lead);
            ak_text_label(label + strlen(label), sizeof label - strlen(label), "-", 1);
            ak_text_label(label + strlen(label), sizeof label - strlen(label), value, n);
            return ak_facts_labelled(facts, label);
        }
    }
    return ak_facts_labelled(facts, "unknown");
}

static bool is_metric_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == ':';
}

static bool read_metric(struct ak_facts *facts, const struct ak_line *line, bool dcgm)
{
    const char *s = ak_text_skip_blanks(line->raw);
    const char *close, *p, *ignored;
    struct ak_device *d;
    enum ak_bit bit;
    size_t n = 0, length;
    uint64_t value;

    while (is_metric_char(s[n]))
        n++;
    if (n == 0 || s[n] != '{' || dcgm != (strncmp(s, "DCGM", 4) == 0))
        return false;
    bit = ak_bit_from_name(s, n);
    close = strrchr(s + n, '}');
    if (bit >= AK_BIT_COUNT || close == NULL)
        return false;
    p = ak_text_skip_blanks(close + 1);
    if (!ak_text_number(&p, &value))
        return false;
    d = device_of(facts, s + n);
    if (find_label(s + n, "GPU_I_ID", &ignored, &length)) {
        d->instances++;
        facts->notes.counter_copies++;
    }
    if (strncmp(s, "DCGM", 4) == 0 || strstr(s, "gpu") != NULL)
        d->port = AK_PORT_ENDPOINT;
    ak_facts_set(d, bit, value);
    return true;
}

static bool read_dcgm(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    (void)state;
    return read_metric(facts, line, true);
}

const struct ak_format ak_format_dcgm = {"dcgm", 0, false, read_dcgm, NULL};

/* The names without a maker's prefix are those of AMD's exporter. */
static bool read_amd(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    (void)state;
    return read_metric(facts, line, false);
}

const struct ak_format ak_format_amd_exporter = {"amd-smi", 0, false, read_amd, NULL};
