/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replays: their cause, order and count; REPLAY_TIMER.
 * Not here: new TLPs and what Acks acknowledge (sender.h).
 */
#ifndef AK_CHECK_REPLAY_H
#define AK_CHECK_REPLAY_H

#include "check/state.h"

/* A TLP is sent again; `good`: with a right LCRC. */
void ak_replay_tlp(struct ak_check *check, enum ak_direction direction,
                   const struct ak_record *record, uint16_t seq, bool good);

/* A new TLP is sent: no replay may be going on. */
void ak_replay_judge_new(struct ak_check *check, enum ak_direction direction, uint16_t seq);

/* Keeps what a later replay of this TLP is compared with. */
void ak_sender_store(struct ak_check *check, enum ak_direction direction,
                     const struct ak_record *record, uint16_t seq, bool good);

#endif
