/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak watch: samples this machine's links, shows them, records them.
 * Not here: the table (screen.c), reading sysfs (diagnose/facts/sysfs_sample.c).
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/watch/screen.h"
#include "diagnose/facts/sysfs_sample.h"
#include "diagnose/report/report.h"

struct options {
    double interval_s;
    unsigned long samples; /* 0: until the user ends it */
    bool json;
    const char *record;
    const char *sysfs;
    bool help;
};

struct watch {
    struct options options;
    struct ak_facts *facts; /* grows from sample to sample */
    FILE *record;
    struct watch_view view;
    int64_t first_us;
    bool found;
};

enum row {
    ROW_INTERVAL,
    ROW_SAMPLES,
    ROW_ONCE,
    ROW_JSON,
    ROW_RECORD,
    ROW_SYSFS,
    ROW_HELP,
    ROW_COUNT
};

static const struct cli_option rows[ROW_COUNT] = {
    [ROW_INTERVAL] = {.name = "interval",
                      .value_name = "SECONDS",
                      .help = "Time between samples; default 1.",
                      .heading = "options"},
    [ROW_SAMPLES] = {.name = "samples", .value_name = "N", .help = "End after N samples."},
    [ROW_ONCE] = {.name = "once", .help = "One sample: the same as --samples 1."},
    [ROW_JSON] = {.name = "json",
                  .help = "Instead of the table, a diagnosis as JSON after the last sample."},
    [ROW_RECORD] = {.name = "record",
                    .value_name = "FILE",
                    .help = "Write the samples to FILE, which acknak diagnose reads."},
    [ROW_SYSFS] = {.name = "sysfs", .value_name = "DIR", .help = "Another place for /sys."},
    [ROW_HELP] = {.name = "help", .letter = 'h', .help = "Print this."},
};

static void print_help(void)
{
    (void)fputs("usage: acknak watch [OPTION...]\n"
                "\n"
                "Shows the PCI Express links of this machine and their error counters, sample by "
                "sample,\n"
                "and what follows from the changes.\n",
                stdout);
    cli_options_print(stdout, rows, ROW_COUNT, cli_output_columns(stdout));
    (void)fputs("\nkeys: s sorts, r stops and resumes recording (with --record), q quits\n"
                "Exit code 0: no error found; 1: findings; 3: no counters to read.\n",
                stdout);
}

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

static bool read_value(const char *option, const char *text, double low, double high, double *out)
{
    char *end;

    *out = strtod(text, &end);
    if (end != text && *end == '\0' && *out >= low && *out <= high) {
        return true;
    }
    say("option '--%s': found '%s', expected a number from %g to %g", option, text, low, high);
    return false;
}

static bool take_option(struct options *o, enum row row, const char *value)
{
    double number = 0;

    switch (row) {
    case ROW_INTERVAL:
        return read_value("interval", value, 0.05, 86400, &o->interval_s);
    case ROW_SAMPLES:
        if (!read_value("samples", value, 1, 1e9, &number)) {
            return false;
        }
        o->samples = (unsigned long)number;
        break;
    case ROW_ONCE:
        o->samples = 1;
        break;
    case ROW_JSON:
        o->json = true;
        break;
    case ROW_RECORD:
        o->record = value;
        break;
    case ROW_SYSFS:
        o->sysfs = value;
        break;
    case ROW_HELP:
        o->help = true;
        break;
    case ROW_COUNT:
        break;
    }
    return true;
}

static bool read_options(int argc, char **argv, struct options *o)
{
    struct cli_args args;
    enum cli_arg_kind kind;

    cli_args_begin(&args, argc, argv, rows, ROW_COUNT);
    while ((kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind == CLI_ARG_WRONG) {
            return false;
        }
        if (kind == CLI_ARG_PLAIN) {
            say("found '%s', expected options only; files are for acknak diagnose", args.value);
            return false;
        }
        if (!take_option(o, (enum row)args.row, args.value)) {
            return false;
        }
    }
    if (o->json && o->samples == 0) {
        o->samples = 1;
    }
    return true;
}

