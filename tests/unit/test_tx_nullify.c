/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cut-through TLPs, and nullifying them, in every phase (D13, D27).
 * Not here: nullified TLPs as a receiver sees them (test_rx_tlp.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

static void submit_cut_through(struct port_fixture *f)
{
    assert_int_equal(fx_try_submit(f, FX_TLP_BYTES, AK_TLP_CUT_THROUGH), AK_OK);
}

/* Rules: TX-13. No TLP behind it until its last symbol has left. */
static void test_nothing_behind_an_open_tlp(void **state)
{
    struct port_fixture f;
    uint8_t *place = NULL;
    (void)state;
    fx_open(&f, NULL);
    submit_cut_through(&f);
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_CUT_THROUGH);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_CUT_THROUGH), AK_REFUSED_CUT_THROUGH);
    assert_int_equal(ak_tx_reserve(&f.port, 16, &place), AK_REFUSED_CUT_THROUGH);
    assert_int_equal(fx_counters(&f)->tx_stalls, 0);
    fx_end(&f);
    fx_submit(&f, 1);
    fx_close(&f);
}

/* Rules: TX-14. On the wire: the LCRC becomes its complement, the number goes to the next TLP. */
static void test_nullified_on_the_wire(void **state)
{
    uint8_t frame[FX_TLP_BYTES + 6];
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 1);
    fx_send_tlps(&f, 0, 1);
    submit_cut_through(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    memcpy(frame, f.packet.bytes, sizeof(frame));
    assert_int_equal(fx_nullify(&f), AK_OK);
    assert_memory_equal(f.packet.bytes, frame, sizeof(frame) - 4);
    for (size_t i = sizeof(frame) - 4; i < sizeof(frame); i++) {
        assert_int_equal(f.packet.bytes[i], (uint8_t)~frame[i]);
    }
    assert_int_equal(f.port.tx.next_transmit_seq, 1);
    assert_int_equal(fx_counters(&f)->nullified_sent, 1);
    /* refused until it ends (D13) */
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_CUT_THROUGH);
    assert_int_equal(fx_nullify(&f), AK_REFUSED_CUT_THROUGH);
    fx_end(&f);
    assert_int_equal(ak_tx_used_tlps(&f.port), 1);
    assert_int_equal(ak_tx_outstanding(&f.port), 1);
    fx_submit(&f, 1);
    fx_send_tlps(&f, 1, 1);
    fx_close(&f);
}

/* Rules: TX-14, TIME-02. The end of a nullified TLP starts no timer. */
static void test_nullified_starts_no_timer(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    submit_cut_through(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    fx_nullify(&f);
    fx_end(&f);
    assert_true(ak_next_deadline(&f.port) == AK_TIME_NEVER);
    assert_int_equal(ak_tx_used_tlps(&f.port), 0);
    assert_int_equal(ak_tx_used_bytes(&f.port), 0);
    fx_close(&f);
}

/* Rules: TX-14. Waiting: withdrawn, and it never begins. */
static void test_nullified_while_waiting(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 1);
    submit_cut_through(&f);
    assert_int_equal(fx_nullify(&f), AK_OK);
    assert_int_equal(f.port.tx.next_transmit_seq, 1);
    assert_int_equal(ak_tx_used_tlps(&f.port), 1);
    assert_int_equal(fx_counters(&f)->nullified_sent, 0);
    fx_send_tlps(&f, 0, 1);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_submit(&f, 1);
    fx_send_tlps(&f, 1, 1);
    fx_close(&f);
}

/* Rules: TX-14. Only the newest, only if submitted as cut-through, only before its end. */
static void test_nothing_to_nullify(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open_down(&f, NULL);
    assert_int_equal(fx_nullify(&f), AK_REFUSED_CUT_THROUGH);
    fx_link(&f, AK_LINK_UP, false);
    assert_int_equal(fx_nullify(&f), AK_REFUSED_CUT_THROUGH);
    fx_submit(&f, 1);
    assert_int_equal(fx_nullify(&f), AK_REFUSED_CUT_THROUGH);
    submit_cut_through(&f);
    fx_send_tlps(&f, 0, 2);
    assert_int_equal(fx_nullify(&f), AK_REFUSED_CUT_THROUGH);
    assert_int_equal(ak_tx_outstanding(&f.port), 2);
    fx_close(&f);
}

