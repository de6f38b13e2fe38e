/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a replay buffer must hold so that it never throttles a direction, and how much delay
 * REPLAY_TIMER leaves room for: by formula, term by term, and by simulation.
 * Not here: throughput by formula (study/link_model.h), printing.
 *
 * A frame stays from the begin of its sending until the Ack that covers it has come back. The
 * formula adds up the longest time that this can take without an error; the buffer must hold what
 * is sent in it. REPLAY_TIMER counts from the last symbol of a TLP, so its slack is its limit less
 * the same sum without the TLP itself, shared between the two ways.
 */
#ifndef STUDY_SIZE_H
#define STUDY_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/run.h"
#include "study/link_model.h"

/* From the begin of a TLP to the end of its stay, in the order in which it happens. Femtoseconds.
 */
enum study_term {
    STUDY_TERM_TLP,          /* the TLP itself, the largest */
    STUDY_TERM_TX_DELAY,     /* sender: Data Link Layer to pin */
    STUDY_TERM_PROPAGATION,  /* there */
    STUDY_TERM_RX_DELAY,     /* receiver: pin to Data Link Layer */
    STUDY_TERM_ACK,          /* until the Ack falls due: latency limit less the receiver's own
                                delays, or the time to the n-th TLP */
    STUDY_TERM_IN_PROGRESS,  /* the packet that the Ack waits for, the largest of its direction */
    STUDY_TERM_SKP,          /* an SKP ordered set ahead of the Ack, with its alignment */
    STUDY_TERM_L0S,          /* exit from L0s of the Ack's direction */
    STUDY_TERM_DLLP,         /* the Ack itself */
    STUDY_TERM_ACK_TX_DELAY, /* receiver: Data Link Layer to pin */
    STUDY_TERM_BACK,         /* propagation back */
    STUDY_TERM_ACK_RX_DELAY, /* sender: pin to Data Link Layer */
    STUDY_TERM_COUNT
};

struct study_size {
    uint64_t terms_fs[STUDY_TERM_COUNT];
    uint64_t total_fs;
    uint64_t tlp_fs;      /* line time of the smallest TLP */
    uint32_t frame_bytes; /* of the largest TLP: number, TLP, LCRC */
    uint32_t needed_tlps;
    uint64_t begun_bytes;     /* of the TLPs that begin in total_fs */
    uint32_t mps_frame_bytes; /* the largest frame of the MPS: a buffer holds that at least */
    uint64_t needed_bytes;    /* the larger of the two */
    bool always_expires;      /* REPLAY_TIMER, before any Ack is back: no size suffices */
    uint64_t least_trip_fs;   /* for which it waits at least: the Ack due at once, its line free */
    uint64_t ack_limit_fs;    /* Ack latency limit, at the receiver's pins */
    uint64_t replay_limit_fs;
    uint64_t round_trip_fs; /* total without the TLP itself: what REPLAY_TIMER waits for */
    int64_t slack_fs;       /* one way; below 0: it expires without an error */
};

/* Whether the formula covers the traffic of the direction: memory writes only. */
bool study_size_covers(const struct sim_scenario *scenario, enum sim_direction direction,
                       char message[STUDY_MESSAGE_BYTES]);

/* The formula for one direction of a scenario that it covers. */
void study_size_compute(const struct sim_scenario *scenario, enum sim_direction direction,
                        struct study_size *size);

/* What a term is, in a few words. */
const char *study_term_name(enum study_term term);
/* The same as a key: "packet_in_progress". */
const char *study_term_key(enum study_term term);

/* ---- By simulation ---- */

/* One run at one size. */
struct study_size_run {
    uint64_t buffer_bytes;
    bool ran;                /* false: the buffer does not hold the largest frame */
    uint64_t throughput_bps; /* without the first quarter of the run, in which the link fills */
    uint64_t stalls;
    uint64_t timeouts; /* REPLAY_TIMER expired */
    uint32_t peak_tlps;
};

enum study_size_point {
    STUDY_POINT_HALF,
    STUDY_POINT_EQUAL,
    STUDY_POINT_DOUBLE,
    STUDY_POINT_COUNT
};

struct study_size_found {
    uint64_t smallest_bytes; /* the smallest that never throttled */
    uint32_t smallest_tlps;  /* what it held at most */
    /* Why there is none; the sizes are the formula's then. */
    bool window_throttles; /* at any size: 2047 TLPs are unacknowledged */
    uint64_t expired;      /* at any size: REPLAY_TIMER expired so often without an error, and
                              replays hold up new TLPs */
    bool at_least_a_frame; /* it is the largest frame: less cannot be run */
    struct study_size_run points[STUDY_POINT_COUNT]; /* of smallest_bytes */
    struct study_size_run formula;                   /* at the formula's size */
};

struct study_slack_found {
    bool fires_at_once;       /* without any extra delay */
    uint64_t most_fs;         /* largest extra delay one way without a time-out */
    uint64_t timeouts_beyond; /* time-outs with 1 ns more */
    bool beyond_range;        /* more than a scenario can have: most_fs is that */
};

/*
 * Finds them by bisection over runs of the scenario without its errors, faults and events, each
 * `time_fs` long. False, and a line in `message`, if a run fails. Some tens of runs.
 */
bool study_size_search(const struct sim_scenario *scenario, enum sim_direction direction,
                       uint64_t time_fs, struct study_size_found *found,
                       char message[SIM_MESSAGE_BYTES]);
bool study_slack_search(const struct sim_scenario *scenario, enum sim_direction direction,
                        uint64_t time_fs, struct study_slack_found *found,
                        char message[SIM_MESSAGE_BYTES]);

/* How long a run must be to meet every phase of TLPs, Acks and SKP ordered sets, and to tell the
 * throughput to 0.1 %; 16 times there and back, on a long cable. Paced TLPs: 20 ms at most. */
uint64_t study_size_time_fs(const struct sim_scenario *scenario);

#endif
