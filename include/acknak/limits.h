/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timer limits: how long an Ack may take and when REPLAY_TIMER expires, in symbol times.
 * Not here: the timers themselves (tx.h, rx.h), rates and symbol times (rate.h).
 *
 * Ack limit    = floor((MPS + 28) * AF / W + ID) + Tx_L0s_Adjustment
 * REPLAY_TIMER = 3 * floor((MPS + 28) * AF / W + ID) + Rx_L0s_Adjustment
 *
 * AF is the Ack factor, W the width, ID the internal delay. The Ack value is floored before it is
 * multiplied by three; all arithmetic is in integers.
 */
#ifndef ACKNAK_LIMITS_H
#define ACKNAK_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/api.h"
#include "acknak/rate.h"

AK_BEGIN_DECLS

#define AK_TLP_OVERHEAD_SYM                                                                        \
    28u /* header, prefixes, ECRC, number, LCRC, framing: a fixed allowance */

#define AK_SIMPLIFIED_MIN_SYM     24000u
#define AK_SIMPLIFIED_MAX_SYM     31000u
#define AK_SIMPLIFIED_EXT_MIN_SYM 80000u /* with Extended Synch set */
#define AK_SIMPLIFIED_EXT_MAX_SYM 100000u

#define AK_REPLAY_TIMER_MAX_SYM   100000000u /* largest explicit limit */
#define AK_L0S_ADJUSTMENT_MAX_SYM 1000000u
#define AK_INTERNAL_DELAY_MAX_SYM 1000000u

/* Where the REPLAY_TIMER limit comes from. */
enum ak_replay_timer {
    AK_REPLAY_TIMER_DEFAULT,    /* simplified if max_rate is 16 GT/s or more, else table */
    AK_REPLAY_TIMER_TABLE,      /* three times the floored Ack limit */
    AK_REPLAY_TIMER_SIMPLIFIED, /* 24,000 to 31,000; 80,000 to 100,000 with Extended Synch */
    AK_REPLAY_TIMER_EXPLICIT    /* replay_timer_sym as given */
};

/* Revision of the Base Specification that a device under test claims. */
enum ak_base_revision {
    AK_BASE_ANY,     /* not known: what any revision allows */
    AK_BASE_1_TO_3,  /* 1.x to 3.1: the tables, -0 % / +100 % */
    AK_BASE_4_AND_UP /* 4.0 and later, non-flit: Ack limit is a maximum, simplified timer */
};

/* A Link as the limits see it. All zero but width and mps_bytes is a 2.5 GT/s Link by the table. */
struct ak_limits_input {
    enum ak_rate rate;              /* the rate the Link runs at */
    enum ak_rate max_rate;          /* the highest the port supports; below rate: taken as rate */
    uint32_t width;                 /* lanes: see ak_width_is_valid */
    uint32_t mps_bytes;             /* Max_Payload_Size; of several functions the smallest */
    uint32_t internal_delay_sym;    /* 0: that of the rate (19, 70, 115), else the number given */
    uint32_t tx_l0s_adjustment_sym; /* Base 1.x term of the Ack limit */
    uint32_t rx_l0s_adjustment_sym; /* Base 1.x term of REPLAY_TIMER */
    bool extended_synch;            /* Extended Synch bit: chooses the range of simplified */
    enum ak_replay_timer replay_timer;
    uint32_t replay_timer_sym; /* EXPLICIT: 1 or more; SIMPLIFIED: 0 (lowest) or in range */
};

/* Every term, and the two results. */
struct ak_limits {
    uint32_t mps_bytes;
    uint32_t overhead_sym; /* AK_TLP_OVERHEAD_SYM */
    uint32_t ack_factor_tenths;
    uint32_t width;
    uint32_t internal_delay_sym;
    uint32_t base_sym; /* floor((MPS + 28) * AF / W + ID): the Ack limit without L0s */
    uint32_t tx_l0s_adjustment_sym;
    uint32_t rx_l0s_adjustment_sym;
    uint32_t ack_sym;
    uint32_t replay_table_sym; /* 3 * base_sym + rx_l0s_adjustment_sym, whatever is in force */
    uint32_t replay_sym;       /* the limit in force */
    enum ak_replay_timer replay_timer; /* what replay_sym is: never AK_REPLAY_TIMER_DEFAULT */
};

/* What a device may show without breaking a rule. */
struct ak_limits_bounds {
    uint32_t ack_max_sym;
    uint32_t replay_min_sym;
    uint32_t replay_max_sym;
};

enum ak_limits_status {
    AK_LIMITS_OK,
    AK_LIMITS_BAD_RATE,
    AK_LIMITS_BAD_WIDTH,
    AK_LIMITS_BAD_MPS,
    AK_LIMITS_BAD_INTERNAL_DELAY,
    AK_LIMITS_BAD_L0S_ADJUSTMENT,
    AK_LIMITS_BAD_REPLAY_TIMER
};

/*
 * Computes both limits and shows their terms. `in` is read only; `out` is written only when the
 * answer is AK_LIMITS_OK. Constant time. Rules: LIM-01 to LIM-05.
 */
AK_API enum ak_limits_status ak_limits_compute(const struct ak_limits_input *in,
                                               struct ak_limits *out);

/* The Ack limit alone, in symbol times; 0 if `in` is not valid. Rules: LIM-01, LIM-03. */
AK_API uint32_t ak_limits_ack_sym(const struct ak_limits_input *in);

/* The REPLAY_TIMER limit in force, in symbol times; 0 if `in` is not valid. Rules: LIM-02..05. */
AK_API uint32_t ak_limits_replay_sym(const struct ak_limits_input *in);

/*
 * The bounds for judging another device on this Link (replay_timer in `in` is not looked at):
 * an Ack not later than ack_max_sym, a replay by timer not before replay_min_sym and not after
 * replay_max_sym. Packets in progress and L0s exits are the caller's allowance. `out` is written
 * only when the answer is AK_LIMITS_OK. Rules: LIM-01, LIM-02, LIM-04, LIM-05.
 */
AK_API enum ak_limits_status ak_limits_bound(const struct ak_limits_input *in,
                                             enum ak_base_revision revision,
                                             struct ak_limits_bounds *out);

/* Ack factor times ten: 10, 14, 20, 25 or 30; 0 if width or mps_bytes is not valid. Rules: LIM-01.
 */
AK_API uint32_t ak_limits_ack_factor_tenths(uint32_t width, uint32_t mps_bytes);

/* Internal delay of a rate in symbol times: 19, 70, or 115 from 8 GT/s on; 0 if no rate. */
AK_API uint32_t ak_limits_internal_delay_sym(enum ak_rate rate);

/* What the status says is wrong, as a short noun phrase in static storage. */
AK_API const char *ak_limits_status_name(enum ak_limits_status status);

/* "default", "table", "simplified" or "explicit". */
AK_API const char *ak_replay_timer_name(enum ak_replay_timer replay_timer);

AK_END_DECLS

#endif
