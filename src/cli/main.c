/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command acknak: finds the command named first and runs it.
 * Not here: the commands (NAME/cmd_NAME.c).
 */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "sim/nearest.h"

static const struct cli_command commands[] = {
    {"sim", "run a link: TLPs cross it, bits are damaged, the protocol makes up for it", cmd_sim},
    {"show", "packets of a recording or a scenario: ladder, page, picture, data", cmd_show},
    {"check", "did both sides of a recorded link keep to the protocol", cmd_check},
    {"explain", "what a rule of the checker wants, and how it is broken", cmd_explain},
    {"diff", "the first difference of two traces by protocol, not by time", cmd_diff},
    {"limits", "timer limits of a link, one cell or whole tables", cmd_limits},
    {"size", "how big the replay buffer must be, and what REPLAY_TIMER allows", cmd_size},
    {"sweep", "run a study: every combination of values, on all cores or machines", cmd_sweep},
    {"merge", "the databases of a study that ran in parts into one", cmd_merge},
    {"plot", "lines, heat maps, CSV and JSON of a study", cmd_plot},
    {"rare", "how often a link replays, retrains or dies at a real bit error rate", cmd_rare},
    {"decode", "take DLLPs and TLPs apart: fields, CRC good or bad, the right CRC", cmd_decode},
    {"diagnose", "from logs and counters to which direction of which link fails", cmd_diagnose},
    {"watch", "the links of this machine, their error counters and what follows", cmd_watch},
};

static const size_t command_count = sizeof(commands) / sizeof(commands[0]);

const struct cli_command *cli_commands(size_t *count)
{
    *count = command_count;
    return commands;
}

static void print_help(FILE *out)
{
    fputs("usage: acknak COMMAND [OPTION...]\n"
          "\n"
          "The PCI Express Data Link Layer's ACK/NAK protocol: how a link delivers every TLP\n"
          "exactly once and in order although bits are damaged on the way.\n"
          "\n"
          "commands:\n",
          out);
    for (size_t i = 0; i < command_count; i++) {
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    }
    fputs("\n"
          "  acknak COMMAND --help tells more, acknak --version which version this is.\n"
          "\n"
          "to begin with:\n"
          "  acknak sim                              a clean link for a millisecond\n"
          "  acknak sim --ber 1e-6 --ladder          one that damages bits, packet by packet\n"
          "  acknak limits --rate 8 --width 4 --mps 256\n"
          "  acknak decode 00000000b362\n",
          out);
}

static const struct cli_command *find_command(const char *name)
{
    for (size_t i = 0; i < command_count; i++) {
        if (!strcmp(commands[i].name, name)) {
            return &commands[i];
        }
    }
    return NULL;
}

static int unknown_command(const char *name)
{
    struct sim_nearest nearest = {.typed = name};

    for (size_t i = 0; i < command_count; i++) {
        sim_nearest_offer(&nearest, commands[i].name);
    }
    if (name[0] == '-') {
        say("unknown option '%s'; a command comes first, 'acknak --help' lists them", name);
    } else if (nearest.best) {
        say("unknown command '%s'; did you mean '%s'?", name, nearest.best);
    } else {
        say("unknown command '%s'; 'acknak --help' lists them", name);
    }
    return CLI_EXIT_USAGE;
}

static int run_command(int argc, char **argv)
{
    const struct cli_command *command = find_command(argv[0]);

    if (!command) {
        return unknown_command(argv[0]);
    }
    say_as(command->name);
    return command->run(argc, argv);
}

/* "acknak help sim" is "acknak sim --help". */
static int run_help(int argc, char **argv)
{
    char option[] = "--help";

    if (argc > 1) {
        char *words[] = {argv[1], option, NULL};
        return run_command(2, words);
    }
    print_help(stdout);
    return CLI_EXIT_CLEAN;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return CLI_EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        return run_help(argc - 1, argv + 1);
    }
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
        puts("acknak " ACKNAK_VERSION);
        return CLI_EXIT_CLEAN;
    }
    return run_command(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    cli_output_begin();
    return cli_output_end(run(argc, argv));
}
