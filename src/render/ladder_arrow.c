/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arrow of a packet: from its sender to its receiver, or as far as it came.
 * Not here: what stands on both sides of it (ladder_row.c).
 */
#include "render/ladder_arrow.h"

#include <stdio.h>
#include <string.h>

static void piece(struct ak_ladder_arrow *arrow, const char *text, unsigned count, unsigned columns)
{
    if (arrow->count < AK_LADDER_PIECES_MAX && count * columns > 0) {
        arrow->piece[arrow->count].text = text;
        arrow->piece[arrow->count].count = count;
        arrow->piece[arrow->count].columns = columns;
        arrow->count++;
        arrow->columns += count * columns;
    }
}

static void text_piece(struct ak_ladder_arrow *arrow, const char *text)
{
    piece(arrow, text, 1, (unsigned)strlen(text));
}

/* A piece that stretches to fill the arrow, from nothing. */
static void stretch_piece(struct ak_ladder_arrow *arrow, const char *glyph)
{
    arrow->stretch = arrow->count;
    arrow->piece[arrow->count].text = glyph;
    arrow->piece[arrow->count].columns = 1;
    arrow->piece[arrow->count++].count = 0;
}

static bool is_damaged(const struct ak_ladder_row *row)
{
    enum ak_packet_health health = row->packet.health;
    return health != AK_PACKET_GOOD && health != AK_PACKET_NULLIFIED && health != AK_PACKET_UNKNOWN;
}

static void build_arrow(struct ak_ladder_arrow *arrow, const struct ak_ladder_row *row,
                        const struct ak_ladder_glyphs *glyphs, const char *label, const char *fault)
{
    const char *line = row->replay ? glyphs->replay : glyphs->line;
    const char *head = row->direction == AK_DOWNSTREAM ? glyphs->to_b : glyphs->to_a;
    bool hit = row->lost || is_damaged(row);
    memset(arrow, 0, sizeof *arrow);
    if (row->part == AK_LADDER_ARRIVAL) {
        piece(arrow, " ", 2, 1);
        piece(arrow, glyphs->fade, 2, 1);
        if (hit) {
            piece(arrow, glyphs->hit, 1, 1);
        }
        stretch_piece(arrow, hit ? glyphs->fade : line);
    } else {
        piece(arrow, line, 1, 1);
    }
    text_piece(arrow, label);
    if (row->part == AK_LADDER_DEPARTURE && !hit) {
        stretch_piece(arrow, line);
        piece(arrow, glyphs->fade, 2, 1);
        piece(arrow, " ", 2, 1);
        return;
    }
    if (row->part != AK_LADDER_ARRIVAL && hit) {
        if (row->lost) {
            stretch_piece(arrow, line);
        }
        piece(arrow, glyphs->hit, 1, 1);
        text_piece(arrow, fault);
    }
    if (row->lost || row->part == AK_LADDER_DEPARTURE) {
        piece(arrow, " ", 3, 1);
        return;
    }
    if (row->part != AK_LADDER_ARRIVAL) {
        stretch_piece(arrow, hit ? glyphs->fade : line);
    } else {
        piece(arrow, hit ? glyphs->fade : line, 1, 1);
    }
    piece(arrow, head, 1, 1);
}

/* What the packet is called: as much as there is room for. */
static void write_label(const struct ak_ladder_row *row, unsigned detail, char *out, size_t room)
{
    const struct ak_packet_summary *packet = &row->packet;
    const char *again = row->replay ? " again" : "";
    if (packet->health == AK_PACKET_NULLIFIED) {
        (void)snprintf(out, room, " %s ", detail > 0 ? "nullified TLP" : "nullified");
    } else if (packet->sort == AK_SORT_TLP && !packet->has_seq) {
        (void)snprintf(out, room, " TLP ");
    } else if (packet->sort == AK_SORT_TLP && detail > 1) {
        (void)snprintf(out, room, " TLP %u%s %s ", (unsigned)packet->seq, again, packet->what);
    } else if (packet->sort == AK_SORT_TLP) {
        (void)snprintf(out, room, " TLP %u%s ", (unsigned)packet->seq, detail > 0 ? again : "");
    } else if (packet->has_seq) {
        (void)snprintf(out, room, " %s %u ", packet->what, (unsigned)packet->seq);
    } else {
        (void)snprintf(out, room, " %s ", packet->what);
    }
}

bool ak_ladder_fit_arrow(struct ak_ladder_arrow *arrow, const struct ak_ladder_row *row,
                         const struct ak_ladder_glyphs *glyphs, unsigned columns, char *label,
                         size_t label_room, char *fault, size_t fault_room)
{
    /* Only an arrow with a cross has a place for it. */
    bool named =
        row->fault[0] != '\0' && row->part != AK_LADDER_ARRIVAL && (row->lost || is_damaged(row));
    (void)snprintf(fault, fault_room, " %s ", row->fault);
    for (unsigned detail = 3; detail-- > 0;) {
        write_label(row, detail, label, label_room);
        build_arrow(arrow, row, glyphs, label, named ? fault : "");
        if (arrow->columns <= columns) {
            return named;
        }
    }
    fault[0] = '\0';
    for (unsigned detail = 3; detail-- > 0;) {
        write_label(row, detail, label, label_room);
        build_arrow(arrow, row, glyphs, label, "");
        if (arrow->columns <= columns) {
            return false;
        }
    }
    label[columns > 8 ? columns - 8 : 0] = '\0';
    build_arrow(arrow, row, glyphs, label, "");
    return false;
}

static const char *colour_of(const struct ak_ladder_row *row)
{
    if (row->lost || is_damaged(row)) {
        return "31";
    }
    if (row->packet.sort == AK_SORT_NAK) {
        return "35";
    }
    if (row->packet.sort == AK_SORT_ACK) {
        return "32";
    }
    if (row->packet.sort == AK_SORT_OTHER_DLLP) {
        return "2";
    }
    return row->replay ? "33" : "";
}

void ak_ladder_draw_arrow(const struct ak_ladder *ladder, const struct ak_ladder_row *row,
                          const struct ak_ladder_arrow *arrow, unsigned columns)
{
    unsigned room = columns > arrow->columns ? columns - arrow->columns : 0;
    ak_ladder_put_colour(ladder, colour_of(row));
    for (unsigned i = 0; i < arrow->count; i++) {
        unsigned at = row->direction == AK_DOWNSTREAM ? i : arrow->count - 1 - i;
        unsigned count = arrow->piece[at].count + (at == arrow->stretch ? room : 0);
        ak_ladder_put_repeated(ladder->output, arrow->piece[at].text, count);
    }
    if (colour_of(row)[0] != '\0') {
        ak_ladder_put_colour(ladder, "0");
    }
}
