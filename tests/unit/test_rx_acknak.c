/* SPDX-License-Identifier: Apache-2.0 */
/*
 * When Acks and Naks are scheduled, what they carry, ACKNAK_LATENCY_TIMER (D6, D7, D24, D29).
 * Not here: the checks of a received TLP (test_rx_tlp.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

static void open_at(struct port_fixture *f, uint16_t initial_rcv_seq)
{
    struct ak_config config;
    fx_config(&config);
    config.initial_rcv_seq = initial_rcv_seq;
    fx_open(f, &config);
}

static void assert_held(const struct port_fixture *f)
{
    assert_true(ak_rx_deadline(&f->port) == AK_TIME_NEVER);
}

static void assert_since(const struct port_fixture *f, uint64_t start)
{
    assert_true(ak_rx_deadline(&f->port) == start + FX_ACK_LIMIT);
}

/* Rules: RX-08, TIME-05, RX-09. The book's example 5-11: 4094, 4095, 0, 1 good, one Ack 1. */
static void test_example_5_11(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 4094);
    assert_held(&f);
    for (uint32_t i = 0; i < 4; i++) {
        fx_tlp(&f, (uint16_t)((4094 + i) % 4096));
        fx_wait(&f, 5);
        assert_since(&f, 1000);
    }
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_wait_and_tick(&f, 9);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_wait_and_tick(&f, 1);
    assert_held(&f);
    fx_send(&f, AK_WIRE_ACK, 1);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_held(&f);
    fx_wait(&f, 100);
    fx_tlp(&f, 2);
    assert_since(&f, 1130);
    assert_int_equal(fx_counters(&f)->acks_sent, 1);
    fx_close(&f);
}

/* Rules: RX-09, TX-05. The book's example 5-12: 4095 bad, Nak 4094 at once, later TLPs dropped. */
static void test_example_5_12(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 4094);
    fx_tlp(&f, 4094);
    fx_bad_tlp(&f, 4095);
    fx_send(&f, AK_WIRE_NAK, 4094);
    fx_tlp(&f, 0);
    fx_tlp(&f, 1);
    fx_tlp(&f, 2);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_tlp(&f, 4095);
    fx_tlp(&f, 0);
    fx_tlp(&f, 1);
    fx_tlp(&f, 2);
    assert_int_equal(f.port.rx.next_rcv_seq, 3);
    assert_false(f.port.rx.nak_scheduled);
    fx_wait_and_tick(&f, FX_ACK_LIMIT);
    fx_send(&f, AK_WIRE_ACK, 2);
    fx_close(&f);
}

/* Rules: RX-09. A Nak of the very first TLP carries FFFh. */
static void test_nak_before_the_first_tlp(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_bad_tlp(&f, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_NAK);
    assert_int_equal(f.packet.seq, 0xFFF);
    assert_int_equal(f.packet.length_bytes, 6);
    assert_int_equal(f.packet.bytes[0], 0x10);
    assert_int_equal(f.packet.bytes[1], 0x00);
    assert_int_equal(f.packet.bytes[2], 0x0F);
    assert_int_equal(f.packet.bytes[3], 0xFF);
    fx_close(&f);
}

/* Rules: RX-07, RX-06. A duplicate schedules an Ack at once, also while NAK_SCHEDULED is set. */
static void test_duplicate_is_acknowledged(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 5);
    assert_int_equal(fx_tlp(&f, 4), AK_VERDICT_DUPLICATE);
    fx_send(&f, AK_WIRE_ACK, 4);
    fx_bad_tlp(&f, 5);
    fx_send(&f, AK_WIRE_NAK, 4);
    assert_int_equal(fx_tlp(&f, 4), AK_VERDICT_DUPLICATE);
    assert_int_equal(fx_tlp(&f, 3), AK_VERDICT_DUPLICATE);
    fx_send(&f, AK_WIRE_ACK, 4); /* one Ack answers both (D24) */
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_true(f.port.rx.nak_scheduled);
    assert_int_equal(fx_counters(&f)->duplicates, 3);
    fx_close(&f);
}

/* Rules: RX-09. The number is read when the Ack begins: it covers what came meanwhile (D29). */
static void test_number_is_read_at_begin(void **state)
{
    struct port_fixture f;
    struct ak_packet peeked;
    (void)state;
    open_at(&f, 0);
    fx_tlp(&f, 0);
    fx_wait_and_tick(&f, FX_ACK_LIMIT);
    fx_tlp(&f, 1);
    fx_tlp(&f, 2);
    assert_held(&f); /* rests while an Ack waits */
    assert_true(ak_tx_peek(&f.port, &peeked));
    assert_int_equal(peeked.seq, 2);
    fx_send(&f, AK_WIRE_ACK, 2);
    assert_held(&f); /* all are acknowledged */
    fx_wait_and_tick(&f, 1000);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_close(&f);
}

