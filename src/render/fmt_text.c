/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format text: the ladder for a terminal.
 * Not here: how it is drawn (ladder.c).
 */
#include <stdlib.h>

#include "render/format.h"
#include "render/ladder.h"

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    const struct ak_ladder_options ladder_options = {.width = options->width,
                                                     .utf8 = options->utf8,
                                                     .colour = options->colour,
                                                     .counters = options->counters,
                                                     .ordered_sets = options->ordered_sets};
    struct ak_ladder *ladder = malloc(sizeof *ladder);
    if (ladder != NULL)
        ak_ladder_init(ladder, &ladder_options, output);
    return ladder;
}

static int end(void *context)
{
    int result = ak_ladder_end(context);
    free(context);
    return result;
}

const struct ak_render_format ak_render_text = {
    .name = "text",
    .extension = "txt",
    .help = "the packet exchange as a ladder, for a terminal",
    .begin = begin,
    .take = ak_ladder_take,
    .end = end,
};
