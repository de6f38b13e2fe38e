/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A second implementation of a port, slow and plain: sequence numbers are integers that never
 * wrap, buffers are lists, timers count elapsed ticks. Written from the rules alone; a comparison
 * of it with the library shows where one of the two misread them.
 * Not here: anything shared with src/core except the public enumerators and the counters' struct.
 */
#ifndef ACKNAK_TESTS_NAIVE_PORT_H
#define ACKNAK_TESTS_NAIVE_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/port.h"
#include "acknak/rx.h"
#include "acknak/tx.h"

#define NAIVE_KEPT_MAX 2049u

struct naive_tlp {
    int64_t number; /* modulo 4096: the sequence number */
    uint8_t *frame; /* sequence number, TLP, LCRC; owned */
    uint32_t frame_bytes;
};

struct naive_timer {
    bool running;
    uint64_t elapsed;
};

/* What a timer that does not run waits for. */
enum naive_hold {
    NAIVE_HOLD_UNTIL_END,          /* the end of any unacknowledged TLP */
    NAIVE_HOLD_UNTIL_REPLAYED_END, /* the end of a replayed TLP */
    NAIVE_HOLD_UNTIL_NEXT_REPLAY,  /* the replay after the one that runs (D26) */
};

struct naive_queue {
    uint8_t dllp[AK_OFFERED_MAX][4];
    uint32_t count;
};

struct naive_port {
    struct ak_config config;
    enum ak_link link;
    bool link_disable;
    uint64_t now;
    uint32_t events;
    struct ak_counters counters;

    /* Transmitter. */
    struct naive_tlp kept[NAIVE_KEPT_MAX]; /* not acknowledged, oldest first */
    uint32_t kept_count;
    uint32_t frame_bytes_of[4096]; /* by sequence number: of the newest TLP that had it */
    int64_t next;                  /* NEXT_TRANSMIT_SEQ */
    int64_t acked;                 /* ACKD_SEQ */
    int64_t sent;                  /* the newest TLP that counts as sent */
    bool open;                     /* the newest TLP may still be nullified */
    bool stalled;
    uint32_t replay_num;
    bool replaying;
    int64_t replay_next; /* the TLP that the replay sends next */
    enum ak_retrain retrain;
    uint32_t retrain_count;
    struct naive_timer replay_timer;
    enum naive_hold hold;
    int64_t stored_number; /* newest Ack or Nak stored by the deferred policy; at least acked */
    int64_t stored_ack;    /* newest Ack received during the replay, -1: none */
    int64_t stored_nak;    /* newest Nak received during the replay, -1: none */
    bool stored_timeout;

    /* The wire. */
    enum ak_wire wire;
    struct naive_tlp wire_tlp; /* a copy of its own */
    uint8_t wire_dllp[6];
    struct naive_queue flow_control;
    struct naive_queue other;

    /* Receiver. */
    int64_t expected; /* NEXT_RCV_SEQ */
    uint32_t unacked; /* delivered since the last Ack began */
    bool nak_scheduled;
    bool ack_waiting;
    bool nak_waiting;
    struct naive_timer latency_timer;
};

void naive_init(struct naive_port *port, const struct ak_config *config);
void naive_free(struct naive_port *port);

/* The calls of tx.h. */
enum ak_status naive_may_submit(struct naive_port *port, uint32_t tlp_bytes);
enum ak_status naive_submit(struct naive_port *port, const uint8_t *tlp, uint32_t tlp_bytes,
                            enum ak_tlp_mode mode);
bool naive_peek(const struct naive_port *port, struct ak_packet *packet);
bool naive_begin(struct naive_port *port, struct ak_packet *packet);
void naive_end(struct naive_port *port, uint64_t now);
enum ak_status naive_nullify(struct naive_port *port);
enum ak_status naive_offer(struct naive_port *port, bool flow_control, const uint8_t dllp[4]);
uint32_t naive_outstanding(const struct naive_port *port);
uint32_t naive_used_tlps(const struct naive_port *port);
uint32_t naive_used_bytes(const struct naive_port *port);

/* The calls of rx.h. */
enum ak_verdict naive_rx(struct naive_port *port, enum ak_rx_kind kind, const uint8_t *bytes,
                         size_t length_bytes, uint64_t now, struct ak_view *view);

/* The calls of port.h. */
bool naive_is_active(const struct naive_port *port);
bool naive_wants_retrain(const struct naive_port *port);
void naive_link(struct naive_port *port, enum ak_link link, bool link_disable, uint64_t now,
                struct ak_link_report *report);
void naive_set_limits(struct naive_port *port, uint64_t replay_limit, uint64_t ack_limit);
uint64_t naive_tx_deadline(const struct naive_port *port);
uint64_t naive_rx_deadline(const struct naive_port *port);
void naive_tx_tick(struct naive_port *port, uint64_t now);
void naive_rx_tick(struct naive_port *port, uint64_t now);

/* Between the files of this implementation. */
void naive_advance(struct naive_port *port, uint64_t now);
enum ak_verdict naive_take_acknak(struct naive_port *port, bool nak, uint16_t seq);
void naive_schedule_ack(struct naive_port *port);
void naive_schedule_nak(struct naive_port *port);
void naive_leave_wire(struct naive_port *port);
void naive_purge(struct naive_port *port, int64_t number);
void naive_start_waiting_replay(struct naive_port *port);
int64_t naive_confirmed(const struct naive_port *port);
bool naive_wire_is_open(const struct naive_port *port);
void naive_report_event(struct naive_port *port, uint32_t event, uint64_t *counter);
uint16_t naive_seq(int64_t number);

#endif
