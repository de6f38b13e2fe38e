/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak size: how big the replay buffer must be, and how much delay REPLAY_TIMER allows.
 * Not here: formula and search (study/size.h), printing (text.c, json.c, cells.c).
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/sim/options.h"
#include "cli/size/request.h"

#define FS_PER_METRE 5000000ull /* 5 ns: cable and board alike, to a tenth or so */
#define METRES_MAX   100000.0
#define NS_MAX       100.0

enum own_row {
    ROW_CABLE,
    ROW_NS_PER_METRE,
    ROW_CELLS,
    ROW_JSON,
    ROW_LSPCI,
    ROW_DEVICE,
    ROW_SYSFS,
    ROW_HELP,
    ROW_COUNT
};

static const struct cli_option own_rows[ROW_COUNT] = {
    [ROW_CABLE] = {.name = "cable",
                   .value_name = "METRES",
                   .help = "Cable between the ports, on top of --propagation.",
                   .heading = "cable, tables, devices and help"},
    [ROW_NS_PER_METRE] = {.name = "ns-per-metre",
                          .value_name = "NS",
                          .help = "Delay of a metre of cable; default 5."},
    [ROW_CELLS] = {.name = "cells",
                   .help = "Only the slack of REPLAY_TIMER, by formula, for every rate, width and "
                           "MPS, with TLPs of that MPS both ways."},
    [ROW_JSON] = {.name = "json", .help = "Print the results as JSON (acknak-size-1)."},
    CLI_LINK_SOURCE_OPTIONS(ROW_LSPCI, ROW_DEVICE, ROW_SYSFS),
    [ROW_HELP] = {.name = "help",
                  .letter = 'h',
                  .value_name = "all",
                  .may_lack_value = true,
                  .help = "Print this; with =all, every option there is."},
};

static void print_help(bool all)
{
    unsigned columns = cli_output_columns(stdout);

    fputs(
        "usage: acknak size [SCENARIO.yaml] [OPTION...]\n"
        "\n"
        "The smallest replay buffer that never throttles the link: by formula, term by term, and\n"
        "by simulation, with the throughput at half, equal and double that size; and how much\n"
        "more delay (cable, retimer) REPLAY_TIMER allows before it expires without an error.\n"
        "\n"
        "examples:\n"
        "  acknak size --rate 16 --width 8 --mps 256 --payload 256\n"
        "  acknak size --rate 8 --width 4 --payload 256 --direction both --cable 3\n"
        "  acknak size --device 0000:01:00.0 --payload 256\n"
        "  acknak size --cells\n"
        "\n",
        stdout);
    fputs(all ? "options, as those of acknak sim:\n"
              : "common options, as those of acknak sim (--help=all lists every one):\n",
          stdout);
    cli_sim_print_table(stdout, all, false, columns);
    cli_options_print(stdout, own_rows, ROW_COUNT, columns);
}

/* A decimal number from 0 to `most`. */
static bool read_decimal(const char *text, double most, double *out)
{
    char *end;

    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    errno = 0;
    double value = strtod(text, &end);
    if (*end != '\0' || errno != 0 || !(value <= most)) {
        return false;
    }
    *out = value;
    return true;
}

static int apply(struct cli_sim_request *sim, size_t row, const char *value)
{
    struct size_request *request = sim->own;
    double ns;

    switch ((enum own_row)row) {
    case ROW_CABLE:
        if (read_decimal(value, METRES_MAX, &request->metres)) {
            break;
        }
        say("option '--cable': found '%s', expected 0 to 100000 metres", value);
        return CLI_EXIT_USAGE;
    case ROW_NS_PER_METRE:
        if (read_decimal(value, NS_MAX, &ns) && ns >= 1) {
            request->fs_per_metre = (uint64_t)llround(ns * (double)SIM_FS_PER_NS);
            break;
        }
        say("option '--ns-per-metre': found '%s', expected 1 to 100 nanoseconds", value);
        return CLI_EXIT_USAGE;
    case ROW_CELLS:
        request->cells = true;
        break;
    case ROW_JSON:
        request->json = true;
        break;
    case ROW_LSPCI: /* taken when the command line was read first, as is --help */
    case ROW_DEVICE:
    case ROW_SYSFS:
    case ROW_HELP:
    case ROW_COUNT:
        break;
    }
    return CLI_EXIT_CLEAN;
}

