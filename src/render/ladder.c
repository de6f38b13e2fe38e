/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The packet exchange of a Link as a ladder: what each kind of record adds.
 * Not here: packets and the order of rows (ladder_packets.c), how a row is drawn (ladder_row.c),
 * what its notes say (ladder_notes.c).
 */
#include "render/ladder.h"

#include <stdio.h>
#include <string.h>

#include "render/ladder_finding.h"
#include "render/ladder_notes.h"
#include "render/ladder_packets.h"
#include "render/ladder_row.h"
#include "trace/names.h"

#define FS_PER_US 1000000000u

void ak_ladder_init(struct ak_ladder *ladder, const struct ak_ladder_options *options,
                    struct ak_output *output)
{
    memset(ladder, 0, sizeof *ladder);
    ladder->options = *options;
    ladder->output = output;
    if (ladder->options.width == 0) {
        ladder->options.width = AK_LADDER_WIDTH_DEFAULT;
    }
    if (ladder->options.width < AK_LADDER_WIDTH_MIN) {
        ladder->options.width = AK_LADDER_WIDTH_MIN;
    }
    if (ladder->options.width > AK_LADDER_WIDTH_MAX) {
        ladder->options.width = AK_LADDER_WIDTH_MAX;
    }
}

void ak_ladder_begin(struct ak_ladder *ladder)
{
    if (!ladder->begun) {
        ak_ladder_draw_heading(ladder);
    }
    ladder->begun = true;
}

static void note_alone(struct ak_ladder *ladder, const struct ak_record *record,
                       const struct ak_ladder_notes *notes, enum ak_port_name port)
{
    struct ak_ladder_row row;
    memset(&row, 0, sizeof row);
    row.time_fs = record->time_fs;
    row.notes[port] = *notes;
    ak_ladder_draw_until(ladder, row.time_fs);
    ak_ladder_finish(ladder, &row);
}

static void take_fault(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_row *row =
        record->about != 0 ? ak_ladder_row_about(ladder, record->about) : NULL;
    if (row != NULL) {
        (void)snprintf(row->fault, sizeof row->fault, "%s", record->fault.name);
        row->lost = strcmp(record->fault.name, "lose") == 0;
        return;
    }
    char text[96];
    (void)snprintf(text, sizeof text, "fault: %.60s", record->fault.name);
    ak_ladder_draw_until(ladder, record->time_fs);
    ak_ladder_begin(ladder);
    ak_ladder_draw_banner(ladder, record->time_fs, text);
}

/* When a row last had to do with a port: it left there, or it arrived there. */
static bool touches(const struct ak_ladder_row *row, enum ak_port_name port, uint64_t *when_fs)
{
    *when_fs = row->time_fs;
    if (!row->arrow) {
        return row->notes[port].used > 0;
    }
    if (ak_direction_sender(row->direction) == port) {
        return row->part != AK_LADDER_ARRIVAL;
    }
    *when_fs = row->arrival_fs;
    return row->arrival_fs != 0;
}

/* Puts notes of a port beside the row of what it has sent or received last. */
static void add_notes(struct ak_ladder *ladder, const struct ak_record *record,
                      enum ak_port_name port, const struct ak_ladder_notes *notes)
{
    struct ak_ladder_row *newest = ak_ladder_newest_open(ladder);
    struct ak_ladder_row *row = NULL;
    uint64_t done_fs = 0;
    uint64_t open_fs = 0;
    if (notes->used == 0) {
        return;
    }
    if (ladder->has_done && touches(&ladder->done, port, &done_fs)) {
        row = &ladder->done;
    }
    if (newest != NULL && touches(newest, port, &open_fs) && (row == NULL || open_fs >= done_fs)) {
        row = newest;
    }
    uint64_t row_fs = row == newest ? open_fs : done_fs;
    if (row == NULL ||
        !ak_ladder_note_at(&row->notes[port], notes->text, record->time_fs, row_fs)) {
        note_alone(ladder, record, notes, port);
    }
}

