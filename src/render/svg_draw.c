/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Draws a scene as an SVG picture: the ladder by event.
 * Not here: where things stand (svg_layout.c).
 *
 * Coordinates are whole numbers or tenths, made with integers: the same bytes on every machine.
 */
#include "render/svg_draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/escape.h"
#include "render/svg_layout.h"
#include "trace/names.h"

#define WIDTH    960
#define RAIL_A   330
#define RAIL_B   650
#define TOP      104u
#define ARROW_PX 9

static const char style[] =
    ".ak{font:12.5px/1.2 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif;"
    "--bg:#fff;--ink:#1a2027;--dim:#66707d;--rail:#b8c0ca;--tlp:#1f5fbf;--again:#a65a00;"
    "--ack:#167a3c;--nak:#9a1fb0;--dllp:#5b6775;--bad:#c62121;--band:#eef1f5}"
    ".ak .bg{fill:var(--bg)}.ak text{fill:var(--ink)}.ak .dim{fill:var(--dim)}"
    ".ak .mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:11px}"
    ".ak .h{font-size:16px;font-weight:650}.ak .port{font-weight:650}"
    ".ak .rail{stroke:var(--rail);stroke-width:2}"
    ".ak .band{fill:var(--band)}.ak .end{text-anchor:end}.ak .mid{text-anchor:middle}"
    ".ak .p path{fill:none;stroke:currentColor;stroke-width:1.5}"
    ".ak .p .head{fill:currentColor;stroke:none}"
    ".ak .p text{fill:currentColor;paint-order:stroke;stroke:var(--bg);stroke-width:4px;"
    "stroke-linejoin:round}"
    ".ak .tlp{color:var(--tlp)}.ak .again{color:var(--again)}.ak .ack{color:var(--ack)}"
    ".ak .nak{color:var(--nak)}.ak .dllp{color:var(--dllp)}.ak .bad{color:var(--bad)}"
    ".ak .again .line{stroke-width:3}.ak .bad .line{stroke-dasharray:5 4}"
    ".ak .finding{font-weight:600}.ak .error{fill:var(--bad)}.ak .warning{fill:var(--again)}"
    ".ak .remark{fill:var(--dim)}.ak .mark{stroke:var(--bg);stroke-width:1.5}";

static const char dark_style[] =
    "@media(prefers-color-scheme:dark){.ak{--bg:#12161c;--ink:#e4e8ee;--dim:#97a1ae;"
    "--rail:#4a5462;--tlp:#7db0ff;--again:#f0a94a;--ack:#57cf83;--nak:#e08bf2;--dllp:#9aa6b4;"
    "--bad:#ff7d75;--band:#1d232c}}";

struct picture {
    const struct ak_scene *scene;
    const struct ak_svg_options *options;
    struct ak_svg_layout layout;
    struct ak_output *out;
};

__attribute__((format(printf, 2, 3))) static void put(struct picture *picture, const char *format,
                                                      ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ak_output_text(picture->out, text);
}

static void put_escaped(struct picture *picture, const char *text)
{
    ak_escape_xml(picture->out, text);
}

static bool is_bad(const struct ak_scene_packet *packet)
{
    return (packet->flags & AK_SCENE_LOST) != 0 ||
           (packet->health != AK_PACKET_GOOD && packet->health != AK_PACKET_NULLIFIED &&
            packet->health != AK_PACKET_UNKNOWN);
}

static const char *class_of(const struct ak_scene_packet *packet)
{
    if (packet->sort == AK_SORT_ACK)
        return "ack";
    if (packet->sort == AK_SORT_NAK)
        return "nak";
    if (packet->sort == AK_SORT_OTHER_DLLP)
        return "dllp";
    return (packet->flags & AK_SCENE_REPLAY) != 0 ? "again" : "tlp";
}

static void write_label(const struct picture *picture, const struct ak_scene_packet *packet,
                        char *out, size_t room)
{
    const char *what = ak_scene_text(picture->scene, packet->what);
    const char *again = (packet->flags & AK_SCENE_REPLAY) != 0 ? " again" : "";
    if (packet->health == AK_PACKET_NULLIFIED)
        (void)snprintf(out, room, "nullified TLP");
    else if (packet->sort == AK_SORT_TLP && (packet->flags & AK_SCENE_HAS_SEQ) != 0)
        (void)snprintf(out, room, "TLP %u%s \xC2\xB7 %s", (unsigned)packet->seq, again, what);
    else if ((packet->flags & AK_SCENE_HAS_SEQ) != 0)
        (void)snprintf(out, room, "%s %u", what, (unsigned)packet->seq);
    else
        (void)snprintf(out, room, "%s", what);
}

/* The largest whole number whose square is not above `square`. */
static int32_t root_of(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = 1 << 24; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return (int32_t)root;
}

