/* SPDX-License-Identifier: Apache-2.0 */
/*
 * REPLAY_TIMER: when it starts, restarts, is held and frozen (D4, D28).
 * Not here: what expiry does (test_tx_replay.c), ACKNAK_LATENCY_TIMER (test_rx_acknak.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

/* When the timer expires if it was started at `start`. */
static uint64_t limit_from(uint64_t start)
{
    return start + FX_REPLAY_LIMIT;
}

static void assert_held(const struct port_fixture *f)
{
    assert_true(ak_tx_deadline(&f->port) == AK_TIME_NEVER);
}

static void assert_since(const struct port_fixture *f, uint64_t start)
{
    assert_true(ak_tx_deadline(&f->port) == limit_from(start));
}

/* TLPs 0 to count - 1 sent, one every 10 ticks: the first ends at 1010. */
static void open_sent(struct port_fixture *f, enum ak_replay_policy policy, uint32_t count)
{
    struct ak_config config;
    fx_config(&config);
    config.replay_policy = policy;
    fx_open(f, &config);
    fx_submit(f, count);
    for (uint32_t i = 0; i < count; i++) {
        fx_wait(f, 10);
        fx_send_tlps(f, (uint16_t)i, 1);
    }
}

/* Rules: TIME-02. It starts at the last symbol, not at submit or begin. */
static void test_starts_at_the_last_symbol(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 1);
    assert_held(&f);
    fx_begin(&f);
    assert_held(&f);
    fx_wait(&f, 25);
    fx_end(&f);
    assert_since(&f, 1025);
    fx_close(&f);
}

/* Rules: TIME-02. One that runs is left alone by the next TLPs (D4). */
static void test_runs_on_when_more_is_sent(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 3);
    assert_since(&f, 1010);
    fx_close(&f);
}

/* Rules: TIME-01, TIME-06. One tick before the limit nothing, at the limit it expires. */
static void test_expires_exactly(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 1);
    fx_wait_and_tick(&f, FX_REPLAY_LIMIT - 1);
    assert_int_equal(fx_events(&f), 0);
    assert_false(ak_tx_is_replaying(&f.port));
    fx_wait_and_tick(&f, 1);
    assert_int_equal(fx_events(&f), AK_EVENT_REPLAY_TIMER_TIMEOUT);
    assert_true(ak_tx_is_replaying(&f.port));
    fx_close(&f);
}

/* Rules: TIME-06. A late tick finds it expired too; ak_rx_tick does not touch it. */
static void test_expires_late(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 1);
    fx_wait(&f, 5 * FX_REPLAY_LIMIT);
    ak_rx_tick(&f.port, f.now);
    assert_int_equal(fx_counters(&f)->replay_timer_timeout, 0);
    ak_tx_tick(&f.port, f.now);
    assert_int_equal(fx_counters(&f)->replay_timer_timeout, 1);
    fx_close(&f);
}

/* Rules: TIME-03. An Ack with progress restarts it while sent TLPs are unacknowledged. */
static void test_progress_restarts(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 3);
    fx_wait(&f, 40);
    fx_ack(&f, 0xFFF); /* no progress: nothing (D2) */
    assert_since(&f, 1010);
    fx_ack(&f, 1);
    assert_since(&f, 1070);
    fx_wait(&f, 5);
    fx_ack(&f, 1);
    assert_since(&f, 1070);
    fx_ack(&f, 2);
    assert_held(&f);
    fx_close(&f);
}

/* Rules: TIME-03. The only one left is still on the wire: held until its end (D28). */
static void test_progress_holds_when_none_has_ended(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 1);
    assert_since(&f, 1000);
    fx_begin(&f);
    fx_wait(&f, 20);
    fx_ack(&f, 0);
    assert_held(&f);
    fx_wait(&f, 5);
    fx_end(&f);
    assert_since(&f, 1025);
    fx_close(&f);
}

/* Rules: TIME-02. The end of a TLP that is acknowledged already starts nothing. */
static void test_end_of_an_acknowledged_tlp(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 2);
    fx_begin(&f);
    fx_ack(&f, 0);
    fx_end(&f);
    assert_held(&f);
    fx_wait(&f, 7);
    fx_send_tlps(&f, 1, 1);
    assert_since(&f, 1007);
    fx_close(&f);
}

