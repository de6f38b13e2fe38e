/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A scene as compact bytes for the page.
 * Not here: deflate and base64 (html_pack.c), the page that reads them (page/data.js).
 */
#include "render/html_data.h"

#include <string.h>

#include "acknak/rate.h"
#include "render/html_pack.h"

struct writer {
    const struct ak_scene *scene;
    struct ak_html_pack *pack;
    uint64_t unit_fs;
    uint64_t begin_fs;
};

static uint64_t common(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void put(struct writer *writer, uint64_t number)
{
    uint8_t bytes[10];
    size_t count = 0;
    do {
        bytes[count] = (uint8_t)((number & 0x7F) | (number > 0x7F ? 0x80 : 0));
        number >>= 7;
        count++;
    } while (number != 0);
    ak_html_pack_bytes(writer->pack, bytes, count);
}

static void put_signed(struct writer *writer, uint64_t from, uint64_t to)
{
    if (to >= from)
        put(writer, (to - from) << 1);
    else
        put(writer, ((from - to) << 1) - 1);
}

static void put_time(struct writer *writer, uint64_t from_fs, uint64_t to_fs)
{
    put_signed(writer, from_fs / writer->unit_fs, to_fs / writer->unit_fs);
}

/* The earliest time, and the largest unit in which every time is whole. */
static void find_unit(struct writer *writer)
{
    const struct ak_scene *scene = writer->scene;
    uint64_t begin_fs = UINT64_MAX;
    for (uint32_t i = 0; i < scene->packet_count; i++)
        if (scene->packets[i].begin_fs < begin_fs)
            begin_fs = scene->packets[i].begin_fs;
    for (uint32_t i = 0; i < scene->mark_count; i++)
        if (scene->marks[i].time_fs < begin_fs)
            begin_fs = scene->marks[i].time_fs;
    for (uint32_t i = 0; i < scene->state_count; i++)
        if (scene->states[i].time_fs < begin_fs)
            begin_fs = scene->states[i].time_fs;
    writer->begin_fs = begin_fs != UINT64_MAX ? begin_fs : 0;
    /* A unit divides 1 us, so that scripts can hold it exactly. */
    uint64_t unit = common(writer->begin_fs, 1000000000u);
    for (uint32_t i = 0; i < scene->packet_count && unit != 1; i++) {
        const struct ak_scene_packet *packet = &scene->packets[i];
        unit = common(common(packet->begin_fs, packet->end_fs), unit);
        unit = common(common(packet->arrive_fs, packet->arrived_fs), unit);
    }
    for (uint32_t i = 0; i < scene->mark_count && unit != 1; i++)
        unit = common(common(scene->marks[i].time_fs, scene->marks[i].end_fs), unit);
    for (uint32_t i = 0; i < scene->state_count && unit != 1; i++) {
        const struct ak_scene_state *state = &scene->states[i];
        const struct ak_record_timer *replay = &state->state.replay_timer;
        const struct ak_record_timer *latency = &state->state.acknak_latency_timer;
        unit = common(common(replay->value_fs, replay->limit_fs), unit);
        unit = common(common(latency->value_fs, latency->limit_fs), unit);
        unit = common(state->time_fs, unit);
    }
    writer->unit_fs = unit != 0 ? unit : 1;
}

static void put_head(struct writer *writer)
{
    const struct ak_scene *scene = writer->scene;
    const struct ak_record_link *link = &scene->link;
    ak_html_pack_bytes(writer->pack, (const uint8_t *)"AK1", 3);
    put(writer, writer->unit_fs);
    put(writer, writer->begin_fs);
    put(writer, scene->packets_left_out);
    put(writer, scene->notes_left_out);
    put(writer, (link->known & AK_KNOWN_RATE) != 0 ? ak_rate_gts_tenths(link->rate) : 0);
    put(writer, (link->known & AK_KNOWN_WIDTH) != 0 ? link->width : 0);
    put(writer, (link->known & AK_KNOWN_MPS) != 0 ? link->mps_bytes : 0);
    put(writer, scene->texts.count);
    put(writer, scene->packet_count);
    put(writer, scene->mark_count);
    put(writer, scene->state_count);
    put(writer, scene->bytes_used);
    for (uint32_t i = 0; i < scene->texts.count; i++) {
        const char *text = ak_scene_text(scene, i);
        put(writer, strlen(text));
        ak_html_pack_bytes(writer->pack, (const uint8_t *)text, strlen(text));
    }
}

/* Bytes mostly lie where those before them end. */
static void put_place(struct writer *writer, const struct ak_scene_bytes *bytes, uint32_t *expected)
{
    put_signed(writer, *expected, bytes->at);
    put(writer, bytes->kept);
    put(writer, bytes->length);
    if (bytes->at + bytes->kept > *expected)
        *expected = bytes->at + bytes->kept;
}

#define RECEIVED_DIFFERS 0x40u
#define UPSTREAM_FLAG    0x20u

static void put_packets(struct writer *writer)
{
    const struct ak_scene *scene = writer->scene;
    uint64_t number = 0;
    uint64_t time_fs = writer->begin_fs;
    uint32_t expected = 0;
    for (uint32_t i = 0; i < scene->packet_count; i++) {
        const struct ak_scene_packet *packet = &scene->packets[i];
        bool arrived = (packet->flags & AK_SCENE_ARRIVED) != 0;
        bool differs = arrived && (packet->taken.at != packet->sent.at ||
                                   packet->taken.length != packet->sent.length);
        put_signed(writer, number, packet->number);
        put_time(writer, time_fs, packet->begin_fs);
        put_time(writer, packet->begin_fs, packet->end_fs);
        put(writer, packet->flags | (packet->direction == AK_UPSTREAM ? UPSTREAM_FLAG : 0) |
                        (differs ? RECEIVED_DIFFERS : 0));
        put(writer, packet->sort | (unsigned)packet->health << 2);
        put(writer, packet->seq);
        put(writer, packet->what);
        put(writer, packet->payload_bytes);
        put(writer, packet->fault != AK_SCENE_NONE ? packet->fault + 1 : 0);
        if (arrived) {
            put_signed(writer, packet->number, packet->received);
            put_time(writer, packet->begin_fs, packet->arrive_fs);
            put_time(writer, packet->arrive_fs, packet->arrived_fs);
        }
        put_place(writer, &packet->sent, &expected);
        if (differs)
            put_place(writer, &packet->taken, &expected);
        number = packet->number;
        time_fs = packet->begin_fs;
    }
}

static void put_marks(struct writer *writer)
{
    const struct ak_scene *scene = writer->scene;
    uint64_t time_fs = writer->begin_fs;
    for (uint32_t i = 0; i < scene->mark_count; i++) {
        const struct ak_scene_mark *mark = &scene->marks[i];
        put_time(writer, time_fs, mark->time_fs);
        put(writer, mark->kind | (unsigned)mark->port << 3 | (unsigned)mark->severity << 4 |
                        (unsigned)mark->direction << 6);
        put(writer, mark->text);
        if (mark->kind == AK_SCENE_GAP)
            put_time(writer, mark->time_fs, mark->end_fs);
        if (mark->kind == AK_SCENE_FINDING) {
            put(writer, mark->rule);
            put(writer, mark->about);
        }
        time_fs = mark->time_fs;
    }
}

#define STATE_VALUES 14u

static void values_of(const struct writer *writer, const struct ak_record_state *state,
                      uint64_t values[STATE_VALUES])
{
    const struct ak_record_timer *replay = &state->replay_timer;
    const struct ak_record_timer *latency = &state->acknak_latency_timer;
    const uint64_t all[STATE_VALUES] = {
        state->next_transmit_seq,
        state->ackd_seq,
        state->next_rcv_seq,
        state->replay_num,
        (state->nak_scheduled ? 1u : 0u) | (state->replaying ? 2u : 0u),
        state->replay_buffer_tlps,
        state->replay_buffer_bytes,
        (uint64_t)replay->state,
        replay->value_fs / writer->unit_fs,
        replay->limit_fs / writer->unit_fs,
        (uint64_t)latency->state,
        latency->value_fs / writer->unit_fs,
        latency->limit_fs / writer->unit_fs,
        state->unknown,
    };
    memcpy(values, all, sizeof all);
}

/* Only what has changed since the last state of the same port. */
static void put_states(struct writer *writer)
{
    const struct ak_scene *scene = writer->scene;
    uint64_t last[2][STATE_VALUES];
    uint64_t time_fs = writer->begin_fs;
    memset(last, 0, sizeof last);
    for (uint32_t i = 0; i < scene->state_count; i++) {
        const struct ak_scene_state *state = &scene->states[i];
        unsigned port = state->state.port == AK_PORT_B;
        uint64_t values[STATE_VALUES];
        unsigned changed = 0;
        values_of(writer, &state->state, values);
        for (unsigned k = 0; k < STATE_VALUES; k++)
            if (values[k] != last[port][k])
                changed |= 1u << k;
        put_time(writer, time_fs, state->time_fs);
        put(writer, changed << 1 | port);
        for (unsigned k = 0; k < STATE_VALUES; k++)
            if ((changed & 1u << k) != 0)
                put(writer, values[k]);
        memcpy(last[port], values, sizeof values);
        time_fs = state->time_fs;
    }
}

int ak_html_data_write(const struct ak_scene *scene, struct ak_output *output)
{
    struct writer writer = {.scene = scene, .pack = ak_html_pack_begin(output)};
    if (writer.pack == NULL)
        return -1;
    find_unit(&writer);
    put_head(&writer);
    put_packets(&writer);
    put_marks(&writer);
    put_states(&writer);
    ak_html_pack_bytes(writer.pack, scene->bytes, scene->bytes_used);
    return ak_html_pack_end(writer.pack);
}
