/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The content of sysfs counter files pasted without the path that says whose they are.
 * Not here: counters with a path (sysfs.c).
 *
 * A device has one aer_dev_correctable, one aer_dev_fatal and one aer_dev_nonfatal. Blocks that
 * follow each other are taken for one device's until one of its three files comes a second time:
 * that two of them are readings of one device cannot be known.
 */
#include <stdio.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

#define MOST_BLOCKS 64u

struct state {
    struct ak_device *device; /* of the newest block; NULL before the first */
    bool correctable_open;    /* within a block of aer_dev_correctable */
    bool uncorrectable_open;  /* within a block of aer_dev_fatal or aer_dev_nonfatal */
    bool has_correctable;     /* of the device */
    unsigned uncorrectable_blocks;
};

/* "NAME 12" and nothing else, spelt as the kernel does: these words are in other texts, too. */
static bool read_row(const char *s, const char *name, uint64_t *value)
{
    if (!ak_text_take(&s, name) || *s++ != ' ') {
        return false;
    }
    return ak_text_number(&s, value) && ak_text_is_blank(s);
}

static void open_device(struct ak_facts *facts, struct state *st)
{
    char label[32] = "unknown";

    st->device = NULL;
    st->has_correctable = false;
    st->uncorrectable_blocks = 0;
    if (facts->notes.pathless_blocks >= MOST_BLOCKS) {
        return;
    }
    if (++facts->notes.pathless_blocks > 1) {
        (void)snprintf(label, sizeof label, "unknown-%u", facts->notes.pathless_blocks);
    }
    st->device = ak_facts_labelled(facts, label);
    st->device->pathless = true;
}

static void open_correctable(struct ak_facts *facts, struct state *st)
{
    if (st->device == NULL || st->has_correctable) {
        open_device(facts, st);
    }
    st->has_correctable = true;
    st->correctable_open = true;
    st->uncorrectable_open = false;
}

static void open_uncorrectable(struct ak_facts *facts, struct state *st)
{
    if (st->device == NULL || st->uncorrectable_blocks == 2) {
        open_device(facts, st);
    }
    st->uncorrectable_blocks++;
    st->uncorrectable_open = true;
    st->correctable_open = false;
}

static bool read_correctable(struct ak_facts *facts, struct state *st, const char *s)
{
    static const char *const names[] = {"RxErr", "BadTLP", "BadDLLP", "Rollover", "Timeout"};
    uint64_t value;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!read_row(s, names[i], &value)) {
            continue;
        }
        if (i == 0 ||
            (i < 3 && !st->correctable_open)) { /* the first row of a file, or of a part */
            open_correctable(facts, st);
        }
        if (!st->correctable_open || st->device == NULL) {
            return false;
        }
        ak_facts_set(st->device, ak_bit_from_name(names[i], strlen(names[i])), value);
        return true;
    }
    if (st->correctable_open && st->device != NULL && read_row(s, "TOTAL_ERR_COR", &value)) {
        st->device->total_correctable = value;
        st->device->total_read = true;
        st->correctable_open = false;
        return true;
    }
    return false;
}

/* Fatal and non-fatal counts of a bit are added. */
static void add_uncorrectable(struct ak_device *d, enum ak_bit bit, uint64_t value)
{
    if (ak_bit_is_uncorrectable(bit)) {
        d->count[AK_CHANNEL_COUNTER][bit] += value;
    } else if (bit == AK_BIT_OTHER && value > 0) {
        d->uncounted += value;
        d->other_uncorrectable = true;
    }
}

static bool read_uncorrectable(struct ak_facts *facts, struct state *st, const char *s)
{
    const char *space = strchr(s, ' ');
    char name[32];
    uint64_t value;

    if (space == NULL || (size_t)(space - s) >= sizeof name) {
        return false;
    }
    memcpy(name, s, (size_t)(space - s));
    name[space - s] = '\0';
    if (!read_row(s, name, &value)) {
        return false;
    }
    if (strcmp(name, "DLP") == 0) { /* the first row that says something of the link */
        open_uncorrectable(facts, st);
    }
    if (!st->uncorrectable_open || st->device == NULL) {
        return false;
    }
    if (strcmp(name, "TOTAL_ERR_FATAL") == 0 || strcmp(name, "TOTAL_ERR_NONFATAL") == 0) {
        st->uncorrectable_open = false;
        return true;
    }
    add_uncorrectable(st->device, ak_bit_from_name(name, strlen(name)), value);
    return true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    const char *s = ak_text_skip_blanks(line->raw);

    /* Rows of other layers lie between these: a block ends with its sum or the next one's begin. */
    return read_correctable(facts, state, s) || read_uncorrectable(facts, state, s);
}

const struct ak_format ak_format_pathless = {"sysfs", sizeof(struct state), false, read_line, NULL};
