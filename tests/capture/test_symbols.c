/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of 8b/10b symbols: scrambled or not, from the middle on, damaged.
 * Not here: the recorded list (test_recorded.c).
 */
#include "capture_test.h"

#include "acknak/frame.h"
#include "capture/scrambler.h"

#define LINK "0 0 link rate=2.5 width=1 resolution=4 views=probe,none\n"
#define TLP  "000533000000000000190000000000000000fa26064b"

/* ---- a transmitter of one lane ---- */

struct lane {
    struct build text;
    bool scrambled;
    uint8_t lfsr[16]; /* bit by bit; [15] is the top */
    unsigned first;   /* symbols before this one are not recorded */
    unsigned sent;
};

static void write_symbol(struct lane *lane, char kind, uint8_t byte)
{
    char line[8];
    (void)snprintf(line, sizeof line, "%c%02x\n", kind, byte);
    if (lane->sent++ >= lane->first)
        put_text(&lane->text, line);
}

/* x^16 + x^5 + x^4 + x^3 + 1, eight steps. */
static uint8_t key_of(struct lane *lane)
{
    uint8_t key = 0;
    for (int bit = 0; bit < 8; bit++) {
        uint8_t top = lane->lfsr[15];
        key = (uint8_t)(key | top << bit);
        memmove(lane->lfsr + 1, lane->lfsr, 15);
        lane->lfsr[0] = top;
        lane->lfsr[3] ^= top;
        lane->lfsr[4] ^= top;
        lane->lfsr[5] ^= top;
    }
    return key;
}

static void send_k(struct lane *lane, uint16_t symbol)
{
    if (symbol == AK_SYM_COM)
        memset(lane->lfsr, 1, sizeof lane->lfsr);
    else if (symbol != AK_SYM_SKP)
        (void)key_of(lane);
    write_symbol(lane, 'K', (uint8_t)symbol);
}

static void send_d(struct lane *lane, uint8_t byte)
{
    uint8_t key = key_of(lane);
    write_symbol(lane, 'D', lane->scrambled ? (uint8_t)(byte ^ key) : byte);
}

static void send_idle(struct lane *lane, int count)
{
    for (int i = 0; i < count; i++)
        send_d(lane, 0);
}

static void send_hex(struct lane *lane, const char *hex)
{
    struct build bytes = {NULL, 0, false};
    put_hex(&bytes, hex);
    for (size_t i = 0; i < bytes.count; i++)
        send_d(lane, bytes.bytes[i]);
    free(bytes.bytes);
}

static void send_packet(struct lane *lane, uint16_t start, const char *hex, uint16_t end)
{
    send_k(lane, start);
    send_hex(lane, hex);
    send_k(lane, end);
}

static void send_skp(struct lane *lane)
{
    send_k(lane, AK_SYM_COM);
    for (int i = 0; i < 3; i++)
        send_k(lane, AK_SYM_SKP);
}

/* A training set: its data is not scrambled, but the scrambler runs on. */
static void send_ts1(struct lane *lane)
{
    send_k(lane, AK_SYM_COM);
    send_k(lane, AK_SYM_PAD);
    send_k(lane, AK_SYM_PAD);
    for (int i = 3; i < 16; i++) {
        (void)key_of(lane);
        write_symbol(lane, 'D', i < 6 ? 0x10 : 0x4A);
    }
}

#define TS1 "bcf7f71010104a4a4a4a4a4a4a4a4a4a"

static void expect_lane(struct lane *lane, const char *trace)
{
    expect(&lane->text, "t", trace, "");
    free(lane->text.bytes);
}

/* ---- tests ---- */

static void the_key_is_that_of_the_specification(void **state)
{
    (void)state;
    static const uint8_t right[] = {0xFF, 0x17, 0xC0, 0x14, 0xB2, 0xE7, 0x02, 0x82,
                                    0x72, 0x6E, 0x28, 0xA6, 0xBE, 0x6D, 0xBF, 0x8D};
    struct ak_scrambler scrambler = {0};
    struct lane lane = {.scrambled = true};
    assert_int_equal(ak_scrambler_undo(&scrambler, AK_SYM_COM), AK_SYM_COM);
    assert_int_equal(ak_scrambler_undo(&scrambler, AK_SYM_SKP), AK_SYM_SKP);
    memset(lane.lfsr, 1, sizeof lane.lfsr);
    for (size_t i = 0; i < sizeof right; i++) {
        assert_int_equal(ak_scrambler_undo(&scrambler, 0), right[i]);
        assert_int_equal(key_of(&lane), right[i]);
    }
}

