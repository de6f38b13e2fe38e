/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A world: two real ports, two wires with a fixed delay, traffic both ways, the checker listening,
 * and one pattern that says which of the first packets are damaged. Small enough to run by the
 * million: integer time, no allocation, nothing random.
 * Not here: which patterns are run (worlds.c).
 *
 * A world is what the simulator makes of the scenario that world_scenario writes, packet by packet
 * and to the femtosecond (test_world.c compares the two), so a failure can be looked at there.
 */
#ifndef ACKNAK_TESTS_WORLD_H
#define ACKNAK_TESTS_WORLD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "acknak/acknak.h"
#include "acknak/check.h"
#include "acknak/record.h"

#define WORLD_SYM_FS      4000000u /* 2.5 GT/s, x1 */
#define WORLD_PATH_SYM    40u
#define WORLD_RECOVER_SYM 500u
#define WORLD_MPS_BYTES   128u
#define WORLD_TLPS        6u  /* each way */
#define WORLD_SLOTS       4u  /* fewer than TLPs: submits are refused and tried again */
#define WORLD_TLP_BYTES   16u /* a memory write of one DW */
#define WORLD_FRAME_BYTES (WORLD_TLP_BYTES + AK_FRAME_OVERHEAD_BYTES)
#define WORLD_FLIGHTS     32u /* under way one way at most, a power of two */
#define WORLD_CAPACITY    AK_FRAME_MAX_BYTES

/* What becomes of the packets of a pattern. */
enum world_damage {
    WORLD_CORRUPT,           /* a bit arrives wrong */
    WORLD_LOSE,              /* they vanish */
    WORLD_CORRUPT_DOWN_ONLY, /* a to b: a bit wrong; b to a: they vanish */
    WORLD_DAMAGE_COUNT
};

/* What a port does wrong on purpose, to see it found. */
enum world_fault {
    WORLD_RIGHT,
    WORLD_ACKS_AHEAD,       /* an Ack carries the number after the one it should */
    WORLD_NO_REPLAY_TIMER,  /* REPLAY_TIMER never expires */
    WORLD_NAKS_DUPLICATES,  /* a duplicate is answered by a Nak */
    WORLD_KEEPS_DUPLICATES, /* a duplicate is handed on */
    WORLD_REPLAY_SKIPS,     /* a replay leaves out its first TLP */
    WORLD_NAKS_AGAIN,       /* a Nak for each bad TLP */
    WORLD_PASSES_DAMAGE,    /* a damaged TLP is taken for a good one */
    WORLD_FAULT_COUNT
};

struct world_options {
    uint16_t start; /* first sequence number of both directions */
    enum ak_replay_policy replay_policy;
    uint16_t ack_every_tlps; /* 0: by the timer, 1: each, n: every n */
    enum world_damage damage;
    enum world_fault fault; /* of port b */
};

struct world_flight {
    uint64_t begin_fs;
    uint64_t end_fs;
    uint64_t arrive_fs;
    uint64_t record;
    uint8_t kind; /* enum ak_rx_kind */
    uint8_t length_bytes;
    bool hit;
    uint8_t bytes[WORLD_FRAME_BYTES];
};

struct world_side {
    struct ak_port port;
    uint64_t end_fs;
    uint64_t arrive_fs;
    uint32_t first; /* flights under way: first to next - 1, modulo WORLD_FLIGHTS */
    uint32_t next;
    uint32_t submitted; /* TLPs of this side */
    uint32_t delivered; /* TLPs of the other side */
    uint32_t packets;   /* begun */
    struct world_flight flights[WORLD_FLIGHTS];
    struct ak_slot slots[WORLD_SLOTS];
    uint8_t memory[AK_REPLAY_MEMORY_BYTES(WORLD_CAPACITY)];
};

struct world {
    struct world_options options;
    struct ak_config config[2];
    struct world_side side[2];
    uint64_t now_fs;
    uint64_t recovery_end_fs;
    uint32_t pattern;
    uint32_t packets;        /* begun, both ways: bit n of the pattern is packet n */
    uint64_t damage_mask[2]; /* as masks of a scenario: bit n, the n-th packet of a direction */
    uint64_t lose_mask[2];
    uint64_t records;
    const char *failure; /* NULL: none */
    char text[400];      /* the failure */
    struct ak_check *check;
    struct ak_check *pristine;   /* the checker as it is before the first packet */
    struct ak_record_sink watch; /* take: NULL, or takes each record too */
};

/* Allocates the two checkers; everything else lies in `world`. */
void world_open(struct world *world);
void world_close(struct world *world);

/* The options for the worlds that follow. */
void world_set(struct world *world, const struct world_options *options);

/*
 * Runs one world from reset to its end: all delivered once and in order, acknowledged, nothing
 * under way. Returns whether it came to that end without a finding; else world->text tells.
 * Patterns that differ only in bits from world->packets on are the same world.
 */
bool world_run(struct world *world, uint32_t pattern);

/* Starts without the shortcut for the checker: it is set up anew. For the test of the shortcut. */
bool world_run_anew(struct world *world, uint32_t pattern);

/* Times the checker has judged a rule, over all worlds since world_set. */
uint64_t world_rules_judged(const struct world *world);

/* The world that was run last as a scenario file. */
void world_scenario(const struct world *world, FILE *out);

/* Writes options and pattern on one line. */
void world_describe(const struct world *world, FILE *out);

#endif