static void note_late_log(struct ak_ladder *ladder)
{
    struct ak_ladder_notes notes = {.used = 0};
    if (!ladder->has_late_log) {
        return;
    }
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
    if (record->port_act.act == AK_ACT_TIMEOUT) {
        note_alone(ladder, record, &notes, record->port_act.port);
    } else {
        add_notes(ladder, record, record->port_act.port, &notes);
    }
}

static void take_state(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_notes notes = {.used = 0};
    enum ak_port_name port = record->state.port;
    if (ladder->options.counters && ladder->has_state[port]) {
        ak_ladder_note_state(&notes, &ladder->state[port], &record->state);
    }
    ladder->has_state[port] = true;
    ladder->state[port] = record->state;
    add_notes(ladder, record, port, &notes);
}

static void take_banner(struct ak_ladder *ladder, const struct ak_record *record, const char *text)
{
    ak_ladder_draw_done(ladder);
    ak_ladder_draw_departures(ladder, UINT64_MAX);
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
    if ((link->known & AK_KNOWN_VIEWS) != 0) {
        memcpy(ladder->views, link->views, sizeof ladder->views);
    }
    if ((link->known & AK_KNOWN_RATE) == 0 || (link->known & AK_KNOWN_WIDTH) == 0) {
        return;
    }
    (void)snprintf(ladder->link, sizeof ladder->link, "%s GT/s x%u",
                   ak_name_of(&ak_names_rate, (int)link->rate), (unsigned)link->width);
    if (ladder->begun) {
        take_banner(ladder, record, ladder->link);
    }
}

static void take_alone(struct ak_ladder *ladder, const struct ak_record *record, const char *text)
{
    struct ak_ladder_row row;
    memset(&row, 0, sizeof row);
    row.time_fs = record->time_fs;
    ak_ladder_note(&row.notes[record->direction == AK_UPSTREAM ? AK_PORT_A : AK_PORT_B], text);
    ak_ladder_draw_until(ladder, row.time_fs);
    ak_ladder_finish(ladder, &row);
}

static void take_ordered_set(struct ak_ladder *ladder, const struct ak_record *record)
{
    struct ak_ladder_row row;
    if (!ladder->options.ordered_sets || record->direction > AK_UPSTREAM ||
        (ak_ladder_is_told_twice(ladder, record->direction) && record->seen == AK_SEEN_RECEIVER)) {
        return;
    }
    memset(&row, 0, sizeof row);
    row.time_fs = record->time_fs;
    row.direction = record->direction;
    row.arrow = true;
    row.packet.sort = AK_SORT_OTHER_DLLP;
    (void)snprintf(row.packet.what, sizeof row.packet.what, "%s",
                   ak_name_of(&ak_names_os, (int)record->os));
    ak_ladder_draw_until(ladder, row.time_fs);
    ak_ladder_finish(ladder, &row);
}

static void take_link_change(struct ak_ladder *ladder, const struct ak_record *record,
                             const char *text)
{
    if (record->kind == AK_RECORD_LINK_DOWN || record->kind == AK_RECORD_LINK_UP) {
        memset(ladder->has_newest, 0, sizeof ladder->has_newest);
    }
    take_banner(ladder, record, text);
}

/* Below its packet, if that still waits for its row; else here. */
static int take_finding(struct ak_ladder *ladder, const struct ak_record *record)
{
    if (record->about != 0 && ak_ladder_row_about(ladder, record->about) != NULL &&
        ak_ladder_hold_finding(ladder, record)) {
        return 0;
    }
    return ak_ladder_end(ladder) == 0 && ak_ladder_draw_finding(ladder, record) ? 0 : -1;
}

int ak_ladder_take(void *context, const struct ak_record *record)
{
    struct ak_ladder *ladder = context;
    if (!leads_to_cause(record)) {
        note_late_log(ladder);
    }
    switch (record->kind) {
    case AK_RECORD_LINK:
        take_link(ladder, record);
        break;
    case AK_RECORD_TLP:
    case AK_RECORD_DLLP:
        ak_ladder_take_packet(ladder, record);
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
    ak_ladder_draw_done(ladder);
    ak_ladder_draw_departures(ladder, UINT64_MAX);
    return ladder->output->failed ? -1 : 0;
}
