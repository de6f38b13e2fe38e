/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The packet exchange of a Link as a ladder: which rows there are, and in which order.
 * Not here: how a row is drawn (ladder_row.c), what its notes say (ladder_notes.c).
 */
#include "render/ladder.h"

#include <stdio.h>
#include <string.h>

#include "render/ladder_finding.h"
#include "render/ladder_notes.h"
#include "render/ladder_row.h"
#include "trace/names.h"

#define SEQ_MASK   0xFFFu
#define SEQ_WINDOW 2048u
#define FS_PER_US  1000000000u

void ak_ladder_init(struct ak_ladder *ladder, const struct ak_ladder_options *options,
                    struct ak_output *output)
{
    memset(ladder, 0, sizeof *ladder);
    ladder->options = *options;
    ladder->output = output;
    if (ladder->options.width == 0)
        ladder->options.width = AK_LADDER_WIDTH_DEFAULT;
    if (ladder->options.width < AK_LADDER_WIDTH_MIN)
        ladder->options.width = AK_LADDER_WIDTH_MIN;
    if (ladder->options.width > AK_LADDER_WIDTH_MAX)
        ladder->options.width = AK_LADDER_WIDTH_MAX;
}

static enum ak_port_name receiver_of(enum ak_direction direction)
{
    return direction == AK_DOWNSTREAM ? AK_PORT_B : AK_PORT_A;
}

void ak_ladder_begin(struct ak_ladder *ladder)
{
    if (!ladder->begun)
        ak_ladder_draw_heading(ladder);
    ladder->begun = true;
}

static void draw(struct ak_ladder *ladder, const struct ak_ladder_row *row)
{
    ak_ladder_begin(ladder);
    ak_ladder_draw_row(ladder, row);
    if (ladder->held_count > 0)
        ak_ladder_draw_held(ladder, row->number);
}

static void remove_open(struct ak_ladder *ladder, unsigned index)
{
    ladder->open_count--;
    memmove(&ladder->open[index], &ladder->open[index + 1],
            (ladder->open_count - index) * sizeof ladder->open[0]);
}

/* Draws where the packets on their way left, up to `time_fs`: what follows is later. */
static void draw_departures(struct ak_ladder *ladder, uint64_t time_fs)
{
    for (unsigned i = 0; i < ladder->open_count; i++) {
        struct ak_ladder_row *row = &ladder->open[i];
        if (row->drawn || row->time_fs > time_fs)
            continue;
        row->part = row->lost ? AK_LADDER_WHOLE : AK_LADDER_DEPARTURE;
        draw(ladder, row);
        row->drawn = true;
    }
}

static void draw_done(struct ak_ladder *ladder)
{
    if (ladder->has_done)
        draw(ladder, &ladder->done);
    ladder->has_done = false;
}

/* Draws all that came before `time_fs`. */
static void draw_until(struct ak_ladder *ladder, uint64_t time_fs)
{
    draw_done(ladder);
    draw_departures(ladder, time_fs);
}

/* Makes `row` the one that has happened last; notes are still added to it. */
static void finish(struct ak_ladder *ladder, const struct ak_ladder_row *row)
{
    draw_done(ladder);
    ladder->done = *row;
    ladder->has_done = true;
}

static bool is_new(struct ak_ladder *ladder, enum ak_direction direction, uint16_t seq)
{
    uint32_t ahead = (uint32_t)(seq - ladder->newest[direction]) & SEQ_MASK;
    bool is_newer = !ladder->has_newest[direction] || (ahead > 0 && ahead < SEQ_WINDOW);
    if (is_newer)
        ladder->newest[direction] = seq;
    ladder->has_newest[direction] = true;
    return is_newer;
}

static void row_of(struct ak_ladder *ladder, const struct ak_record *record,
                   struct ak_ladder_row *row)
{
    memset(row, 0, sizeof *row);
    row->number = record->number;
    row->time_fs = record->time_fs;
    row->direction = record->direction;
    row->arrow = true;
    ak_packet_summarise(record, &row->packet);
    if (record->kind == AK_RECORD_TLP && row->packet.has_seq &&
        row->packet.health == AK_PACKET_GOOD)
        row->replay = !is_new(ladder, record->direction, row->packet.seq);
}

/* What the picture says of damage that no port has commented. */
static void note_damage(struct ak_ladder_row *row)
{
    if (row->packet.health != AK_PACKET_GOOD && row->packet.health != AK_PACKET_NULLIFIED)
        ak_ladder_note(&row->notes[receiver_of(row->direction)],
                       ak_packet_health_name(row->packet.health, row->packet.sort));
}

