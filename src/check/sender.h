/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The transmit side of a port, judged by the TLPs it sends and the Acks and Naks it receives.
 * Not here: what its peer makes of them (receiver.h).
 */
#ifndef AK_CHECK_SENDER_H
#define AK_CHECK_SENDER_H

#include "check/state.h"

/* Numbers become unknown, or start at `first_seq` after a reset. */
void ak_sender_forget(struct ak_check *check, enum ak_direction direction);
void ak_sender_reset(struct ak_check *check, enum ak_direction direction, uint16_t first_seq);

/* A TLP as it was sent. */
void ak_sender_tlp(struct ak_check *check, enum ak_direction direction,
                   const struct ak_record *record, const struct ak_packet_summary *packet);

/* A good Ack or Nak as it was received; it travels against `direction`. */
void ak_sender_ack(struct ak_check *check, enum ak_direction direction,
                   const struct ak_record *record, uint16_t seq, bool is_nak);

/* Time has come to check->now_fs: reports what is overdue, and brings *next_fs forward to the time
 * after which something else may be. */
void ak_sender_advance(struct ak_check *check, enum ak_direction direction, uint64_t *next_fs);

/* The Link leaves L0: what was being sent is cut. */
void ak_sender_cut(struct ak_check *check, enum ak_direction direction, uint64_t time_fs);

/* When REPLAY_TIMER must have started at 0 at the earliest; false if it holds or is not known. */
bool ak_sender_timer(const struct ak_check *check, enum ak_direction direction, uint64_t *start_fs);

#endif
