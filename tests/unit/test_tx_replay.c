/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replays: what is sent again, what is blocked, and what arrives meanwhile (D15, D26).
 * Not here: rollover of REPLAY_NUM (test_tx_rollover.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

static void open_policy(struct port_fixture *f, enum ak_replay_policy policy)
{
    struct ak_config config;
    fx_config(&config);
    config.replay_policy = policy;
    config.initial_seq = 4094;
    fx_open(f, &config);
}

/* 4094, 4095, 0, 1 sent; then a Nak of none of them. */
static void open_replaying(struct port_fixture *f, enum ak_replay_policy policy)
{
    open_policy(f, policy);
    fx_submit(f, 4);
    fx_send_tlps(f, 4094, 4);
    assert_int_equal(fx_nak(f, 4093), AK_VERDICT_NAK);
    assert_true(ak_tx_is_replaying(&f->port));
    assert_int_equal(f->port.tx.replay_num, 1);
}

/* Rules: TX-09. Oldest first, bytes unchanged, the same ones as at first. */
static void test_replay_repeats_the_bytes(void **state)
{
    uint8_t first[4][FX_TLP_BYTES + 6];
    struct port_fixture f;
    (void)state;
    open_policy(&f, AK_REPLAY_CONCURRENT);
    fx_submit(&f, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
        memcpy(first[i], f.packet.bytes, sizeof(first[i]));
        fx_end(&f);
    }
    fx_nak(&f, 4093);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(fx_begin(&f), AK_WIRE_TLP_REPLAYED);
        assert_int_equal(f.packet.length_bytes, sizeof(first[i]));
        assert_memory_equal(f.packet.bytes, first[i], sizeof(first[i]));
        fx_end(&f);
    }
    assert_int_equal(ak_tx_used_tlps(&f.port), 4); /* kept until acknowledged */
    fx_close(&f);
}

/* Rules: TX-09. No TLP is accepted until the last symbol of the replay (D32). */
static void test_submit_is_refused_during_a_replay(void **state)
{
    struct port_fixture f;
    uint8_t *place = NULL;
    (void)state;
    open_replaying(&f, AK_REPLAY_CONCURRENT);
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_REPLAY);
    assert_int_equal(ak_tx_reserve(&f.port, 16, &place), AK_REFUSED_REPLAY);
    fx_send_replayed(&f, 4094, 3);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP_REPLAYED);
    assert_true(ak_tx_is_replaying(&f.port));
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_CUT_THROUGH), AK_REFUSED_REPLAY);
    fx_end(&f);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_int_equal(fx_counters(&f)->tx_stalls, 0);
    fx_submit(&f, 1);
    fx_send_tlps(&f, 2, 1);
    fx_close(&f);
}

/* Rules: TX-09, TX-16. What waits is not part of the replay and follows it as new (D27). */
static void test_waiting_tlps_follow_the_replay(void **state)
{
    struct port_fixture f;
    (void)state;
    open_policy(&f, AK_REPLAY_CONCURRENT);
    fx_submit(&f, 4);
    fx_send_tlps(&f, 4094, 2);
    fx_nak(&f, 4094);
    fx_send_replayed(&f, 4095, 1);
    fx_send_tlps(&f, 0, 2);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->tlps_replayed, 1);
    assert_int_equal(fx_counters(&f)->tlps_sent, 4);
    fx_close(&f);
}

/* Rules: TX-09, TX-16, PORT-03. The TLP on the wire is finished first and is part of the replay. */
static void test_tlp_on_the_wire_is_finished(void **state)
{
    struct port_fixture f;
    (void)state;
    open_policy(&f, AK_REPLAY_CONCURRENT);
    fx_submit(&f, 3);
    fx_send_tlps(&f, 4094, 1);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP);
    fx_nak(&f, 4093);
    fx_end(&f);
    fx_send_replayed(&f, 4094, 2);
    fx_send_tlps(&f, 0, 1);
    fx_close(&f);
}

/* Rules: TX-12. Concurrent: an Ack purges at once and the replay skips what it covers. */
static void test_concurrent_ack_skips(void **state)
{
    struct port_fixture f;
    (void)state;
    open_replaying(&f, AK_REPLAY_CONCURRENT);
    fx_send_replayed(&f, 4094, 1);
    assert_int_equal(fx_ack(&f, 0), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.ackd_seq, 0);
    assert_int_equal(f.port.tx.replay_num, 0);
    assert_int_equal(ak_tx_used_tlps(&f.port), 1);
    fx_send_replayed(&f, 1, 1);
    assert_false(ak_tx_is_replaying(&f.port));
    fx_close(&f);
}

/* Rules: TX-12. An Ack of all that is left ends the replay, a TLP on the wire is finished. */
static void test_concurrent_ack_of_all_ends_the_replay(void **state)
{
    struct port_fixture f;
    (void)state;
    open_replaying(&f, AK_REPLAY_CONCURRENT);
    fx_ack(&f, 1);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_close(&f);
    open_replaying(&f, AK_REPLAY_CONCURRENT);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP_REPLAYED);
    fx_ack(&f, 1);
    assert_true(ak_tx_is_replaying(&f.port));
    assert_int_equal(fx_try_submit(&f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_REPLAY);
    fx_end(&f);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER);
    fx_close(&f);
}

