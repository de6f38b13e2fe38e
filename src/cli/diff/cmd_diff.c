/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak diff: the first difference of two traces by protocol, not by time.
 * Not here: what of a trace is compared (trace.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/packet_line.h"
#include "cli/common/say.h"
#include "cli/diff/trace.h"
#include "trace/names.h"

#define CONTEXT 3u /* events shown ahead of the difference, and behind it */

enum diff_option { DIFF_FORMAT, DIFF_HELP, DIFF_COUNT };

static const struct cli_option rows[DIFF_COUNT] = {
    [DIFF_FORMAT] = {.name = "format",
                     .value_name = "FORMAT",
                     .help = "Format of both traces; default by their content."},
    [DIFF_HELP] = {.name = "help", .letter = 'h', .help = "Print this."},
};

/* Two streams that tell the same side of the same direction. */
struct pairing {
    const struct cli_diff_stream *streams[2];
    size_t common;
};

static void print_help(void)
{
    fputs("usage: acknak diff A B [OPTION...]\n"
          "\n"
          "Compares what the ports say, not when: in each direction the TLPs, Acks and Naks in\n"
          "their order, byte for byte, and what happens to the link. Ordered sets, good DLLPs of\n"
          "other layers and times are left out. Shows the first difference.\n"
          "\n"
          "options:\n",
          stdout);
    cli_options_print(stdout, rows, DIFF_COUNT, cli_output_columns(stdout));
    fputs("\nexit code: 0 the same, 1 different, 2 usage, 3 a trace cannot be read whole\n",
          stdout);
}

/* ---- Comparing ---- */

/* The view nearest to the sender that a trace has of a direction; AK_SEEN_COUNT: none. */
static unsigned first_view(const struct cli_diff_trace *trace, unsigned direction)
{
    unsigned view = 0;
    while (view < AK_SEEN_COUNT && !trace->streams[direction * AK_SEEN_COUNT + view].count) {
        view++;
    }
    return view;
}

static bool have_common_view(const struct cli_diff_trace traces[2], unsigned direction)
{
    for (unsigned view = 0; view < AK_SEEN_COUNT; view++) {
        unsigned stream = direction * AK_SEEN_COUNT + view;
        if (traces[0].streams[stream].count && traces[1].streams[stream].count) {
            return true;
        }
    }
    return false;
}

static unsigned add_pairing(struct pairing *pairings, unsigned count,
                            const struct cli_diff_stream *one, const struct cli_diff_stream *other)
{
    pairings[count] = (struct pairing){{one, other}, cli_diff_common(one, other)};
    return count + 1;
}

/* Views that only one trace has say nothing about the other, unless they are all it has. */
static unsigned pair_direction(const struct cli_diff_trace traces[2], unsigned direction,
                               struct pairing *pairings, unsigned count)
{
    static const struct cli_diff_stream nothing;
    const size_t streams_from = (size_t)direction * AK_SEEN_COUNT;
    const struct cli_diff_stream *one = &traces[0].streams[streams_from];
    const struct cli_diff_stream *other = &traces[1].streams[streams_from];

    if (!have_common_view(traces, direction)) {
        unsigned views[2] = {first_view(&traces[0], direction), first_view(&traces[1], direction)};
        return add_pairing(pairings, count, views[0] < AK_SEEN_COUNT ? &one[views[0]] : &nothing,
                           views[1] < AK_SEEN_COUNT ? &other[views[1]] : &nothing);
    }
    for (unsigned view = 0; view < AK_SEEN_COUNT; view++) {
        if (one[view].count && other[view].count) {
            count = add_pairing(pairings, count, &one[view], &other[view]);
        }
    }
    return count;
}

static bool differs(const struct pairing *pairing)
{
    return pairing->common < pairing->streams[0]->count ||
           pairing->common < pairing->streams[1]->count;
}

/* When it shows: the earlier of both. */
static uint64_t time_of(const struct pairing *pairing)
{
    uint64_t time_fs = UINT64_MAX;
    for (int i = 0; i < 2; i++) {
        const struct cli_diff_stream *stream = pairing->streams[i];
        if (pairing->common < stream->count && stream->events[pairing->common].time_fs < time_fs) {
            time_fs = stream->events[pairing->common].time_fs;
        }
    }
    return time_fs;
}

static const struct pairing *first_difference(const struct pairing *pairings, unsigned count)
{
    const struct pairing *first = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (differs(&pairings[i]) && (!first || time_of(&pairings[i]) < time_of(first))) {
            first = &pairings[i];
        }
    }
    return first;
}

/* ---- Telling ---- */

static void print_event(const char *mark, const struct cli_diff_event *event)
{
    char time[48];
    char number[24];

    snprintf(number, sizeof(number), "#%" PRIu64, event->number);
    printf("  %-2s%-8s %18s  %-10s  %s\n", mark, number, cli_packet_time(time, event->time_fs),
           event->direction == AK_DIRECTION_BOTH
               ? "both ways"
               : ak_name_of(&ak_names_direction, event->direction),
           event->what);
}

