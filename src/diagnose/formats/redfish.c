/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Redfish: the PCIeErrors object of processor, port and device metrics, pretty or on one line.
 * Not here: other JSON (formats/amd.c).
 *
 * Only keys of whole words are looked for, so that a document of any size is read in one pass.
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

struct state {
    bool open; /* an @odata.id was seen */
    char label[64];
};

/* The last collection member of the id: ".../Processors/GPU_2/ProcessorMetrics" is GPU_2. */
static void read_id(struct state *st, const char *value, size_t length)
{
    size_t begin, end = length;

    while (end > 0 && value[end - 1] != '/')
        end--;
    if (length - end < 7 || strncmp(value + length - 7, "Metrics", 7) != 0)
        end = length + 1;
    begin = end > 0 ? end - 1 : 0;
    while (begin > 0 && value[begin - 1] != '/')
        begin--;
    if (end > begin + 1)
        ak_text_label(st->label, sizeof st->label, value + begin, end - 1 - begin);
    st->open = true;
}

static bool read_pair(struct ak_facts *facts, struct state *st, const char *key, size_t length,
                      const char *value)
{
    enum ak_bit bit;
    uint64_t n;

    if (length == 9 && strncmp(key, "@odata.id", 9) == 0 && *value == '"') {
        read_id(st, value + 1, strcspn(value + 1, "\""));
        return false;
    }
    if (!st->open || !ak_text_number(&value, &n))
        return false;
    bit = ak_bit_from_name(key, length);
    if (bit >= AK_BIT_COUNT)
        return false;
    struct ak_device *d = ak_facts_labelled(facts, st->label[0] != '\0' ? st->label : "unknown");
    if (strncmp(st->label, "GPU", 3) == 0)
        d->port = AK_PORT_ENDPOINT;
    ak_facts_set(d, bit, n);
    return true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *s = line->raw;
    bool any = false;

    if (strchr(s, '"') == NULL || (!st->open && strstr(s, "@odata") == NULL))
        return false;
    while ((s = strchr(s, '"')) != NULL) {
        const char *key = s + 1;
        size_t n = strcspn(key, "\"");

        if (key[n] == '\0')
            break;
        s = ak_text_skip_blanks(key + n + 1);
        if (*s != ':')
            continue;
        s = ak_text_skip_blanks(s + 1);
        any |= read_pair(facts, st, key, n, s);
        if (*s == '"')
            s += 1 + strcspn(s + 1, "\"");
        if (*s == '"')
            s++;
    }
    return any;
}

const struct ak_format ak_format_redfish = {"redfish", sizeof(struct state), false, read_line,
                                            NULL};
