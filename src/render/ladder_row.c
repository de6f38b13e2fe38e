/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Draws one row of a ladder.
 * Not here: which rows there are (ladder.c), what their notes say (ladder_notes.c), the arrow
 * (ladder_arrow.c).
 *
 * A row: time, notes of port a (to the right), rail, arrow, rail, notes of port b (to the left).
 * Where that is too narrow to read, a slim row: time, rail, arrow, rail; the notes stand below.
 */
#include "render/ladder_row.h"

#include <stdio.h>
#include <string.h>

#include "render/ladder_arrow.h"
#include "render/ladder_notes.h"
#include "render/ladder_paint.h"
#include "trace/units.h"

#define TIME_COLUMNS      8u
#define SLIM_TIME_COLUMNS 10u /* nothing is left to give way to a longer time: up to 1 s */
#define FS_PER_US         1000000000u

/* Columns of the parts at width 80; what a wider terminal has more, or a narrow one less, is shared
 * out. */
#define LEFT_COLUMNS  20u
#define ARROW_COLUMNS 22u
#define FIXED_COLUMNS (TIME_COLUMNS + 5u) /* time, blank, blank, two rails, blank */
/* Between these the right side alone changes. */
#define NARROW_COLUMNS 72u
#define WIDE_COLUMNS   80u
#define SLIM_COLUMNS   56u /* below these the notes stand below their row */
#define PORT_COLUMNS   3u  /* "a: " ahead of them */

struct columns {
    unsigned left;
    unsigned arrow;
    unsigned right;
};

static bool is_slim(const struct ak_ladder *ladder)
{
    return ladder->options.width < SLIM_COLUMNS;
}

static unsigned time_columns(const struct ak_ladder *ladder)
{
    return is_slim(ladder) ? SLIM_TIME_COLUMNS : TIME_COLUMNS;
}

static struct columns columns_of(const struct ak_ladder *ladder)
{
    const unsigned width = ladder->options.width;
    if (is_slim(ladder)) {
        return (struct columns){.arrow = width - SLIM_TIME_COLUMNS - 3}; /* blank, two rails */
    }
    const unsigned more = width > WIDE_COLUMNS ? width - WIDE_COLUMNS : 0;
    const unsigned less = width < NARROW_COLUMNS ? (NARROW_COLUMNS - width) * 3 / 8 : 0;
    struct columns columns = {LEFT_COLUMNS + more / 4 - less, ARROW_COLUMNS + more / 2 - less, 0};
    columns.right = width - FIXED_COLUMNS - columns.left - columns.arrow;
    return columns;
}

/* How much of a note fits: all of it, or whole words, or what there is room for. */
static unsigned fitting_part(const char *note, unsigned bytes, unsigned columns)
{
    if (bytes <= columns) {
        return bytes;
    }
    for (unsigned part = columns; part > 0; part--) {
        if (note[part] == ' ') {
            return part;
        }
    }
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
        if (used > 0 && used + needed > columns) {
            break;
        }
        if (used > 0) {
            memcpy(line + used, ", ", 2);
            used += 2;
        }
        unsigned part = fitting_part(*notes, bytes, columns - used);
        memcpy(line + used, *notes, part);
        used += part;
        *notes += part;
        if (**notes == '\n' || (**notes == ' ' && part < bytes)) {
            (*notes)++;
        }
        if (part < bytes) {
            break;
        }
    }
    line[used] = '\0';
}

/* Returns how many columns the time takes from what follows: none up to 10 ms. */
static unsigned put_time(const struct ak_ladder *ladder, uint64_t time_fs)
{
    char text[AK_DECIMAL_BYTES + 8];
    (void)snprintf(text, sizeof text, "%llu.%03u", (unsigned long long)(time_fs / FS_PER_US),
                   (unsigned)(time_fs % FS_PER_US / AK_FS_PER_NS));
    ak_ladder_put_colour(ladder, "2");
    ak_ladder_put_padded(ladder->output, text, time_columns(ladder), true);
    ak_ladder_put_colour(ladder, "0");
    ak_output_char(ladder->output, ' ');
    const unsigned columns = (unsigned)strlen(text);
    return columns > time_columns(ladder) ? columns - time_columns(ladder) : 0;
}

static void put_no_time(const struct ak_ladder *ladder)
{
    ak_ladder_put_repeated(ladder->output, " ", time_columns(ladder) + 1);
}

static void draw_rail(const struct ak_ladder *ladder)
{
    ak_ladder_put_colour(ladder, "2");
    ak_output_text(ladder->output, ak_ladder_glyphs_of(ladder)->rail);
    ak_ladder_put_colour(ladder, "0");
}

/* The notes of both sides for one line; ends the line. `taken` columns have gone to the time. */
static void draw_left(const struct ak_ladder *ladder, const char **notes, unsigned taken)
{
    char line[AK_LADDER_WIDTH_MAX + 1];
    if (is_slim(ladder)) {
        draw_rail(ladder);
        return;
    }
    const unsigned columns = columns_of(ladder).left - taken;
    next_notes(notes, line, columns);
    ak_ladder_put_padded(ladder->output, line, columns, true);
    ak_output_char(ladder->output, ' ');
    draw_rail(ladder);
}

static void draw_right(const struct ak_ladder *ladder, const char **notes)
{
    char line[AK_LADDER_WIDTH_MAX + 1];
    draw_rail(ladder);
    if (is_slim(ladder)) {
        ak_output_char(ladder->output, '\n');
        return;
    }
    next_notes(notes, line, columns_of(ladder).right);
    if (line[0] != '\0') {
        ak_output_char(ladder->output, ' ');
        ak_output_text(ladder->output, line);
    }
    ak_output_char(ladder->output, '\n');
}

