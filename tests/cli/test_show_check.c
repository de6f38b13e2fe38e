/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The checker between source and output: cli/show/check.h. DLLPs whose CRC is wrong as they leave
 * break DLLP-01; they have all the findings that are needed here.
 * Not here: the rules (tests/check), the command (tests/golden/show-*).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/dllp.h"
#include "cli/show/check.h"

#define SHOWN_MAX 32

struct shown {
    unsigned count;
    enum ak_record_kind kinds[SHOWN_MAX];
    uint64_t about[SHOWN_MAX];
    char text[SHOWN_MAX][80];
    unsigned findings;
    unsigned states;
};

static struct shown shown;
static struct cli_show_check show;

static int take_shown(void *context, const struct ak_record *record)
{
    (void)context;
    assert_true(shown.count < SHOWN_MAX);
    shown.kinds[shown.count] = record->kind;
    shown.about[shown.count] = record->about;
    if (record->kind == AK_RECORD_FINDING)
        (void)snprintf(shown.text[shown.count], sizeof(shown.text[0]), "%s", record->finding.text);
    shown.findings += record->kind == AK_RECORD_FINDING;
    shown.states += record->kind == AK_RECORD_STATE;
    shown.count++;
    return 0;
}

static void begin(bool notes)
{
    const struct ak_record_link link = {0};

    shown = (struct shown){0};
    assert_true(cli_show_check_begin(&show, &link, notes, &(struct ak_record_sink){take_shown, 0}));
}

static void take_dllp(uint64_t number, enum ak_seen seen, bool good)
{
    uint8_t bytes[AK_DLLP_BYTES];

    ak_dllp_encode_ack(bytes, false, 0);
    bytes[5] ^= good ? 0 : 1;
    const struct ak_record record = {.number = number,
                                     .kind = AK_RECORD_DLLP,
                                     .seen = seen,
                                     .time_fs = number * 100000000,
                                     .end_fs = number * 100000000 + 32000000,
                                     .bytes = bytes,
                                     .length_bytes = sizeof(bytes)};
    assert_int_equal(cli_show_check_take(&show, &record), 0);
}

static void take_own_finding(uint64_t about)
{
    const struct ak_record record = {
        .kind = AK_RECORD_FINDING, .about = about, .finding = {"DLLP-01", AK_ERROR, "its own"}};
    assert_int_equal(cli_show_check_take(&show, &record), 0);
}

/* The place of the n-th finding, from 0, among what was shown. */
static unsigned finding_at(unsigned n)
{
    for (unsigned i = 0; i < shown.count; i++) {
        if (shown.kinds[i] == AK_RECORD_FINDING && n-- == 0)
            return i;
    }
    fail_msg("no such finding");
    return 0;
}

static void a_finding_follows_its_packet(void **state)
{
    (void)state;
    begin(false);
    take_dllp(1, AK_SEEN_SENDER, false);
    assert_int_equal(shown.findings, 0); /* waits for what the trace tells */
    take_dllp(2, AK_SEEN_SENDER, false);
    assert_int_equal(shown.findings, 1);
    assert_int_equal(shown.kinds[0], AK_RECORD_DLLP);
    assert_int_equal(finding_at(0), 1);
    assert_int_equal(shown.about[1], 1);
    cli_show_check_end(&show);
    assert_int_equal(shown.findings, 2);
    assert_int_equal(shown.about[finding_at(1)], 2);
}

static void what_the_trace_tells_is_told_once(void **state)
{
    (void)state;
    begin(false);
    take_dllp(1, AK_SEEN_SENDER, false);
    take_own_finding(1);
    take_dllp(2, AK_SEEN_SENDER, false);
    take_dllp(3, AK_SEEN_SENDER, true);
    take_own_finding(2); /* late: the checker's was first */
    cli_show_check_end(&show);
    assert_int_equal(shown.findings, 2);
    assert_string_equal(shown.text[finding_at(0)], "its own");
    assert_int_equal(shown.about[finding_at(0)], 1);
    assert_string_not_equal(shown.text[finding_at(1)], "its own");
    assert_int_equal(shown.about[finding_at(1)], 2);
}

/* Two findings of the trace itself on one packet are both its business. */
static void two_of_the_trace_stay_two(void **state)
{
    (void)state;
    begin(false);
    take_dllp(1, AK_SEEN_SENDER, false);
    take_own_finding(1);
    take_own_finding(1);
    cli_show_check_end(&show);
    assert_int_equal(shown.findings, 2);
}

static void states_of_the_trace_stand_alone(void **state)
{
    (void)state;
    const struct ak_record own = {.kind = AK_RECORD_STATE};

    begin(false);
    take_dllp(1, AK_SEEN_SENDER, true);
    cli_show_check_end(&show);
    assert_int_equal(shown.states, 2); /* of each port */

    begin(false);
    take_dllp(1, AK_SEEN_SENDER, true);
    assert_int_equal(cli_show_check_take(&show, &own), 0);
    take_dllp(2, AK_SEEN_SENDER, true);
    cli_show_check_end(&show);
    assert_int_equal(shown.states, 1);
}

static void notes_are_shown_when_asked_for(void **state)
{
    (void)state;
    for (unsigned notes = 0; notes < 2; notes++) {
        begin(notes == 1);
        take_dllp(1, AK_SEEN_RECEIVER, false); /* damaged on the way: a note */
        assert_int_equal(cli_show_check_flush(&show), 0);
        assert_int_equal(shown.findings, notes);
        cli_show_check_end(&show);
        assert_int_equal(shown.findings, notes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finding_follows_its_packet),
        cmocka_unit_test(what_the_trace_tells_is_told_once),
        cmocka_unit_test(two_of_the_trace_stay_two),
        cmocka_unit_test(states_of_the_trace_stand_alone),
        cmocka_unit_test(notes_are_shown_when_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
