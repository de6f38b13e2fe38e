/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak explain: what a rule of the checker wants.
 * Not here: the rules (src/check/rules.c).
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "acknak/check.h"
#include "cli/commands.h"
#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "sim/nearest.h"
#include "trace/names.h"

enum explain_option { EXPLAIN_HELP, EXPLAIN_COUNT };

static const struct cli_option rows[EXPLAIN_COUNT] = {
    [EXPLAIN_HELP] = {.name = "help", .letter = 'h', .help = "Print this."},
};

#define INDENT 12u

static unsigned columns_of_stdout(void)
{
    unsigned columns = cli_output_columns(stdout);
    return columns > 100 ? 100 : columns;
}

static void print_help(void)
{
    fputs(
        "usage: acknak explain [RULE...]\n"
        "\n"
        "What a rule of acknak check wants, how it is broken, and where each revision of the Base\n"
        "Specification says so. Without an argument, all rules.\n"
        "\n"
        "options:\n",
        stdout);
    cli_options_print(stdout, rows, EXPLAIN_COUNT, cli_output_columns(stdout));
}

static void list_rules(void)
{
    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        const struct ak_check_rule *rule = ak_check_rule_at(i);
        printf("%-*s", (int)INDENT - 2, rule->id);
        cli_text_print(stdout, rule->sentence, INDENT, INDENT - 2, columns_of_stdout());
    }
}

static void print_part(const char *name, const char *text)
{
    printf("  %-*s", (int)INDENT - 2, name);
    cli_text_print(stdout, text, INDENT, INDENT, columns_of_stdout());
}

static void print_sections(const struct ak_check_rule *rule)
{
    for (int base = 0; base < AK_CHECK_BASE_COUNT; base++) {
        const char *sections = rule->sections[base];
        char name[16];

        snprintf(name, sizeof(name), "Base %s", ak_check_base_name((enum ak_check_base)base));
        print_part(name, !sections ? "not known" : *sections ? sections : "has no such rule");
    }
}

static void print_rule(const struct ak_check_rule *rule)
{
    printf("%s, %s\n", rule->id, ak_name_of(&ak_names_severity, (int)rule->severity));
    print_part("wants", rule->sentence);
    print_part("broken by", rule->example);
    print_sections(rule);
}

static char upper(char letter)
{
    return (char)toupper((unsigned char)letter);
}

/* "rx-05" is RX-05. */
static int find_rule(const char *typed)
{
    char id[24];
    size_t length = strlen(typed);

    if (length >= sizeof(id)) {
        return -1;
    }
    for (size_t i = 0; i <= length; i++) {
        id[i] = upper(typed[i]);
    }
    return ak_check_rule_find(id);
}

static int unknown_rule(const char *typed)
{
    struct sim_nearest nearest = {.typed = typed};

    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        sim_nearest_offer(&nearest, ak_check_rule_at(i)->id);
    }
    if (nearest.best) {
        say("unknown rule '%s'; did you mean '%s'?", typed, nearest.best);
    } else {
        say("unknown rule '%s'; 'acknak explain' lists them", typed);
    }
    return CLI_EXIT_USAGE;
}

int cmd_explain(int argc, char **argv)
{
    struct cli_args args;
    enum cli_arg_kind kind;
    unsigned printed = 0;

    cli_args_begin(&args, argc, argv, rows, EXPLAIN_COUNT);
    while ((kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind == CLI_ARG_WRONG) {
            return CLI_EXIT_USAGE;
        }
        if (kind == CLI_ARG_OPTION) {
            print_help();
            return CLI_EXIT_CLEAN;
        }
        int index = find_rule(args.value);
        if (index < 0) {
            return unknown_rule(args.value);
        }
        if (printed++) {
            putchar('\n');
        }
        print_rule(ak_check_rule_at((unsigned)index));
    }
    if (!printed) {
        list_rules();
    }
    return CLI_EXIT_CLEAN;
}
