/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sequence number arithmetic over all pairs of numbers.
 * Not here: the windows of transmitter and receiver.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "acknak/seq.h"

static void test_add_wraps(void **state)
{
    (void)state;
    assert_int_equal(ak_seq_add(0, 1), 1);
    assert_int_equal(ak_seq_add(4095, 1), 0);
    assert_int_equal(ak_seq_add(4094, 3), 1);
    assert_int_equal(ak_seq_add(5, AK_SEQ_COUNT), 5);
    assert_int_equal(ak_seq_add(5, AK_SEQ_COUNT - 6), 4095);
    assert_int_equal(ak_seq_add(0, 100000), 100000 % 4096);
}

static void test_before_wraps(void **state)
{
    (void)state;
    assert_int_equal(ak_seq_before(0), 4095);
    assert_int_equal(ak_seq_before(1), 0);
    assert_int_equal(ak_seq_before(4095), 4094);
}

/* A number that lies `distance` after another one is found there, from every start. */
static void test_distance_of_all_pairs(void **state)
{
    (void)state;
    for (uint32_t from = 0; from < 4096; from++) {
        uint32_t to = from;
        for (uint32_t distance = 0; distance < 4096; distance++) {
            if (ak_seq_distance((uint16_t)from, (uint16_t)to) != distance)
                fail_msg("from %u to %u is %u", from, to, distance);
            to = to == 4095 ? 0 : to + 1;
        }
    }
}

/* The receiver window of the book's example: NEXT_RCV_SEQ 30 makes 2078 the oldest duplicate. */
static void test_window_edges(void **state)
{
    (void)state;
    assert_int_equal(ak_seq_distance(2078, 30), AK_SEQ_WINDOW);
    assert_int_equal(ak_seq_distance(2077, 30), AK_SEQ_WINDOW + 1);
    assert_int_equal(ak_seq_distance(30, 2077), AK_SEQ_WINDOW - 1);
    assert_int_equal(ak_seq_distance(31, 30), 4095);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add_wraps),
        cmocka_unit_test(test_before_wraps),
        cmocka_unit_test(test_distance_of_all_pairs),
        cmocka_unit_test(test_window_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
