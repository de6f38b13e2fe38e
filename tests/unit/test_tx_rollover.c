/* SPDX-License-Identifier: Apache-2.0 */
/*
 * REPLAY_NUM: three replays, the rollover, retraining, giving up (D9, D19).
 * Not here: what a replay sends (test_tx_replay.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

static void open_with_limit(struct port_fixture *f, uint8_t retrain_limit)
{
    struct ak_config config;
    fx_config(&config);
    config.retrain_limit = retrain_limit;
    fx_open(f, &config);
    fx_submit(f, 3);
    fx_send_tlps(f, 0, 2);
}

/* Three replays without progress, by Nak and by expiry in turn: all at once (D3). */
static void replay_three_times(struct port_fixture *f)
{
    for (uint8_t i = 1; i <= 3; i++) {
        if (i == 2) {
            fx_wait_and_tick(f, FX_REPLAY_LIMIT);
        } else {
            fx_nak(f, 0xFFF);
        }
        assert_int_equal(f->port.tx.replay_num, i);
        assert_false(ak_port_wants_retrain(&f->port));
        fx_send_replayed(f, 0, 2);
    }
    fx_events(f);
}

/* As a rollover leaves it: nothing of a TLP begins or is accepted, REPLAY_TIMER is held. */
static void assert_waits_for_retrain(struct port_fixture *f)
{
    assert_int_equal(f->port.tx.replay_num, 0);
    assert_false(ak_tx_is_replaying(&f->port));
    assert_true(ak_tx_deadline(&f->port) == AK_TIME_NEVER);
    assert_int_equal(fx_begin(f), AK_WIRE_IDLE);
    assert_int_equal(fx_try_submit(f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_REPLAY);
    assert_int_equal(ak_tx_outstanding(&f->port), 2);
}

/* Rules: TX-11, ERR-04. The 4th initiation by a Nak. */
static void test_fourth_initiation_rolls_over(void **state)
{
    struct port_fixture f;
    (void)state;
    open_with_limit(&f, 4);
    replay_three_times(&f);
    fx_nak(&f, 0xFFF);
    assert_int_equal(fx_events(&f), AK_EVENT_REPLAY_NUM_ROLLOVER);
    assert_int_equal(fx_counters(&f)->replay_num_rollover, 1);
    assert_int_equal(fx_counters(&f)->retrains, 1);
    assert_int_equal(fx_counters(&f)->replays_by_nak, 3);
    assert_int_equal(fx_counters(&f)->replays_by_timeout, 1);
    assert_true(ak_port_wants_retrain(&f.port));
    assert_waits_for_retrain(&f);
    fx_wait_and_tick(&f, 10 * FX_REPLAY_LIMIT);
    assert_int_equal(fx_counters(&f)->replay_timer_timeout, 1);
    fx_link(&f, AK_LINK_RECOVERY, false);
    assert_false(ak_port_wants_retrain(&f.port));
    assert_waits_for_retrain(&f);
    fx_link(&f, AK_LINK_UP, false);
    assert_true(ak_tx_is_replaying(&f.port));
    assert_int_equal(f.port.tx.replay_num, 0);
    fx_send_replayed(&f, 0, 2);
    fx_send_tlps(&f, 2, 1);
    fx_close(&f);
}

/* Rules: TX-10, TX-11, ERR-05. The 4th initiation by expiry: both are reported. */
static void test_fourth_initiation_by_expiry(void **state)
{
    struct port_fixture f;
    (void)state;
    open_with_limit(&f, 4);
    replay_three_times(&f);
    fx_wait_and_tick(&f, FX_REPLAY_LIMIT);
    assert_int_equal(fx_events(&f), AK_EVENT_REPLAY_NUM_ROLLOVER | AK_EVENT_REPLAY_TIMER_TIMEOUT);
    assert_true(ak_port_wants_retrain(&f.port));
    assert_waits_for_retrain(&f);
    fx_close(&f);
}

/* Rules: TX-11. The replay after the retrain does not count: three more before the next rollover.
 */
static void test_three_more_after_the_retrain(void **state)
{
    struct port_fixture f;
    (void)state;
    open_with_limit(&f, 4);
    for (uint64_t round = 1; round <= 3; round++) {
        replay_three_times(&f);
        fx_nak(&f, 0xFFF);
        assert_int_equal(fx_counters(&f)->replay_num_rollover, round);
        assert_int_equal(fx_counters(&f)->retrains, round);
        fx_link(&f, AK_LINK_RECOVERY, false);
        fx_link(&f, AK_LINK_UP, false);
        fx_send_replayed(&f, 0, 2);
    }
    fx_close(&f);
}

/* Runs to a rollover with everything unacknowledged, without any progress. */
static void roll_over(struct port_fixture *f)
{
    replay_three_times(f);
    fx_nak(f, 0xFFF);
}

/* Rules: TX-15, ERR-04, ERR-06. Two retrains allowed: the third rollover gives up. */
static void test_gives_up(void **state)
{
    struct ak_config config;
    struct port_fixture f;
    (void)state;
    fx_config(&config);
    config.retrain_limit = 2;
    fx_open(&f, &config);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 2);
    for (int i = 0; i < 2; i++) {
        roll_over(&f);
        assert_int_equal(fx_events(&f), AK_EVENT_REPLAY_NUM_ROLLOVER);
        fx_link(&f, AK_LINK_RECOVERY, false);
        fx_link(&f, AK_LINK_UP, false);
        fx_send_replayed(&f, 0, 2);
    }
    roll_over(&f);
    assert_int_equal(fx_events(&f), AK_EVENT_REPLAY_NUM_ROLLOVER | AK_EVENT_DL_PROTOCOL_ERROR);
    assert_int_equal(fx_counters(&f)->replay_num_rollover, 3);
    assert_int_equal(fx_counters(&f)->retrains, 2);
    assert_int_equal(fx_counters(&f)->dl_protocol_error, 1);
    assert_false(ak_port_wants_retrain(&f.port));
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER);
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_DEAD);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    /* Recovery does not help, Acks and other DLLPs go on */
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_link(&f, AK_LINK_UP, false);
    assert_int_equal(fx_tlp(&f, 0), AK_VERDICT_DELIVERED);
    fx_wait_and_tick(&f, FX_ACK_LIMIT);
    fx_send(&f, AK_WIRE_ACK, 0);
    assert_int_equal(fx_bad_tlp(&f, 1), AK_VERDICT_BAD_LCRC);
    fx_send(&f, AK_WIRE_NAK, 0);
    assert_int_equal(fx_offer(&f, AK_DLLP_CLASS_OTHER, 0x30, 1), AK_OK);
    fx_send(&f, AK_WIRE_DLLP, 0);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    /* the link goes down and up: as new */
    struct ak_link_report report = fx_link(&f, AK_LINK_DOWN, false);
    assert_int_equal(report.unconfirmed_tlps, 2);
    fx_link(&f, AK_LINK_UP, false);
    fx_submit(&f, 1);
    fx_send_tlps(&f, 0, 1);
    fx_close(&f);
}

