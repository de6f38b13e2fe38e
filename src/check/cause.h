/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What can have started a replay: a Nak, or REPLAY_TIMER.
 * Not here: what the replay then sends (replay.h).
 */
#ifndef AK_CHECK_CAUSE_H
#define AK_CHECK_CAUSE_H

#include "check/state.h"

/* What can have started a replay. */
struct ak_cause {
    bool nak;
    bool made_progress;         /* that Nak */
    uint64_t nak_fs;            /* end of the first Nak that waits for a replay */
    bool timer;                 /* REPLAY_TIMER can have come to its limit */
    bool stale;                 /* it can have, had Acks that came just before not been used yet */
    uint64_t stale_progress_fs; /* the first of these */
    bool timer_unknown;         /* or it cannot be told */
    bool timer_needs_flight;    /* and only by a flight time that was not told */
    uint64_t elapsed_fs;        /* since it started */
};

/* How long after an Ack or Nak has ended a sender may still act without it. */
uint64_t ak_sender_reaction(const struct ak_check *check, enum ak_direction direction);

/* Whether `cause_fs` is so near before `time_fs` that a replay of then may have begun only now. */
bool ak_cause_is_recent(const struct ak_check *check, enum ak_direction direction,
                        uint64_t cause_fs, uint64_t time_fs);

/* What can have started a replay whose first symbol leaves at `time_fs`. */
void ak_cause_find(const struct ak_check *check, enum ak_direction direction, uint64_t time_fs,
                   struct ak_cause *cause);

/* Whether that replay may still send TLP `seq`, which was acknowledged: the Ack may not have been
 * used yet, or the replay may have begun before it (D15, D26). */
bool ak_cause_misses_ack(const struct ak_check *check, enum ak_direction direction,
                         uint64_t time_fs, uint16_t seq, const struct ak_cause *cause);

/* An Ack that ended at `progress_fs` starts REPLAY_TIMER over: until it is used the timer runs on
 * as it did since `timer_fs`. Of too many such Acks the first are kept. */
void ak_cause_keep_timer(struct ak_check *check, enum ak_direction direction, uint64_t timer_fs,
                         uint64_t progress_fs);

/* Whether that replay may have been initiated before the last progress. */
bool ak_cause_precedes_progress(const struct ak_check *check, enum ak_direction direction,
                                uint64_t time_fs, const struct ak_cause *cause);

#endif