/* 4 symbols of SKP, 8 idle, a TLP of 24, an Ack of 8, TS1, 8 idle, an Ack. */
static void send_all(struct lane *lane)
{
    send_skp(lane);
    send_idle(lane, 8);
    send_packet(lane, AK_SYM_STP, TLP, AK_SYM_END);
    send_packet(lane, AK_SYM_SDP, ACK_0, AK_SYM_END);
    send_ts1(lane);
    send_idle(lane, 8);
    send_packet(lane, AK_SYM_SDP, ACK_0, AK_SYM_END);
}

static void scrambled_or_not_is_found_out(void **state)
{
    (void)state;
    for (int scrambled = 0; scrambled <= 1; scrambled++) {
        struct lane lane = {.scrambled = scrambled == 1};
        send_all(&lane);
        expect_lane(&lane, LINK "1 0+16 os downstream probe SKP bc1c1c1c\n"
                                "2 48+96 tlp downstream probe END " TLP "\n"
                                "3 144+32 dllp downstream probe END " ACK_0 "\n"
                                "4 176+64 os downstream probe TS1 " TS1 "\n"
                                "5 272+32 dllp downstream probe END " ACK_0 "\n");
    }
}

static void without_idle_a_good_packet_tells(void **state)
{
    (void)state;
    for (int scrambled = 0; scrambled <= 1; scrambled++) {
        struct lane lane = {.scrambled = scrambled == 1};
        send_skp(&lane);
        send_packet(&lane, AK_SYM_SDP, ACK_0, AK_SYM_END);
        expect_lane(&lane, LINK "1 0+16 os downstream probe SKP bc1c1c1c\n"
                                "2 16+32 dllp downstream probe END " ACK_0 "\n");
    }
}

static void idle_before_the_first_com_is_enough(void **state)
{
    (void)state;
    /* Recorded from symbol 15 on, in the middle of the TLP's second byte. */
    struct lane lane = {.scrambled = true, .first = 15};
    send_skp(&lane);
    send_idle(&lane, 8);
    send_packet(&lane, AK_SYM_STP, TLP, AK_SYM_END); /* up to symbol 36 */
    send_packet(&lane, AK_SYM_SDP, ACK_0, AK_SYM_END);
    send_idle(&lane, 6);
    send_packet(&lane, AK_SYM_SDP, ACK_0, AK_SYM_END);
    send_skp(&lane);
    expect_lane(&lane, LINK "1 84+32 dllp downstream probe END " ACK_0 "\n"
                            "2 140+32 dllp downstream probe END " ACK_0 "\n"
                            "3 172+16 os downstream probe SKP bc1c1c1c\n");
}

static void what_cannot_be_descrambled_is_told(void **state)
{
    (void)state;
    struct reading reading;
    struct lane lane = {.scrambled = true, .first = 4};
    send_skp(&lane);
    send_packet(&lane, AK_SYM_SDP, ACK_0, AK_SYM_END);
    send_skp(&lane);
    send_idle(&lane, 8);
    send_packet(&lane, AK_SYM_SDP, ACK_0, AK_SYM_END);
    read_bytes(&reading, "t", lane.text.bytes, lane.text.count, 0);
    assert_string_equal(reading.trace, LINK "1 32+16 os downstream probe SKP bc1c1c1c\n"
                                            "2 80+32 dllp downstream probe END " ACK_0 "\n");
    assert_string_equal(reading.notes,
                        "t: symbols before the first COM that cannot be descrambled, "
                        "for want of logical idle: 8\n");
    free(reading.trace);
    free(lane.text.bytes);
}

