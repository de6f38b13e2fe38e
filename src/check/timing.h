/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much time there is: limits, allowances, and time in which the Link was not in L0.
 * Not here: what is due (sender.h, receiver.h).
 */
#ifndef AK_CHECK_TIMING_H
#define AK_CHECK_TIMING_H

#include "check/state.h"

/* Takes over what a record says about the Link. */
void ak_check_set_link(struct ak_check *check, const struct ak_record_link *link);

/* Time from `from_fs` to `to_fs` in which the Link was in L0; 0 if `to_fs` is earlier. *exact is
 * set to false if more intervals may have lain between than are remembered. */
uint64_t ak_check_elapsed(const struct ak_check *check, uint64_t from_fs, uint64_t to_fs,
                          bool *exact);

void ak_check_clock_stop(struct ak_check *check, uint64_t time_fs, bool implied);
void ak_check_clock_start(struct ak_check *check, uint64_t time_fs);

/* Whether the trace shows TLPs as they leave the sender of `direction`, Acks as they reach it. */
bool ak_check_sees_sent(const struct ak_check *check, enum ak_direction direction);
bool ak_check_sees_received(const struct ak_check *check, enum ak_direction direction);

/* How far apart two directions may be in the trace, seen from the sender or the receiver of TLPs
 * in `direction`: 0 if both were taken at that port. */
uint64_t ak_check_sender_skew(const struct ak_check *check, enum ak_direction direction);
uint64_t ak_check_receiver_skew(const struct ak_check *check, enum ak_direction direction);

#endif
