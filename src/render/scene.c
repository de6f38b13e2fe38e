/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A window of a trace in memory, for pictures.
 * Not here: how it is drawn; the texts (scene_texts.c).
 */
#include "render/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/frame.h"
#include "acknak/seq.h"
#include "acknak/tlp.h"
#include "render/ladder_notes.h"
#include "render/scene_bytes.h"
#include "render/scene_texts.h"
#include "render/scene_way.h"
#include "trace/names.h"

void ak_scene_init(struct ak_scene *scene, uint32_t packets_most)
{
    memset(scene, 0, sizeof *scene);
    scene->packets_most = packets_most;
    memset(scene->last_of_seq, 0xFF, sizeof scene->last_of_seq);
}

void ak_scene_free(struct ak_scene *scene)
{
    free(scene->packets);
    free(scene->marks);
    free(scene->states);
    free(scene->bytes);
    ak_scene_texts_free(&scene->texts);
}

const char *ak_scene_text(const struct ak_scene *scene, uint32_t text)
{
    return text < scene->texts.count ? scene->texts.pool + scene->texts.at[text] : "";
}

static uint32_t add_text(struct ak_scene *scene, const char *text)
{
    uint32_t added = ak_scene_texts_add(&scene->texts, text);
    scene->no_memory |= added == AK_SCENE_NONE;
    return added;
}

/* A list with room for one more; a null pointer, and the list as it was, if memory is short. */
static void *room_for_one(struct ak_scene *scene, void *list, uint32_t count, uint32_t *room,
                          size_t item_bytes)
{
    if (count < *room)
        return list;
    uint32_t more = *room > 0 ? 2 * *room : 256;
    void *grown = realloc(list, more * item_bytes);
    if (grown == NULL) {
        scene->no_memory = true;
        return NULL;
    }
    *room = more;
    return grown;
}

static void keep_sent(struct ak_scene *scene, const struct ak_record *record,
                      struct ak_scene_packet *packet)
{
    bool tlp = record->kind == AK_RECORD_TLP && (packet->flags & AK_SCENE_HAS_SEQ) != 0;
    uint32_t *last = &scene->last_of_seq[packet->direction][packet->seq & AK_SEQ_MASK];
    if (tlp && *last != AK_SCENE_NONE &&
        ak_scene_bytes_are(scene, &scene->packets[*last].sent, record))
        packet->sent = scene->packets[*last].sent;
    else
        (void)ak_scene_bytes_keep(scene, record->bytes, record->length_bytes, &packet->sent);
    if (tlp)
        *last = scene->packet_count;
}

/* Whether the TLP is one that was sent before. */
static bool is_replay(struct ak_scene *scene, unsigned direction, uint16_t seq)
{
    uint32_t ahead = (uint32_t)(seq - scene->newest[direction]) & AK_SEQ_MASK;
    bool is_newer = !scene->has_newest[direction] || (ahead > 0 && ahead < AK_SEQ_WINDOW);
    if (is_newer)
        scene->newest[direction] = seq;
    scene->has_newest[direction] = true;
    return !is_newer;
}

static uint32_t payload_of(const struct ak_record *record)
{
    struct ak_tlp_size size;
    if (record->kind != AK_RECORD_TLP || record->length_bytes < AK_SEQ_BYTES ||
        ak_tlp_measure(record->bytes + AK_SEQ_BYTES, record->length_bytes - AK_SEQ_BYTES, &size) !=
            AK_TLP_OK)
        return 0;
    return size.data_bytes;
}