static void print_side(const struct cli_diff_trace *trace, const struct cli_diff_stream *stream,
                       size_t at)
{
    size_t from = at > CONTEXT ? at - CONTEXT : 0;

    printf("\n%s\n", trace->path);
    for (size_t i = from; i < stream->count && i <= at + CONTEXT; i++) {
        print_event(i == at ? ">" : "", &stream->events[i]);
    }
    if (at >= stream->count) {
        puts("  > ends here");
    }
}

/* Two packets may read alike although they differ. */
static void print_where_they_differ(const struct cli_diff_trace traces[2],
                                    const struct pairing *first)
{
    size_t at = first->common;

    if (at >= first->streams[0]->count || at >= first->streams[1]->count ||
        strcmp(first->streams[0]->events[at].what, first->streams[1]->events[at].what) != 0) {
        return;
    }
    puts("\nThey read alike and differ in their bytes:");
    for (int i = 0; i < 2; i++) {
        printf("    acknak show %s --packet %" PRIu64 "\n", traces[i].path,
               first->streams[i]->events[at].number);
    }
}

static int tell(const struct cli_diff_trace traces[2], const struct pairing *pairings,
                unsigned count)
{
    const struct pairing *first = first_difference(pairings, count);
    size_t same = 0;

    for (unsigned i = 0; i < count; i++) {
        same += pairings[i].common;
    }
    if (!first) {
        printf("The same by protocol: %zu %s in %u %s.\n", same, same == 1 ? "packet" : "packets",
               count, count == 1 ? "stream" : "streams");
        return CLI_EXIT_CLEAN;
    }
    const struct cli_diff_stream *either = first->streams[first->streams[0]->count == 0];
    const struct cli_diff_event *event =
        &either->events[first->common < either->count ? first->common : either->count - 1];
    bool link =
        either == &traces[0].streams[CLI_DIFF_LINK] || either == &traces[1].streams[CLI_DIFF_LINK];
    if (link) {
        printf("First difference: in what happens to the link, after %zu that is the same.\n",
               first->common);
    } else {
        printf("First difference: %s, seen at the %s, after %zu %s that %s the same.\n",
               ak_name_of(&ak_names_direction, event->direction),
               ak_name_of(&ak_names_seen, event->seen), first->common,
               first->common == 1 ? "packet" : "packets", first->common == 1 ? "is" : "are");
    }
    for (int i = 0; i < 2; i++) {
        print_side(&traces[i], first->streams[i], first->common);
    }
    print_where_they_differ(traces, first);
    return CLI_EXIT_FINDINGS;
}

static int compare(const char *const paths[2], const struct ak_capture_options *options)
{
    struct cli_diff_trace traces[2];
    struct pairing pairings[CLI_DIFF_STREAMS];
    int code = CLI_EXIT_CLEAN;

    for (int i = 0; i < 2; i++) {
        int read = cli_diff_trace_read(&traces[i], paths[i], options);
        if (read > code) {
            code = read;
        }
    }
    if (code != CLI_EXIT_INTERNAL &&
        (code == CLI_EXIT_CLEAN || (traces[0].events && traces[1].events))) {
        unsigned count = pair_direction(traces, AK_DOWNSTREAM, pairings, 0);
        count = pair_direction(traces, AK_UPSTREAM, pairings, count);
        count = add_pairing(pairings, count, &traces[0].streams[CLI_DIFF_LINK],
                            &traces[1].streams[CLI_DIFF_LINK]);
        int told = tell(traces, pairings, count);
        if (told > code) {
            code = told;
        }
    }
    for (int i = 0; i < 2; i++) {
        cli_diff_trace_end(&traces[i]);
    }
    return code;
}

static int set_format(struct ak_capture_options *options, const char *name)
{
    options->format = ak_capture_format_find(name);
    if (options->format) {
        return CLI_EXIT_CLEAN;
    }
    say("option '--format': found '%s', expected a format; 'acknak check --help' lists them", name);
    return CLI_EXIT_USAGE;
}

int cmd_diff(int argc, char **argv)
{
    struct cli_args args;
    enum cli_arg_kind kind;
    struct ak_capture_options options;
    const char *paths[2] = {NULL, NULL};
    unsigned count = 0;

    ak_capture_options_init(&options);
    cli_args_begin(&args, argc, argv, rows, DIFF_COUNT);
    while ((kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind == CLI_ARG_WRONG) {
            return CLI_EXIT_USAGE;
        }
        if (kind == CLI_ARG_OPTION && args.row == DIFF_HELP) {
            print_help();
            return CLI_EXIT_CLEAN;
        }
        if (kind == CLI_ARG_OPTION && set_format(&options, args.value) != CLI_EXIT_CLEAN) {
            return CLI_EXIT_USAGE;
        }
        if (kind == CLI_ARG_PLAIN && count == 2) {
            say("found a third trace '%s', expected two", args.value);
            return CLI_EXIT_USAGE;
        }
        if (kind == CLI_ARG_PLAIN) {
            paths[count++] = args.value;
        }
    }
    if (count == 2 && (strcmp(paths[0], "-") != 0 || strcmp(paths[1], "-") != 0)) {
        return compare(paths, &options);
    }
    say(count == 2 ? "both traces are standard input, expected a file for one"
                   : "found %u of two traces; 'acknak diff --help' tells more",
        count);
    return CLI_EXIT_USAGE;
}
