/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Framing at 8b/10b, and the room that packets take on the lanes.
 * Not here: 128b/130b (test_frame_128b130b.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/frame.h"

static uint8_t bytes_out[AK_FRAME_MAX_BYTES];
static uint16_t symbols[AK_FRAME_MAX_SYM];

/* A frame with bytes that take every value, FB to FE among them. */
static void fill(uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(0xF0 + i);
}

/* FRAME-01: the symbols of an Ack, as they stand on the line. */
static void test_dllp_symbols(void **state)
{
    static const uint8_t ack[] = {0x00, 0x00, 0x00, 0x00, 0xb3, 0x62};
    static const uint16_t expected[] = {0x15C, 0x00, 0x00, 0x00, 0x00, 0xb3, 0x62, 0x1FD};

    (void)state;
    ak_frame_8b10b_encode_dllp(symbols, ack);
    assert_memory_equal(symbols, expected, sizeof expected);
}

/* FRAME-01: STP, the frame, END; EDB in its place if nullified. */
static void test_tlp_symbols(void **state)
{
    uint8_t frame[18];

    (void)state;
    fill(frame, sizeof frame);
    for (unsigned int nullified = 0; nullified < 2; nullified++) {
        assert_int_equal(ak_frame_8b10b_encode_tlp(symbols, 20, frame, 18, nullified != 0), 20);
        assert_int_equal(symbols[0], 0x1FB);
        for (unsigned int i = 0; i < 18; i++)
            assert_int_equal(symbols[1 + i], frame[i]);
        assert_int_equal(symbols[19], nullified ? 0x1FE : 0x1FD);
    }
}

static void test_encoding_needs_room(void **state)
{
    uint8_t frame[18];

    (void)state;
    fill(frame, sizeof frame);
    symbols[19] = 0x3FF;
    assert_int_equal(ak_frame_8b10b_encode_tlp(symbols, 19, frame, 18, false), 0);
    assert_int_equal(symbols[19], 0x3FF);
}

/* There is room, but no TLP is that long. */
static void test_encoding_has_a_largest(void **state)
{
    static uint16_t many[AK_FRAME_MAX_SYM + 8];
    static uint8_t frame[AK_FRAME_MAX_BYTES + 1];

    (void)state;
    assert_int_equal(ak_frame_8b10b_encode_tlp(many, sizeof many / sizeof many[0], frame,
                                               AK_FRAME_MAX_BYTES + 1, false),
                     0);
    assert_int_equal(many[0], 0);
}

/* FRAME-01: there and back for every length a TLP can have. */
static void test_every_length(void **state)
{
    static uint8_t frame[AK_FRAME_MAX_BYTES];

    (void)state;
    fill(frame, sizeof frame);
    for (size_t bytes = AK_FRAME_MIN_BYTES; bytes <= AK_FRAME_MAX_BYTES; bytes += 4) {
        struct ak_frame found;
        size_t count =
            ak_frame_8b10b_encode_tlp(symbols, AK_FRAME_MAX_SYM, frame, bytes, bytes % 8 == 2);
        assert_int_equal(count, bytes + 2);
        ak_frame_8b10b_decode(symbols, count, bytes_out, &found);
        assert_int_equal(found.kind, bytes % 8 == 2 ? AK_FRAME_TLP_EDB : AK_FRAME_TLP);
        assert_int_equal(found.taken_sym, count);
        assert_int_equal(found.bytes, bytes);
        assert_null(found.error);
        assert_memory_equal(bytes_out, frame, bytes);
    }
}

/* A packet that has not ended is no error yet, wherever the symbols given end. */
static void test_truncated_at_every_length(void **state)
{
    uint8_t frame[22];

    (void)state;
    fill(frame, sizeof frame);
    ak_frame_8b10b_encode_tlp(symbols, 24, frame, 22, false);
    for (size_t count = 0; count <= 24; count++) {
        uint16_t *copy = malloc(count ? count * sizeof *copy : 1);
        struct ak_frame found;
        assert_non_null(copy);
        memcpy(copy, symbols, count * sizeof *copy);
        ak_frame_8b10b_decode(copy, count, bytes_out, &found);
        assert_int_equal(found.kind, count < 24 ? AK_FRAME_TRUNCATED : AK_FRAME_TLP);
        assert_int_equal(found.taken_sym, count);
        free(copy);
    }
}

static struct ak_frame decode(const uint16_t *sym, size_t count)
{
    struct ak_frame found;
    ak_frame_8b10b_decode(sym, count, bytes_out, &found);
    return found;
}

static void expect(struct ak_frame found, enum ak_frame_kind kind, size_t taken_sym)
{
    bool is_error = kind == AK_FRAME_ERROR || kind == AK_FRAME_TLP_ERROR;

    assert_int_equal(found.kind, kind);
    assert_int_equal(found.taken_sym, taken_sym);
    assert_int_equal(found.error != NULL, is_error);
}

/* STP or SDP, `bytes` data bytes of 0, then `end`, into `symbols`. */
static size_t write_packet(uint16_t start, size_t bytes, uint16_t end)
{
    memset(symbols, 0, sizeof symbols);
    symbols[0] = start;
    symbols[bytes + 1] = end;
    return bytes + 2;
}

/* FRAME-04: END, or EDB, at a place where no TLP can end. */
static void test_tlp_of_impossible_length(void **state)
{
    (void)state;
    for (size_t bytes = 0; bytes <= 60; bytes++) {
        bool good = bytes >= 18 && bytes % 4 == 2;
        size_t count = write_packet(AK_SYM_STP, bytes, AK_SYM_END);
        expect(decode(symbols, count), good ? AK_FRAME_TLP : AK_FRAME_TLP_ERROR, count);
        /* A nullified TLP may be shorter than its header says, but not than its LCRC. */
        count = write_packet(AK_SYM_STP, bytes, AK_SYM_EDB);
        expect(decode(symbols, count), bytes >= 6 ? AK_FRAME_TLP_EDB : AK_FRAME_TLP_ERROR, count);
    }
}

static void test_tlp_longer_than_any(void **state)
{
    static uint16_t longer[AK_FRAME_MAX_BYTES + 6];

    (void)state;
    longer[0] = AK_SYM_STP;
    longer[AK_FRAME_MAX_BYTES + 5] = AK_SYM_END;
    expect(decode(longer, AK_FRAME_MAX_BYTES + 6), AK_FRAME_TLP_ERROR, AK_FRAME_MAX_BYTES + 6);
}

/* FRAME-04: a DLLP has six bytes and never ends with EDB. */
static void test_dllp_of_impossible_length(void **state)
{
    (void)state;
    for (size_t bytes = 0; bytes <= 12; bytes++) {
        size_t count = write_packet(AK_SYM_SDP, bytes, AK_SYM_END);
        expect(decode(symbols, count), bytes == 6 ? AK_FRAME_DLLP : AK_FRAME_ERROR, count);
        count = write_packet(AK_SYM_SDP, bytes, AK_SYM_EDB);
        expect(decode(symbols, count), AK_FRAME_ERROR, count);
    }
}

/* FRAME-04: any other control character cuts a packet and is left for the next call. */
static void test_missing_end(void **state)
{
    static const uint16_t cutters[] = {AK_SYM_STP, AK_SYM_SDP, AK_SYM_COM, AK_SYM_SKP, AK_SYM_PAD,
                                       AK_SYM_FTS, AK_SYM_IDL, AK_SYM_EIE, 0x1AA};

    (void)state;
    for (size_t i = 0; i < sizeof cutters / sizeof cutters[0]; i++) {
        size_t count = write_packet(AK_SYM_STP, 18, cutters[i]);
        expect(decode(symbols, count), AK_FRAME_TLP_ERROR, count - 1);
        count = write_packet(AK_SYM_SDP, 6, cutters[i]);
        expect(decode(symbols, count), AK_FRAME_ERROR, count - 1);
    }
}

/* FRAME-04: a code error in a packet is told once, at its end; only a TLP's may be Naked. */
static void test_code_error(void **state)
{
    (void)state;
    for (size_t at = 1; at <= 18; at++) {
        size_t count = write_packet(AK_SYM_STP, 18, AK_SYM_END);
        symbols[at] = AK_SYM_BAD;
        expect(decode(symbols, count), AK_FRAME_TLP_ERROR, count);
    }
    for (size_t at = 1; at <= 6; at++) {
        size_t count = write_packet(AK_SYM_SDP, 6, AK_SYM_END);
        symbols[at] = AK_SYM_BAD;
        expect(decode(symbols, count), AK_FRAME_ERROR, count);
    }
}

/* FRAME-04: between packets. */
static void test_single_symbols(void **state)
{
    static const uint16_t quiet[] = {0x000,      0x0FB,      AK_SYM_COM, AK_SYM_SKP,
                                     AK_SYM_PAD, AK_SYM_FTS, AK_SYM_IDL, AK_SYM_EIE};
    static const uint16_t wrong[] = {AK_SYM_END, AK_SYM_EDB, AK_SYM_BAD, 0x1AA, 0xFFFF};

    (void)state;
    for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++)
        expect(decode(&quiet[i], 1), AK_FRAME_NONE, 1);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        expect(decode(&wrong[i], 1), AK_FRAME_ERROR, 1);
    expect(decode(quiet, 0), AK_FRAME_TRUNCATED, 0);
}

