/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The signals of a value change dump, and how their values are written.
 * Not here: when they change (fmt_vcd.c).
 */
#include "render/vcd_signals.h"

#include "acknak/record.h"

struct row {
    const char *name;
    unsigned bits; /* 0: text */
};

static const struct row port_rows[PORT_SIGNALS] = {
    [NEXT_TRANSMIT_SEQ] = {"next_transmit_seq", 12},
    [ACKD_SEQ] = {"ackd_seq", 12},
    [NEXT_RCV_SEQ] = {"next_rcv_seq", 12},
    [REPLAY_NUM] = {"replay_num", 2},
    [NAK_SCHEDULED] = {"nak_scheduled", 1},
    [REPLAYING] = {"replaying", 1},
    [REPLAY_BUFFER_TLPS] = {"replay_buffer_tlps", 16},
    [REPLAY_BUFFER_BYTES] = {"replay_buffer_bytes", 32},
    [REPLAY_TIMER_RUNNING] = {"replay_timer_running", 1},
    [REPLAY_TIMER_NS] = {"replay_timer_ns", 48},
    [LATENCY_TIMER_RUNNING] = {"acknak_latency_timer_running", 1},
    [LATENCY_TIMER_NS] = {"acknak_latency_timer_ns", 48},
    [TX_BUSY] = {"tx_busy", 1},
    [TX_SEQ] = {"tx_seq", 12},
    [TX_PACKET] = {"tx_packet", 0},
    [RX_BUSY] = {"rx_busy", 1},
    [RX_SEQ] = {"rx_seq", 12},
    [RX_PACKET] = {"rx_packet", 0},
    [ACT] = {"act", 0},
};

static const struct row link_rows[SIGNAL_COUNT - LINK_UP] = {
    {"up", 1}, {"recovery", 1}, {"fault", 0}, {"finding", 0}};

/* Which bit of `unknown` each signal of a state has. */
static const unsigned state_bits[] = {
    [NEXT_TRANSMIT_SEQ] = AK_STATE_NEXT_TRANSMIT_SEQ,
    [ACKD_SEQ] = AK_STATE_ACKD_SEQ,
    [NEXT_RCV_SEQ] = AK_STATE_NEXT_RCV_SEQ,
    [REPLAY_NUM] = AK_STATE_REPLAY_NUM,
    [NAK_SCHEDULED] = AK_STATE_NAK_SCHEDULED,
    [REPLAYING] = AK_STATE_REPLAYING,
    [REPLAY_BUFFER_TLPS] = AK_STATE_REPLAY_BUFFER_TLPS,
    [REPLAY_BUFFER_BYTES] = AK_STATE_REPLAY_BUFFER_BYTES,
    [REPLAY_TIMER_RUNNING] = AK_STATE_REPLAY_TIMER,
    [REPLAY_TIMER_NS] = AK_STATE_REPLAY_TIMER,
    [LATENCY_TIMER_RUNNING] = AK_STATE_ACKNAK_LATENCY_TIMER,
    [LATENCY_TIMER_NS] = AK_STATE_ACKNAK_LATENCY_TIMER,
};

static const struct row *row_of(unsigned signal)
{
    return signal < LINK_UP ? &port_rows[signal % PORT_SIGNALS] : &link_rows[signal - LINK_UP];
}

/* There are fewer signals than printable characters. */
static void put_id(struct ak_output *out, unsigned signal)
{
    ak_output_char(out, (char)('!' + signal));
}

void ak_vcd_put_scope(struct ak_output *out, const char *name, unsigned first, unsigned end)
{
    ak_output_text(out, "$scope module ");
    ak_output_text(out, name);
    ak_output_text(out, " $end\n");
    for (unsigned signal = first; signal < end; signal++) {
        const struct row *row = row_of(signal);
        ak_output_text(out, row->bits > 0 ? "$var wire " : "$var string ");
        ak_output_number(out, row->bits > 0 ? row->bits : 1);
        ak_output_char(out, ' ');
        put_id(out, signal);
        ak_output_char(out, ' ');
        ak_output_text(out, row->name);
        ak_output_text(out, " $end\n");
    }
    ak_output_text(out, "$upscope $end\n");
}

void ak_vcd_put_value(struct ak_output *out, unsigned signal, uint64_t value, bool unknown)
{
    unsigned bits = row_of(signal)->bits;
    if (unknown) {
        ak_output_text(out, bits == 1 ? "x" : "bx ");
    } else if (bits == 1) {
        ak_output_char(out, value != 0 ? '1' : '0');
    } else {
        unsigned used = 1;
        while (used < bits && value >> used != 0)
            used++;
        ak_output_char(out, 'b');
        while (used-- > 0)
            ak_output_char(out, (value >> used & 1) != 0 ? '1' : '0');
        ak_output_char(out, ' ');
    }
    put_id(out, signal);
    ak_output_char(out, '\n');
}

void ak_vcd_put_text(struct ak_output *out, unsigned signal, const char *text)
{
    ak_output_char(out, 's');
    for (; *text != '\0'; text++)
        ak_output_char(out, *text > ' ' && *text < 0x7F ? *text : '_');
    ak_output_char(out, ' ');
    put_id(out, signal);
    ak_output_char(out, '\n');
}

unsigned ak_vcd_bits(unsigned signal)
{
    return row_of(signal)->bits;
}

unsigned ak_vcd_state_bits(unsigned signal)
{
    return state_bits[signal];
}
