/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The choice of a format, gzip, files, sinks that stop: what holds for every format.
 * Not here: any one format.
 */
#include "capture_test.h"

#include <unistd.h>
#include <zlib.h>

#define TRACE_HEAD "acknak-trace 1\n"
#define TRACE_LINE "1 5+32 dllp upstream probe END " ACK_0 "\n"
#define CSV_HEAD   "time_ns,direction,kind,bytes\n"
#define CSV_ROW    "5,upstream,dllp," ACK_0 "\n"

static void expect_format(const char *name, const char *text, const char *format)
{
    struct reading reading;
    read_bytes(&reading, name, text, strlen(text), 0);
    if (format == NULL)
        assert_null(reading.result.format);
    else
        assert_string_equal(reading.result.format->name, format);
    free(reading.trace);
}

static void content_goes_before_the_name(void **state)
{
    (void)state;
    expect_format("x.csv", TRACE_HEAD, "text");
    expect_format("x.trace", "\x0A\x0D\x0D\x0A", "pcapng");
    expect_format("x.csv", "\xD4\xC3\xB2\xA1", "pcap");
    expect_format("x.csv", "\xA1\xB2\x3C\x4D", "pcap");
    expect_format("x.trace", "# a lane\n\nKbc\nK1c\n", "symbols");
    expect_format("x.trace", CSV_HEAD, "csv");
    expect_format("x.trace", "kind,bytes,time_ns\n", "csv");
    struct build build = {NULL, 0, false};
    struct reading reading;
    (void)put_pad(&build, NULL, 0);
    read_bytes(&reading, "x.csv", build.bytes, build.count, 0);
    assert_string_equal(reading.result.format->name, "pad");
    free(reading.trace);
    free(build.bytes);
}

static void the_name_helps_where_content_does_not(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"x.trace", "text"},
        {"x.PCAPNG", "pcapng"},
        {"a.b/x.pcap", "pcap"},
        {"x.pad", "pad"},
        {"x.symbols", "symbols"},
        {"x.csv", "csv"},
        {"x.csv.gz", "csv"},
        {"x.gz", NULL},
        {"x", NULL},
        {"x.doc", NULL},
        {"x.", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        expect_format(names[i][0], "whatever", names[i][1]);
}

static void an_option_goes_before_both(void **state)
{
    (void)state;
    struct ak_capture_options options;
    struct reading reading;
    ak_capture_options_init(&options);
    options.format = ak_capture_format_find("csv");
    assert_non_null(options.format);
    read_with(&reading, "x.trace", TRACE_HEAD, sizeof TRACE_HEAD - 1, 0, &options);
    assert_string_equal(reading.result.format->name, "csv");
    assert_string_equal(reading.result.error,
                        "x.trace:1: found no column \"time_ns\", expected time_ns, direction, kind "
                        "and bytes in the header line");
    free(reading.trace);
    assert_null(ak_capture_format_find("doc"));
}

static void every_format_names_what_is_not_its_own(void **state)
{
    (void)state;
    static const char *const errors[][2] = {
        {"text",
         "t:1: found \"nonsense, more than one line of it\", expected \"acknak-trace 1\" as "
         "the first line"},
        {"pcapng", "t: at byte 0: found 6e6f6e73, expected the 0a0d0d0a of a pcapng"},
        {"pcap", "t: at byte 0: found 6e6f6e73, expected the a1b2c3d4 or a1b23c4d of a pcap"},
        {"pad", "t: at byte 44: found the end of the file or overlong strings, expected the rest "
                "of a PAD header"},
        {"symbols",
         "t:1: found \"nonsense\"..., expected K or D and two hex digits of a symbol, or "
         "E"},
        {"csv", "t:1: found no column \"time_ns\", expected time_ns, direction, kind and bytes in "
                "the header line"},
    };
    static const char text[] = "nonsense, more than one line of it\nline two\n";
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        struct ak_capture_options options;
        struct reading reading;
        ak_capture_options_init(&options);
        options.format = ak_capture_format_find(errors[i][0]);
        read_with(&reading, "t", text, sizeof text - 1, 0, &options);
        assert_string_equal(reading.result.error, errors[i][1]);
        free(reading.trace);
    }
}

