/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ak_port_is_valid sees a port that somebody has written into: what it looks at is broken one by
 * one. The tests of everything else rely on it.
 * Not here: that the library's own calls leave a port valid (every other test).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

#define FRAME_BYTES (FX_TLP_BYTES + AK_FRAME_OVERHEAD_BYTES)

/* Numbers 0 to 3 submitted, 0 and 1 sent, nothing acknowledged, the wire idle. */
static void open_with_four(struct port_fixture *f)
{
    fx_open(f, NULL);
    fx_submit(f, 4);
    fx_send_tlps(f, 0, 2);
    /* No claim of a short way: test_spare, test_next and test_plain make their own. */
    f->port.tx.spare_head = 0;
    f->port.tx.only_new_tlps = false;
    f->port.rx.plain_tlps = 0;
    assert_true(ak_port_is_valid(&f->port));
}

/* Each returns false when there are no more of its kind. */
static bool break_numbers(struct port_fixture *f, int which)
{
    struct ak_tx *tx = &f->port.tx;
    switch (which) {
    case 0: /* what begins next was acknowledged long ago */
        tx->send_seq = tx->ackd_seq;
        return true;
    case 1: /* what begins next lies behind what counts as sent */
        tx->send_seq = 3;
        return true;
    case 2: /* more were sent than submitted */
        tx->sent_end = 5;
        return true;
    case 3: /* more are kept than the window allows */
        tx->next_transmit_seq = 2048;
        return true;
    case 4: /* more are kept than there are slots */
        tx->slot_mask = 1;
        return true;
    default:
        return false;
    }
}

static bool break_frames(struct port_fixture *f, int which)
{
    struct ak_tx *tx = &f->port.tx;
    switch (which) {
    case 0: /* a gap between frames */
        tx->slots[1].offset++;
        return true;
    case 1: /* beyond the capacity */
        tx->slots[0].offset = tx->capacity_bytes;
        return true;
    case 2:
        tx->slots[3].frame_bytes = AK_FRAME_MIN_BYTES - 1;
        return true;
    case 3:
        tx->slots[3].frame_bytes = AK_FRAME_MAX_BYTES + 1;
        return true;
    case 4: /* the frame has another number than its slot */
        tx->memory[tx->slots[2].offset + 1] ^= 1;
        return true;
    case 5: /* the next frame goes elsewhere than behind the last */
        tx->head += 4;
        return true;
    case 6:
        tx->head = tx->capacity_bytes;
        return true;
    default:
        return false;
    }
}

static bool break_wire_and_replay(struct port_fixture *f, int which)
{
    struct ak_tx *tx = &f->port.tx;
    tx->send_seq = which >= 3 ? 1 : tx->send_seq; /* a replay runs: it has sent number 0 */
    switch (which) {
    case 0: /* a packet on the wire of a link in Recovery */
        tx->wire = AK_WIRE_ACK;
        f->port.link = AK_LINK_RECOVERY;
        return true;
    case 1: /* a TLP on the wire that does not count as sent */
        tx->wire = AK_WIRE_TLP;
        tx->wire_seq = 2;
        return true;
    case 2: /* a Nak stored for the end of a replay, and no replay */
        tx->stored_nak = true;
        return true;
    case 3: /* a replay that goes on while a retrain is asked for */
        tx->retrain = AK_RETRAIN_ASKED;
        tx->replay_timer.state = AK_TIMER_HELD;
        return true;
    case 4: /* an Ack stored although the policy takes each at once */
        tx->stored = true;
        return true;
    case 5:
        tx->replay_num = 4;
        return true;
    default:
        return false;
    }
}