/* Rules: TIME-05. A TLP that comes while the Ack is on the wire starts the timer anew. */
static void test_tlp_while_the_ack_is_on_the_wire(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_tlp(&f, 0);
    fx_wait_and_tick(&f, FX_ACK_LIMIT);
    assert_int_equal(fx_begin(&f), AK_WIRE_ACK);
    fx_wait(&f, 3);
    fx_tlp(&f, 1);
    assert_since(&f, 1033);
    assert_int_equal(f.packet.seq, 0);
    fx_end(&f);
    assert_since(&f, 1033);
    fx_close(&f);
}

/* Rules: RX-09. An Ack that waits gives way to a Nak (D24). */
static void test_ack_gives_way_to_a_nak(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_tlp(&f, 0);
    fx_wait_and_tick(&f, FX_ACK_LIMIT);
    fx_bad_tlp(&f, 1);
    fx_send(&f, AK_WIRE_NAK, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->acks_sent, 0);
    fx_close(&f);
}

/* Rules: RX-09, RX-07. So does one that a duplicate schedules while the Nak still waits (D24). */
static void test_duplicate_while_a_nak_waits(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 5);
    fx_bad_tlp(&f, 5);
    fx_tlp(&f, 4);
    fx_send(&f, AK_WIRE_NAK, 4);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_close(&f);
}

/* Rules: RX-09. A Nak still waiting when the expected TLP arrives becomes an Ack, due at once. */
static void test_waiting_nak_becomes_an_ack(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_bad_tlp(&f, 0);
    assert_int_equal(fx_tlp(&f, 0), AK_VERDICT_DELIVERED);
    assert_false(f.port.rx.nak_scheduled);
    fx_send(&f, AK_WIRE_ACK, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->naks_sent, 0);
    assert_int_equal(fx_counters(&f)->acks_sent, 1);
    fx_close(&f);
}

/* Rules: RX-08, TIME-05. While NAK_SCHEDULED is set the timer sends no Ack; it runs on from the
 * Nak, which does not acknowledge anything (D29). */
static void test_timer_while_nak_scheduled(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_tlp(&f, 0);
    fx_wait(&f, 10);
    fx_bad_tlp(&f, 1);
    assert_held(&f); /* no deadline while the flag bars the Ack */
    fx_send(&f, AK_WIRE_NAK, 0);
    fx_wait_and_tick(&f, 10 * FX_ACK_LIMIT);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_tlp(&f, 1);
    assert_since(&f, 1010); /* restarted when the Nak was scheduled; long past by now */
    fx_tick(&f);
    fx_send(&f, AK_WIRE_ACK, 1);
    fx_close(&f);
}

/* Rules: TIME-05. A Nak with nothing unacknowledged holds the timer at 0. */
static void test_nak_with_nothing_unacknowledged(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_bad_tlp(&f, 0);
    fx_send(&f, AK_WIRE_NAK, 0xFFF);
    fx_wait(&f, 10);
    fx_tlp(&f, 0);
    assert_since(&f, 1010);
    fx_close(&f);
}

/* Rules: RX-08. Early policies: each TLP, every third. */
static void test_early_policies(void **state)
{
    struct ak_config config;
    struct port_fixture f;
    (void)state;
    fx_config(&config);
    config.ack_every_tlps = 1;
    fx_open(&f, &config);
    for (uint16_t i = 0; i < 3; i++) {
        fx_tlp(&f, i);
        assert_held(&f);
        fx_send(&f, AK_WIRE_ACK, i);
    }
    fx_close(&f);
    config.ack_every_tlps = 3;
    fx_open(&f, &config);
    for (uint16_t i = 0; i < 9; i++) {
        fx_tlp(&f, i);
        if (i % 3 == 2) {
            fx_send(&f, AK_WIRE_ACK, i);
        }
        assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    }
    fx_tlp(&f, 9);
    fx_wait_and_tick(&f, FX_ACK_LIMIT); /* the timer is there all the same */
    fx_send(&f, AK_WIRE_ACK, 9);
    fx_tlp(&f, 10);
    fx_tlp(&f, 11);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE); /* that Ack began a new count */
    fx_tlp(&f, 12);
    fx_send(&f, AK_WIRE_ACK, 12);
    fx_close(&f);
}

