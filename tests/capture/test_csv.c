/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comma separated values: columns, quotes, kinds of rows, what is wrong with them.
 * Not here: damage everywhere (test_damage.c).
 */
#include "capture_test.h"

#define HEADER "time_ns,direction,kind,bytes\n"

static void expect_text(const char *text, const char *trace, const char *error)
{
    struct build build = {NULL, 0, false};
    put_text(&build, text);
    expect(&build, "t", trace, error);
    free(build.bytes);
}

static void columns_come_in_any_order(void **state)
{
    (void)state;
    expect_text("seen,bytes,truncated,kind,error,end,time_ns,direction\n"
                "sender,0000aa,1,tlp,1,EDB,12.5,downstream\n"
                ",00000000b362,0,dllp,,,20,upstream\n"
                "receiver,,,tlp,0,CUT,21.000001,upstream\n",
                "1 12.5 tlp downstream sender EDB 0000aa error truncated\n"
                "2 20 dllp upstream probe END 00000000b362\n"
                "3 21.000001 tlp upstream receiver CUT -\n",
                "");
}

static void unknown_columns_are_told(void **state)
{
    (void)state;
    static const char text[] = "kind,Lane,time_ns,direction,bytes,\"a \"\"b\"\"\"\n"
                               "dllp,3,1,upstream,00000000b362,x\n";
    struct reading reading;
    read_bytes(&reading, "t", text, sizeof text - 1, 0);
    assert_string_equal(reading.trace, "1 1 dllp upstream probe END 00000000b362\n");
    assert_string_equal(reading.notes,
                        "t: column \"Lane\" is not known and was left out\n"
                        "t: column \"a \"b\"\" is not known and was left out\n"
                        "t: packets have no duration: rate and width of the Link are not known "
                        "(--rate, --width)\n");
    free(reading.trace);
}

/* What acknak show writes for others is no news, and findings are no part of a recording. */
static void what_show_adds_is_left_out_silently(void **state)
{
    (void)state;
    static const char text[] =
        "time_ns,direction,kind,bytes,number,about,duration_ns,what,seq,health,findings\n"
        "1,upstream,dllp,00000000b362,7,,32,Ack,0,good,\n"
        "2,upstream,finding,,,7,,,,,\"error RX-08 late | note RX-09 \"\"odd\"\"\"\n"
        "3,upstream,dllp,00000000b362,8,,32,Ack,0,good,\n";
    struct reading reading;
    read_bytes(&reading, "t", text, sizeof text - 1, 0);
    assert_string_equal(reading.trace, "1 1 dllp upstream probe END 00000000b362\n"
                                       "2 3 dllp upstream probe END 00000000b362\n");
    assert_string_equal(reading.notes,
                        "t: packets have no duration: rate and width of the Link are not known "
                        "(--rate, --width)\n");
    free(reading.trace);
}

static void quotes_blanks_and_ends_of_lines_are_taken(void **state)
{
    (void)state;
    expect_text("\xEF\xBB\xBF\"time_ns\" , direction,Kind,bytes,comment\r\n"
                "\r\n"
                "\"1\",\"upstream\", dllp ,\"00000000b362\",\"two\nlines, and \"\"quotes\"\"\"\r\n"
                "2,upstream,dllp,0x00000000B362,",
                "1 1 dllp upstream probe END 00000000b362\n"
                "2 2 dllp upstream probe END 00000000b362\n",
                "");
}

static void semicolons_and_tabs_separate_too(void **state)
{
    (void)state;
    expect_text("time_ns;direction;kind;bytes\n1;upstream;dllp;00000000b362\n",
                "1 1 dllp upstream probe END 00000000b362\n", "");
    expect_text("time_ns\tdirection\tkind\tbytes\n1\tupstream\tdllp\t00000000b362\n",
                "1 1 dllp upstream probe END 00000000b362\n", "");
}

static void ordered_sets_are_told_apart(void **state)
{
    (void)state;
    expect_text(HEADER "1,upstream,os,bc1c1c1c\n"
                       "2,upstream,os,aaaaaaaaaaaaaaaaaaaaaaaae1000000\n"
                       "3,upstream,os,e1555555555555555555555555555555\n"
                       "4,upstream,os,00ff00ff\n"
                       "5,upstream,os,\n",
                "1 1 os upstream probe SKP bc1c1c1c\n"
                "2 2 os upstream probe SKP aaaaaaaaaaaaaaaaaaaaaaaae1000000\n"
                "3 3 os upstream probe SDS e1555555555555555555555555555555\n"
                "4 4 os upstream probe EIEOS 00ff00ff\n"
                "5 5 os upstream probe other -\n",
                "");
}

