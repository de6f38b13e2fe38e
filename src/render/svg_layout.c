/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where things stand in a ladder drawn by event.
 * Not here: drawing (svg_draw.c).
 */
#include "render/svg_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/escape.h"

#define SLOT_PX   24u
#define LINE_PX   15u
#define BANNER_PX 28u
/* Of the rule and the text of a finding: it is bold, and the time stands left of it. */
#define FINDING_CHARS 27u

uint64_t ak_svg_arrival_fs(const struct ak_scene_packet *packet)
{
    return (packet->flags & AK_SCENE_ARRIVED) != 0 ? packet->arrived_fs : packet->end_fs;
}

static int compare_times(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a;
    uint64_t second = *(const uint64_t *)b;
    return first < second ? -1 : first > second;
}

/* Until when marks are drawn: all, unless packets are left out behind the last one drawn. */
static uint64_t last_time(const struct ak_scene *scene, uint32_t packet_count)
{
    uint64_t last_fs = 0;
    if (packet_count == 0 || packet_count == scene->packet_count)
        return UINT64_MAX;
    for (uint32_t i = 0; i < packet_count; i++)
        if (ak_svg_arrival_fs(&scene->packets[i]) > last_fs)
            last_fs = ak_svg_arrival_fs(&scene->packets[i]);
    return last_fs;
}

bool ak_svg_layout_shows(const struct ak_svg_layout *layout, const struct ak_scene_mark *mark)
{
    return mark->time_fs <= layout->last_fs && (layout->counters || mark->kind != AK_SCENE_CHANGE);
}

/* One slot for each instant. */
static bool build_slots(struct ak_svg_layout *layout, const struct ak_scene *scene)
{
    size_t room = 2 * (size_t)layout->packet_count + scene->mark_count + 1;
    uint64_t *times = malloc(room * sizeof *times);
    size_t count = 0;
    layout->slots = calloc(room, sizeof *layout->slots);
    if (times == NULL || layout->slots == NULL) {
        free(times);
        return false;
    }
    for (uint32_t i = 0; i < layout->packet_count; i++) {
        times[count++] = scene->packets[i].begin_fs;
        times[count++] = ak_svg_arrival_fs(&scene->packets[i]);
    }
    for (uint32_t i = 0; i < scene->mark_count; i++)
        if (ak_svg_layout_shows(layout, &scene->marks[i]))
            times[count++] = scene->marks[i].time_fs;
    if (count > 0)
        qsort(times, count, sizeof *times, compare_times);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || times[i] != times[i - 1])
            layout->slots[layout->slot_count++].time_fs = times[i];
    free(times);
    return true;
}

