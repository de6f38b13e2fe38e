/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak watch: samples this machine's links, shows them, records them.
 * Not here: the table (watch_screen.c), reading sysfs (diagnose/sysfs_sample.c).
 */
#include "cli/cmd_watch.h"

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

#include "cli/watch_screen.h"
#include "diagnose/report.h"
#include "diagnose/sysfs_sample.h"

enum exit_code {
    EXIT_CLEAN = 0,
    EXIT_FINDINGS = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,
    EXIT_OUTPUT = 4,
    EXIT_INTERNAL = 70
};

struct options {
    double interval_s;
    unsigned long samples; /* 0: until the user ends it */
    bool json;
    const char *record;
    const char *sysfs;
};

struct watch {
    struct options options;
    struct ak_facts *facts; /* grows from sample to sample */
    FILE *record;
    struct watch_view view;
    int64_t first_us;
    bool found;
};

static const char usage[] =
    "usage: acknak watch [OPTION...]\n"
    "\n"
    "Shows the PCI Express links of this machine and their error counters, sample by sample, and\n"
    "what follows from the changes.\n"
    "\n"
    "  --interval SECONDS  between samples (default 1)\n"
    "  --samples N         end after N samples\n"
    "  --once              one sample: the same as --samples 1\n"
    "  --json              instead of the table, a diagnosis as JSON after the last sample\n"
    "  --record FILE       write the samples to FILE, which acknak diagnose reads\n"
    "  --sysfs DIR         another place for /sys\n"
    "  --help              this text\n"
    "\n"
    "keys: s sorts, r stops and resumes recording, q quits\n"
    "exit: 0 no error found, 1 findings, 2 usage, 3 no counters to read, 4 output failed\n";

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
    if (end != text && *end == '\0' && *out >= low && *out <= high)
        return true;
    (void)fprintf(stderr, "acknak watch: %s: found '%s', expected %g to %g\n", option, text, low,
                  high);
    return false;
}

static bool read_option(struct options *o, const char *name, const char *value, bool *used)
{
    double number;

    *used = true;
    if (strcmp(name, "--interval") == 0 && value != NULL)
        return read_value(name, value, 0.05, 86400, &o->interval_s);
    if (strcmp(name, "--samples") == 0 && value != NULL) {
        if (!read_value(name, value, 1, 1e9, &number))
            return false;
        o->samples = (unsigned long)number;
        return true;
    }
    if (strcmp(name, "--record") == 0 && value != NULL) {
        o->record = value;
        return true;
    }
    if (strcmp(name, "--sysfs") == 0 && value != NULL) {
        o->sysfs = value;
        return true;
    }
    *used = false;
    if (strcmp(name, "--once") == 0)
        o->samples = 1;
    else if (strcmp(name, "--json") == 0)
        o->json = true;
    else
        (void)fprintf(stderr, "acknak watch: unknown or incomplete option %s\n%s", name, usage);
    return strcmp(name, "--once") == 0 || strcmp(name, "--json") == 0;
}