static void events_of_the_link_may_come_twice(void **state)
{
    (void)state;
    expect_text(HEADER "1,downstream,recovery_start,\n"
                       "2,upstream,recovery_start,\n"
                       "3,downstream,recovery_end,\n"
                       "4,upstream,recovery_end,\n"
                       "5,,link_down,\n"
                       "6,both,link_up,\n"
                       "7,downstream,link_down,\n"
                       "7,upstream,link_down,\n"
                       "8,upstream,link_up,\n"
                       "9,upstream,error,\n",
                "1 1 recovery_start both probe\n"
                "3 3 recovery_end both probe\n"
                "5 5 link_down both probe\n"
                "6 6 link_up both probe\n"
                "7 7 link_down both probe\n"
                "9 8 link_up both probe\n"
                "10 9 error upstream probe\n",
                "");
    /* A recording may begin in Recovery or while the Link is down. */
    expect_text(HEADER "1,,recovery_end,\n2,,recovery_end,\n", "1 1 recovery_end both probe\n", "");
    expect_text(HEADER "1,,link_up,\n2,,link_up,\n", "1 1 link_up both probe\n", "");
}

static void a_gap_lasts_until_the_next_row(void **state)
{
    (void)state;
    expect_text(HEADER "1,downstream,gap,\n"
                       "1,upstream,gap,\n"
                       "5,upstream,dllp,00000000b362\n"
                       "6,,gap,\n"
                       "9,,gap,\n",
                "1 1+4 gap downstream probe\n"
                "2 1+4 gap upstream probe\n"
                "3 5 dllp upstream probe END 00000000b362\n"
                "4 6+3 gap both probe\n"
                "5 9 gap both probe\n",
                "");
}

static void options_give_packets_their_duration(void **state)
{
    (void)state;
    static const char text[] =
        HEADER "0,upstream,dllp,00000000b362\n"
               "100,upstream,tlp,000533000000000000190000000000000000fa26064b\n"
               "200,upstream,os,bc1c1c1c\n";
    struct ak_capture_options options;
    struct reading reading;
    ak_capture_options_init(&options);
    options.seen = AK_SEEN_SENDER;
    options.link.known = AK_KNOWN_RATE | AK_KNOWN_WIDTH;
    options.link.rate = AK_RATE_5;
    options.link.width = 4;
    read_with(&reading, "t", text, sizeof text - 1, 0, &options);
    /* 8 symbols on 4 lanes: 2 symbol times of 2 ns. 24: 6. Four on each lane: 4. */
    assert_string_equal(reading.trace, "0 0 link rate=5 width=4\n"
                                       "1 0+4 dllp upstream sender END 00000000b362\n"
                                       "2 100+12 tlp upstream sender END "
                                       "000533000000000000190000000000000000fa26064b\n"
                                       "3 200+8 os upstream sender SKP bc1c1c1c\n");
    assert_string_equal(reading.notes, "");
    free(reading.trace);
}

static void wrong_headers_are_named(void **state)
{
    (void)state;
    expect_text(
        "time_ns,direction,kind\n", "",
        "t:1: found no column \"bytes\", expected time_ns, direction, kind and bytes in the "
        "header line");
    expect_text("time_ns,kind,kind,direction,bytes\n", "",
                "t:1: found column \"kind\" twice, expected it once");
}