static void test_symbol_names(void **state)
{
    static const char *const names[] = {"SKP", "FTS", "SDP", "IDL", "COM",
                                        "EIE", "PAD", "STP", "END", "EDB"};
    static const uint16_t codes[] = {0x11C, 0x13C, 0x15C, 0x17C, 0x1BC,
                                     0x1FC, 0x1F7, 0x1FB, 0x1FD, 0x1FE};
    unsigned int named = 0;

    (void)state;
    for (unsigned int i = 0; i < 10; i++)
        assert_string_equal(ak_symbol_name(codes[i]), names[i]);
    for (unsigned int symbol = 0; symbol < 0x400; symbol++)
        named += ak_symbol_name((uint16_t)symbol) != NULL;
    assert_int_equal(named, 10);
}

/* Any stream of symbols is read to its end, each step taking at least one. */
static void test_random_symbols(void **state)
{
    uint32_t random = 3;
    unsigned int packets = 0;

    (void)state;
    for (unsigned int i = 0; i < 2000; i++) {
        size_t at = 0;
        for (size_t s = 0; s < 200; s++) {
            static const uint16_t control[] = {AK_SYM_STP, AK_SYM_SDP, AK_SYM_END, AK_SYM_END};
            random = random * 1664525u + 1013904223u;
            symbols[s] = random >> 29 ? (uint16_t)(random >> 8 & 0xFF) : control[random >> 8 & 3];
        }
        while (at < 200) {
            struct ak_frame found = decode(symbols + at, 200 - at);
            assert_in_range(found.taken_sym, 1, 200 - at);
            packets += found.kind == AK_FRAME_DLLP || found.kind == AK_FRAME_TLP;
            at += found.taken_sym;
        }
    }
    assert_true(packets > 100);
}

