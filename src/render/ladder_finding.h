/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A finding below the packet of the ladder that it is about.
 * Not here: the ladder (ladder.h).
 */
#ifndef AK_RENDER_LADDER_FINDING_H
#define AK_RENDER_LADDER_FINDING_H

#include "render/ladder.h"

/* Writes it in lines of the ladder's width. No row may be waiting. Returns false if memory is
 * short. */
bool ak_ladder_draw_finding(const struct ak_ladder *ladder, const struct ak_record *record);

#endif
