/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Draws one row of a ladder.
 * Not here: which rows there are (ladder.c), what their notes say (ladder_notes.c).
 *
 * A row: time, notes of port a (to the right), rail, arrow, rail, notes of port b (to the left).
 */
#include "render/ladder_row.h"

#include <stdio.h>
#include <string.h>

#include "render/ladder_notes.h"
#include "trace/units.h"

#define TIME_COLUMNS 8u
#define FS_PER_US    1000000000u

/* Columns of the parts at width 80; what a wider terminal has more is shared out. */
#define LEFT_COLUMNS  20u
#define ARROW_COLUMNS 22u
#define FIXED_COLUMNS (TIME_COLUMNS + 5u) /* time, blank, blank, two rails, blank */

struct columns {
    unsigned left;
    unsigned arrow;
    unsigned right;
};

struct glyphs {
    const char *rail;
    const char *line;
    const char *replay;
    const char *fade; /* what is damaged, or on its way */
    const char *to_b;
    const char *to_a;
    const char *hit;
    const char *banner;
};

static const struct glyphs utf8_glyphs = {"│", "─", "━", "┄", "►", "◄", "╳", "═"};
static const struct glyphs ascii_glyphs = {"|", "-", "=", ".", ">", "<", "X", "~"};

/* An arrow from sender to receiver as pieces; one of them may stretch. */
#define PIECES_MAX 10u

struct arrow {
    struct {
        const char *text; /* to be repeated `count` times */
        unsigned count;
        unsigned columns; /* of one */
    } piece[PIECES_MAX];
    unsigned count;
    unsigned columns;
    unsigned stretch; /* index of the piece that takes up the room left */
};

static struct columns columns_of(const struct ak_ladder *ladder)
{
    unsigned extra = ladder->options.width - FIXED_COLUMNS - LEFT_COLUMNS - ARROW_COLUMNS;
    unsigned more = extra > 25 ? extra - 25 : 0;
    struct columns columns = {LEFT_COLUMNS + more / 4, ARROW_COLUMNS + more / 2, 0};
    columns.right = ladder->options.width - FIXED_COLUMNS - columns.left - columns.arrow;
    return columns;
}

static const struct glyphs *glyphs_of(const struct ak_ladder *ladder)
{
    return ladder->options.utf8 ? &utf8_glyphs : &ascii_glyphs;
}

static void put_repeated(struct ak_output *out, const char *text, unsigned count)
{
    for (; count > 0; count--)
        ak_output_text(out, text);
}

static void put_colour(const struct ak_ladder *ladder, const char *code)
{
    if (ladder->options.colour && code[0] != '\0') {
        ak_output_text(ladder->output, "\x1b[");
        ak_output_text(ladder->output, code);
        ak_output_char(ladder->output, 'm');
    }
}

static void piece(struct arrow *arrow, const char *text, unsigned count, unsigned columns)
{
    if (arrow->count < PIECES_MAX && count * columns > 0) {
        arrow->piece[arrow->count].text = text;
        arrow->piece[arrow->count].count = count;
        arrow->piece[arrow->count].columns = columns;
        arrow->count++;
        arrow->columns += count * columns;
    }
}

static void text_piece(struct arrow *arrow, const char *text)
{
    piece(arrow, text, 1, (unsigned)strlen(text));
}

/* A piece that stretches to fill the arrow, from nothing. */
static void stretch_piece(struct arrow *arrow, const char *glyph)
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

static void build_arrow(struct arrow *arrow, const struct ak_ladder_row *row,
                        const struct glyphs *glyphs, const char *label, const char *fault)
{
    const char *line = row->replay ? glyphs->replay : glyphs->line;
    const char *head = row->direction == AK_DOWNSTREAM ? glyphs->to_b : glyphs->to_a;
    bool hit = row->lost || is_damaged(row);
    memset(arrow, 0, sizeof *arrow);
    if (row->part == AK_LADDER_ARRIVAL) {
        piece(arrow, " ", 2, 1);
        piece(arrow, glyphs->fade, 2, 1);
        if (hit)
            piece(arrow, glyphs->hit, 1, 1);
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
        if (row->lost)
            stretch_piece(arrow, line);
        piece(arrow, glyphs->hit, 1, 1);
        text_piece(arrow, fault);
    }
    if (row->lost || row->part == AK_LADDER_DEPARTURE) {
        piece(arrow, " ", 3, 1);
        return;
    }
    if (row->part != AK_LADDER_ARRIVAL)
        stretch_piece(arrow, hit ? glyphs->fade : line);
    else
        piece(arrow, hit ? glyphs->fade : line, 1, 1);
    piece(arrow, head, 1, 1);
}