static bool is_told_twice(const struct ak_ladder *ladder, enum ak_direction direction)
{
    uint8_t both = 1u << AK_SEEN_SENDER | 1u << AK_SEEN_RECEIVER;
    return (ladder->views[direction] & both) == both;
}

static void take_departure(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_row row;
    row_of(ladder, record, &row);
    if (!is_told_twice(ladder, record->direction)) {
        note_damage(&row);
        draw_until(ladder, row.time_fs);
        finish(ladder, &row);
        return;
    }
    draw_done(ladder);
    for (unsigned i = 0; i < ladder->open_count; i++)
        if (!ladder->open[i].drawn && ladder->open[i].direction != row.direction)
            draw_departures(ladder, row.time_fs);
    if (ladder->open_count == AK_LADDER_OPEN_MAX) {
        draw_departures(ladder, ladder->open[0].time_fs);
        remove_open(ladder, 0);
    }
    ladder->open[ladder->open_count++] = row;
}

/* Packets do not overtake each other: one that left before record `number` and is still on its
 * way when that one arrives is lost. */
static void draw_lost(struct ak_ladder *ladder, enum ak_direction direction, uint64_t number)
{
    for (unsigned i = 0; i < ladder->open_count;) {
        struct ak_ladder_row *row = &ladder->open[i];
        if (row->direction != direction || row->number >= number) {
            i++;
            continue;
        }
        row->lost = true;
        if (!row->drawn)
            draw(ladder, row);
        remove_open(ladder, i);
    }
}

/* Takes record `number` out of those on their way; false if it is not among them. */
static bool take_open(struct ak_ladder *ladder, uint64_t number, struct ak_ladder_row *row)
{
    for (unsigned i = 0; i < ladder->open_count; i++) {
        if (ladder->open[i].number == number) {
            *row = ladder->open[i];
            remove_open(ladder, i);
            return true;
        }
    }
    return false;
}

/* Whether packets in the same direction left before `time_fs` and have no row yet, and no others.
 */
static bool open_rows_follow(const struct ak_ladder *ladder, enum ak_direction direction,
                             uint64_t time_fs)
{
    bool follow = false;
    for (unsigned i = 0; i < ladder->open_count; i++) {
        const struct ak_ladder_row *row = &ladder->open[i];
        if (row->drawn || row->time_fs > time_fs)
            continue;
        if (row->direction != direction)
            return false;
        follow = true;
    }
    return follow;
}

static void take_arrival(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_row row;
    struct ak_packet_summary packet;
    ak_packet_summarise(record, &packet);
    draw_done(ladder);
    draw_lost(ladder, record->direction, record->about);
    if (!take_open(ladder, record->about, &row)) {
        memset(&row, 0, sizeof row);
        row.direction = record->direction;
        row.arrow = true;
        row.packet = packet;
        row.drawn = true;
    }
    if (row.drawn) {
        /* Those that follow it have not arrived: they need no row of their own to have left. Their
         * time is earlier, so that this row has none. */
        if (packet.sort == AK_SORT_TLP && open_rows_follow(ladder, row.direction, record->end_fs))
            row.untimed = true;
        else
            draw_departures(ladder, record->end_fs);
        row.time_fs = record->end_fs;
        row.part = AK_LADDER_ARRIVAL;
        memset(&row.notes[ak_direction_sender(row.direction)], 0, sizeof row.notes[0]);
    }
    row.arrival_fs = record->end_fs;
    row.packet.health = packet.health;
    finish(ladder, &row);
}

static void take_packet(struct ak_ladder *ladder, const struct ak_record *record)
{
    if (record->direction > AK_UPSTREAM)
        return;
    if (is_told_twice(ladder, record->direction) && record->seen == AK_SEEN_RECEIVER)
        take_arrival(ladder, record);
    else
        take_departure(ladder, record);
}

/* The row that record `about` has, or the newest one. */
static struct ak_ladder_row *row_about(struct ak_ladder *ladder, uint64_t about)
{
    if (ladder->has_done && ladder->done.number == about)
        return &ladder->done;
    for (unsigned i = 0; i < ladder->open_count; i++)
        if (ladder->open[i].number == about && !ladder->open[i].drawn)
            return &ladder->open[i];
    return NULL;
}

static void note_alone(struct ak_ladder *ladder, const struct ak_record *record,
                       const struct ak_ladder_notes *notes, enum ak_port_name port)
{
    struct ak_ladder_row row;
    memset(&row, 0, sizeof row);
    row.time_fs = record->time_fs;
    row.notes[port] = *notes;
    draw_until(ladder, row.time_fs);
    finish(ladder, &row);
}

