/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak check.
 * Not here: reading and judging (run.c).
 */
#include "cli/check/options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/link_options.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "sim/value.h"
#include "trace/names.h"
#include "trace/units.h"

#define SHOWN_DEFAULT 50u

enum check_option {
    CHECK_RATE,
    CHECK_MAX_RATE,
    CHECK_WIDTH,
    CHECK_MPS,
    CHECK_BASE,
    CHECK_EXTENDED_SYNC,
    CHECK_L0S_EXIT,
    CHECK_FLIGHT,
    CHECK_REACTION,
    CHECK_RESOLUTION,
    CHECK_SEEN,
    CHECK_DIRECTION,
    CHECK_FORMAT,
    CHECK_ONLY,
    CHECK_LIMIT,
    CHECK_JSON,
    CHECK_HELP,
    CHECK_COUNT
};

static const struct cli_option rows[CHECK_COUNT] = {
    [CHECK_RATE] = {.name = "rate",
                    .value_name = "GT/S",
                    .help = "Data rate: 2.5, 5, 8, 16 or 32.",
                    .heading = "the link, where the trace does not say"},
    [CHECK_MAX_RATE] = {.name = "max-rate",
                        .value_name = "GT/S",
                        .help = "Highest rate that both ports support; default the data rate."},
    [CHECK_WIDTH] = {.name = "width", .value_name = "LANES", .help = "1, 2, 4, 8, 12, 16 or 32."},
    [CHECK_MPS] = {.name = "mps",
                   .value_name = "BYTES",
                   .help = "Max_Payload_Size: 128, 256, 512, 1024, 2048 or 4096."},
    [CHECK_BASE] = {.name = "base",
                    .value_name = "REVISION",
                    .help = "Judge timing by this Base Specification: 1.1, 2.1, 3.1, 4.0 or 5.0; "
                            "default what any of them allows."},
    [CHECK_EXTENDED_SYNC] = {.name = "extended-sync", .help = "The Extended Synch bit is set."},
    [CHECK_L0S_EXIT] = {.name = "l0s-exit",
                        .value_name = "TIME",
                        .help = "Longest exit from L0s; a time such as 2us, or ns without a unit."},
    [CHECK_FLIGHT] = {.name = "flight",
                      .value_name = "TIME",
                      .help =
                          "Longest time from the sender past the probe to the receiver; default "
                          "1us, which 200 m take."},
    [CHECK_REACTION] = {.name = "reaction",
                        .value_name = "TIME",
                        .help = "Longest time in which a port acts on what it received; default "
                                "the larger of 1,000 symbol times and 1us."},
    [CHECK_RESOLUTION] = {.name = "resolution",
                          .value_name = "TIME",
                          .help = "Step of the times, as of a CSV from an analyzer: 8ns; default "
                                  "exact.",
                          .heading = "the recording"},
    [CHECK_SEEN] = {.name = "seen",
                    .value_name = "PLACE",
                    .help = "Where the packets were recorded: sender, probe or receiver; default "
                            "probe."},
    [CHECK_DIRECTION] = {.name = "direction",
                         .value_name = "WAY",
                         .help = "Which way a list of symbols of one lane travels: downstream or "
                                 "upstream; default downstream."},
    [CHECK_FORMAT] = {.name = "format",
                      .value_name = "FORMAT",
                      .help = "Format of the traces, below; default by their content."},
    [CHECK_ONLY] = {.name = "only",
                    .value_name = "RULES",
                    .help = "Judge these rules alone, with commas between: RX-05,TX-08.",
                    .heading = "what is told"},
    [CHECK_LIMIT] = {.name = "limit",
                     .value_name = "N",
                     .help = "Show the first N findings in full; default 50, 0 shows all."},
    [CHECK_JSON] = {.name = "json", .help = "Print JSON (acknak-check-1)."},
    [CHECK_HELP] = {.name = "help", .letter = 'h', .help = "Print this."},
};

static int set_base(struct cli_check_request *request, const char *text)
{
    static const char *const words[] = {"1.1", "2.1", "3.1", "4.0", "5.0"};
    static const struct ak_names revisions = {words, 5};
    int word;
    int code = cli_option_word(&rows[CHECK_BASE], text, &revisions, revisions.count, &word);

    if (code != CLI_EXIT_CLEAN) {
        return code;
    }
    request->base = true;
    request->checking.link.revision = word < 3 ? AK_BASE_1_TO_3 : AK_BASE_4_AND_UP;
    request->checking.link.known |= AK_KNOWN_REVISION;
    return code;
}

/* The longest that is any use; sums of a few of them must not run over. */
#define TIME_MOST_FS 1000000000000000u

static int set_time(struct ak_record_link *link, enum check_option option, const char *text)
{
    uint64_t time_fs;

    if ((!ak_time_read_ns(text, strlen(text), &time_fs) && !sim_value_read_time(text, &time_fs)) ||
        time_fs > TIME_MOST_FS) {
        return cli_option_wrong(&rows[option], text,
                                "a time up to 1s such as 1.5us, or ns without a unit");
    }
    if (option == CHECK_L0S_EXIT) {
        link->l0s_exit_fs = time_fs;
        link->known |= AK_KNOWN_L0S_EXIT;
    } else if (option == CHECK_FLIGHT) {
        link->flight_fs = time_fs;
        link->known |= AK_KNOWN_FLIGHT;
    } else {
        link->reaction_fs = time_fs;
        link->known |= AK_KNOWN_REACTION;
    }
    return CLI_EXIT_CLEAN;
}

