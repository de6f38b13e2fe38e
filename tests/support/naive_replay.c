/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plain second implementation: Acks, Naks, replays, REPLAY_NUM and REPLAY_TIMER.
 * Not here: what is sent next (naive_tx.c).
 */
#include "naive_port.h"

#include <stdlib.h>
#include <string.h>

enum cause {
    BY_NAK,
    BY_TIMEOUT,
};

/* What the peer has confirmed, stored Acks and Naks of the deferred policy included. */
int64_t naive_confirmed(const struct naive_port *port)
{
    return port->stored_number > port->acked ? port->stored_number : port->acked;
}

void naive_purge(struct naive_port *port, int64_t number)
{
    uint32_t gone = 0;
    while (gone < port->kept_count && port->kept[gone].number <= number) {
        free(port->kept[gone++].frame);
    }
    port->kept_count -= gone;
    memmove(port->kept, &port->kept[gone], port->kept_count * sizeof(port->kept[0]));
    port->acked = number;
}

static void make_progress(struct naive_port *port, int64_t number)
{
    naive_purge(port, number);
    port->replay_num = 0;
    port->retrain_count = 0;
}

static void hold_timer(struct naive_port *port, enum naive_hold hold)
{
    port->replay_timer = (struct naive_timer){false, 0};
    port->hold = hold;
}

/* D28, first sentence; D9: while a retrain is awaited the timer is held. */
static void restart_timer(struct naive_port *port)
{
    int64_t ended = port->sent;
    if (port->retrain != AK_RETRAIN_NONE) {
        return;
    }
    if (port->wire == AK_WIRE_TLP && port->wire_tlp.number == port->sent) {
        ended--;
    }
    hold_timer(port, NAIVE_HOLD_UNTIL_END);
    port->replay_timer.running = ended > naive_confirmed(port);
}

static void start_replay(struct naive_port *port)
{
    port->replaying = true;
    port->replay_next = port->acked + 1;
    port->stored_number = port->acked;
    port->stored_ack = -1;
    port->stored_nak = -1;
    port->stored_timeout = false;
    hold_timer(port, NAIVE_HOLD_UNTIL_REPLAYED_END);
}

/* D9 and D19. */
static void roll_over(struct naive_port *port)
{
    port->replay_num = 0;
    naive_report_event(port, AK_EVENT_REPLAY_NUM_ROLLOVER, &port->counters.replay_num_rollover);
    hold_timer(port, NAIVE_HOLD_UNTIL_REPLAYED_END);
    if (port->config.retrain_limit != 0 && port->retrain_count >= port->config.retrain_limit) {
        port->retrain = AK_RETRAIN_DEAD;
        naive_report_event(port, AK_EVENT_DL_PROTOCOL_ERROR, &port->counters.dl_protocol_error);
        return;
    }
    port->retrain = AK_RETRAIN_ASKED;
    port->retrain_count++;
    port->counters.retrains++;
}

static void initiate(struct naive_port *port, enum cause cause)
{
    if (cause == BY_NAK) {
        port->counters.replays_by_nak++;
    } else {
        port->counters.replays_by_timeout++;
    }
    if (port->replay_num == 3) {
        roll_over(port);
        return;
    }
    port->replay_num++;
    start_replay(port);
}

void naive_start_waiting_replay(struct naive_port *port)
{
    if (port->retrain != AK_RETRAIN_ASKED) {
        return;
    }
    port->retrain = AK_RETRAIN_NONE;
    hold_timer(port, NAIVE_HOLD_UNTIL_END);
    if (port->sent > port->acked) {
        start_replay(port);
    }
}

/* The replay has ended: what was stored during it takes effect (D15, D26). */
static void finish_replay(struct naive_port *port)
{
    bool nak = port->stored_nak >= 0;
    bool timeout = port->stored_timeout;
    port->replaying = false;
    port->stored_nak = -1;
    port->stored_ack = -1;
    port->stored_timeout = false;
    if (port->stored_number > port->acked) {
        make_progress(port, port->stored_number);
    }
    if (port->sent == port->acked) {
        return;
    }
    if (nak) {
        initiate(port, BY_NAK);
    } else if (timeout) {
        initiate(port, BY_TIMEOUT);
    }
}