/* Rules: RX-08. A limit of 0: as soon as ticked. */
static void test_limit_0(void **state)
{
    struct ak_config config;
    struct port_fixture f;
    (void)state;
    fx_config(&config);
    config.ack_limit = 0;
    fx_open(&f, &config);
    fx_tlp(&f, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_true(ak_rx_deadline(&f.port) == f.now);
    fx_tick(&f);
    fx_send(&f, AK_WIRE_ACK, 0);
    fx_close(&f);
}

/* Rules: TIME-04. Frozen in Recovery; a TLP that is handed up there starts it at 0, frozen. */
static void test_frozen_in_recovery(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_tlp(&f, 0);
    fx_wait(&f, 12);
    fx_link(&f, AK_LINK_RECOVERY, false);
    assert_held(&f);
    fx_wait_and_tick(&f, 500);
    fx_link(&f, AK_LINK_UP, false);
    assert_since(&f, 1500);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_close(&f);
    open_at(&f, 0);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_tlp(&f, 0);
    fx_wait(&f, 40);
    fx_link(&f, AK_LINK_UP, false);
    assert_since(&f, 1040);
    fx_close(&f);
}

/* Rules: PORT-05. An Ack that Recovery cuts is scheduled again, with the number of then (D31). */
static void test_cut_ack(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_tlp(&f, 0);
    fx_wait_and_tick(&f, FX_ACK_LIMIT);
    assert_int_equal(fx_begin(&f), AK_WIRE_ACK);
    fx_link(&f, AK_LINK_RECOVERY, false);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_tlp(&f, 1);
    fx_link(&f, AK_LINK_UP, false);
    fx_send(&f, AK_WIRE_ACK, 1);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->acks_sent, 2);
    assert_int_equal(fx_counters(&f)->packets_cut, 1);
    fx_close(&f);
}

/* Rules: PORT-05, RX-09. So is a Nak; answered meanwhile it becomes an Ack (D24). */
static void test_cut_nak(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_bad_tlp(&f, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_NAK);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_link(&f, AK_LINK_UP, false);
    assert_int_equal(fx_begin(&f), AK_WIRE_NAK);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_tlp(&f, 0);
    fx_link(&f, AK_LINK_UP, false);
    fx_send(&f, AK_WIRE_ACK, 0);
    fx_close(&f);
}

/* Rules: PORT-05, RX-09. A cut Ack gives way to a Nak that waits. */
static void test_cut_ack_with_a_nak_waiting(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_tlp(&f, 0);
    fx_wait_and_tick(&f, FX_ACK_LIMIT);
    assert_int_equal(fx_begin(&f), AK_WIRE_ACK);
    fx_bad_tlp(&f, 1);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_link(&f, AK_LINK_UP, false);
    fx_send(&f, AK_WIRE_NAK, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_close(&f);
}

/* Rules: TIME-05, RX-08. Whatever Recovery cut, an unacknowledged TLP gets its Ack in time. */
static void test_no_tlp_is_forgotten(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_tlp(&f, 4095);
    assert_int_equal(fx_begin(&f), AK_WIRE_ACK);
    fx_tlp(&f, 0);
    fx_bad_tlp(&f, 1);
    fx_tlp(&f, 4095);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_link(&f, AK_LINK_UP, false);
    while (fx_begin(&f) != AK_WIRE_IDLE) {
        fx_end(&f);
    }
    uint64_t acks_sent = fx_counters(&f)->acks_sent;
    fx_tlp(&f, 1);
    assert_true(ak_rx_deadline(&f.port) != AK_TIME_NEVER);
    fx_wait_and_tick(&f, FX_ACK_LIMIT);
    fx_send(&f, AK_WIRE_ACK, 1);
    assert_int_equal(fx_counters(&f)->acks_sent, acks_sent + 1);
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example_5_11),
        cmocka_unit_test(test_example_5_12),
        cmocka_unit_test(test_nak_before_the_first_tlp),
        cmocka_unit_test(test_duplicate_is_acknowledged),
        cmocka_unit_test(test_number_is_read_at_begin),
        cmocka_unit_test(test_tlp_while_the_ack_is_on_the_wire),
        cmocka_unit_test(test_ack_gives_way_to_a_nak),
        cmocka_unit_test(test_duplicate_while_a_nak_waits),
        cmocka_unit_test(test_waiting_nak_becomes_an_ack),
        cmocka_unit_test(test_timer_while_nak_scheduled),
        cmocka_unit_test(test_nak_with_nothing_unacknowledged),
        cmocka_unit_test(test_early_policies),
        cmocka_unit_test(test_limit_0),
        cmocka_unit_test(test_frozen_in_recovery),
        cmocka_unit_test(test_cut_ack),
        cmocka_unit_test(test_cut_nak),
        cmocka_unit_test(test_cut_ack_with_a_nak_waiting),
        cmocka_unit_test(test_no_tlp_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
