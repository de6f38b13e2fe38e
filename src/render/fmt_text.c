/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format text: the ladder for a terminal.
 * Not here: how the ladder is drawn (ladder.c).
 */
#include <stdlib.h>

#include "render/format.h"
#include "render/ladder.h"

struct text {
    struct ak_ladder ladder;
};

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    const struct ak_ladder_options ladder_options = {.width = options->width,
                                                     .utf8 = options->utf8,
                                                     .colour = options->colour,
                                                     .counters = options->counters,
                                                     .ordered_sets = options->ordered_sets};
    struct text *text = malloc(sizeof *text);
    if (text != NULL)
        ak_ladder_init(&text->ladder, &ladder_options, output);
    return text;
}

static int take(void *context, const struct ak_record *record)
{
    struct text *text = context;
    return ak_ladder_take(&text->ladder, record);
}

static void tell_gap(void *context, uint64_t records)
{
    struct text *text = context;
    struct ak_output *out = text->ladder.output;
    (void)ak_ladder_end(&text->ladder);
    ak_output_text(out, "      ... ");
    ak_output_number(out, records);
    ak_output_text(out, records == 1 ? " record left out ...\n" : " records left out ...\n");
}

static int end(void *context)
{
    struct text *text = context;
    int result = ak_ladder_end(&text->ladder);
    free(text);
    return result;
}

const struct ak_render_format ak_render_text = {
    .name = "text",
    .extension = "txt",
    .help = "the packet exchange as a ladder, for a terminal",
    .begin = begin,
    .take = take,
    .gap = tell_gap,
    .end = end,
};
