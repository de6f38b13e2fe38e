/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the trace of a run remembers.
 * Not here: what is called from outside (records.h).
 */
#ifndef ACKNAK_SIM_RECORDS_STATE_H
#define ACKNAK_SIM_RECORDS_STATE_H

#include "acknak/record.h"
#include "sim/engine.h"

/* A port as it was when it was last told. */
struct sim_told {
    struct ak_counters counters;
    struct ak_record_state state;
    uint8_t retrain;
    bool ack_waiting;
    bool nak_waiting;
};

struct sim_trace {
    struct ak_record_sink sink;
    uint64_t records;
    struct sim_told told[SIM_PORT_COUNT];
};

/* A record about now, all else 0; number and kind filled in. */
struct ak_record sim_record(struct sim_run *run, enum ak_record_kind kind);

/* Hands it to the sink; a sink that fails ends the run. Returns its number. */
uint64_t sim_record_take(struct sim_run *run, const struct ak_record *record);

/* What a port did. */
void sim_record_act(struct sim_run *run, enum sim_side side, enum ak_act act, uint16_t seq,
                    uint32_t count);

#endif
