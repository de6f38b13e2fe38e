/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every name of the wire formats, and what stands for a value that is none.
 * Not here: what the values mean (test_limits.c, test_dllp.c, test_tlp.c, test_frame*.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "acknak/dllp.h"
#include "acknak/frame.h"
#include "acknak/limits.h"
#include "acknak/rate.h"
#include "acknak/tlp.h"

static void test_names_of_limits(void **state)
{
    (void)state;
    assert_string_equal(ak_limits_status_name(AK_LIMITS_OK), "good");
    assert_string_equal(ak_limits_status_name(AK_LIMITS_BAD_RATE), "rate");
    assert_string_equal(ak_limits_status_name(AK_LIMITS_BAD_MPS), "Max_Payload_Size");
    assert_string_equal(ak_limits_status_name((enum ak_limits_status)99), "?");
    assert_string_equal(ak_replay_timer_name(AK_REPLAY_TIMER_DEFAULT), "default");
    assert_string_equal(ak_replay_timer_name(AK_REPLAY_TIMER_TABLE), "table");
    assert_string_equal(ak_replay_timer_name(AK_REPLAY_TIMER_SIMPLIFIED), "simplified");
    assert_string_equal(ak_replay_timer_name(AK_REPLAY_TIMER_EXPLICIT), "explicit");
    assert_string_equal(ak_replay_timer_name((enum ak_replay_timer)99), "?");
}

static void test_names_of_tokens(void **state)
{
    (void)state;
    assert_string_equal(ak_token_name(AK_TOKEN_STP), "STP");
    assert_string_equal(ak_token_name(AK_TOKEN_PMUX), "PMUX");
    assert_string_equal(ak_token_name((enum ak_token)99), "no token");
}

static void test_names_of_tlps(void **state)
{
    (void)state;
    assert_string_equal(ak_tlp_status_name(AK_TLP_OK), "good");
    assert_string_not_equal(ak_tlp_status_name(AK_TLP_TRUNCATED), "good");
    assert_string_not_equal(ak_tlp_status_name(AK_TLP_TRUNCATED),
                            ak_tlp_status_name(AK_TLP_RESERVED_FMT));
    assert_string_equal(ak_tlp_status_name((enum ak_tlp_status)99), "?");
    assert_string_equal(ak_tlp_type_name((enum ak_tlp_type)99), ak_tlp_type_name(AK_TLP_UNKNOWN));
}

static void test_what_is_no_value(void **state)
{
    const enum ak_rate rate = AK_RATE_COUNT;
    (void)state;
    assert_int_equal(ak_rate_gts_tenths(rate), 0);
    assert_int_equal(ak_rate_encoding(rate), AK_ENCODING_8B10B);
    assert_int_equal(ak_limits_internal_delay_sym(rate), 0);
    assert_string_equal(ak_dllp_type_name(AK_DLLP_TYPE_COUNT), ak_dllp_type_name(AK_DLLP_UNKNOWN));
    assert_int_equal(ak_dllp_class_of(AK_DLLP_TYPE_COUNT), AK_DLLP_CLASS_OTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_of_limits),
        cmocka_unit_test(test_names_of_tokens),
        cmocka_unit_test(test_names_of_tlps),
        cmocka_unit_test(test_what_is_no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
