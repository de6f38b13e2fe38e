/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak diagnose: arguments, files and exit codes.
 * Not here: what it concludes (src/diagnose).
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "diagnose/report/report.h"

enum form { FORM_TEXT, FORM_JSON, FORM_HTML };

struct options {
    enum form form;
    double busy; /* share of the time with packets on the wire, 0: not known */
    int files;   /* argv[1] onwards */
    bool help;
};

enum row { ROW_JSON, ROW_HTML, ROW_BUSY, ROW_HELP, ROW_COUNT };

static const struct cli_option rows[ROW_COUNT] = {
    [ROW_JSON] = {.name = "json",
                  .help = "One JSON object, schema acknak-diagnosis-1.",
                  .heading = "options"},
    [ROW_HTML] = {.name = "html", .help = "One self-contained page with a picture of the links."},
    [ROW_BUSY] = {.name = "busy",
                  .value_name = "PERCENT",
                  .help = "How much of the time packets were on the wire: narrows the bit error "
                          "rate."},
    [ROW_HELP] = {.name = "help", .letter = 'h', .help = "Print this."},
};

static void print_help(void)
{
    (void)fputs("usage: acknak diagnose [OPTION...] [FILE...]\n"
                "\n"
                "Reads what a machine reports about its PCI Express links (kernel log, sysfs "
                "counters,\n"
                "lspci, nvidia-smi and others) and tells which direction of which link is failing, "
                "and\n"
                "why. Several files of one machine are joined. Without a file, or for -, reads\n"
                "standard input.\n",
                stdout);
    cli_options_print(stdout, rows, ROW_COUNT, cli_output_columns(stdout));
    (void)fputs(
        "\nExit code 0: no error found; 1: findings; 3: a file could not be read (the others "
        "are diagnosed).\n",
        stdout);
}

static bool read_percent(const char *text, double *share)
{
    char *end;
    double percent = strtod(text, &end);

    if (end == text || *end != '\0' || !(percent > 0) || percent > 100) {
        say("option '--busy': found '%s', expected a percentage above 0 and up to 100", text);
        return false;
    }
    *share = percent / 100;
    return true;
}

static bool take_option(struct options *options, enum row row, const char *value)
{
    switch (row) {
    case ROW_JSON:
        options->form = FORM_JSON;
        break;
    case ROW_HTML:
        options->form = FORM_HTML;
        break;
    case ROW_BUSY:
        return read_percent(value, &options->busy);
    case ROW_HELP:
        options->help = true;
        break;
    case ROW_COUNT:
        break;
    }
    return true;
}

/* Files are put in front of argv, in their order. */
static bool read_options(int argc, char **argv, struct options *options)
{
    struct cli_args args;
    enum cli_arg_kind kind;

    cli_args_begin(&args, argc, argv, rows, ROW_COUNT);
    while ((kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind == CLI_ARG_WRONG) {
            return false;
        }
        if (kind == CLI_ARG_PLAIN) {
            argv[1 + options->files++] = argv[args.next - 1];
        } else if (!take_option(options, (enum row)args.row, args.value)) {
            return false;
        }
    }
    return true;
}

static int read_file(struct ak_diagnosis *d, const char *path)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *stream = is_stdin ? stdin : fopen(path, "rb");
    enum ak_read_status status;

    if (stream == NULL) {
        say("%s: %s", path, strerror(errno));
        return CLI_EXIT_INPUT;
    }
    status = ak_diagnosis_read(d, stream);
    if (status != AK_READ_OK && errno == EFBIG) {
        say("%s: found no line end in 64 MiB, expected text", path);
    } else if (status != AK_READ_OK) {
        say("%s: %s", path, strerror(errno));
    }
    if (!is_stdin) {
        (void)fclose(stream);
    }
    return status == AK_READ_OK ? CLI_EXIT_CLEAN : CLI_EXIT_INPUT;
}

static bool write_report(const struct ak_diagnosis *d, enum form form)
{
    switch (form) {
    case FORM_JSON:
        return ak_report_json(stdout, d);
    case FORM_HTML:
        return ak_report_html(stdout, d);
    case FORM_TEXT:
        break;
    }
    return ak_report_text(stdout, d, cli_output_wants_color(stdout));
}

static int report(const struct ak_diagnosis *d, const struct options *options)
{
    bool ok = write_report(d, options->form);

    if (!ok || fflush(stdout) != 0) {
        say("cannot write the report: %s", strerror(errno));
        return CLI_EXIT_OUTPUT;
    }
    return d->found ? CLI_EXIT_FINDINGS : CLI_EXIT_CLEAN;
}

/* What could be read is diagnosed; that something could not (`input_code`) still decides the exit.
 */
static int conclude(struct ak_diagnosis *d, const struct options *options, int input_code)
{
    int code = ak_diagnosis_conclude(d) ? report(d, options) : CLI_EXIT_INTERNAL;

    if (code == CLI_EXIT_OUTPUT || code == CLI_EXIT_INTERNAL || input_code == CLI_EXIT_CLEAN) {
        return code;
    }
    return input_code;
}

static int diagnose(char **argv, const struct options *options)
{
    struct ak_diagnosis *d = ak_diagnosis_new();
    int code = CLI_EXIT_CLEAN;
    int readable = 0;

    if (d == NULL) {
        return CLI_EXIT_INTERNAL;
    }
    d->busy = options->busy;
    if (options->files == 0) {
        code = read_file(d, "-");
    }
    for (int i = 1; i <= options->files; i++) {
        if (read_file(d, argv[i]) == CLI_EXIT_CLEAN) {
            readable++;
        }
    }
    if (readable < options->files) {
        code = CLI_EXIT_INPUT;
    }
    if (code == CLI_EXIT_CLEAN || readable > 0) {
        code = conclude(d, options, code);
    }
    ak_diagnosis_end(d);
    return code;
}

int cmd_diagnose(int argc, char **argv)
{
    struct options options = {.form = FORM_TEXT};

    if (!read_options(argc, argv, &options)) {
        return CLI_EXIT_USAGE;
    }
    if (options.help) {
        print_help();
        return CLI_EXIT_CLEAN;
    }
    return diagnose(argv, &options);
}
