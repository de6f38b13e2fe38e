/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where things stand in a ladder drawn by event: every instant at which something happens has a
 * slot, and a slot is as high as what is written beside it.
 * Not here: drawing (svg_draw.c).
 */
#ifndef AK_RENDER_SVG_LAYOUT_H
#define AK_RENDER_SVG_LAYOUT_H

#include "render/scene.h"

#define AK_SVG_LINE_BYTES 120u
#define AK_SVG_LINE_CHARS 38u /* that fit beside the picture */

/* A line beside the picture, or across it. */
struct ak_svg_line {
    uint32_t slot;
    uint8_t side; /* enum ak_port_name; AK_SVG_ACROSS */
    bool finding;
    uint8_t severity; /* of the finding */
    uint32_t full;    /* text that was cut to fit: a text of the scene, or AK_SCENE_NONE */
    char text[AK_SVG_LINE_BYTES];
};

#define AK_SVG_ACROSS 2u

struct ak_svg_slot {
    uint64_t time_fs;
    uint32_t y; /* of its first line */
    uint16_t lines[3];
    bool timed; /* its time is written: something begins here */
};

struct ak_svg_layout {
    uint32_t packet_count; /* of the scene, that are drawn */
    struct ak_svg_slot *slots;
    uint32_t slot_count;
    struct ak_svg_line *lines;
    uint32_t line_count;
    uint32_t line_room;
    uint32_t height;
    bool counters;    /* notes of counters and timers are drawn */
    uint64_t last_fs; /* until when marks are drawn */
};

/* Lays out the first `packets_most` packets of the scene below `top`. False: memory is short. */
bool ak_svg_layout_begin(struct ak_svg_layout *layout, const struct ak_scene *scene,
                         uint32_t packets_most, bool counters, uint32_t top);

/* The slot of an instant that has one. */
uint32_t ak_svg_layout_slot(const struct ak_svg_layout *layout, uint64_t time_fs);

/* Whether a mark is drawn: none is behind the last packet that is. */
bool ak_svg_layout_shows(const struct ak_svg_layout *layout, const struct ak_scene_mark *mark);

/* When a packet has arrived, as far as the trace tells. */
uint64_t ak_svg_arrival_fs(const struct ak_scene_packet *packet);

void ak_svg_layout_end(struct ak_svg_layout *layout);

#endif
