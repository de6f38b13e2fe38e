/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A link as a state and the steps that may come next, for a search over all of them: two real
 * ports, what each is sending, what is on each wire, traffic that waits. A step is one call of the
 * library, and what must hold after it is checked.
 * Not here: the search (search.h).
 *
 * There is no time: every call is made at 0, every timer has a limit of 1, and a timer that runs
 * may fire at any moment. What holds for every order of steps holds for every speed of the link.
 */
#ifndef ACKNAK_TESTS_MODEL_H
#define ACKNAK_TESTS_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "acknak/acknak.h"

#define MODEL_SLOTS_MAX   4u
#define MODEL_WIRE_MAX    4u
#define MODEL_TLP_BYTES   12u
#define MODEL_FRAME_BYTES (MODEL_TLP_BYTES + AK_FRAME_OVERHEAD_BYTES)
#define MODEL_CAPACITY    (MODEL_SLOTS_MAX * MODEL_FRAME_BYTES)
#define MODEL_KEY_BYTES   (2u * AK_PORT_IMAGE_BYTES + 32u)

/* What a port does wrong on purpose, to see it found. */
enum model_fault {
    MODEL_RIGHT,
    MODEL_ACKS_AHEAD,       /* port b acknowledges the next TLP too */
    MODEL_KEEPS_DUPLICATES, /* port b hands duplicates on */
    MODEL_NO_REPLAY_TIMER,  /* REPLAY_TIMER of port a never expires */
    MODEL_FORGETS,          /* port a takes a TLP for acknowledged once its replay has begun */
    MODEL_FAULT_COUNT
};

/* What is explored. */
struct model_scope {
    const char *name;
    uint8_t tlps[2]; /* that port a, port b sends */
    uint8_t slots;   /* TLPs kept: 1, 2 or 4 */
    uint8_t wire;    /* packets on a wire: 1 to MODEL_WIRE_MAX; full: none begins */
    uint16_t start;  /* first sequence number of both directions */
    enum ak_replay_policy replay_policy;
    uint8_t ack_every_tlps;
    uint8_t retrain_limit; /* 0: a port never gives up */
    bool retrain;          /* Recovery may start at any time, not only when a port asks */
    bool link_down;        /* the link may go down at any time, and comes up again */
    bool cut_through;      /* TLPs are cut through and may be nullified */
    enum model_fault fault;
    bool large;      /* explored only when asked for */
    uint32_t states; /* that can be reached: pinned, see scopes.c */
};

enum model_act {
    MODEL_SUBMIT,
    MODEL_NULLIFY,
    MODEL_BEGIN,
    MODEL_END,
    MODEL_DELIVER, /* what this port sent, at the other one */
    MODEL_DAMAGE,
    MODEL_LOSE,
    MODEL_REPLAY_TIMER,
    MODEL_LATENCY_TIMER,
    MODEL_SIDE_ACTS, /* those above are a port's, the ones below the link's */
    MODEL_RECOVERY_START = MODEL_SIDE_ACTS,
    MODEL_RECOVERY_END,
    MODEL_LINK_DOWN,
    MODEL_LINK_UP,
    MODEL_ACT_COUNT
};

/* A step in one byte: act times two plus the port. */
#define MODEL_STEPS (2u * MODEL_ACT_COUNT)

static inline enum model_act model_act_of(uint32_t step)
{
    return (enum model_act)(step / 2u);
}

enum model_kind {
    MODEL_NOTHING,
    MODEL_TLP,
    MODEL_TLP_NULLIFIED,
    MODEL_ACK,
    MODEL_NAK,
    MODEL_CUT_TLP, /* cut by Recovery: a Receiver Error */
    MODEL_CUT_DLLP
};

struct model_packet {
    uint8_t kind;   /* enum model_kind */
    uint8_t number; /* of the TLP among those of its port */
    uint16_t seq;
};

/* Everything but the pointers, which are the same for all states. */
struct model_side {
    struct ak_port port;
    struct ak_slot slots[MODEL_SLOTS_MAX];
    uint8_t memory[MODEL_CAPACITY + MODEL_FRAME_BYTES];
    struct model_packet sending;
    struct model_packet wire[MODEL_WIRE_MAX]; /* oldest first */
    uint8_t on_wire;
    uint8_t submitted; /* TLPs of this port */
    uint8_t delivered; /* of those, at the other port */
    uint8_t base;      /* TLPs delivered before the link came up last */
};

struct model {
    const struct model_scope *scope;
    struct model_side side[2];
    const char *failure; /* what does not hold; NULL: nothing */
};

/* Goes to the first state: link up, nothing sent. */
void model_open(struct model *model, const struct model_scope *scope);

/* Copies a state; a port's pointers keep leading into the model it is copied to. */
void model_copy(struct model *to, const struct model *from);

/* Makes a step. False: it cannot be made in this state, which is then unchanged. */
bool model_step(struct model *model, uint32_t step);

/* Whether a step can come to pass on a link that damages nothing and stays up. */
bool model_is_kind(const struct model *model, uint32_t step);

/* All TLPs delivered and acknowledged, nothing under way. */
bool model_is_goal(const struct model *model);

/* A port has given up (D19): only a link down helps it. */
bool model_is_dead(const struct model *model);

/* The state as bytes: two states with the same bytes go on alike. Always as many for a scope. */
uint32_t model_key(const struct model *model, uint8_t key[MODEL_KEY_BYTES]);

/* "b: begin". */
void model_tell_step(uint32_t step, FILE *out);

/* What port `i` is sending, or what its wire will deliver next: "TLP 4095", "Nak 0". */
void model_tell_packet(const struct model_packet *packet, FILE *out);

#endif
