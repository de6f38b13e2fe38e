/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is still open when a trace ends.
 * Not here: what is overdue by then (receiver.h, sender.h).
 */
#ifndef AK_CHECK_OPEN_H
#define AK_CHECK_OPEN_H

#include "check/state.h"

/* Tallies the answers and replays that were due and did not come as not judged, with the reason. */
void ak_check_count_open(struct ak_check *check);

#endif
