/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A second name by a hard link, or, where the file system has none, over a name reserved first.
 * Not here: writing the file.
 */
#include "study/sweep_place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

bool sweep_place_new(const char *temporary, const char *path)
{
    /* link, unlike rename, never replaces what has come into that place meanwhile. */
    if (link(temporary, path) == 0)
        return true;
    if (errno == EEXIST)
        return false;
    int reserved = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (reserved < 0)
        return false;
    (void)close(reserved);
    if (rename(temporary, path) == 0)
        return true;
    int why = errno;
    (void)unlink(path);
    errno = why;
    return false;
}
