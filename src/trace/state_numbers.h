/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The numbers of a port's snapshot, one by one, for those who write them all.
 * Not here: its timers.
 */
#ifndef AK_TRACE_STATE_NUMBERS_H
#define AK_TRACE_STATE_NUMBERS_H

#include "acknak/record.h"

#define AK_STATE_NUMBERS 8u

struct ak_state_number {
    const char *key; /* as in a text trace: "next_rcv_seq" */
    uint32_t value;
    bool known;
    bool is_flag; /* value is 0 or 1 */
};

/* Fills in all of them, in the order of a text trace. */
void ak_state_numbers(const struct ak_record_state *state,
                      struct ak_state_number numbers[AK_STATE_NUMBERS]);

#endif
