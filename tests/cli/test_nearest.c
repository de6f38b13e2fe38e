/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a mistyped word may have meant: sim/nearest.h.
 * Not here: the messages it is part of (check-errors).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/nearest.h"

static const char *best_of(const char *typed)
{
    static const char *const words[] = {"rate",          "width",      "replay-policy",
                                        "replay-buffer", "ack-policy", "sim"};
    struct sim_nearest nearest = {.typed = typed};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        sim_nearest_offer(&nearest, words[i]);
    return nearest.best;
}

static void finds_the_nearest(void **state)
{
    (void)state;
    assert_string_equal(best_of("rat"), "rate");
    assert_string_equal(best_of("raet"), "rate");
    assert_string_equal(best_of("rates"), "rate");
    assert_string_equal(best_of("widht"), "width");
    assert_string_equal(best_of("simm"), "sim");
    assert_string_equal(best_of("relpay-bufer"), "replay-buffer");
    assert_string_equal(best_of("ack_policy"), "ack-policy");
    assert_string_equal(best_of("replay-b"), "replay-buffer");
}

static void finds_nothing_far_away(void **state)
{
    char longer[200];

    (void)state;
    assert_null(best_of(""));
    assert_null(best_of("xyz"));
    assert_null(best_of("completely-different"));
    memset(longer, 'r', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    assert_null(best_of(longer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_nearest),
        cmocka_unit_test(finds_nothing_far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