/* Rules: TIME-03. A Nak outside a replay holds it until the first replayed TLP has ended. */
static void test_nak_holds(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 3);
    fx_wait(&f, 10);
    fx_nak(&f, 0xFFF);
    assert_held(&f);
    fx_begin(&f);
    assert_held(&f);
    fx_wait(&f, 10);
    fx_end(&f);
    assert_since(&f, 1050);
    fx_wait(&f, 10);
    fx_send_replayed(&f, 1, 2);
    assert_since(&f, 1050);
    fx_close(&f);
}

/* Rules: TIME-03. The end of a new TLP that was on the wire at the Nak does not start it. */
static void test_nak_holds_beyond_the_tlp_on_the_wire(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 2);
    fx_send_tlps(&f, 0, 1);
    fx_begin(&f);
    fx_nak(&f, 0xFFF);
    assert_held(&f);
    fx_wait(&f, 10);
    fx_end(&f);
    assert_held(&f);
    fx_wait(&f, 10);
    fx_send_replayed(&f, 0, 1);
    assert_since(&f, 1020);
    fx_close(&f);
}

/* Rules: TIME-03. So does a Nak with progress, and expiry. */
static void test_nak_with_progress_and_expiry_hold(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 3);
    fx_nak(&f, 0);
    assert_held(&f);
    fx_wait(&f, 10);
    fx_send_replayed(&f, 1, 2);
    assert_since(&f, 1040);
    fx_wait_and_tick(&f, FX_REPLAY_LIMIT);
    assert_held(&f);
    fx_wait(&f, 60);
    fx_send_replayed(&f, 1, 1);
    assert_since(&f, 1200);
    fx_close(&f);
}

/* Rules: TIME-03. An Ack with progress during a replay restarts it, under both policies (D15). */
static void progress_during_a_replay(enum ak_replay_policy policy, bool nak)
{
    struct port_fixture f;
    open_sent(&f, policy, 4);
    fx_nak(&f, 0xFFF);
    fx_send_replayed(&f, 0, 1);
    assert_since(&f, 1040);
    fx_wait(&f, 10);
    if (nak) {
        fx_nak(&f, 1);
    } else {
        fx_ack(&f, 1);
    }
    assert_since(&f, 1050);
    fx_close(&f);
    /* also before the first replayed TLP has ended: all of them had been sent before */
    open_sent(&f, policy, 4);
    fx_nak(&f, 0xFFF);
    fx_wait(&f, 10);
    fx_ack(&f, 1);
    assert_since(&f, 1050);
    fx_close(&f);
}

static void test_progress_during_a_replay(void **state)
{
    (void)state;
    progress_during_a_replay(AK_REPLAY_CONCURRENT, false);
    progress_during_a_replay(AK_REPLAY_CONCURRENT, true);
    progress_during_a_replay(AK_REPLAY_DEFERRED, false);
    progress_during_a_replay(AK_REPLAY_DEFERRED, true);
}

/* Rules: TIME-03. A Nak without progress during a replay leaves it running. */
static void test_nak_during_a_replay_leaves_it(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 4);
    fx_nak(&f, 0xFFF);
    fx_send_replayed(&f, 0, 1);
    fx_wait(&f, 10);
    fx_nak(&f, 0xFFF);
    assert_since(&f, 1040);
    fx_close(&f);
}

/* Rules: TIME-03. Deferred: an Ack of everything during a replay holds it to the end. */
static void test_deferred_ack_of_everything_holds(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_DEFERRED, 3);
    fx_nak(&f, 0xFFF);
    fx_send_replayed(&f, 0, 1);
    fx_ack(&f, 2);
    assert_held(&f);
    fx_send_replayed(&f, 1, 2); /* acknowledged already: their ends start nothing */
    assert_held(&f);
    assert_int_equal(ak_tx_used_tlps(&f.port), 0);
    fx_close(&f);
}