static void damage_on_the_lane_is_told(void **state)
{
    (void)state;
    struct lane lane = {.scrambled = false};
    send_idle(&lane, 8);
    send_k(&lane, AK_SYM_SDP); /* 8: a code error in a DLLP */
    put_text(&lane.text, "E\n");
    lane.sent++;
    send_hex(&lane, "0000000b36");
    send_k(&lane, AK_SYM_END);
    send_packet(&lane, AK_SYM_STP, "0001", AK_SYM_EDB); /* 16 */
    send_k(&lane, AK_SYM_STP);                          /* 20: cut by an Ack */
    send_hex(&lane, "0002");
    send_packet(&lane, AK_SYM_SDP, ACK_0, AK_SYM_END); /* 23 */
    send_k(&lane, AK_SYM_END);                         /* 31: nothing has begun */
    send_hex(&lane, "1122");                           /* 32: no STP */
    send_k(&lane, AK_SYM_END);
    send_hex(&lane, "33"); /* 35: ends in idle */
    send_idle(&lane, 16);
    send_k(&lane, AK_SYM_PAD); /* 52: ends before the next packet */
    send_packet(&lane, AK_SYM_SDP, ACK_0, AK_SYM_END);
    send_hex(&lane, "44"); /* 61: ends with the recording */
    expect_lane(&lane, LINK "1 32+32 dllp downstream probe END 000000000b36 error\n"
                            "2 64+16 tlp downstream probe EDB 0001\n"
                            "3 80+12 tlp downstream probe CUT 0002\n"
                            "4 92+32 dllp downstream probe END " ACK_0 "\n"
                            "5 124+4 error downstream probe\n"
                            "6 128+12 error downstream probe\n"
                            "7 140+4 error downstream probe\n"
                            "8 208+4 error downstream probe\n"
                            "9 212+32 dllp downstream probe END " ACK_0 "\n"
                            "10 244+4 error downstream probe\n");
}

static void a_packet_at_the_end_is_truncated(void **state)
{
    (void)state;
    struct lane tlp = {.scrambled = false};
    send_idle(&tlp, 8);
    send_k(&tlp, AK_SYM_STP);
    send_hex(&tlp, "0002");
    expect(&tlp.text, "t", LINK "1 32+12 tlp downstream probe CUT 0002 truncated\n",
           "t:11: found the end of the file, expected the rest of a TLP");
    free(tlp.text.bytes);
    struct lane dllp = {.scrambled = true};
    send_skp(&dllp);
    send_packet(&dllp, AK_SYM_SDP, ACK_0, AK_SYM_END);
    send_k(&dllp, AK_SYM_SDP);
    expect(&dllp.text, "t",
           LINK "1 0+16 os downstream probe SKP bc1c1c1c\n"
                "2 16+32 dllp downstream probe END " ACK_0 "\n"
                "3 48+4 dllp downstream probe CUT - truncated\n",
           "t:13: found the end of the file, expected the rest of a DLLP");
    free(dllp.text.bytes);
}

static void ordered_sets_are_told_apart(void **state)
{
    (void)state;
    struct lane lane = {.scrambled = false};
    send_idle(&lane, 8);
    send_k(&lane, AK_SYM_COM);
    for (int i = 0; i < 3; i++)
        send_k(&lane, AK_SYM_FTS);
    send_skp(&lane);
    send_k(&lane, AK_SYM_COM);
    for (int i = 0; i < 14; i++)
        send_k(&lane, AK_SYM_EIE);
    send_d(&lane, 0x4A);
    send_ts1(&lane);
    send_k(&lane, AK_SYM_COM); /* 48 */
    for (int i = 0; i < 3; i++)
        send_k(&lane, AK_SYM_IDL);
    send_hex(&lane, "63116311"); /* noise in electrical idle */
    send_skp(&lane);
    expect_lane(&lane, LINK "1 32+16 os downstream probe FTS bc3c3c3c\n"
                            "2 48+16 os downstream probe SKP bc1c1c1c\n"
                            "3 64+64 os downstream probe EIEOS bcfcfcfcfcfcfcfcfcfcfcfcfcfcfc4a\n"
                            "4 128+64 os downstream probe TS1 " TS1 "\n"
                            "5 192+16 os downstream probe EIOS bc7c7c7c\n"
                            "6 224+16 os downstream probe SKP bc1c1c1c\n");
}

