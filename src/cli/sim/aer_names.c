/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The AER conditions of a port by name.
 * Not here: when they arise (the core).
 */
#include "cli/sim/aer_names.h"

const struct cli_aer cli_aer[CLI_AER_COUNT] = {
    {AK_EVENT_RECEIVER_ERROR, "Receiver Error", "correctable bit 0"},
    {AK_EVENT_BAD_TLP, "Bad TLP", "correctable bit 6"},
    {AK_EVENT_BAD_DLLP, "Bad DLLP", "correctable bit 7"},
    {AK_EVENT_REPLAY_NUM_ROLLOVER, "REPLAY_NUM Rollover", "correctable bit 8"},
    {AK_EVENT_REPLAY_TIMER_TIMEOUT, "Replay Timer Timeout", "correctable bit 12"},
    {AK_EVENT_DL_PROTOCOL_ERROR, "Data Link Protocol Error", "uncorrectable bit 4, fatal"},
};
