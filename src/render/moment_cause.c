/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a port does what it does next.
 * Not here: its counters and timers (moment.c).
 */
#include "render/moment_cause.h"

#include "acknak/seq.h"
#include "trace/packet.h"

uint64_t ak_cause_timer_fs(const struct ak_record_timer *timer, uint64_t state_fs, uint64_t time_fs)
{
    if (timer->state != AK_RECORD_TIMER_RUNNING || time_fs < state_fs)
        return timer->value_fs;
    return timer->value_fs + (time_fs - state_fs);
}

static void take_schedule_ack(struct ak_cause *cause, uint64_t time_fs)
{
    const struct ak_record_timer *timer = &cause->state.acknak_latency_timer;
    cause->has_ack = true;
    cause->ack_fs = time_fs;
    cause->ack_by_duplicate =
        cause->has_drop && cause->drop == AK_ACT_DROP_DUPLICATE && cause->drop_fs == time_fs;
    cause->ack_by_limit = cause->has_state && timer->state == AK_RECORD_TIMER_RUNNING &&
                          ak_cause_timer_fs(timer, cause->state_fs, time_fs) >= timer->limit_fs;
}

static void take_act(struct ak_cause *cause, uint64_t time_fs, const struct ak_record_port *act)
{
    if (act->act >= AK_ACT_DROP_DUPLICATE && act->act <= AK_ACT_DROP_INACTIVE) {
        cause->has_drop = true;
        cause->drop = act->act;
        cause->drop_fs = time_fs;
    } else if (act->act == AK_ACT_SCHEDULE_ACK) {
        take_schedule_ack(cause, time_fs);
    } else if (act->act == AK_ACT_TAKE_NAK) {
        cause->replay_by_nak = true;
        cause->nak_seq = act->seq;
    } else if (act->act == AK_ACT_TIMEOUT) {
        cause->replay_by_nak = false;
    } else if (act->act == AK_ACT_REPLAY_START) {
        cause->has_replay = true;
        cause->replay_ended = false;
        cause->replay_fs = time_fs;
        cause->replay_seq = act->seq;
        cause->replay_count = act->count;
    } else if (act->act == AK_ACT_REPLAY_END) {
        cause->replay_ended = true;
    } else if (act->act == AK_ACT_SUBMIT) {
        cause->has_submit = true;
        cause->submit_fs = time_fs;
        cause->submit_seq = act->seq;
    }
}

void ak_cause_take(struct ak_cause *cause, const struct ak_record *record)
{
    if (record->kind == AK_RECORD_PORT) {
        take_act(cause, record->time_fs, &record->port_act);
    } else if (record->kind == AK_RECORD_STATE) {
        cause->has_state = true;
        cause->state_fs = record->time_fs;
        cause->state = record->state;
    }
}

static void put_at(struct ak_output *out, uint64_t time_fs)
{
    ak_output_text(out, " at ");
    ak_output_time(out, time_fs);
    ak_output_text(out, " ns");
}

static void write_replay(const struct ak_cause *cause, struct ak_output *out)
{
    ak_output_text(out, "it replays ");
    ak_output_number(out, cause->replay_seq);
    if (cause->replay_count > 1) {
        ak_output_text(out, " to ");
        ak_output_number(out, (cause->replay_seq + cause->replay_count - 1) & AK_SEQ_MASK);
    }
    if (cause->replay_by_nak) {
        ak_output_text(out, " after Nak ");
        ak_output_number(out, cause->nak_seq);
    } else {
        ak_output_text(out, " after replay_timer expired");
    }
    put_at(out, cause->replay_fs);
}

static void write_nak(const struct ak_cause *cause, struct ak_output *out)
{
    static const char *const causes[AK_ACT_COUNT] = {
        [AK_ACT_DROP_OUT_OF_SEQ] = "a TLP came out of order",
        [AK_ACT_DROP_BAD_LCRC] = "a TLP came with a bad LCRC",
        [AK_ACT_DROP_ERROR] = "a Receiver Error hit a TLP",
    };
    if (!cause->has_drop || causes[cause->drop] == NULL)
        return;
    ak_output_text(out, causes[cause->drop]);
    put_at(out, cause->drop_fs);
}

static void write_ack(const struct ak_cause *cause, struct ak_output *out)
{
    if (!cause->has_ack)
        return;
    if (cause->ack_by_duplicate)
        ak_output_text(out, "a duplicate came");
    else if (cause->ack_by_limit)
        ak_output_text(out, "acknak_latency_timer reached its limit");
    else
        ak_output_text(out, "its policy asked for an early Ack");
    put_at(out, cause->ack_fs);
}

void ak_cause_write_packet(const struct ak_cause *cause, const struct ak_record *packet,
                           struct ak_output *output)
{
    struct ak_packet_summary summary;
    ak_packet_summarise(packet, &summary);
    if (summary.sort == AK_SORT_ACK)
        write_ack(cause, output);
    else if (summary.sort == AK_SORT_NAK)
        write_nak(cause, output);
    else if (summary.sort == AK_SORT_TLP && cause->has_replay && !cause->replay_ended)
        write_replay(cause, output);
    else if (summary.sort == AK_SORT_TLP && cause->has_submit && cause->submit_seq == summary.seq) {
        ak_output_text(output, "it was submitted");
        put_at(output, cause->submit_fs);
    }
}
