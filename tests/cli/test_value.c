/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers with units: sim/value.h.
 * Not here: options (test_options.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/value.h"

#define UNTOUCHED 77u

static void reads_counts(void **state)
{
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {{"0", 0},
                {"100000", 100000},
                {"1e5", 100000},
                {"2.5e3", 2500},
                {"10e-1", 1},
                {"0x1F", 31},
                {"0xffffffffffffffff", UINT64_MAX},
                {"18446744073709551615", UINT64_MAX}};
    static const char *const bad[] = {"",
                                      "-1",
                                      "1.5",
                                      "1 ",
                                      "one",
                                      "0x",
                                      "0x1g",
                                      "1e-1",
                                      "1e",
                                      ".",
                                      "18446744073709551616",
                                      "1e20",
                                      "0x1ffffffffffffffff"};
    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        uint64_t value = UNTOUCHED;
        assert_true(sim_value_read_count(good[i].text, &value));
        assert_int_equal(value, good[i].value);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        uint64_t value = UNTOUCHED;
        assert_false(sim_value_read_count(bad[i], &value));
        assert_int_equal(value, UNTOUCHED);
    }
}

static void reads_times(void **state)
{
    static const struct {
        const char *text;
        uint64_t value_fs;
    } good[] = {{"0", 0},
                {"10ms", 10000000000000u},
                {"3us", 3000000000u},
                {"3\xc2\xb5s", 3000000000u},
                {"250ns", 250000000u},
                {"4ps", 4000u},
                {"7fs", 7u},
                {"1s", 1000000000000000u},
                {"31.25ps", 31250u},
                {"1.5 us", 1500000000u},
                {"1e-3s", 1000000000000u}};
    static const char *const bad[] = {"10",   "ms",   "1.5fs",    "10 m",
                                      "-1ns", "1ns ", "0.0001ps", "20000s0"};
    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        uint64_t value = UNTOUCHED;
        assert_true(sim_value_read_time(good[i].text, &value));
        assert_int_equal(value, good[i].value_fs);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        uint64_t value = UNTOUCHED;
        assert_false(sim_value_read_time(bad[i], &value));
        assert_int_equal(value, UNTOUCHED);
    }
}

static void reads_sizes(void **state)
{
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {{"0", 0},         {"256", 256},      {"256B", 256},        {"4KiB", 4096},
                {"1.5KiB", 1536}, {"2MiB", 2097152}, {"1GiB", 1073741824}, {"64kB", 64000},
                {"4 KiB", 4096}};
    static const char *const bad[] = {
        "", "KiB", "4kib", "0.5B", "-4", "4KiBs", "18446744073709551615KiB"};
    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        uint64_t value = UNTOUCHED;
        assert_true(sim_value_read_size(good[i].text, &value));
        assert_int_equal(value, good[i].value);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        uint64_t value = UNTOUCHED;
        assert_false(sim_value_read_size(bad[i], &value));
        assert_int_equal(value, UNTOUCHED);
    }
}

static void reads_yes_and_no(void **state)
{
    bool value = false;

    (void)state;
    assert_true(sim_value_read_bool("yes", &value) && value);
    assert_true(sim_value_read_bool("no", &value) && !value);
    assert_true(sim_value_read_bool("true", &value) && value);
    assert_true(sim_value_read_bool("off", &value) && !value);
    assert_false(sim_value_read_bool("Yes", &value));
    assert_false(sim_value_read_bool("", &value));
}

static void writes_what_it_reads(void **state)
{
    static const uint64_t times_fs[] = {0,       1,          999,          1000,
                                        4062500, 1000000000, 123456789012, 10000000000000000000u};
    char text[32];

    (void)state;
    for (size_t i = 0; i < sizeof(times_fs) / sizeof(times_fs[0]); i++) {
        uint64_t again = UNTOUCHED;
        sim_value_write_time(text, sizeof(text), times_fs[i]);
        assert_true(sim_value_read_time(text, &again));
        assert_int_equal(again, times_fs[i]);
    }
    sim_value_write_time(text, sizeof(text), 4062500);
    assert_string_equal(text, "4062500fs");
    sim_value_write_time(text, sizeof(text), 10000000000000u);
    assert_string_equal(text, "10ms");
    sim_value_write_size(text, sizeof(text), 16384);
    assert_string_equal(text, "16KiB");
    sim_value_write_size(text, sizeof(text), 4138);
    assert_string_equal(text, "4138");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_counts),         cmocka_unit_test(reads_times),
        cmocka_unit_test(reads_sizes),          cmocka_unit_test(reads_yes_and_no),
        cmocka_unit_test(writes_what_it_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
