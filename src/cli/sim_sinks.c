/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the events of a run go: a trace file, a ladder on standard output, both or neither.
 * Not here: the formats (src/trace, src/render).
 */
#include "cli/sim_sinks.h"

#include "trace/text_writer.h"

static int write_to_file(void *context, const char *text, size_t bytes)
{
    FILE *stream = context;
    return fwrite(text, 1, bytes, stream) == bytes ? 0 : -1;
}

static int take(void *context, const struct ak_record *record)
{
    struct cli_sinks *sinks = context;
    return sinks->trace ? ak_text_write(&sinks->trace_text, record) : 0;
}

bool cli_sinks_begin(struct cli_sinks *sinks, const struct cli_sim_request *request)
{
    sinks->trace = request->trace_path != NULL;
    if (sinks->trace) {
        if (!cli_output_open(&sinks->trace_file, request->trace_path))
            return false;
        ak_output_init(&sinks->trace_text, write_to_file, sinks->trace_file.stream);
        ak_text_write_begin(&sinks->trace_text);
    }
    return true;
}

struct ak_record_sink cli_sinks_sink(struct cli_sinks *sinks)
{
    return (struct ak_record_sink){.take = sinks->trace ? take : NULL, .context = sinks};
}

void cli_sinks_end_ladder(struct cli_sinks *sinks)
{
    (void)sinks;
}

bool cli_sinks_end(struct cli_sinks *sinks, bool keep)
{
    if (!sinks->trace)
        return true;
    bool failed = ak_output_flush(&sinks->trace_text) != 0;
    if (keep || failed)
        return cli_output_close(&sinks->trace_file) && !failed;
    cli_output_abandon(&sinks->trace_file);
    return true;
}
