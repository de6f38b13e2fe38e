/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the wire has shown of each port, handed on as STATE records.
 * Not here: the models it is taken from (sender.c, receiver.c).
 */
#include "check/states.h"

#include <string.h>

static void state_of_sender(const struct ak_sender *sender, struct ak_record_state *state)
{
    if (sender->knows_next)
        state->next_transmit_seq = sender->next_transmit_seq;
    else
        state->unknown |= AK_STATE_NEXT_TRANSMIT_SEQ;
    if (!sender->knows_ackd) {
        state->unknown |= AK_STATE_ACKD_SEQ | AK_STATE_REPLAY_NUM | AK_STATE_REPLAYING |
                          AK_STATE_REPLAY_BUFFER_TLPS;
        return;
    }
    state->ackd_seq = sender->ackd_seq;
    state->replay_num = (uint8_t)(sender->initiations_max & 3u);
    state->replaying = sender->replaying;
    if (sender->knows_next)
        state->replay_buffer_tlps =
            ak_seq_distance(ak_seq_add(sender->ackd_seq, 1), sender->next_transmit_seq);
    else
        state->unknown |= AK_STATE_REPLAY_BUFFER_TLPS;
}

static void state_of_receiver(const struct ak_receiver *receiver, struct ak_record_state *state)
{
    if (receiver->known)
        state->next_rcv_seq = receiver->next_rcv_seq;
    else
        state->unknown |= AK_STATE_NEXT_RCV_SEQ;
    if (receiver->known && receiver->nak_flag != AK_NAK_MAYBE)
        state->nak_scheduled = receiver->nak_flag == AK_NAK_SET;
    else
        state->unknown |= AK_STATE_NAK_SCHEDULED;
}

static void state_of(const struct ak_check *check, enum ak_port_name port,
                     struct ak_record_state *state)
{
    enum ak_direction out = port == AK_PORT_A ? AK_DOWNSTREAM : AK_UPSTREAM;
    const struct ak_sender *sender = &check->way[out].sender;
    const struct ak_receiver *receiver = &check->way[ak_opposite(out)].receiver;
    memset(state, 0, sizeof *state);
    state->port = port;
    /* The wire shows neither timers nor what a buffer holds beside TLPs that were sent. */
    state->unknown =
        AK_STATE_REPLAY_BUFFER_BYTES | AK_STATE_REPLAY_TIMER | AK_STATE_ACKNAK_LATENCY_TIMER;
    state_of_sender(sender, state);
    state_of_receiver(receiver, state);
}

static bool differ(const struct ak_record_state *one, const struct ak_record_state *other)
{
    return one->next_transmit_seq != other->next_transmit_seq || one->ackd_seq != other->ackd_seq ||
           one->next_rcv_seq != other->next_rcv_seq || one->replay_num != other->replay_num ||
           one->nak_scheduled != other->nak_scheduled || one->replaying != other->replaying ||
           one->unknown != other->unknown;
}

void ak_check_tell_states(struct ak_check *check)
{
    for (int i = 0; i < 2; i++) {
        struct ak_record told;
        memset(&told, 0, sizeof told);
        state_of(check, (enum ak_port_name)i, &told.state);
        if (check->has_told[i] && !differ(&told.state, &check->told[i]))
            continue;
        check->has_told[i] = true;
        check->told[i] = told.state;
        told.kind = AK_RECORD_STATE;
        told.about = check->last_number;
        told.time_fs = check->now_fs;
        told.end_fs = check->now_fs;
        int result = check->sink.take(check->sink.context, &told);
        if (check->result == 0)
            check->result = result;
    }
}
