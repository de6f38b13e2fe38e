/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the wire has shown of each port, handed on as STATE records.
 * Not here: the models it is taken from (sender.h, receiver.h).
 */
#ifndef AK_CHECK_STATES_H
#define AK_CHECK_STATES_H

#include "check/state.h"

/* Hands on the state of each port that has changed since it was told last. */
void ak_check_tell_states(struct ak_check *check);

#endif