/* Rules: TX-15. Progress clears the count of retrains. */
static void test_progress_clears_the_retrain_count(void **state)
{
    struct port_fixture f;
    (void)state;
    open_with_limit(&f, 1);
    replay_three_times(&f);
    fx_nak(&f, 0xFFF);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_link(&f, AK_LINK_UP, false);
    fx_send_replayed(&f, 0, 2);
    fx_ack(&f, 0);
    fx_send_tlps(&f, 2, 1);
    for (int i = 0; i < 3; i++) {
        fx_nak(&f, 0);
        fx_send_replayed(&f, 1, 2);
    }
    fx_nak(&f, 0);
    assert_true(ak_port_wants_retrain(&f.port));
    assert_int_equal(fx_counters(&f)->dl_protocol_error, 0);
    fx_close(&f);
}

/* Rules: TX-15. A limit of 0 never gives up. */
static void test_limit_0_never_gives_up(void **state)
{
    struct ak_config config;
    struct port_fixture f;
    (void)state;
    fx_config(&config);
    config.retrain_limit = 0;
    fx_open(&f, &config);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 2);
    for (int i = 0; i < 300; i++) {
        roll_over(&f);
        assert_true(ak_port_wants_retrain(&f.port));
        fx_link(&f, AK_LINK_RECOVERY, false);
        fx_link(&f, AK_LINK_UP, false);
        fx_send_replayed(&f, 0, 2);
    }
    assert_int_equal(fx_counters(&f)->retrains, 300);
    fx_close(&f);
}

