/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reports that drivers write themselves: the RAS syndrome of qaic accelerators.
 * Not here: AER records (formats/aer_log.c).
 */
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

struct state {
    bool open;
    struct ak_addr addr;
};

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *body = ak_text_skip_blanks(line->body);
    const char *key, *end, *p;
    enum ak_bit bit;
    uint64_t n;

    key = strstr(body, "RAS event");
    if (key != NULL) {
        st->open = ak_addr_find(body, &st->addr, &end) != NULL && end < key;
        return st->open;
    }
    if (!st->open)
        return false;
    key = strstr(body, " count ");
    if (key == NULL)
        return false;
    bit = ak_bit_from_name(body, (size_t)(key - body));
    p = ak_text_skip_blanks(key + 7);
    if (bit == AK_BIT_UNKNOWN || !ak_text_number(&p, &n))
        return false;
    ak_facts_set(ak_facts_device(facts, &st->addr), bit, n);
    return true;
}

const struct ak_format ak_format_driver_ras = {"driver-ras", sizeof(struct state), true, read_line,
                                               NULL};