/* What the packet is called: as much as there is room for. */
static void write_label(const struct ak_ladder_row *row, unsigned detail, char *out, size_t room)
{
    const struct ak_packet_summary *packet = &row->packet;
    const char *again = row->replay ? " again" : "";
    if (packet->health == AK_PACKET_NULLIFIED)
        (void)snprintf(out, room, " %s ", detail > 0 ? "nullified TLP" : "nullified");
    else if (packet->sort == AK_SORT_TLP && !packet->has_seq)
        (void)snprintf(out, room, " TLP ");
    else if (packet->sort == AK_SORT_TLP && detail > 1)
        (void)snprintf(out, room, " TLP %u%s %s ", (unsigned)packet->seq, again, packet->what);
    else if (packet->sort == AK_SORT_TLP)
        (void)snprintf(out, room, " TLP %u%s ", (unsigned)packet->seq, detail > 0 ? again : "");
    else if (packet->has_seq)
        (void)snprintf(out, room, " %s %u ", packet->what, (unsigned)packet->seq);
    else
        (void)snprintf(out, room, " %s ", packet->what);
}

/* Builds the most telling arrow that fits. Returns whether it names the fault. */
static bool fit_arrow(struct arrow *arrow, const struct ak_ladder_row *row,
                      const struct glyphs *glyphs, unsigned columns, char *label, size_t label_room,
                      char *fault, size_t fault_room)
{
    /* Only an arrow with a cross has a place for it. */
    bool named =
        row->fault[0] != '\0' && row->part != AK_LADDER_ARRIVAL && (row->lost || is_damaged(row));
    (void)snprintf(fault, fault_room, " %s ", row->fault);
    for (unsigned detail = 3; detail-- > 0;) {
        write_label(row, detail, label, label_room);
        build_arrow(arrow, row, glyphs, label, named ? fault : "");
        if (arrow->columns <= columns)
            return named;
    }
    fault[0] = '\0';
    for (unsigned detail = 3; detail-- > 0;) {
        write_label(row, detail, label, label_room);
        build_arrow(arrow, row, glyphs, label, "");
        if (arrow->columns <= columns)
            return false;
    }
    label[columns > 8 ? columns - 8 : 0] = '\0';
    build_arrow(arrow, row, glyphs, label, "");
    return false;
}

static const char *colour_of(const struct ak_ladder_row *row)
{
    if (row->lost || is_damaged(row))
        return "31";
    if (row->packet.sort == AK_SORT_NAK)
        return "35";
    if (row->packet.sort == AK_SORT_ACK)
        return "32";
    if (row->packet.sort == AK_SORT_OTHER_DLLP)
        return "2";
    return row->replay ? "33" : "";
}

static void draw_arrow(const struct ak_ladder *ladder, const struct ak_ladder_row *row,
                       const struct arrow *arrow, unsigned columns)
{
    unsigned room = columns > arrow->columns ? columns - arrow->columns : 0;
    put_colour(ladder, colour_of(row));
    for (unsigned i = 0; i < arrow->count; i++) {
        unsigned at = row->direction == AK_DOWNSTREAM ? i : arrow->count - 1 - i;
        unsigned count = arrow->piece[at].count + (at == arrow->stretch ? room : 0);
        put_repeated(ladder->output, arrow->piece[at].text, count);
    }
    if (colour_of(row)[0] != '\0')
        put_colour(ladder, "0");
}

/* How much of a note fits: all of it, or whole words, or what there is room for. */
static unsigned fitting_part(const char *note, unsigned bytes, unsigned columns)
{
    if (bytes <= columns)
        return bytes;
    for (unsigned part = columns; part > 0; part--)
        if (note[part] == ' ')
            return part;
    return columns;
}

