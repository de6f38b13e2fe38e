/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bit errors decided by somebody else than the scenario: for studies that draw them more often than
 * they are and weigh what follows; and the little of a running link that such a decision needs.
 * Not here: the bit errors of a scenario (gap.h), what a hit does (phy.h).
 */
#ifndef ACKNAK_SIM_HITS_H
#define ACKNAK_SIM_HITS_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/counters.h"
#include "sim/run.h"

/* A packet that takes its place on the line. */
struct sim_hit_packet {
    enum sim_direction direction;
    bool tlp;
    bool ack_or_nak;
    bool oldest_again;     /* a TLP sent again that is the oldest one not acknowledged */
    uint32_t length_bytes; /* of the frame or DLLP */
    uint64_t line_bits;
};

struct sim_hit_source {
    void *context; /* the caller's, valid during the run */

    /* The first line bit of the packet that is hit, from `from_bit` on; `line_bits` or more: none.
     * Asked for each packet from bit 0 on, and again behind each hit until there is none. Must not
     * change the run. */
    uint64_t (*next)(void *context, const struct sim_hit_packet *packet, uint64_t from_bit);
};

/*
 * Lets `source`, which is copied, decide on hits in place of the scenario, whose bit error rates
 * then mean nothing; idle symbols are not hit. Call it before the first step. Packets are looked
 * at one by one: such a run is slower.
 */
void sim_run_take_hits(struct sim_run *run, const struct sim_hit_source *source);

/* Where a port stands; cheap. */
struct sim_port_state {
    uint64_t submitted;    /* TLPs ever accepted */
    uint64_t acknowledged; /* those of them that have left the replay buffer */
    uint8_t replay_num;
    bool nak_scheduled;
    bool waits_for_retrain;
    const struct ak_counters *counters; /* the port's, valid as long as the run */
};

void sim_run_port_state(const struct sim_run *run, enum sim_side side,
                        struct sim_port_state *state);

/* Not in Recovery, nor down. */
bool sim_run_link_is_up(const struct sim_run *run);
uint64_t sim_run_recoveries(const struct sim_run *run);

#endif