static bool break_timers(struct port_fixture *f, int which)
{
    struct ak_tx *tx = &f->port.tx;
    struct ak_rx *rx = &f->port.rx;
    switch (which) {
    case 0: /* REPLAY_TIMER runs while a retrain is asked for */
        tx->retrain = AK_RETRAIN_ASKED;
        return true;
    case 1: /* REPLAY_TIMER runs with nothing unacknowledged */
        tx->sent_end = 0;
        tx->send_seq = 0;
        return true;
    case 2: /* ACKNAK_LATENCY_TIMER runs with nothing to acknowledge */
        rx->acknak_latency_timer.state = AK_TIMER_RUNNING;
        return true;
    case 3: /* and while an Ack waits */
        rx->acknak_latency_timer.state = AK_TIMER_RUNNING;
        rx->unacked_tlps = 1;
        rx->ack_waiting = true;
        return true;
    case 4: /* a Nak waits that NAK_SCHEDULED knows nothing of */
        rx->nak_waiting = true;
        return true;
    default:
        return false;
    }
}

static void expect_seen(bool (*break_port)(struct port_fixture *f, int which), int kinds)
{
    int seen = 0;
    for (;; seen++) {
        struct port_fixture f;
        open_with_four(&f);
        bool broken = break_port(&f, seen);
        bool valid = ak_port_is_valid(&f.port);
        fx_close(&f);
        if (!broken) {
            break;
        }
        assert_false(valid);
    }
    assert_int_equal(seen, kinds);
}

static void test_broken_ports_are_seen(void **state)
{
    (void)state;
    expect_seen(break_numbers, 5);
    expect_seen(break_frames, 7);
    expect_seen(break_wire_and_replay, 6);
    expect_seen(break_timers, 5);
}

/* Frames that follow each other more than once around the ring: 66 bytes in 40. */
static void test_frames_over_each_other(void **state)
{
    struct ak_config config;
    struct port_fixture f;
    (void)state;
    fx_config(&config);
    config.replay_capacity_bytes = 40;
    fx_open(&f, &config);
    fx_submit(&f, 1);
    struct ak_tx *tx = &f.port.tx;
    tx->slots[1] = (struct ak_slot){FRAME_BYTES, FRAME_BYTES};
    tx->slots[2] = (struct ak_slot){2 * FRAME_BYTES - 40, FRAME_BYTES};
    memcpy(&tx->memory[tx->slots[1].offset], "\0\1", 2);
    memcpy(&tx->memory[tx->slots[2].offset], "\0\2", 2);
    tx->next_transmit_seq = 3;
    tx->head = 3 * FRAME_BYTES - 40;
    tx->spare_head = 0;
    assert_false(ak_port_is_valid(&f.port));
    fx_close(&f);
}

/* A claim that the next submit need ask for nothing: one more frame of this size. */
static void claim_spare(struct port_fixture *f)
{
    struct ak_tx *tx = &f->port.tx;
    tx->spare_head = tx->head + FRAME_BYTES;
    tx->spare_end = 5;
    f->port.counters.peak_tlps = 5;
    f->port.counters.peak_bytes = 5 * FRAME_BYTES;
    assert_true(ak_port_is_valid(&f->port));
}

static bool break_spare(struct port_fixture *f, int which)
{
    struct ak_tx *tx = &f->port.tx;
    claim_spare(f);
    switch (which) {
    case 0: /* a submit would be refused: the layer is inactive, */
        f->port.link_disable = true;
        return true;
    case 1: /* a retrain is asked for, */
        tx->retrain = AK_RETRAIN_ASKED;
        return true;
    case 2: /* a replay runs, */
        tx->send_seq = 1;
        return true;
    case 3: /* the newest TLP may still be nullified, */
        tx->cut_through_open = true;
        return true;
    case 4: /* or is being nullified */
        tx->wire = AK_WIRE_TLP_NULLIFIED;
        return true;
    case 5: /* there would be a new peak of TLPs, */
        f->port.counters.peak_tlps = 4;
        return true;
    case 6: /* or of bytes */
        f->port.counters.peak_bytes--;
        return true;
    case 7: /* the window would be full */
        tx->spare_end = 2048;
        f->port.counters.peak_tlps = 4096;
        return true;
    case 8: /* the room lies ahead of where it begins, */
        tx->spare_head = tx->head - 1;
        return true;
    case 9: /* or beyond the capacity */
        tx->spare_head = tx->capacity_bytes;
        f->port.counters.peak_bytes = tx->capacity_bytes;
        return true;
    default:
        return false;
    }
}

