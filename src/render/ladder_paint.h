/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What all parts of a ladder are drawn with: lines and arrows as the terminal has them, colours.
 * Not here: what is drawn (ladder_row.h, ladder_arrow.h).
 */
#ifndef AK_RENDER_LADDER_PAINT_H
#define AK_RENDER_LADDER_PAINT_H

#include "render/ladder.h"

/* Each is one column wide. */
struct ak_ladder_glyphs {
    const char *rail;
    const char *line;
    const char *replay;
    const char *fade; /* what is damaged, or on its way */
    const char *to_b;
    const char *to_a;
    const char *hit;
    const char *banner;
};

const struct ak_ladder_glyphs *ak_ladder_glyphs_of(const struct ak_ladder *ladder);

/* `text`, `count` times. */
void ak_ladder_put_repeated(struct ak_output *out, const char *text, unsigned count);

/* Text of one byte a column with blanks before it (`right`) or behind it, to `columns`. */
void ak_ladder_put_padded(struct ak_output *out, const char *text, unsigned columns, bool right);

/* An SGR code, "31" for red, "0" for none; nothing where the ladder has no colours or `code` is "".
 */
void ak_ladder_put_colour(const struct ak_ladder *ladder, const char *code);

#endif
