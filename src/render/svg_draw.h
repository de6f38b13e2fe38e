/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Draws a scene as an SVG picture: the ladder by event.
 * Not here: where things stand (svg_layout.c).
 */
#ifndef AK_RENDER_SVG_DRAW_H
#define AK_RENDER_SVG_DRAW_H

#include "render/scene.h"
#include "trace/output.h"

struct ak_svg_options {
    const char *title; /* any bytes; or a null pointer */
    uint32_t packets_most;
    bool counters;
    bool embedded; /* a part of an HTML page: no XML declaration, colours of the page */
};

/* Returns 0, or -1 if memory is short or the output has failed. */
int ak_svg_draw(const struct ak_scene *scene, const struct ak_svg_options *options,
                struct ak_output *output);

#endif
