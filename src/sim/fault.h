/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which packets of one direction the scripted faults and the masks act on. Rules: SIM-04.
 * Not here: what a fault does to a packet (phy.h), bit errors (gap.h).
 */
#ifndef ACKNAK_SIM_FAULT_H
#define ACKNAK_SIM_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/tx.h"
#include "sim/phy.h"
#include "sim/scenario.h"

struct sim_fault_plan {
    const struct sim_scenario *scenario;
    enum sim_direction direction;
    bool any;                      /* some fault or mask is meant for this direction */
    bool nullifies;                /* one of them is nullified_tlp */
    uint64_t packets;              /* that began so far */
    uint64_t seen[SIM_FAULTS_MAX]; /* packets each fault has counted */
};

void sim_fault_init(struct sim_fault_plan *plan, const struct sim_scenario *scenario,
                    enum sim_direction direction);

/* The packet that begins at `now`: adds what is done to it to `harm`. Returns the bits of
 * enum sim_fault_kind that apply (also in harm->faults). */
uint32_t sim_fault_begin(struct sim_fault_plan *plan, const struct ak_packet *packet, uint64_t now,
                         struct sim_harm *harm);

/* Whether the new TLP that is submitted at `now` with number `seq` is to be nullified. */
bool sim_fault_nullifies(struct sim_fault_plan *plan, uint16_t seq, uint64_t now);

/* How many packets fault `index` has hit, of those it has counted. */
uint64_t sim_fault_struck(const struct sim_fault_plan *plan, uint32_t index);

#endif
