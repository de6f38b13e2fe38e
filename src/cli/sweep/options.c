/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak sweep.
 * Not here: running (cmd_sweep.c).
 */
#include "cli/sweep/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "sim/value.h"
#include "study/sweep_pool.h"

#define SHARDS_MAX     1000000u
#define HANG_DEFAULT_S 300u
#define HANG_MAX_S     1000000u

enum sweep_option {
    SWEEP_JOBS,
    SWEEP_OUTPUT,
    SWEEP_SHARD,
    SWEEP_MAX_POINTS,
    SWEEP_HANG,
    SWEEP_NO_MPI,
    SWEEP_JSON,
    SWEEP_DRY_RUN,
    SWEEP_LIST,
    SWEEP_DIGEST,
    SWEEP_HELP,
    SWEEP_COUNT
};

static const struct cli_option rows[SWEEP_COUNT] = {
    [SWEEP_JOBS] = {.name = "jobs",
                    .letter = 'j',
                    .value_name = "N",
                    .help = "Worker processes on this machine; default one for each core.",
                    .heading = "running"},
    [SWEEP_OUTPUT] = {.name = "output",
                      .letter = 'o',
                      .value_name = "DB",
                      .help =
                          "The database; default the name of the study with .db, in the current "
                          "folder. If it holds part of this study, the rest is run."},
    [SWEEP_SHARD] = {.name = "shard",
                     .value_name = "I/N",
                     .help = "Run only the I-th of N parts, for the job arrays of batch systems; "
                             "'acknak merge' puts the parts together."},
    [SWEEP_MAX_POINTS] = {.name = "max-points",
                          .value_name = "N",
                          .help = "Allow studies of up to so many points; default 100000."},
    [SWEEP_HANG] = {.name = "hang",
                    .value_name = "SECONDS",
                    .help = "Kill a worker that gives no sign of life for so long; default 300."},
    [SWEEP_NO_MPI] = {.name = "no-mpi",
                      .help = "Take no notice of mpirun: this process and its workers run all."},
    [SWEEP_JSON] = {.name = "json", .help = "Print the outcome as JSON.", .heading = "showing"},
    [SWEEP_DRY_RUN] = {.name = "dry-run",
                       .help = "Print the points and the values of each; run nothing."},
    [SWEEP_LIST] = {.name = "list",
                    .help = "Print the keys that can vary and the figures that can be watched."},
    [SWEEP_DIGEST] = {.name = "digest",
                      .value_name = "DB",
                      .help = "Print a digest of the results in a database: the same for the same "
                              "study, however it was run."},
    [SWEEP_HELP] = {.name = "help", .letter = 'h', .help = "Print this."},
};

void cli_sweep_help(void)
{
    fputs("usage: acknak sweep STUDY.yaml [OPTION...]\n"
          "       mpirun -n N acknak sweep STUDY.yaml [OPTION...]\n"
          "\n"
          "Runs a study: every combination, or random samples, of any values of a scenario, each\n"
          "with several seeds. Results go to a SQLite database, with confidence intervals. An\n"
          "interrupted sweep goes on when the same command is given again.\n"
          "\n"
          "a study:\n"
          "  base: {link: {width: 8}, stop: {time: 100us}}    # or the path of a scenario\n"
          "  sweep:\n"
          "    link.rate: [2.5, 5, 8, 16]\n"
          "    directions.ber: {from: 1e-9, to: 1e-5, steps: 5, scale: log}\n"
          "  seeds: {min: 3, max: 20}             # runs of each point\n"
          "  figures: downstream.throughput_bps   # stop early when this is known\n"
          "  precision: 0.01                      # to 1 %\n"
          "docs/sweep.md explains the keys. With 'check: yes' runs go under the protocol checker,\n"
          "which takes many times as long.\n",
          stdout);
    cli_options_print(stdout, rows, SWEEP_COUNT, cli_output_columns(stdout));
    fputs("\nOpen MPI refuses root without OMPI_ALLOW_RUN_AS_ROOT=1 and\n"
          "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1, and more ranks than cores without --oversubscribe.\n"
          "\nexit code: 0 all points are done, 1 points failed, 2 usage, 3 the study or the\n"
          "database cannot be used, 4 the database cannot be written\n",
          stdout);
}

/* ---- Reading ---- */

static int read_number(const char *option, const char *text, uint64_t most, uint64_t *number)
{
    if (sim_value_read_count(text, number) && *number >= 1 && *number <= most) {
        return CLI_EXIT_CLEAN;
    }
    say("option '--%s': found '%.40s', expected a whole number from 1 to %llu", option, text,
        (unsigned long long)most);
    return CLI_EXIT_USAGE;
}

