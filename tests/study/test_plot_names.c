/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names, units and values as plots show them.
 * Not here: plots (check-plot).
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "study/plot_names.h"

static void units_suit_the_largest_value(void **state)
{
    static const struct {
        const char *unit;
        double most;
        double divisor;
        const char *name;
    } rows[] = {
        {"bit/s", 2.2e10, 1e9, "Gbit/s"},
        {"bit/s", 1e9, 1e9, "Gbit/s"},
        {"bit/s", 9.9e8, 1e6, "Mbit/s"},
        {"bit/s", 9e5, 1, "bit/s"},
        {"ns", 999, 1, "ns"},
        {"ns", 1000, 1e3, "us"},
        {"ns", 3.4e6, 1e6, "ms"},
        {"ns", 2e9, 1e9, "s"},
        {"bytes", 4096, 1, "bytes"},
        {"bytes", 2097152, 1048576, "MiB"},
        {"", 1e12, 1, ""},
        {"GT/s", 32, 1, "GT/s"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct plot_unit unit = plot_unit_for(rows[i].unit, rows[i].most);
        assert_true(unit.divisor == rows[i].divisor);
        assert_string_equal(unit.name, rows[i].name);
    }
}

static void names_in_words(void **state)
{
    static const char *const rows[][2] = {
        {"downstream.throughput_bps", "downstream throughput"},
        {"downstream.latency_ns.p99", "downstream latency p99"},
        {"directions.ber", "bit error rate"},
        {"ports.a.counters.tlps_replayed", "port a TLPs replayed"},
        {"link.rate", "link rate"},
        {"link.rate, link.width", "link rate, link width"},
        {"directions.burst, directions.ber", "burst, bit error rate"},
        {"model.downstream.throughput_bps", "closed form: downstream throughput"},
        {"ns", "ns"},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[PLOT_NAME];
        plot_pretty(rows[i][0], text);
        assert_string_equal(text, rows[i][1]);
    }
}

static void values_are_short(void **state)
{
    struct plot_axis payload = {.name = (char[]){"directions.payload"}, .unit = (char[]){"bytes"}};
    struct plot_axis interval = {.name = (char[]){"write_interval"}, .unit = (char[]){"ns"}};
    struct plot_value bytes = {(char[]){"64"}, 64};
    struct plot_value rate = {(char[]){"2.15443e-07"}, 2.15443e-07};
    struct plot_value time = {(char[]){"5us"}, 5000};
    struct plot_value word = {(char[]){"each"}, NAN};
    char text[PLOT_NAME];

    (void)state;
    plot_short_value(&rate, text);
    assert_string_equal(text, "2.15e-07");
    plot_short_value(&word, text);
    assert_string_equal(text, "each");
    plot_pretty_value(&payload, &bytes, text);
    assert_string_equal(text, "payload 64 bytes");
    plot_pretty_value(&interval, &time, text); /* has its own unit */
    assert_string_equal(text, "write interval 5us");
}

/* Between single quotes gnuplot knows nothing but the doubled quote; a script is not to be left by
 * what a database holds. */
static void quoted_text_stays_text(void **state)
{
    char quoted[16];

    (void)state;
    plot_quote("a'b\n\"`$", quoted, sizeof quoted);
    assert_string_equal(quoted, "'a''b?\"`$'");
    plot_quote("", quoted, sizeof quoted);
    assert_string_equal(quoted, "''");
    plot_quote("''''''''''''''''''''", quoted, sizeof quoted); /* too long: still closed */
    size_t length = strlen(quoted);
    assert_true(length < sizeof quoted && length % 2 == 0);
    assert_int_equal(strspn(quoted, "'"), length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_suit_the_largest_value),
        cmocka_unit_test(names_in_words),
        cmocka_unit_test(values_are_short),
        cmocka_unit_test(quoted_text_stays_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