static void take_fault(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_row *row = record->about != 0 ? row_about(ladder, record->about) : NULL;
    if (row != NULL) {
        (void)snprintf(row->fault, sizeof row->fault, "%s", record->fault.name);
        row->lost = strcmp(record->fault.name, "lose") == 0;
        return;
    }
    char text[96];
    (void)snprintf(text, sizeof text, "fault: %.60s", record->fault.name);
    draw_until(ladder, record->time_fs);
    ak_ladder_begin(ladder);
    ak_ladder_draw_banner(ladder, record->time_fs, text);
}

/* When a row last had to do with a port: it left there, or it arrived there. */
static bool touches(const struct ak_ladder_row *row, enum ak_port_name port, uint64_t *when_fs)
{
    *when_fs = row->time_fs;
    if (!row->arrow)
        return row->notes[port].used > 0;
    if (receiver_of(row->direction) != port)
        return row->part != AK_LADDER_ARRIVAL;
    *when_fs = row->arrival_fs;
    return row->arrival_fs != 0;
}

/* The packet that left last, if it has no row yet. */
static struct ak_ladder_row *newest_open(struct ak_ladder *ladder)
{
    struct ak_ladder_row *row =
        ladder->open_count > 0 ? &ladder->open[ladder->open_count - 1] : NULL;
    return row != NULL && !row->drawn ? row : NULL;
}

/* Puts notes of a port beside the row of what it has sent or received last. */
static void add_notes(struct ak_ladder *ladder, const struct ak_record *record,
                      enum ak_port_name port, const struct ak_ladder_notes *notes)
{
    struct ak_ladder_row *newest = newest_open(ladder);
    struct ak_ladder_row *row = NULL;
    uint64_t done_fs = 0;
    uint64_t open_fs = 0;
    if (notes->used == 0)
        return;
    if (ladder->has_done && touches(&ladder->done, port, &done_fs))
        row = &ladder->done;
    if (newest != NULL && touches(newest, port, &open_fs) && (row == NULL || open_fs >= done_fs))
        row = newest;
    uint64_t row_fs = row == newest ? open_fs : done_fs;
    if (row == NULL || !ak_ladder_note_at(&row->notes[port], notes->text, record->time_fs, row_fs))
        note_alone(ladder, record, notes, port);
}

static void note_late_log(struct ak_ladder *ladder)
{
    struct ak_ladder_notes notes = {.used = 0};
    if (!ladder->has_late_log)
        return;
    ladder->has_late_log = false;
    ak_ladder_note_act(&notes, &ladder->late_log.port_act);
    add_notes(ladder, &ladder->late_log, ladder->late_log.port_act.port, &notes);
}

/* What may stand between a log and its cause is let through, too. */
static bool leads_to_cause(const struct ak_record *record)
{
    return record->kind == AK_RECORD_PORT &&
           (record->port_act.act == AK_ACT_TIMEOUT || record->port_act.act == AK_ACT_ROLLOVER ||
            record->port_act.act == AK_ACT_REPLAY_END);
}

static void take_act(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_notes notes = {.used = 0};
    if (ak_ladder_log_precedes_cause(&record->port_act)) {
        ladder->late_log = *record;
        ladder->has_late_log = true;
        return;
    }
    ak_ladder_note_act(&notes, &record->port_act);
    if (record->port_act.act == AK_ACT_TIMEOUT)
        note_alone(ladder, record, &notes, record->port_act.port);
    else
        add_notes(ladder, record, record->port_act.port, &notes);
}

static void take_state(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_notes notes = {.used = 0};
    enum ak_port_name port = record->state.port;
    if (ladder->options.counters && ladder->has_state[port])
        ak_ladder_note_state(&notes, &ladder->state[port], &record->state);
    ladder->has_state[port] = true;
    ladder->state[port] = record->state;
    add_notes(ladder, record, port, &notes);
}

static void take_banner(struct ak_ladder *ladder, const struct ak_record *record, const char *text)
{
    draw_done(ladder);
    draw_departures(ladder, UINT64_MAX);
    ak_ladder_begin(ladder);
    ak_ladder_draw_banner(ladder, record->time_fs, text);
}

