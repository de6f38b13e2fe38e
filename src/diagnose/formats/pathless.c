/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The content of sysfs counter files pasted without the path that says whose they are.
 * Not here: counters with a path (fmt_sysfs.c).
 *
 * Each block is taken for a device of its own: that two of them are readings of one device cannot
 * be known.
 */
#include <stdio.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

#define MOST_BLOCKS 64u

struct state {
    struct ak_device *device; /* of the open block */
};

/* "NAME 12" and nothing else, spelt as the kernel does: these words are in other texts, too. */
static bool read_row(const char *s, const char *name, uint64_t *value)
{
    if (!ak_text_take(&s, name) || *s++ != ' ')
        return false;
    return ak_text_number(&s, value) && ak_text_is_blank(s);
}

static void open_block(struct ak_facts *facts, struct state *st)
{
    char label[32] = "unknown";

    if (facts->notes.pathless_blocks >= MOST_BLOCKS)
        return;
    if (++facts->notes.pathless_blocks > 1)
        (void)snprintf(label, sizeof label, "unknown-%u", facts->notes.pathless_blocks);
    st->device = ak_facts_labelled(facts, label);
    st->device->pathless = true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    static const char *const names[] = {"RxErr", "BadTLP", "BadDLLP", "Rollover", "Timeout"};
    struct state *st = state;
    const char *s = ak_text_skip_blanks(line->raw);
    uint64_t value;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        enum ak_bit bit = ak_bit_from_name(names[i], strlen(names[i]));
        if (!read_row(s, names[i], &value))
            continue;
        if (i == 0 || (i < 3 && st->device == NULL)) /* the first row of the file, or of a part */
            open_block(facts, st);
        if (st->device != NULL)
            ak_facts_set(st->device, bit, value);
        return st->device != NULL;
    }
    if (st->device != NULL && read_row(s, "TOTAL_ERR_COR", &value)) {
        st->device->total_correctable = value;
        st->device->total_read = true;
        st->device = NULL;
        return true;
    }
    /* Rows of other layers lie between these: the block ends with its sum or the next RxErr. */
    return false;
}

const struct ak_format ak_format_pathless = {"sysfs", sizeof(struct state), false, read_line, NULL};
