/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole diagnosis: facts, links, verdicts, warnings.
 * Not here: how it is printed (report_*.c).
 */
#include "diagnose/diagnosis.h"

#include <stdlib.h>
#include <string.h>

#include "diagnose/verdict/warnings.h"

struct ak_diagnosis *ak_diagnosis_new(void)
{
    struct ak_diagnosis *d = calloc(1, sizeof *d);

    if (d != NULL)
        ak_facts_begin(&d->facts);
    return d;
}

void ak_diagnosis_reopen(struct ak_diagnosis *d)
{
    ak_verdicts_end(&d->verdicts);
    ak_pairs_end(&d->pairs);
    ak_strings_end(&d->warnings);
    free(d->order);
    d->order = NULL;
}

void ak_diagnosis_end(struct ak_diagnosis *d)
{
    if (d == NULL)
        return;
    ak_diagnosis_reopen(d);
    ak_facts_end(&d->facts);
    free(d);
}

enum ak_read_status ak_diagnosis_read(struct ak_diagnosis *d, FILE *stream)
{
    return ak_formats_read(&d->facts, stream, d->most_bytes, &d->lines, &d->bytes);
}

static int compare_devices(const void *left, const void *right)
{
    const struct ak_device *a = *(const struct ak_device *const *)left;
    const struct ak_device *b = *(const struct ak_device *const *)right;

    if (a->has_addr != b->has_addr)
        return a->has_addr ? -1 : 1;
    return a->has_addr ? ak_addr_compare(&a->addr, &b->addr) : strcmp(a->label, b->label);
}

/* Everything that follows goes by address, whatever the order of the input. */
static bool sort_devices(struct ak_diagnosis *d)
{
    size_t n = d->facts.device_count;

    /* An array of pointers. NOLINTNEXTLINE(bugprone-sizeof-expression) */
    d->order = calloc(n + 1, sizeof *d->order);
    if (d->order == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        d->order[i] = d->facts.devices[i];
    /* NOLINTNEXTLINE(bugprone-sizeof-expression) */
    qsort(d->order, n, sizeof *d->order, compare_devices);
    return true;
}

/* A record began, but its status word, which says what happened, is not in the input. */
static bool has_cut_record(const struct ak_diagnosis *d)
{
    for (size_t i = 0; i < d->facts.device_count; i++) {
        if (d->facts.devices[i]->cut_records > 0)
            return true;
    }
    return d->facts.notes.cut_records > 0 || d->facts.notes.headers_only > 0;
}

bool ak_diagnosis_conclude(struct ak_diagnosis *d)
{
    if (!sort_devices(d) || !ak_pairs_build(&d->pairs, &d->facts) ||
        !ak_verdicts_build(&d->verdicts, &d->facts, &d->pairs, d->busy))
        return false;
    ak_warnings_add(&d->warnings, &d->facts);
    d->found = d->verdicts.count > 0 || has_cut_record(d) || d->facts.notes.unknown_severity > 0;
    return true;
}

/* Firmware-first records come with aer_status lines in the form of the kernel log. */
static bool belongs_to_apei(const struct ak_diagnosis *d, const struct ak_format *format)
{
    if (format != &ak_format_aer_log)
        return false;
    for (size_t i = 0; i < ak_format_count; i++) {
        if (ak_formats[i] == &ak_format_apei && (d->facts.notes.formats >> i & 1) != 0)
            return true;
    }
    return false;
}

const char *ak_diagnosis_format(const struct ak_diagnosis *d)
{
    const char *name = "none";

    for (size_t i = 0; i < ak_format_count; i++) {
        if ((d->facts.notes.formats >> i & 1) == 0 || ak_formats[i] == &ak_format_context ||
            belongs_to_apei(d, ak_formats[i]))
            continue;
        if (strcmp(name, "none") != 0 && strcmp(name, ak_formats[i]->name) != 0)
            return "mixed";
        name = ak_formats[i]->name;
    }
    return name;
}

const char *ak_diagnosis_without_verdict(const struct ak_diagnosis *d)
{
    if (has_cut_record(d))
        return "PCI Express errors were reported, but the lines that say which are missing. Give "
               "the lines that follow in the log as well: error status/mask=... and the bits.";
    for (size_t i = 0; i < d->facts.device_count; i++) {
        if (d->facts.devices[i]->counters_read || d->facts.devices[i]->register_read)
            return "Error counters or status bits were read, and all of them are zero. Bits that "
                   "are masked never show, and status bits are lost when they are cleared.";
    }
    return "No AER record or error counter was recognised in the input.";
}