static int read_options(int argc, char **argv, struct options *o)
{
    for (int i = 1; i < argc; i++) {
        bool used;
        if (strcmp(argv[i], "--help") == 0) {
            (void)fputs(usage, stdout);
            return EXIT_CLEAN;
        }
        if (!read_option(o, argv[i], i + 1 < argc ? argv[i + 1] : NULL, &used))
            return EXIT_USAGE;
        i += used;
    }
    if (o->json && o->samples == 0)
        o->samples = 1;
    return -1;
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
    if (s->devices == 0)
        (void)fprintf(stderr, "acknak watch: no PCI devices under %s/bus/pci/devices\n",
                      w->options.sysfs);
    else if (s->denied > 0)
        (void)fprintf(stderr, "acknak watch: the error counters cannot be read: try it as root\n");
    else
        (void)fprintf(stderr,
                      "acknak watch: %u PCI devices, none with AER counters (aer_dev_correctable). "
                      "The kernel needs CONFIG_PCIEAER, no pci=noaer on its command line, and the "
                      "firmware has to hand AER over: see dmesg | grep -e _OSC -e AER\n",
                      s->devices);
    return EXIT_INPUT;
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

    if (out == NULL)
        return EXIT_INTERNAL;
    if (!ak_sysfs_sample_write(out, w->options.sysfs, at_us, &sample)) {
        (void)fprintf(stderr, "acknak watch: %s/bus/pci/devices: %s\n", w->options.sysfs,
                      strerror(errno));
        code = EXIT_INPUT;
    }
    if (fclose(out) != 0)
        code = EXIT_INTERNAL;
    if (code < 0 && sample.counters == 0)
        code = explain_missing(w, &sample);
    if (code < 0 && (in = fmemopen(text, size, "r")) != NULL) {
        (void)ak_formats_read(w->facts, in, NULL, NULL);
        (void)fclose(in);
        if (w->view.recording && (fwrite(text, 1, size, w->record) != size || fflush(w->record))) {
            (void)fprintf(stderr, "acknak watch: %s: %s\n", w->options.record, strerror(errno));
            code = EXIT_OUTPUT;
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

    if (!ak_diagnosis_conclude(d))
        return EXIT_INTERNAL;
    w->found = d->found;
    if (w->options.json)
        return !last || ak_report_json(stdout, d) ? -1 : EXIT_OUTPUT;
    if (isatty(STDOUT_FILENO) == 0)
        return !last || ak_report_text(stdout, d, false) ? -1 : EXIT_OUTPUT;
    w->view.rows = 24;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 5)
        w->view.rows = size.ws_row;
    watch_screen_draw(stdout, d, &w->view);
    return -1;
}

static void toggle_recording(struct watch *w)
{
    if (w->record != NULL)
        w->view.recording = !w->view.recording;
}

/* Waits for the rest of the interval; keys act at once. False: quit. */
static bool wait_for_next(struct watch *w)
{
    int64_t until = now_us() + (int64_t)(w->options.interval_s * 1e6);

    while (!stop) {
        struct pollfd keys = {STDIN_FILENO, POLLIN, 0};
        int64_t left = until - now_us();
        char key;

        if (left <= 0)
            return true;
        if (poll(&keys, w->view.keys ? 1 : 0, (int)(left / 1000) + 1) <= 0)
            continue;
        if (read(STDIN_FILENO, &key, 1) != 1 || key == 'q')
            return false;
        if (key == 's')
            w->view.order = (w->view.order + 1) % WATCH_ORDER_COUNT;
        else if (key == 'r')
            toggle_recording(w);
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
        if (code < 0)
            code = show(w, d, last);
        if (code >= 0 || last || !wait_for_next(w))
            break;
        ak_diagnosis_reopen(d);
    }
    if (code >= 0)
        return code;
    return w->found ? EXIT_FINDINGS : EXIT_CLEAN;
}

static bool start_terminal(struct termios *saved)
{
    struct termios raw;

    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 || tcgetattr(STDIN_FILENO, saved))
        return false;
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

    if (d == NULL)
        return EXIT_INTERNAL;
    w->facts = &d->facts;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    w->view.keys = w->options.samples != 1 && !w->options.json && start_terminal(&saved);
    code = run(w, d);
    if (w->view.keys)
        (void)tcsetattr(STDIN_FILENO, TCSANOW, &saved);
    ak_diagnosis_end(d);
    return code;
}

int cmd_watch(int argc, char **argv)
{
    struct watch w = {.options = {.interval_s = 1, .sysfs = "/sys"}};
    int code = read_options(argc, argv, &w.options);

    if (code >= 0)
        return code;
    if (w.options.record != NULL) {
        w.record = fopen(w.options.record, "w");
        if (w.record == NULL) {
            (void)fprintf(stderr, "acknak watch: %s: %s\n", w.options.record, strerror(errno));
            return EXIT_OUTPUT;
        }
        w.view.recording = true;
    }
    code = watch_with(&w);
    if (w.record != NULL && fclose(w.record) != 0)
        code = EXIT_OUTPUT;
    return code;
}
