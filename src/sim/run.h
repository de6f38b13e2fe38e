/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One run of the link simulator: two ports, two wires, exact time; and what came of it.
 * Not here: what decides the run (scenario.h), how the results are printed.
 *
 * The delivery check is always on: each TLP must be delivered exactly once, in order, bit for bit.
 * A run allocates all its memory when it is created. Rules: SIM-01, SIM-02.
 */
#ifndef ACKNAK_SIM_RUN_H
#define ACKNAK_SIM_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acknak/counters.h"
#include "sim/scenario.h"

struct ak_record_sink;
struct sim_run;

enum sim_status {
    SIM_OK,
    SIM_BAD_SCENARIO,  /* exit code 2: `message` tells what was found, what is expected */
    SIM_BAD_WORKLOAD,  /* exit code 3: file unreadable or malformed; file and line in `message` */
    SIM_OUTPUT_FAILED, /* exit code 4: the sink refused a record */
    SIM_NO_MEMORY,     /* exit code 70 */
    SIM_INTERNAL,      /* exit code 70: the delivery check failed; `message` names the packet */
};

enum sim_end {
    SIM_END_NONE,      /* still running, or ended by an error */
    SIM_END_COMPLETED, /* all traffic was delivered and acknowledged */
    SIM_END_TIME,
    SIM_END_DEAD_LINK,
    SIM_END_CONDITION,
};

#define SIM_MESSAGE_BYTES 256u

/* Latencies from the begin of the first sending to delivery. Percentiles are exact to 1/64. */
struct sim_latency {
    uint64_t count;
    uint64_t min_fs; /* exact; all are 0 when nothing was delivered */
    uint64_t p50_fs;
    uint64_t p99_fs;
    uint64_t p999_fs;
    uint64_t max_fs; /* exact */
};

/* One direction. A TLP that was nullified was never submitted. */
struct sim_direction_result {
    uint64_t tlps_submitted;
    uint64_t tlps_delivered;
    uint64_t tlps_reported_lost; /* by a link down, and truly not delivered */
    uint64_t payload_bytes;      /* delivered */
    uint64_t throughput_bps;     /* payload bits per second of simulated time, floored */
    uint32_t efficiency_ppm;     /* payload bits over line bits after encoding, millionths */
    struct sim_latency latency;
    uint64_t packets_sent;
    uint64_t packets_hit;  /* by bit errors */
    uint64_t bits_hit;     /* line bits flipped in packets and, if asked for, idle */
    uint64_t faults_done;  /* packets that scripted faults and masks acted on */
    uint64_t packets_lost; /* vanished: lost by a fault, by a framing error, or cut */
    uint64_t skp_ordered_sets;
    uint64_t l0s_entries;
    uint64_t busy_fs; /* line time taken by packets */
};

/* A scripted fault. */
struct sim_fault_result {
    uint64_t counted; /* packets of its kind, in its time */
    uint64_t struck;  /* those of them that it acted on */
};

struct sim_port_result {
    uint16_t next_transmit_seq;
    uint16_t ackd_seq;
    uint16_t next_rcv_seq;
    uint8_t replay_num;
    bool nak_scheduled;
    bool dead; /* gave up after too many retrains (D19) */
    uint32_t replay_buffer_tlps;
    uint32_t replay_buffer_bytes;
    uint32_t events; /* enum ak_event: every AER condition of the run */
    struct ak_counters counters;
    uint32_t replay_limit_sym;
    uint32_t ack_limit_sym; /* at the port */
};

struct sim_result {
    enum sim_status status;
    char message[SIM_MESSAGE_BYTES]; /* of an error; of a dead link: why; else empty */
    enum sim_end end;
    uint64_t seed;
    uint64_t simulated_fs;
    struct sim_direction_result directions[SIM_DIRECTION_COUNT];
    struct sim_port_result ports[SIM_PORT_COUNT];
    struct sim_fault_result faults[SIM_FAULTS_MAX]; /* as many as the scenario has */
    uint64_t recoveries; /* times the link went through Recovery, for whatever reason */
    uint64_t link_downs;
    /* What the delivery check found; all as they should be unless status is SIM_INTERNAL. */
    bool in_order;
    uint64_t duplicates_delivered;
    uint64_t damaged_delivered;
};

/*
 * Prepares a run. `scenario` is copied (the paths of its workload must stay valid). `sink` takes
 * the records of the trace (acknak/record.h) and is copied; NULL: no trace, which then costs
 * nothing. Returns NULL and fills `status` and `message` when the scenario is not right, a workload
 * cannot be opened or memory is short.
 */
struct sim_run *sim_run_create(const struct sim_scenario *scenario,
                               const struct ak_record_sink *sink, enum sim_status *status,
                               char message[SIM_MESSAGE_BYTES]);

/*
 * Runs on until about `tlps` more TLPs have begun (0: no limit), or to the end. Returns true while
 * there is more to do. How a run is cut into steps makes no difference to it.
 */
bool sim_run_step(struct sim_run *run, uint64_t tlps);

/* Results so far; final when sim_run_step has returned false. */
void sim_run_result(const struct sim_run *run, struct sim_result *result);

/* For a display of progress: simulated time, and the share of the run done in thousandths (0 when
 * it cannot be told). */
uint64_t sim_run_time_fs(const struct sim_run *run);
uint32_t sim_run_progress_permille(const struct sim_run *run);

void sim_run_destroy(struct sim_run *run);

/* completed, time, dead_link, condition; "" for SIM_END_NONE. */
const char *sim_end_name(enum sim_end end);

#endif
