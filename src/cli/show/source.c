/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where acknak show has its records from.
 * Not here: what is shown of them (cmd_show.c).
 */
#include "cli/show/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/common/exit.h"
#include "cli/common/say.h"
#include "sim/run.h"
#include "sim/settings.h"
#include "sim/yaml.h"
#include "trace/text_reader.h"

#define IDLE_NS 100000000L /* between two looks for more */

static bool is_scenario(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"));
}

/* ---- A scenario ---- */

static int code_of(enum sim_status status, const char *path, const char *message)
{
    switch (status) {
    case SIM_OK:
    case SIM_OUTPUT_FAILED: /* the sink took no more: it knows why */
        return CLI_EXIT_CLEAN;
    case SIM_BAD_SCENARIO:
        say("%s: %s", path, message);
        return CLI_EXIT_INPUT;
    case SIM_BAD_WORKLOAD:
        say("%s", message);
        return CLI_EXIT_INPUT;
    case SIM_NO_MEMORY:
        say("out of memory");
        break;
    case SIM_INTERNAL:
        say("internal error, please report it: %s", message);
        break;
    }
    return CLI_EXIT_INTERNAL;
}

static int run_scenario(const char *path, const struct sim_settings *settings,
                        const struct ak_record_sink *sink)
{
    char message[SIM_MESSAGE_BYTES] = "";
    enum sim_status status = SIM_OK;
    struct sim_result *result = malloc(sizeof(*result));
    struct sim_run *run = sim_run_create(&settings->scenario, sink, &status, message);

    if (run && result) {
        while (sim_run_step(run, 20000)) {
            ;
        }
        sim_run_result(run, result);
        status = result->status;
        memcpy(message, result->message, sizeof(message));
    } else if (run) {
        status = SIM_NO_MEMORY;
    }
    if (run) {
        sim_run_destroy(run);
    }
    free(result);
    return code_of(status, path, message);
}

static int from_scenario(const char *path, const struct ak_record_sink *sink)
{
    struct sim_settings *settings = malloc(sizeof(*settings));
    char *message = malloc(SIM_YAML_MESSAGE);
    int code = CLI_EXIT_INPUT;

    if (!settings || !message) {
        say("out of memory");
        free(settings);
        free(message);
        return CLI_EXIT_INTERNAL;
    }
    sim_settings_default(settings);
    if (sim_yaml_load(path, settings, message)) {
        sim_settings_complete(settings);
        code = run_scenario(path, settings, sink);
    } else {
        say("%s", message);
    }
    sim_settings_end(settings);
    free(settings);
    free(message);
    return code;
}

/* ---- A recording ---- */

static void tell(void *context, const char *text)
{
    (void)context;
    say("note: %s", text);
}

static int from_recording(const char *path, const struct ak_capture_options *options,
                          const struct ak_record_sink *sink)
{
    struct ak_capture_options telling = *options;
    struct ak_capture_result *result = malloc(sizeof(*result));
    int code = CLI_EXIT_CLEAN;

    if (!result) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    telling.note = tell;
    switch (ak_capture_read_file(path, &telling, sink, result)) {
    case AK_CAPTURE_OK:
    case AK_CAPTURE_STOPPED:
        break;
    case AK_CAPTURE_BAD_INPUT:
        say("%s", result->error);
        code = CLI_EXIT_INPUT;
        break;
    case AK_CAPTURE_NO_MEMORY:
        say("out of memory");
        code = CLI_EXIT_INTERNAL;
        break;
    }
    free(result);
    return code;
}

int cli_show_from(const char *path, const struct ak_capture_options *options,
                  const struct ak_record_sink *sink)
{
    if (!options->format && is_scenario(path)) {
        return from_scenario(path, sink);
    }
    return from_recording(path, options, sink);
}

/* ---- A trace that is being written ---- */

struct follower {
    int descriptor;
    void (*idle)(void *context);
    void *context;
};

/* Reads on; at the end of a file, waits. A pipe that was closed is the end. */
static long read_on(void *context, char *buffer, size_t room)
{
    struct follower *follower = context;
    const struct timespec pause = {0, IDLE_NS};
    bool is_file = lseek(follower->descriptor, 0, SEEK_CUR) >= 0;

    for (;;) {
        ssize_t count = read(follower->descriptor, buffer, room);
        if (count > 0 || (count == 0 && !is_file)) {
            return (long)count;
        }
        if (count < 0 && errno != EINTR) {
            return -1;
        }
        follower->idle(follower->context);
        (void)nanosleep(&pause, NULL);
    }
}

static int follow(struct ak_text_reader *reader, const struct ak_record_sink *sink)
{
    struct ak_record record;
    int got = ak_text_read_begin(reader);

    if (got == 0) {
        got = 1;
    }
    while (got > 0 && (got = ak_text_read(reader, &record)) > 0) {
        if (sink->take(sink->context, &record)) {
            return CLI_EXIT_CLEAN;
        }
    }
    if (got == 0) {
        return CLI_EXIT_CLEAN;
    }
    say("%s", reader->error);
    return CLI_EXIT_INPUT;
}

int cli_show_follow(const char *path, const struct ak_record_sink *sink,
                    void (*idle)(void *context), void *context)
{
    bool is_stdin = !strcmp(path, "-");
    struct follower follower = {is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC), idle,
                                context};
    struct ak_text_reader *reader = malloc(sizeof(*reader));
    int code = CLI_EXIT_INPUT;

    if (!reader) {
        say("out of memory");
        code = CLI_EXIT_INTERNAL;
    } else if (follower.descriptor < 0) {
        say("%s: %s", path, strerror(errno));
    } else {
        ak_text_reader_init(reader, is_stdin ? "(stdin)" : path, read_on, &follower);
        code = follow(reader, sink);
    }
    free(reader);
    if (!is_stdin && follower.descriptor >= 0) {
        (void)close(follower.descriptor);
    }
    return code;
}
