/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets on their way, and the rows that wait for notes: which is drawn when.
 * Not here: what stands beside the rows (ladder_notes.h), how they are drawn (ladder_row.h).
 */
#ifndef AK_RENDER_LADDER_PACKETS_H
#define AK_RENDER_LADDER_PACKETS_H

#include "render/ladder.h"

/* Takes a TLP or DLLP as it leaves or arrives. */
void ak_ladder_take_packet(struct ak_ladder *ladder, const struct ak_record *record);

/* Whether the trace tells each packet of the direction as it leaves and as it arrives. */
bool ak_ladder_is_told_twice(const struct ak_ladder *ladder, enum ak_direction direction);

/* Makes `row` the one that has happened last; notes are still added to it. */
void ak_ladder_finish(struct ak_ladder *ladder, const struct ak_ladder_row *row);

/* Draws the row that has happened last. */
void ak_ladder_draw_done(struct ak_ladder *ladder);

/* Draws where the packets on their way left, up to `time_fs`: what follows is later. */
void ak_ladder_draw_departures(struct ak_ladder *ladder, uint64_t time_fs);

/* Draws all that came before `time_fs`. */
void ak_ladder_draw_until(struct ak_ladder *ladder, uint64_t time_fs);

/* The row that waits for record `about`; a null pointer: none does. */
struct ak_ladder_row *ak_ladder_row_about(struct ak_ladder *ladder, uint64_t about);

/* The packet that left last, if it has no row yet; else a null pointer. */
struct ak_ladder_row *ak_ladder_newest_open(struct ak_ladder *ladder);

#endif