static void test_spare(void **state)
{
    (void)state;
    expect_seen(break_spare, 10);
}

/* A claim that what begins next is a new TLP, whatever else there may be. */
static bool break_next(struct port_fixture *f, int which)
{
    struct ak_port *port = &f->port;
    port->tx.only_new_tlps = true;
    assert_true(ak_port_is_valid(port));
    switch (which) {
    case 0:
        port->link = AK_LINK_RECOVERY;
        return true;
    case 1:
        port->link_disable = true;
        return true;
    case 2:
        port->rx.ack_waiting = true;
        return true;
    case 3:
        port->rx.nak_waiting = true;
        port->rx.nak_scheduled = true;
        return true;
    case 4:
        port->flow_control.count = 1;
        return true;
    case 5:
        port->tx.retrain = AK_RETRAIN_ASKED;
        return true;
    case 6:
        port->tx.cut_through_open = true;
        return true;
    case 7: /* a replay runs */
        port->tx.send_seq = 1;
        return true;
    default:
        return false;
    }
}

static void test_next(void **state)
{
    (void)state;
    expect_seen(break_next, 8);
}

/* A claim that TLPs which arrive are only counted: all there can be, by one kernel only. */
static void claim_plain(struct port_fixture *f)
{
    struct ak_rx *rx = &f->port.rx;
    rx->crc_kernel = AK_CRC_VPCLMUL;
    rx->unacked_tlps = 1;
    rx->acknak_latency_timer.state = AK_TIMER_RUNNING;
    rx->plain_tlps = 65534; /* Acks are left to the timer: one less than can be counted */
    assert_true(ak_port_is_valid(&f->port));
}

static bool break_plain(struct port_fixture *f, int which)
{
    struct ak_port *port = &f->port;
    claim_plain(f);
    switch (which) {
    case 0:
        port->rx.plain_tlps--;
        return true;
    case 1:
        port->rx.crc_kernel = AK_CRC_PORTABLE;
        return true;
    case 2:
        port->link = AK_LINK_RECOVERY;
        return true;
    case 3:
        port->link_disable = true;
        return true;
    case 4:
        port->rx.nak_scheduled = true;
        return true;
    case 5:
        port->rx.ack_waiting = true;
        return true;
    case 6:
        port->rx.nak_waiting = true;
        return true;
    case 7:
        port->rx.acknak_latency_timer.state = AK_TIMER_HELD;
        return true;
    default:
        return false;
    }
}

static void test_plain(void **state)
{
    (void)state;
    expect_seen(break_plain, 8);
}

static bool break_inactive(struct port_fixture *f, int which)
{
    struct ak_port *port = &f->port;
    fx_link(f, AK_LINK_DOWN, false);
    switch (which) {
    case 0:
        port->initial_seq = 1;
        return true;
    case 1: /* TLPs kept */
        port->tx.ackd_seq = 4094;
        port->tx.slots[4095 & port->tx.slot_mask] = (struct ak_slot){0, FRAME_BYTES};
        memcpy(port->tx.memory, "\x0F\xFF", 2);
        port->tx.head = FRAME_BYTES;
        return true;
    case 2:
        port->initial_rcv_seq = 1;
        return true;
    case 3:
        port->rx.ack_waiting = true;
        return true;
    case 4:
        port->rx.nak_scheduled = true;
        return true;
    default:
        return false;
    }
}

/* Rules: PORT-01. An inactive port is as it was at reset. */
static void test_inactive(void **state)
{
    (void)state;
    expect_seen(break_inactive, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken_ports_are_seen),
        cmocka_unit_test(test_frames_over_each_other),
        cmocka_unit_test(test_spare),
        cmocka_unit_test(test_next),
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_inactive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
