/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a link without errors sends in a while, and what that means for its closed form.
 * Not here: the closed form (rare_closed.h).
 */
#ifndef ACKNAK_STUDY_RARE_TRAFFIC_H
#define ACKNAK_STUDY_RARE_TRAFFIC_H

#include "acknak/frame.h"
#include "study/rare.h"

/* TLPs of one length. */
struct rare_length {
    uint64_t tlps;
    uint64_t line_bits; /* of all of them */
};

struct rare_counts {
    uint64_t time_fs;
    uint64_t limit_fs[SIM_PORT_COUNT]; /* REPLAY_TIMER */
    uint64_t replays;                  /* of a link that needs none */
    struct rare_direction_counts {
        struct rare_length lengths[AK_FRAME_MAX_BYTES + 1u]; /* by bytes of the frame */
        uint64_t tlps;
        uint64_t acks;
        uint64_t dllps;          /* Acks as well */
        uint64_t dllp_line_bits; /* of all */
        uint64_t line_bits;      /* of all packets */
        uint64_t sync_hdr_bits;  /* those of them that are sync headers (128b/130b) */
    } directions[SIM_DIRECTION_COUNT];
};

/* Runs the scenario without errors for `time_fs` and counts. About 66 KiB a direction. */
enum sim_status rare_count(const struct sim_scenario *scenario, uint64_t time_fs,
                           struct rare_counts *counts, char message[SIM_MESSAGE_BYTES]);

#endif
