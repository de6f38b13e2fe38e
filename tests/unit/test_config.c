/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The configuration of a port: its defaults, and limits in the caller's ticks.
 * Not here: the limits in symbol times (test_limits.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/config.h"

static void test_defaults(void **state)
{
    struct ak_config config;
    (void)state;
    memset(&config, 0xFF, sizeof(config));
    ak_config_default(&config);
    assert_int_equal(config.replay_policy, AK_REPLAY_CONCURRENT);
    assert_int_equal(config.ack_every_tlps, 0);
    assert_int_equal(config.retrain_limit, 4);
    assert_int_equal(config.initial_seq, 0);
    assert_int_equal(config.initial_rcv_seq, 0);
    assert_true(ak_crc_kernel_available(config.crc_kernel));
    assert_null(config.replay_memory);
    assert_int_equal(config.replay_limit, 0);
}

/* 2.5 GT/s, x1, 128 bytes: 237 and 711 symbol times (protocol.md 1.2). Rules: TIME-01, TIME-05. */
static void test_limits_in_ticks(void **state)
{
    struct ak_config config;
    struct ak_limits_input link = {.rate = AK_RATE_2_5, .width = 1, .mps_bytes = 128};
    (void)state;
    ak_config_default(&config);
    assert_int_equal(ak_config_set_limits(&config, &link, 4000000, 0), AK_LIMITS_OK);
    assert_int_equal(config.replay_limit, 711ull * 4000000);
    assert_int_equal(config.ack_limit, 237ull * 4000000);
    /* What the port itself takes is off the Ack limit (D29), down to nothing. */
    assert_int_equal(ak_config_set_limits(&config, &link, 4, 19), AK_LIMITS_OK);
    assert_int_equal(config.replay_limit, 2844);
    assert_int_equal(config.ack_limit, 872); /* (237 - 19) * 4 */
    assert_int_equal(ak_config_set_limits(&config, &link, 4, 236), AK_LIMITS_OK);
    assert_int_equal(config.ack_limit, 4);
    assert_int_equal(ak_config_set_limits(&config, &link, 4, 237), AK_LIMITS_OK);
    assert_int_equal(config.ack_limit, 0);
    assert_int_equal(ak_config_set_limits(&config, &link, 4, 238), AK_LIMITS_OK);
    assert_int_equal(config.ack_limit, 0);
}

static void test_no_link_changes_nothing(void **state)
{
    struct ak_config config;
    struct ak_limits_input link = {.rate = AK_RATE_2_5, .width = 3, .mps_bytes = 128};
    (void)state;
    ak_config_default(&config);
    config.replay_limit = 47;
    config.ack_limit = 11;
    assert_int_equal(ak_config_set_limits(&config, &link, 1, 0), AK_LIMITS_BAD_WIDTH);
    assert_int_equal(config.replay_limit, 47);
    assert_int_equal(config.ack_limit, 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_limits_in_ticks),
        cmocka_unit_test(test_no_link_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
