/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a port does what it does next: follows what the ports of a trace did last.
 * Not here: their counters and timers (moment.c).
 */
#ifndef AK_RENDER_MOMENT_CAUSE_H
#define AK_RENDER_MOMENT_CAUSE_H

#include "acknak/record.h"
#include "trace/output.h"

/* What one port did last. */
struct ak_cause {
    bool has_replay;
    uint64_t replay_fs;
    uint16_t replay_seq;
    uint32_t replay_count;
    bool replay_by_nak; /* else by an expiry */
    bool replay_ended;
    uint16_t nak_seq;
    bool has_drop;
    enum ak_act drop;
    uint64_t drop_fs;
    bool has_ack;
    uint64_t ack_fs;       /* when the newest Ack was scheduled */
    bool ack_by_duplicate; /* a duplicate was dropped at that time */
    bool ack_by_limit;     /* acknak_latency_timer had reached its limit */
    bool has_submit;
    uint64_t submit_fs; /* of the newest TLP submitted */
    uint16_t submit_seq;
    bool has_state;
    uint64_t state_fs;
    struct ak_record_state state;
};

/* Takes a PORT or STATE record of this port. */
void ak_cause_take(struct ak_cause *cause, const struct ak_record *record);

/* How far a timer is at `time_fs`. */
uint64_t ak_cause_timer_fs(const struct ak_record_timer *timer, uint64_t state_fs,
                           uint64_t time_fs);

/* Writes why the port that `cause` follows sends this packet, as a clause; or nothing. */
void ak_cause_write_packet(const struct ak_cause *cause, const struct ak_record *packet,
                           struct ak_output *output);

#endif
