/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak plot.
 * Not here: what it does (cmd_plot.c).
 */
#include "cli/plot/options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

enum option_row {
    OPTION_LIST,
    OPTION_X,
    OPTION_Y,
    OPTION_BY,
    OPTION_WITH,
    OPTION_WHERE,
    OPTION_HEAT,
    OPTION_LOG,
    OPTION_TITLE,
    OPTION_OUTPUT,
    OPTION_EXPORT,
    OPTION_HELP,
    OPTION_COUNT
};

static const struct cli_option options[OPTION_COUNT] = {
    [OPTION_LIST] = {.name = "list",
                     .help = "the axes, their values, and the figures of the study",
                     .heading = "what is plotted"},
    [OPTION_X] = {.name = "x",
                  .value_name = "AXIS",
                  .help = "the axis to the right; by itself the one with most values"},
    [OPTION_Y] = {.name = "y",
                  .value_name = "FIGURE",
                  .help = "the figure upwards, or the colour; by itself the first one watched"},
    [OPTION_BY] = {.name = "by",
                   .value_name = "AXIS",
                   .help = "a line for each value of this axis, or the rows of a heat map; none "
                           "for one line"},
    [OPTION_WITH] = {.name = "with",
                     .value_name = "FIGURE",
                     .help = "a second figure of the same unit as a thin line beside each, such as "
                             "the closed form's"},
    [OPTION_WHERE] = {.name = "where",
                      .value_name = "AXIS=VALUE",
                      .help = "hold an axis at this value; repeatable. Axes left over are held at "
                              "their first"},
    [OPTION_HEAT] = {.name = "heat", .help = "a heat map over two axes"},
    [OPTION_LOG] = {.name = "log",
                    .value_name = "WHICH",
                    .help = "x, y, xy or none; by itself where values lie far apart"},
    [OPTION_TITLE] = {.name = "title", .value_name = "TEXT", .help = "in place of the figure"},
    [OPTION_OUTPUT] = {.name = "output",
                       .letter = 'o',
                       .value_name = "FILE",
                       .help = "a name that ends with .svg, .png or .pdf; by itself the study's, "
                               ".svg. Script and data are written beside it, .gp and .dat",
                       .heading = "output and help"},
    [OPTION_EXPORT] = {.name = "export",
                       .value_name = "FORMAT",
                       .help = "csv or json: all points and the figures watched, or that of --y; "
                               "to standard output or --output"},
    [OPTION_HELP] = {.name = "help", .letter = 'h', .help = "this text"},
};

static const char *const endings[PLOT_FORMAT_COUNT] = {"svg", "png", "pdf"};

const char *cli_plot_ending(enum plot_format format)
{
    return endings[format];
}

void cli_plot_help(void)
{
    fputs("usage: acknak plot STUDY.db [OPTION...]\n"
          "\n"
          "Plots a study of acknak sweep: lines with their 95 % confidence as a band, or a heat\n"
          "map. Names of axes and figures may be cut to what follows the last point.\n",
          stdout);
    cli_options_print(stdout, options, OPTION_COUNT, cli_output_columns(stdout));
    fputs("\n"
          "examples:\n"
          "  acknak plot study.db --list\n"
          "  acknak plot study.db --x ber --y downstream.throughput_bps --by payload\n"
          "  acknak plot study.db --x ber --with model.downstream.throughput_bps\n"
          "  acknak plot study.db --heat --x payload --by ber -o map.png\n",
          stdout);
}

/* ---- Values ---- */

static bool wrong_value(const char *option, const char *found, const char *expected)
{
    say("option '--%s': found '%s', expected %s", option, found, expected);
    return false;
}

static bool add_where(struct cli_plot_request *request, const char *value)
{
    const char *equals = strchr(value, '=');

    if (!equals || equals == value || !equals[1]) {
        return wrong_value("where", value, "AXIS=VALUE");
    }
    if (request->plot.where_count == PLOT_WHERE_MAX) {
        return wrong_value("where", value, "at most 16 of them");
    }
    char *text = strdup(value);
    if (!text) {
        say("out of memory");
        return false;
    }
    text[equals - value] = '\0';
    uint32_t at = request->plot.where_count++;
    request->where_texts[at] = text;
    request->plot.where[at] = (struct plot_where){text, text + (equals - value) + 1};
    return true;
}

