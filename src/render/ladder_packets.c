/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets on their way, and the rows that wait for notes: which is drawn when, so that time never
 * runs upwards at either port.
 * Not here: what stands beside the rows (ladder.c), how they are drawn (ladder_row.c).
 */
#include "render/ladder_packets.h"

#include <string.h>

#include "render/ladder_finding.h"
#include "render/ladder_notes.h"
#include "render/ladder_row.h"

#define SEQ_MASK   0xFFFu
#define SEQ_WINDOW 2048u

static enum ak_port_name receiver_of(enum ak_direction direction)
{
    return direction == AK_DOWNSTREAM ? AK_PORT_B : AK_PORT_A;
}

static void draw(struct ak_ladder *ladder, const struct ak_ladder_row *row)
{
    ak_ladder_begin(ladder);
    ak_ladder_draw_row(ladder, row);
    if (ladder->held_count > 0) {
        ak_ladder_draw_held(ladder, row->number);
    }
}

static void remove_open(struct ak_ladder *ladder, unsigned index)
{
    ladder->open_count--;
    memmove(&ladder->open[index], &ladder->open[index + 1],
            (ladder->open_count - index) * sizeof ladder->open[0]);
}

void ak_ladder_draw_departures(struct ak_ladder *ladder, uint64_t time_fs)
{
    for (unsigned i = 0; i < ladder->open_count; i++) {
        struct ak_ladder_row *row = &ladder->open[i];
        if (row->drawn || row->time_fs > time_fs) {
            continue;
        }
        row->part = row->lost ? AK_LADDER_WHOLE : AK_LADDER_DEPARTURE;
        draw(ladder, row);
        row->drawn = true;
    }
}

void ak_ladder_draw_done(struct ak_ladder *ladder)
{
    if (ladder->has_done) {
        draw(ladder, &ladder->done);
    }
    ladder->has_done = false;
}

void ak_ladder_draw_until(struct ak_ladder *ladder, uint64_t time_fs)
{
    ak_ladder_draw_done(ladder);
    ak_ladder_draw_departures(ladder, time_fs);
}

void ak_ladder_finish(struct ak_ladder *ladder, const struct ak_ladder_row *row)
{
    ak_ladder_draw_done(ladder);
    ladder->done = *row;
    ladder->has_done = true;
}

static bool is_new(struct ak_ladder *ladder, enum ak_direction direction, uint16_t seq)
{
    uint32_t ahead = (uint32_t)(seq - ladder->newest[direction]) & SEQ_MASK;
    bool is_newer = !ladder->has_newest[direction] || (ahead > 0 && ahead < SEQ_WINDOW);
    if (is_newer) {
        ladder->newest[direction] = seq;
    }
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
        row->packet.health == AK_PACKET_GOOD) {
        row->replay = !is_new(ladder, record->direction, row->packet.seq);
    }
}

/* What the picture says of damage that no port has commented. */
static void note_damage(struct ak_ladder_row *row)
{
    if (row->packet.health != AK_PACKET_GOOD && row->packet.health != AK_PACKET_NULLIFIED) {
        ak_ladder_note(&row->notes[receiver_of(row->direction)],
                       ak_packet_health_name(row->packet.health, row->packet.sort));
    }
}

bool ak_ladder_is_told_twice(const struct ak_ladder *ladder, enum ak_direction direction)
{
    uint8_t both = 1u << AK_SEEN_SENDER | 1u << AK_SEEN_RECEIVER;
    return (ladder->views[direction] & both) == both;
}

static void take_departure(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_row row;
    row_of(ladder, record, &row);
    if (!ak_ladder_is_told_twice(ladder, record->direction)) {
        note_damage(&row);
        ak_ladder_draw_until(ladder, row.time_fs);
        ak_ladder_finish(ladder, &row);
        return;
    }
    ak_ladder_draw_done(ladder);
    for (unsigned i = 0; i < ladder->open_count; i++) {
        if (!ladder->open[i].drawn && ladder->open[i].direction != row.direction) {
            ak_ladder_draw_departures(ladder, row.time_fs);
        }
    }
    if (ladder->open_count == AK_LADDER_OPEN_MAX) {
        ak_ladder_draw_departures(ladder, ladder->open[0].time_fs);
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
        if (!row->drawn) {
            draw(ladder, row);
        }
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
        if (row->drawn || row->time_fs > time_fs) {
            continue;
        }
        if (row->direction != direction) {
            return false;
        }
        follow = true;
    }
    return follow;
}

static void take_arrival(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_row row;
    struct ak_packet_summary packet;
    ak_packet_summarise(record, &packet);
    ak_ladder_draw_done(ladder);
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
        if (packet.sort == AK_SORT_TLP && open_rows_follow(ladder, row.direction, record->end_fs)) {
            row.untimed = true;
        } else {
            ak_ladder_draw_departures(ladder, record->end_fs);
        }
        row.time_fs = record->end_fs;
        row.part = AK_LADDER_ARRIVAL;
        memset(&row.notes[ak_direction_sender(row.direction)], 0, sizeof row.notes[0]);
    }
    row.arrival_fs = record->end_fs;
    row.packet.health = packet.health;
    ak_ladder_finish(ladder, &row);
}

void ak_ladder_take_packet(struct ak_ladder *ladder, const struct ak_record *record)
{
    if (record->direction > AK_UPSTREAM) {
        return;
    }
    if (ak_ladder_is_told_twice(ladder, record->direction) && record->seen == AK_SEEN_RECEIVER) {
        take_arrival(ladder, record);
    } else {
        take_departure(ladder, record);
    }
}

struct ak_ladder_row *ak_ladder_row_about(struct ak_ladder *ladder, uint64_t about)
{
    if (ladder->has_done && ladder->done.number == about) {
        return &ladder->done;
    }
    for (unsigned i = 0; i < ladder->open_count; i++) {
        if (ladder->open[i].number == about && !ladder->open[i].drawn) {
            return &ladder->open[i];
        }
    }
    return NULL;
}

struct ak_ladder_row *ak_ladder_newest_open(struct ak_ladder *ladder)
{
    struct ak_ladder_row *row =
        ladder->open_count > 0 ? &ladder->open[ladder->open_count - 1] : NULL;
    return row != NULL && !row->drawn ? row : NULL;
}