/* Payload over symbols, in tenths of a percent: the efficiencies of a 12 and a 16 byte header. */
static void test_room_of_a_tlp(void **state)
{
    static const uint32_t payload[] = {64, 128, 256, 512, 1024, 4096};
    static const uint32_t tenths_12[] = {762, 865, 928, 962, 981, 995};
    static const uint32_t tenths_16[] = {727, 842, 914, 955, 977, 994};

    (void)state;
    for (unsigned int i = 0; i < 6; i++) {
        uint32_t sym_12 = ak_frame_tlp_sym(AK_ENCODING_8B10B, payload[i] + 12 + 6, false);
        uint32_t sym_16 = ak_frame_tlp_sym(AK_ENCODING_128B130B, payload[i] + 16 + 6, false);
        assert_int_equal(sym_12, payload[i] + 20);
        assert_int_equal((payload[i] * 2000 + sym_12) / (2 * sym_12), tenths_12[i]);
        assert_int_equal((payload[i] * 2000 + sym_16) / (2 * sym_16), tenths_16[i]);
    }
    assert_int_equal(ak_frame_tlp_sym(AK_ENCODING_8B10B, 18, true), 20);
    assert_int_equal(ak_frame_tlp_sym(AK_ENCODING_128B130B, 18, true), 24);
}