static void take_gap(struct ak_ladder *ladder, const struct ak_record *record)
{
    char text[80];
    uint64_t length_fs = record->end_fs - record->time_fs;
    (void)snprintf(text, sizeof text, "nothing recorded for %llu.%03u us",
                   (unsigned long long)(length_fs / FS_PER_US),
                   (unsigned)(length_fs % FS_PER_US / 1000000u));
    take_banner(ladder, record, text);
}

static void take_link(struct ak_ladder *ladder, const struct ak_record *record)
{
    const struct ak_record_link *link = &record->link;
    if ((link->known & AK_KNOWN_VIEWS) != 0)
        memcpy(ladder->views, link->views, sizeof ladder->views);
    if ((link->known & AK_KNOWN_RATE) == 0 || (link->known & AK_KNOWN_WIDTH) == 0)
        return;
    (void)snprintf(ladder->link, sizeof ladder->link, "%s GT/s x%u",
                   ak_name_of(&ak_names_rate, (int)link->rate), (unsigned)link->width);
    if (ladder->begun)
        take_banner(ladder, record, ladder->link);
}

static void take_alone(struct ak_ladder *ladder, const struct ak_record *record, const char *text)
{
    struct ak_ladder_row row;
    memset(&row, 0, sizeof row);
    row.time_fs = record->time_fs;
    ak_ladder_note(&row.notes[record->direction == AK_UPSTREAM ? AK_PORT_A : AK_PORT_B], text);
    draw_until(ladder, row.time_fs);
    finish(ladder, &row);
}

static void take_ordered_set(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_row row;
    if (!ladder->options.ordered_sets || record->direction > AK_UPSTREAM ||
        (is_told_twice(ladder, record->direction) && record->seen == AK_SEEN_RECEIVER))
        return;
    memset(&row, 0, sizeof row);
    row.time_fs = record->time_fs;
    row.direction = record->direction;
    row.arrow = true;
    row.packet.sort = AK_SORT_OTHER_DLLP;
    (void)snprintf(row.packet.what, sizeof row.packet.what, "%s",
                   ak_name_of(&ak_names_os, (int)record->os));
    draw_until(ladder, row.time_fs);
    finish(ladder, &row);
}

static void take_link_change(struct ak_ladder *ladder, const struct ak_record *record,
                             const char *text)
{
    if (record->kind == AK_RECORD_LINK_DOWN || record->kind == AK_RECORD_LINK_UP)
        memset(ladder->has_newest, 0, sizeof ladder->has_newest);
    take_banner(ladder, record, text);
}

/* Below its packet, if that still waits for its row; else here. */
static int take_finding(struct ak_ladder *ladder, const struct ak_record *record)
{
    if (record->about != 0 && row_about(ladder, record->about) != NULL &&
        ak_ladder_hold_finding(ladder, record))
        return 0;
    return ak_ladder_end(ladder) == 0 && ak_ladder_draw_finding(ladder, record) ? 0 : -1;
}

int ak_ladder_take(void *context, const struct ak_record *record)
{
    struct ak_ladder *ladder = context;
    if (!leads_to_cause(record))
        note_late_log(ladder);
    switch (record->kind) {
    case AK_RECORD_LINK:
        take_link(ladder, record);
        break;
    case AK_RECORD_TLP:
    case AK_RECORD_DLLP:
        take_packet(ladder, record);
        break;
    case AK_RECORD_OS:
        take_ordered_set(ladder, record);
        break;
    case AK_RECORD_ERROR:
        take_alone(ladder, record, "Receiver Error");
        break;
    case AK_RECORD_GAP:
        take_gap(ladder, record);
        break;
    case AK_RECORD_RECOVERY_START:
        take_link_change(ladder, record, "Recovery: the link retrains");
        break;
    case AK_RECORD_RECOVERY_END:
        take_link_change(ladder, record, "back in L0");
        break;
    case AK_RECORD_LINK_DOWN:
        take_link_change(ladder, record, "link down");
        break;
    case AK_RECORD_LINK_UP:
        take_link_change(ladder, record, "link up");
        break;
    case AK_RECORD_FAULT:
        take_fault(ladder, record);
        break;
    case AK_RECORD_PORT:
        take_act(ladder, record);
        break;
    case AK_RECORD_STATE:
        take_state(ladder, record);
        break;
    case AK_RECORD_FINDING:
        return take_finding(ladder, record);
    case AK_RECORD_KIND_COUNT:
        break;
    }
    return ladder->output->failed ? -1 : 0;
}

int ak_ladder_end(struct ak_ladder *ladder)
{
    note_late_log(ladder);
    draw_done(ladder);
    draw_departures(ladder, UINT64_MAX);
    return ladder->output->failed ? -1 : 0;
}
