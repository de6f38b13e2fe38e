/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recordings in files and on standard input.
 * Not here: what is in them.
 */
#include "capture/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static long read_file(void *context, uint8_t *buffer, size_t room)
{
    const int *descriptor = context;
    ssize_t count;
    do
        count = read(*descriptor, buffer, room);
    while (count < 0 && errno == EINTR);
    return (long)count;
}

static long read_file_at(void *context, uint64_t offset, uint8_t *buffer, size_t room)
{
    const int *descriptor = context;
    ssize_t count;
    if (offset > INT64_MAX)
        return 0;
    do
        count = pread(*descriptor, buffer, room, (off_t)offset);
    while (count < 0 && errno == EINTR);
    return (long)count;
}

enum ak_capture_status ak_capture_read_file(const char *path,
                                            const struct ak_capture_options *options,
                                            const struct ak_record_sink *sink,
                                            struct ak_capture_result *result)
{
    bool is_stdin = strcmp(path, "-") == 0;
    int descriptor = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        memset(result, 0, sizeof *result);
        (void)snprintf(result->error, sizeof result->error, "%.160s: %s", path, strerror(errno));
        return AK_CAPTURE_BAD_INPUT;
    }
    struct ak_capture_source source = {read_file, NULL, &descriptor};
    /* A redirected file may begin where another program left off, so it counts as a pipe. */
    if (!is_stdin && lseek(descriptor, 0, SEEK_CUR) == 0)
        source.read_at = read_file_at;
    enum ak_capture_status status =
        ak_capture_read(is_stdin ? "(stdin)" : path, &source, options, sink, result);
    if (!is_stdin)
        (void)close(descriptor);
    return status;
}