static void test_room_on_lanes(void **state)
{
    (void)state;
    assert_int_equal(ak_frame_lane_sym(AK_DLLP_SYM, 1), 8);
    assert_int_equal(ak_frame_lane_sym(AK_DLLP_SYM, 4), 2);
    assert_int_equal(ak_frame_lane_sym(AK_DLLP_SYM, 8), 1);
    assert_int_equal(ak_frame_lane_sym(AK_DLLP_SYM, 16), 1);
    assert_int_equal(ak_frame_lane_sym(84, 16), 6);
}

/* Narrow Links: one packet behind the other, idle only where nothing was ready. */
static void test_places_on_four_lanes(void **state)
{
    struct ak_frame_lanes lanes = {0};

    (void)state;
    assert_int_equal(ak_frame_place(&lanes, 4, 0, true, 20), 0);
    assert_int_equal(ak_frame_place(&lanes, 4, 0, true, 24), 20);
    assert_int_equal(ak_frame_place(&lanes, 4, 0, false, 8), 44);
    assert_int_equal(ak_frame_place(&lanes, 4, 100, false, 8), 400);
    assert_int_equal(lanes.next_sym, 408);
}

/* Sixteen lanes: a TLP of 20 ends in lane 3 of the second symbol time. A DLLP follows in lane 4;
   a second DLLP would begin in lane 12 of the same symbol time and must wait for the next; the
   TLP behind it ends up in lane 8. */
static void test_places_on_sixteen_lanes(void **state)
{
    struct ak_frame_lanes lanes = {0};

    (void)state;
    assert_int_equal(ak_frame_place(&lanes, 16, 0, true, 20), 0);
    assert_int_equal(ak_frame_place(&lanes, 16, 0, false, 8), 20);
    assert_int_equal(ak_frame_place(&lanes, 16, 1, false, 8), 32);
    assert_int_equal(ak_frame_place(&lanes, 16, 2, true, 20), 40);
    assert_int_equal(lanes.next_sym, 60);
}

/* Thirty-two lanes: a TLP of 20 leaves room for another, but not for another STP. */
static void test_one_stp_per_symbol_time(void **state)
{
    struct ak_frame_lanes lanes = {0};

    (void)state;
    assert_int_equal(ak_frame_place(&lanes, 32, 5, true, 20), 160);
    assert_int_equal(ak_frame_place(&lanes, 32, 5, true, 20), 192);
    assert_int_equal(ak_frame_place(&lanes, 32, 5, false, 8), 212);
}

/* After idle the next packet starts in lane 0. */
static void test_after_idle_in_lane_0(void **state)
{
    struct ak_frame_lanes lanes = {0};

    (void)state;
    assert_int_equal(ak_frame_place(&lanes, 16, 0, false, 8), 0);
    assert_int_equal(ak_frame_place(&lanes, 16, 1, true, 20), 16);
    assert_int_equal(ak_frame_place(&lanes, 16, 9, true, 20), 144);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dllp_symbols),
        cmocka_unit_test(test_tlp_symbols),
        cmocka_unit_test(test_encoding_needs_room),
        cmocka_unit_test(test_encoding_has_a_largest),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_truncated_at_every_length),
        cmocka_unit_test(test_tlp_of_impossible_length),
        cmocka_unit_test(test_tlp_longer_than_any),
        cmocka_unit_test(test_dllp_of_impossible_length),
        cmocka_unit_test(test_missing_end),
        cmocka_unit_test(test_code_error),
        cmocka_unit_test(test_single_symbols),
        cmocka_unit_test(test_symbol_names),
        cmocka_unit_test(test_random_symbols),
        cmocka_unit_test(test_room_of_a_tlp),
        cmocka_unit_test(test_room_on_lanes),
        cmocka_unit_test(test_places_on_four_lanes),
        cmocka_unit_test(test_places_on_sixteen_lanes),
        cmocka_unit_test(test_one_stp_per_symbol_time),
        cmocka_unit_test(test_after_idle_in_lane_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
