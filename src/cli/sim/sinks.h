/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the events of a run go: the checker, a trace file, a ladder on standard output. What the
 * checker finds goes to the other two behind the record it is about.
 * Not here: the formats (src/trace, src/render).
 */
#ifndef CLI_SIM_SINKS_H
#define CLI_SIM_SINKS_H

#include "acknak/record.h"
#include "cli/common/output.h"
#include "cli/sim/check.h"
#include "cli/sim/options.h"
#include "render/around.h"
#include "render/ladder.h"
#include "trace/output.h"

/* Large: keep it off the stack. */
struct cli_sinks {
    bool trace;
    struct cli_output trace_file;
    struct ak_output trace_text;

    enum sim_ladder ladder_kind;
    uint32_t rows_left; /* packets that may still be shown, if rows_limited */
    bool rows_limited;
    uint64_t packets_left_out; /* behind the last row */
    struct ak_ladder ladder;
    struct cli_output ladder_file;
    struct ak_output ladder_text;
    struct ak_around_state excerpts;

    struct cli_sim_check check;
};

/* Opens what the request asks for; returns an exit code, having said why if it is not clean. */
int cli_sinks_begin(struct cli_sinks *sinks, const struct cli_sim_request *request);

/* What to hand to sim_run_create; `take` is a null pointer if nobody wants events. */
struct ak_record_sink cli_sinks_sink(struct cli_sinks *sinks);

/* The run has ended: the findings are all there, and the ladder is finished, so that something else
 * can follow it on standard output. */
void cli_sinks_end_run(struct cli_sinks *sinks);

/* Closes all: keeps the trace file if `keep`. Returns false, having said why, if it failed. */
bool cli_sinks_end(struct cli_sinks *sinks, bool keep);

#endif
