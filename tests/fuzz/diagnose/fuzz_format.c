/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Entry point of the fuzzers of diagnose: one row of the format table (AK_FUZZ_FORMAT), or, without
 * it, a whole diagnosis with all its reports.
 * Not here: what is concluded.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "diagnose/report/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef AK_FUZZ_FORMAT

/* Only this row sees the lines, so that none is taken by another first. */
static void read_lines(struct ak_diagnosis *d, FILE *stream)
{
    struct ak_line_reader *reader = malloc(sizeof *reader);
    void *state = calloc(1, AK_FUZZ_FORMAT.state_size + 1);
    struct ak_line line;

    if (reader == NULL || state == NULL)
        abort();
    ak_line_reader_begin(reader, stream);
    while (ak_line_next(reader, &line))
        (void)AK_FUZZ_FORMAT.read_line(&d->facts, state, &line);
    if (AK_FUZZ_FORMAT.finish != NULL)
        AK_FUZZ_FORMAT.finish(&d->facts, state);
    free(state);
    free(reader);
}

#else

static void read_lines(struct ak_diagnosis *d, FILE *stream)
{
    if (ak_diagnosis_read(d, stream) != AK_READ_OK)
        abort();
}

#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *sink;
    struct ak_diagnosis *d = ak_diagnosis_new();
    FILE *stream = fmemopen((void *)(uintptr_t)data, size, "r");

    if (sink == NULL)
        sink = fopen("/dev/null", "w");
    if (d == NULL || sink == NULL)
        abort();
    if (stream != NULL) { /* some C libraries refuse to open nothing */
        read_lines(d, stream);
        (void)fclose(stream);
    }
    if (!ak_diagnosis_conclude(d) || !ak_report_json(sink, d) || !ak_report_text(sink, d, false) ||
        !ak_report_html(sink, d))
        abort();
    ak_diagnosis_end(d);
    return 0;
}
