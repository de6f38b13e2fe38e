/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak rare: a few options of its own, and those of acknak sim.
 * Not here: running (cmd_rare.c).
 */
#include "cli/rare/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "sim/nearest.h"
#include "sim/value.h"

#define TRIALS_MAX         100000000u
#define BRUTE_DEFAULT_TLPS 2000000u
#define BRUTE_MAX_TLPS     1000000000000u
#define WINDOW_MIN_FS      SIM_FS_PER_NS

enum option_row {
    OPTION_EVENT,
    OPTION_TRIALS,
    OPTION_BRUTE,
    OPTION_WINDOW,
    OPTION_JSON,
    OPTION_HELP,
    OPTION_COUNT
};

static const struct cli_option options[OPTION_COUNT] = {
    [OPTION_EVENT] = {.name = "event",
                      .value_name = "NAME,...",
                      .help = "replay_by_nak, replay_by_timeout, duplicate, recovery, retrain, "
                              "dead_link, undetected_tlp, undetected_dllp, or all (the default)",
                      .heading = "what is estimated"},
    [OPTION_TRIALS] = {.name = "trials",
                       .value_name = "N",
                       .help = "windows sampled for each event; by itself 4000, fewer where they "
                               "would hold more than 10 million TLPs; 0 for none"},
    [OPTION_BRUTE] = {.name = "brute",
                      .value_name = "TLPS",
                      .help = "length of the plain run beside it; 2000000, and 0 for none"},
    [OPTION_WINDOW] = {.name = "window",
                       .value_name = "TIME",
                       .help = "length of a sampled window; by itself 40 REPLAY_TIMER limits, or "
                               "60 times from one TLP to the next if that is more"},
    [OPTION_JSON] = {.name = "json",
                     .help = "the results as JSON, schema acknak-rare-1",
                     .heading = "output and help"},
    [OPTION_HELP] = {.name = "help", .letter = 'h', .help = "this text"},
};

void cli_rare_help(void)
{
    fputs("usage: acknak rare [SCENARIO.yaml] [OPTION...]\n"
          "\n"
          "How often a link replays, retrains or dies at a bit error rate at which a plain run\n"
          "sees none of it: in closed form, by importance sampling with its standard error and\n"
          "95 % bounds, and by a plain run where that sees something.\n",
          stdout);
    cli_options_print(stdout, options, OPTION_COUNT, cli_output_columns(stdout));
    fputs("\n"
          "The link, its traffic, bit error rates and seed are set by the options of acknak sim\n"
          "(acknak sim --help); the end of the run that a scenario file asks for is not used.\n"
          "\n"
          "example: acknak rare --rate 8 --width 4 --payload 256 --ber 1e-12 --event retrain\n",
          stdout);
}

static int wrong_value(const char *option, const char *found, const char *expected)
{
    say("option '--%s': found '%s', expected %s", option, found, expected);
    return CLI_EXIT_USAGE;
}

/* ---- Values ---- */

static int add_event(const char *name, uint32_t *events)
{
    struct sim_nearest nearest = {.typed = name};

    if (!strcmp(name, "all")) {
        *events |= (1u << RARE_EVENT_COUNT) - 1u;
        return CLI_EXIT_CLEAN;
    }
    for (unsigned event = 0; event < RARE_EVENT_COUNT; event++) {
        sim_nearest_offer(&nearest, rare_event_name((enum rare_event)event));
        if (!strcmp(name, rare_event_name((enum rare_event)event))) {
            *events |= 1u << event;
            return CLI_EXIT_CLEAN;
        }
    }
    if (!nearest.best) {
        return wrong_value("event", name, "an event; 'acknak rare --help' lists them");
    }
    say("option '--event': unknown event '%s'; did you mean '%s'?", name, nearest.best);
    return CLI_EXIT_USAGE;
}

static int read_events(const char *value, uint32_t *events)
{
    char *list = strdup(value);
    char *rest = NULL;
    int code = CLI_EXIT_CLEAN;

    if (!list) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    *events = 0;
    for (char *name = strtok_r(list, ",", &rest); name && code == CLI_EXIT_CLEAN;
         name = strtok_r(NULL, ",", &rest)) {
        code = add_event(name, events);
    }
    if (code == CLI_EXIT_CLEAN && !*events) {
        code = wrong_value("event", value, "names of events");
    }
    free(list);
    return code;
}

