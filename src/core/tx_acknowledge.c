/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What Acks, Naks and REPLAY_TIMER do to the transmitter: purge, replay, rollover.
 * Not here: sending the replayed TLPs (tx_wire.c).
 */
#include "acknak/seq.h"

#include "port_timer.h"
#include "tx.h"
#include "tx_purge.h"

#define REPLAY_NUM_MAX 3u

/* What the peer has acknowledged, whether it has taken effect yet or not. */
static uint16_t newest_acknowledged(const struct ak_tx *tx)
{
    return tx->stored ? tx->stored_seq : tx->ackd_seq;
}

/* One past the newest TLP whose last symbol has left. */
static uint16_t ended_end(const struct ak_tx *tx)
{
    return tx_newest_is_leaving(tx) ? tx->wire_seq : tx->sent_end;
}

/* Rules: TIME-03, D28; while a retrain is awaited the timer stays held (D9). */
static void restart_replay_timer(struct ak_port *port, uint16_t acknowledged, uint64_t now)
{
    struct ak_tx *tx = &port->tx;
    if (tx->retrain != AK_RETRAIN_NONE) {
        return;
    }
    if (ak_seq_distance(acknowledged, ended_end(tx)) > 1u) {
        timer_start(&tx->replay_timer, now, port_is_frozen(port));
    } else {
        timer_hold(&tx->replay_timer, AK_TIMER_HELD);
    }
}

/* A replay goes on behind what it need not send any more. */
static void purge(struct ak_tx *tx, uint16_t seq)
{
    if (ak_seq_distance(tx->ackd_seq, tx->send_seq) <= ak_seq_distance(tx->ackd_seq, seq)) {
        tx->send_seq = ak_seq_add(seq, 1);
    }
    tx_purge(tx, seq);
}

/* Rules: TX-11, TX-15, ERR-04. */
static void roll_over(struct ak_port *port)
{
    struct ak_tx *tx = &port->tx;
    tx->replay_num = 0;
    port->events |= AK_EVENT_REPLAY_NUM_ROLLOVER;
    port->counters.replay_num_rollover++;
    if (tx->retrain_limit != 0 && tx->retrain_count == tx->retrain_limit) {
        tx->retrain = AK_RETRAIN_DEAD;
        port->events |= AK_EVENT_DL_PROTOCOL_ERROR;
        port->counters.dl_protocol_error++;
        return;
    }
    /* A link that is being retrained already need not be asked again. */
    tx->retrain = port->link == AK_LINK_RECOVERY ? AK_RETRAIN_RUNNING : AK_RETRAIN_ASKED;
    if (tx->retrain_count < UINT8_MAX) {
        tx->retrain_count++;
    }
    port->counters.retrains++;
}

/* Rules: TX-08, TX-09; a replay that waits for a retrain will do for this cause too. */
static void initiate_replay(struct ak_port *port, enum ak_replay_cause cause)
{
    struct ak_tx *tx = &port->tx;
    if (tx_outstanding(tx) == 0 || tx->retrain != AK_RETRAIN_NONE) {
        return;
    }
    if (cause == AK_REPLAY_BY_NAK) {
        port->counters.replays_by_nak++;
    } else {
        port->counters.replays_by_timeout++;
    }
    tx_close_spare(tx);
    tx_ask_what_comes(tx);
    timer_hold(&tx->replay_timer, AK_TIMER_HELD_FOR_REPLAY);
    if (tx->replay_num == REPLAY_NUM_MAX) {
        roll_over(port);
        return;
    }
    tx->replay_num++;
    tx->send_seq = ak_seq_add(tx->ackd_seq, 1);
}

static void acknowledge_at_once(struct ak_port *port, bool nak, uint16_t seq, uint64_t now)
{
    if (seq != port->tx.ackd_seq) {
        purge(&port->tx, seq);
        restart_replay_timer(port, seq, now);
    }
    if (nak) {
        initiate_replay(port, AK_REPLAY_BY_NAK);
    }
}