static void wrong_rows_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        const char *error;
    } rows[] = {
        {"1,upstream,dllp", "t:2: found 3 fields, expected the 4 of the header line"},
        {"1,upstream,dllp,00,", "t:2: found 5 fields, expected the 4 of the header line"},
        {"x,upstream,dllp,00", "t:2: found \"x\" in column time_ns, expected a time in ns with at "
                               "most six decimals, below 1.8e13"},
        {"-1,upstream,dllp,00",
         "t:2: found \"-1\" in column time_ns, expected a time in ns with at "
         "most six decimals, below 1.8e13"},
        {"18446744073710,upstream,dllp,00",
         "t:2: found \"18446744073710\" in column time_ns, expected a time in ns with at most six "
         "decimals, below 1.8e13"},
        {"1,up,dllp,00", "t:2: found \"up\" in column direction, expected downstream, upstream or "
                         "both"},
        {"1,,dllp,00",
         "t:2: found \"\" in column direction, expected downstream, upstream or both"},
        {"1,both,dllp,00", "t:2: found \"both\" in column direction, expected downstream or "
                           "upstream"},
        {"1,upstream,link,", "t:2: found \"link\" in column kind, expected tlp, dllp, os, error, "
                             "gap, recovery_start, recovery_end, link_down or link_up"},
        {"1,upstream,state,", "t:2: found \"state\" in column kind, expected tlp, dllp, os, error, "
                              "gap, recovery_start, recovery_end, link_down or link_up"},
        {"1,upstream,,", "t:2: found \"\" in column kind, expected tlp, dllp, os, error, gap, "
                         "recovery_start, recovery_end, link_down or link_up"},
        {"1,upstream,dllp,0", "t:2: found \"0\" in column bytes, expected an even number of hex "
                              "digits, at most 8192 bytes"},
        {"1,upstream,dllp,0g", "t:2: found \"0g\" in column bytes, expected an even number of hex "
                               "digits, at most 8192 bytes"},
        {"1,upstream,flit,00",
         "t:2: found \"flit\" in column kind, expected no flit mode (64 GT/s always runs in it): "
         "flits are not supported, they have no Ack and Nak DLLPs"},
        {"\"1,upstream,dllp,00",
         "t:2: found the end of the file behind a quote, expected another quote"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text, HEADER "%s\n", rows[i].row);
        expect_text(text, "", rows[i].error);
    }
    expect_text("time_ns,direction,kind,bytes,end,error,seen\n1,upstream,dllp,00,XX,0,\n", "",
                "t:2: found \"XX\" in column end, expected END, EDB or CUT");
    expect_text("time_ns,direction,kind,bytes,end,error,seen\n1,upstream,dllp,00,,yes,\n", "",
                "t:2: found \"yes\" in column error, expected 0 or 1");
    expect_text("time_ns,direction,kind,bytes,end,error,seen\n1,upstream,dllp,00,,0,me\n", "",
                "t:2: found \"me\" in column seen, expected sender, probe or receiver");
    static const char *const flit_rates[] = {"64", "64.0", "128.00", "flit"};
    for (size_t i = 0; i < sizeof flit_rates / sizeof flit_rates[0]; i++) {
        char text[200];
        char error[300];
        (void)snprintf(text, sizeof text,
                       "Rate,time_ns,direction,kind,bytes\n%s,1,upstream,os,bc\n", flit_rates[i]);
        (void)snprintf(error, sizeof error,
                       "t:2: found \"%s\" in column rate, expected no flit mode (64 GT/s always "
                       "runs in it): flits are not supported, they have no Ack and Nak DLLPs",
                       flit_rates[i]);
        expect_text(text, "", error);
    }
    expect_text("rate,time_ns,direction,kind,bytes\n6.4,1,upstream,os,bc\n",
                "1 1 os upstream probe other bc\n", "");
    /* Lines are counted through quotes and empty lines. */
    expect_text(
        "time_ns,direction,kind,bytes,x\n\n1,upstream,dllp,00,\"a\nb\"\n2,upstream,dllp,zz,\n",
        "1 1 dllp upstream probe END 00\n",
        "t:5: found \"zz\" in column bytes, expected an even number of hex digits, at most "
        "8192 bytes");
}

static void a_last_row_without_newline_may_be_cut(void **state)
{
    (void)state;
    static const char tlp[] = "000533000000000000190000000000000000fa26064b";
    char text[200];
    char right[200];
    (void)snprintf(text, sizeof text, HEADER "1,upstream,tlp,%s", tlp);
    (void)snprintf(right, sizeof right, "1 1 tlp upstream probe END %s\n", tlp);
    expect_text(text, right, "");
    (void)snprintf(text, sizeof text, HEADER "1,upstream,tlp,%.38s", tlp);
    (void)snprintf(right, sizeof right, "1 1 tlp upstream probe END %.38s truncated\n", tlp);
    expect_text(text, right, "");
    expect_text(HEADER "1,upstream,dllp,00000000b362", "1 1 dllp upstream probe END 00000000b362\n",
                "");
    expect_text(HEADER "1,upstream,dllp,00000000",
                "1 1 dllp upstream probe END 00000000 truncated\n", "");
    expect_text(HEADER "1,upstream,dllp,00000000\n", "1 1 dllp upstream probe END 00000000\n", "");
}

static void a_row_without_end_is_refused(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_text(&build, HEADER "1,upstream,dllp,\"");
    for (int i = 0; i < 7000; i++)
        put_text(&build, "0123456789\n");
    expect(&build, "t", "",
           "t:2: found a row of more than 65536 characters, or a quote without "
           "end, expected a shorter row");
    free(build.bytes);
}

static void too_many_columns_are_refused(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_text(&build, "time_ns");
    for (int i = 0; i < 300; i++)
        put_text(&build, ",");
    expect(&build, "t", "", "t:1: found more than 256 fields in a row, expected fewer");
    free(build.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_come_in_any_order),
        cmocka_unit_test(unknown_columns_are_told),
        cmocka_unit_test(what_show_adds_is_left_out_silently),
        cmocka_unit_test(quotes_blanks_and_ends_of_lines_are_taken),
        cmocka_unit_test(semicolons_and_tabs_separate_too),
        cmocka_unit_test(ordered_sets_are_told_apart),
        cmocka_unit_test(events_of_the_link_may_come_twice),
        cmocka_unit_test(a_gap_lasts_until_the_next_row),
        cmocka_unit_test(options_give_packets_their_duration),
        cmocka_unit_test(wrong_headers_are_named),
        cmocka_unit_test(wrong_rows_are_named),
        cmocka_unit_test(a_last_row_without_newline_may_be_cut),
        cmocka_unit_test(a_row_without_end_is_refused),
        cmocka_unit_test(too_many_columns_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