static bool read_log(struct cli_plot_request *request, const char *value)
{
    bool x = !strcmp(value, "x") || !strcmp(value, "xy");
    bool y = !strcmp(value, "y") || !strcmp(value, "xy");

    if (!x && !y && strcmp(value, "none") != 0) {
        return wrong_value("log", value, "x, y, xy or none");
    }
    request->plot.log_x = x ? PLOT_LOG_YES : PLOT_LOG_NO;
    request->plot.log_y = y ? PLOT_LOG_YES : PLOT_LOG_NO;
    return true;
}

static bool read_export(struct cli_plot_request *request, const char *value)
{
    if (!strcmp(value, "csv")) {
        request->export_as = CLI_PLOT_CSV;
    } else if (!strcmp(value, "json")) {
        request->export_as = CLI_PLOT_JSON;
    } else {
        return wrong_value("export", value, "csv or json");
    }
    return true;
}

static bool read_option(struct cli_plot_request *request, enum option_row row, const char *value)
{
    switch (row) {
    case OPTION_LIST:
        request->list = true;
        return true;
    case OPTION_X:
        request->plot.x = value;
        return true;
    case OPTION_Y:
        request->plot.y = value;
        return true;
    case OPTION_BY:
        request->plot.by = value;
        return true;
    case OPTION_WITH:
        request->plot.with = value;
        return true;
    case OPTION_WHERE:
        return add_where(request, value);
    case OPTION_HEAT:
        request->plot.heat = true;
        return true;
    case OPTION_LOG:
        return read_log(request, value);
    case OPTION_TITLE:
        request->title = value;
        return true;
    case OPTION_OUTPUT:
        request->output = value;
        return true;
    case OPTION_EXPORT:
        return read_export(request, value);
    case OPTION_HELP:
        request->help = true;
        return true;
    case OPTION_COUNT:
        break;
    }
    return false;
}

/* ---- Do they go together ---- */

static bool find_format(struct cli_plot_request *request)
{
    const char *dot = strrchr(request->output, '.');

    for (int format = 0; dot && format < PLOT_FORMAT_COUNT; format++) {
        if (!strcmp(dot + 1, endings[format]) && dot != request->output && dot[-1] != '/') {
            request->format = (enum plot_format)format;
            return true;
        }
    }
    return wrong_value("output", request->output, "a name that ends with .svg, .png or .pdf");
}

static bool check(struct cli_plot_request *request)
{
    const struct plot_request *plot = &request->plot;

    if (request->help) {
        return true;
    }
    if (!request->database) {
        say("found no database, expected one that acknak sweep has written");
        return false;
    }
    if (request->export_as == CLI_PLOT_NO_EXPORT) {
        return request->list || !request->output || find_format(request);
    }
    if (request->list || plot->x || plot->by || plot->with || plot->heat || plot->where_count ||
        request->title || plot->log_x != PLOT_LOG_AUTO) {
        say("option '--export' takes all points: expected no other option than --y and --output");
        return false;
    }
    return true;
}

int cli_plot_read(struct cli_plot_request *request, int argc, char **argv)
{
    struct cli_args args;
    enum cli_arg_kind kind;

    *request = (struct cli_plot_request){.format = PLOT_SVG};
    cli_args_begin(&args, argc, argv, options, OPTION_COUNT);
    while ((kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind == CLI_ARG_WRONG) {
            return CLI_EXIT_USAGE;
        }
        if (kind == CLI_ARG_OPTION) {
            if (!read_option(request, (enum option_row)args.row, args.value)) {
                return CLI_EXIT_USAGE;
            }
        } else if (request->database) {
            say("found a second database '%s', expected one", args.value);
            return CLI_EXIT_USAGE;
        } else {
            request->database = args.value;
        }
    }
    return check(request) ? CLI_EXIT_CLEAN : CLI_EXIT_USAGE;
}

void cli_plot_end(struct cli_plot_request *request)
{
    for (uint32_t i = 0; i < PLOT_WHERE_MAX; i++) {
        free(request->where_texts[i]);
    }
}
