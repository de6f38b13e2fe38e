/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ak_port_image: the protocol state without counters, addresses and absolute times; and deadlines
 * of limits that are never reached.
 * Not here: what the state is (test_tx_*.c, test_rx_*.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"

static bool same_image(const struct port_fixture *f, const struct port_fixture *g)
{
    uint8_t a[AK_PORT_IMAGE_BYTES];
    uint8_t b[AK_PORT_IMAGE_BYTES];
    uint32_t a_bytes = ak_port_image(&f->port, a);
    uint32_t b_bytes = ak_port_image(&g->port, b);
    assert_in_range(a_bytes, 1, AK_PORT_IMAGE_BYTES);
    return a_bytes == b_bytes && memcmp(a, b, a_bytes) == 0;
}

/* One of the changes that two ports are told apart by. */
static void change(struct port_fixture *f, int which)
{
    switch (which) {
    case 0:
        fx_submit(f, 1);
        break;
    case 1:
        fx_ack(f, 0);
        break;
    case 2:
        fx_nak(f, 0xFFF);
        break;
    case 3:
        fx_tlp(f, 0);
        break;
    case 4:
        fx_bad_tlp(f, 0);
        break;
    case 5:
        fx_tlp(f, 4095);
        break;
    case 6:
        fx_offer(f, AK_DLLP_CLASS_OTHER, 0x30, 1);
        break;
    case 7:
        fx_offer(f, AK_DLLP_CLASS_FLOW_CONTROL, 0x80, 1);
        break;
    case 8:
        fx_link(f, AK_LINK_RECOVERY, false);
        break;
    case 9:
        fx_link(f, AK_LINK_DOWN, false);
        break;
    case 10:
        fx_link(f, AK_LINK_UP, true);
        break;
    case 11:
        assert_int_equal(fx_try_submit(f, FX_TLP_BYTES, AK_TLP_CUT_THROUGH), AK_OK);
        break;
    default:
        assert_int_equal(fx_begin(f), AK_WIRE_TLP);
        break;
    }
}

#define CHANGES 13

static void open_for_image(struct port_fixture *f, uint64_t later)
{
    fx_open(f, NULL);
    fx_wait(f, later);
    fx_submit(f, 3);
    fx_send_tlps(f, 0, 2);
}

/* Each change is seen, and no two of them give the same image. */
static void test_changes_are_seen(void **state)
{
    (void)state;
    for (int i = 0; i < CHANGES; i++) {
        for (int k = 0; k <= i; k++) {
            struct port_fixture f;
            struct port_fixture g;
            open_for_image(&f, 0);
            open_for_image(&g, 0);
            if (i == k) { /* against no change at all */
                assert_true(same_image(&f, &g));
                change(&f, i);
            } else {
                change(&f, i);
                change(&g, k);
            }
            assert_false(same_image(&f, &g));
            fx_close(&f);
            fx_close(&g);
        }
    }
}

/* Time of day, addresses, counters and events are not part of it. */
static void test_what_is_left_out(void **state)
{
    (void)state;
    for (int i = 0; i < CHANGES; i++) {
        struct port_fixture f;
        struct port_fixture g;
        open_for_image(&f, 0);
        open_for_image(&g, 123456);
        fx_error(&g, AK_RX_ERROR);
        fx_ack(&g, 7); /* illegal */
        change(&f, i);
        change(&g, i);
        assert_true(same_image(&f, &g));
        fx_close(&f);
        fx_close(&g);
    }
}

/* With Acks for every third TLP the first and the second unacknowledged one differ; left to the
 * timer they are alike. Rules: RX-08. */
static void test_unacknowledged_as_the_policy_counts(void **state)
{
    (void)state;
    for (uint16_t every = 0; every <= 3; every = (uint16_t)(every + 3)) {
        struct ak_config config;
        struct port_fixture f;
        struct port_fixture g;
        fx_config(&config);
        config.ack_every_tlps = every;
        config.initial_rcv_seq = 1;
        fx_open(&f, &config);
        config.initial_rcv_seq = 0;
        fx_open(&g, &config);
        fx_tlp(&f, 1);
        fx_tlp(&g, 0);
        fx_tlp(&g, 1);
        assert_int_equal(same_image(&f, &g), every == 0);
        fx_close(&f);
        fx_close(&g);
    }
}

/* A Nak stored by the deferred policy: which number it has is part of the state. Rules: TX-12. */
static void test_stored_number(void **state)
{
    struct ak_config config;
    struct port_fixture f;
    struct port_fixture g;
    (void)state;
    fx_config(&config);
    config.replay_policy = AK_REPLAY_DEFERRED;
    fx_open(&f, &config);
    fx_open(&g, &config);
    for (int i = 0; i < 2; i++) {
        struct port_fixture *one = i == 0 ? &f : &g;
        fx_submit(one, 3);
        fx_send_tlps(one, 0, 3);
        fx_nak(one, 4095);
        assert_int_equal(fx_begin(one), AK_WIRE_TLP_REPLAYED);
    }
    fx_ack(&f, 0);
    assert_false(same_image(&f, &g));
    fx_ack(&g, 0);
    assert_true(same_image(&f, &g));
    fx_ack(&g, 1);
    assert_false(same_image(&f, &g));
    fx_close(&f);
    fx_close(&g);
}

/* A port that never gives up need not count retrains. Rules: TX-15. */
static void test_retrains_that_count(void **state)
{
    (void)state;
    for (uint8_t limit = 0; limit <= 2; limit = (uint8_t)(limit + 2)) {
        struct ak_config config;
        struct port_fixture f;
        struct port_fixture g;
        fx_config(&config);
        config.retrain_limit = limit;
        fx_open(&f, &config);
        fx_open(&g, &config);
        f.port.tx.retrain_count = 1;
        assert_int_equal(same_image(&f, &g), limit == 0);
        fx_close(&f);
        fx_close(&g);
    }
}

/* Rules: TIME-06. A limit that 64 bits of time cannot reach never comes. */
static void test_limits_out_of_reach(void **state)
{
    struct ak_config config;
    struct port_fixture f;
    (void)state;
    fx_config(&config);
    config.replay_limit = UINT64_MAX;
    config.ack_limit = UINT64_MAX - 1;
    fx_open(&f, &config);
    fx_submit(&f, 1);
    fx_send_tlps(&f, 0, 1);
    fx_tlp(&f, 0);
    assert_true(ak_tx_deadline(&f.port) == AK_TIME_NEVER);
    assert_true(ak_rx_deadline(&f.port) == AK_TIME_NEVER);
    fx_wait_and_tick(&f, 1000000);
    assert_int_equal(fx_begin(&f), AK_WIRE_IDLE);
    assert_int_equal(fx_events(&f), 0);
    fx_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes_are_seen),
        cmocka_unit_test(test_what_is_left_out),
        cmocka_unit_test(test_unacknowledged_as_the_policy_counts),
        cmocka_unit_test(test_stored_number),
        cmocka_unit_test(test_retrains_that_count),
        cmocka_unit_test(test_limits_out_of_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
