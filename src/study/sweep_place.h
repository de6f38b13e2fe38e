/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A finished file under its own name.
 * Not here: writing it.
 */
#ifndef ACKNAK_STUDY_SWEEP_PLACE_H
#define ACKNAK_STUDY_SWEEP_PLACE_H

#include <stdbool.h>

/* Gives the file `temporary` the name `path` on the same file system, whole at once, and never in
 * the place of a file that is there or has come there meanwhile. False: errno tells why, and
 * nothing new has that name. `temporary` may be left or gone. */
bool sweep_place_new(const char *temporary, const char *path);

#endif
