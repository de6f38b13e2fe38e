/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Options and arguments of a command: reading them, and the list of them in --help.
 * Not here: what an option means.
 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A row of a command's option table. */
struct cli_option {
    const char *name;       /* without the two dashes */
    char letter;            /* a short form, or 0 */
    const char *value_name; /* "FILE"; a null pointer: takes no value */
    bool may_lack_value;    /* "--name" alone is allowed; a value comes by "--name=value" only */
    const char *help;       /* a sentence or two; a null pointer: not listed */
    const char *heading;    /* starts a group in the list, or a null pointer */
};

enum cli_arg_kind {
    CLI_ARG_END,    /* no more */
    CLI_ARG_OPTION, /* row and value are set */
    CLI_ARG_PLAIN,  /* value is set: a file, a word */
    CLI_ARG_WRONG,  /* has been reported: give up with CLI_EXIT_USAGE */
};

/* Where reading stands. */
struct cli_args {
    int argc;
    char **argv;
    const struct cli_option *options;
    size_t option_count;
    int next;
    const char *letters; /* the rest of "-abc" */
    bool only_plain;     /* "--" was seen */
    size_t row;          /* of the option found */
    const char *value;   /* of it, or the plain argument; belongs to argv */
};

/* argv[0] is the command's name. The table must outlive the reading. */
void cli_args_begin(struct cli_args *args, int argc, char **argv, const struct cli_option *options,
                    size_t option_count);

/* The next option or argument: "--name value", "--name=value", "-x value", "-xvalue", "-". */
enum cli_arg_kind cli_args_next(struct cli_args *args);

/* Prints the table as two columns that fit `columns`. */
void cli_options_print(FILE *out, const struct cli_option *options, size_t option_count,
                       unsigned columns);

/* Prints text with its lines broken at spaces, each indented; the first is begun at `column`. */
void cli_text_print(FILE *out, const char *text, unsigned indent, unsigned column,
                    unsigned columns);

#endif