uint32_t ak_svg_layout_slot(const struct ak_svg_layout *layout, uint64_t time_fs)
{
    uint32_t low = 0;
    uint32_t high = layout->slot_count;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (layout->slots[middle].time_fs <= time_fs)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static struct ak_svg_line *add_line(struct ak_svg_layout *layout, uint32_t slot, unsigned side)
{
    if (layout->line_count == layout->line_room) {
        uint32_t room = layout->line_room > 0 ? 2 * layout->line_room : 256;
        struct ak_svg_line *lines = realloc(layout->lines, room * sizeof *lines);
        if (lines == NULL)
            return NULL;
        layout->lines = lines;
        layout->line_room = room;
    }
    struct ak_svg_line *line = &layout->lines[layout->line_count++];
    memset(line, 0, sizeof *line);
    line->slot = slot;
    line->side = (uint8_t)side;
    line->full = AK_SCENE_NONE;
    layout->slots[slot].lines[side]++;
    return line;
}

/* The last line of this slot and side, if text may be added to it. */
static struct ak_svg_line *open_line(struct ak_svg_layout *layout, uint32_t slot, unsigned side)
{
    for (uint32_t i = layout->line_count; i-- > 0 && layout->line_count - i <= 8;) {
        struct ak_svg_line *line = &layout->lines[i];
        if (line->slot == slot && line->side == side)
            return line->finding ? NULL : line;
    }
    return NULL;
}

/* Adds one note; notes share a line as long as they fit. */
static bool add_note(struct ak_svg_layout *layout, uint32_t slot, unsigned side, const char *text,
                     size_t bytes)
{
    struct ak_svg_line *line = open_line(layout, slot, side);
    size_t used = line != NULL ? strlen(line->text) : 0;
    if (line == NULL || used + 2 + bytes > AK_SVG_LINE_CHARS)
        line = add_line(layout, slot, side);
    if (line == NULL)
        return false;
    used = strlen(line->text);
    (void)snprintf(line->text + used, sizeof line->text - used, "%s%.*s", used > 0 ? ", " : "",
                   (int)bytes, text);
    return true;
}

static bool add_notes(struct ak_svg_layout *layout, uint32_t slot, unsigned side, const char *text)
{
    for (size_t bytes; *text != '\0'; text += bytes + (text[bytes] == '\n')) {
        bytes = strcspn(text, "\n");
        if (!add_note(layout, slot, side, text, bytes))
            return false;
    }
    return true;
}

/* How many bytes the first `characters` of a text take. */
static size_t bytes_of(const char *text, size_t characters)
{
    const char *at = text;
    while (*at != '\0' && characters-- > 0)
        (void)ak_utf8_next(&at);
    return (size_t)(at - text);
}

static bool add_finding(struct ak_svg_layout *layout, const struct ak_scene *scene,
                        const struct ak_scene_mark *mark, uint32_t slot)
{
    unsigned side = mark->direction == AK_UPSTREAM ? AK_PORT_B : AK_PORT_A;
    struct ak_svg_line *line = add_line(layout, slot, side);
    if (line == NULL)
        return false;
    const char *text = ak_scene_text(scene, mark->text);
    const char *rule = ak_scene_text(scene, mark->rule);
    size_t rule_bytes = bytes_of(rule, 10);
    size_t bytes = bytes_of(text, FINDING_CHARS - rule_bytes);
    line->finding = true;
    line->severity = mark->severity;
    line->full = text[bytes] != '\0' ? mark->text : AK_SCENE_NONE;
    (void)snprintf(line->text, sizeof line->text, "%.*s: %.*s%s", (int)rule_bytes, rule, (int)bytes,
                   text, text[bytes] != '\0' ? "\xE2\x80\xA6" : "");
    return true;
}

static bool add_across(struct ak_svg_layout *layout, const struct ak_scene *scene,
                       const struct ak_scene_mark *mark, uint32_t slot)
{
    struct ak_svg_line *line = add_line(layout, slot, AK_SVG_ACROSS);
    if (line == NULL)
        return false;
    const char *text = ak_scene_text(scene, mark->text);
    (void)snprintf(line->text, sizeof line->text, "%.*s", (int)bytes_of(text, 60), text);
    if (mark->kind == AK_SCENE_GAP) {
        uint64_t length_fs = mark->end_fs - mark->time_fs;
        (void)snprintf(line->text, sizeof line->text, "nothing recorded for %llu.%03u \xC2\xB5s",
                       (unsigned long long)(length_fs / 1000000000u),
                       (unsigned)(length_fs % 1000000000u / 1000000u));
    }
    layout->slots[slot].timed = true;
    return true;
}

static bool add_mark(struct ak_svg_layout *layout, const struct ak_scene *scene,
                     const struct ak_scene_mark *mark)
{
    uint32_t slot = ak_svg_layout_slot(layout, mark->time_fs);
    const char *text = ak_scene_text(scene, mark->text);
    switch ((enum ak_scene_mark_kind)mark->kind) {
    case AK_SCENE_ACT:
    case AK_SCENE_CHANGE:
        return add_notes(layout, slot, mark->port, text);
    case AK_SCENE_LOOSE:
        return add_notes(layout, slot, mark->direction == AK_UPSTREAM ? AK_PORT_A : AK_PORT_B,
                         text);
    case AK_SCENE_FINDING:
        return add_finding(layout, scene, mark, slot);
    case AK_SCENE_BANNER:
    case AK_SCENE_GAP:
        break;
    }
    return add_across(layout, scene, mark, slot);
}

static void place_slots(struct ak_svg_layout *layout, uint32_t top)
{
    uint32_t y = top;
    for (uint32_t i = 0; i < layout->slot_count; i++) {
        struct ak_svg_slot *slot = &layout->slots[i];
        uint32_t lines = slot->lines[0] > slot->lines[1] ? slot->lines[0] : slot->lines[1];
        uint32_t beside = lines > 1 ? SLOT_PX + (lines - 1) * LINE_PX : SLOT_PX;
        y += slot->lines[AK_SVG_ACROSS] * BANNER_PX;
        slot->y = y;
        y += beside;
    }
    layout->height = y;
}

bool ak_svg_layout_begin(struct ak_svg_layout *layout, const struct ak_scene *scene,
                         uint32_t packets_most, bool counters, uint32_t top)
{
    memset(layout, 0, sizeof *layout);
    layout->packet_count = scene->packet_count < packets_most ? scene->packet_count : packets_most;
    layout->counters = counters;
    layout->last_fs = last_time(scene, layout->packet_count);
    if (!build_slots(layout, scene)) {
        ak_svg_layout_end(layout);
        return false;
    }
    for (uint32_t i = 0; i < layout->packet_count; i++)
        layout->slots[ak_svg_layout_slot(layout, scene->packets[i].begin_fs)].timed = true;
    for (uint32_t i = 0; i < scene->mark_count; i++) {
        if (ak_svg_layout_shows(layout, &scene->marks[i]) &&
            !add_mark(layout, scene, &scene->marks[i])) {
            ak_svg_layout_end(layout);
            return false;
        }
    }
    place_slots(layout, top);
    return true;
}

void ak_svg_layout_end(struct ak_svg_layout *layout)
{
    free(layout->slots);
    free(layout->lines);
    memset(layout, 0, sizeof *layout);
}
