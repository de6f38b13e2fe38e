/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The formats people paste, one row of a table each: a new format is one file and one row.
 * Not here: what is done with the facts (pair.h, verdict.h).
 */
#ifndef ACKNAK_DIAGNOSE_FORMATS_H
#define ACKNAK_DIAGNOSE_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "diagnose/facts/facts.h"
#include "diagnose/text/line.h"

struct ak_format {
    const char *name;  /* of one row, and of the file that is nothing else */
    size_t state_size; /* bytes of state, all zero at the start of each file */
    bool in_logs;      /* can be found in lines of a system log; else it never sees those */
    /* True if the line belongs to this format; later rows do not see it then. */
    bool (*read_line)(struct ak_facts *facts, void *state, const struct ak_line *line);
    void (*finish)(struct ak_facts *facts, void *state); /* end of the file; may be NULL */
};

extern const struct ak_format ak_format_aer_log, ak_format_aer_block, ak_format_apei,
    ak_format_context, ak_format_driver_ras, ak_format_trace, ak_format_rasdaemon, ak_format_lspci,
    ak_format_lspci_tree, ak_format_sysfs, ak_format_sysfs_link, ak_format_dwc, ak_format_nvidia,
    ak_format_dcgm, ak_format_amd_exporter, ak_format_amd, ak_format_freebsd, ak_format_sonic,
    ak_format_whea, ak_format_sel, ak_format_mlxlink, ak_format_redfish, ak_format_prose,
    ak_format_inject, ak_format_pathless, ak_format_nvidia_csv;

/* The table, in the order in which the rows see a line. */
extern const struct ak_format *const ak_formats[];
extern const size_t ak_format_count;

enum ak_read_status {
    AK_READ_OK,
    AK_READ_FAILED /* errno tells */
};

/*
 * Reads a whole stream into `facts`. Streams of one machine may be read one after the other.
 * `most_bytes`: that it may have; 0: no end. EFBIG tells of more.
 * `lines` and `bytes` (may be NULL) are increased by what was read.
 */
enum ak_read_status ak_formats_read(struct ak_facts *facts, FILE *stream, uint64_t most_bytes,
                                    uint64_t *lines, uint64_t *bytes);

#endif
