/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Acks and Naks outside a replay: which numbers are legal, what they purge, progress.
 * Not here: during a replay (test_tx_replay.c), REPLAY_TIMER (test_replay_timer.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

static void open_at(struct port_fixture *f, uint16_t initial_seq)
{
    struct ak_config config;
    fx_config(&config);
    config.initial_seq = initial_seq;
    config.replay_limit = 1000000;
    config.slot_count = AK_SLOTS_MAX;
    fx_open(f, &config);
}

/* Rules: TX-06. The book's example 5-7: 3 to 7 sent, Ack 5. */
static void test_example_5_7(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 3);
    fx_submit(&f, 5);
    fx_send_tlps(&f, 3, 5);
    assert_int_equal(f.port.tx.next_transmit_seq, 8);
    assert_int_equal(fx_ack(&f, 5), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.ackd_seq, 5);
    assert_int_equal(ak_tx_outstanding(&f.port), 2);
    assert_int_equal(ak_tx_used_tlps(&f.port), 2);
    assert_int_equal(fx_ack(&f, 7), AK_VERDICT_ACK);
    assert_int_equal(ak_tx_used_tlps(&f.port), 0);
    assert_int_equal(fx_counters(&f)->acks_received, 2);
    fx_close(&f);
}

/* Rules: TX-06. Example 5-8: one Ack across the wrap. */
static void test_example_5_8(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 4094);
    fx_submit(&f, 5);
    fx_send_tlps(&f, 4094, 5);
    assert_int_equal(f.port.tx.next_transmit_seq, 3);
    assert_int_equal(fx_ack(&f, 1), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.ackd_seq, 1);
    assert_int_equal(ak_tx_outstanding(&f.port), 1);
    assert_int_equal(ak_tx_used_tlps(&f.port), 1);
    fx_close(&f);
}

/* Rules: TX-06, TX-08, TX-09. Example 5-9: Nak 4094 purges 4094 and replays the rest. */
static void test_example_5_9(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 4094);
    fx_submit(&f, 5);
    fx_send_tlps(&f, 4094, 5);
    assert_int_equal(fx_nak(&f, 4094), AK_VERDICT_NAK);
    assert_int_equal(f.port.tx.ackd_seq, 4094);
    assert_int_equal(ak_tx_used_tlps(&f.port), 4);
    assert_int_equal(f.port.tx.replay_num, 1); /* reset by progress, then counted (D8) */
    assert_true(ak_tx_is_replaying(&f.port));
    fx_send_replayed(&f, 4095, 4);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_ack(&f, 2), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.replay_num, 0);
    assert_int_equal(ak_tx_used_tlps(&f.port), 0);
    assert_int_equal(fx_counters(&f)->naks_received, 1);
    assert_int_equal(fx_counters(&f)->replays_by_nak, 1);
    assert_int_equal(fx_counters(&f)->tlps_replayed, 4);
    assert_int_equal(fx_events(&f), 0); /* a Nak is never itself an error */
    fx_close(&f);
}

/* Rules: TX-05, TX-08. Before the first TLP only FFFh is legal; an Ack or Nak of it does nothing.
 */
static void test_before_the_first_tlp(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    assert_int_equal(fx_ack(&f, 0xFFF), AK_VERDICT_ACK);
    assert_int_equal(fx_nak(&f, 0xFFF), AK_VERDICT_NAK);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_int_equal(f.port.tx.replay_num, 0);
    assert_int_equal(fx_counters(&f)->replays_by_nak, 0);
    assert_int_equal(fx_events(&f), 0);
    assert_int_equal(fx_ack(&f, 0), AK_VERDICT_ILLEGAL_SEQ);
    assert_int_equal(fx_nak(&f, 0), AK_VERDICT_ILLEGAL_SEQ);
    assert_int_equal(fx_nak(&f, 0xFFE), AK_VERDICT_ILLEGAL_SEQ);
    assert_int_equal(fx_events(&f), AK_EVENT_DL_PROTOCOL_ERROR);
    assert_int_equal(fx_counters(&f)->dl_protocol_error, 3);
    assert_int_equal(fx_counters(&f)->bad_dllp, 0);
    assert_int_equal(fx_counters(&f)->acks_received, 1);
    assert_int_equal(fx_counters(&f)->naks_received, 1);
    fx_close(&f);
}

/* Rules: TX-08. Nak FFFh when the very first TLP was hit. */
static void test_nak_before_the_first_good_tlp(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 2);
    assert_int_equal(fx_nak(&f, 0xFFF), AK_VERDICT_NAK);
    assert_int_equal(f.port.tx.ackd_seq, 0xFFF);
    assert_int_equal(f.port.tx.replay_num, 1);
    fx_send_replayed(&f, 0, 2);
    fx_close(&f);
}

