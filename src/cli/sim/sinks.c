/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the events of a run go: the checker, a trace file, a ladder on standard output.
 * Not here: the formats (src/trace, src/render).
 */
#include "cli/sim/sinks.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>

#include "cli/common/exit.h"
#include "cli/common/figures.h"
#include "cli/common/say.h"
#include "trace/text_writer.h"

/* ---- The ladder ---- */

static int draw(void *context, const struct ak_record *record)
{
    struct cli_sinks *sinks = context;
    bool packet = ak_record_is_packet(record->kind) && record->seen == AK_SEEN_SENDER;

    if (sinks->rows_limited && !sinks->rows_left) {
        sinks->packets_left_out += packet;
        return 0;
    }
    sinks->rows_left -= packet;
    return ak_ladder_take(&sinks->ladder, record);
}

static void print_gap(struct cli_sinks *sinks, uint64_t packets)
{
    char count[CLI_FIGURE_BYTES];

    (void)ak_ladder_end(&sinks->ladder);
    ak_ladder_begin(&sinks->ladder);
    cli_figure_count(count, packets);
    ak_output_text(&sinks->ladder_text, "      ... ");
    ak_output_text(&sinks->ladder_text, count);
    ak_output_text(&sinks->ladder_text, packets == 1 ? " packet" : " packets");
    ak_output_text(&sinks->ladder_text, " left out ...\n");
}

/* Between excerpts; behind the last row only once, with what comes after it. */
static void leave_out(void *context, uint64_t records, uint64_t packets)
{
    struct cli_sinks *sinks = context;

    (void)records;
    if (!packets) {
        return;
    }
    if (sinks->rows_limited && !sinks->rows_left) {
        sinks->packets_left_out += packets;
    } else {
        print_gap(sinks, packets);
    }
}

#define EXCERPT_BEFORE 16u /* records shown from before trouble */
#define EXCERPT_AFTER  23u /* and from after it */

static bool begin_excerpts(struct cli_sinks *sinks)
{
    sinks->excerpts = (struct ak_around_state){
        .what = AK_AROUND_ERRORS,
        .before = EXCERPT_BEFORE,
        .after = EXCERPT_AFTER,
        .shown = {.take = draw, .context = sinks},
        .gap = leave_out,
        .gap_context = sinks,
        .whole_packets = true,
    };
    return ak_around_begin(&sinks->excerpts);
}

static bool terminal_knows_utf8(void)
{
    setlocale(LC_CTYPE, "");
    return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

static bool begin_ladder(struct cli_sinks *sinks, const struct sim_settings *settings)
{
    const struct ak_ladder_options options = {.width = cli_output_columns(stdout),
                                              .utf8 = terminal_knows_utf8(),
                                              .colour = cli_output_wants_color(stdout),
                                              .counters = true};

    if (!cli_output_open(&sinks->ladder_file, "-")) {
        return false;
    }
    sinks->rows_left = settings->ladder_rows;
    sinks->rows_limited = settings->ladder_rows != 0;
    ak_output_init(&sinks->ladder_text, cli_output_write, &sinks->ladder_file);
    ak_ladder_init(&sinks->ladder, &options, &sinks->ladder_text);
    return sinks->ladder_kind != SIM_LADDER_EXCERPTS || begin_excerpts(sinks);
}

static void end_ladder(struct cli_sinks *sinks)
{
    if (sinks->ladder_kind == SIM_LADDER_NONE) {
        return;
    }
    if (sinks->ladder_kind == SIM_LADDER_EXCERPTS) {
        ak_around_end(&sinks->excerpts);
    }
    (void)ak_ladder_end(&sinks->ladder);
    if (sinks->packets_left_out) {
        print_gap(sinks, sinks->packets_left_out);
    }
    if (sinks->ladder.begun) {
        ak_output_char(&sinks->ladder_text, '\n');
    }
    /* A failure shows in the stream, and is told when that is closed. */
    (void)ak_output_flush(&sinks->ladder_text);
    (void)cli_output_close(&sinks->ladder_file);
    sinks->ladder_kind = SIM_LADDER_NONE;
}

/* ---- All ---- */

static int show(void *context, const struct ak_record *record)
{
    struct cli_sinks *sinks = context;
    int result = 0;

    if (sinks->trace) {
        result = ak_text_write(&sinks->trace_text, record);
    }
    if (!result && sinks->ladder_kind == SIM_LADDER_ALL) {
        result = draw(sinks, record);
    }
    if (!result && sinks->ladder_kind == SIM_LADDER_EXCERPTS) {
        result = ak_around_take(&sinks->excerpts, record);
    }
    return result;
}

static int take(void *context, const struct ak_record *record)
{
    struct cli_sinks *sinks = context;
    int result = 0;

    if (sinks->check.on && ak_record_is_wire(record->kind)) {
        result = cli_sim_check_flush(&sinks->check);
    }
    if (!result) {
        result = show(sinks, record);
    }
    if (!result && sinks->check.on) {
        result = cli_sim_check_take(&sinks->check, record);
    }
    return result;
}

static bool begin_trace(struct cli_sinks *sinks, const char *path)
{
    if (!cli_output_open(&sinks->trace_file, path)) {
        return false;
    }
    sinks->trace = true;
    ak_output_init(&sinks->trace_text, cli_output_write, &sinks->trace_file);
    ak_text_write_begin(&sinks->trace_text);
    return true;
}

int cli_sinks_begin(struct cli_sinks *sinks, const struct cli_sim_request *request)
{
    memset(sinks, 0, sizeof(*sinks));
    sinks->ladder_kind = request->settings.ladder;
    if (sinks->ladder_kind != SIM_LADDER_NONE && !begin_ladder(sinks, &request->settings)) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    const struct ak_record_sink found = {.take = show, .context = sinks};
    if (request->check &&
        !cli_sim_check_begin(&sinks->check, &request->settings.scenario, &found)) {
        say("out of memory");
        end_ladder(sinks);
        return CLI_EXIT_INTERNAL;
    }
    if (request->trace_path && !begin_trace(sinks, request->trace_path)) {
        cli_sinks_end_run(sinks);
        return CLI_EXIT_OUTPUT;
    }
    return CLI_EXIT_CLEAN;
}

struct ak_record_sink cli_sinks_sink(struct cli_sinks *sinks)
{
    bool wanted = sinks->check.on || sinks->trace || sinks->ladder_kind != SIM_LADDER_NONE;
    return (struct ak_record_sink){.take = wanted ? take : NULL, .context = sinks};
}

void cli_sinks_end_run(struct cli_sinks *sinks)
{
    cli_sim_check_end(&sinks->check);
    end_ladder(sinks);
}

bool cli_sinks_end(struct cli_sinks *sinks, bool keep)
{
    cli_sinks_end_run(sinks);
    if (!sinks->trace) {
        return true;
    }
    bool failed = ak_output_flush(&sinks->trace_text) != 0;
    if (keep || failed) {
        return cli_output_close(&sinks->trace_file) && !failed;
    }
    cli_output_abandon(&sinks->trace_file);
    return true;
}
