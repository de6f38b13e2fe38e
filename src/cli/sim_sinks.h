/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the events of a run go: a trace file, a ladder on standard output, both or neither.
 * Not here: the formats (src/trace, src/render).
 */
#ifndef CLI_SIM_SINKS_H
#define CLI_SIM_SINKS_H

#include "acknak/record.h"
#include "cli/output.h"
#include "cli/sim_options.h"
#include "trace/output.h"

struct cli_sinks {
    bool trace;
    struct cli_output trace_file;
    struct ak_output trace_text;
};

/* Opens what the request asks for; returns false, having said why, if that cannot be. */
bool cli_sinks_begin(struct cli_sinks *sinks, const struct cli_sim_request *request);

/* What to hand to sim_run_create; `take` is a null pointer if nobody wants events. */
struct ak_record_sink cli_sinks_sink(struct cli_sinks *sinks);

/* Finishes the ladder, so that something else can follow it. */
void cli_sinks_end_ladder(struct cli_sinks *sinks);

/* Closes all: keeps the trace file if `keep`. Returns false, having said why, if any output
 * failed. */
bool cli_sinks_end(struct cli_sinks *sinks, bool keep);

#endif