/* Tries each of the 4096 numbers on a copy: legal are those from ACKD_SEQ to the last sent. */
static void try_all_numbers(struct port_fixture *f, uint32_t legal)
{
    uint16_t ackd_seq = f->port.tx.ackd_seq;
    struct ak_port kept;
    memcpy(&kept, &f->port, sizeof(kept));
    for (uint32_t ahead = 0; ahead < 4096; ahead++) {
        for (int nak = 0; nak < 2; nak++) {
            uint16_t seq = (uint16_t)((ackd_seq + ahead) % 4096u);
            enum ak_verdict verdict = nak != 0 ? fx_nak(f, seq) : fx_ack(f, seq);
            if (ahead < legal) {
                assert_int_equal(verdict, nak != 0 ? AK_VERDICT_NAK : AK_VERDICT_ACK);
                assert_int_equal(f->port.tx.ackd_seq, seq);
                assert_int_equal(ak_tx_outstanding(&f->port), legal - 1 - ahead);
            } else {
                assert_int_equal(verdict, AK_VERDICT_ILLEGAL_SEQ);
                assert_int_equal(f->port.tx.ackd_seq, ackd_seq);
                assert_int_equal(f->port.events, AK_EVENT_DL_PROTOCOL_ERROR);
            }
            memcpy(&f->port, &kept, sizeof(kept));
        }
    }
}

/* Rules: TX-05. For 0, 1, 2, 2046 and 2047 outstanding, at several places of the circle. */
static void test_legal_numbers(void **state)
{
    static const uint32_t outstanding[] = {0, 1, 2, 2046, 2047};
    static const uint16_t first[] = {0, 1, 2048, 4095};
    (void)state;
    for (uint32_t i = 0; i < 5; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            struct port_fixture f;
            open_at(&f, first[k]);
            fx_submit(&f, outstanding[i]);
            fx_send_all(&f);
            try_all_numbers(&f, outstanding[i] + 1);
            fx_close(&f);
        }
    }
}

/* Rules: TX-05, TX-16. A TLP that waits cannot be acknowledged, one that has begun can (D27). */
static void test_waiting_tlp_is_not_sent(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 10);
    fx_submit(&f, 3);
    assert_int_equal(fx_ack(&f, 10), AK_VERDICT_ILLEGAL_SEQ);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    assert_int_equal(ak_tx_outstanding(&f.port), 1);
    assert_int_equal(fx_ack(&f, 11), AK_VERDICT_ILLEGAL_SEQ);
    assert_int_equal(fx_ack(&f, 10), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.ackd_seq, 10);
    assert_int_equal(ak_tx_outstanding(&f.port), 0);
    fx_end(&f);
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER);
    fx_send_tlps(&f, 11, 2);
    fx_close(&f);
}

/* Rules: TX-07. Only progress resets REPLAY_NUM: not an Ack of ACKD_SEQ, not an illegal one. */
static void test_only_progress_resets_replay_num(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_submit(&f, 3);
    fx_send_tlps(&f, 0, 3);
    fx_nak(&f, 0xFFF);
    fx_send_replayed(&f, 0, 3);
    fx_nak(&f, 0xFFF);
    fx_send_replayed(&f, 0, 3);
    assert_int_equal(f.port.tx.replay_num, 2);
    fx_ack(&f, 0xFFF);
    assert_int_equal(f.port.tx.replay_num, 2);
    fx_ack(&f, 3);
    assert_int_equal(f.port.tx.replay_num, 2);
    fx_ack(&f, 0);
    assert_int_equal(f.port.tx.replay_num, 0);
    fx_nak(&f, 0);
    assert_int_equal(f.port.tx.replay_num, 1);
    fx_send_replayed(&f, 1, 2);
    fx_nak(&f, 1); /* progress: reset to 0, then counted (D8) */
    assert_int_equal(f.port.tx.replay_num, 1);
    fx_close(&f);
}

/* Rules: TX-08. A Nak that leaves nothing unacknowledged is an Ack, and counts no replay. */
static void test_nak_of_everything(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 2);
    assert_int_equal(fx_nak(&f, 1), AK_VERDICT_NAK);
    assert_int_equal(f.port.tx.ackd_seq, 1);
    assert_int_equal(f.port.tx.replay_num, 0);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_int_equal(fx_counters(&f)->replays_by_nak, 0);
    assert_int_equal(fx_counters(&f)->naks_received, 1);
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER);
    fx_close(&f);
}

/* Rules: TX-05, DLLP-03. Reserved bits of an Ack are ignored (test 41-20 of the PCI-SIG). */
static void test_reserved_bits_are_ignored(void **state)
{
    struct port_fixture f;
    (void)state;
    open_at(&f, 0);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 2);
    assert_int_equal(fx_dllp(&f, 0x00, 0xFF, 0xF0, 0x01), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.ackd_seq, 1);
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example_5_7),
        cmocka_unit_test(test_example_5_8),
        cmocka_unit_test(test_example_5_9),
        cmocka_unit_test(test_before_the_first_tlp),
        cmocka_unit_test(test_nak_before_the_first_good_tlp),
        cmocka_unit_test(test_legal_numbers),
        cmocka_unit_test(test_waiting_tlp_is_not_sent),
        cmocka_unit_test(test_only_progress_resets_replay_num),
        cmocka_unit_test(test_nak_of_everything),
        cmocka_unit_test(test_reserved_bits_are_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
