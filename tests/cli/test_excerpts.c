/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which records an excerpt shows: cli/ladder_excerpts.h.
 * Not here: drawing them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/ladder_excerpts.h"

static struct {
    uint64_t numbers[1000];
    uint8_t bytes[1000]; /* the first of each */
    unsigned count;
    uint64_t left_out;
    unsigned gaps;
    uint8_t last_byte;
} shown;

static int take(void *context, const struct ak_record *record)
{
    (void)context;
    shown.bytes[shown.count] = record->length_bytes ? record->bytes[0] : 0;
    shown.numbers[shown.count++] = record->number;
    shown.last_byte = record->length_bytes ? record->bytes[0] : 0;
    return 0;
}

static void gap(void *context, uint64_t packets)
{
    (void)context;
    shown.gaps++;
    shown.left_out += packets;
}

static void offer(struct cli_excerpts *excerpts, uint64_t number, enum ak_record_kind kind)
{
    uint8_t byte = (uint8_t)number;
    const struct ak_record record = {.number = number,
                                     .kind = kind,
                                     .seen = AK_SEEN_SENDER,
                                     .bytes = &byte,
                                     .length_bytes = kind == AK_RECORD_TLP};
    assert_int_equal(cli_excerpts_take(excerpts, &record), 0);
}

static void shows_what_is_around_trouble(void **state)
{
    const struct ak_record_sink sink = {.take = take};
    struct cli_excerpts excerpts;

    (void)state;
    memset(&shown, 0, sizeof(shown));
    assert_true(cli_excerpts_begin(&excerpts, &sink, gap));
    for (uint64_t number = 1; number <= 200; number++)
        offer(&excerpts, number, AK_RECORD_TLP);
    /* A run that begins well is not worth a row. */
    assert_int_equal(shown.count, 0);
    assert_int_equal(shown.gaps, 0);

    offer(&excerpts, 201, AK_RECORD_FAULT);
    assert_int_equal(shown.gaps, 1);
    assert_int_equal(shown.left_out, 200 - CLI_EXCERPT_BEFORE);
    assert_int_equal(shown.count, CLI_EXCERPT_BEFORE + 1);
    assert_int_equal(shown.numbers[0], 201 - CLI_EXCERPT_BEFORE);

    for (uint64_t number = 202; number <= 300; number++)
        offer(&excerpts, number, AK_RECORD_TLP);
    assert_int_equal(shown.numbers[shown.count - 1], 201 + CLI_EXCERPT_AFTER - 1);
    assert_int_equal(shown.last_byte, (201 + CLI_EXCERPT_AFTER - 1) & 0xFF);
    unsigned count = shown.count;
    cli_excerpts_end(&excerpts);
    assert_int_equal(shown.count, count);
    /* Nothing is forgotten: shown or left out. */
    assert_int_equal(shown.count - 1 + shown.left_out, 299);
}

/* What is kept is a copy: the lent bytes are gone when it is shown. */
static void keeps_copies(void **state)
{
    const struct ak_record_sink sink = {.take = take};
    struct cli_excerpts excerpts;

    (void)state;
    memset(&shown, 0, sizeof(shown));
    assert_true(cli_excerpts_begin(&excerpts, &sink, gap));
    for (uint64_t number = 1; number < CLI_EXCERPT_BEFORE; number++)
        offer(&excerpts, number, AK_RECORD_TLP);
    assert_int_equal(shown.count, 0);
    offer(&excerpts, CLI_EXCERPT_BEFORE, AK_RECORD_FAULT);
    assert_int_equal(shown.gaps, 0);
    assert_int_equal(shown.count, CLI_EXCERPT_BEFORE);
    assert_int_equal(shown.bytes[0], 1);
    assert_int_equal(shown.bytes[CLI_EXCERPT_BEFORE - 2], CLI_EXCERPT_BEFORE - 1);
    cli_excerpts_end(&excerpts);
}

/* The link comes up in every run; later that is the end of trouble. */
static void the_first_link_up_is_no_trouble(void **state)
{
    const struct ak_record_sink sink = {.take = take};
    struct cli_excerpts excerpts;

    (void)state;
    memset(&shown, 0, sizeof(shown));
    assert_true(cli_excerpts_begin(&excerpts, &sink, gap));
    offer(&excerpts, 1, AK_RECORD_LINK_UP);
    offer(&excerpts, 2, AK_RECORD_TLP);
    assert_int_equal(shown.count, 0);
    offer(&excerpts, 3, AK_RECORD_LINK_UP);
    assert_int_equal(shown.count, 3);
    cli_excerpts_end(&excerpts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_what_is_around_trouble),
        cmocka_unit_test(keeps_copies),
        cmocka_unit_test(the_first_link_up_is_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
