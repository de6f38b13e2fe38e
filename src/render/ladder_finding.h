/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A finding below the packet of the ladder that it is about.
 * Not here: the ladder (ladder.h).
 */
#ifndef AK_RENDER_LADDER_FINDING_H
#define AK_RENDER_LADDER_FINDING_H

#include "render/ladder.h"

/* Writes it in lines of the ladder's width. Returns false if memory is short. */
bool ak_ladder_draw_finding(const struct ak_ladder *ladder, const struct ak_record *record);

/* Keeps it until the row of the record that it is about has been drawn. Returns false if there is
 * no room. */
bool ak_ladder_hold_finding(struct ak_ladder *ladder, const struct ak_record *record);

/* Writes those that wait for the row of this record. */
void ak_ladder_draw_held(struct ak_ladder *ladder, uint64_t about);

#endif
