/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak show.
 * Not here: reading and showing (cmd_show.c).
 */
#include "cli/show/options.h"

#include <string.h>

#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/link_options.h"
#include "cli/common/say.h"
#include "cli/show/rows.h"
#include "render/ladder.h"
#include "sim/nearest.h"
#include "sim/value.h"
#include "trace/names.h"
#include "trace/units.h"

/* A time with a unit, or ns without. */
static int set_time(enum show_option option, const char *text, uint64_t *time_fs)
{
    if (ak_time_read_ns(text, strlen(text), time_fs) || sim_value_read_time(text, time_fs)) {
        return CLI_EXIT_CLEAN;
    }
    return cli_option_wrong(&cli_show_rows[option], text,
                            "a time such as 12.5us, or ns without a unit");
}

static int set_count(enum show_option option, const char *text, uint64_t least, uint64_t most,
                     uint64_t *count)
{
    char expected[80];
    if (ak_decimal_read(text, strlen(text), most, count) && *count >= least) {
        return CLI_EXIT_CLEAN;
    }
    snprintf(expected, sizeof(expected), "a whole number from %llu to %llu",
             (unsigned long long)least, (unsigned long long)most);
    return cli_option_wrong(&cli_show_rows[option], text, expected);
}

static int set_count32(enum show_option option, const char *text, uint32_t least, uint32_t most,
                       uint32_t *value)
{
    uint64_t count = 0;
    int code = set_count(option, text, least, most, &count);
    *value = (uint32_t)count;
    return code;
}

static int set_kinds(struct cli_show_request *request, const char *text)
{
    for (const char *at = text;; at++) {
        size_t bytes = strcspn(at, ",");
        if (!ak_filter_kind_named(at, bytes, &request->filter.kinds)) {
            return cli_option_wrong(&cli_show_rows[SHOW_KIND], text, ak_filter_kind_words);
        }
        at += bytes;
        if (!*at) {
            return CLI_EXIT_CLEAN;
        }
    }
}

static int set_seq(struct cli_show_request *request, const char *text)
{
    const char *dash = strchr(text, '-');
    size_t bytes = dash ? (size_t)(dash - text) : strlen(text);
    const char *second = dash ? dash + 1 : text;
    uint64_t first_seq;
    uint64_t last_seq;

    if (!ak_decimal_read(text, bytes, 4095, &first_seq) ||
        !ak_decimal_read(second, strlen(second), 4095, &last_seq)) {
        return cli_option_wrong(&cli_show_rows[SHOW_SEQ], text,
                                "a number from 0 to 4095, or two with a - between");
    }
    request->filter.has_seq = true;
    request->filter.seq_first = (uint16_t)first_seq;
    request->filter.seq_last = (uint16_t)last_seq;
    return CLI_EXIT_CLEAN;
}

static int set_output_format(struct cli_show_request *request, const char *name)
{
    size_t count;
    const struct ak_render_format *const *formats = ak_render_formats(&count);
    struct sim_nearest nearest = {.typed = name};

    request->format = ak_render_named(name);
    if (request->format) {
        return CLI_EXIT_CLEAN;
    }
    for (size_t i = 0; i < count; i++) {
        sim_nearest_offer(&nearest, formats[i]->name);
    }
    if (nearest.best) {
        say("option '--as': found '%s', expected a format; did you mean '%s'?", name, nearest.best);
    } else {
        say("option '--as': found '%s', expected a format; 'acknak show --help' lists them", name);
    }
    return CLI_EXIT_USAGE;
}

static int set_direction(struct cli_show_request *request, const char *value)
{
    int word;
    int code =
        cli_option_word(&cli_show_rows[SHOW_DIRECTION], value, &ak_names_direction, 2, &word);

    if (code == CLI_EXIT_CLEAN) {
        request->filter.directions = 1u << word;
    }
    return code;
}

static int set_view(struct cli_show_request *request, const char *value)
{
    int word;
    int code =
        cli_option_word(&cli_show_rows[SHOW_VIEW], value, &ak_names_seen, AK_SEEN_COUNT, &word);

    if (code == CLI_EXIT_CLEAN) {
        request->filter.seen = 1u << word;
    }
    return code;
}

static int set_link(struct cli_show_request *request, enum show_option option, const char *value)
{
    const struct cli_option *row = &cli_show_rows[option];
    struct ak_record_link *link = &request->reading.link;

    if (option == SHOW_RATE) {
        return cli_link_rate(row, value, link);
    }
    if (option == SHOW_RESOLUTION) {
        return cli_link_resolution(row, value, link);
    }
    return option == SHOW_WIDTH ? cli_link_width(row, value, link) : cli_link_mps(row, value, link);
}

static int set_check(struct cli_show_request *request, const char *value)
{
    static const char *const words[] = {"no", "yes", "notes"};
    static const struct ak_names names = {words, 3};
    int word;
    int code = cli_option_word(&cli_show_rows[SHOW_CHECK], value, &names, names.count, &word);

    request->check = word > 0;
    request->check_notes = word == 2;
    return code;
}