uint32_t ak_scene_find(const struct ak_scene *scene, uint64_t number)
{
    uint32_t low = 0;
    uint32_t high = scene->packet_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (scene->packets[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < scene->packet_count && scene->packets[low].number == number)
        return low;
    uint32_t recent =
        scene->packet_count > AK_SCENE_RECENT ? scene->packet_count - AK_SCENE_RECENT : 0;
    for (uint32_t i = low; i-- > recent;)
        if (scene->packets[i].received == number)
            return i;
    return AK_SCENE_NONE;
}

static struct ak_scene_packet *add_packet(struct ak_scene *scene, const struct ak_record *record)
{
    if (scene->packet_count >= scene->packets_most) {
        scene->packets_left_out++;
        return NULL;
    }
    struct ak_scene_packet *list = room_for_one(scene, scene->packets, scene->packet_count,
                                                &scene->packet_room, sizeof *scene->packets);
    if (list == NULL)
        return NULL;
    scene->packets = list;
    struct ak_scene_packet *packet = &list[scene->packet_count];
    struct ak_packet_summary summary;
    ak_packet_summarise(record, &summary);
    memset(packet, 0, sizeof *packet);
    packet->number = record->number;
    packet->begin_fs = record->time_fs;
    packet->end_fs = record->end_fs;
    packet->what = add_text(scene, summary.what);
    packet->fault = AK_SCENE_NONE;
    packet->payload_bytes = payload_of(record);
    packet->seq = summary.seq;
    packet->direction = (uint8_t)record->direction;
    packet->sort = (uint8_t)summary.sort;
    packet->health = (uint8_t)summary.health;
    packet->flags = (uint8_t)(summary.has_seq ? AK_SCENE_HAS_SEQ : 0);
    if (summary.sort == AK_SORT_TLP && summary.has_seq && summary.health == AK_PACKET_GOOD &&
        is_replay(scene, packet->direction, packet->seq))
        packet->flags |= AK_SCENE_REPLAY;
    keep_sent(scene, record, packet);
    scene->packet_count++;
    return packet;
}

static void arrive(struct ak_scene *scene, const struct ak_record *record,
                   struct ak_scene_packet *packet)
{
    struct ak_packet_summary summary;
    ak_packet_summarise(record, &summary);
    packet->flags |= AK_SCENE_ARRIVED;
    packet->received = record->number;
    packet->arrive_fs = record->time_fs;
    packet->arrived_fs = record->end_fs;
    packet->health = (uint8_t)summary.health;
    if (ak_scene_bytes_are(scene, &packet->sent, record))
        packet->taken = packet->sent;
    else
        (void)ak_scene_bytes_keep(scene, record->bytes, record->length_bytes, &packet->taken);
}

static void take_packet(struct ak_scene *scene, const struct ak_record *record)
{
    if (record->direction > AK_UPSTREAM)
        return;
    if (record->seen != AK_SEEN_RECEIVER) {
        struct ak_scene_packet *packet = add_packet(scene, record);
        if (packet != NULL)
            packet->flags |= AK_SCENE_SENT;
        return;
    }
    uint32_t index = record->about != 0 ? ak_scene_find(scene, record->about)
                                        : ak_scene_on_its_way(scene, record);
    if (index != AK_SCENE_NONE) {
        arrive(scene, record, &scene->packets[index]);
    } else if (record->about == 0 || scene->packets_left_out == 0) {
        struct ak_scene_packet *packet = add_packet(scene, record);
        if (packet != NULL)
            arrive(scene, record, packet);
    }
}

/* Whether one more mark or state is kept; what follows the last packet has no place. */
static bool has_room(struct ak_scene *scene, uint32_t count)
{
    bool room = scene->packets_left_out == 0 &&
                count < (uint64_t)scene->packets_most * AK_SCENE_PER_PACKET + 1024;
    scene->notes_left_out += !room;
    return room;
}

static struct ak_scene_mark *add_mark(struct ak_scene *scene, const struct ak_record *record,
                                      enum ak_scene_mark_kind kind, const char *text)
{
    if (!has_room(scene, scene->mark_count))
        return NULL;
    struct ak_scene_mark *list = room_for_one(scene, scene->marks, scene->mark_count,
                                              &scene->mark_room, sizeof *scene->marks);
    if (list == NULL)
        return NULL;
    scene->marks = list;
    struct ak_scene_mark *mark = &list[scene->mark_count++];
    memset(mark, 0, sizeof *mark);
    mark->time_fs = record->time_fs;
    mark->end_fs = record->end_fs;
    mark->about = record->about;
    mark->kind = (uint8_t)kind;
    mark->direction = (uint8_t)record->direction;
    mark->text = add_text(scene, text);
    mark->rule = AK_SCENE_NONE;
    return mark;
}

static void take_act(struct ak_scene *scene, const struct ak_record *record)
{
    struct ak_ladder_notes notes = {.used = 0};
    ak_ladder_note_act(&notes, &record->port_act);
    if (notes.used == 0)
        return;
    struct ak_scene_mark *mark = add_mark(scene, record, AK_SCENE_ACT, notes.text);
    if (mark != NULL)
        mark->port = (uint8_t)record->port_act.port;
}

/* What has changed since the last snapshot of this port, as a note beside the picture. */
static void note_change(struct ak_scene *scene, const struct ak_record *record)
{
    enum ak_port_name port = record->state.port;
    struct ak_ladder_notes notes = {.used = 0};
    if (scene->has_state[port])
        ak_ladder_note_state(&notes, &scene->last_state[port], &record->state);
    scene->has_state[port] = true;
    scene->last_state[port] = record->state;
    if (notes.used == 0)
        return;
    struct ak_scene_mark *mark = add_mark(scene, record, AK_SCENE_CHANGE, notes.text);
    if (mark != NULL)
        mark->port = (uint8_t)port;
}

static void take_state(struct ak_scene *scene, const struct ak_record *record)
{
    note_change(scene, record);
    if (!has_room(scene, scene->state_count))
        return;
    struct ak_scene_state *list = room_for_one(scene, scene->states, scene->state_count,
                                               &scene->state_room, sizeof *scene->states);
    if (list == NULL)
        return;
    scene->states = list;
    list[scene->state_count].time_fs = record->time_fs;
    list[scene->state_count++].state = record->state;
}

static void take_fault(struct ak_scene *scene, const struct ak_record *record)
{
    char text[256];
    uint32_t index = record->about != 0 ? ak_scene_find(scene, record->about) : AK_SCENE_NONE;
    (void)snprintf(text, sizeof text, "%s%s%s", record->fault.name,
                   record->fault.text != NULL ? ": " : "",
                   record->fault.text != NULL ? record->fault.text : "");
    if (index != AK_SCENE_NONE) {
        scene->packets[index].fault = add_text(scene, text);
        if (strcmp(record->fault.name, "lose") == 0)
            scene->packets[index].flags |= AK_SCENE_LOST;
        return;
    }
    char banner[sizeof text + 8];
    (void)snprintf(banner, sizeof banner, "fault: %s", text);
    (void)add_mark(scene, record, AK_SCENE_BANNER, banner);
}

static void take_finding(struct ak_scene *scene, const struct ak_record *record)
{
    const char *text = record->finding.text != NULL ? record->finding.text : "";
    struct ak_scene_mark *mark = add_mark(scene, record, AK_SCENE_FINDING, text);
    if (mark == NULL)
        return;
    uint32_t index = record->about != 0 ? ak_scene_find(scene, record->about) : AK_SCENE_NONE;
    if (index != AK_SCENE_NONE)
        mark->about = scene->packets[index].number;
    mark->severity = (uint8_t)record->finding.severity;
    mark->rule = add_text(scene, record->finding.rule);
}

static void take_link(struct ak_scene *scene, const struct ak_record *record)
{
    const struct ak_record_link *link = &record->link;
    bool changed = scene->packet_count > 0;
    scene->link.known |= link->known;
    if ((link->known & AK_KNOWN_RATE) != 0)
        scene->link.rate = link->rate;
    if ((link->known & AK_KNOWN_WIDTH) != 0)
        scene->link.width = link->width;
    if ((link->known & AK_KNOWN_MPS) != 0)
        scene->link.mps_bytes = link->mps_bytes;
    if ((scene->link.known & AK_KNOWN_RATE) == 0 || (scene->link.known & AK_KNOWN_WIDTH) == 0 ||
        !changed || (link->known & (AK_KNOWN_RATE | AK_KNOWN_WIDTH)) == 0)
        return;
    char text[64];
    (void)snprintf(text, sizeof text, "link: %s GT/s x%u",
                   ak_name_of(&ak_names_rate, (int)scene->link.rate), (unsigned)scene->link.width);
    (void)add_mark(scene, record, AK_SCENE_BANNER, text);
}

static void take_link_change(struct ak_scene *scene, const struct ak_record *record)
{
    static const char *const texts[AK_RECORD_KIND_COUNT] = {
        [AK_RECORD_RECOVERY_START] = "Recovery",
        [AK_RECORD_RECOVERY_END] = "Recovery ends",
        [AK_RECORD_LINK_DOWN] = "link down",
        [AK_RECORD_LINK_UP] = "link up",
    };
    if (record->kind == AK_RECORD_LINK_DOWN || record->kind == AK_RECORD_LINK_UP)
        memset(scene->has_newest, 0, sizeof scene->has_newest);
    (void)add_mark(scene, record, AK_SCENE_BANNER, texts[record->kind]);
}

int ak_scene_take(void *context, const struct ak_record *record)
{
    struct ak_scene *scene = context;
    switch (record->kind) {
    case AK_RECORD_LINK:
        take_link(scene, record);
        break;
    case AK_RECORD_TLP:
    case AK_RECORD_DLLP:
        take_packet(scene, record);
        break;
    case AK_RECORD_ERROR:
        (void)add_mark(scene, record, AK_SCENE_LOOSE, "Receiver Error");
        break;
    case AK_RECORD_GAP:
        (void)add_mark(scene, record, AK_SCENE_GAP, "nothing recorded");
        break;
    case AK_RECORD_RECOVERY_START:
    case AK_RECORD_RECOVERY_END:
    case AK_RECORD_LINK_DOWN:
    case AK_RECORD_LINK_UP:
        take_link_change(scene, record);
        break;
    case AK_RECORD_FAULT:
        take_fault(scene, record);
        break;
    case AK_RECORD_PORT:
        take_act(scene, record);
        break;
    case AK_RECORD_STATE:
        take_state(scene, record);
        break;
    case AK_RECORD_FINDING:
        take_finding(scene, record);
        break;
    case AK_RECORD_OS:
    case AK_RECORD_KIND_COUNT:
        break;
    }
    return scene->no_memory ? -1 : 0;
}

void ak_scene_finish(struct ak_scene *scene)
{
    /* Packets do not overtake each other: one that left before another that has arrived, and has
     * not arrived itself, never will. */
    bool later_arrived[2] = {false, false};
    for (uint32_t i = scene->packet_count; i-- > 0;) {
        struct ak_scene_packet *packet = &scene->packets[i];
        if ((packet->flags & AK_SCENE_ARRIVED) != 0)
            later_arrived[packet->direction] = true;
        else if (later_arrived[packet->direction])
            packet->flags |= AK_SCENE_LOST;
    }
}
