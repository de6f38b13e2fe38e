/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which records a filter lets through, and what lies around trouble.
 * Not here: options of the command (tests/golden).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "render/around.h"
#include "render/filter.h"
#include "render_trace.h"

/* Numbers of the records that came through, with blanks before them. */
struct seen {
    char text[200];
};

static int take(void *context, const struct ak_record *record)
{
    struct seen *seen = context;
    size_t used = strlen(seen->text);
    (void)snprintf(seen->text + used, sizeof seen->text - used, " %u", (unsigned)record->number);
    return 0;
}

/* LCRCs do not matter here: they are 0. */
#define TLP(seq)                                                                                   \
    seq "04000001"                                                                                 \
        "0000000f"                                                                                 \
        "01000000"                                                                                 \
        "00000000"
static const char trace[] =
    "acknak-trace 1\n"
    "1 0 link rate=8\n"
    "2 10+5 tlp downstream sender END " TLP(
        "0fff") "\n"
                "3 20+5 tlp upstream sender END " TLP(
                    "0001") "\n"
                            "4 12+5 tlp about=2 downstream receiver END " TLP(
                                "0ffe") "\n"
                                        "5 20 fault about=3 upstream lose\n"
                                        "6 30+5 dllp upstream sender END 00000fff0000\n"
                                        "7 40+5 dllp downstream sender END 100000010000\n"
                                        "8 50+5 dllp upstream sender END 800000000000\n"
                                        "9 60 port a take_ack seq=4095 count=1\n"
                                        "10 70 finding about=7 downstream RX-05 error \"x\"\n"
                                        "11 80 os downstream sender SKP -\n"
                                        "12 90 recovery_start both sender\n";

static void expect(struct ak_filter_options options, const char *expected)
{
    static struct ak_filter filter;
    struct seen seen = {""};
    const struct ak_record_sink shown = {take, &seen};
    if (options.to_fs == 0)
        options.to_fs = UINT64_MAX;
    ak_filter_init(&filter, &options, &shown);
    const struct ak_record_sink first = {ak_filter_take, &filter};
    assert_int_equal(feed_trace(trace, &first), 0);
    assert_string_equal(seen.text, expected);
}

static void nothing_asked_is_everything(void **state)
{
    (void)state;
    expect((struct ak_filter_options){.kinds = 0}, " 1 2 3 4 5 6 7 8 9 10 11 12");
}

static void a_direction_has_what_is_about_it(void **state)
{
    (void)state;
    expect((struct ak_filter_options){.directions = 1u << AK_DOWNSTREAM}, " 1 2 4 7 9 10 11 12");
    expect((struct ak_filter_options){.directions = 1u << AK_UPSTREAM}, " 1 3 5 6 8 9 12");
}

static void kinds_pick(void **state)
{
    unsigned kinds = 0;
    (void)state;
    assert_true(ak_filter_kind_named("ack", 3, &kinds));
    assert_true(ak_filter_kind_named("nak", 3, &kinds));
    assert_false(ak_filter_kind_named("nack", 4, &kinds));
    expect((struct ak_filter_options){.kinds = kinds}, " 1 6 7");
    expect((struct ak_filter_options){.kinds = AK_FILTER_TLP}, " 1 2 3 4");
    expect((struct ak_filter_options){.kinds = AK_FILTER_DLLP | AK_FILTER_OS}, " 1 8 11");
    expect((struct ak_filter_options){.kinds = AK_FILTER_FINDING | AK_FILTER_LINK}, " 1 10 12");
}

/* 4095 to 0 wraps; the receiver's view of 4095 follows it although its number was damaged. */
static void numbers_wrap(void **state)
{
    (void)state;
    expect((struct ak_filter_options){.has_seq = true, .seq_first = 4095, .seq_last = 0},
           " 1 2 4 6 9 12");
    expect((struct ak_filter_options){.has_seq = true, .seq_first = 1, .seq_last = 1},
           " 1 3 5 7 10 12");
}

static void times_are_inclusive(void **state)
{
    (void)state;
    expect((struct ak_filter_options){.from_fs = 45000000, .to_fs = 60000000}, " 1 7 8 9");
}

static void a_view_leaves_out_the_other(void **state)
{
    (void)state;
    expect((struct ak_filter_options){.kinds = AK_FILTER_TLP, .seen = 1u << AK_SEEN_RECEIVER},
           " 1 4");
}

static void tell_gap(void *context, uint64_t records, uint64_t packets)
{
    struct seen *seen = context;
    (void)packets;
    size_t used = strlen(seen->text);
    (void)snprintf(seen->text + used, sizeof seen->text - used, " (%u)", (unsigned)records);
}

static void expect_around(enum ak_around what, unsigned context, const char *expected)
{
    struct seen seen = {""};
    struct ak_around_state around = {.what = what,
                                     .before = context,
                                     .after = context,
                                     .shown = {take, &seen},
                                     .gap = tell_gap,
                                     .gap_context = &seen};
    assert_true(ak_around_begin(&around));
    const struct ak_record_sink first = {ak_around_take, &around};
    assert_int_equal(feed_trace(trace, &first), 0);
    ak_around_end(&around);
    assert_string_equal(seen.text, expected);
}

static void around_findings(void **state)
{
    (void)state;
    expect_around(AK_AROUND_FINDINGS, 1, " 1 (7) 9 10 11 (1)");
    expect_around(AK_AROUND_FINDINGS, 0, " 1 (8) 10 (2)");
    expect_around(AK_AROUND_FINDINGS, 100, " 1 2 3 4 5 6 7 8 9 10 11 12");
}

/* The CRCs of all packets are wrong. */
static void around_errors(void **state)
{
    (void)state;
    expect_around(AK_AROUND_ERRORS, 0, " 1 2 3 4 5 6 7 8 (1) 10 (1) 12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_asked_is_everything),
        cmocka_unit_test(a_direction_has_what_is_about_it),
        cmocka_unit_test(kinds_pick),
        cmocka_unit_test(numbers_wrap),
        cmocka_unit_test(times_are_inclusive),
        cmocka_unit_test(a_view_leaves_out_the_other),
        cmocka_unit_test(around_findings),
        cmocka_unit_test(around_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
