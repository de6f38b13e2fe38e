/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak show: the packets of a link in one of several formats, or one moment of it.
 * Not here: the command line (options.c), where records come from (source.c), the formats
 * (src/render).
 */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/show/check.h"
#include "cli/show/options.h"
#include "cli/show/source.h"
#include "render/moment.h"

/* The way of the records: a source, the checker, the filter, what lies around trouble, a format. */
struct show {
    const struct cli_show_request *request;
    struct cli_output file;
    struct ak_output output;
    void *format_context;
    uint64_t records; /* that reached the format */
    struct ak_around_state around;
    struct ak_filter filter;
    struct cli_show_check check;
};

static bool terminal_knows_utf8(void)
{
    setlocale(LC_CTYPE, "");
    return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* What depends on where the output goes. */
static void complete_options(struct cli_show_request *request)
{
    struct ak_render_options *options = &request->options;
    bool standard = !strcmp(request->output, "-");
    const char *slash = strrchr(request->input, '/');

    options->title = slash && slash[1] ? slash + 1 : request->input;
    if (!options->width && standard) {
        options->width = cli_output_columns(stdout);
    }
    options->utf8 = !request->ascii && (!standard || terminal_knows_utf8());
    options->colour = standard && cli_output_wants_color(stdout);
}

static bool is_for_terminal(const struct cli_show_request *request)
{
    if (!request->format->binary || strcmp(request->output, "-") != 0 || !isatty(STDOUT_FILENO)) {
        return true;
    }
    say("%s is nothing for a terminal; name a file with -o", request->format->name);
    return false;
}

static int take(void *context, const struct ak_record *record)
{
    struct show *show = context;
    show->records++;
    return show->request->format->take(show->format_context, record);
}

static void tell_gap(void *context, uint64_t records, uint64_t packets)
{
    struct show *show = context;
    (void)packets;
    if (show->request->format->gap) {
        show->request->format->gap(show->format_context, records);
    }
}

static bool begin(struct show *show)
{
    const struct cli_show_request *request = show->request;
    struct ak_record_sink next = {take, show};

    show->format_context = request->format->begin(&request->options, &show->output);
    if (!show->format_context) {
        return false;
    }
    if (request->around) {
        show->around.what = request->around_what;
        show->around.before = request->around_context;
        show->around.after = request->around_context;
        show->around.shown = next;
        show->around.gap = tell_gap;
        show->around.gap_context = show;
        next = (struct ak_record_sink){ak_around_take, &show->around};
        if (!ak_around_begin(&show->around)) {
            return false;
        }
    }
    ak_filter_init(&show->filter, &request->filter, &next);
    return true;
}

static void flush(void *context)
{
    struct show *show = context;
    if (show->request->check) {
        (void)cli_show_check_flush(&show->check);
    }
    if (!ak_output_flush(&show->output)) {
        (void)fflush(show->file.stream);
    }
}

/* Reads the input whole, or until `sink` takes no more. */
static int read_to(struct show *show, const struct ak_record_sink *sink)
{
    const struct cli_show_request *request = show->request;

    if (request->follow) {
        return cli_show_follow(request->input, sink, flush, show);
    }
    return cli_show_from(request->input, &request->reading, sink);
}

static int read_all(struct show *show, const struct ak_record_sink *shown)
{
    const struct ak_record_sink checked = {cli_show_check_take, &show->check};

    if (!show->request->check) {
        return read_to(show, shown);
    }
    if (!cli_show_check_begin(&show->check, &show->request->reading.link,
                              show->request->check_notes, shown)) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    int code = read_to(show, &checked);
    cli_show_check_end(&show->check);
    return code;
}

static void tell_nothing(const struct show *show)
{
    if (show->request->around && !show->around.troubles) {
        say("there are no %s in it",
            show->request->around_what == AK_AROUND_FINDINGS ? "findings" : "errors");
    }
}

/* Closes what was written. What was readable of a damaged input is kept. */
static int close_output(struct show *show, int code, bool written)
{
    if (!written && !show->output.failed) {
        say("out of memory");
        cli_output_abandon(&show->file);
        return CLI_EXIT_INTERNAL;
    }
    bool keep = code == CLI_EXIT_CLEAN || show->records > 0 || !strcmp(show->request->output, "-");
    if (!keep) {
        cli_output_abandon(&show->file);
        return code;
    }
    (void)ak_output_flush(&show->output);
    if (!cli_output_close(&show->file)) {
        return CLI_EXIT_OUTPUT;
    }
    return show->output.failed ? CLI_EXIT_OUTPUT : code;
}

static int show_records(struct show *show)
{
    bool written = false;
    int code = CLI_EXIT_INTERNAL;

    if (begin(show)) {
        const struct ak_record_sink first = {ak_filter_take, &show->filter};
        code = read_all(show, &first);
        if (show->request->around) {
            ak_around_end(&show->around);
        }
        written = true;
        tell_nothing(show);
    }
    if (show->format_context && show->request->format->end(show->format_context)) {
        written = false;
    }
    return close_output(show, code, written);
}

/* ---- One moment ---- */

static int take_moment(void *context, const struct ak_record *record)
{
    struct ak_moment *moment = context;
    (void)ak_moment_take(moment, record);
    return ak_moment_is_complete(moment) ? -1 : 0;
}

static int show_moment(struct show *show)
{
    const struct cli_show_request *request = show->request;
    struct ak_moment *moment = ak_moment_begin(request->at_fs, request->packet);
    if (!moment) {
        return close_output(show, CLI_EXIT_INTERNAL, false);
    }
    const struct ak_record_sink sink = {take_moment, moment};
    int code = read_all(show, &sink);
    if (ak_moment_end(moment, &show->output)) {
        show->records++;
    } else if (code == CLI_EXIT_CLEAN) {
        if (request->packet) {
            say("%s has no record %llu", request->input, (unsigned long long)request->packet);
        } else {
            say("%s ends before that time", request->input);
        }
        code = CLI_EXIT_USAGE;
    }
    return close_output(show, code, true);
}

static int run(struct cli_show_request *request)
{
    struct show *show = calloc(1, sizeof(*show));
    int code = CLI_EXIT_OUTPUT;

    if (!show) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    show->request = request;
    complete_options(request);
    if (cli_output_open(&show->file, request->output)) {
        ak_output_init(&show->output, cli_output_write, &show->file);
        code = request->at || request->packet ? show_moment(show) : show_records(show);
    }
    free(show);
    return code;
}

int cmd_show(int argc, char **argv)
{
    struct cli_show_request *request = malloc(sizeof(*request));
    if (!request) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    int code = cli_show_read(request, argc, argv);
    if (code == CLI_EXIT_CLEAN && request->help) {
        cli_show_help(stdout);
    } else if (code == CLI_EXIT_CLEAN) {
        code = is_for_terminal(request) ? run(request) : CLI_EXIT_USAGE;
    }
    free(request);
    return code;
}
