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

static char *moment_of(uint64_t time_ns, uint64_t number)
{
    static struct ak_output output;
    struct text_sink made = {NULL, 0, 0};
    struct ak_moment *moment = ak_moment_begin(time_ns * 1000000u, number);
    assert_non_null(moment);
    const struct ak_record_sink sink = {ak_moment_take, moment};
    assert_int_equal(feed_trace(trace, &sink), 0);
    ak_output_init(&output, text_sink_write, &made);
    if (!ak_moment_end(moment, &output))
        return NULL;
    assert_int_equal(ak_output_flush(&output), 0);
    return made.text;
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
        cmocka_unit_test(a_record_is_a_moment),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
