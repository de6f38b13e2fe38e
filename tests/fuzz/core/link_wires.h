/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two of the library's ports, a wire each way, and an account of what each owes the other.
 * Not here: who does what when (fuzz_link.c).
 */
#ifndef ACKNAK_FUZZ_LINK_WIRES_H
#define ACKNAK_FUZZ_LINK_WIRES_H

#include "acknak/acknak.h"
#include "fuzz_input.h"

#define LINK_FLIGHT_MAX 8u /* packets on a wire: more are lost */
#define LINK_OWED_MAX   4096u

struct link_flight {
    uint8_t bytes[AK_FRAME_MAX_BYTES];
    uint32_t length_bytes;
    enum ak_rx_kind kind;
};

/* A TLP that a port has accepted and its peer has not delivered: its content follows from `id`. */
struct link_owed {
    uint32_t id;
    uint32_t tlp_bytes;
};

struct link_end {
    struct ak_port port;
    struct ak_config config;
    uint8_t *memory;
    struct ak_slot *slots;
    struct ak_packet packet; /* on the wire, kind AK_PACKET_NONE: nothing */
    struct link_flight flight[LINK_FLIGHT_MAX];
    uint32_t first; /* oldest of flight */
    uint32_t count;
    struct link_owed owed[LINK_OWED_MAX]; /* in order, a ring */
    uint32_t owed_first;
    uint32_t owed_count;
    uint32_t next_id;
    bool open; /* the newest TLP may be nullified, as far as is known here */
};

struct link_pair {
    struct link_end end[2];
    enum ak_link link; /* of both ports, which change together */
    uint64_t now;
};

enum link_fate { LINK_INTACT, LINK_DAMAGED, LINK_LOST, LINK_ERROR };

/* Both ports up, at time 1000. */
void link_open(struct link_pair *pair, const struct ak_config *a, const struct ak_config *b);
void link_close(struct link_pair *pair);

void link_submit(struct link_end *end, uint32_t tlp_bytes, enum ak_tlp_mode mode);
void link_submit_in_place(struct link_end *end, uint32_t tlp_bytes, bool commit);
void link_nullify(struct link_end *end);
void link_offer(struct link_end *end, uint8_t number);
void link_begin(struct link_end *end);

/* The packet on the wire of `side` has left. False: there is none. */
bool link_end_packet(struct link_pair *pair, unsigned side);

/* The oldest packet that `side` has sent reaches the other; `place` says where it is damaged. What
 * is delivered must be what is owed. False: nothing is under way. */
bool link_arrive(struct link_pair *pair, unsigned side, enum link_fate fate, uint8_t place);

/* At the deadline, or now. */
void link_tick(struct link_pair *pair, unsigned side, bool at_deadline);

/* Both ports, if it is a change; what is under way is lost. */
void link_change(struct link_pair *pair, enum ak_link link);

/* Whether a port that has not given up owes something or waits for an Ack. */
bool link_is_owing(const struct link_pair *pair);

void link_require_valid(const struct link_pair *pair);

#endif