/* Rules: TX-16, TX-05. It counts as sent from its end on: no Ack before (D27). */
static void test_open_tlp_is_sent_at_its_end(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    submit_cut_through(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    assert_int_equal(ak_tx_outstanding(&f.port), 0);
    assert_int_equal(fx_ack(&f, 0), AK_VERDICT_ILLEGAL_SEQ);
    fx_end(&f);
    assert_int_equal(ak_tx_outstanding(&f.port), 1);
    assert_true(ak_tx_deadline(&f.port) == f.now + FX_REPLAY_LIMIT);
    assert_int_equal(fx_ack(&f, 0), AK_VERDICT_ACK);
    fx_close(&f);
}

/* Rules: TX-16. The number of a nullified TLP cannot be acknowledged, during or after. */
static void test_nullified_cannot_be_acknowledged(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    submit_cut_through(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    fx_nullify(&f);
    assert_int_equal(fx_ack(&f, 0), AK_VERDICT_ILLEGAL_SEQ);
    fx_end(&f);
    assert_int_equal(fx_ack(&f, 0), AK_VERDICT_ILLEGAL_SEQ);
    fx_close(&f);
}

/* Rules: TX-08, TX-09, TX-16. A Nak meanwhile: alone it does nothing; with others sent the open TLP
 * is finished, and as a sent TLP then belongs to the replay; nullified it does not. */
static void nak_while_open(bool nullify)
{
    struct port_fixture f;
    fx_open(&f, NULL);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 2);
    submit_cut_through(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    fx_nak(&f, 0);
    assert_true(ak_tx_is_replaying(&f.port));
    if (nullify) {
        assert_int_equal(fx_nullify(&f), AK_OK);
    }
    fx_end(&f);
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER);
    fx_send_replayed(&f, 1, nullify ? 1 : 2);
    assert_false(ak_tx_is_replaying(&f.port));
    fx_submit(&f, 1);
    fx_send_tlps(&f, nullify ? 2 : 3, 1);
    fx_close(&f);
}

static void test_nak_while_open(void **state)
{
    struct port_fixture f;
    (void)state;
    nak_while_open(false);
    nak_while_open(true);
    fx_open(&f, NULL);
    submit_cut_through(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    assert_int_equal(fx_nak(&f, 0xFFF), AK_VERDICT_NAK);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_int_equal(fx_counters(&f)->replays_by_nak, 0);
    fx_end(&f);
    fx_close(&f);
}

/* Rules: TX-09, TX-13, TX-14. Waiting behind a replay it can still be withdrawn, or follows it. */
static void open_behind_a_replay(bool nullify)
{
    struct port_fixture f;
    fx_open(&f, NULL);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 2);
    submit_cut_through(&f);
    fx_nak(&f, 0xFFF);
    fx_send_replayed(&f, 0, 1);
    if (nullify) {
        assert_int_equal(fx_nullify(&f), AK_OK);
        fx_send_replayed(&f, 1, 1);
        assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    } else {
        fx_send_replayed(&f, 1, 1);
        fx_send_tlps(&f, 2, 1);
    }
    fx_close(&f);
}

static void test_open_behind_a_replay(void **state)
{
    (void)state;
    open_behind_a_replay(false);
    open_behind_a_replay(true);
}

/* Rules: PORT-05, TX-16. Recovery cuts it: sent, its last symbol gone, no longer to be nullified.
 */
static void test_recovery_cuts_an_open_tlp(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    submit_cut_through(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    fx_link(&f, AK_LINK_RECOVERY, false);
    assert_int_equal(ak_tx_outstanding(&f.port), 1);
    assert_int_equal(fx_nullify(&f), AK_REFUSED_CUT_THROUGH);
    assert_int_equal(fx_counters(&f)->packets_cut, 1);
    fx_submit(&f, 1);
    fx_wait(&f, 500);
    fx_link(&f, AK_LINK_UP, false);
    assert_true(ak_tx_deadline(&f.port) == f.now + FX_REPLAY_LIMIT);
    fx_close(&f);
}

/* Rules: PORT-05, TX-14. Recovery cuts a nullified one: gone, and a TLP may follow. */
static void test_recovery_cuts_a_nullified_tlp(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    submit_cut_through(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    fx_nullify(&f);
    fx_link(&f, AK_LINK_RECOVERY, false);
    assert_int_equal(ak_tx_used_tlps(&f.port), 0);
    fx_submit(&f, 1);
    fx_link(&f, AK_LINK_UP, false);
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER);
    fx_send_tlps(&f, 0, 1);
    fx_close(&f);
}

/* Rules: PORT-01, TX-14. Link down with one on the wire: it may have arrived; nullified: nothing.
 */
static void test_link_down_with_an_open_tlp(void **state)
{
    struct port_fixture f;
    struct ak_link_report report;
    (void)state;
    fx_open(&f, NULL);
    submit_cut_through(&f);
    report = fx_link(&f, AK_LINK_DOWN, false);
    assert_int_equal(report.unconfirmed_tlps, 0);
    assert_int_equal(report.unsent_tlps, 1);
    fx_link(&f, AK_LINK_UP, false);
    submit_cut_through(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    report = fx_link(&f, AK_LINK_DOWN, false);
    assert_int_equal(report.unconfirmed_tlps, 1);
    assert_int_equal(report.unsent_tlps, 0);
    assert_int_equal(fx_nullify(&f), AK_REFUSED_CUT_THROUGH);
    fx_link(&f, AK_LINK_UP, false);
    submit_cut_through(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    fx_nullify(&f);
    report = fx_link(&f, AK_LINK_DOWN, false);
    assert_int_equal(report.unconfirmed_tlps, 0);
    assert_int_equal(report.unsent_tlps, 0);
    fx_link(&f, AK_LINK_UP, false);
    fx_submit(&f, 1);
    fx_close(&f);
}

/* Rules: TX-04, TX-14. The place of a nullified TLP is free again, byte for byte. */
static void test_place_is_free_again(void **state)
{
    struct ak_config config;
    struct port_fixture f;
    (void)state;
    fx_config(&config);
    config.replay_capacity_bytes = 50;
    config.slot_count = 2;
    fx_open(&f, &config);
    for (int i = 0; i < 40; i++) {
        submit_cut_through(&f);
        if (i % 2 == 0) {
            assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
            fx_nullify(&f);
            fx_end(&f);
        } else {
            fx_nullify(&f);
        }
        assert_int_equal(fx_try_submit(&f, 44, AK_TLP_STORE_AND_FORWARD), AK_OK);
        fx_send_tlps(&f, (uint16_t)i, 1);
        assert_int_equal(fx_ack(&f, (uint16_t)i), AK_VERDICT_ACK);
    }
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_behind_an_open_tlp),
        cmocka_unit_test(test_nullified_on_the_wire),
        cmocka_unit_test(test_nullified_starts_no_timer),
        cmocka_unit_test(test_nullified_while_waiting),
        cmocka_unit_test(test_nothing_to_nullify),
        cmocka_unit_test(test_open_tlp_is_sent_at_its_end),
        cmocka_unit_test(test_nullified_cannot_be_acknowledged),
        cmocka_unit_test(test_nak_while_open),
        cmocka_unit_test(test_open_behind_a_replay),
        cmocka_unit_test(test_recovery_cuts_an_open_tlp),
        cmocka_unit_test(test_recovery_cuts_a_nullified_tlp),
        cmocka_unit_test(test_link_down_with_an_open_tlp),
        cmocka_unit_test(test_place_is_free_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
