/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figures for people: cli/common/figures.h.
 * Not here: where they stand (tests/golden).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/common/figures.h"

static void assert_figure(void (*figure)(char *, uint64_t), uint64_t value, const char *expected)
{
    char text[CLI_FIGURE_BYTES];

    figure(text, value);
    assert_string_equal(text, expected);
}

static void counts_have_commas(void **state)
{
    (void)state;
    assert_figure(cli_figure_count, 0, "0");
    assert_figure(cli_figure_count, 999, "999");
    assert_figure(cli_figure_count, 1000, "1,000");
    assert_figure(cli_figure_count, 38106, "38,106");
    assert_figure(cli_figure_count, UINT64_MAX, "18,446,744,073,709,551,615");
}

static void units_fit(void **state)
{
    (void)state;
    assert_figure(cli_figure_time, 0, "0");
    assert_figure(cli_figure_time, 7, "7 fs");
    assert_figure(cli_figure_time, 31250, "31.2 ps");
    assert_figure(cli_figure_time, 4000000, "4.00 ns");
    assert_figure(cli_figure_time, 269000000000000, "269 ms");
    assert_figure(cli_figure_time, UINT64_MAX, "18447 s");
    assert_figure(cli_figure_bytes, 0, "0 B");
    assert_figure(cli_figure_bytes, 1023, "1023 B");
    assert_figure(cli_figure_bytes, 1536, "1.50 KiB");
    assert_figure(cli_figure_rate, 0, "0 b/s");
    assert_figure(cli_figure_rate, 22812345678, "22.8 Gb/s");
    assert_figure(cli_figure_rate, 1000, "1.00 kb/s");
}

static void shares_have_two_places(void **state)
{
    char text[CLI_FIGURE_BYTES];

    (void)state;
    cli_figure_permillion(text, 723912);
    assert_string_equal(text, "72.39 %");
    cli_figure_permillion(text, 1000000);
    assert_string_equal(text, "100.00 %");
    cli_figure_permillion(text, 99);
    assert_string_equal(text, "0.00 %");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_have_commas),
        cmocka_unit_test(units_fit),
        cmocka_unit_test(shares_have_two_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
