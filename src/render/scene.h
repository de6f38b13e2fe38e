/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A window of a trace in memory, for pictures: packets with both their ends, what the ports did,
 * their states, faults and findings.
 * Not here: how it is drawn (svg_draw.c, html_data.c).
 *
 * Memory: at most about 200 bytes for each packet, mark and state, and AK_SCENE_BYTES_MAX of packet
 * bytes; then only the first AK_SCENE_SHORT_BYTES of each packet are kept.
 */
#ifndef AK_RENDER_SCENE_H
#define AK_RENDER_SCENE_H

#include <stddef.h>

#include "acknak/record.h"
#include "trace/packet.h"

#define AK_SCENE_BYTES_MAX   (8u << 20)
#define AK_SCENE_SHORT_BYTES 32u
#define AK_SCENE_RECENT      65536u
#define AK_SCENE_NONE        UINT32_MAX
#define AK_SCENE_PER_PACKET  12u /* marks, and states, that are kept for each packet allowed */

enum ak_scene_flag {
    AK_SCENE_HAS_SEQ = 1u << 0,
    AK_SCENE_REPLAY = 1u << 1, /* a TLP sent again */
    AK_SCENE_LOST = 1u << 2,   /* it never arrives */
    AK_SCENE_SENT = 1u << 3,   /* the trace has its sender's or a probe's view */
    AK_SCENE_ARRIVED = 1u << 4 /* the trace has its receiver's view */
};

/* Bytes in the pool of a scene. */
struct ak_scene_bytes {
    uint32_t at;
    uint32_t kept;
    uint32_t length; /* of the packet */
};

struct ak_scene_packet {
    uint64_t number;     /* of the record, or of the receiver's if that is the only one */
    uint64_t received;   /* number of the receiver's record, 0: none */
    uint64_t begin_fs;   /* first symbol leaves; of an arrival alone: arrives */
    uint64_t end_fs;     /* last symbol has left */
    uint64_t arrive_fs;  /* ARRIVED: first symbol arrives */
    uint64_t arrived_fs; /* ARRIVED: last symbol has arrived */
    struct ak_scene_bytes sent;
    struct ak_scene_bytes taken; /* ARRIVED: as received */
    uint32_t what;               /* text */
    uint32_t fault;              /* text, or AK_SCENE_NONE */
    uint32_t payload_bytes;
    uint16_t seq;
    uint8_t direction; /* enum ak_direction */
    uint8_t sort;      /* enum ak_packet_sort */
    uint8_t health;    /* enum ak_packet_health, of the view nearest to the receiver */
    uint8_t flags;     /* enum ak_scene_flag */
};

enum ak_scene_mark_kind {
    AK_SCENE_ACT,     /* of a port: text */
    AK_SCENE_CHANGE,  /* in the state of a port: text */
    AK_SCENE_BANNER,  /* Link up, down, Recovery, parameters, a fault of the Link: text */
    AK_SCENE_GAP,     /* to end_fs: text */
    AK_SCENE_FINDING, /* severity, rule, text, about */
    AK_SCENE_LOOSE    /* at the receiver's side: a Receiver Error outside packets: text */
};

struct ak_scene_mark {
    uint64_t time_fs;
    uint64_t end_fs;
    uint64_t about; /* number of a record, 0: none */
    uint32_t text;
    uint32_t rule;
    uint8_t kind;     /* enum ak_scene_mark_kind */
    uint8_t port;     /* ACT, CHANGE */
    uint8_t severity; /* FINDING */
    uint8_t direction;
};

struct ak_scene_state {
    uint64_t time_fs;
    struct ak_record_state state;
};

/* Texts, each once. */
struct ak_scene_texts {
    char *pool;
    size_t used;
    size_t room;
    uint32_t *at; /* text -> place in pool */
    uint32_t count;
    uint32_t at_room;
    uint32_t *table; /* open addressing: text + 1, or 0 */
    uint32_t table_size;
};

struct ak_scene {
    uint32_t packets_most;
    bool no_memory;
    struct ak_scene_packet *packets;
    uint32_t packet_count;
    uint32_t packet_room;
    struct ak_scene_mark *marks;
    uint32_t mark_count;
    uint32_t mark_room;
    struct ak_scene_state *states;
    uint32_t state_count;
    uint32_t state_room;
    uint8_t *bytes;
    uint32_t bytes_used;
    uint32_t bytes_room;
    struct ak_scene_texts texts;
    struct ak_record_link link; /* as far as known, at the end of the window */
    uint64_t packets_left_out;
    uint64_t notes_left_out; /* marks and states */
    bool has_newest[2];
    uint16_t newest[2];
    bool has_state[2];
    struct ak_record_state last_state[2]; /* by port */
    uint32_t last_of_seq[2][4096];        /* packet that had this number last, or AK_SCENE_NONE */
};

void ak_scene_init(struct ak_scene *scene, uint32_t packets_most);
void ak_scene_free(struct ak_scene *scene);

/* As struct ak_record_sink: context is a struct ak_scene. -1: memory is short. */
int ak_scene_take(void *context, const struct ak_record *record);

/* Finds what was lost. Call it once, behind the last record. */
void ak_scene_finish(struct ak_scene *scene);

const char *ak_scene_text(const struct ak_scene *scene, uint32_t text);

/* The index of the packet that record `number` tells, or AK_SCENE_NONE. A receiver's record is
 * looked for among the last AK_SCENE_RECENT packets. */
uint32_t ak_scene_find(const struct ak_scene *scene, uint64_t number);

#endif
