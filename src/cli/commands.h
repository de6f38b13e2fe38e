/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The commands of acknak: a row each.
 * Not here: what a command does (NAME/cmd_NAME.c).
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include <stddef.h>

struct cli_command {
    const char *name;
    const char *summary;               /* one line for the list of commands */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name; returns an exit code */
};

/* All commands in the order in which people meet them; *count receives how many. */
const struct cli_command *cli_commands(size_t *count);

int cmd_sim(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_plot(int argc, char **argv);
int cmd_rare(int argc, char **argv);
int cmd_limits(int argc, char **argv);
int cmd_size(int argc, char **argv);
int cmd_decode(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_diagnose(int argc, char **argv);
int cmd_watch(int argc, char **argv);

#endif
