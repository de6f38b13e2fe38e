/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where data goes: standard output, or a file that appears whole or not at all.
 * Not here: what is written; talk for people on standard error (say.c).
 */
#include "cli/common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common/exit.h"
#include "cli/common/say.h"

/* The temporary file to remove when a signal ends the run: there is one output at a time. */
static char pending[PATH_MAX];
static volatile sig_atomic_t is_pending;

/* Why standard output failed, if it has been seen. */
static int stdout_cause;

static void remove_pending(int signal_number)
{
    if (is_pending) {
        unlink(pending);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void note_pending(const char *temporary)
{
    size_t length = temporary ? strlen(temporary) : sizeof(pending);

    is_pending = 0;
    if (length < sizeof(pending)) {
        memcpy(pending, temporary, length + 1);
        is_pending = 1;
    }
}

static void catch_signal(int signal_number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    struct sigaction before;

    sigemptyset(&action.sa_mask);
    /* nohup and a shell's background jobs have a signal ignored: that stays. */
    if (!sigaction(signal_number, NULL, &before) && before.sa_handler != SIG_IGN) {
        sigaction(signal_number, &action, NULL);
    }
}

void cli_output_begin(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        /* Read only for the outputs: a write to what was closed must fail, not vanish. */
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            (void)open("/dev/null", O_RDONLY);
        }
    }
    catch_signal(SIGPIPE, SIG_IGN);
    catch_signal(SIGXFSZ, SIG_IGN);
    catch_signal(SIGINT, remove_pending);
    catch_signal(SIGTERM, remove_pending);
    catch_signal(SIGHUP, remove_pending);
}

static void *or_die(void *memory)
{
    if (!memory) {
        say("out of memory");
        exit(CLI_EXIT_INTERNAL);
    }
    return memory;
}

static bool refuse(const char *path, const char *why)
{
    say("cannot write %s: %s", path, why);
    return false;
}

/* Not a regular file: a device, a pipe. Renaming something over it would destroy it. */
static bool is_special(const char *path)
{
    struct stat status;
    return !stat(path, &status) && !S_ISREG(status.st_mode);
}

bool cli_output_is_same_file(const char *one, const char *other)
{
    struct stat first;
    struct stat second;

    return !stat(one, &first) && !stat(other, &second) && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static bool open_in_place(struct cli_output *output)
{
    output->stream = fopen(output->path, "w");
    return output->stream || refuse(output->path, strerror(errno));
}

/* The mode a file created the plain way would have, or keeps. */
static mode_t mode_for(const char *target)
{
    struct stat status;
    if (!stat(target, &status)) {
        return status.st_mode & 07777;
    }
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool open_temporary(struct cli_output *output)
{
    static const char suffix[] = ".XXXXXX";
    /* A symbolic link stays one: what it points at is replaced. */
    char *resolved = realpath(output->path, NULL);
    output->target = resolved ? resolved : or_die(strdup(output->path));
    /* A file that may not be written may not be replaced either. */
    if (resolved && access(resolved, W_OK)) {
        return refuse(output->path, strerror(errno));
    }

    size_t length = strlen(output->target);
    output->temporary = or_die(malloc(length + sizeof(suffix)));
    memcpy(output->temporary, output->target, length);
    memcpy(output->temporary + length, suffix, sizeof(suffix));
    int fd = mkstemp(output->temporary);
    if (fd < 0) {
        int cause = errno;
        free(output->temporary);
        output->temporary = NULL;
        return refuse(output->path, strerror(cause));
    }
    note_pending(output->temporary);
    (void)fchmod(fd, mode_for(output->target));
    output->stream = or_die(fdopen(fd, "w"));
    return true;
}

static void forget(struct cli_output *output)
{
    free(output->path);
    free(output->target);
    free(output->temporary);
    *output = (struct cli_output){0};
}

bool cli_output_open(struct cli_output *output, const char *path)
{
    *output = (struct cli_output){.path = or_die(strdup(path))};
    bool ok = true;

    if (!strcmp(path, "-")) {
        output->stream = stdout;
    } else if (is_special(path)) {
        ok = open_in_place(output);
    } else {
        ok = open_temporary(output);
    }
    if (!ok) {
        forget(output);
    }
    return ok;
}

int cli_output_write(void *output, const char *text, size_t bytes)
{
    struct cli_output *file = output;

    errno = 0;
    if (fwrite(text, 1, bytes, file->stream) == bytes) {
        return 0;
    }
    if (!file->cause) {
        file->cause = errno;
    }
    if (file->stream == stdout) {
        stdout_cause = file->cause;
    }
    return -1;
}

static const char *reason(int cause)
{
    if (!cause) {
        cause = errno;
    }
    return cause ? strerror(cause) : "a write failed";
}

static void drop_temporary(struct cli_output *output)
{
    if (output->temporary) {
        unlink(output->temporary);
    }
    note_pending(NULL);
}

bool cli_output_close(struct cli_output *output)
{
    bool ok = true;

    if (output->stream != stdout) {
        bool failed = ferror(output->stream) != 0;
        errno = 0;
        if (fclose(output->stream)) {
            failed = true;
        }
        if (!failed && output->temporary && rename(output->temporary, output->target)) {
            failed = true;
        }
        if (failed) {
            ok = refuse(output->path, reason(output->cause));
            drop_temporary(output);
        }
        note_pending(NULL);
    }
    forget(output);
    return ok;
}

void cli_output_abandon(struct cli_output *output)
{
    if (!output->stream) {
        return;
    }
    if (output->stream != stdout) {
        fclose(output->stream);
        drop_temporary(output);
    }
    forget(output);
}

int cli_output_end(int code)
{
    bool failed = ferror(stdout) != 0;

    errno = 0;
    /* Closed, not only flushed: some file systems tell of a full disk as late as that. */
    if (fclose(stdout)) {
        failed = true;
    }
    if (!failed) {
        return code;
    }
    refuse("standard output", reason(stdout_cause));
    return code == CLI_EXIT_INTERNAL ? code : CLI_EXIT_OUTPUT;
}

bool cli_output_wants_color(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (no_color && *no_color) {
        return false;
    }
    return term && strcmp(term, "dumb") != 0 && isatty(fileno(stream));
}

unsigned cli_output_columns(FILE *stream)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    long value = columns ? strtol(columns, NULL, 10) : 0;

    if (value >= 20 && value <= 10000) {
        return (unsigned)value;
    }
    if (isatty(fileno(stream)) && !ioctl(fileno(stream), TIOCGWINSZ, &size) && size.ws_col >= 20) {
        return size.ws_col;
    }
    return 80;
}
