/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What all parts of a ladder are drawn with: lines and arrows as the terminal has them, colours.
 * Not here: what is drawn (ladder_row.c, ladder_arrow.c).
 */
#include "render/ladder_paint.h"

#include <string.h>

static const struct ak_ladder_glyphs utf8_glyphs = {"│", "─", "━", "┄", "►", "◄", "╳", "═"};
static const struct ak_ladder_glyphs ascii_glyphs = {"|", "-", "=", ".", ">", "<", "X", "~"};

const struct ak_ladder_glyphs *ak_ladder_glyphs_of(const struct ak_ladder *ladder)
{
    return ladder->options.utf8 ? &utf8_glyphs : &ascii_glyphs;
}

void ak_ladder_put_repeated(struct ak_output *out, const char *text, unsigned count)
{
    for (; count > 0; count--) {
        ak_output_text(out, text);
    }
}

void ak_ladder_put_colour(const struct ak_ladder *ladder, const char *code)
{
    if (ladder->options.colour && code[0] != '\0') {
        ak_output_text(ladder->output, "\x1b[");
        ak_output_text(ladder->output, code);
        ak_output_char(ladder->output, 'm');
    }
}

void ak_ladder_put_padded(struct ak_output *out, const char *text, unsigned columns, bool right)
{
    unsigned bytes = (unsigned)strlen(text);
    unsigned blanks = bytes < columns ? columns - bytes : 0;
    if (right) {
        ak_ladder_put_repeated(out, " ", blanks);
    }
    ak_output_text(out, text);
    if (!right) {
        ak_ladder_put_repeated(out, " ", blanks);
    }
}