static int set_around(struct cli_show_request *request, const char *value)
{
    request->around = true;
    if (!strcmp(value, "findings")) {
        request->around_what = AK_AROUND_FINDINGS;
    } else if (!strcmp(value, "errors")) {
        request->around_what = AK_AROUND_ERRORS;
    } else {
        return cli_option_wrong(&cli_show_rows[SHOW_AROUND], value, "findings or errors");
    }
    return CLI_EXIT_CLEAN;
}

static void set_look(struct cli_show_request *request, enum show_option option)
{
    if (option == SHOW_ASCII) {
        request->ascii = true;
    } else if (option == SHOW_NO_COUNTERS) {
        request->options.counters = false;
    } else {
        request->options.ordered_sets = true;
    }
}

static int set_columns(struct cli_show_request *request, const char *value)
{
    return set_count32(SHOW_COLUMNS, value, AK_LADDER_WIDTH_MIN, AK_LADDER_WIDTH_MAX,
                       &request->options.width);
}

static int set_limit(struct cli_show_request *request, const char *value)
{
    return set_count32(SHOW_LIMIT, value, 1, AK_PICTURE_PACKETS_MAX,
                       &request->options.packets_most);
}

static int apply(struct cli_show_request *request, enum show_option option, const char *value)
{
    switch (option) {
    case SHOW_AS:
        return set_output_format(request, value);
    case SHOW_OUTPUT:
        request->output = value;
        break;
    case SHOW_AT:
        request->at = true;
        return set_time(option, value, &request->at_fs);
    case SHOW_PACKET:
        return set_count(option, value, 1, UINT64_MAX - 1, &request->packet);
    case SHOW_FOLLOW:
        request->follow = true;
        break;
    case SHOW_DIRECTION:
        return set_direction(request, value);
    case SHOW_LANE_DIRECTION:
        return cli_reading_direction(&cli_show_rows[option], value, &request->reading);
    case SHOW_KIND:
        return set_kinds(request, value);
    case SHOW_SEQ:
        return set_seq(request, value);
    case SHOW_FROM:
        return set_time(option, value, &request->filter.from_fs);
    case SHOW_TO:
        return set_time(option, value, &request->filter.to_fs);
    case SHOW_VIEW:
        return set_view(request, value);
    case SHOW_SEEN:
        return cli_reading_seen(&cli_show_rows[option], value, &request->reading);
    case SHOW_AROUND:
        return set_around(request, value);
    case SHOW_CONTEXT:
        return set_count32(option, value, 0, 1000, &request->around_context);
    case SHOW_COLUMNS:
        return set_columns(request, value);
    case SHOW_ASCII:
    case SHOW_NO_COUNTERS:
    case SHOW_ORDERED_SETS:
        set_look(request, option);
        break;
    case SHOW_LIMIT:
        return set_limit(request, value);
    case SHOW_FORMAT:
        return cli_reading_format("show", value, &request->reading);
    case SHOW_RATE:
    case SHOW_WIDTH:
    case SHOW_MPS:
    case SHOW_RESOLUTION:
        return set_link(request, option, value);
    case SHOW_CHECK:
        return set_check(request, value);
    case SHOW_HELP:
        request->help = true;
        break;
    case SHOW_COUNT:
        break;
    }
    return CLI_EXIT_CLEAN;
}

static int add_input(struct cli_show_request *request, const char *path)
{
    if (request->input) {
        say("found a second input '%s', expected one", path);
        return CLI_EXIT_USAGE;
    }
    request->input = path;
    return CLI_EXIT_CLEAN;
}

static int complete(struct cli_show_request *request)
{
    bool moment = request->at || request->packet;

    if (!request->input) {
        say("found no input, expected a trace or a scenario; 'acknak show --help' tells more");
        return CLI_EXIT_USAGE;
    }
    if (request->at && request->packet) {
        say("found '--at' and '--packet', expected one of them");
        return CLI_EXIT_USAGE;
    }
    if (!request->format) {
        request->format = ak_render_of_file(request->output);
    }
    if (!request->format) {
        request->format = &ak_render_text;
    }
    if ((moment || request->follow) && request->format != &ak_render_text) {
        say("option '--%s' writes text, not %s",
            request->follow ? "follow" : cli_show_rows[request->at ? SHOW_AT : SHOW_PACKET].name,
            request->format->name);
        return CLI_EXIT_USAGE;
    }
    if (moment && request->follow) {
        say("found '--follow' and a moment, expected one of them");
        return CLI_EXIT_USAGE;
    }
    return CLI_EXIT_CLEAN;
}

int cli_show_read(struct cli_show_request *request, int argc, char **argv)
{
    struct cli_args args;
    enum cli_arg_kind kind;
    int code = CLI_EXIT_CLEAN;

    memset(request, 0, sizeof(*request));
    request->output = "-";
    request->options.counters = true;
    request->check = true;
    request->filter.to_fs = UINT64_MAX;
    request->around_context = 12;
    ak_capture_options_init(&request->reading);
    cli_args_begin(&args, argc, argv, cli_show_rows, SHOW_COUNT);
    while (code == CLI_EXIT_CLEAN && (kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind == CLI_ARG_WRONG) {
            return CLI_EXIT_USAGE;
        }
        if (kind == CLI_ARG_OPTION) {
            code = apply(request, (enum show_option)args.row, args.value);
        } else {
            code = add_input(request, args.value);
        }
    }
    return code != CLI_EXIT_CLEAN || request->help ? code : complete(request);
}
