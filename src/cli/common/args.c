/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Options and arguments of a command: reading them, and the list of them in --help.
 * Not here: what an option means.
 */
#include "cli/common/args.h"

#include <string.h>

#include "cli/common/say.h"
#include "sim/nearest.h"

void cli_args_begin(struct cli_args *args, int argc, char **argv, const struct cli_option *options,
                    size_t option_count)
{
    *args = (struct cli_args){
        .argc = argc, .argv = argv, .options = options, .option_count = option_count, .next = 1};
}

static const struct cli_option *row_of(const struct cli_args *args)
{
    return &args->options[args->row];
}

static enum cli_arg_kind wrong_option(const struct cli_args *args, const char *name, size_t length)
{
    char typed[64];
    struct sim_nearest nearest = {.typed = typed};

    if (length >= sizeof(typed)) {
        length = sizeof(typed) - 1;
    }
    memcpy(typed, name, length);
    typed[length] = '\0';
    for (size_t i = 0; i < args->option_count; i++) {
        sim_nearest_offer(&nearest, args->options[i].name);
    }
    if (nearest.best) {
        say("unknown option '--%s'; did you mean '--%s'?", typed, nearest.best);
    } else {
        say("unknown option '--%s'; 'acknak %s --help' lists them", typed, args->argv[0]);
    }
    return CLI_ARG_WRONG;
}

static enum cli_arg_kind missing_value(const struct cli_args *args)
{
    say("option '--%s' needs a value: --%s %s", row_of(args)->name, row_of(args)->name,
        row_of(args)->value_name);
    return CLI_ARG_WRONG;
}

/* The value is the next argument, whatever it looks like, as long as it is no long option. */
static enum cli_arg_kind take_next_as_value(struct cli_args *args)
{
    if (args->next >= args->argc || !strncmp(args->argv[args->next], "--", 2)) {
        return missing_value(args);
    }
    args->value = args->argv[args->next++];
    return CLI_ARG_OPTION;
}

static bool find_long(struct cli_args *args, const char *name, size_t length)
{
    for (args->row = 0; args->row < args->option_count; args->row++) {
        const char *known = row_of(args)->name;
        if (strlen(known) == length && !memcmp(known, name, length)) {
            return true;
        }
    }
    return false;
}

static enum cli_arg_kind read_long(struct cli_args *args, const char *name)
{
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);

    if (!find_long(args, name, length)) {
        return wrong_option(args, name, length);
    }
    args->value = equals ? equals + 1 : NULL;
    if (row_of(args)->value_name) {
        return equals || row_of(args)->may_lack_value ? CLI_ARG_OPTION : take_next_as_value(args);
    }
    if (equals) {
        say("option '--%s' takes no value, found '%s'", row_of(args)->name, equals + 1);
        return CLI_ARG_WRONG;
    }
    return CLI_ARG_OPTION;
}

static enum cli_arg_kind read_letter(struct cli_args *args)
{
    char letter = *args->letters++;

    for (args->row = 0; args->row < args->option_count; args->row++) {
        if (row_of(args)->letter == letter) {
            break;
        }
    }
    if (args->row == args->option_count) {
        say("unknown option '-%c'; 'acknak %s --help' lists them", letter, args->argv[0]);
        return CLI_ARG_WRONG;
    }
    const char *rest = *args->letters ? args->letters : NULL;
    args->value = NULL;
    if (!row_of(args)->value_name) {
        args->letters = rest;
        return CLI_ARG_OPTION;
    }
    args->letters = NULL;
    args->value = rest;
    return rest ? CLI_ARG_OPTION : take_next_as_value(args);
}

enum cli_arg_kind cli_args_next(struct cli_args *args)
{
    if (args->letters) {
        return read_letter(args);
    }
    if (args->next >= args->argc) {
        return CLI_ARG_END;
    }

    const char *word = args->argv[args->next++];
    if (!args->only_plain && !strcmp(word, "--")) {
        args->only_plain = true;
        return cli_args_next(args);
    }
    if (args->only_plain || word[0] != '-' || !word[1]) {
        args->value = word;
        return CLI_ARG_PLAIN;
    }
    if (word[1] == '-') {
        return read_long(args, word + 2);
    }
    args->letters = word + 1;
    return read_letter(args);
}

void cli_text_print(FILE *out, const char *text, unsigned indent, unsigned column, unsigned columns)
{
    while (*text) {
        size_t length = strcspn(text, " ");
        if (column > indent && column + 1 + length > columns) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', out);
            column++;
        } else if (column < indent) {
            fprintf(out, "%*s", (int)(indent - column), "");
            column = indent;
        }
        fwrite(text, 1, length, out);
        column += (unsigned)length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

void cli_options_print(FILE *out, const struct cli_option *options, size_t option_count,
                       unsigned columns)
{
    const unsigned indent = 28;

    for (size_t i = 0; i < option_count; i++) {
        const struct cli_option *option = &options[i];
        if (option->heading) {
            fprintf(out, "\n%s:\n", option->heading);
        }
        if (!option->help) {
            continue;
        }
        int used = option->letter ? fprintf(out, "  -%c, --%s", option->letter, option->name)
                                  : fprintf(out, "  --%s", option->name);
        if (option->value_name) {
            used += fprintf(out, option->may_lack_value ? "[=%s]" : " %s", option->value_name);
        }
        unsigned column = used < 0 ? 0 : (unsigned)used;
        if (column + 2 > indent) {
            fputc('\n', out);
            column = 0;
        }
        cli_text_print(out, option->help, indent, column, columns > 100 ? 100 : columns);
    }
}
