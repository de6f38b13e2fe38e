/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text traces: every kind of record survives a round trip, every mistake is named.
 * Not here: summaries of packets (test_packet.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "acknak/frame.h"
#include "text_io.h"
#include "trace/text_reader.h"
#include "trace/text_writer.h"

static struct ak_text_reader reader;
static struct ak_output output;

/* A line of each kind, in the form that the writer gives it. */
static const char all_kinds[] =
    "acknak-trace 1\n"
    "1 0 link rate=8 max_rate=16 width=4 mps=256 base=4+ extended_synch=1 l0s_exit=1000 "
    "flight=5.5 reaction=20 resolution=0.000001 views=sender+receiver,probe initial_seq=4094,0\n"
    "2 0 link_up both probe\n"
    "3 10.25+4.5 tlp downstream sender END 000000000001 stp=5f006000\n"
    "4 20+16 tlp upstream receiver EDB 0fff error truncated\n"
    "5 20 tlp about=3 upstream receiver CUT -\n"
    "6 30+32 dllp upstream probe END 00000000b362\n"
    "7 30+32 dllp upstream probe END 00000000b363 error truncated\n"
    "8 40+16 os downstream sender SKP bc1c1c1c\n"
    "9 40 os downstream sender other - error\n"
    "10 50 error downstream receiver\n"
    "11 50+1000 gap upstream probe\n"
    "12 60 recovery_start both sender\n"
    "13 70 recovery_end both sender\n"
    "14 80 link_down both receiver\n"
    "15 90 fault about=3 downstream tx_lcrc \"bit 77, \\\"burst\\\" \\\\ \\n\\t\\x01\"\n"
    "16 90 fault upstream stuck\n"
    "17 100 port a submit seq=5 length=76\n"
    "18 100 port b take_nak seq=4095 count=12\n"
    "19 100 port about=4 b log seq=0 aer=bad_tlp+dl_protocol_error\n"
    "20 100 port a refuse seq=0 \"window\"\n"
    "21 110 state a next_transmit_seq=3 ackd_seq=4094 next_rcv_seq=0 replay_num=1 "
    "nak_scheduled=1 replaying=1 replay_buffer_tlps=4 replay_buffer_bytes=360 "
    "replay_timer=running:12.5/711 acknak_latency_timer=held:0/237\n"
    "22 110 state b next_transmit_seq=- ackd_seq=- next_rcv_seq=7 replay_num=- nak_scheduled=- "
    "replaying=- replay_buffer_tlps=- replay_buffer_bytes=- replay_timer=- "
    "acknak_latency_timer=-\n"
    "23 120 finding about=18 upstream RX-06 error \"a Nak while NAK_SCHEDULED is set\"\n";

static void open_text(struct text_source *source, const char *text, size_t step)
{
    *source = (struct text_source){text, strlen(text), step};
    ak_text_reader_init(&reader, "t.txt", text_source_read, source);
}

/* What the reader understands, written again. */
static char *rewritten(const char *text, size_t step)
{
    struct text_source source;
    struct text_sink sink = {NULL, 0, 0};
    struct ak_record record;
    int got;
    open_text(&source, text, step);
    ak_output_init(&output, text_sink_write, &sink);
    assert_int_equal(ak_text_read_begin(&reader), 0);
    ak_text_write_begin(&output);
    while ((got = ak_text_read(&reader, &record)) == 1)
        assert_int_equal(ak_text_write(&output, &record), 0);
    assert_string_equal(reader.error, "");
    assert_int_equal(got, 0);
    assert_int_equal(ak_output_flush(&output), 0);
    return sink.text;
}

static void every_kind_survives_a_round_trip(void **state)
{
    (void)state;
    static const size_t steps[] = {1, 7, 100000};
    for (size_t i = 0; i < 3; i++) {
        char *again = rewritten(all_kinds, steps[i]);
        assert_string_equal(again, all_kinds);
        free(again);
    }
}

static void read_one(const char *line, struct ak_record *record)
{
    static char text[40000];
    static struct text_source source;
    (void)snprintf(text, sizeof text, "acknak-trace 1\n%s\n", line);
    open_text(&source, text, 100000);
    assert_int_equal(ak_text_read_begin(&reader), 0);
    int got = ak_text_read(&reader, record);
    assert_string_equal(reader.error, "");
    assert_int_equal(got, 1);
}

static void a_packet_is_read_as_it_stands(void **state)
{
    (void)state;
    struct ak_record record;
    read_one("3 10.25+4.5 tlp about=2 upstream receiver EDB 0fFF12 error stp=5F006000", &record);
    assert_int_equal(record.number, 3);
    assert_int_equal(record.time_fs, 10250000);
    assert_int_equal(record.end_fs, 14750000);
    assert_int_equal(record.about, 2);
    assert_int_equal(record.kind, AK_RECORD_TLP);
    assert_int_equal(record.direction, AK_UPSTREAM);
    assert_int_equal(record.seen, AK_SEEN_RECEIVER);
    assert_int_equal(record.end, AK_END_EDB);
    assert_true(record.error);
    assert_false(record.truncated);
    assert_true(record.has_stp);
    assert_memory_equal(record.stp, "\x5f\x00\x60\x00", 4);
    assert_int_equal(record.length_bytes, 3);
    assert_memory_equal(record.bytes, "\x0f\xff\x12", 3);
}

static void a_link_is_read_as_it_stands(void **state)
{
    (void)state;
    struct ak_record record;
    read_one("1 0 link initial_seq=4094,7 views=sender+receiver,probe rate=2.5", &record);
    assert_int_equal(record.direction, AK_DIRECTION_BOTH);
    assert_int_equal(record.link.known, AK_KNOWN_INITIAL_SEQ | AK_KNOWN_VIEWS | AK_KNOWN_RATE);
    assert_int_equal(record.link.initial_seq[AK_DOWNSTREAM], 4094);
    assert_int_equal(record.link.initial_seq[AK_UPSTREAM], 7);
    assert_int_equal(record.link.views[AK_DOWNSTREAM], 5);
    assert_int_equal(record.link.views[AK_UPSTREAM], 2);
    assert_int_equal(record.link.rate, AK_RATE_2_5);
}

static void a_state_is_read_as_it_stands(void **state)
{
    (void)state;
    struct ak_record record;
    read_one("21 110 state b next_transmit_seq=3 ackd_seq=4094 next_rcv_seq=9 replay_num=2 "
             "nak_scheduled=1 replaying=0 replay_buffer_tlps=4 replay_buffer_bytes=360 "
             "replay_timer=frozen:12.5/711 acknak_latency_timer=running:1/237",
             &record);
    assert_int_equal(record.state.port, AK_PORT_B);
    assert_int_equal(record.state.next_transmit_seq, 3);
    assert_int_equal(record.state.ackd_seq, 4094);
    assert_int_equal(record.state.next_rcv_seq, 9);
    assert_int_equal(record.state.replay_num, 2);
    assert_true(record.state.nak_scheduled);
    assert_false(record.state.replaying);
    assert_int_equal(record.state.replay_buffer_tlps, 4);
    assert_int_equal(record.state.replay_buffer_bytes, 360);
    assert_int_equal(record.state.replay_timer.state, AK_RECORD_TIMER_FROZEN);
    assert_int_equal(record.state.replay_timer.value_fs, 12500000);
    assert_int_equal(record.state.replay_timer.limit_fs, 711000000);
    assert_int_equal(record.state.acknak_latency_timer.state, AK_RECORD_TIMER_RUNNING);
    assert_int_equal(record.state.acknak_latency_timer.value_fs, 1000000);
}

static void what_is_not_known_of_a_state_is_told(void **state)
{
    (void)state;
    struct ak_record record;
    read_one("21 110 state b next_transmit_seq=3 ackd_seq=- next_rcv_seq=9 replay_num=2 "
             "nak_scheduled=1 replaying=0 replay_buffer_tlps=4 replay_buffer_bytes=- "
             "replay_timer=- acknak_latency_timer=running:1/237",
             &record);
    assert_int_equal(record.state.unknown,
                     AK_STATE_ACKD_SEQ | AK_STATE_REPLAY_BUFFER_BYTES | AK_STATE_REPLAY_TIMER);
    assert_int_equal(record.state.ackd_seq, 0);
    assert_int_equal(record.state.next_rcv_seq, 9);
    assert_int_equal(record.state.acknak_latency_timer.limit_fs, 237000000);
}

static void blanks_comments_and_counted_numbers_are_taken(void **state)
{
    (void)state;
    char *again = rewritten("acknak-trace 1\r\n# a comment\n\n  7   5  error\tupstream probe \r\n"
                            "- 6 error upstream probe\n",
                            100);
    assert_string_equal(again, "acknak-trace 1\n7 5 error upstream probe\n"
                               "8 6 error upstream probe\n");
    free(again);
}

static void the_largest_packet_fits_a_line(void **state)
{
    (void)state;
    static uint8_t bytes[AK_FRAME_MAX_BYTES];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 7);
    struct ak_record record = {.number = UINT64_MAX - 1, .time_fs = UINT64_MAX - 1};
    record.end_fs = UINT64_MAX;
    record.kind = AK_RECORD_TLP;
    record.bytes = bytes;
    record.length_bytes = sizeof bytes;
    struct text_sink sink = {NULL, 0, 0};
    ak_output_init(&output, text_sink_write, &sink);
    assert_int_equal(ak_text_write(&output, &record), 0);
    assert_int_equal(ak_output_flush(&output), 0);
    sink.text[sink.bytes - 1] = '\0';
    struct ak_record again;
    read_one(sink.text, &again);
    free(sink.text);
    assert_int_equal(again.number, UINT64_MAX - 1);
    assert_int_equal(again.time_fs, UINT64_MAX - 1);
    assert_int_equal(again.end_fs, UINT64_MAX);
    assert_int_equal(again.length_bytes, sizeof bytes);
    assert_memory_equal(again.bytes, bytes, sizeof bytes);
}

