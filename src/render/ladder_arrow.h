/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arrow of a packet: from its sender to its receiver, or as far as it came.
 * Not here: what stands on both sides of it (ladder_row.h).
 */
#ifndef AK_RENDER_LADDER_ARROW_H
#define AK_RENDER_LADDER_ARROW_H

#include "render/ladder_paint.h"

/* An arrow from sender to receiver as pieces; one of them may stretch. */
#define AK_LADDER_PIECES_MAX 10u

struct ak_ladder_arrow {
    struct {
        const char *text; /* to be repeated `count` times */
        unsigned count;
        unsigned columns; /* of one */
    } piece[AK_LADDER_PIECES_MAX];
    unsigned count;
    unsigned columns;
    unsigned stretch; /* index of the piece that takes up the room left */
};

/*
 * Builds the most telling arrow that fits into `columns`. What it says goes to `label` and `fault`,
 * which must live as long as the arrow. Returns whether it names the fault of the row.
 */
bool ak_ladder_fit_arrow(struct ak_ladder_arrow *arrow, const struct ak_ladder_row *row,
                         const struct ak_ladder_glyphs *glyphs, unsigned columns, char *label,
                         size_t label_room, char *fault, size_t fault_room);

/* Draws it, stretched to `columns`. */
void ak_ladder_draw_arrow(const struct ak_ladder *ladder, const struct ak_ladder_row *row,
                          const struct ak_ladder_arrow *arrow, unsigned columns);

#endif