static void put_tenths(struct picture *picture, int32_t tenths)
{
    int32_t size = tenths < 0 ? -tenths : tenths;
    put(picture, tenths < 0 ? "-%d" : "%d", (int)(size / 10));
    if (size % 10 != 0)
        put(picture, ".%d", (int)(size % 10));
}

/* A point of an arrow, `along` and `across` it in tenths of a pixel from (x, y). */
static void put_point(struct picture *picture, int32_t x, int32_t y, const int32_t step[2],
                      int32_t along, int32_t across)
{
    put_tenths(picture, x * 10 + (step[0] * along - step[1] * across) / 1000);
    ak_output_char(picture->out, ' ');
    put_tenths(picture, y * 10 + (step[1] * along + step[0] * across) / 1000);
}

static void put_head(struct picture *picture, int32_t x, int32_t y, const int32_t step[2])
{
    put(picture, "<path class=\"head\" d=\"M%d %dL", (int)x, (int)y);
    put_point(picture, x, y, step, -10 * ARROW_PX, 40);
    ak_output_char(picture->out, 'L');
    put_point(picture, x, y, step, -10 * ARROW_PX, -40);
    ak_output_text(picture->out, "Z\"/>");
}

static void put_cross(struct picture *picture, int32_t x, int32_t y)
{
    put(picture, "<path d=\"M%d %dl10 10m0 -10l-10 10\" stroke-width=\"2.5\"/>", (int)(x - 5),
        (int)(y - 5));
}

/* The label follows the arrow; `step` is its direction in thousandths. */
static void put_label(struct picture *picture, const struct ak_scene_packet *packet, int32_t x,
                      int32_t y, const int32_t step[2])
{
    char label[96];
    int32_t sign = step[0] < 0 ? -1 : 1;
    write_label(picture, packet, label, sizeof label);
    put(picture, "<text class=\"mid\" transform=\"matrix(%s.%03d %s.%03d ",
        step[0] * sign > 999 ? "1" : "0", (int)(step[0] * sign % 1000),
        step[1] * sign < 0 ? "-0" : "0", (int)((step[1] < 0 ? -step[1] : step[1]) % 1000));
    put(picture, "%s.%03d %s.%03d %d %d)\" dy=\"-4\">", step[1] * sign < 0 ? "0" : "-0",
        (int)((step[1] < 0 ? -step[1] : step[1]) % 1000), step[0] * sign > 999 ? "1" : "0",
        (int)(step[0] * sign % 1000), (int)x, (int)y);
    put_escaped(picture, label);
    ak_output_text(picture->out, "</text>");
}

static void put_title(struct picture *picture, const struct ak_scene_packet *packet)
{
    char label[96];
    write_label(picture, packet, label, sizeof label);
    put(picture, "<title>record %llu: ", (unsigned long long)packet->number);
    put_escaped(picture, label);
    ak_output_text(picture->out, ", ");
    ak_output_time(picture->out, packet->begin_fs);
    ak_output_text(picture->out, " ns");
    if ((packet->flags & AK_SCENE_LOST) != 0) {
        ak_output_text(picture->out, ", lost");
    } else {
        ak_output_text(picture->out, ", ");
        ak_output_text(picture->out, ak_packet_health_name((enum ak_packet_health)packet->health,
                                                           (enum ak_packet_sort)packet->sort));
    }
    if (packet->fault != AK_SCENE_NONE) {
        ak_output_text(picture->out, "; injected fault: ");
        put_escaped(picture, ak_scene_text(picture->scene, packet->fault));
    }
    ak_output_text(picture->out, "</title>");
}

static void draw_packet(struct picture *picture, const struct ak_scene_packet *packet)
{
    const struct ak_svg_layout *layout = &picture->layout;
    bool down = packet->direction == AK_DOWNSTREAM;
    bool lost = (packet->flags & AK_SCENE_LOST) != 0;
    int32_t x0 = down ? RAIL_A : RAIL_B;
    int32_t dx = down ? RAIL_B - RAIL_A : RAIL_A - RAIL_B;
    int32_t y0 = (int32_t)layout->slots[ak_svg_layout_slot(layout, packet->begin_fs)].y;
    int32_t y1 = (int32_t)layout->slots[ak_svg_layout_slot(layout, ak_svg_arrival_fs(packet))].y;
    int32_t dy = y1 - y0;
    int32_t length = root_of((int64_t)dx * dx + (int64_t)dy * dy);
    int64_t steep = (int64_t)dy * 1000 / length;
    const int32_t step[2] = {dx * 1000 / length, steep < 999 ? (int32_t)steep : 999};
    int32_t part = lost ? 62 : 100;
    put(picture, "<g class=\"p %s%s\">", class_of(packet), is_bad(packet) ? " bad" : "");
    put_title(picture, packet);
    put(picture, "<path class=\"line\" d=\"M%d %dL%d %d\"/>", (int)x0, (int)y0,
        (int)(x0 + dx * part / 100), (int)(y0 + dy * part / 100));
    if (!lost)
        put_head(picture, x0 + dx, y0 + dy, step);
    if (is_bad(packet))
        put_cross(picture, x0 + dx * 62 / 100, y0 + dy * 62 / 100);
    put_label(picture, packet, x0 + dx * 30 / 100, y0 + dy * 30 / 100, step);
    ak_output_text(picture->out, "</g>\n");
}