static void an_output_that_fails_is_noticed(void **state)
{
    (void)state;
    struct text_sink sink = {NULL, 0, 100};
    struct ak_record record = {.kind = AK_RECORD_ERROR};
    int result = 0;
    ak_output_init(&output, text_sink_write, &sink);
    for (int i = 0; i < 2000 && result == 0; i++)
        result = ak_text_write(&output, &record);
    assert_int_equal(result, -1);
    assert_int_equal(ak_output_flush(&output), -1);
    free(sink.text);
}

struct mistake {
    const char *line;
    const char *error;
};

static void every_mistake_is_named(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"x 0 error both probe", "found \"x\", expected the number of the record, or -"},
        {"-1 0 error both probe", "found \"-1\", expected the number of the record, or -"},
        {"1", "found the end of the line, expected the time in ns"},
        {"1 1.2345678 error both probe",
         "found \"1.2345678\", expected a time in ns with at most six decimals, below 1.8e13"},
        {"1 18446744073710 error both probe",
         "found \"18446744073710\", expected a time in ns with at most six decimals, below "
         "1.8e13"},
        {"1 18446744073709+1 error both probe",
         "found \"18446744073709\", expected an end of at most 1.8e13 ns"},
        {"1 5+x error both probe",
         "found \"x\", expected a time in ns with at most six decimals, below 1.8e13"},
        {"1 0 packet", "found \"packet\", expected a kind of record: link, tlp, dllp, os, error, "
                       "gap, recovery_start, recovery_end, link_down, link_up, fault, port, "
                       "state or finding"},
        {"1 0 error down", "found \"down\", expected a direction: downstream, upstream or both"},
        {"1 0 error both", "found the end of the line, expected where it was seen"},
        {"1 0 error both probe now", "found \"now\", expected the end of the line"},
        {"1 0 tlp upstream probe end 00", "found \"end\", expected how the packet ended: END, EDB "
                                          "or CUT"},
        {"1 0 tlp upstream probe END 000", "found \"000\", expected an even number of hex digits"},
        {"1 0 tlp upstream probe END 0g", "found \"0g\", expected bytes in hex"},
        {"1 0 tlp upstream probe END", "found the end of the line, expected bytes in hex, or - for "
                                       "none"},
        {"1 0 tlp upstream probe END 00 bad", "found \"bad\", expected error, truncated or stp="},
        {"1 0 tlp upstream probe END 00 stp=00", "found \"00\", expected the four symbols of an "
                                                 "STP token in hex"},
        {"1 0 dllp upstream probe END 00 stp=5f006000",
         "found \"stp=5f006000\", expected error or truncated"},
        {"1 0 os upstream probe SKP 00 truncated", "found \"truncated\", expected error"},
        {"1 0 link rate=3", "found \"3\", expected a rate in GT/s: 2.5, 5, 8, 16 or 32"},
        {"1 0 link width=3", "found \"3\", expected a width of 1, 2, 4, 8, 12, 16 or 32"},
        {"1 0 link mps=64", "found \"64\", expected an mps of 128, 256, 512, 1024, 2048 or 4096"},
        {"1 0 link width=1 width=1",
         "found \"width=1\", expected one of rate= max_rate= width= mps= base= extended_synch= "
         "l0s_exit= flight= reaction= resolution= views= initial_seq=, each once"},
        {"1 0 link initial_seq=4096,0", "found \"4096\", expected a sequence number, 0 to 4095"},
        {"1 0 link initial_seq=0,4096", "found \"4096\", expected a sequence number, 0 to 4095"},
        {"1 0 link views=sender", "found \"sender\", expected two values, downstream and upstream, "
                                  "with a comma between"},
        {"1 0 fault both a*b", "found \"a*b\", expected the name of a fault"},
        {"1 0 fault both lose \"abc", "found \"\"abc\", expected a text in double quotes"},
        {"1 0 fault both lose \"a\\q\"", "found \"\"a\\q\", expected a text in double quotes"},
        {"1 0 port c", "found \"c\", expected a port: a or b"},
        {"1 0 port a log aer=all", "found \"all\", expected an AER condition: receiver_error, "
                                   "bad_tlp, bad_dllp, replay_num_rollover, "
                                   "replay_timer_timeout or dl_protocol_error"},
        {"1 0 port a submit len=4", "found \"len=4\", expected seq=, count=, length=, aer= or a "
                                    "reason in double quotes"},
        {"1 0 state a ackd_seq=0", "found \"ackd_seq=0\", expected next_transmit_seq"},
        {"1 0 finding both RX-06 fatal", "found \"fatal\", expected a severity: note, warning or "
                                         "error"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char text[300];
        char expected[600];
        struct text_source source;
        struct ak_record record;
        (void)snprintf(text, sizeof text, "acknak-trace 1\n\n%s\n1 0 error both probe\n",
                       mistakes[i].line);
        (void)snprintf(expected, sizeof expected, "t.txt:3: %s", mistakes[i].error);
        open_text(&source, text, 50);
        assert_int_equal(ak_text_read_begin(&reader), 0);
        assert_int_equal(ak_text_read(&reader, &record), -1);
        assert_string_equal(reader.error, expected);
        assert_int_equal(ak_text_read(&reader, &record), 0);
    }
}

