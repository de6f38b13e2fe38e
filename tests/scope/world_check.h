/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between the files of a world: the records that its checker is told.
 * Not here: what a test uses (world.h).
 */
#ifndef ACKNAK_TESTS_WORLD_CHECK_H
#define ACKNAK_TESTS_WORLD_CHECK_H

#include "world.h"

/* Notes the first failure. `what` is one word with static storage. */
__attribute__((format(printf, 3, 4))) void world_fail(struct world *world, const char *what,
                                                      const char *format, ...);

/* Sets a checker up anew and tells it of the Link. */
void world_start_check(struct world *world, struct ak_check *check);

/* Brings the checker back to where the pristine one is. */
void world_restore_check(struct world *world);

void world_end_check(struct world *world);

void world_tell_link(struct world *world, enum ak_record_kind kind);
void world_tell_sent(struct world *world, int sender, struct world_flight *flight);
void world_tell_received(struct world *world, int sender, const struct world_flight *flight);

#endif