/* One line below a slim row: a port's notes. */
static void draw_below(const struct ak_ladder *ladder, const char *port, const char **notes)
{
    char line[AK_LADDER_WIDTH_MAX + 1];
    next_notes(notes, line, ladder->options.width - SLIM_TIME_COLUMNS - 1 - PORT_COLUMNS);
    ak_output_text(ladder->output, port);
    ak_output_text(ladder->output, line);
    ak_output_char(ladder->output, '\n');
}

/* At least one line, behind its time, of what is left of the notes. */
static void draw_notes(const struct ak_ladder *ladder, const char **left, const char **right,
                       unsigned taken)
{
    if (is_slim(ladder)) {
        const bool of_a = **left != '\0';
        draw_below(ladder, of_a ? "a: " : "b: ", of_a ? left : right);
        return;
    }
    draw_left(ladder, left, taken);
    ak_ladder_put_repeated(ladder->output, " ", columns_of(ladder).arrow);
    draw_right(ladder, right);
}

/* Moves the notes that have a time of their own out of `notes`. */
static void split_late(struct ak_ladder_notes *notes, struct ak_ladder_notes *late)
{
    memset(late, 0, sizeof *late);
    if (!notes->has_late) {
        return;
    }
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
        const unsigned taken = put_time(ladder, late[a_waits ? AK_PORT_B : AK_PORT_A].late_fs);
        draw_notes(ladder, a_waits ? &nothing : &text[AK_PORT_A],
                   b_waits ? &nothing : &text[AK_PORT_B], taken);
    }
}

void ak_ladder_draw_heading(const struct ak_ladder *ladder)
{
    struct columns columns = columns_of(ladder);
    struct ak_output *out = ladder->output;
    unsigned bytes = (unsigned)strlen(ladder->link);
    unsigned before = columns.arrow > bytes ? (columns.arrow - bytes) / 2 : 0;
    ak_ladder_put_colour(ladder, "1");
    ak_ladder_put_repeated(out, " ", time_columns(ladder) - TIME_COLUMNS);
    ak_output_text(out, ladder->options.utf8 ? " time µs" : " time us");
    if (is_slim(ladder)) {
        ak_output_text(out, " a");
    } else {
        ak_ladder_put_padded(out, "port a", columns.left + 3, true);
    }
    ak_ladder_put_repeated(out, " ", before);
    ak_ladder_put_padded(out, ladder->link, columns.arrow - before, false);
    ak_output_text(out, is_slim(ladder) ? "b" : "port b");
    ak_ladder_put_colour(ladder, "0");
    ak_output_char(out, '\n');
}

void ak_ladder_draw_row(const struct ak_ladder *ladder, const struct ak_ladder_row *row)
{
    struct columns columns = columns_of(ladder);
    struct ak_ladder_notes notes[2] = {row->notes[AK_PORT_A], row->notes[AK_PORT_B]};
    struct ak_ladder_arrow arrow;
    char label[64];
    char fault[40];
    if (row->arrow &&
        !ak_ladder_fit_arrow(&arrow, row, ak_ladder_glyphs_of(ladder), columns.arrow, label,
                             sizeof label, fault, sizeof fault) &&
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
    unsigned taken = 0;
    if (row->untimed) {
        put_no_time(ladder);
    } else {
        taken = put_time(ladder, row->time_fs);
    }
    if (row->arrow) {
        draw_left(ladder, &left, taken);
        ak_ladder_draw_arrow(ladder, row, &arrow, columns.arrow);
        draw_right(ladder, &right);
    } else {
        draw_notes(ladder, &left, &right, taken);
    }
    while (*left != '\0' || *right != '\0') {
        put_no_time(ladder);
        draw_notes(ladder, &left, &right, 0);
    }
    draw_late(ladder, late);
}

/* A banner too long for lines on both its sides. */
static void draw_bare_banner(const struct ak_ladder *ladder, const char *text, unsigned room)
{
    char line[AK_LADDER_WIDTH_MAX + 1];
    for (bool first = true; *text != '\0'; first = false) {
        next_notes(&text, line, room);
        if (!first) {
            put_no_time(ladder);
        }
        ak_ladder_put_colour(ladder, "36");
        ak_output_text(ladder->output, line);
        ak_ladder_put_colour(ladder, "0");
        ak_output_char(ladder->output, '\n');
    }
}

void ak_ladder_draw_banner(const struct ak_ladder *ladder, uint64_t time_fs, const char *text)
{
    struct columns columns = columns_of(ladder);
    unsigned bytes = (unsigned)strlen(text);
    unsigned room = ladder->options.width - time_columns(ladder) - 1;
    unsigned before = columns.left + columns.arrow / 2 > bytes / 2
                          ? columns.left + columns.arrow / 2 - bytes / 2
                          : 1;
    unsigned after = room > before + bytes + 2 ? room - before - bytes - 2 : 1;
    const unsigned taken = put_time(ladder, time_fs);
    before -= taken < before ? taken : before;
    if (bytes + taken + 4 > room) {
        draw_bare_banner(ladder, text, room - taken);
        return;
    }
    ak_ladder_put_colour(ladder, "36");
    ak_ladder_put_repeated(ladder->output, ak_ladder_glyphs_of(ladder)->banner, before);
    ak_output_char(ladder->output, ' ');
    ak_output_text(ladder->output, text);
    ak_output_char(ladder->output, ' ');
    ak_ladder_put_repeated(ladder->output, ak_ladder_glyphs_of(ladder)->banner, after);
    ak_ladder_put_colour(ladder, "0");
    ak_output_char(ladder->output, '\n');
}