/* Rules: TX-12, TX-17, D15, D26. */
static void acknowledge_during_replay(struct ak_port *port, bool nak, uint16_t seq, uint64_t now)
{
    struct ak_tx *tx = &port->tx;
    const uint32_t newest_distance = ak_seq_distance(tx->ackd_seq, newest_acknowledged(tx));
    const uint32_t distance = ak_seq_distance(tx->ackd_seq, seq);
    if (distance < newest_distance) {
        return; /* superseded by what is stored */
    }
    if (distance > newest_distance) {
        tx->stored_timeout = false;
        tx->stored_nak = false;
        if (tx->replay_policy == AK_REPLAY_DEFERRED) {
            tx->stored = true;
            tx->stored_seq = seq;
        } else {
            purge(tx, seq);
        }
        restart_replay_timer(port, seq, now);
    }
    if (nak) {
        tx->stored_nak = true;
    }
    if (!tx_is_replaying(tx)) {
        tx_finish_replay(port);
    }
}

bool tx_acknowledge(struct ak_port *port, bool nak, uint16_t seq, uint64_t now)
{
    struct ak_tx *tx = &port->tx;
    const uint32_t last_sent = ak_seq_distance(tx->ackd_seq, ak_seq_before(tx->sent_end));
    if (ak_seq_distance(tx->ackd_seq, seq) > last_sent) {
        return false;
    }
    if (nak) {
        port->counters.naks_received++;
    } else {
        port->counters.acks_received++;
    }
    if (tx_is_replaying(tx)) {
        acknowledge_during_replay(port, nak, seq, now);
    } else {
        acknowledge_at_once(port, nak, seq, now);
    }
    return true;
}

void tx_finish_replay(struct ak_port *port)
{
    struct ak_tx *tx = &port->tx;
    const bool nak = tx->stored_nak;
    const bool timeout = tx->stored_timeout;
    if (tx->stored) {
        purge(tx, tx->stored_seq);
    }
    tx->stored = false;
    tx->stored_nak = false;
    tx->stored_timeout = false;
    if (nak || timeout) {
        initiate_replay(port, nak ? AK_REPLAY_BY_NAK : AK_REPLAY_BY_TIMEOUT);
    }
}

/* Rules: ERR-05. */
void tx_expire(struct ak_port *port)
{
    struct ak_tx *tx = &port->tx;
    port->events |= AK_EVENT_REPLAY_TIMER_TIMEOUT;
    port->counters.replay_timer_timeout++;
    timer_hold(&tx->replay_timer, AK_TIMER_HELD_FOR_REPLAY);
    if (tx_is_replaying(tx)) {
        tx->stored_timeout = true;
    } else {
        initiate_replay(port, AK_REPLAY_BY_TIMEOUT);
    }
}

/* Rules: TX-13, TX-16: a TLP that could be nullified counts as sent now, and a replay that began
 * meanwhile includes it. */
static void close_cut_through(struct ak_tx *tx)
{
    const bool replay_is_due = tx->send_seq != tx->sent_end;
    tx->cut_through_open = false;
    tx->sent_end = tx->next_transmit_seq;
    if (!replay_is_due) {
        tx->send_seq = tx->sent_end;
    }
}

/* Rules: TIME-02, D28. */
static void start_replay_timer(struct ak_port *port, bool replayed, uint64_t now)
{
    struct ak_tx *tx = &port->tx;
    struct ak_timer *timer = &tx->replay_timer;
    const bool waits_for_replay =
        timer->state == AK_TIMER_HELD_FOR_REPLAY && (!replayed || tx->stored_timeout);
    if (timer->state != AK_TIMER_RUNNING && !waits_for_replay) {
        timer_start(timer, now, port_is_frozen(port));
    }
}

void tx_end_tlp(struct ak_port *port, uint64_t now)
{
    struct ak_tx *tx = &port->tx;
    const bool replayed = tx->wire == AK_WIRE_TLP_REPLAYED;
    tx->wire = AK_WIRE_IDLE;
    if (tx_is_open(tx, tx->wire_seq)) {
        close_cut_through(tx);
    }
    if (ak_seq_distance(tx->wire_seq, newest_acknowledged(tx)) >= AK_SEQ_WINDOW) {
        start_replay_timer(port, replayed, now);
    }
    if (replayed && tx->send_seq == tx->sent_end) {
        tx_finish_replay(port);
    }
}

void tx_resume_after_retrain(struct ak_tx *tx)
{
    tx->retrain = AK_RETRAIN_NONE;
    tx->send_seq = ak_seq_add(tx->ackd_seq, 1);
    if (tx_outstanding(tx) == 0) {
        timer_hold(&tx->replay_timer, AK_TIMER_HELD);
    }
}