/*
 * Takes the notes for one line off the front of `notes`: as many as fit, with commas between.
 * `line` has room for `columns` + 1 characters.
 */
static void next_notes(const char **notes, char *line, unsigned columns)
{
    unsigned used = 0;
    while (**notes != '\0') {
        unsigned bytes = (unsigned)strcspn(*notes, "\n");
        unsigned needed = bytes + (used > 0 ? 2u : 0u);
        if (used > 0 && used + needed > columns)
            break;
        if (used > 0) {
            memcpy(line + used, ", ", 2);
            used += 2;
        }
        unsigned part = fitting_part(*notes, bytes, columns - used);
        memcpy(line + used, *notes, part);
        used += part;
        *notes += part;
        if (**notes == '\n' || (**notes == ' ' && part < bytes))
            (*notes)++;
        if (part < bytes)
            break;
    }
    line[used] = '\0';
}

static void put_padded(struct ak_output *out, const char *text, unsigned columns, bool right)
{
    unsigned bytes = (unsigned)strlen(text);
    unsigned blanks = bytes < columns ? columns - bytes : 0;
    if (right)
        put_repeated(out, " ", blanks);
    ak_output_text(out, text);
    if (!right)
        put_repeated(out, " ", blanks);
}

static void put_time(const struct ak_ladder *ladder, uint64_t time_fs)
{
    char text[AK_DECIMAL_BYTES + 8];
    (void)snprintf(text, sizeof text, "%llu.%03u", (unsigned long long)(time_fs / FS_PER_US),
                   (unsigned)(time_fs % FS_PER_US / AK_FS_PER_NS));
    put_colour(ladder, "2");
    put_padded(ladder->output, text, TIME_COLUMNS, true);
    put_colour(ladder, "0");
    ak_output_char(ladder->output, ' ');
}

static void draw_rail(const struct ak_ladder *ladder)
{
    put_colour(ladder, "2");
    ak_output_text(ladder->output, glyphs_of(ladder)->rail);
    put_colour(ladder, "0");
}

/* The notes of both sides for one line; ends the line. */
static void draw_left(const struct ak_ladder *ladder, const char **notes)
{
    char line[AK_LADDER_WIDTH_MAX + 1];
    unsigned columns = columns_of(ladder).left;
    next_notes(notes, line, columns);
    put_padded(ladder->output, line, columns, true);
    ak_output_char(ladder->output, ' ');
    draw_rail(ladder);
}

static void draw_right(const struct ak_ladder *ladder, const char **notes)
{
    char line[AK_LADDER_WIDTH_MAX + 1];
    draw_rail(ladder);
    next_notes(notes, line, columns_of(ladder).right);
    if (line[0] != '\0') {
        ak_output_char(ladder->output, ' ');
        ak_output_text(ladder->output, line);
    }
    ak_output_char(ladder->output, '\n');
}

static void draw_notes(const struct ak_ladder *ladder, const char **left, const char **right)
{
    draw_left(ladder, left);
    put_repeated(ladder->output, " ", columns_of(ladder).arrow);
    draw_right(ladder, right);
}

/* Moves the notes that have a time of their own out of `notes`. */
static void split_late(struct ak_ladder_notes *notes, struct ak_ladder_notes *late)
{
    memset(late, 0, sizeof *late);
    if (!notes->has_late)
        return;
    *late = *notes;
    memmove(late->text, notes->text + notes->late, notes->used - notes->late + 1);
    notes->text[notes->late > 0 ? notes->late - 1 : 0] = '\0';
}

