/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Link state: inactive, active, Recovery; what each does to a port in every phase.
 * Not here: cut-through TLPs (test_tx_nullify.c), cut Acks and Naks (test_rx_acknak.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

static void open_at(struct port_fixture *f)
{
    struct ak_config config;
    fx_config(&config);
    config.initial_seq = 100;
    config.initial_rcv_seq = 200;
    fx_open(f, &config);
}

static void assert_reset(struct port_fixture *f)
{
    assert_false(ak_port_is_active(&f->port));
    assert_int_equal(f->port.tx.next_transmit_seq, 100);
    assert_int_equal(f->port.tx.ackd_seq, 99);
    assert_int_equal(f->port.tx.replay_num, 0);
    assert_int_equal(f->port.rx.next_rcv_seq, 200);
    assert_false(f->port.rx.nak_scheduled);
    assert_int_equal(ak_tx_used_tlps(&f->port), 0);
    assert_int_equal(ak_tx_used_bytes(&f->port), 0);
    assert_int_equal(ak_tx_outstanding(&f->port), 0);
    assert_false(ak_tx_is_replaying(&f->port));
    assert_false(ak_port_wants_retrain(&f->port));
    assert_true(ak_next_deadline(&f->port) == AK_TIME_NEVER);
    assert_int_equal(fx_begin(f), AK_WIRE_IDLE);
}

/* Everything under way at once: TLPs sent and waiting, a replay, Acks, a Nak, DLLPs offered. */
static void open_busy(struct port_fixture *f)
{
    open_at(f);
    fx_submit(f, 5);
    fx_send_tlps(f, 100, 3);
    fx_ack(f, 100);
    fx_nak(f, 100);
    fx_send_replayed(f, 101, 1);
    fx_tlp(f, 200);
    fx_bad_tlp(f, 201);
    fx_offer(f, AK_DLLP_CLASS_FLOW_CONTROL, 0x80, 1);
    fx_offer(f, AK_DLLP_CLASS_OTHER, 0x30, 1);
}

/* Rules: PORT-01. LinkUp = 0: reset values, and what was not confirmed or not sent is told. */
static void test_link_down(void **state)
{
    struct port_fixture f;
    uint32_t frame_bytes = 0;
    (void)state;
    open_busy(&f);
    struct ak_link_report report = fx_link(&f, AK_LINK_DOWN, false);
    assert_int_equal(report.first_seq, 101);
    assert_int_equal(report.unconfirmed_tlps, 2);
    assert_int_equal(report.unsent_tlps, 2);
    for (uint16_t i = 0; i < 4; i++) {
        uint8_t tlp[FX_TLP_BYTES];
        const uint8_t *frame = ak_tx_frame(&f.port, (uint16_t)(101 + i), &frame_bytes);
        fx_tlp_content(1u + i, tlp, sizeof(tlp));
        assert_int_equal(frame_bytes, FX_TLP_BYTES + 6);
        assert_int_equal(frame[1], 101 + i);
        assert_memory_equal(frame + 2, tlp, sizeof(tlp));
    }
    assert_reset(&f);
    assert_int_equal(fx_counters(&f)->tlps_submitted, 5); /* counters stay */
    assert_int_equal(fx_events(&f), AK_EVENT_BAD_TLP);    /* events stay until taken */
    fx_link(&f, AK_LINK_UP, false);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_submit(&f, 1);
    fx_send_tlps(&f, 100, 1);
    assert_int_equal(fx_tlp(&f, 200), AK_VERDICT_DELIVERED);
    fx_close(&f);
}

/* Rules: PORT-01. Link Disable does the same with LinkUp still 1. */
static void test_link_disable(void **state)
{
    struct port_fixture f;
    (void)state;
    open_busy(&f);
    struct ak_link_report report = fx_link(&f, AK_LINK_UP, true);
    assert_int_equal(report.unconfirmed_tlps, 2);
    assert_int_equal(report.unsent_tlps, 2);
    assert_reset(&f);
    fx_link(&f, AK_LINK_DOWN, true);
    fx_link(&f, AK_LINK_UP, true);
    assert_false(ak_port_is_active(&f.port));
    report = fx_link(&f, AK_LINK_UP, false);
    assert_int_equal(report.unconfirmed_tlps, 0);
    assert_int_equal(report.unsent_tlps, 0);
    assert_true(ak_port_is_active(&f.port));
    fx_close(&f);
}

/* Rules: PORT-01. Nothing is accepted from either side while inactive, nothing counted. */
static void test_inactive_takes_nothing(void **state)
{
    struct port_fixture f;
    struct ak_counters counters;
    (void)state;
    fx_open_down(&f, NULL);
    for (int i = 0; i < 2; i++) {
        memcpy(&counters, fx_counters(&f), sizeof(counters));
        assert_int_equal(fx_tlp(&f, 0), AK_VERDICT_INACTIVE);
        assert_int_equal(f.view.length_bytes, 0);
        assert_int_equal(fx_bad_tlp(&f, 0), AK_VERDICT_INACTIVE);
        assert_int_equal(fx_nullified_tlp(&f, 0), AK_VERDICT_INACTIVE);
        assert_int_equal(fx_ack(&f, 0xFFF), AK_VERDICT_INACTIVE);
        assert_int_equal(fx_nak(&f, 5), AK_VERDICT_INACTIVE);
        assert_int_equal(fx_dllp(&f, 0x31, 0, 0, 0), AK_VERDICT_INACTIVE);
        assert_int_equal(fx_error(&f, AK_RX_ERROR), AK_VERDICT_INACTIVE);
        assert_int_equal(fx_error(&f, AK_RX_ERROR_IN_TLP), AK_VERDICT_INACTIVE);
        assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_OTHER, 0x30, 0), AK_REFUSED_INACTIVE);
        assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_FLOW_CONTROL, 0x80, 0), AK_REFUSED_INACTIVE);
        assert_int_equal(fx_try_submit(&f, 16, AK_TLP_CUT_THROUGH), AK_REFUSED_INACTIVE);
        assert_int_equal(fx_events(&f), 0);
        assert_memory_equal(&counters, fx_counters(&f), sizeof(counters));
        fx_link(&f, AK_LINK_UP, true);
    }
    fx_close(&f);
}

