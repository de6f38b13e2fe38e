/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The receive side of a port, judged by the TLPs it receives and the Acks and Naks it sends.
 * Not here: what its peer makes of those (sender.h).
 */
#ifndef AK_CHECK_RECEIVER_H
#define AK_CHECK_RECEIVER_H

#include "check/state.h"

/* Numbers become unknown, or start at `first_seq` after a reset. */
void ak_receiver_forget(struct ak_check *check, enum ak_direction direction);
void ak_receiver_reset(struct ak_check *check, enum ak_direction direction, uint16_t first_seq);

/* A TLP as it was received. */
void ak_receiver_tlp(struct ak_check *check, enum ak_direction direction,
                     const struct ak_record *record, const struct ak_packet_summary *packet);

/* Something was damaged that may have been a TLP: a Nak may follow, or none. */
void ak_receiver_hidden(struct ak_check *check, enum ak_direction direction);

/* A good Ack or Nak as it was sent; it travels against `direction`. */
void ak_receiver_ack(struct ak_check *check, enum ak_direction direction,
                     const struct ak_record *record, uint16_t seq, bool is_nak);

/* A damaged DLLP that may have been the Ack or Nak that is due. */
void ak_receiver_doubt(struct ak_check *check, enum ak_direction direction);

/* Time has come to check->now_fs: reports what is overdue, and brings *next_fs forward to the time
 * after which something else may be. */
void ak_receiver_advance(struct ak_check *check, enum ak_direction direction, uint64_t *next_fs);

/* The Link leaves L0: what was arriving is cut. */
void ak_receiver_cut(struct ak_check *check, enum ak_direction direction, uint64_t time_fs);

/* The Link leaves L0: an Ack or Nak that was being sent is cut, and may be sent again (D31). */
void ak_receiver_answer_cut(struct ak_check *check, enum ak_direction direction, uint64_t time_fs);

/* Settles numbers that looked too high, once nothing can come any more that clears them. */
void ak_receiver_settle(struct ak_check *check, enum ak_direction direction, bool at_end,
                        uint64_t *next_fs);

#endif
