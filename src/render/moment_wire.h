/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a port sends what it does, as far as the packets alone tell: for recordings that say nothing
 * of what went on inside the ports.
 * Not here: what the ports told themselves (moment_cause.h); whether it was right (check).
 */
#ifndef AK_RENDER_MOMENT_WIRE_H
#define AK_RENDER_MOMENT_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/record.h"
#include "trace/output.h"

/* How the newest TLP came to a port. */
enum ak_wire_came {
    AK_WIRE_CAME_NOTHING,
    AK_WIRE_CAME_GOOD,
    AK_WIRE_CAME_DUPLICATE,
    AK_WIRE_CAME_EARLY, /* one before it is missing */
    AK_WIRE_CAME_BAD,
};

/* What one port has sent and got. All zero to begin with. */
struct ak_wire_cause {
    bool has_sent;
    uint16_t newest_seq; /* of the TLPs that it sent */
    bool replays;        /* the TLP that it sent last was not new */
    bool by_nak;         /* that replay began behind a Nak not answered before: */
    uint16_t answered_seq;
    uint64_t answered_fs;
    bool has_nak; /* that no replay has followed */
    uint16_t nak_seq;
    uint64_t nak_fs;
    enum ak_wire_came came;
    uint16_t came_seq;
    uint64_t came_fs;
    bool has_due;
    uint16_t due_seq; /* the TLP that it expects */
};

/* Takes a packet of either direction; `sent`: by this port, else it has come to it. */
void ak_wire_cause_take(struct ak_wire_cause *cause, const struct ak_record *packet, bool sent);

/* Writes why this port sends the packet, which has not been taken, as a clause; or nothing. */
void ak_wire_cause_write(const struct ak_wire_cause *cause, const struct ak_record *packet,
                         struct ak_output *output);

#endif
