/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One moment of a trace: the state of both ports, and why the next thing happens.
 * Not here: the options that ask for it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "render/moment.h"
#include "render_trace.h"

/* tests/render/exchange.trace */
static char trace[8192];

static int load(void **state)
{
    FILE *file = fopen(EXCHANGE_TRACE, "r");
    (void)state;
    if (file == NULL)
        return -1;
    trace[fread(trace, 1, sizeof trace - 1, file)] = '\0';
    (void)fclose(file);
    return 0;
}

/* The trace without what the ports told: a recording of the wire. */
static char wire[8192];

static void keep_the_wire(void)
{
    const char *line = trace;
    size_t used = 0;
    while (*line != '\0') {
        size_t bytes = strcspn(line, "\n") + 1;
        char text[1024];
        assert_true(bytes < sizeof text);
        memcpy(text, line, bytes);
        text[bytes] = '\0';
        if (strstr(text, " port ") == NULL && strstr(text, " state ") == NULL) {
            memcpy(wire + used, line, bytes);
            used += bytes;
        }
        line += bytes;
    }
    wire[used] = '\0';
    assert_true(used < strlen(trace));
}

static char *moment_in(const char *text, uint64_t time_ns, uint64_t number)
{
    static struct ak_output output;
    struct text_sink made = {NULL, 0, 0};
    struct ak_moment *moment = ak_moment_begin(time_ns * 1000000u, number);
    assert_non_null(moment);
    const struct ak_record_sink sink = {ak_moment_take, moment};
    assert_int_equal(feed_trace(text, &sink), 0);
    ak_output_init(&output, text_sink_write, &made);
    if (!ak_moment_end(moment, &output))
        return NULL;
    assert_int_equal(ak_output_flush(&output), 0);
    return made.text;
}

static char *moment_of(uint64_t time_ns, uint64_t number)
{
    return moment_in(trace, time_ns, number);
}

static void expect_next(const char *text, uint64_t time_ns, const char *next)
{
    char *made = moment_in(text, time_ns, 0);
    assert_non_null(made);
    const char *found = strstr(made, "next, ");
    assert_non_null(found);
    assert_string_equal(found, next);
    free(made);
}

static void expect(uint64_t time_ns, uint64_t number, const char *part)
{
    char *made = moment_of(time_ns, number);
    assert_non_null(made);
    if (strstr(made, part) == NULL)
        fail_msg("not found: %s\nin: %s", part, made);
    free(made);
}

static void counters_are_those_of_the_time(void **state)
{
    (void)state;
    expect(100, 0, "nak_scheduled         0                         1\n");
    expect(94, 0, "nak_scheduled         0                         0\n");
    expect(143, 0, "replay_num            1                         0\n");
    /* Started at 80 ns. */
    expect(100, 0, "replay_timer          running, 20 of 2844 ns    held, limit 2844 ns\n");
}

static void the_wire_is_told(void **state)
{
    (void)state;
    expect(100, 0, "b to a                Nak 4095 is being sent until 128 ns\n");
    expect(100, 0, "a to b                idle\n");
}

static void causes_are_told(void **state)
{
    (void)state;
    expect(90, 0, "next, at 96 ns: port b sends Nak 4095: a TLP came with a bad LCRC at 95 ns\n");
    expect(100, 0,
           "next, at 144 ns: port a sends TLP 0 CfgRd0: it replays 0 after Nak 4095 at "
           "143 ns\n");
    expect(300, 0,
           "next, at 1188 ns: port b sends Ack 0: acknak_latency_timer reached its limit "
           "at 1187 ns\n");
    expect(1234, 0, "next: nothing more in this trace\n");
}

static void the_wire_alone_tells_causes(void **state)
{
    (void)state;
    keep_the_wire();
    expect_next(wire, 90, "next, at 96 ns: port b sends Nak 4095: a damaged TLP came at 95 ns\n");
    expect_next(wire, 100,
                "next, at 144 ns: port a sends TLP 0 CfgRd0: it is sent again behind Nak 4095, "
                "which ended at 143 ns\n");
    expect_next(wire, 300, "next, at 1188 ns: port b sends Ack 0: TLP 0 came at 239 ns\n");
}

/* TLP 4095 comes twice for no Nak; TLP 0 is missing. */
static void a_probe_tells_causes(void **state)
{
    (void)state;
    static const char text[] = "acknak-trace 1\n"
                               "1 0 link rate=2.5 width=1 mps=128 views=probe,probe\n"
                               "2 0+112 tlp downstream probe END "
                               "0ffe600000010000000f0000000100000000000000005eb8ab25\n"
                               "3 112+112 tlp downstream probe END "
                               "0fff600000010000010f000000010000000495ef82de67ff0092\n"
                               "4 9000+112 tlp downstream probe END "
                               "0fff600000010000010f000000010000000495ef82de67ff0092\n"
                               "5 9200+32 dllp upstream probe END 00000fff25a8\n"
                               "6 9300+112 tlp downstream probe END "
                               "0001600000010000030f000000010000000cbfce889b85bd6c5c\n"
                               "7 9500+32 dllp upstream probe END 10000fffcecf\n";
    expect_next(text, 50, "next, at 112 ns: port a sends TLP 4095 MWr 4 B\n");
    expect_next(text, 300,
                "next, at 9000 ns: port a sends TLP 4095 MWr 4 B: it is sent again, and no Nak "
                "has asked for it\n");
    expect_next(
        text, 9150,
        "next, at 9200 ns: port b sends Ack 4095: TLP 4095, a duplicate, came at 9112 ns\n");
    expect_next(text, 9450,
                "next, at 9500 ns: port b sends Nak 4095: TLP 1 came where TLP 0 was due, at "
                "9412 ns\n");
}

/* The receiver's view counts when it has ended: 15 + 80 ns. */
static void a_record_is_a_moment(void **state)
{
    (void)state;
    expect(0, 9,
           "record 9: TLP 0 CfgRd0, bad LCRC, downstream, seen at the receiver, from 15 to "
           "95 ns\n");
    expect(0, 9, "  lcrc                  4fa62aff\n");
    expect(0, 9, "\nat 95 ns\n");
    assert_null(moment_of(0, 999));
    assert_null(moment_of(5000, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_are_those_of_the_time),
        cmocka_unit_test(the_wire_is_told),
        cmocka_unit_test(causes_are_told),
        cmocka_unit_test(the_wire_alone_tells_causes),
        cmocka_unit_test(a_probe_tells_causes),
        cmocka_unit_test(a_record_is_a_moment),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
