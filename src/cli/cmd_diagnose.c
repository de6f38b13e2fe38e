/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak diagnose: arguments, files and exit codes.
 * Not here: what it concludes (src/diagnose).
 */
#include "cli/cmd_diagnose.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diagnose/report.h"

enum exit_code {
    EXIT_CLEAN = 0,
    EXIT_FINDINGS = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,
    EXIT_OUTPUT = 4,
    EXIT_INTERNAL = 70
};

enum form { FORM_TEXT, FORM_JSON, FORM_HTML };

struct options {
    enum form form;
    double busy; /* share of the time with packets on the wire, 0: not known */
    int first_file;
};

static const char usage[] =
    "usage: acknak diagnose [--json | --html] [FILE...]\n"
    "\n"
    "Reads what a machine reports about its PCI Express links (kernel log, sysfs counters, lspci,\n"
    "nvidia-smi and others) and tells which direction of which link is failing, and why.\n"
    "Several files of one machine are joined. Without a file, or for -, reads standard input.\n"
    "\n"
    "  --json          one JSON object of schema acknak-diagnosis-1\n"
    "  --html          one self-contained page with a picture of the links\n"
    "  --busy PERCENT  how much of the time packets were on the wire: narrows the bit error rate\n"
    "  --help          this text\n"
    "\n"
    "exit: 0 no error found, 1 findings, 2 usage, 3 input unreadable, 4 output failed\n";

static bool read_percent(const char *text, double *share)
{
    char *end;
    double percent = strtod(text, &end);

    if (end == text || *end != '\0' || !(percent > 0) || percent > 100) {
        (void)fprintf(stderr,
                      "acknak diagnose: --busy: found '%s', expected a percentage above 0 "
                      "and up to 100\n",
                      text);
        return false;
    }
    *share = percent / 100;
    return true;
}

static int read_options(int argc, char **argv, struct options *options)
{
    int i = 1;

    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (strcmp(argv[i], "--busy") == 0 && i + 1 < argc) {
            if (!read_percent(argv[++i], &options->busy))
                return EXIT_USAGE;
        } else if (strcmp(argv[i], "--json") == 0) {
            options->form = FORM_JSON;
        } else if (strcmp(argv[i], "--html") == 0) {
            options->form = FORM_HTML;
        } else if (strcmp(argv[i], "--help") == 0) {
            (void)fputs(usage, stdout);
            return EXIT_CLEAN;
        } else {
            (void)fprintf(stderr, "acknak diagnose: unknown option %s\n%s", argv[i], usage);
            return EXIT_USAGE;
        }
    }
    options->first_file = i;
    return -1;
}

static int read_file(struct ak_diagnosis *d, const char *path)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *stream = is_stdin ? stdin : fopen(path, "rb");
    enum ak_read_status status;

    if (stream == NULL) {
        (void)fprintf(stderr, "acknak diagnose: %s: %s\n", path, strerror(errno));
        return EXIT_INPUT;
    }
    status = ak_diagnosis_read(d, stream);
    if (status != AK_READ_OK)
        (void)fprintf(stderr, "acknak diagnose: %s: %s\n", path, strerror(errno));
    if (!is_stdin)
        (void)fclose(stream);
    return status == AK_READ_OK ? EXIT_CLEAN : EXIT_INPUT;
}

static bool wants_colour(void)
{
    const char *no_color = getenv("NO_COLOR");

    return (no_color == NULL || no_color[0] == '\0') && isatty(STDOUT_FILENO) != 0;
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
    return ak_report_text(stdout, d, wants_colour());
}

static int report(const struct ak_diagnosis *d, const struct options *options)
{
    bool ok = write_report(d, options->form);

    if (!ok || fflush(stdout) != 0) {
        (void)fprintf(stderr, "acknak diagnose: cannot write the report: %s\n", strerror(errno));
        return EXIT_OUTPUT;
    }
    return d->found ? EXIT_FINDINGS : EXIT_CLEAN;
}

int cmd_diagnose(int argc, char **argv)
{
    struct options options = {FORM_TEXT, 0, 1};
    struct ak_diagnosis *d;
    int code = read_options(argc, argv, &options);

    if (code >= 0)
        return code;
    d = ak_diagnosis_new();
    if (d == NULL)
        return EXIT_INTERNAL;
    d->busy = options.busy;
    code = EXIT_CLEAN;
    if (options.first_file == argc)
        code = read_file(d, "-");
    for (int i = options.first_file; i < argc && code == EXIT_CLEAN; i++)
        code = read_file(d, argv[i]);
    if (code == EXIT_CLEAN)
        code = ak_diagnosis_conclude(d) ? report(d, &options) : EXIT_INTERNAL;
    ak_diagnosis_end(d);
    return code;
}
