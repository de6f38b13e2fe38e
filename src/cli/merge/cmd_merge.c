/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak merge: the databases of a study's shards into one.
 * Not here: how (study/sweep_merge.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/figures.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "study/sweep_merge.h"

enum merge_option { MERGE_OUTPUT, MERGE_HELP, MERGE_COUNT };

static const struct cli_option rows[MERGE_COUNT] = {
    [MERGE_OUTPUT] = {.name = "output",
                      .letter = 'o',
                      .value_name = "OUT",
                      .help = "The new database; a file that is there is not replaced."},
    [MERGE_HELP] = {.name = "help", .letter = 'h', .help = "Print this."},
};

struct request {
    const char *output;
    const char **databases;
    size_t count;
    bool help;
};

static void print_help(void)
{
    fputs("usage: acknak merge -o OUT DB...\n"
          "\n"
          "Puts the databases that 'acknak sweep --shard I/N' wrote into one. They must be of one\n"
          "study and one version of acknak, and where several hold a point, hold the same. Tells\n"
          "which points are missing: 'acknak sweep STUDY.yaml -o OUT' runs them.\n"
          "\n",
          stdout);
    cli_options_print(stdout, rows, MERGE_COUNT, cli_output_columns(stdout));
    fputs("\nexit code: 0 all points are there, 1 points are missing or failed, 2 usage,\n"
          "3 a database cannot be used, 4 the new one cannot be written\n",
          stdout);
}

static int read_arguments(struct request *request, int argc, char **argv)
{
    struct cli_args args;
    enum cli_arg_kind kind;

    cli_args_begin(&args, argc, argv, rows, MERGE_COUNT);
    while ((kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind == CLI_ARG_WRONG) {
            return CLI_EXIT_USAGE;
        }
        if (kind == CLI_ARG_PLAIN) {
            request->databases[request->count++] = args.value;
        } else if (args.row == MERGE_OUTPUT) {
            request->output = args.value;
        } else {
            request->help = true;
        }
    }
    if (request->help || (request->output && request->count)) {
        return CLI_EXIT_CLEAN;
    }
    say(request->output ? "expected the databases to merge"
                        : "expected '-o OUT', the name of the new database");
    return CLI_EXIT_USAGE;
}

static int tell(const struct request *request, const struct sweep_merged *merged)
{
    char counts[2][CLI_FIGURE_BYTES];
    uint64_t first = merged->first_missing;

    cli_figure_count(counts[0], merged->done);
    cli_figure_count(counts[1], merged->points);
    printf("%s of %s points are done; %s\n", counts[0], counts[1], request->output);
    if (merged->failed) {
        say("%" PRIu64 " points failed", merged->failed);
    }
    if (merged->missing) {
        say("%" PRIu64 " points are missing, the first is %" PRIu64, merged->missing, first);
    }
    return merged->failed || merged->missing ? CLI_EXIT_FINDINGS : CLI_EXIT_CLEAN;
}

static int merge(const struct request *request)
{
    char *message = malloc(SWEEP_STORE_MESSAGE);
    struct sweep_merged merged;

    if (!message) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    enum sweep_store_status status =
        sweep_merge(request->output, request->databases, request->count, &merged, message);
    if (status != SWEEP_STORE_OK) {
        say("%s", message);
    }
    free(message);
    switch (status) {
    case SWEEP_STORE_OK:
        return tell(request, &merged);
    case SWEEP_STORE_BUSY:
    case SWEEP_STORE_INPUT:
        return CLI_EXIT_INPUT;
    case SWEEP_STORE_OUTPUT:
        break;
    }
    return CLI_EXIT_OUTPUT;
}

int cmd_merge(int argc, char **argv)
{
    struct request request = {.databases = calloc((size_t)argc, sizeof(*request.databases))};

    if (!request.databases) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    int code = read_arguments(&request, argc, argv);
    if (code == CLI_EXIT_CLEAN && request.help) {
        print_help();
    } else if (code == CLI_EXIT_CLEAN) {
        code = merge(&request);
    }
    free(request.databases);
    return code;
}
