/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writing a format of lines, against reading and parsing the same records: a trace of the simulator
 * with all its records, in the page cache, written to nowhere.
 * Not here: the checker (check.c), what the other cases cost (link.c, sim.c).
 *
 * What is written is read first. Reading alone is measured too and taken off, so that the two parts
 * stand side by side. A format that can be read is compared with reading itself, the others with
 * reading the text trace.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, mkstemp */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "capture/capture.h"
#include "render/format.h"
#include "sim/run.h"

#define TLPS     20000u
#define RUNS_MAX 9u

static const struct {
    const struct ak_render_format *format;
    bool is_read;
} formats[BENCH_FORMATS] = {
    {&ak_render_trace, true}, {&ak_render_csv, true}, {&ak_render_jsonl, false}};

static void fail(const char *what)
{
    fprintf(stderr, "acknak-bench: formats: %s\n", what);
    exit(70);
}

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int write_file(void *context, const char *text, size_t bytes)
{
    return fwrite(text, 1, bytes, context) == bytes ? 0 : -1;
}

static int write_nowhere(void *context, const char *text, size_t bytes)
{
    size_t *written = context;

    (void)text;
    *written += bytes;
    return 0;
}

static int ignore(void *context, const struct ak_record *record)
{
    (void)context;
    bench_use(record->length_bytes);
    return 0;
}

/* Reads a file; the time it takes, with what `sink` does. */
static double time_reading(const char *path, const struct ak_record_sink *sink)
{
    struct ak_capture_options options;
    struct ak_capture_result result;

    ak_capture_options_init(&options);
    double begin = now_s();
    if (ak_capture_read_file(path, &options, sink, &result) != AK_CAPTURE_OK)
        fail(result.error);
    return now_s() - begin;
}

/* The records of a file as another format: to `write`, or to nowhere. Returns the time. */
static double time_converting(const char *path, const struct ak_render_format *format,
                              int (*write)(void *context, const char *text, size_t bytes),
                              void *context)
{
    static struct ak_output output;
    const struct ak_render_options options = {0};

    ak_output_init(&output, write, context);
    const struct ak_record_sink sink = {format->take, format->begin(&options, &output)};
    if (!sink.context)
        fail("out of memory");
    double spent = time_reading(path, &sink);
    double begin = now_s();
    if (format->end(sink.context) != 0 || ak_output_flush(&output) != 0)
        fail("an output failed");
    return spent + (now_s() - begin);
}

static FILE *open_temporary(char *path)
{
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");

    if (!file)
        fail("no temporary file");
    return file;
}

static void close_temporary(FILE *file)
{
    if (fclose(file) != 0)
        fail("the temporary file cannot be written");
}

static void simulate(char *path)
{
    static struct ak_output output;
    const struct ak_render_options options = {0};
    struct sim_scenario scenario;
    struct sim_result result;
    char message[SIM_MESSAGE_BYTES];
    enum sim_status status;
    FILE *file = open_temporary(path);

    ak_output_init(&output, write_file, file);
    const struct ak_record_sink sink = {ak_render_trace.take,
                                        ak_render_trace.begin(&options, &output)};
    sim_scenario_default(&scenario);
    scenario.stop.tlps = TLPS;
    struct sim_run *run = sink.context ? sim_run_create(&scenario, &sink, &status, message) : NULL;
    if (!run)
        fail("no simulation");
    while (sim_run_step(run, TLPS)) {
    }
    sim_run_result(run, &result);
    sim_run_destroy(run);
    if (result.status != SIM_OK || ak_render_trace.end(sink.context) != 0 ||
        ak_output_flush(&output) != 0)
        fail("the trace cannot be written");
    close_temporary(file);
}

static double least(double one, double other)
{
    return one < other ? one : other;
}

static void measure(struct bench_format *figures, size_t i, const char *trace, size_t runs)
{
    const struct ak_record_sink nothing = {ignore, NULL};
    char own[] = "/tmp/acknak-bench-XXXXXX";
    FILE *file = open_temporary(own);
    double trace_s = 1e9;
    double own_s = 1e9;
    double both_s = 1e9;

    (void)time_converting(trace, formats[i].format, write_file, file);
    close_temporary(file);
    for (size_t run = 0; run < runs; run++) {
        size_t bytes = 0;
        trace_s = least(trace_s, time_reading(trace, &nothing));
        both_s = least(both_s, time_converting(trace, formats[i].format, write_nowhere, &bytes));
        if (formats[i].is_read)
            own_s = least(own_s, time_reading(own, &nothing));
    }
    (void)unlink(own);
    figures->name = formats[i].format->name;
    figures->read_s = formats[i].is_read ? own_s : trace_s;
    figures->write_s = both_s - trace_s;
}

void bench_formats(struct bench *bench)
{
    char trace[] = "/tmp/acknak-bench-XXXXXX";
    size_t runs = bench->rounds < RUNS_MAX ? bench->rounds : RUNS_MAX;

    simulate(trace);
    for (size_t i = 0; i < BENCH_FORMATS; i++)
        measure(&bench->formats[i], i, trace, runs);
    (void)unlink(trace);
}
