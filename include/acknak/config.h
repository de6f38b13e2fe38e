/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a port is set up: memory, timer limits, policies.
 * Not here: the state that runs (state.h); where the limits come from (limits.h).
 */
#ifndef ACKNAK_CONFIG_H
#define ACKNAK_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/api.h"
#include "acknak/crc.h"
#include "acknak/frame.h"
#include "acknak/limits.h"

AK_BEGIN_DECLS

struct ak_slot;

#define AK_SLOTS_MAX 2048u

/*
 * Bytes of memory a replay buffer of `capacity_bytes` needs: a frame that starts before the end
 * of the capacity runs into the slack behind it, so that the capacity stays exact at the wrap.
 */
#define AK_REPLAY_MEMORY_BYTES(capacity_bytes) ((capacity_bytes) + AK_FRAME_MAX_BYTES)

/* A time that never comes. Rules: TIME-06. */
#define AK_TIME_NEVER UINT64_MAX

/* When an Ack or Nak that arrives during a replay takes effect (D15). Rules: TX-12. */
enum ak_replay_policy {
    AK_REPLAY_CONCURRENT, /* at once; TLPs it acknowledges are skipped by the replay */
    AK_REPLAY_DEFERRED,   /* stored, and applied when the replay has finished */
};

/*
 * Time is a count of the caller's ticks (a clock cycle, a symbol time, a femtosecond ...), all
 * of the same length, in 64 bits that never wrap.
 */
struct ak_config {
    /* Replay buffer: caller's memory, valid as long as the port is used. Rules: TX-04. */
    uint8_t *replay_memory;         /* AK_REPLAY_MEMORY_BYTES(replay_capacity_bytes) bytes */
    uint32_t replay_capacity_bytes; /* frames kept at most, in bytes; >= the largest frame used */
    struct ak_slot *slots;          /* slot_count entries, one per TLP kept */
    uint32_t slot_count;            /* TLPs kept at most: a power of two, 1 to AK_SLOTS_MAX */

    /* Timer limits in ticks, from limits.h. */
    uint64_t replay_limit; /* REPLAY_TIMER. Rules: TIME-01 */
    uint64_t ack_limit;    /* ACKNAK_LATENCY_TIMER: the Ack limit minus this port's own receive
                              and transmit delays (D29); 0 means as soon as ticked. Rules: TIME-05 */

    /* Policies. */
    enum ak_replay_policy replay_policy;
    uint16_t ack_every_tlps;  /* Ack early, each time this many TLPs are unacknowledged: 1 is each
                                 TLP, 0 leaves it to the timer. Rules: RX-08 */
    uint8_t retrain_limit;    /* rollovers without progress that ask for a retrain before the port
                                 gives up (D19); 0: never gives up. Rules: TX-15 */
    bool report_window_stall; /* a full window is a DL Protocol Error too (D1). Rules: TX-03 */

    /* First sequence numbers (D33): the peer's are the same two, exchanged. Rules: TX-02, RX-04. */
    uint16_t initial_seq;     /* NEXT_TRANSMIT_SEQ, 0 to 4095 */
    uint16_t initial_rcv_seq; /* NEXT_RCV_SEQ, 0 to 4095 */

    enum ak_crc_kernel crc_kernel;
};

/*
 * Fills `config` with the defaults: concurrent replay, Acks left to the timer, 4 retrains, both
 * numbers 0, the quickest CRC kernel of this processor. Memory and limits are left zero: the
 * caller sets them. Cost: one cpuid.
 */
AK_API void ak_config_default(struct ak_config *config);

/*
 * Sets replay_limit and ack_limit for a Link.
 *   link           the Link; read during the call only
 *   ticks_per_sym  length of a symbol time (ak_rate_symbol_fs) in the caller's ticks, at least 1
 *   own_delay_sym  what this port itself adds between the wire and the calls, receiving and
 *                  sending, in symbol times: the Ack limit is measured at the port, so it is taken
 *                  off (D29)
 * Returns AK_LIMITS_OK, or what is wrong with `link`, and then changes nothing.
 * Rules: LIM-01 to LIM-05, TIME-05.
 */
AK_API enum ak_limits_status ak_config_set_limits(struct ak_config *config,
                                                  const struct ak_limits_input *link,
                                                  uint64_t ticks_per_sym, uint64_t own_delay_sym);

AK_END_DECLS

#endif