/* Rules: TX-12. Deferred: the Ack waits for the end; all is sent again meanwhile. */
static void test_deferred_ack_waits(void **state)
{
    struct port_fixture f;
    (void)state;
    open_replaying(&f, AK_REPLAY_DEFERRED);
    fx_send_replayed(&f, 4094, 1);
    assert_int_equal(fx_ack(&f, 0), AK_VERDICT_ACK);
    assert_int_equal(f.port.tx.ackd_seq, 4093);
    assert_int_equal(f.port.tx.replay_num, 1);
    assert_int_equal(ak_tx_used_tlps(&f.port), 4);
    fx_send_replayed(&f, 4095, 2);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP_REPLAYED);
    assert_int_equal(f.port.tx.ackd_seq, 4093);
    fx_end(&f);
    assert_int_equal(f.port.tx.ackd_seq, 0);
    assert_int_equal(f.port.tx.replay_num, 0);
    assert_int_equal(ak_tx_used_tlps(&f.port), 1);
    assert_false(ak_tx_is_replaying(&f.port));
    fx_close(&f);
}

/* What is sent after a replay of four, during which two DLLPs arrived. */
struct meanwhile {
    bool first_is_nak;
    uint16_t first;
    bool second_is_nak;
    uint16_t second;
    bool replays_again;
    uint16_t from; /* the oldest TLP of the second replay */
    uint8_t replay_num;
};

/* Rules: TX-12, TX-07. By D15 an Ack with a later number supersedes a stored Nak, one with an equal
 * number does not; a Nak that is not superseded starts one more replay, which counts: REPLAY_NUM is
 * 2, or 1 after progress. */
static const struct meanwhile cases[] = {
    {true, 4093, false, 4093, true, 4094, 2}, /* a Nak without progress; the Ack is not later */
    {true, 4093, false, 4094, false, 0, 0},   /* the Ack is later */
    {true, 4093, true, 4093, true, 4094, 2},  /* two Naks: one more replay */
    {true, 4094, false, 4094, true, 4095, 1}, /* an equal number does not supersede */
    {true, 4094, false, 4095, false, 0, 0},   /* a later one does */
    {true, 4094, true, 4095, true, 0, 1},     /* the newer Nak counts */
    {true, 0, false, 1, false, 0, 0},         /* superseded by an Ack of everything */
    {false, 4094, true, 4094, true, 4095, 1}, /* an Ack before, a Nak of the same number */
    {false, 4095, true, 0, true, 1, 1},       /* an Ack before, a later Nak */
    {false, 4094, false, 4095, false, 0, 0},  /* two Acks */
    {true, 1, false, 1, false, 0, 0},         /* a Nak that leaves nothing */
    {false, 4093, false, 4093, false, 0, 1},  /* no progress, no Nak */
};

static void supersession(enum ak_replay_policy policy, const struct meanwhile *c)
{
    struct port_fixture f;
    open_replaying(&f, policy);
    assert_int_equal(fx_begin(&f), AK_WIRE_TLP_REPLAYED);
    if (c->first_is_nak) {
        assert_int_equal(fx_nak(&f, c->first), AK_VERDICT_NAK);
    } else {
        assert_int_equal(fx_ack(&f, c->first), AK_VERDICT_ACK);
    }
    if (c->second_is_nak) {
        assert_int_equal(fx_nak(&f, c->second), AK_VERDICT_NAK);
    } else {
        assert_int_equal(fx_ack(&f, c->second), AK_VERDICT_ACK);
    }
    assert_int_equal(fx_counters(&f)->replays_by_nak, 1);
    fx_end(&f);
    while (fx_counters(&f)->replays_by_nak == 1 && ak_tx_is_replaying(&f.port)) {
        assert_int_equal(fx_begin(&f), AK_WIRE_TLP_REPLAYED);
        fx_end(&f);
    }
    assert_int_equal(ak_tx_is_replaying(&f.port), c->replays_again);
    assert_int_equal(f.port.tx.replay_num, c->replay_num);
    if (c->replays_again) {
        fx_send_replayed(&f, c->from, (1u + 4096u - c->from) % 4096u + 1u);
    }
    assert_false(ak_tx_is_replaying(&f.port));
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_counters(&f)->replays_by_nak, c->replays_again ? 2 : 1);
    fx_close(&f);
}

static void test_supersession(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        supersession(AK_REPLAY_CONCURRENT, &cases[i]);
        supersession(AK_REPLAY_DEFERRED, &cases[i]);
    }
}

/* Rules: TX-12. New TLPs wait behind the second replay too. */
static void test_second_replay_goes_before_new_tlps(void **state)
{
    struct port_fixture f;
    (void)state;
    open_policy(&f, AK_REPLAY_CONCURRENT);
    fx_submit(&f, 3);
    fx_send_tlps(&f, 4094, 2);
    fx_nak(&f, 4093);
    fx_send_replayed(&f, 4094, 1);
    fx_nak(&f, 4093);
    fx_send_replayed(&f, 4095, 1);
    fx_send_replayed(&f, 4094, 2);
    fx_send_tlps(&f, 0, 1);
    fx_close(&f);
}

