/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The formats, each by what it must say of a few records.
 * Not here: reading them with outside programs (check-outputs).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render_trace.h"

static const struct ak_render_options plain = {.width = 80, .counters = true};

/* TLP 0 of the recorded vectors, and an Ack of it with a wrong CRC (the right one is b362). */
static const char small[] =
    "acknak-trace 1\n"
    "1 0 link rate=2.5 width=1\n"
    "2 0.5+80 tlp downstream probe END 0000040000010000000f010000004fa62aff\n"
    "3 200+32 dllp upstream probe END 00000000b363\n"
    "4 200 finding upstream DLLP-01 warning \"a,\\\"b\\\"\"\n"
    "5 300 state a next_transmit_seq=1 ackd_seq=0 next_rcv_seq=2 replay_num=3 nak_scheduled=1 "
    "replaying=0 replay_buffer_tlps=4 replay_buffer_bytes=5 replay_timer=running:6/7 "
    "acknak_latency_timer=held:0/9\n";

static void expect(const struct ak_render_format *format, const char *trace, const char *expected)
{
    size_t bytes;
    char *made = render_trace(trace, format, &plain, &bytes);
    assert_string_equal(made, expected);
    free(made);
}

static void expect_part(const struct ak_render_format *format, const char *trace, const char *part)
{
    size_t bytes;
    char *made = render_trace(trace, format, &plain, &bytes);
    if (strstr(made, part) == NULL)
        fail_msg("%s: not found: %s\nin: %s", format->name, part, made);
    free(made);
}

static void every_format_is_found(void **state)
{
    size_t count;
    const struct ak_render_format *const *formats = ak_render_formats(&count);
    (void)state;
    assert_int_equal(count, 8);
    for (size_t i = 0; i < count; i++)
        assert_ptr_equal(ak_render_named(formats[i]->name), formats[i]);
    assert_null(ak_render_named("docx"));
    assert_ptr_equal(ak_render_of_file("a.b/link.vcd"), &ak_render_vcd);
    assert_null(ak_render_of_file("a.vcd/link"));
    assert_null(ak_render_of_file("vcd"));
}

static void trace_is_what_was_read(void **state)
{
    (void)state;
    expect(&ak_render_trace, small, small);
}

/* A finding about no packet has a row of its own. */
static void csv_has_the_wire_and_findings(void **state)
{
    (void)state;
    expect(&ak_render_csv, small,
           "time_ns,direction,kind,bytes,end,error,truncated,seen,number,about,duration_ns,what,"
           "seq,health,findings\n"
           "0.5,downstream,tlp,0000040000010000000f010000004fa62aff,END,,,probe,2,,80,CfgRd0,0,"
           "good,\n"
           "200,upstream,dllp,00000000b363,END,,,probe,3,,32,Ack,0,bad CRC,\n"
           "200,upstream,finding,,,,,,4,,,,,,\"warning DLLP-01 a,\"\"b\"\"\"\n");
}

static void jsonl_has_everything(void **state)
{
    (void)state;
    expect_part(&ak_render_jsonl, small,
                "{\"number\":1,\"time_fs\":0,\"end_fs\":0,\"kind\":\"link\",\"rate\":2.5,"
                "\"width\":1}\n"
                "{\"number\":2,\"time_fs\":500000,\"end_fs\":80500000,\"kind\":\"tlp\","
                "\"direction\":\"downstream\",\"seen\":\"probe\",\"end\":\"END\",\"what\":"
                "\"CfgRd0\",\"seq\":0,\"health\":\"good\",\"error\":false,\"truncated\":false,"
                "\"bytes\":\"0000040000010000000f010000004fa62aff\",\"fields\":{\"seq\":0,"
                "\"type\":\"CfgRd0\",");
    expect_part(&ak_render_jsonl, small, "\"crc\":\"b363\",\"crc_expected\":\"b362\"}}\n");
    expect_part(&ak_render_jsonl, small,
                "\"rule\":\"DLLP-01\",\"severity\":\"warning\",\"text\":\"a,\\\"b\\\"\"}\n");
    expect_part(&ak_render_jsonl, small,
                "\"nak_scheduled\":true,\"replaying\":false,\"replay_buffer_tlps\":4,"
                "\"replay_buffer_bytes\":5,\"replay_timer\":{\"state\":\"running\","
                "\"value_fs\":6000000,\"limit_fs\":7000000}");
}