/* The lines below a row that have a time of their own, in the order of time. */
static void draw_late(const struct ak_ladder *ladder, const struct ak_ladder_notes late[2])
{
    const char *text[2] = {late[AK_PORT_A].text, late[AK_PORT_B].text};
    while (text[AK_PORT_A][0] != '\0' || text[AK_PORT_B][0] != '\0') {
        const char *nothing = "";
        bool a_waits =
            text[AK_PORT_A][0] == '\0' ||
            (text[AK_PORT_B][0] != '\0' && late[AK_PORT_B].late_fs < late[AK_PORT_A].late_fs);
        bool b_waits =
            text[AK_PORT_B][0] == '\0' ||
            (text[AK_PORT_A][0] != '\0' && late[AK_PORT_A].late_fs < late[AK_PORT_B].late_fs);
        put_time(ladder, late[a_waits ? AK_PORT_B : AK_PORT_A].late_fs);
        draw_notes(ladder, a_waits ? &nothing : &text[AK_PORT_A],
                   b_waits ? &nothing : &text[AK_PORT_B]);
    }
}

void ak_ladder_draw_heading(const struct ak_ladder *ladder)
{
    struct columns columns = columns_of(ladder);
    struct ak_output *out = ladder->output;
    unsigned bytes = (unsigned)strlen(ladder->link);
    unsigned before = columns.arrow > bytes ? (columns.arrow - bytes) / 2 : 0;
    put_colour(ladder, "1");
    ak_output_text(out, ladder->options.utf8 ? " time µs" : " time us");
    put_padded(out, "port a", columns.left + 3, true);
    put_repeated(out, " ", before);
    put_padded(out, ladder->link, columns.arrow - before, false);
    ak_output_text(out, "port b");
    put_colour(ladder, "0");
    ak_output_char(out, '\n');
}

void ak_ladder_draw_row(const struct ak_ladder *ladder, const struct ak_ladder_row *row)
{
    struct columns columns = columns_of(ladder);
    struct ak_ladder_notes notes[2] = {row->notes[AK_PORT_A], row->notes[AK_PORT_B]};
    struct arrow arrow;
    char label[64];
    char fault[40];
    if (row->arrow &&
        !fit_arrow(&arrow, row, glyphs_of(ladder), columns.arrow, label, sizeof label, fault,
                   sizeof fault) &&
        row->fault[0] != '\0' && row->part != AK_LADDER_ARRIVAL) {
        char text[48];
        (void)snprintf(text, sizeof text, "fault: %s", row->fault);
        ak_ladder_note(&notes[row->direction == AK_DOWNSTREAM ? AK_PORT_B : AK_PORT_A], text);
    }
    struct ak_ladder_notes late[2];
    split_late(&notes[AK_PORT_A], &late[AK_PORT_A]);
    split_late(&notes[AK_PORT_B], &late[AK_PORT_B]);
    const char *left = notes[AK_PORT_A].text;
    const char *right = notes[AK_PORT_B].text;
    if (row->untimed)
        put_repeated(ladder->output, " ", TIME_COLUMNS + 1);
    else
        put_time(ladder, row->time_fs);
    draw_left(ladder, &left);
    if (row->arrow)
        draw_arrow(ladder, row, &arrow, columns.arrow);
    else
        put_repeated(ladder->output, " ", columns.arrow);
    draw_right(ladder, &right);
    while (*left != '\0' || *right != '\0') {
        put_repeated(ladder->output, " ", TIME_COLUMNS + 1);
        draw_notes(ladder, &left, &right);
    }
    draw_late(ladder, late);
}

void ak_ladder_draw_banner(const struct ak_ladder *ladder, uint64_t time_fs, const char *text)
{
    struct columns columns = columns_of(ladder);
    unsigned bytes = (unsigned)strlen(text);
    unsigned room = columns.left + columns.arrow + columns.right + 4;
    unsigned before = columns.left + columns.arrow / 2 > bytes / 2
                          ? columns.left + columns.arrow / 2 - bytes / 2
                          : 1;
    unsigned after = room > before + bytes + 2 ? room - before - bytes - 2 : 1;
    put_time(ladder, time_fs);
    put_colour(ladder, "36");
    put_repeated(ladder->output, glyphs_of(ladder)->banner, before);
    ak_output_char(ladder->output, ' ');
    ak_output_text(ladder->output, text);
    ak_output_char(ladder->output, ' ');
    put_repeated(ladder->output, glyphs_of(ladder)->banner, after);
    put_colour(ladder, "0");
    ak_output_char(ladder->output, '\n');
}