/* Rules: TX-10, TX-09. Expiry is reported and replays everything sent. */
static void test_expiry_replays(void **state)
{
    struct port_fixture f;
    (void)state;
    open_policy(&f, AK_REPLAY_CONCURRENT);
    fx_submit(&f, 3);
    fx_send_tlps(&f, 4094, 2);
    fx_wait_and_tick(&f, FX_REPLAY_LIMIT);
    assert_int_equal(fx_events(&f), AK_EVENT_REPLAY_TIMER_TIMEOUT);
    assert_int_equal(fx_counters(&f)->replay_timer_timeout, 1);
    assert_int_equal(fx_counters(&f)->replays_by_timeout, 1);
    assert_int_equal(fx_counters(&f)->replays_by_nak, 0);
    assert_int_equal(f.port.tx.replay_num, 1);
    fx_send_replayed(&f, 4094, 2);
    fx_send_tlps(&f, 0, 1);
    fx_close(&f);
}

/* Expiry during a replay: the first replayed TLP has ended, the second takes longer than the
 * limit. */
static void open_expired_in_replay(struct port_fixture *f, enum ak_replay_policy policy)
{
    open_replaying(f, policy);
    fx_send_replayed(f, 4094, 1);
    assert_int_equal(fx_begin(f), AK_WIRE_TLP_REPLAYED);
    fx_wait_and_tick(f, FX_REPLAY_LIMIT);
    assert_int_equal(fx_events(f), AK_EVENT_REPLAY_TIMER_TIMEOUT);
    assert_int_equal(fx_counters(f)->replay_timer_timeout, 1);
    assert_true(ak_tx_deadline(&f->port) == AK_TIME_NEVER); /* held */
    assert_int_equal(f->port.tx.replay_num, 1);             /* counts only when it starts */
    assert_int_equal(fx_counters(f)->replays_by_timeout, 0);
}

static void expiry_starts_one_more(enum ak_replay_policy policy)
{
    struct port_fixture f;
    open_expired_in_replay(&f, policy);
    fx_end(&f);
    fx_send_replayed(&f, 0, 2);
    assert_int_equal(f.port.tx.replay_num, 2);
    assert_int_equal(fx_counters(&f)->replays_by_timeout, 1);
    fx_send_replayed(&f, 4094, 4);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    fx_close(&f);
}

static void progress_forgets_expiry(enum ak_replay_policy policy, bool nak)
{
    struct port_fixture f;
    open_expired_in_replay(&f, policy);
    if (nak) {
        fx_nak(&f, 4094);
    } else {
        fx_ack(&f, 4094);
    }
    fx_end(&f);
    fx_send_replayed(&f, 0, 2);
    assert_int_equal(fx_counters(&f)->replays_by_timeout, 0);
    assert_int_equal(ak_tx_is_replaying(&f.port), nak);
    assert_int_equal(f.port.tx.replay_num, nak ? 1 : 0);
    fx_close(&f);
}

/* Rules: TX-17, ERR-05. */
static void test_expiry_during_a_replay(void **state)
{
    (void)state;
    expiry_starts_one_more(AK_REPLAY_CONCURRENT);
    expiry_starts_one_more(AK_REPLAY_DEFERRED);
    progress_forgets_expiry(AK_REPLAY_CONCURRENT, false);
    progress_forgets_expiry(AK_REPLAY_CONCURRENT, true);
    progress_forgets_expiry(AK_REPLAY_DEFERRED, false);
    progress_forgets_expiry(AK_REPLAY_DEFERRED, true);
}

/* Rules: TX-17. An Ack without progress does not make it forgotten. */
static void test_expiry_is_kept_without_progress(void **state)
{
    struct port_fixture f;
    (void)state;
    open_expired_in_replay(&f, AK_REPLAY_CONCURRENT);
    fx_ack(&f, 4093);
    fx_end(&f);
    fx_send_replayed(&f, 0, 2);
    assert_true(ak_tx_is_replaying(&f.port));
    assert_int_equal(f.port.tx.replay_num, 2);
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replay_repeats_the_bytes),
        cmocka_unit_test(test_submit_is_refused_during_a_replay),
        cmocka_unit_test(test_waiting_tlps_follow_the_replay),
        cmocka_unit_test(test_tlp_on_the_wire_is_finished),
        cmocka_unit_test(test_concurrent_ack_skips),
        cmocka_unit_test(test_concurrent_ack_of_all_ends_the_replay),
        cmocka_unit_test(test_deferred_ack_waits),
        cmocka_unit_test(test_supersession),
        cmocka_unit_test(test_second_replay_goes_before_new_tlps),
        cmocka_unit_test(test_expiry_replays),
        cmocka_unit_test(test_expiry_during_a_replay),
        cmocka_unit_test(test_expiry_is_kept_without_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