static int read_shard(const char *text, struct sweep_shard *shard)
{
    char part[24];
    uint64_t number = 0, count = 0;
    const char *slash = strchr(text, '/');
    size_t length = slash ? (size_t)(slash - text) : 0;

    if (slash && length < sizeof(part)) {
        memcpy(part, text, length);
        part[length] = '\0';
        if (sim_value_read_count(part, &number) && sim_value_read_count(slash + 1, &count) &&
            number >= 1 && number <= count && count <= SHARDS_MAX) {
            *shard = (struct sweep_shard){(uint32_t)number - 1, (uint32_t)count};
            return CLI_EXIT_CLEAN;
        }
    }
    say("option '--shard': found '%.40s', expected I/N, from 1/N to N/N", text);
    return CLI_EXIT_USAGE;
}

static int set_database(struct cli_sweep_request *request, const char *path)
{
    int length = snprintf(request->database, sizeof(request->database), "%s", path);

    if (*path && length >= 0 && (size_t)length < sizeof(request->database)) {
        return CLI_EXIT_CLEAN;
    }
    say("option '--output': expected the path of a file");
    return CLI_EXIT_USAGE;
}

static int apply(struct cli_sweep_request *request, enum sweep_option option, const char *value)
{
    uint64_t number = 0;
    int code = CLI_EXIT_CLEAN;

    switch (option) {
    case SWEEP_JOBS:
        code = read_number("jobs", value, SWEEP_POOL_MAX, &number);
        request->workers = (unsigned)number;
        break;
    case SWEEP_OUTPUT:
        return set_database(request, value);
    case SWEEP_SHARD:
        return read_shard(value, &request->shard);
    case SWEEP_MAX_POINTS:
        return read_number("max-points", value, SWEEP_POINTS_MAX, &request->points_max);
    case SWEEP_HANG:
        code = read_number("hang", value, HANG_MAX_S, &number);
        request->hang_s = (unsigned)number;
        break;
    case SWEEP_NO_MPI:
        request->no_mpi = true;
        break;
    case SWEEP_JSON:
        request->json = true;
        break;
    case SWEEP_DRY_RUN:
        request->dry_run = true;
        break;
    case SWEEP_LIST:
        request->list = true;
        break;
    case SWEEP_DIGEST:
        request->digest = value;
        break;
    case SWEEP_HELP:
        request->help = true;
        break;
    case SWEEP_COUNT:
        break;
    }
    return code;
}

/* studies/ack.yaml: ack.db, or ack.shard-2-of-5.db. */
static int name_database(struct cli_sweep_request *request)
{
    const char *slash = strrchr(request->study, '/');
    const char *name = slash ? slash + 1 : request->study;
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    char shard[40] = "";

    if (!strcmp(request->study, "-")) {
        say("a study from standard input has no name, expected '--output DB'");
        return CLI_EXIT_USAGE;
    }
    if (request->shard.count > 1) {
        snprintf(shard, sizeof(shard), ".shard-%u-of-%u", request->shard.part + 1,
                 request->shard.count);
    }
    int written = snprintf(request->database, sizeof(request->database), "%.*s%s.db",
                           (int)(length < SIM_PATH_BYTES ? length : SIM_PATH_BYTES), name, shard);
    if (written >= 0 && (size_t)written < sizeof(request->database)) {
        return CLI_EXIT_CLEAN;
    }
    say("the name of the study is too long");
    return CLI_EXIT_USAGE;
}

static int complete(struct cli_sweep_request *request)
{
    if (request->help || request->list || request->digest) {
        if (!request->study || request->help) {
            return CLI_EXIT_CLEAN;
        }
        say("found '%s', expected no study with '--%s'", request->study,
            request->list ? "list" : "digest");
        return CLI_EXIT_USAGE;
    }
    if (!request->study) {
        say("expected the path of a study; 'acknak sweep --help' shows one");
        return CLI_EXIT_USAGE;
    }
    if (!request->database[0] && !request->dry_run && name_database(request) != CLI_EXIT_CLEAN) {
        return CLI_EXIT_USAGE;
    }
    if (strcmp(request->study, "-") != 0 &&
        cli_output_is_same_file(request->study, request->database)) {
        say("option '--output' would replace the study %s", request->study);
        return CLI_EXIT_USAGE;
    }
    return CLI_EXIT_CLEAN;
}

int cli_sweep_read(struct cli_sweep_request *request, int argc, char **argv)
{
    struct cli_args args;
    enum cli_arg_kind kind;
    int code = CLI_EXIT_CLEAN;

    *request = (struct cli_sweep_request){
        .shard = {0, 1}, .points_max = SWEEP_POINTS_DEFAULT, .hang_s = HANG_DEFAULT_S};
    cli_args_begin(&args, argc, argv, rows, SWEEP_COUNT);
    while (code == CLI_EXIT_CLEAN && (kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind == CLI_ARG_WRONG) {
            return CLI_EXIT_USAGE;
        }
        if (kind == CLI_ARG_OPTION) {
            code = apply(request, (enum sweep_option)args.row, args.value);
        } else if (request->study) {
            say("found a second study '%s', expected one", args.value);
            code = CLI_EXIT_USAGE;
        } else {
            request->study = args.value;
        }
    }
    return code == CLI_EXIT_CLEAN ? complete(request) : code;
}