/* By enum ak_severity: the shape tells it as well as the colour does. */
static const struct {
    const char *class;
    const char *path; /* around the point it is moved to */
} severity_looks[] = {
    [AK_NOTE] = {"remark", "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"},
    [AK_WARNING] = {"warning", "m0 -7l7 7l-7 7l-7 -7z"},
    [AK_ERROR] = {"error", "m0 -8l8 14h-16z"},
};

/* Where the packet that a finding accuses leaves. */
static void draw_severity(struct picture *picture, const struct ak_scene_mark *mark)
{
    const struct ak_svg_layout *layout = &picture->layout;
    const uint32_t index = ak_scene_find(picture->scene, mark->about);
    if (index >= layout->packet_count) {
        return;
    }
    const struct ak_scene_packet *packet = &picture->scene->packets[index];
    const uint32_t slot = ak_svg_layout_slot(layout, packet->begin_fs);
    put(picture, "<path class=\"mark %s\" d=\"M%d %u%s\"><title>",
        severity_looks[mark->severity].class, packet->direction == AK_DOWNSTREAM ? RAIL_A : RAIL_B,
        (unsigned)layout->slots[slot].y, severity_looks[mark->severity].path);
    put(picture, "%s ", ak_name_of(&ak_names_severity, mark->severity));
    put_escaped(picture, ak_scene_text(picture->scene, mark->rule));
    put(picture, ", record %llu: ", (unsigned long long)mark->about);
    put_escaped(picture, ak_scene_text(picture->scene, mark->text));
    ak_output_text(picture->out, "</title></path>\n");
}

/* Several findings may accuse one packet: the worst is on top. */
static void draw_severities(struct picture *picture)
{
    for (unsigned severity = AK_NOTE; severity <= AK_ERROR; severity++) {
        for (uint32_t i = 0; i < picture->scene->mark_count; i++) {
            const struct ak_scene_mark *mark = &picture->scene->marks[i];
            if (mark->kind == AK_SCENE_FINDING && mark->severity == severity && mark->about != 0 &&
                ak_svg_layout_shows(&picture->layout, mark)) {
                draw_severity(picture, mark);
            }
        }
    }
}

static void draw_times(struct picture *picture)
{
    for (uint32_t i = 0; i < picture->layout.slot_count; i++) {
        const struct ak_svg_slot *slot = &picture->layout.slots[i];
        if (!slot->timed)
            continue;
        put(picture, "<text class=\"mono dim end\" x=\"82\" y=\"%u\">", (unsigned)slot->y + 4);
        put(picture, "%llu.%03u</text>\n", (unsigned long long)(slot->time_fs / 1000000000u),
            (unsigned)(slot->time_fs % 1000000000u / 1000000u));
    }
}

static void draw_across(struct picture *picture, const struct ak_svg_line *line, unsigned index)
{
    const struct ak_svg_slot *slot = &picture->layout.slots[line->slot];
    unsigned y = slot->y - 8 - (slot->lines[AK_SVG_ACROSS] - index) * 28 + 12;
    put(picture, "<rect class=\"band\" x=\"92\" y=\"%u\" width=\"%d\" height=\"20\" rx=\"3\"/>",
        y - 14, WIDTH - 112);
    put(picture, "<text class=\"mid\" x=\"%d\" y=\"%u\">", (RAIL_A + RAIL_B) / 2, y);
    put_escaped(picture, line->text);
    ak_output_text(picture->out, "</text>\n");
}

static void draw_beside(struct picture *picture, const struct ak_svg_line *line, unsigned index)
{
    const struct ak_svg_slot *slot = &picture->layout.slots[line->slot];
    bool left = line->side == AK_PORT_A;
    ak_output_text(picture->out, "<text class=\"");
    if (line->finding)
        put(picture, "finding %s", severity_looks[line->severity].class);
    else
        ak_output_text(picture->out, "note");
    put(picture, "%s\" x=\"%d\" y=\"%u\">", left ? " end" : "", left ? RAIL_A - 12 : RAIL_B + 12,
        (unsigned)slot->y + 4 + 15 * index);
    if (line->full != AK_SCENE_NONE) {
        ak_output_text(picture->out, "<title>");
        put_escaped(picture, ak_scene_text(picture->scene, line->full));
        ak_output_text(picture->out, "</title>");
    }
    put_escaped(picture, line->text);
    ak_output_text(picture->out, "</text>\n");
}