static void finish_replay_if_done(struct naive_port *port)
{
    if (port->replaying && port->replay_next > port->sent && port->wire != AK_WIRE_TLP_REPLAYED) {
        finish_replay(port);
    }
}

/* D15. */
static void take_during_replay(struct naive_port *port, bool nak, int64_t number)
{
    if (number > naive_confirmed(port)) {
        port->stored_timeout = false;
        if (port->config.replay_policy == AK_REPLAY_CONCURRENT) {
            make_progress(port, number);
        }
        port->stored_number = number;
        restart_timer(port);
    }
    if (nak && number > port->stored_nak) {
        port->stored_nak = number;
    }
    if (!nak && number > port->stored_ack) {
        port->stored_ack = number;
    }
    if (port->stored_ack > port->stored_nak) {
        port->stored_nak = -1;
    }
    if (port->replay_next <= port->acked) {
        port->replay_next = port->acked + 1;
    }
    finish_replay_if_done(port);
}

static void take_outside_replay(struct naive_port *port, bool nak, int64_t number)
{
    if (number > port->acked) {
        make_progress(port, number);
        port->stored_number = number;
        restart_timer(port);
    }
    /* While a retrain is awaited its replay is the answer to a Nak. */
    if (nak && port->sent > port->acked && port->retrain == AK_RETRAIN_NONE) {
        initiate(port, BY_NAK);
    }
}

enum ak_verdict naive_take_acknak(struct naive_port *port, bool nak, uint16_t seq)
{
    int64_t number = port->acked;
    while (number <= port->sent && naive_seq(number) != seq) {
        number++;
    }
    if (number > port->sent) {
        naive_report_event(port, AK_EVENT_DL_PROTOCOL_ERROR, &port->counters.dl_protocol_error);
        return AK_VERDICT_ILLEGAL_SEQ;
    }
    if (nak) {
        port->counters.naks_received++;
    } else {
        port->counters.acks_received++;
    }
    if (port->replaying) {
        take_during_replay(port, nak, number);
    } else {
        take_outside_replay(port, nak, number);
    }
    return nak ? AK_VERDICT_NAK : AK_VERDICT_ACK;
}

/* The last symbol of a TLP starts REPLAY_TIMER if it waits for such an end (D4, D28). */
static void tlp_has_ended(struct naive_port *port)
{
    bool replayed = port->wire == AK_WIRE_TLP_REPLAYED;
    bool awaited = port->hold == NAIVE_HOLD_UNTIL_END ||
                   (port->hold == NAIVE_HOLD_UNTIL_REPLAYED_END && replayed);
    if (port->retrain == AK_RETRAIN_NONE && awaited && !port->replay_timer.running &&
        port->wire_tlp.number > naive_confirmed(port)) {
        port->replay_timer = (struct naive_timer){true, 0};
        port->hold = NAIVE_HOLD_UNTIL_END;
    }
}

void naive_end(struct naive_port *port, uint64_t now)
{
    naive_advance(port, now);
    if (naive_wire_is_open(port)) {
        port->sent = port->wire_tlp.number;
        port->open = false;
    }
    if (port->wire == AK_WIRE_TLP || port->wire == AK_WIRE_TLP_REPLAYED) {
        tlp_has_ended(port);
    }
    naive_leave_wire(port);
    finish_replay_if_done(port);
}

void naive_tx_tick(struct naive_port *port, uint64_t now)
{
    naive_advance(port, now);
    if (naive_tx_deadline(port) == AK_TIME_NEVER ||
        port->replay_timer.elapsed < port->config.replay_limit) {
        return;
    }
    naive_report_event(port, AK_EVENT_REPLAY_TIMER_TIMEOUT, &port->counters.replay_timer_timeout);
    if (port->replaying) {
        port->stored_timeout = true;
        hold_timer(port, NAIVE_HOLD_UNTIL_NEXT_REPLAY);
    } else {
        initiate(port, BY_TIMEOUT);
    }
}