/* Rules: PORT-01, PORT-05. A packet on the wire ends with the link: no ak_tx_end follows. */
static void test_link_down_ends_the_packet(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f);
    fx_submit(&f, 2);
    fx_begin(&f);
    struct ak_link_report report = fx_link(&f, AK_LINK_DOWN, false);
    assert_int_equal(report.first_seq, 100);
    assert_int_equal(report.unconfirmed_tlps, 1);
    assert_int_equal(report.unsent_tlps, 1);
    assert_int_equal(fx_counters(&f)->packets_cut, 1);
    assert_reset(&f);
    fx_link(&f, AK_LINK_UP, false);
    /* an Ack that is cut so is not sent afterwards */
    fx_tlp(&f, 200);
    fx_wait_and_tick(&f, FX_ACK_LIMIT);
    assert_int_equal(fx_begin(&f), AK_WIRE_ACK);
    fx_link(&f, AK_LINK_DOWN, false);
    fx_link(&f, AK_LINK_UP, false);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_close(&f);
}

/* Rules: PORT-02. In Recovery nothing begins; all is kept and goes on afterwards. */
static void test_recovery_keeps_all(void **state)
{
    struct port_fixture f;
    (void)state;
    open_busy(&f);
    struct ak_link_report report = fx_link(&f, AK_LINK_RECOVERY, false);
    assert_int_equal(report.unconfirmed_tlps, 0);
    assert_int_equal(report.unsent_tlps, 0);
    assert_true(ak_port_is_active(&f.port));
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_true(ak_next_deadline(&f.port) == AK_TIME_NEVER);
    assert_true(ak_tx_is_replaying(&f.port));
    fx_wait_and_tick(&f, 10000);
    fx_link(&f, AK_LINK_UP, false);
    fx_send(&f, AK_WIRE_NAK, 200);
    fx_send(&f, AK_WIRE_DLLP, 0);
    fx_send_replayed(&f, 102, 1);
    fx_send_tlps(&f, 103, 2);
    fx_send(&f, AK_WIRE_DLLP, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->packets_cut, 0);
    fx_close(&f);
}

/* Rules: PORT-02. TLPs can be submitted meanwhile, and Acks that arrive count. */
static void test_recovery_takes_tlps_and_acks(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f);
    fx_submit(&f, 1);
    fx_send_tlps(&f, 100, 1);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_submit(&f, 1);
    fx_ack(&f, 100);
    assert_int_equal(f.port.tx.ackd_seq, 100);
    fx_offer(&f, AK_DLLP_CLASS_OTHER, 0x30, 7);
    fx_link(&f, AK_LINK_UP, false);
    fx_send_tlps(&f, 101, 1);
    fx_send(&f, AK_WIRE_DLLP, 0);
    fx_close(&f);
}

/* Rules: PORT-05. A TLP that Recovery cuts counts as sent: it may be acknowledged, and nothing but
 * a Nak or REPLAY_TIMER brings it again. */