static void expect_begin_error(const char *text, const char *error)
{
    struct text_source source;
    open_text(&source, text, 50);
    assert_int_equal(ak_text_read_begin(&reader), -1);
    assert_string_equal(reader.error, error);
}

static void a_file_that_is_no_trace_is_refused(void **state)
{
    (void)state;
    expect_begin_error("", "t.txt:1: the file is empty, expected \"acknak-trace 1\"");
    expect_begin_error("acknak-trace 2\n", "t.txt:1: found \"acknak-trace 2\", expected "
                                           "\"acknak-trace 1\" as the first line");
    expect_begin_error("acknak-trace 1", "t.txt:1: found the end of the file in the middle of a "
                                         "line, expected a newline: the trace is cut off");
    assert_true(ak_text_is_trace("acknak-trace 1\n", 15));
    assert_true(ak_text_is_trace("acknak-trace 7\n", 15));
    assert_false(ak_text_is_trace("acknak-trac", 11));
    assert_false(ak_text_is_trace("time_ns,direction", 17));
}

static void a_trace_that_is_cut_off_is_named(void **state)
{
    (void)state;
    struct text_source source;
    struct ak_record record;
    open_text(&source, "acknak-trace 1\n1 0 error both probe\n2 0 error both", 50);
    assert_int_equal(ak_text_read_begin(&reader), 0);
    assert_int_equal(ak_text_read(&reader, &record), 1);
    assert_int_equal(ak_text_read(&reader, &record), -1);
    assert_string_equal(reader.error, "t.txt:3: found the end of the file in the middle of a "
                                      "line, expected a newline: the trace is cut off");
}