static int64_t now_us(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* What is missing, and how to get it. */
static int explain_missing(const struct watch *w, const struct ak_sysfs_sample *s)
{
    if (s->devices == 0) {
        say("no PCI devices under %s/bus/pci/devices", w->options.sysfs);
    } else if (s->denied > 0) {
        say("the error counters cannot be read: try it as root");
    } else {
        say("%u PCI devices, none with AER counters (aer_dev_correctable). "
            "The kernel needs CONFIG_PCIEAER, no pci=noaer on its command line, and the "
            "firmware has to hand AER over: see dmesg | grep -e _OSC -e AER",
            s->devices);
    }
    return CLI_EXIT_INPUT;
}

/* A sample goes the way of any other input: as text through the format table. */
static int take_sample(struct watch *w)
{
    struct ak_sysfs_sample sample;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    FILE *in;
    int64_t at_us = now_us();
    int code = -1;

    if (out == NULL) {
        return CLI_EXIT_INTERNAL;
    }
    if (!ak_sysfs_sample_write(out, w->options.sysfs, at_us, &sample)) {
        say("%s/bus/pci/devices: %s", w->options.sysfs, strerror(errno));
        code = CLI_EXIT_INPUT;
    }
    if (fclose(out) != 0) {
        code = CLI_EXIT_INTERNAL;
    }
    if (code < 0 && sample.counters == 0) {
        code = explain_missing(w, &sample);
    }
    if (code < 0 && (in = fmemopen(text, size, "r")) != NULL) {
        (void)ak_formats_read(w->facts, in, 0, NULL, NULL);
        (void)fclose(in);
        if (w->view.recording && (fwrite(text, 1, size, w->record) != size || fflush(w->record))) {
            say("%s: %s", w->options.record, strerror(errno));
            code = CLI_EXIT_OUTPUT;
        }
    }
    free(text);
    w->first_us = w->first_us == 0 ? at_us : w->first_us;
    w->view.seconds = (double)(at_us - w->first_us) * 1e-6;
    return code;
}

static int show(struct watch *w, struct ak_diagnosis *d, bool last)
{
    struct winsize size;

    if (!ak_diagnosis_conclude(d)) {
        return CLI_EXIT_INTERNAL;
    }
    w->found = d->found;
    if (w->options.json) {
        return !last || ak_report_json(stdout, d) ? -1 : CLI_EXIT_OUTPUT;
    }
    if (w->options.samples == 1 || isatty(STDOUT_FILENO) == 0) {
        return !last || ak_report_text(stdout, d, false) ? -1 : CLI_EXIT_OUTPUT;
    }
    w->view.rows = 24;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 5) {
        w->view.rows = size.ws_row;
    }
    watch_screen_draw(stdout, d, &w->view);
    return -1;
}

static void toggle_recording(struct watch *w)
{
    if (w->record != NULL) {
        w->view.recording = !w->view.recording;
    } else {
        w->view.message = "nothing to record to: start with --record FILE";
    }
}

/* Waits for the rest of the interval; keys act at once. False: quit. */
static bool wait_for_next(struct watch *w)
{
    int64_t until = now_us() + (int64_t)(w->options.interval_s * 1e6);

    while (!stop) {
        struct pollfd keys = {STDIN_FILENO, POLLIN, 0};
        int64_t left = until - now_us();
        char key;

        if (left <= 0) {
            return true;
        }
        if (poll(&keys, w->view.keys ? 1 : 0, (int)(left / 1000) + 1) <= 0) {
            continue;
        }
        if (read(STDIN_FILENO, &key, 1) != 1 || key == 'q') {
            return false;
        }
        w->view.message = NULL;
        if (key == 's') {
            w->view.order = (w->view.order + 1) % WATCH_ORDER_COUNT;
        } else if (key == 'r') {
            toggle_recording(w);
        }
        return true;
    }
    return false;
}

static int run(struct watch *w, struct ak_diagnosis *d)
{
    int code = -1;

    for (unsigned long n = 1; code < 0; n++) {
        bool last = n == w->options.samples;

        code = take_sample(w);
        if (code < 0) {
            code = show(w, d, last);
        }
        if (code >= 0 || last || !wait_for_next(w)) {
            break;
        }
        ak_diagnosis_reopen(d);
    }
    if (code >= 0) {
        return code;
    }
    return w->found ? CLI_EXIT_FINDINGS : CLI_EXIT_CLEAN;
}

static bool start_terminal(struct termios *saved)
{
    struct termios raw;

    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 || tcgetattr(STDIN_FILENO, saved)) {
        return false;
    }
    raw = *saved;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    (void)fputs("\x1b[2J", stdout);
    return true;
}

static int watch_with(struct watch *w)
{
    struct ak_diagnosis *d = ak_diagnosis_new();
    struct sigaction action = {.sa_handler = on_signal};
    struct termios saved;
    int code;

    if (d == NULL) {
        return CLI_EXIT_INTERNAL;
    }
    w->facts = &d->facts;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    w->view.keys = w->options.samples != 1 && !w->options.json && start_terminal(&saved);
    code = run(w, d);
    if (w->view.keys) {
        (void)tcsetattr(STDIN_FILENO, TCSANOW, &saved);
    }
    ak_diagnosis_end(d);
    return code;
}

int cmd_watch(int argc, char **argv)
{
    struct watch w = {.options = {.interval_s = 1, .sysfs = "/sys"}};
    int code;

    if (!read_options(argc, argv, &w.options)) {
        return CLI_EXIT_USAGE;
    }
    if (w.options.help) {
        print_help();
        return CLI_EXIT_CLEAN;
    }
    if (w.options.record != NULL) {
        w.record = fopen(w.options.record, "w");
        if (w.record == NULL) {
            say("%s: %s", w.options.record, strerror(errno));
            return CLI_EXIT_OUTPUT;
        }
        w.view.recording = true;
    }
    code = watch_with(&w);
    if (w.record != NULL && fclose(w.record) != 0) {
        code = CLI_EXIT_OUTPUT;
    }
    return code;
}
