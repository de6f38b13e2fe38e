/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests whose names say how they must end, for tests/project/check-core-only-cmocka.
 * Not here: tests of acknak.
 */
#include <cmocka.h>

static int set_up(void **state)
{
    static int number;
    number = 7;
    *state = &number;
    return 0;
}

static int refuse(void **state)
{
    (void)state;
    return -1;
}

static void passes_equal(void **state)
{
    (void)state;
    assert_int_equal(3, 3);
    assert_int_not_equal(3, 4);
    assert_true(1);
    assert_false(0);
    assert_null(NULL);
    assert_non_null("");
    assert_in_range(2, 2, 2);
    assert_string_equal("a", "a");
    assert_memory_equal("ab", "ac", 1);
    assert_memory_not_equal("ab", "ac", 2);
}

static void passes_with_state(void **state)
{
    assert_int_equal(*(int *)*state, 7);
}

static void skips_here(void **state)
{
    (void)state;
    skip();
    assert_true(0);
}

static void fails_int(void **state)
{
    (void)state;
    assert_int_equal(0x100000000u, 0);
}

static void fails_true(void **state)
{
    (void)state;
    assert_true(0);
}

static void fails_range(void **state)
{
    (void)state;
    assert_in_range(3, 1, 2);
}

static void fails_memory(void **state)
{
    (void)state;
    assert_memory_equal("ab", "ac", 2);
}

static void fails_message(void **state)
{
    (void)state;
    fail_msg("%d", 1);
}

static void fails_setup(void **state)
{
    (void)state;
}

static void fails_teardown(void **state)
{
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_equal),
        cmocka_unit_test_setup(passes_with_state, set_up),
        cmocka_unit_test(skips_here),
        cmocka_unit_test(fails_int),
        cmocka_unit_test(fails_true),
        cmocka_unit_test(fails_range),
        cmocka_unit_test(fails_memory),
        cmocka_unit_test(fails_message),
        cmocka_unit_test_setup(fails_setup, refuse),
        cmocka_unit_test_teardown(fails_teardown, refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
