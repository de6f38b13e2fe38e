/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format svg: the ladder as a picture for documents.
 * Not here: drawing (svg_draw.c).
 */
#include <stdlib.h>

#include "render/format.h"
#include "render/svg_draw.h"

struct svg {
    const struct ak_render_options *options;
    struct ak_output *output;
    struct ak_scene scene;
};

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    struct svg *svg = malloc(sizeof *svg);
    if (svg == NULL)
        return NULL;
    svg->options = options;
    svg->output = output;
    ak_scene_init(&svg->scene,
                  options->packets_most != 0 ? options->packets_most : AK_PICTURE_PACKETS_MAX);
    return svg;
}

static int take(void *context, const struct ak_record *record)
{
    struct svg *svg = context;
    return ak_scene_take(&svg->scene, record);
}

static int end(void *context)
{
    struct svg *svg = context;
    const struct ak_svg_options options = {.title = svg->options->title,
                                           .packets_most = AK_PICTURE_PACKETS_MAX,
                                           .counters = svg->options->counters};
    ak_scene_finish(&svg->scene);
    int result = svg->scene.no_memory ? -1 : ak_svg_draw(&svg->scene, &options, svg->output);
    ak_scene_free(&svg->scene);
    free(svg);
    return result;
}

const struct ak_render_format ak_render_svg = {
    .name = "svg",
    .extension = "svg",
    .help = "the ladder as a picture for documents",
    .begin = begin,
    .take = take,
    .end = end,
};
