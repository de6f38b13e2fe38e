/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The signals of a value change dump, and how their values are written.
 * Not here: when they change (fmt_vcd.c).
 */
#ifndef AK_RENDER_VCD_SIGNALS_H
#define AK_RENDER_VCD_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/output.h"

enum signal {
    NEXT_TRANSMIT_SEQ,
    ACKD_SEQ,
    NEXT_RCV_SEQ,
    REPLAY_NUM,
    NAK_SCHEDULED,
    REPLAYING,
    REPLAY_BUFFER_TLPS,
    REPLAY_BUFFER_BYTES,
    REPLAY_TIMER_RUNNING,
    REPLAY_TIMER_NS,
    LATENCY_TIMER_RUNNING,
    LATENCY_TIMER_NS,
    TX_BUSY,
    TX_SEQ,
    TX_PACKET,
    RX_BUSY,
    RX_SEQ,
    RX_PACKET,
    ACT,
    PORT_SIGNALS
};

/* Behind those of both ports. */
enum link_signal {
    LINK_UP = 2 * PORT_SIGNALS,
    LINK_RECOVERY,
    LINK_FAULT,
    LINK_FINDING,
    SIGNAL_COUNT
};

/* Bits of a signal; 0: it is text. */
unsigned ak_vcd_bits(unsigned signal);

/* The bit of struct ak_record_state.unknown that a signal of a state has. */
unsigned ak_vcd_state_bits(unsigned signal);

/* Declares the signals from `first` to `end` - 1 in a module of this name. */
void ak_vcd_put_scope(struct ak_output *out, const char *name, unsigned first, unsigned end);

/* A change of a signal with bits, and of one that is text. */
void ak_vcd_put_value(struct ak_output *out, unsigned signal, uint64_t value, bool unknown);
void ak_vcd_put_text(struct ak_output *out, unsigned signal, const char *text);

#endif
