/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run of the simulator under the protocol checker: each finding must have a reason, a fault that
 * was injected or a setting that asks for it.
 * Not here: the rules (acknak/check.h), running (cmd_sim.c).
 *
 * What the Link does to packets (bit errors, lose, damage, stuck ...) makes no port break a rule
 * and so explains nothing. A fault of a port does, in its wake: until TLPs have been acknowledged
 * again, and the replays that it may cause have long ended.
 */
#ifndef CLI_SIM_CHECK_H
#define CLI_SIM_CHECK_H

#include <stdbool.h>

#include "acknak/check.h"
#include "sim/scenario.h"

#define CLI_SIM_CHECK_RULES 64u
#define CLI_SIM_CHECK_HELD  8u /* findings of one record that wait; more go on at once */

struct cli_sim_check_held {
    struct ak_record record;
    char text[320];
};

struct cli_sim_check {
    bool on;
    const struct sim_scenario *scenario;
    struct ak_record_sink found; /* takes findings that are no notes */
    /* What a packet's fault does is told behind the packet, and findings about it behind that. */
    unsigned held_count;
    struct cli_sim_check_held held[CLI_SIM_CHECK_HELD];
    struct ak_check *check;
    uint64_t replay_limit_fs; /* the larger of both ports */
    bool has_fault;
    uint64_t fault_fs;       /* of the newest one that breaks rules; then of progress behind it */
    bool waits_for[2];       /* by port: for progress of its TLPs behind a fault */
    enum ak_record_kind hit; /* of the newest packet: what a fault behind it has hit */

    uint64_t records; /* of the wire that were judged */
    uint64_t notes;
    uint64_t by_faults;
    uint64_t by_settings;
    uint64_t unexplained;
    uint64_t waiting; /* findings about a packet whose fault may be told right behind it */
    uint64_t of_rule[CLI_SIM_CHECK_RULES]; /* findings by index of the rule */
    char first[420];                       /* of those without an explanation, or waiting */
};

/* `scenario` must stay valid. `found` takes the findings, but no notes; NULL: they are only
 * counted. Returns false if memory is short. */
bool cli_sim_check_begin(struct cli_sim_check *check, const struct sim_scenario *scenario,
                         const struct ak_record_sink *found);

/* As struct ak_record_sink; the context is a struct cli_sim_check. Returns what `found` returned.
 */
int cli_sim_check_take(void *context, const struct ak_record *record);

/* Hands on the findings about what was taken last. To be called before the next record of the wire
 * is shown. Returns what `found` returned. */
int cli_sim_check_flush(struct cli_sim_check *check);

/* The run has ended: judges what is overdue, and frees. The counts stay. */
void cli_sim_check_end(struct cli_sim_check *check);

#endif