/* Rules: TX-11. The TLP on the wire is finished; its end does not start REPLAY_TIMER. */
static void test_rollover_with_a_tlp_on_the_wire(void **state)
{
    struct port_fixture f;
    (void)state;
    open_with_limit(&f, 4);
    replay_three_times(&f);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    fx_nak(&f, 0xFFF);
    assert_true(ak_port_wants_retrain(&f.port));
    fx_end(&f);
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_link(&f, AK_LINK_UP, false);
    fx_send_replayed(&f, 0, 3);
    fx_close(&f);
}

/* Rules: TX-11, TX-06. Progress while the retrain is awaited: purged, and the rest is replayed. */
static void test_ack_while_the_retrain_is_awaited(void **state)
{
    struct port_fixture f;
    (void)state;
    open_with_limit(&f, 4);
    roll_over(&f);
    assert_int_equal(fx_ack(&f, 0), AK_VERDICT_ACK);
    assert_int_equal(ak_tx_outstanding(&f.port), 1);
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER); /* held until the replay (D9) */
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_link(&f, AK_LINK_RECOVERY, false);
    assert_int_equal(fx_ack(&f, 1), AK_VERDICT_ACK);
    fx_link(&f, AK_LINK_UP, false);
    assert_false(ak_tx_is_replaying(&f.port));
    fx_send_tlps(&f, 2, 1);
    assert_true(ak_tx_deadline(&f.port) == f.now + FX_REPLAY_LIMIT);
    fx_close(&f);
}

/* Rules: TX-11, TX-12. A Nak stored during the third replay rolls over at its end. */
static void test_rollover_at_the_end_of_a_replay(void **state)
{
    struct port_fixture f;
    (void)state;
    open_with_limit(&f, 4);
    for (int i = 0; i < 2; i++) {
        fx_nak(&f, 0xFFF);
        fx_send_replayed(&f, 0, 2);
    }
    fx_nak(&f, 0xFFF);
    fx_send_replayed(&f, 0, 1);
    fx_nak(&f, 0xFFF);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP_REPLAYED);
    assert_int_equal(fx_events(&f), 0);
    fx_end(&f);
    assert_int_equal(fx_events(&f), AK_EVENT_REPLAY_NUM_ROLLOVER);
    assert_waits_for_retrain(&f);
    fx_close(&f);
}

/* Rules: TX-15, PORT-01. The link went down: as many retrains as ever may follow. */
static void test_link_down_clears_the_retrain_count(void **state)
{
    struct port_fixture f;
    (void)state;
    open_with_limit(&f, 1);
    roll_over(&f);
    assert_int_equal(fx_events(&f), AK_EVENT_REPLAY_NUM_ROLLOVER);
    fx_link(&f, AK_LINK_DOWN, false);
    fx_link(&f, AK_LINK_UP, false);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 2);
    roll_over(&f);
    assert_int_equal(fx_events(&f), AK_EVENT_REPLAY_NUM_ROLLOVER);
    assert_true(ak_port_wants_retrain(&f.port));
    fx_close(&f);
}

/* Rules: TX-07. An Ack that acknowledges nothing new is no progress: the next Nak is the fourth. */
static void test_the_same_ack_again_is_no_progress(void **state)
{
    struct port_fixture f;
    (void)state;
    open_with_limit(&f, 4);
    replay_three_times(&f);
    assert_int_equal(fx_ack(&f, 0xFFF), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.replay_num, 3);
    fx_nak(&f, 0xFFF);
    assert_int_equal(fx_events(&f), AK_EVENT_REPLAY_NUM_ROLLOVER);
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fourth_initiation_rolls_over),
        cmocka_unit_test(test_fourth_initiation_by_expiry),
        cmocka_unit_test(test_three_more_after_the_retrain),
        cmocka_unit_test(test_gives_up),
        cmocka_unit_test(test_progress_clears_the_retrain_count),
        cmocka_unit_test(test_limit_0_never_gives_up),
        cmocka_unit_test(test_rollover_with_a_tlp_on_the_wire),
        cmocka_unit_test(test_ack_while_the_retrain_is_awaited),
        cmocka_unit_test(test_rollover_at_the_end_of_a_replay),
        cmocka_unit_test(test_link_down_clears_the_retrain_count),
        cmocka_unit_test(test_the_same_ack_again_is_no_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
