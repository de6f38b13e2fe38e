/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state of a port: plain, visible, owned by the caller. Read it freely; change it only through
 * the functions of tx.h, rx.h and port.h.
 * Not here: functions.
 */
#ifndef ACKNAK_STATE_H
#define ACKNAK_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/config.h"
#include "acknak/counters.h"
#include "acknak/dllp.h"

/* One TLP of the replay buffer; found by sequence number modulo the slot count. */
struct ak_slot {
    uint32_t offset;      /* of its frame in the replay memory */
    uint32_t frame_bytes; /* sequence number, TLP and LCRC */
};

/* REPLAY_TIMER and ACKNAK_LATENCY_TIMER. Rules: TIME-01 to TIME-04. */
enum ak_timer_state {
    AK_TIMER_HELD,            /* at 0 */
    AK_TIMER_HELD_FOR_REPLAY, /* at 0 until the last symbol of a replayed TLP */
    AK_TIMER_RUNNING,
};

struct ak_timer {
    uint64_t start; /* running: when it was 0; frozen: how far it has come */
    uint8_t state;  /* enum ak_timer_state */
};

/* What this port has on the wire, from ak_tx_begin to ak_tx_end. */
enum ak_wire {
    AK_WIRE_IDLE,
    AK_WIRE_ACK,
    AK_WIRE_NAK,
    AK_WIRE_DLLP, /* of another layer */
    AK_WIRE_TLP,  /* sent for the first time */
    AK_WIRE_TLP_REPLAYED,
    AK_WIRE_TLP_NULLIFIED,
};

/* What the transmitter still wants after a rollover of REPLAY_NUM. */
enum ak_retrain {
    AK_RETRAIN_NONE,
    AK_RETRAIN_ASKED,   /* no TLP begins; waiting for Recovery */
    AK_RETRAIN_RUNNING, /* no TLP begins; waiting for the link */
    AK_RETRAIN_DEAD,    /* gave up (D19): no TLP until the link goes down and up */
};

/*
 * Transmitter. Sequence numbers from oldest to newest:
 *   ackd_seq + 1 .. sent_end - 1           sent, not acknowledged: outstanding
 *   sent_end .. next_transmit_seq - 1      submitted, waiting to be sent
 * A replay runs while send_seq differs from sent_end or the TLP on the wire is a replayed one.
 */
struct ak_tx {
    uint8_t *memory;
    struct ak_slot *slots;
    uint32_t capacity_bytes;
    uint32_t head;       /* where the next frame goes, 0 to capacity_bytes - 1 */
    uint32_t spare_head; /* a submit need ask for nothing (is it open, is there room, is there a
                            new peak in the counters, does the ring wrap) up to this head, */
    uint16_t spare_end;  /* before this number; spare_head is 0 when it must ask */
    uint16_t slot_mask;
    uint16_t next_transmit_seq;
    uint16_t ackd_seq;
    uint16_t send_seq;  /* the TLP that begins next */
    uint16_t sent_end;  /* one past the newest TLP that counts as sent (D27) */
    bool only_new_tlps; /* whatever begins next is a new TLP; false when a begin must ask */
    uint8_t crc_kernel; /* enum ak_crc_kernel */
    struct ak_timer replay_timer;
    uint16_t wire_seq;     /* of the TLP on the wire */
    uint8_t wire;          /* enum ak_wire */
    uint8_t retrain;       /* enum ak_retrain */
    bool cut_through_open; /* the newest TLP may still be nullified */
    uint8_t replay_num;    /* 0 to 3 */
    bool stalled;          /* a submit has been refused for want of room */
    uint64_t replay_limit;
    uint32_t reserved_bytes; /* TLP handed out by ak_tx_reserve, 0: none */
    uint16_t stored_seq;     /* number of the newest Ack or Nak stored during a replay */
    bool stored;             /* stored_seq waits for the end of the replay (deferred) */
    bool stored_nak;         /* a Nak waits for the end of the replay */
    bool stored_timeout;     /* an expiry waits for the end of the replay (D26) */
    uint8_t retrain_count;   /* asked for since the last progress */
    uint8_t retrain_limit;
    uint8_t replay_policy; /* enum ak_replay_policy */
    bool report_window_stall;
};

/* Receiver. */
struct ak_rx {
    uint16_t next_rcv_seq;
    uint16_t unacked_tlps;   /* forwarded since the last Ack began, stops at 65535 */
    uint16_t ack_every_tlps; /* 0: left to the timer */
    uint16_t plain_tlps;     /* with fewer unacked_tlps a TLP that is good and next is no more than
                                counted; 0 when a TLP must ask */
    uint8_t crc_kernel;      /* enum ak_crc_kernel */
    bool nak_scheduled;      /* NAK_SCHEDULED */
    bool ack_waiting;        /* an Ack is scheduled and has not begun */
    bool nak_waiting;        /* a Nak is scheduled and has not begun */
    struct ak_timer acknak_latency_timer;
    uint64_t ack_limit;
};

/* State of the link as the LTSSM reports it. Rules: PORT-01, PORT-02. */
enum ak_link {
    AK_LINK_DOWN,     /* LinkUp = 0 */
    AK_LINK_RECOVERY, /* LinkUp = 1, LTSSM in Recovery or Configuration */
    AK_LINK_UP,       /* LinkUp = 1, packets can be sent */
};

/* DLLPs of another layer that wait to be sent. */
#define AK_OFFERED_MAX 4u /* DLLPs of a class that can wait */

struct ak_offered {
    uint8_t dllp[AK_OFFERED_MAX][4]; /* oldest first, without CRC */
    uint8_t count;
};

struct ak_port {
    struct ak_tx tx;
    struct ak_rx rx;
    uint8_t link;                   /* enum ak_link */
    bool link_disable;              /* Link Control register, Link Disable */
    uint32_t events;                /* enum ak_event, sticky until taken */
    uint8_t wire_dllp[6];           /* the DLLP on the wire */
    struct ak_offered flow_control; /* DLLPs behind Nak and Ack, before all TLPs (D23) */
    struct ak_offered other;        /* DLLPs behind everything else */
    uint16_t initial_seq;
    uint16_t initial_rcv_seq;
    struct ak_counters counters;
};

#endif
