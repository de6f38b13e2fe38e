/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets through what lies around trouble, and leaves out the rest.
 * Not here: other choices (filter.c).
 */
#include "render/around.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/frame.h"
#include "trace/packet.h"

/* A copy: what a record points to is only lent. */
struct ak_kept_record {
    struct ak_record record;
    uint8_t bytes[AK_FRAME_MAX_BYTES];
    char name[64];
    char text[512];
};

bool ak_around_begin(struct ak_around_state *around)
{
    around->first = 0;
    around->count = 0;
    around->left = 0;
    around->left_out = 0;
    around->packets_left_out = 0;
    around->seen_packet = false;
    around->troubles = 0;
    around->kept = malloc((around->before + 1) * sizeof *around->kept);
    return around->kept != NULL;
}

static bool is_trouble_of_port(enum ak_act act)
{
    return act == AK_ACT_TIMEOUT || act == AK_ACT_REPLAY_START || act == AK_ACT_REPLAY_END ||
           act == AK_ACT_ROLLOVER || act == AK_ACT_GIVE_UP || act == AK_ACT_REPORT_LOST ||
           act == AK_ACT_LOG || (act >= AK_ACT_DROP_DUPLICATE && act <= AK_ACT_DROP_ILLEGAL_SEQ);
}

static bool is_bad_packet(const struct ak_record *record)
{
    struct ak_packet_summary packet;
    ak_packet_summarise(record, &packet);
    return packet.sort == AK_SORT_NAK ||
           (packet.health != AK_PACKET_GOOD && packet.health != AK_PACKET_UNKNOWN);
}

static bool is_trouble(const struct ak_around_state *around, const struct ak_record *record)
{
    if (record->kind == AK_RECORD_FINDING)
        return true;
    if (around->what == AK_AROUND_FINDINGS)
        return false;
    if (record->kind == AK_RECORD_PORT)
        return is_trouble_of_port(record->port_act.act);
    if (ak_record_is_packet(record->kind))
        return is_bad_packet(record);
    /* The Link comes up for the first time in every run. */
    if (record->kind == AK_RECORD_LINK_UP)
        return around->seen_packet;
    return record->kind == AK_RECORD_FAULT ||
           (record->kind >= AK_RECORD_ERROR && record->kind <= AK_RECORD_LINK_UP);
}

static const char *keep_text(const char *text, char *place, size_t room)
{
    if (text == NULL)
        return NULL;
    (void)snprintf(place, room, "%s", text);
    return place;
}

static void copy(struct ak_kept_record *place, const struct ak_record *record)
{
    place->record = *record;
    place->record.length_bytes = 0;
    if (record->length_bytes <= sizeof place->bytes && record->length_bytes > 0) {
        memcpy(place->bytes, record->bytes, record->length_bytes);
        place->record.bytes = place->bytes;
        place->record.length_bytes = record->length_bytes;
    }
    if (record->kind == AK_RECORD_PORT)
        place->record.port_act.reason =
            keep_text(record->port_act.reason, place->text, sizeof place->text);
    if (record->kind == AK_RECORD_FAULT) {
        place->record.fault.name = keep_text(record->fault.name, place->name, sizeof place->name);
        place->record.fault.text = keep_text(record->fault.text, place->text, sizeof place->text);
    }
}

/* A packet told twice is counted at its sender. */
static bool is_sent_packet(const struct ak_record *record)
{
    return ak_record_is_packet(record->kind) && record->seen != AK_SEEN_RECEIVER;
}

static void leave_out(struct ak_around_state *around, const struct ak_record *record)
{
    around->left_out++;
    around->packets_left_out += is_sent_packet(record);
}

static void forget_oldest(struct ak_around_state *around)
{
    around->first = (around->first + 1) % around->before;
    around->count--;
}

/* Keeps a record for later; a ring of none keeps nothing. */
static void keep(struct ak_around_state *around, const struct ak_record *record)
{
    if (around->before == 0) {
        leave_out(around, record);
        return;
    }
    if (around->count == around->before) {
        leave_out(around, &around->kept[around->first].record);
        forget_oldest(around);
    }
    copy(&around->kept[(around->first + around->count++) % around->before], record);
}

static void tell_gap(struct ak_around_state *around)
{
    if (around->left_out > 0 && around->gap != NULL)
        around->gap(around->gap_context, around->left_out, around->packets_left_out);
    around->left_out = 0;
    around->packets_left_out = 0;
}

static int show_kept(struct ak_around_state *around)
{
    int result = 0;
    if (around->whole_packets && around->packets_left_out > 0)
        while (around->count > 0 && !is_sent_packet(&around->kept[around->first].record)) {
            leave_out(around, &around->kept[around->first].record);
            forget_oldest(around);
        }
    tell_gap(around);
    while (around->count > 0 && result == 0) {
        result = around->shown.take(around->shown.context, &around->kept[around->first].record);
        forget_oldest(around);
    }
    return result;
}

int ak_around_take(void *context, const struct ak_record *record)
{
    struct ak_around_state *around = context;
    around->seen_packet |= ak_record_is_packet(record->kind);
    if (is_trouble(around, record)) {
        around->troubles++;
        around->left = around->after + 1;
    }
    /* What the Link is must be known from the first row on. */
    if (record->kind == AK_RECORD_LINK)
        return around->shown.take(around->shown.context, record);
    if (around->left == 0) {
        keep(around, record);
        return 0;
    }
    around->left--;
    int result = show_kept(around);
    return result != 0 ? result : around->shown.take(around->shown.context, record);
}

void ak_around_end(struct ak_around_state *around)
{
    for (; around->count > 0; forget_oldest(around))
        leave_out(around, &around->kept[around->first].record);
    tell_gap(around);
    free(around->kept);
    around->kept = NULL;
}
