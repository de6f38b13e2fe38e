/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counters, flags and timers of both ports at one moment, side by side.
 * Not here: what is on the wire and what happens next (moment.c).
 */
#include "render/moment_counters.h"

#include <string.h>

#include "acknak/seq.h"
#include "trace/names.h"
#include "trace/units.h"

void ak_moment_put_padded(struct ak_output *out, const char *text, size_t columns)
{
    ak_output_text(out, text);
    for (size_t i = strlen(text); i < columns; i++)
        ak_output_char(out, ' ');
}

/* A cell of the table: right of the name, 24 columns wide. */
static void put_cell(struct ak_output *out, const char *text, bool last)
{
    if (last)
        ak_output_text(out, text);
    else
        ak_moment_put_padded(out, text, 26);
}

/* AK_STATE_ bits of what is not known of a port at the moment. */
static unsigned unknown_of(const struct ak_cause *cause)
{
    return cause->has_state ? cause->state.unknown : ~0u;
}

static void put_number_cell(struct ak_output *out, bool unknown, uint64_t number, bool last)
{
    char text[AK_DECIMAL_BYTES + 1] = "-";
    if (!unknown)
        text[ak_decimal_write(text, number)] = '\0';
    put_cell(out, text, last);
}

/* `bits`: of the state, without which the numbers mean nothing. */
static void put_number_row(struct ak_output *out, const char *name, const struct ak_cause now[2],
                           unsigned bits, uint64_t a, uint64_t b)
{
    ak_output_text(out, "  ");
    ak_moment_put_padded(out, name, 22);
    put_number_cell(out, (unknown_of(&now[0]) & bits) != 0, a, false);
    put_number_cell(out, (unknown_of(&now[1]) & bits) != 0, b, true);
    ak_output_char(out, '\n');
}

static size_t append(char *out, size_t at, const char *text)
{
    size_t bytes = strlen(text);
    memcpy(out + at, text, bytes);
    out[at + bytes] = '\0';
    return at + bytes;
}

static void put_timer_cell(struct ak_output *out, const struct ak_record_timer *timer,
                           uint64_t state_fs, uint64_t time_fs, bool last)
{
    char text[2 * AK_DECIMAL_BYTES + 32];
    uint64_t value_fs = ak_cause_timer_fs(timer, state_fs, time_fs);
    size_t at = append(text, 0, ak_name_of(&ak_names_timer, (int)timer->state));
    if (timer->state != AK_RECORD_TIMER_HELD) {
        at = append(text, at, ", ");
        at += ak_time_write_ns(text + at, value_fs);
        at = append(text, at, " of ");
    } else {
        at = append(text, at, ", limit ");
    }
    at += ak_time_write_ns(text + at, timer->limit_fs);
    (void)append(text, at, " ns");
    put_cell(out, text, last);
}

static void put_timer_row(struct ak_output *out, const char *name, const struct ak_cause now[2],
                          uint64_t time_fs, unsigned bit, const struct ak_record_timer *a,
                          const struct ak_record_timer *b)
{
    const struct ak_record_timer *timers[2] = {a, b};
    ak_output_text(out, "  ");
    ak_moment_put_padded(out, name, 22);
    for (int i = 0; i < 2; i++)
        if ((unknown_of(&now[i]) & bit) != 0)
            put_cell(out, "-", i == 1);
        else
            put_timer_cell(out, timers[i], now[i].state_fs, time_fs, i == 1);
    ak_output_char(out, '\n');
}

static uint32_t outstanding(const struct ak_record_state *state)
{
    return (uint32_t)(state->next_transmit_seq - state->ackd_seq - 1) & AK_SEQ_MASK;
}

void ak_moment_write_counters(const struct ak_cause now[2], uint64_t time_fs, struct ak_output *out)
{
    const struct ak_record_state *a = &now[0].state;
    const struct ak_record_state *b = &now[1].state;
    if (!now[0].has_state && !now[1].has_state) {
        ak_output_text(out, "  The trace does not tell the counters of the ports (no state record "
                            "up to here).\n");
        return;
    }
    ak_output_text(out, "                          port a                    port b\n");
    put_number_row(out, "next_transmit_seq", now, AK_STATE_NEXT_TRANSMIT_SEQ, a->next_transmit_seq,
                   b->next_transmit_seq);
    put_number_row(out, "ackd_seq", now, AK_STATE_ACKD_SEQ, a->ackd_seq, b->ackd_seq);
    put_number_row(out, "unacknowledged TLPs", now, AK_STATE_NEXT_TRANSMIT_SEQ | AK_STATE_ACKD_SEQ,
                   outstanding(a), outstanding(b));
    put_number_row(out, "replay buffer, TLPs", now, AK_STATE_REPLAY_BUFFER_TLPS,
                   a->replay_buffer_tlps, b->replay_buffer_tlps);
    put_number_row(out, "replay buffer, bytes", now, AK_STATE_REPLAY_BUFFER_BYTES,
                   a->replay_buffer_bytes, b->replay_buffer_bytes);
    put_number_row(out, "replay_num", now, AK_STATE_REPLAY_NUM, a->replay_num, b->replay_num);
    put_number_row(out, "replaying", now, AK_STATE_REPLAYING, a->replaying, b->replaying);
    put_timer_row(out, "replay_timer", now, time_fs, AK_STATE_REPLAY_TIMER, &a->replay_timer,
                  &b->replay_timer);
    put_number_row(out, "next_rcv_seq", now, AK_STATE_NEXT_RCV_SEQ, a->next_rcv_seq,
                   b->next_rcv_seq);
    put_number_row(out, "nak_scheduled", now, AK_STATE_NAK_SCHEDULED, a->nak_scheduled,
                   b->nak_scheduled);
    put_timer_row(out, "acknak_latency_timer", now, time_fs, AK_STATE_ACKNAK_LATENCY_TIMER,
                  &a->acknak_latency_timer, &b->acknak_latency_timer);
}
