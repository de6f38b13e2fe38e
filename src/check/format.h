/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each packet by itself: CRCs, framing, lengths, reserved fields.
 * Not here: what it does in the protocol (sender.h, receiver.h).
 */
#ifndef AK_CHECK_FORMAT_H
#define AK_CHECK_FORMAT_H

#include "check/state.h"

void ak_format_judge(struct ak_check *check, const struct ak_record *record,
                     const struct ak_packet_summary *packet);

/* A packet without an end has not been explained by what followed it. */
void ak_format_judge_cut(struct ak_check *check, enum ak_direction direction);

#endif