static int set_only(struct cli_check_request *request, const char *text)
{
    uint64_t wanted = 0;

    for (const char *at = text;; at++) {
        char id[24];
        size_t bytes = strcspn(at, ",");
        size_t kept = bytes < sizeof(id) ? bytes : sizeof(id) - 1;
        memcpy(id, at, kept);
        id[kept] = '\0';
        int index = ak_check_rule_find(id);
        if (index < 0) {
            return cli_option_wrong(&rows[CHECK_ONLY], text,
                                    "rules such as RX-05,TX-08; 'acknak explain' lists them");
        }
        wanted |= UINT64_C(1) << index;
        at += bytes;
        if (!*at) {
            break;
        }
    }
    request->checking.skip_rules = ~wanted;
    return CLI_EXIT_CLEAN;
}

static int set_limit(struct cli_check_request *request, const char *text)
{
    uint64_t count;

    if (!ak_decimal_read(text, strlen(text), CLI_FINDINGS_MAX, &count)) {
        return cli_option_wrong(&rows[CHECK_LIMIT], text, "a whole number up to 100000");
    }
    request->shown = (uint32_t)count;
    return CLI_EXIT_CLEAN;
}

static int apply(struct cli_check_request *request, enum check_option option, const char *value)
{
    struct ak_record_link *link = &request->checking.link;

    switch (option) {
    case CHECK_RATE:
        return cli_link_rate(&rows[option], value, link);
    case CHECK_MAX_RATE:
        return cli_link_max_rate(&rows[option], value, link);
    case CHECK_WIDTH:
        return cli_link_width(&rows[option], value, link);
    case CHECK_MPS:
        return cli_link_mps(&rows[option], value, link);
    case CHECK_BASE:
        return set_base(request, value);
    case CHECK_EXTENDED_SYNC:
        link->extended_synch = true;
        link->known |= AK_KNOWN_EXTENDED_SYNCH;
        break;
    case CHECK_L0S_EXIT:
    case CHECK_FLIGHT:
    case CHECK_REACTION:
        return set_time(link, option, value);
    case CHECK_RESOLUTION:
        return cli_link_resolution(&rows[option], value, link);
    case CHECK_SEEN:
        return cli_reading_seen(&rows[option], value, &request->reading);
    case CHECK_DIRECTION:
        return cli_reading_direction(&rows[option], value, &request->reading);
    case CHECK_FORMAT:
        return cli_reading_format("check", value, &request->reading);
    case CHECK_ONLY:
        return set_only(request, value);
    case CHECK_LIMIT:
        return set_limit(request, value);
    case CHECK_JSON:
        request->json = true;
        break;
    case CHECK_HELP:
        request->help = true;
        break;
    case CHECK_COUNT:
        break;
    }
    return CLI_EXIT_CLEAN;
}

static void tell_note(void *context, const char *text)
{
    (void)context;
    say("note: %s", text);
}

static int complete(struct cli_check_request *request)
{
    if (!request->path_count) {
        say("found no trace, expected one or more; 'acknak check --help' tells more");
        return CLI_EXIT_USAGE;
    }
    request->reading.link = request->checking.link;
    request->reading.note = tell_note;
    request->keep_latencies = request->json;
    return CLI_EXIT_CLEAN;
}

int cli_check_read(struct cli_check_request *request, int argc, char **argv)
{
    struct cli_args args;
    enum cli_arg_kind kind;
    int code = CLI_EXIT_CLEAN;

    *request = (struct cli_check_request){.shown = SHOWN_DEFAULT};
    request->paths = malloc((size_t)argc * sizeof(*request->paths));
    if (!request->paths) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    ak_capture_options_init(&request->reading);
    cli_args_begin(&args, argc, argv, rows, CHECK_COUNT);
    while (code == CLI_EXIT_CLEAN && (kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind == CLI_ARG_WRONG) {
            return CLI_EXIT_USAGE;
        }
        if (kind == CLI_ARG_OPTION) {
            code = apply(request, (enum check_option)args.row, args.value);
        } else {
            request->paths[request->path_count++] = args.value;
        }
    }
    return code != CLI_EXIT_CLEAN || request->help ? code : complete(request);
}

void cli_check_help(FILE *out)
{
    fputs("usage: acknak check TRACE... [OPTION...]\n"
          "\n"
          "Did both sides of a link keep to the ACK/NAK protocol? Reads recordings (- is standard\n"
          "input) and tells which packet breaks which rule, and what should have happened.\n"
          "\n"
          "examples:\n"
          "  acknak check capture.pad --mps 128\n"
          "  acknak sim --ber 1e-6 --trace - | acknak check -\n"
          "  acknak check capture.csv --rate 8 --width 4 --mps 256 --only RX-08,TX-10\n",
          out);
    cli_options_print(out, rows, CHECK_COUNT, cli_output_columns(out));
    fputs("\nformats:\n", out);
    for (size_t i = 0; i < ak_capture_format_count; i++) {
        fprintf(out, "  %-10s %s\n", ak_capture_formats[i].name, ak_capture_formats[i].what);
    }
    fputs("\nexit code: 0 no rule broken, 1 findings, 2 usage, 3 a trace cannot be read whole\n",
          out);
}
