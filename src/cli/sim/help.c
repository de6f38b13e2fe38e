/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The help of acknak sim, and the options that are in no table of the simulator.
 * Not here: reading the command line (options.c), the table (sim/options.c).
 */
#include <string.h>

#include "cli/common/output.h"
#include "cli/sim/options.h"
#include "sim/options.h"

const struct cli_option cli_sim_own_options[OWN_COUNT] = {
    [OWN_TRACE] = {.name = "trace",
                   .value_name = "FILE",
                   .help = "Write the events of the run; - is standard output.",
                   .heading = "output, faults and help"},
    [OWN_CHECK] = {.name = "check",
                   .value_name = "YES|NO",
                   .help = "Judge the run by the rules of acknak check; default yes."},
    [OWN_JSON] = {.name = "json", .help = "Print the results as JSON (acknak-sim-1)."},
    [OWN_FAULT] = {.name = "fault",
                   .value_name = "KIND,...",
                   .help = "A fault, such as lose,packet=ack,nth=2; repeatable, kinds and keys "
                           "stand in docs/scenario.md."},
    [OWN_EVENT] = {.name = "event",
                   .value_name = "KIND,time=TIME",
                   .help = "Such as recovery,time=5us; repeatable."},
    [OWN_SCENARIO_OUT] = {.name = "scenario-out",
                          .value_name = "FILE",
                          .help = "Do not run: write a scenario file of all this."},
    CLI_LINK_SOURCE_OPTIONS(OWN_LSPCI, OWN_DEVICE, OWN_SYSFS),
    [OWN_HELP] = {.name = "help",
                  .letter = 'h',
                  .value_name = "all",
                  .may_lack_value = true,
                  .help = "Print this; with =all, every option there is."},
};

/* Defaults that the sentence of the option speaks of, or that are nothing. */
static bool goes_without_saying(const char *value)
{
    return !*value || !strcmp(value, "default");
}

/* One line to see what there is; or the sentence, what may be given, and what is taken else. */
static void print_table_option(FILE *out, const struct sim_option *option,
                               const struct sim_settings *defaults, bool full, unsigned columns)
{
    char text[4 * SIM_OPTION_TEXT];
    char expected[SIM_OPTION_TEXT];
    char value[SIM_OPTION_TEXT];

    sim_option_expected(option, expected);
    sim_option_show(option, SIM_TARGET_BOTH, defaults, value);
    bool said = goes_without_saying(value);
    snprintf(text, sizeof(text), "%s Takes %s%s%s.", option->help, expected,
             said ? "" : "; default ", said ? "" : value);
    struct cli_option row = {.name = option->name,
                             .value_name = sim_option_value_name(option),
                             .may_lack_value = !strcmp(option->name, "ladder"),
                             .help = full ? text : option->brief};
    cli_options_print(out, &row, 1, columns);
}

static const char *heading_of(const struct sim_option *option)
{
    static const struct {
        const char *section;
        const char *heading;
    } headings[] = {
        {"", "the run"},
        {"link", "the link"},
        {"ports", "the ports (--NAME for both, --NAME-a, --NAME-b for one)"},
        {"directions", "each direction (--NAME for both, --NAME-downstream, --NAME-upstream)"},
        {"traffic", "traffic"},
        {"workload", "recorded traffic"},
        {"stop", "the end of the run"},
        {"output", "what is shown"},
    };
    const char *section = sim_option_section(option, SIM_TARGET_BOTH);

    for (size_t i = 0; i < sizeof(headings) / sizeof(headings[0]); i++) {
        if (!strcmp(headings[i].section, section)) {
            return headings[i].heading;
        }
    }
    return section;
}

void cli_sim_print_table(FILE *out, bool all, bool shows_packets, unsigned columns)
{
    const char *heading = "";
    struct sim_settings defaults;

    sim_settings_default(&defaults);
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        bool output = !strcmp(sim_option_section(option, SIM_TARGET_BOTH), "output");
        if ((!all && !option->brief) || (output && !shows_packets)) {
            continue;
        }
        if (all && strcmp(heading, heading_of(option)) != 0) {
            heading = heading_of(option);
            fprintf(out, "\n%s:\n", heading);
        }
        print_table_option(out, option, &defaults, all, columns);
    }
}

void cli_sim_help(FILE *out, bool all)
{
    unsigned columns = cli_output_columns(out);

    fputs("usage: acknak sim [SCENARIO.yaml] [OPTION...]\n"
          "\n"
          "Runs a link between port a (upstream component) and port b: TLPs cross it, bits are\n"
          "damaged, Acks, Naks and replays make up for it. Options win over the scenario file.\n"
          "\n"
          "examples:\n"
          "  acknak sim --rate 8 --width 4 --payload 256 --ber 1e-9 --time 10ms\n"
          "  acknak sim --tlps 20 --fault damage,packet=tlp,nth=3 --ladder\n"
          "  acknak sim examples/scenarios/lost-tlp.yaml --json\n"
          "\n",
          out);
    fputs(all ? "options, by the section of a scenario file that they belong to:\n"
              : "common options (--help=all lists every one):\n",
          out);
    cli_sim_print_table(out, all, true, columns);
    cli_options_print(out, cli_sim_own_options, OWN_COUNT, columns);
}
