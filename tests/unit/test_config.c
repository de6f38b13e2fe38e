/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The defaults of a port, and the timer limits of a Link in the caller's ticks.
 * Not here: the limits themselves (test_limits.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/config.h"

/* 2.5 GT/s x1 with Max_Payload_Size 128: 237 and 711 symbol times. */
static const struct ak_limits_input link = {
    .rate = AK_RATE_2_5, .max_rate = AK_RATE_2_5, .width = 1, .mps_bytes = 128};

static void test_defaults(void **state)
{
    struct ak_config config;
    (void)state;
    memset(&config, 0xFF, sizeof config);
    ak_config_default(&config);
    assert_int_equal(config.replay_policy, AK_REPLAY_CONCURRENT);
    assert_int_equal(config.retrain_limit, 4);
    assert_int_equal(config.ack_every_tlps, 0);
    assert_int_equal(config.initial_seq, 0);
    assert_int_equal(config.initial_rcv_seq, 0);
    assert_false(config.report_window_stall);
    assert_int_equal(config.crc_kernel, ak_crc_best_kernel());
    assert_null(config.replay_memory);
    assert_int_equal(config.replay_limit, 0);
}

/* The Ack limit is measured at the port: what it adds itself is taken off. LIM-01, LIM-02, D29. */
static void test_limits_of_a_link(void **state)
{
    struct ak_config config = {.replay_limit = 0};
    (void)state;
    assert_int_equal(ak_config_set_limits(&config, &link, 1, 0), AK_LIMITS_OK);
    assert_int_equal(config.ack_limit, 237);
    assert_int_equal(config.replay_limit, 711);
    assert_int_equal(ak_config_set_limits(&config, &link, 4, 37), AK_LIMITS_OK);
    assert_int_equal(config.ack_limit, 800);
    assert_int_equal(config.replay_limit, 2844);
}

/* A port slower than the limit Acks at once; a negative limit would be no limit at all. */
static void test_own_delay_beyond_the_limit(void **state)
{
    struct ak_config config = {.replay_limit = 0};
    (void)state;
    assert_int_equal(ak_config_set_limits(&config, &link, 4, 237), AK_LIMITS_OK);
    assert_int_equal(config.ack_limit, 0);
    assert_int_equal(ak_config_set_limits(&config, &link, 4, 238), AK_LIMITS_OK);
    assert_int_equal(config.ack_limit, 0);
}

static void test_what_is_no_link_changes_nothing(void **state)
{
    struct ak_config config = {.replay_limit = 5, .ack_limit = 6};
    struct ak_limits_input bad = link;
    (void)state;
    bad.width = 3;
    assert_int_equal(ak_config_set_limits(&config, &bad, 4, 0), AK_LIMITS_BAD_WIDTH);
    assert_int_equal(config.replay_limit, 5);
    assert_int_equal(config.ack_limit, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_limits_of_a_link),
        cmocka_unit_test(test_own_delay_beyond_the_limit),
        cmocka_unit_test(test_what_is_no_link_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
