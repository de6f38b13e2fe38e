/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The way of packets from one port to the other: first in, first out, in memory of its own, since
 * a sender may reuse its bytes before they arrive; or lent by a sender that does not.
 * Not here: when a packet leaves (line.h), what becomes of it on the way (phy.h).
 */
#ifndef ACKNAK_SIM_WIRE_H
#define ACKNAK_SIM_WIRE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "acknak/frame.h"

/* What the receiver's Physical Layer makes of what arrives. */
enum sim_arrival {
    SIM_ARRIVAL_TLP,
    SIM_ARRIVAL_TLP_EDB,
    SIM_ARRIVAL_DLLP,
    SIM_ARRIVAL_ERROR_IN_TLP, /* Receiver Error while a TLP was arriving */
    SIM_ARRIVAL_ERROR,        /* any other Receiver Error */
    SIM_ARRIVAL_FRAMING,      /* 128b/130b framing error: Receiver Error, then Recovery */
    SIM_ARRIVAL_NOTHING,
};

struct sim_flight {
    uint64_t arrive_fs; /* at the receiver's Data Link Layer, last symbol */
    uint64_t begin_fs;  /* on the sender's line: first decided; for a trace, may be unset without */
    uint64_t end_fs;    /* and end of last symbol */
    uint64_t record;    /* number of the sender's trace record; as begin_fs */
    const uint8_t *lent; /* its bytes where the sender keeps them; NULL: they are at `offset` */
    uint32_t offset;
    uint16_t length_bytes;
    uint8_t arrival;     /* enum sim_arrival */
    bool tlp;            /* sent as a TLP */
    uint64_t filling[2]; /* to 64 bytes: found by its number at each end of the wire */
};

struct sim_wire {
    struct sim_flight *flights; /* ring of flight_mask + 1 */
    uint8_t *memory;            /* ring of byte_mask + 1 bytes and slack for one packet */
    uint32_t flight_mask;
    uint32_t byte_mask;
    uint32_t first; /* oldest flight; both count up without end */
    uint32_t next;
    uint32_t head; /* where the next bytes go, counting up without end */
    uint32_t tail; /* the oldest byte in use */
};

bool sim_wire_init(struct sim_wire *wire);
void sim_wire_destroy(struct sim_wire *wire);

/* Makes room for one more packet of the largest size. False: out of memory. Only a wire that
 * holds more than ever before allocates. */
bool sim_wire_grow(struct sim_wire *wire);

/* Whether one more packet may be under way, of lent bytes. */
static inline bool sim_wire_has_flights(const struct sim_wire *wire)
{
    return wire->next - wire->first <= wire->flight_mask;
}

/* Whether a packet of the largest size fits. */
static inline bool sim_wire_has_room(const struct sim_wire *wire)
{
    return sim_wire_has_flights(wire) &&
           wire->head - wire->tail + AK_FRAME_MAX_BYTES <= wire->byte_mask;
}

static inline bool sim_wire_is_empty(const struct sim_wire *wire)
{
    return wire->first == wire->next;
}

static inline struct sim_flight *sim_wire_first(const struct sim_wire *wire)
{
    return &wire->flights[wire->first & wire->flight_mask];
}

static inline struct sim_flight *sim_wire_last(const struct sim_wire *wire)
{
    return &wire->flights[(wire->next - 1u) & wire->flight_mask];
}

static inline const uint8_t *sim_wire_bytes(const struct sim_wire *wire,
                                            const struct sim_flight *flight)
{
    return flight->lent ? flight->lent : wire->memory + flight->offset;
}

/* Adds a packet of `length_bytes`; there must be room. The caller fills in all but its bytes. */
static inline struct sim_flight *sim_wire_push(struct sim_wire *wire, const uint8_t *bytes,
                                               uint32_t length_bytes)
{
    struct sim_flight *flight = &wire->flights[wire->next++ & wire->flight_mask];

    flight->lent = NULL;
    flight->offset = wire->head & wire->byte_mask;
    flight->length_bytes = (uint16_t)length_bytes;
    memcpy(wire->memory + flight->offset, bytes, length_bytes);
    wire->head += length_bytes;
    return flight;
}

/* The same without a copy, for a clean TLP: `bytes` stay as they are until it has arrived. */
static inline struct sim_flight *sim_wire_lend(struct sim_wire *wire, const uint8_t *bytes,
                                               uint32_t length_bytes)
{
    struct sim_flight *flight = &wire->flights[wire->next++ & wire->flight_mask];

    flight->lent = bytes;
    flight->arrival = SIM_ARRIVAL_TLP;
    flight->tlp = true;
    flight->length_bytes = (uint16_t)length_bytes;
    return flight;
}

static inline uint32_t sim_wire_own_bytes(const struct sim_flight *flight)
{
    return flight->lent ? 0u : flight->length_bytes;
}

/* Drops the oldest, after its bytes have been read; or the newest. */
static inline void sim_wire_pop(struct sim_wire *wire)
{
    wire->tail += sim_wire_own_bytes(sim_wire_first(wire));
    wire->first++;
}

static inline void sim_wire_drop_last(struct sim_wire *wire)
{
    wire->head -= sim_wire_own_bytes(sim_wire_last(wire));
    wire->next--;
}

/* Drops all. */
void sim_wire_clear(struct sim_wire *wire);

#endif