/* The cable becomes propagation. */
static int lay_cable(struct size_request *request)
{
    struct sim_link *link = &request->scenario.link;

    request->cable_fs = (uint64_t)llround(request->metres * (double)request->fs_per_metre);
    if (request->cable_fs + link->propagation_fs > SIM_DELAY_MAX_FS) {
        say("option '--cable': found %g m, expected at most 1 ms of propagation", request->metres);
        return CLI_EXIT_USAGE;
    }
    link->propagation_fs += request->cable_fs;
    return CLI_EXIT_CLEAN;
}

static int answer(const struct size_request *request, enum sim_direction direction,
                  struct size_answer *out)
{
    const struct sim_scenario *scenario = &request->scenario;
    struct study_rate rates[SIM_DIRECTION_COUNT];
    char message[SIM_MESSAGE_BYTES] = "";
    struct study_link link;

    *out = (struct size_answer){.direction = direction};
    if (!study_size_covers(scenario, direction, message)) {
        say("%s, expected writes alone: --direction, --reads none, no workload", message);
        return CLI_EXIT_USAGE;
    }
    study_size_compute(scenario, direction, &out->formula);
    out->has_rate = study_link_from_scenario(scenario, &link, message);
    if (out->has_rate) {
        study_link_rates(&link, rates);
        out->rate = rates[direction];
    }
    if (study_size_search(scenario, direction, request->time_fs, &out->found, message) &&
        study_slack_search(scenario, direction, request->time_fs, &out->slack, message)) {
        return CLI_EXIT_CLEAN;
    }
    say("internal error, please report it: %s", message);
    return CLI_EXIT_INTERNAL;
}

static int answer_all(const struct size_request *request)
{
    struct size_answer answers[SIM_DIRECTION_COUNT];
    size_t count = 0;

    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        if (!request->scenario.traffic[direction].writes.on) {
            continue;
        }
        int code = answer(request, (enum sim_direction)direction, &answers[count++]);
        if (code != CLI_EXIT_CLEAN) {
            return code;
        }
    }
    if (count == 0) {
        say("found no writes, expected them in one direction or both: --direction");
        return CLI_EXIT_USAGE;
    }
    if (request->json) {
        size_print_json(request, answers, count);
    } else {
        size_print_text(request, answers, count);
    }
    return CLI_EXIT_CLEAN;
}

static int run(const struct cli_sim_request *sim, struct size_request *request)
{
    request->scenario = sim->settings.scenario;
    int code = lay_cable(request);
    if (code != CLI_EXIT_CLEAN) {
        return code;
    }
    if (request->cells) {
        size_print_cells(request);
        return CLI_EXIT_CLEAN;
    }
    request->time_fs = request->scenario.stop.time_fs ? request->scenario.stop.time_fs
                                                      : study_size_time_fs(&request->scenario);
    return answer_all(request);
}

int cmd_size(int argc, char **argv)
{
    static const struct cli_sim_form form = {
        .own = own_rows,
        .own_count = ROW_COUNT,
        .help_row = ROW_HELP,
        .apply = apply,
    };
    struct size_request *request = calloc(1, sizeof *request);
    struct cli_sim_request *sim = calloc(1, sizeof *sim);
    int code = CLI_EXIT_INTERNAL;

    if (request && sim) {
        request->fs_per_metre = FS_PER_METRE;
        sim->own = request;
        code = cli_sim_read_as(&form, sim, argc, argv);
        if (code == CLI_EXIT_CLEAN && sim->help) {
            print_help(sim->help_all);
        } else if (code == CLI_EXIT_CLEAN) {
            code = run(sim, request);
        }
        sim_settings_end(&sim->settings);
    } else {
        say("out of memory");
    }
    free(sim);
    free(request);
    return code;
}