static void blanks_and_comments_are_skipped(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_text(&build, "# one lane\r\n\n  kBC \r\nK1c\nK1C\nk1c\nd00\nD00\nD00\nD00\nD00\nD00");
    expect(&build, "t", LINK "1 0+16 os downstream probe SKP bc1c1c1c\n", "");
    free(build.bytes);
}

static void wrong_lines_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        const char *shown;
    } rows[] = {{"D0", "\"D0\""},   {"D0g", "\"D0g\""},   {"X00", "\"X00\""},
                {"K00", "\"K00\""}, {"D000", "\"D000\""}, {"D00 D00 D00", "\"D00 D00 \"..."},
                {"\x01", "\"?\""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct build build = {NULL, 0, false};
        char error[200];
        put_text(&build, "Kbc\nK1c\nK1c\nK1c\n");
        put_text(&build, rows[i].line);
        put_text(&build, "\nD00\n");
        (void)snprintf(error, sizeof error,
                       "t:5: found %s, expected K or D and two hex digits of a symbol, or E",
                       rows[i].shown);
        expect(&build, "t", LINK "1 0+16 os downstream probe SKP bc1c1c1c\n", error);
        free(build.bytes);
    }
}

static void options_say_what_a_lane_does_not(void **state)
{
    (void)state;
    struct ak_capture_options options;
    struct reading reading;
    struct lane lane = {.scrambled = true};
    ak_capture_options_init(&options);
    options.direction = AK_UPSTREAM;
    options.seen = AK_SEEN_SENDER;
    options.link.known = AK_KNOWN_RATE;
    options.link.rate = AK_RATE_5;
    send_skp(&lane);
    read_with(&reading, "t", lane.text.bytes, lane.text.count, 0, &options);
    assert_string_equal(reading.trace, "0 0 link rate=5 width=1 resolution=2 views=none,sender\n"
                                       "1 0+8 os upstream sender SKP bc1c1c1c\n");
    free(reading.trace);
    options.link.rate = AK_RATE_8;
    read_with(&reading, "t", lane.text.bytes, lane.text.count, 0, &options);
    assert_string_equal(reading.result.error,
                        "t:1: found 8b/10b symbols, expected a rate of 2.5 or "
                        "5 GT/s for them, not 8");
    free(reading.trace);
    free(lane.text.bytes);
}

static void a_long_list_is_read(void **state)
{
    (void)state;
    /* Longer than what is kept to decide, and than the reader's buffer. */
    enum { SETS = 120 };
    struct reading reading;
    struct lane lane = {.scrambled = true};
    for (int i = 0; i < SETS; i++) {
        send_skp(&lane);
        send_packet(&lane, AK_SYM_SDP, ACK_0, AK_SYM_END);
        send_idle(&lane, 1188);
    }
    read_bytes(&reading, "t", lane.text.bytes, lane.text.count, 0);
    assert_int_equal(reading.result.records, 1 + 2 * SETS);
    assert_non_null(strstr(reading.trace, "240 571216+32 dllp downstream probe END " ACK_0 "\n"));
    free(reading.trace);
    free(lane.text.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_key_is_that_of_the_specification),
        cmocka_unit_test(scrambled_or_not_is_found_out),
        cmocka_unit_test(without_idle_a_good_packet_tells),
        cmocka_unit_test(idle_before_the_first_com_is_enough),
        cmocka_unit_test(what_cannot_be_descrambled_is_told),
        cmocka_unit_test(damage_on_the_lane_is_told),
        cmocka_unit_test(a_packet_at_the_end_is_truncated),
        cmocka_unit_test(ordered_sets_are_told_apart),
        cmocka_unit_test(blanks_and_comments_are_skipped),
        cmocka_unit_test(wrong_lines_are_named),
        cmocka_unit_test(options_say_what_a_lane_does_not),
        cmocka_unit_test(a_long_list_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