static void an_empty_file_is_named(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_text(&build, "");
    expect(&build, "t", "", "t: at byte 0: found an empty file, expected a recording");
    free(build.bytes);
}

static void an_unknown_file_is_named(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_text(&build, "#include");
    expect(&build, "t.c", "",
           "t.c: at byte 0: found a file that begins with 23696e636c756465, expected one of text, "
           "pcapng, pcap, pad, symbols, csv");
    free(build.bytes);
}

static long fail_to_read(void *context, uint8_t *buffer, size_t room)
{
    (void)buffer;
    (void)room;
    return *(int *)context = -1;
}

static void a_file_that_cannot_be_read_is_named(void **state)
{
    (void)state;
    int called = 0;
    struct ak_capture_result result;
    struct ak_capture_source source = {fail_to_read, NULL, &called};
    struct ak_record_sink sink = {NULL, NULL};
    assert_int_equal(ak_capture_read("t", &source, NULL, &sink, &result), AK_CAPTURE_BAD_INPUT);
    assert_int_equal(called, -1);
    assert_string_equal(result.error,
                        "t: at byte 0: the file cannot be read, expected a recording");
    assert_int_equal(ak_capture_read_file("/no/such/file", NULL, &sink, &result),
                     AK_CAPTURE_BAD_INPUT);
    assert_string_equal(result.error, "/no/such/file: No such file or directory");
}