/* Rules: TIME-04. Frozen in Recovery with the value it had; nothing expires there. */
static void test_frozen_in_recovery(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 2);
    fx_wait(&f, 50);
    fx_link(&f, AK_LINK_RECOVERY, false); /* at 1070: 60 ticks */
    assert_held(&f);
    fx_wait_and_tick(&f, 1000);
    assert_int_equal(fx_counters(&f)->replay_timer_timeout, 0);
    fx_link(&f, AK_LINK_UP, false); /* at 2070 */
    assert_since(&f, 2010);
    fx_wait_and_tick(&f, 39);
    assert_int_equal(fx_counters(&f)->replay_timer_timeout, 0);
    fx_wait_and_tick(&f, 1);
    assert_int_equal(fx_counters(&f)->replay_timer_timeout, 1);
    fx_close(&f);
}

/* Rules: TIME-04, TIME-03. An Ack that arrives in Recovery restarts it, frozen at 0. */
static void test_progress_in_recovery(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 2);
    fx_wait(&f, 50);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_wait(&f, 10);
    fx_ack(&f, 0);
    fx_wait(&f, 10);
    fx_link(&f, AK_LINK_UP, false);
    assert_since(&f, f.now);
    fx_close(&f);
}

/* Rules: TIME-04, PORT-05. The TLP that Recovery cuts starts it, frozen (D31). */
static void test_cut_tlp_starts_it_frozen(void **state)
{
    struct port_fixture f;
    (void)state;
    fx_open(&f, NULL);
    fx_submit(&f, 1);
    fx_begin(&f);
    fx_wait(&f, 10);
    fx_link(&f, AK_LINK_RECOVERY, false);
    fx_wait(&f, 300);
    fx_link(&f, AK_LINK_UP, false);
    assert_since(&f, 1310);
    fx_close(&f);
}

/* Rules: LIM-05, TIME-01. A new limit applies to a timer that runs, which keeps its value. */
static void test_new_limit_applies_at_once(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 1);
    fx_wait(&f, 50);
    ak_port_set_limits(&f.port, 400, FX_ACK_LIMIT);
    assert_true(ak_tx_deadline(&f.port) == 1410);
    ak_port_set_limits(&f.port, 30, FX_ACK_LIMIT);
    assert_true(ak_tx_deadline(&f.port) == 1040);
    fx_tick(&f);
    assert_int_equal(fx_counters(&f)->replay_timer_timeout, 1);
    fx_close(&f);
}

/* Rules: TIME-03. After a stored Nak the second replay holds it again until its first TLP ends. */
static void test_second_replay_holds_again(void **state)
{
    struct port_fixture f;
    (void)state;
    open_sent(&f, AK_REPLAY_CONCURRENT, 2);
    fx_nak(&f, 0xFFF);
    fx_send_replayed(&f, 0, 1);
    fx_nak(&f, 0xFFF);
    fx_wait(&f, 10);
    fx_send_replayed(&f, 1, 1);
    assert_true(ak_tx_is_replaying(&f.port));
    assert_held(&f);
    fx_wait(&f, 10);
    fx_send_replayed(&f, 0, 1);
    assert_since(&f, 1040);
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_starts_at_the_last_symbol),
        cmocka_unit_test(test_runs_on_when_more_is_sent),
        cmocka_unit_test(test_expires_exactly),
        cmocka_unit_test(test_expires_late),
        cmocka_unit_test(test_progress_restarts),
        cmocka_unit_test(test_progress_holds_when_none_has_ended),
        cmocka_unit_test(test_end_of_an_acknowledged_tlp),
        cmocka_unit_test(test_nak_holds),
        cmocka_unit_test(test_nak_holds_beyond_the_tlp_on_the_wire),
        cmocka_unit_test(test_nak_with_progress_and_expiry_hold),
        cmocka_unit_test(test_progress_during_a_replay),
        cmocka_unit_test(test_nak_during_a_replay_leaves_it),
        cmocka_unit_test(test_deferred_ack_of_everything_holds),
        cmocka_unit_test(test_frozen_in_recovery),
        cmocka_unit_test(test_progress_in_recovery),
        cmocka_unit_test(test_cut_tlp_starts_it_frozen),
        cmocka_unit_test(test_new_limit_applies_at_once),
        cmocka_unit_test(test_second_replay_holds_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