/* Signals are named from '!' on in the order of the file: a.tx_busy is the 13th. */
static void vcd_goes_by_time(void **state)
{
    static const char backwards[] =
        "acknak-trace 1\n"
        "1 0 link rate=2.5 width=1\n"
        "2 0+112 tlp downstream sender END 0000040000010000000f010000004fa62aff\n"
        "3 112+80 tlp downstream sender END 0000040000010000000f010000004fa62aff\n"
        "4 15+112 tlp about=2 downstream receiver END 0000040000010000000f010000004fa62aff\n";
    (void)state;
    expect_part(&ak_render_vcd, small, "$timescale 1 fs $end\n");
    expect_part(&ak_render_vcd, small, "$var wire 12 ! next_transmit_seq $end\n");
    expect_part(&ak_render_vcd, small, "\n#500000\n1-\nb0 .\nsCfgRd0_0 /\n");
    expect_part(&ak_render_vcd, small, "\nsDLLP-01 J\n#232000000\n");
    expect_part(&ak_render_vcd, small, "\n#300000000\nb1 !\nb0 \"\nb10 #\nb11 $\n1%\n");
    size_t bytes;
    char *made = render_trace(backwards, &ak_render_vcd, &plain, &bytes);
    const char *received = strstr(made, "\n#15000000\n");
    const char *sent = strstr(made, "\n#112000000\n");
    assert_true(received != NULL && sent != NULL && received < sent);
    free(made);
}

/* Section header, two interfaces, then packets: link type 147, a comment on the Ack. */
static void pcapng_has_two_interfaces(void **state)
{
    size_t bytes;
    char *made = render_trace(small, &ak_render_pcapng, &plain, &bytes);
    static const uint8_t section[] = {0x0A, 0x0D, 0x0D, 0x0A};
    static const uint8_t interface[] = {1, 0, 0, 0};
    static const char remark[] = "warning DLLP-01 (at 200 ns): a,\"b\"";
    bool found = false;
    uint32_t length;
    (void)state;
    assert_memory_equal(made, section, 4);
    memcpy(&length, made + 4, 4);
    assert_memory_equal(made + length, interface, 4);
    assert_int_equal((uint8_t)made[length + 8], 147);
    for (size_t i = 0; i + sizeof remark - 1 <= bytes; i++)
        found |= memcmp(made + i, remark, sizeof remark - 1) == 0;
    assert_true(found);
    assert_int_equal(bytes % 4, 0);
    free(made);
}

static void text_tells_findings(void **state)
{
    (void)state;
    expect_part(&ak_render_text, small, "        ! warning DLLP-01: a,\"b\"\n");
    expect_part(&ak_render_text, small, "TLP 0 CfgRd0");
}

static void pictures_say_what_they_left_out(void **state)
{
    const struct ak_render_options one = {.width = 80, .packets_most = 1};
    size_t bytes;
    char *made = render_trace(small, &ak_render_svg, &one, &bytes);
    (void)state;
    assert_non_null(strstr(made, ">1 packet \xC2\xB7 "));
    assert_non_null(strstr(made, "1 later packet is not drawn"));
    free(made);
}

/* A finding has room for 30 characters between the time and the rail; the rest is its title. */
static void a_picture_shortens_findings(void **state)
{
    static const char long_finding[] =
        "acknak-trace 1\n"
        "1 0+80 tlp downstream probe END 0000040000010000000f010000004fa62aff\n"
        "2 0 finding about=1 downstream TIME-01 error \"TLP 0 is sent again without a Nak\"\n";
    size_t bytes;
    char *made = render_trace(long_finding, &ak_render_svg, &plain, &bytes);
    (void)state;
    assert_non_null(strstr(made, "<title>TLP 0 is sent again without a Nak</title>"
                                 "TIME-01: TLP 0 is sent again \xE2\x80\xA6</text>"));
    free(made);
}