static void pack(struct build *build, const void *bytes, size_t count)
{
    uint8_t out[4096];
    z_stream zlib;
    memset(&zlib, 0, sizeof zlib);
    assert_int_equal(deflateInit2(&zlib, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    zlib.next_in = (Bytef *)(uintptr_t)bytes;
    zlib.avail_in = (uInt)count;
    int got;
    do {
        zlib.next_out = out;
        zlib.avail_out = sizeof out;
        got = deflate(&zlib, Z_FINISH);
        put_bytes(build, out, sizeof out - zlib.avail_out);
    } while (got == Z_OK);
    assert_int_equal(got, Z_STREAM_END);
    assert_int_equal(deflateEnd(&zlib), Z_OK);
}

static void gzip_is_unpacked_in_every_format(void **state)
{
    (void)state;
    static const struct agilent_row row = {1000, AGILENT_2_5, 0, "5c" ACK_0 "fd"};
    struct build build = {NULL, 0, false};
    struct build pad = {NULL, 0, false};
    pack(&build, CSV_HEAD CSV_ROW, strlen(CSV_HEAD CSV_ROW));
    expect(&build, "t", "1 5 dllp upstream probe END " ACK_0 "\n", "");
    free(build.bytes);
    build = (struct build){NULL, 0, false};
    (void)put_pad(&pad, &row, 1);
    pack(&build, pad.bytes, pad.count);
    expect(&build, "t",
           "0 1000 link rate=2.5 width=1 resolution=8 views=probe,probe\n"
           "1 1000+32 dllp downstream probe END " ACK_0 "\n",
           "");
    free(pad.bytes);
    free(build.bytes);
}

static void members_of_gzip_follow_each_other(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    pack(&build, TRACE_HEAD, strlen(TRACE_HEAD));
    pack(&build, "", 0);
    pack(&build, TRACE_LINE, strlen(TRACE_LINE));
    expect(&build, "t", TRACE_LINE, "");
    free(build.bytes);
}

static void damaged_gzip_is_told_behind_what_was_good(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    pack(&build, TRACE_HEAD TRACE_LINE, strlen(TRACE_HEAD TRACE_LINE));
    size_t whole = build.count;
    build.count = whole - 1; /* in the length at the end: all data was there */
    expect(&build, "t", TRACE_LINE, "t:3: the file cannot be read: the gzip data is cut off");
    build.count = whole;
    build.bytes[whole - 5] ^= 1; /* the check value */
    expect(&build, "t", TRACE_LINE, "t:3: the file cannot be read: the gzip data is damaged");
    free(build.bytes);
}

/* All records were there; what was unpacked may be wrong all the same. */
static void a_pad_whose_gzip_ends_wrong_is_told(void **state)
{
    (void)state;
    static const struct agilent_row row = {1000, AGILENT_2_5, 0, "5c" ACK_0 "fd"};
    static const char records[] = "0 1000 link rate=2.5 width=1 resolution=8 views=probe,probe\n"
                                  "1 1000+32 dllp downstream probe END " ACK_0 "\n";
    struct build build = {NULL, 0, false};
    struct build pad = {NULL, 0, false};
    struct reading reading;
    (void)put_pad(&pad, &row, 1);
    pack(&build, pad.bytes, pad.count);
    for (size_t cut = 0; cut <= 8; cut++) {
        if (cut == 0)
            build.bytes[build.count - 5] ^= 1; /* the check value */
        read_bytes(&reading, "t", build.bytes, build.count - cut, 0);
        assert_string_equal(reading.trace, records);
        assert_non_null(strstr(reading.result.error,
                               cut == 0 ? "the gzip data is damaged" : "the gzip data is cut off"));
        free(reading.trace);
        if (cut == 0)
            build.bytes[build.count - 5] ^= 1;
    }
    free(pad.bytes);
    free(build.bytes);
}

/* Every other format, too, is read to the end of what was packed. */
static void a_gzip_that_ends_wrong_is_told_in_every_format(void **state)
{
    (void)state;
    uint8_t packet[64];
    const size_t bytes = user0_dllp(packet, AK_UPSTREAM, 0, 32);
    struct build recordings[4] = {{NULL, 0, false}};
    put_text(&recordings[0], CSV_HEAD CSV_ROW);
    put_text(&recordings[1], "Kbc\nK1c\nK1c\nK1c\nD00\n");
    put_hex(&recordings[2], "4d3cb2a1020004000000000000000000ffff000093000000");
    put_number(&recordings[2], 0, 8);
    put_number(&recordings[2], bytes, 4);
    put_number(&recordings[2], bytes, 4);
    put_bytes(&recordings[2], packet, bytes);
    put_section(&recordings[3]);
    put_interface(&recordings[3], 147, 9);
    put_packet(&recordings[3], 0, 40, packet, bytes, bytes);
    for (size_t i = 0; i < 4; i++) {
        struct build build = {NULL, 0, false};
        struct reading whole;
        struct reading cut;
        pack(&build, recordings[i].bytes, recordings[i].count);
        read_bytes(&whole, "t", build.bytes, build.count, 0);
        assert_string_equal(whole.result.error, "");
        for (size_t missing = 1; missing <= 8; missing++) {
            read_bytes(&cut, "t", build.bytes, build.count - missing, 0);
            assert_int_equal(cut.status, AK_CAPTURE_BAD_INPUT);
            assert_string_equal(cut.trace, whole.trace);
            assert_non_null(strstr(cut.result.error, "the gzip data is cut off"));
            free(cut.trace);
        }
        free(whole.trace);
        free(build.bytes);
        free(recordings[i].bytes);
    }
}

struct counter {
    int left;
};

static int take_some(void *context, const struct ak_record *record)
{
    struct counter *counter = context;
    (void)record;
    assert_true(counter->left > 0);
    return --counter->left > 0 ? 0 : -1;
}

/* Reads until the sink has taken `count` records. */
static void expect_stop(const struct build *build, int count)
{
    struct counter counter = {count};
    struct ak_capture_result result;
    struct memory_file file = {
        {(const char *)build->bytes, build->count, SIZE_MAX}, build->bytes, build->count};
    struct ak_capture_source source = {memory_read, memory_read_at, &file};
    struct ak_record_sink sink = {take_some, &counter};
    assert_int_equal(ak_capture_read("t", &source, NULL, &sink, &result), AK_CAPTURE_STOPPED);
    assert_int_equal(counter.left, 0);
    assert_int_equal(result.records, count);
    assert_string_equal(result.error, "");
}

static void a_sink_may_stop_every_reader(void **state)
{
    (void)state;
    static const struct agilent_row rows[] = {{1000, AGILENT_2_5, 0, "5c" ACK_0 "fd"},
                                              {1100, AGILENT_2_5 | AGILENT_GAP, 0, "fb"}};
    static const char *const texts[] = {TRACE_HEAD TRACE_LINE TRACE_LINE, CSV_HEAD CSV_ROW CSV_ROW,
                                        CSV_HEAD "1,,gap,\n2,,gap,\n" CSV_ROW,
                                        "Kbc\nK1c\nK5c\nKfd\nK5c\nKfd\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct build build = {NULL, 0, false};
        put_text(&build, texts[i]);
        expect_stop(&build, 1);
        expect_stop(&build, 2);
        free(build.bytes);
    }
    struct build pad = {NULL, 0, false};
    struct build pcapng = {NULL, 0, false};
    (void)put_pad(&pad, rows, 2);
    put_section(&pcapng);
    put_interface(&pcapng, 158, 9);
    put_user11(&pcapng, &rows[0]);
    put_user11(&pcapng, &rows[1]);
    for (int i = 1; i <= 4; i++) {
        expect_stop(&pad, i);
        expect_stop(&pcapng, i);
    }
    free(pad.bytes);
    free(pcapng.bytes);
}

static void disorder_is_told(void **state)
{
    (void)state;
    static const char text[] = CSV_HEAD CSV_ROW "4,upstream,dllp,00\n6,upstream,dllp,00\n";
    struct reading reading;
    read_bytes(&reading, "t", text, sizeof text - 1, 0);
    assert_int_equal(reading.status, AK_CAPTURE_OK);
    assert_non_null(strstr(reading.notes, "t: records earlier than the one before them: 1\n"));
    free(reading.trace);
}

static void a_file_is_read_from_its_path(void **state)
{
    (void)state;
    static const char text[] = TRACE_HEAD TRACE_LINE;
    char path[] = "/tmp/acknak-capture-XXXXXX";
    struct counter counter = {2};
    struct ak_record_sink sink = {take_some, &counter};
    struct ak_capture_result result;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, sizeof text - 1), (int)sizeof text - 1);
    assert_int_equal(close(descriptor), 0);
    assert_int_equal(ak_capture_read_file(path, NULL, &sink, &result), AK_CAPTURE_OK);
    assert_int_equal(result.records, 1);
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(content_goes_before_the_name),
        cmocka_unit_test(the_name_helps_where_content_does_not),
        cmocka_unit_test(an_option_goes_before_both),
        cmocka_unit_test(every_format_names_what_is_not_its_own),
        cmocka_unit_test(an_empty_file_is_named),
        cmocka_unit_test(an_unknown_file_is_named),
        cmocka_unit_test(a_file_that_cannot_be_read_is_named),
        cmocka_unit_test(gzip_is_unpacked_in_every_format),
        cmocka_unit_test(members_of_gzip_follow_each_other),
        cmocka_unit_test(damaged_gzip_is_told_behind_what_was_good),
        cmocka_unit_test(a_pad_whose_gzip_ends_wrong_is_told),
        cmocka_unit_test(a_gzip_that_ends_wrong_is_told_in_every_format),
        cmocka_unit_test(a_sink_may_stop_every_reader),
        cmocka_unit_test(disorder_is_told),
        cmocka_unit_test(a_file_is_read_from_its_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
