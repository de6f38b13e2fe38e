/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of formats and the loop over the lines.
 * Not here: any format (fmt_*.c).
 */
#include "diagnose/formats/formats.h"

#include <errno.h>
#include <stdlib.h>

/*
 * Narrow rows first; prose late, for it takes what a person wrote, and last the counters that no
 * other row knew the device of.
 */
const struct ak_format *const ak_formats[] = {
    &ak_format_trace,      &ak_format_apei,       &ak_format_aer_log,      &ak_format_aer_block,
    &ak_format_driver_ras, &ak_format_context,    &ak_format_inject,       &ak_format_rasdaemon,
    &ak_format_dwc,        &ak_format_sysfs_link, &ak_format_sysfs,        &ak_format_lspci,
    &ak_format_lspci_tree, &ak_format_dcgm,       &ak_format_amd_exporter, &ak_format_redfish,
    &ak_format_nvidia_csv, &ak_format_nvidia,     &ak_format_amd,          &ak_format_freebsd,
    &ak_format_sonic,      &ak_format_whea,       &ak_format_sel,          &ak_format_mlxlink,
    &ak_format_prose,      &ak_format_pathless,
};
const size_t ak_format_count = sizeof ak_formats / sizeof ak_formats[0];

struct states {
    void *of[sizeof ak_formats / sizeof ak_formats[0]];
};

static bool allocate_states(struct states *states)
{
    bool ok = true;

    for (size_t i = 0; i < ak_format_count; i++) {
        states->of[i] = calloc(1, ak_formats[i]->state_size + 1);
        ok &= states->of[i] != NULL;
    }
    return ok;
}

static void finish_states(struct ak_facts *facts, struct states *states, bool ok)
{
    for (size_t i = 0; i < ak_format_count; i++) {
        if (ok && ak_formats[i]->finish != NULL)
            ak_formats[i]->finish(facts, states->of[i]);
        free(states->of[i]);
    }
}

static void read_line(struct ak_facts *facts, struct states *states, const struct ak_line *line)
{
    for (size_t i = 0; i < ak_format_count; i++) {
        if (line->dated && !ak_formats[i]->in_logs)
            continue;
        if (ak_formats[i]->read_line(facts, states->of[i], line)) {
            facts->notes.formats |= 1u << i;
            facts->notes.used_lines++;
            return;
        }
    }
}

enum ak_read_status ak_formats_read(struct ak_facts *facts, FILE *stream, uint64_t most_bytes,
                                    uint64_t *lines, uint64_t *bytes)
{
    struct ak_line_reader *reader = malloc(sizeof *reader);
    struct states states;
    struct ak_line line;
    bool ok = allocate_states(&states) && reader != NULL;
    enum ak_read_status status = AK_READ_FAILED;

    ak_facts_next_file(facts);
    if (ok) {
        ak_line_reader_begin(reader, stream);
        reader->most_bytes = most_bytes;
        while (ak_line_next(reader, &line)) {
            facts->line++;
            if (line.raw[0] != '\0')
                read_line(facts, &states, &line);
        }
        facts->notes.cut_lines += reader->cut_lines;
        if (lines != NULL)
            *lines += reader->lines;
        if (bytes != NULL)
            *bytes += reader->bytes;
        status = reader->failed ? AK_READ_FAILED : AK_READ_OK;
    }
    finish_states(facts, &states, ok);
    if (status == AK_READ_FAILED)
        errno = ok ? reader->error : ENOMEM;
    free(reader);
    return status;
}
