/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library's port and the plain one (naive_port.h), driven by the same calls and compared after
 * each of them in everything that can be seen.
 * Not here: which calls are made (tests/prop).
 */
#ifndef ACKNAK_TESTS_PORT_PAIR_H
#define ACKNAK_TESTS_PORT_PAIR_H

#include <stdio.h>

#include "naive_port.h"

enum call_kind {
    CALL_SUBMIT,
    CALL_SUBMIT_CUT_THROUGH,
    CALL_RESERVE_COMMIT,
    CALL_RESERVE_ABANDON,
    CALL_SUBMIT_BATCH,
    CALL_NULLIFY,
    CALL_BEGIN,
    CALL_END,
    CALL_WAIT,
    CALL_TICK,
    CALL_TICK_AT_DEADLINE,
    CALL_ACK,      /* a legal number */
    CALL_NAK,      /* a legal number */
    CALL_ACK_LAST, /* of all that was sent */
    CALL_ACKNAK_AT_EDGE,
    CALL_ACKNAK_ANY,
    CALL_RX_NEXT_TLP,
    CALL_RX_TLP,
    CALL_RX_BAD_TLP,
    CALL_RX_TLP_EDB,
    CALL_RX_BATCH,
    CALL_RX_ERROR,
    CALL_RX_ERROR_IN_TLP,
    CALL_RX_DLLP,
    CALL_RX_BAD_DLLP,
    CALL_RECOVER, /* Recovery, or back from it */
    CALL_LINK_DOWN,
    CALL_LINK_DISABLE,
    CALL_LINK_UP,
    CALL_OFFER,
    CALL_SET_LIMITS,
    CALL_TAKE_EVENTS,
    CALL_KIND_COUNT
};

/* A call; what `a` and `b` choose depends on the state it meets, so any list of calls is legal. */
struct call {
    enum call_kind kind;
    uint32_t a;
    uint32_t b;
};

struct port_pair {
    struct ak_port port;
    struct naive_port naive;
    uint8_t *memory;
    size_t memory_bytes;
    struct ak_slot *slots;
    uint64_t now;
    struct ak_packet packet; /* on the wire */
    FILE *trace;             /* each call is told here, NULL: not */
    char fault[160];         /* the first difference, empty: none */
};

void port_pair_open(struct port_pair *pair, const struct ak_config *config);
void port_pair_close(struct port_pair *pair);

/* Makes one call on both and compares. Returns false once there is a difference. */
bool port_pair_call(struct port_pair *pair, struct call call);

/* Both receive these bytes, whatever they are; only verdict and view are compared. */
void port_pair_receive(struct port_pair *pair, enum ak_rx_kind kind, const uint8_t *bytes,
                       size_t length_bytes);

/* Compares everything visible; what differs goes to pair->fault. */
void port_pair_compare(struct port_pair *pair);

/* Notes a difference named `what`, if there is none yet and `real` and `naive` differ. */
void port_pair_expect(struct port_pair *pair, const char *what, uint64_t real, uint64_t naive);

#endif