static void a_line_without_end_is_refused(void **state)
{
    (void)state;
    static char text[70000];
    struct text_source source;
    struct ak_record record;
    memset(text, 'a', sizeof text - 1);
    memcpy(text, "acknak-trace 1\n", 15);
    open_text(&source, text, 5000);
    assert_int_equal(ak_text_read_begin(&reader), 0);
    assert_int_equal(ak_text_read(&reader, &record), -1);
    assert_string_equal(reader.error, "t.txt:2: found a line of more than 32768 characters, "
                                      "expected a shorter one");
}

static long read_nothing(void *context, char *buffer, size_t room)
{
    (void)context;
    (void)buffer;
    (void)room;
    return -1;
}

static void a_file_that_cannot_be_read_is_named(void **state)
{
    (void)state;
    ak_text_reader_init(&reader, "t.txt", read_nothing, NULL);
    assert_int_equal(ak_text_read_begin(&reader), -1);
    assert_string_equal(reader.error, "t.txt:1: the file cannot be read");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_survives_a_round_trip),
        cmocka_unit_test(a_packet_is_read_as_it_stands),
        cmocka_unit_test(a_link_is_read_as_it_stands),
        cmocka_unit_test(a_state_is_read_as_it_stands),
        cmocka_unit_test(what_is_not_known_of_a_state_is_told),
        cmocka_unit_test(blanks_comments_and_counted_numbers_are_taken),
        cmocka_unit_test(the_largest_packet_fits_a_line),
        cmocka_unit_test(an_output_that_fails_is_noticed),
        cmocka_unit_test(every_mistake_is_named),
        cmocka_unit_test(a_file_that_is_no_trace_is_refused),
        cmocka_unit_test(a_trace_that_is_cut_off_is_named),
        cmocka_unit_test(a_line_without_end_is_refused),
        cmocka_unit_test(a_file_that_cannot_be_read_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