static int read_number(const char *option, const char *value, uint64_t most, uint64_t *number)
{
    char expected[64];

    if (sim_value_read_count(value, number) && *number <= most) {
        return CLI_EXIT_CLEAN;
    }
    snprintf(expected, sizeof expected, "a number from 0 to %" PRIu64, most);
    return wrong_value(option, value, expected);
}

static int read_window(const char *value, uint64_t *window_fs)
{
    if (sim_value_read_time(value, window_fs) && *window_fs >= WINDOW_MIN_FS &&
        *window_fs <= SIM_FS_PER_S) {
        return CLI_EXIT_CLEAN;
    }
    return wrong_value("window", value, "a time from 1ns to 1s");
}

static int apply_own(struct rare_plan *plan, enum option_row row, const char *value)
{
    switch (row) {
    case OPTION_EVENT:
        return read_events(value, &plan->events);
    case OPTION_TRIALS:
        return read_number("trials", value, TRIALS_MAX, &plan->trials);
    case OPTION_BRUTE:
        return read_number("brute", value, BRUTE_MAX_TLPS, &plan->brute_tlps);
    case OPTION_WINDOW:
        return read_window(value, &plan->window_fs);
    case OPTION_JSON: /* these two are acknak sim's as well */
    case OPTION_HELP:
    case OPTION_COUNT:
        break;
    }
    return CLI_EXIT_INTERNAL;
}

/* ---- The command line ---- */

/* Whether `word` is the option of a row, alone or with =VALUE, which `value` then points to. */
static bool is_own(const char *word, enum option_row row, const char **value)
{
    size_t length = strlen(options[row].name);

    if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, options[row].name, length) != 0) {
        return false;
    }
    *value = word[2 + length] == '=' ? word + 2 + length + 1 : NULL;
    return word[2 + length] == '=' || word[2 + length] == '\0';
}

/* Takes the options that acknak sim does not have; `left` receives the others. */
static int take_own(struct rare_plan *plan, int argc, char **argv, char **left, int *left_count)
{
    *left_count = 0;
    for (int i = 0; i < argc; i++) {
        const char *value = NULL;
        int row = 0;
        while (row < OPTION_JSON && !is_own(argv[i], (enum option_row)row, &value)) {
            row++;
        }
        if (i == 0 || row == OPTION_JSON) {
            left[(*left_count)++] = argv[i];
            continue;
        }
        if (!value && (i + 1 == argc || !strncmp(argv[i + 1], "--", 2))) {
            say("option '--%s' needs a value: --%s %s", options[row].name, options[row].name,
                options[row].value_name);
            return CLI_EXIT_USAGE;
        }
        int code = apply_own(plan, (enum option_row)row, value ? value : argv[++i]);
        if (code != CLI_EXIT_CLEAN) {
            return code;
        }
    }
    left[*left_count] = NULL;
    return CLI_EXIT_CLEAN;
}

/* What acknak sim does with a run has no meaning here. */
static int refuse_outputs(const struct cli_sim_request *request)
{
    const struct sim_stop *stop = &request->settings.scenario.stop;
    const char *name = NULL;

    if (request->trace_path) {
        name = "--trace";
    } else if (request->scenario_out) {
        name = "--scenario-out";
    } else if (request->scenario_path) {
        return CLI_EXIT_CLEAN;
    } else if (request->settings.ladder != SIM_LADDER_NONE) {
        name = "--ladder";
    } else if (stop->time_fs || stop->tlps || stop->condition != SIM_CONDITION_NONE) {
        name = stop->time_fs ? "--time" : stop->tlps ? "--tlps" : "--until";
    }
    if (!name) {
        return CLI_EXIT_CLEAN;
    }
    say("option '%s' is one of acknak sim; expected --trials, --brute or --window", name);
    return CLI_EXIT_USAGE;
}

int cli_rare_read(struct cli_rare_request *request, int argc, char **argv)
{
    char **left = calloc((size_t)argc + 1u, sizeof *left);
    int left_count = 0;

    *request = (struct cli_rare_request){.plan = {.trials = RARE_TRIALS_CHOSEN,
                                                  .brute_tlps = BRUTE_DEFAULT_TLPS,
                                                  .events = (1u << RARE_EVENT_COUNT) - 1u}};
    if (!left) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    int code = take_own(&request->plan, argc, argv, left, &left_count);
    if (code == CLI_EXIT_CLEAN) {
        code = cli_sim_read(&request->sim, left_count, left);
    }
    if (code == CLI_EXIT_CLEAN && !request->sim.help) {
        code = refuse_outputs(&request->sim);
    }
    free(left);
    return code;
}