static void test_recovery_cuts_a_tlp(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f);
    fx_submit(&f, 2);
    fx_begin(&f);
    fx_link(&f, AK_LINK_RECOVERY, false);
    assert_int_equal(ak_tx_outstanding(&f.port), 1);
    assert_int_equal(fx_counters(&f)->packets_cut, 1);
    fx_link(&f, AK_LINK_UP, false);
    fx_send_tlps(&f, 101, 1);
    fx_nak(&f, 99);
    fx_send_replayed(&f, 100, 2);
    fx_close(&f);
}

/* Rules: PORT-05, TX-09. Cut in a replay: it goes on with the next; cut in its last: it is over. */
static void test_recovery_cuts_a_replayed_tlp(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f);
    fx_submit(&f, 3);
    fx_send_tlps(&f, 100, 2);
    fx_nak(&f, 99);
    fx_begin(&f);
    fx_link(&f, AK_LINK_RECOVERY, false);
    assert_true(ak_tx_is_replaying(&f.port));
    fx_link(&f, AK_LINK_UP, false);
    assert_true(ak_tx_deadline(&f.port) == f.now + FX_REPLAY_LIMIT);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP_REPLAYED);
    assert_int_equal(f.packet.seq, 101);
    fx_link(&f, AK_LINK_RECOVERY, false);
    assert_false(ak_tx_is_replaying(&f.port));
    fx_submit(&f, 1);
    fx_link(&f, AK_LINK_UP, false);
    fx_send_tlps(&f, 102, 2);
    fx_close(&f);
}

/* Rules: PORT-05. A DLLP of another layer that is cut is not sent again: its layer repeats it. */
static void test_recovery_cuts_a_dllp(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f);
    fx_offer(&f, AK_DLLP_CLASS_FLOW_CONTROL, 0x80, 1);
    fx_begin(&f);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_link(&f, AK_LINK_UP, false);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->packets_cut, 1);
    fx_close(&f);
}

/* Rules: PORT-01, TX-11. Link down ends the wait for a retrain. */
static void test_link_down_instead_of_a_retrain(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f);
    fx_submit(&f, 1);
    fx_send_tlps(&f, 100, 1);
    for (int i = 0; i < 3; i++) {
        fx_nak(&f, 99);
        fx_send_replayed(&f, 100, 1);
    }
    fx_nak(&f, 99);
    assert_true(ak_port_wants_retrain(&f.port));
    fx_link(&f, AK_LINK_DOWN, false);
    assert_reset(&f);
    fx_link(&f, AK_LINK_UP, false);
    fx_submit(&f, 1);
    fx_send_tlps(&f, 100, 1);
    fx_close(&f);
}

/* Rules: PORT-01. A NULL report is allowed; events are sticky and taken once. */
static void test_report_is_optional(void **state)
{
    struct port_fixture f;
    (void)state;
    open_busy(&f);
    ak_port_link(&f.port, AK_LINK_DOWN, false, f.now, NULL);
    assert_reset(&f);
    assert_int_equal(fx_events(&f), AK_EVENT_BAD_TLP);
    assert_int_equal(fx_events(&f), 0);
    fx_close(&f);
}

/* Told again what it knows, a port changes nothing; timers keep their values. */
static void test_no_change_of_the_link(void **state)
{
    struct port_fixture f;
    struct ak_port before;
    (void)state;
    open_busy(&f);
    for (int i = 0; i < 2; i++) {
        enum ak_link link = i == 0 ? AK_LINK_UP : AK_LINK_RECOVERY;
        fx_link(&f, link, false);
        memcpy(&before, &f.port, sizeof(before));
        fx_wait(&f, 3);
        fx_link(&f, link, false);
        assert_memory_equal(&before, &f.port, sizeof(before));
    }
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_link_down),
        cmocka_unit_test(test_link_disable),
        cmocka_unit_test(test_inactive_takes_nothing),
        cmocka_unit_test(test_link_down_ends_the_packet),
        cmocka_unit_test(test_recovery_keeps_all),
        cmocka_unit_test(test_recovery_takes_tlps_and_acks),
        cmocka_unit_test(test_recovery_cuts_a_tlp),
        cmocka_unit_test(test_recovery_cuts_a_replayed_tlp),
        cmocka_unit_test(test_recovery_cuts_a_dllp),
        cmocka_unit_test(test_link_down_instead_of_a_retrain),
        cmocka_unit_test(test_report_is_optional),
        cmocka_unit_test(test_no_change_of_the_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
