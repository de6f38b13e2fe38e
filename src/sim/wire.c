/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets under way.
 * Not here: what happens to them.
 */
#include "sim/wire.h"

#include <stdlib.h>

#define FIRST_FLIGHTS 64u /* small: they stay in the processor's cache */
#define FIRST_BYTES   8192u

bool sim_wire_init(struct sim_wire *wire)
{
    *wire = (struct sim_wire){.flight_mask = FIRST_FLIGHTS - 1u, .byte_mask = FIRST_BYTES - 1u};
    wire->flights = calloc(FIRST_FLIGHTS, sizeof *wire->flights);
    wire->memory = calloc(1, FIRST_BYTES + AK_FRAME_MAX_BYTES);
    return wire->flights && wire->memory;
}

void sim_wire_destroy(struct sim_wire *wire)
{
    free(wire->flights);
    free(wire->memory);
}

/* Moves what is under way into rings of twice the size. */
bool sim_wire_grow(struct sim_wire *wire)
{
    struct sim_wire larger = {
        .flight_mask = wire->flight_mask * 2u + 1u,
        .byte_mask = wire->byte_mask * 2u + 1u,
    };
    larger.flights = calloc((size_t)larger.flight_mask + 1u, sizeof *larger.flights);
    larger.memory = calloc(1, (size_t)larger.byte_mask + 1u + AK_FRAME_MAX_BYTES);
    if (!larger.flights || !larger.memory) {
        sim_wire_destroy(&larger);
        return false;
    }
    for (; !sim_wire_is_empty(wire); sim_wire_pop(wire)) {
        const struct sim_flight *from = sim_wire_first(wire);
        struct sim_flight *to =
            from->lent ? sim_wire_lend(&larger, from->lent, from->length_bytes)
                       : sim_wire_push(&larger, sim_wire_bytes(wire, from), from->length_bytes);
        uint32_t offset = to->offset;
        *to = *from;
        to->offset = offset;
    }
    sim_wire_destroy(wire);
    *wire = larger;
    return true;
}

void sim_wire_clear(struct sim_wire *wire)
{
    wire->first = wire->next;
    wire->tail = wire->head;
}