static void draw_lines(struct picture *picture)
{
    uint32_t slot = AK_SCENE_NONE;
    unsigned index[3] = {0, 0, 0};
    for (uint32_t i = 0; i < picture->layout.line_count; i++) {
        const struct ak_svg_line *line = &picture->layout.lines[i];
        if (line->slot != slot)
            memset(index, 0, sizeof index);
        slot = line->slot;
        if (line->side == AK_SVG_ACROSS)
            draw_across(picture, line, index[AK_SVG_ACROSS]++);
        else
            draw_beside(picture, line, index[line->side]++);
    }
}

static uint64_t left_out(const struct picture *picture)
{
    return picture->scene->packets_left_out +
           (picture->scene->packet_count - picture->layout.packet_count);
}

static void draw_heading(struct picture *picture)
{
    const struct ak_record_link *link = &picture->scene->link;
    const char *title = picture->options->title;
    ak_output_text(picture->out, "<text class=\"h\" x=\"24\" y=\"34\">");
    put_escaped(picture, title != NULL ? title : "Packet exchange");
    put(picture, "</text>\n<text class=\"dim\" x=\"24\" y=\"54\">%u %s",
        (unsigned)picture->layout.packet_count,
        picture->layout.packet_count == 1 ? "packet" : "packets");
    if ((link->known & AK_KNOWN_RATE) != 0 && (link->known & AK_KNOWN_WIDTH) != 0)
        put(picture, " \xC2\xB7 %s GT/s x%u", ak_name_of(&ak_names_rate, (int)link->rate),
            (unsigned)link->width);
    if ((link->known & AK_KNOWN_MPS) != 0)
        put(picture, " \xC2\xB7 Max_Payload_Size %u", (unsigned)link->mps_bytes);
    ak_output_text(picture->out, "</text>\n");
    ak_output_text(picture->out,
                   "<text class=\"dim end\" x=\"82\" y=\"84\">time \xC2\xB5s</text>\n");
    put(picture, "<text class=\"port mid\" x=\"%d\" y=\"84\">port a</text>\n", RAIL_A);
    put(picture, "<text class=\"port mid\" x=\"%d\" y=\"84\">port b</text>\n", RAIL_B);
}

static void draw_frame(struct picture *picture)
{
    unsigned height = picture->layout.height + (left_out(picture) > 0 ? 48 : 24);
    if (!picture->options->embedded)
        ak_output_text(picture->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put(picture, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ak\" viewBox=\"0 0 %d %u\" ",
        WIDTH, height);
    put(picture, "width=\"%d\" height=\"%u\" role=\"img\">\n<title>", WIDTH, height);
    put_escaped(picture,
                picture->options->title != NULL ? picture->options->title : "Packet exchange");
    ak_output_text(picture->out, "</title>\n<desc>Packet exchange between port a, on the left, and "
                                 "port b; time runs downwards.</desc>\n<style>");
    ak_output_text(picture->out, style);
    ak_output_text(picture->out, dark_style);
    put(picture, "</style>\n<rect class=\"bg\" width=\"%d\" height=\"%u\"/>\n", WIDTH, height);
}

static void draw_rails(struct picture *picture)
{
    unsigned bottom = picture->layout.height;
    put(picture, "<path class=\"rail\" d=\"M%d 92V%uM%d 92V%u\"/>\n", RAIL_A, bottom, RAIL_B,
        bottom);
}

int ak_svg_draw(const struct ak_scene *scene, const struct ak_svg_options *options,
                struct ak_output *output)
{
    struct picture picture = {.scene = scene, .options = options, .out = output};
    if (!ak_svg_layout_begin(&picture.layout, scene, options->packets_most, options->counters, TOP))
        return -1;
    draw_frame(&picture);
    draw_heading(&picture);
    draw_rails(&picture);
    draw_times(&picture);
    draw_lines(&picture);
    for (uint32_t i = 0; i < picture.layout.packet_count; i++)
        draw_packet(&picture, &scene->packets[i]);
    draw_severities(&picture);
    if (left_out(&picture) > 0)
        put(&picture, "<text class=\"dim mid\" x=\"%d\" y=\"%u\">%llu later %s not drawn</text>\n",
            (RAIL_A + RAIL_B) / 2, (unsigned)picture.layout.height + 22,
            (unsigned long long)left_out(&picture),
            left_out(&picture) == 1 ? "packet is" : "packets are");
    ak_output_text(output, "</svg>\n");
    ak_svg_layout_end(&picture.layout);
    return output->failed ? -1 : 0;
}