/* At the packet's sender, each severity in a shape of its own, the worst on top. */
static void a_picture_marks_accused_packets(void **state)
{
    static const char two_findings[] =
        "acknak-trace 1\n"
        "1 0+80 tlp upstream probe END 0000040000010000000f010000004fa62aff\n"
        "2 0 finding about=1 upstream TIME-01 error \"too <late>\"\n"
        "3 0 finding about=1 upstream RX-05 note \"an Ack\"\n"
        "4 0 finding about=1 upstream RX-06 warning \"early\"\n"
        "5 0 finding downstream RX-07 error \"of no packet\"\n";
    size_t bytes;
    char *made = render_trace(two_findings, &ak_render_svg, &plain, &bytes);
    (void)state;
    assert_non_null(strstr(
        made, "<path class=\"mark remark\" d=\"M650 104m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z\">"
              "<title>note RX-05, record 1: an Ack</title></path>\n"
              "<path class=\"mark warning\" d=\"M650 104m0 -7l7 7l-7 7l-7 -7z\">"
              "<title>warning RX-06, record 1: early</title></path>\n"
              "<path class=\"mark error\" d=\"M650 104m0 -8l8 14h-16z\">"
              "<title>error TIME-01, record 1: too &lt;late&gt;</title></path>\n</svg>"));
    free(made);
}

/* Titles and texts are a stranger's: no markup of theirs may reach a document. */
static void documents_hold_no_foreign_markup(void **state)
{
    static const char hostile[] =
        "acknak-trace 1\n"
        "1 0+80 tlp downstream probe END 0000040000010000000f010000004fa62aff\n"
        "2 0 fault about=1 downstream damage \"<script>\"\n"
        "3 0 finding about=1 downstream X-1 error \"</svg><script>alert(1)</script>\"\n";
    const struct ak_render_options options = {.title = "<img src=x>{{data}}\xFF"};
    static const struct ak_render_format *const formats[] = {&ak_render_svg, &ak_render_html};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        size_t bytes;
        char *made = render_trace(hostile, formats[i], &options, &bytes);
        assert_null(strstr(made, "<img"));
        assert_null(strstr(made, "alert(1)</script>"));
        assert_non_null(strstr(made, "&lt;img src=x&gt;{{data}}\xEF\xBF\xBD"));
        free(made);
    }
}

static void runs_are_the_same(void **state)
{
    size_t count;
    const struct ak_render_format *const *formats = ak_render_formats(&count);
    (void)state;
    for (size_t i = 0; i < count; i++) {
        size_t first_bytes;
        size_t second_bytes;
        char *first = render_trace(small, formats[i], &plain, &first_bytes);
        char *second = render_trace(small, formats[i], &plain, &second_bytes);
        assert_int_equal(first_bytes, second_bytes);
        assert_memory_equal(first, second, first_bytes);
        free(first);
        free(second);
    }
}

/* No records at all: still a document that is whole. */
static void nothing_is_shown_too(void **state)
{
    size_t count;
    const struct ak_render_format *const *formats = ak_render_formats(&count);
    (void)state;
    for (size_t i = 0; i < count; i++) {
        static struct ak_output output;
        struct text_sink made = {NULL, 0, 0};
        ak_output_init(&output, text_sink_write, &made);
        void *context = formats[i]->begin(&plain, &output);
        assert_non_null(context);
        assert_int_equal(formats[i]->end(context), 0);
        assert_int_equal(ak_output_flush(&output), 0);
        free(made.text);
    }
}

static void a_full_disk_is_told(void **state)
{
    size_t count;
    const struct ak_render_format *const *formats = ak_render_formats(&count);
    (void)state;
    for (size_t i = 0; i < count; i++) {
        static struct ak_output output;
        struct text_sink made = {NULL, 0, 1};
        ak_output_init(&output, text_sink_write, &made);
        void *context = formats[i]->begin(&plain, &output);
        const struct ak_record_sink sink = {formats[i]->take, context};
        assert_non_null(context);
        int fed = feed_trace(small, &sink);
        int ended = formats[i]->end(context);
        assert_true(fed != 0 || ended != 0 || ak_output_flush(&output) != 0);
        free(made.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_is_found),
        cmocka_unit_test(trace_is_what_was_read),
        cmocka_unit_test(csv_has_the_wire_and_findings),
        cmocka_unit_test(jsonl_has_everything),
        cmocka_unit_test(vcd_goes_by_time),
        cmocka_unit_test(pcapng_has_two_interfaces),
        cmocka_unit_test(text_tells_findings),
        cmocka_unit_test(pictures_say_what_they_left_out),
        cmocka_unit_test(a_picture_shortens_findings),
        cmocka_unit_test(a_picture_marks_accused_packets),
        cmocka_unit_test(documents_hold_no_foreign_markup),
        cmocka_unit_test(runs_are_the_same),
        cmocka_unit_test(nothing_is_shown_too),
        cmocka_unit_test(a_full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
