/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Draws one row of a ladder.
 * Not here: which rows there are (ladder.c), what their notes say (ladder_notes.c).
 */
#ifndef AK_RENDER_LADDER_ROW_H
#define AK_RENDER_LADDER_ROW_H

#include "render/ladder.h"

/* The heading; once, before the first row. */
void ak_ladder_draw_heading(const struct ak_ladder *ladder);

/* A row and, if its notes do not fit beside it, more lines below it. */
void ak_ladder_draw_row(const struct ak_ladder *ladder, const struct ak_ladder_row *row);

/* A line across both ports: Recovery, link down, a gap. */
void ak_ladder_draw_banner(const struct ak_ladder *ladder, uint64_t time_fs, const char *text);

#endif
