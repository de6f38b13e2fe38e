/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The numbers of a port's snapshot, one by one, for those who write them all.
 * Not here: its timers.
 */
#include "trace/state_numbers.h"

void ak_state_numbers(const struct ak_record_state *state,
                      struct ak_state_number numbers[AK_STATE_NUMBERS])
{
    const struct {
        const char *key;
        uint32_t value;
        unsigned bit;
    } all[AK_STATE_NUMBERS] = {
        {"next_transmit_seq", state->next_transmit_seq, AK_STATE_NEXT_TRANSMIT_SEQ},
        {"ackd_seq", state->ackd_seq, AK_STATE_ACKD_SEQ},
        {"next_rcv_seq", state->next_rcv_seq, AK_STATE_NEXT_RCV_SEQ},
        {"replay_num", state->replay_num, AK_STATE_REPLAY_NUM},
        {"nak_scheduled", state->nak_scheduled, AK_STATE_NAK_SCHEDULED},
        {"replaying", state->replaying, AK_STATE_REPLAYING},
        {"replay_buffer_tlps", state->replay_buffer_tlps, AK_STATE_REPLAY_BUFFER_TLPS},
        {"replay_buffer_bytes", state->replay_buffer_bytes, AK_STATE_REPLAY_BUFFER_BYTES},
    };
    for (unsigned i = 0; i < AK_STATE_NUMBERS; i++)
        numbers[i] = (struct ak_state_number){
            .key = all[i].key,
            .value = all[i].value,
            .known = (state->unknown & all[i].bit) == 0,
            .is_flag = all[i].bit == AK_STATE_NAK_SCHEDULED || all[i].bit == AK_STATE_REPLAYING,
        };
}
