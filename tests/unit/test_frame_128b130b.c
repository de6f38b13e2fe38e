/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Framing at 128b/130b: all 2,048 lengths of an STP token, the other tokens, packets, errors.
 * Not here: 8b/10b and the room on the lanes (test_frame.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/frame.h"

struct stp_case {
    uint16_t length_dw;
    uint16_t seq;
    uint8_t bytes[4];
};

/* FRAME-02. */
static const struct stp_case stp_cases[] = {
    {5, 0, {0x5f, 0x00, 0x60, 0x00}},       {5, 1, {0x5f, 0x00, 0x60, 0x01}},
    {6, 4095, {0x6f, 0x80, 0x2f, 0xff}},    {6, 42, {0x6f, 0x80, 0x20, 0x2a}},
    {37, 2048, {0x5f, 0x82, 0xc8, 0x00}},   {1029, 1, {0x5f, 0xc0, 0x50, 0x01}},
    {1151, 4095, {0xff, 0xc7, 0xef, 0xff}},
};

static void test_known_tokens(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof stp_cases / sizeof stp_cases[0]; i++) {
        const struct stp_case *c = &stp_cases[i];
        uint8_t bytes[4];
        struct ak_stp stp;
        ak_stp_encode(bytes, c->length_dw, c->seq);
        assert_memory_equal(bytes, c->bytes, 4);
        ak_stp_decode(c->bytes, &stp);
        assert_int_equal(stp.length_dw, c->length_dw);
        assert_int_equal(stp.seq, c->seq);
        assert_int_equal(ak_token_classify(c->bytes), AK_TOKEN_STP);
    }
}

/* The Frame CRC is CRC-4 with x4 + x + 1, fed with the length's lowest bit first. */
static unsigned int crc_4(unsigned int length_dw)
{
    unsigned int crc = 0;

    for (unsigned int i = 0; i < 11; i++) {
        unsigned int feedback = (crc >> 3 ^ length_dw >> i) & 1;
        crc = (crc << 1 & 0xF) ^ (feedback ? 0x3 : 0);
    }
    return crc;
}

static unsigned int ones(unsigned int bits)
{
    unsigned int count = 0;

    for (; bits; bits >>= 1)
        count += bits & 1;
    return count;
}

static enum ak_token expected_token(unsigned int length_dw)
{
    if (length_dw == 1)
        return AK_TOKEN_EDS; /* with sequence number 0 */
    if (length_dw < 5)
        return AK_TOKEN_BAD_LENGTH;
    if (length_dw < 1152)
        return AK_TOKEN_STP;
    return length_dw < 1536 ? AK_TOKEN_RESERVED_LENGTH : AK_TOKEN_PMUX;
}

/* FRAME-02, FRAME-04: CRC, even parity and verdict of every length. */
static void test_every_length(void **state)
{
    (void)state;
    for (unsigned int length = 0; length < 2048; length++) {
        uint8_t bytes[4];
        struct ak_stp stp;
        ak_stp_encode(bytes, (uint16_t)length, 0);
        ak_stp_decode(bytes, &stp);
        assert_int_equal(stp.length_dw, length);
        assert_int_equal(stp.fcrc, crc_4(length));
        assert_int_equal((ones(length) + ones(stp.fcrc) + stp.parity) % 2, 0);
        assert_int_equal(bytes[0] & 0xF, 0xF);
        assert_int_equal(ak_token_classify(bytes), expected_token(length));
        assert_int_equal(ak_token_is_error(ak_token_classify(bytes)),
                         length == 0 || (length >= 2 && length < 5) ||
                             (length >= 1152 && length < 1536));
    }
}

/* FRAME-02: the code is linear; its lightest word has four ones, so three hits never pass. */
static void test_minimum_weight(void **state)
{
    unsigned int lightest = 16;

    (void)state;
    for (unsigned int length = 1; length < 2048; length++) {
        unsigned int weight =
            ones(length) + ones(ak_stp_fcrc((uint16_t)length)) + ak_stp_parity((uint16_t)length);
        if (weight < lightest)
            lightest = weight;
    }
    assert_int_equal(lightest, 4);
}

/* FRAME-04: one to three hits in length, Frame CRC and parity of every TLP's token. */
static void test_three_hits_are_seen(void **state)
{
    (void)state;
    for (uint16_t length = 5; length <= 1151; length++) {
        uint8_t good[4];
        ak_stp_encode(good, length, 0xABC);
        for (unsigned int hits = 0; hits < 16 * 16 * 16; hits++) {
            unsigned int mask = 1u << hits % 16 | 1u << hits / 16 % 16 | 1u << hits / 256;
            uint8_t bytes[4];
            bytes[0] = (uint8_t)(good[0] ^ (mask & 0xF) << 4);
            bytes[1] = (uint8_t)(good[1] ^ (mask >> 4 & 0xFF));
            bytes[2] = (uint8_t)(good[2] ^ (mask >> 12) << 4);
            bytes[3] = good[3];
            if (!ak_token_is_error(ak_token_classify(bytes)))
                fail_msg("length %u, hits %04x", length, mask);
        }
    }
}

/* FRAME-02: the sequence number is covered by nothing in the token. */
static void test_sequence_number_is_not_covered(void **state)
{
    (void)state;
    for (uint16_t seq = 0; seq < 4096; seq++) {
        uint8_t bytes[4];
        struct ak_stp stp;
        ak_stp_encode(bytes, 5, 0);
        bytes[2] |= (uint8_t)(seq >> 8);
        bytes[3] = (uint8_t)seq;
        assert_int_equal(ak_token_classify(bytes), AK_TOKEN_STP);
        ak_stp_decode(bytes, &stp);
        assert_int_equal(stp.seq, seq);
    }
}

struct token_case {
    uint8_t bytes[4];
    enum ak_token token;
    const char *name;
};

/* FRAME-03, FRAME-04. */
static void test_other_tokens(void **state)
{
    static const struct token_case cases[] = {
        {{0xF0, 0xAC, 0x12, 0x34}, AK_TOKEN_SDP, "SDP"},
        {{0xF0, 0xAD, 0x00, 0x00}, AK_TOKEN_UNKNOWN, "no token"},
        {{0xC0, 0xC0, 0xC0, 0xC0}, AK_TOKEN_EDB, "EDB"},
        {{0xC0, 0xC0, 0xC0, 0xC1}, AK_TOKEN_UNKNOWN, "no token"},
        {{0xC0, 0xC0, 0xC1, 0xC0}, AK_TOKEN_UNKNOWN, "no token"},
        {{0xC0, 0xC1, 0xC0, 0xC0}, AK_TOKEN_UNKNOWN, "no token"},
        {{0x1F, 0x80, 0x90, 0x00}, AK_TOKEN_EDS, "EDS"},
        {{0x1F, 0x80, 0x90, 0x01}, AK_TOKEN_BAD_LENGTH, "STP with an impossible length"},
        {{0x1F, 0x00, 0x90, 0x00}, AK_TOKEN_BAD_PARITY, "STP with wrong parity"},
        {{0x1F, 0x80, 0x80, 0x00}, AK_TOKEN_BAD_FCRC, "STP with a wrong Frame CRC"},
        {{0x00, 0xFF, 0xFF, 0xFF}, AK_TOKEN_IDL, "IDL"},
        {{0x01, 0x00, 0x00, 0x00}, AK_TOKEN_UNKNOWN, "no token"},
        {{0x10, 0x00, 0x00, 0x00}, AK_TOKEN_UNKNOWN, "no token"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        enum ak_token token = ak_token_classify(cases[i].bytes);
        assert_int_equal(token, cases[i].token);
        assert_string_equal(ak_token_name(token), cases[i].name);
    }
}

static uint8_t symbols[AK_FRAME_MAX_SYM];
static uint8_t bytes_out[AK_FRAME_MAX_BYTES];

static void fill(uint8_t *frame, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        frame[i] = (uint8_t)(i * 7);
    frame[0] = 0x0A; /* sequence number ABCh */
    frame[1] = 0xBC;
}

static void expect(struct ak_frame found, enum ak_frame_kind kind, size_t taken_sym)
{
    assert_int_equal(found.kind, kind);
    assert_int_equal(found.taken_sym, taken_sym);
    assert_int_equal(found.error != NULL, kind == AK_FRAME_ERROR);
}

static struct ak_frame decode(const uint8_t *sym, size_t count)
{
    struct ak_frame found;
    ak_frame_128b130b_decode(sym, count, bytes_out, &found);
    return found;
}

/* FRAME-02, FRAME-03: every length a TLP can have, nullified or not. */
static void test_every_tlp_length_there_and_back(void **state)
{
    static uint8_t frame[AK_FRAME_MAX_BYTES];

    (void)state;
    fill(frame, sizeof frame);
    for (size_t bytes = AK_FRAME_MIN_BYTES; bytes <= AK_FRAME_MAX_BYTES; bytes += 4) {
        for (unsigned int nullified = 0; nullified < 2; nullified++) {
            struct ak_frame found;
            struct ak_stp stp;
            size_t count = ak_frame_128b130b_encode_tlp(symbols, AK_FRAME_MAX_SYM, frame, bytes,
                                                        nullified != 0);
            assert_int_equal(count, bytes + (nullified ? 6 : 2));
            ak_stp_decode(symbols, &stp);
            assert_int_equal(stp.length_dw, (bytes + 2) / 4);
            assert_int_equal(stp.seq, 0xABC);
            found = decode(symbols, count);
            expect(found, nullified ? AK_FRAME_TLP_EDB : AK_FRAME_TLP, count);
            assert_int_equal(found.bytes, bytes);
            assert_memory_equal(bytes_out, frame, bytes);
        }
    }
}

static void test_what_cannot_be_encoded(void **state)
{
    static uint8_t frame[AK_FRAME_MAX_BYTES + 4];

    (void)state;
    for (size_t bytes = 0; bytes < 40; bytes++) {
        bool good = bytes >= 18 && bytes % 4 == 2;
        assert_int_equal(
            ak_frame_128b130b_encode_tlp(symbols, AK_FRAME_MAX_SYM, frame, bytes, false),
            good ? bytes + 2 : 0);
    }
    assert_int_equal(ak_frame_128b130b_encode_tlp(symbols, AK_FRAME_MAX_SYM, frame,
                                                  AK_FRAME_MAX_BYTES + 4, false),
                     0);
    assert_int_equal(ak_frame_128b130b_encode_tlp(symbols, 19, frame, 18, false), 0);
    assert_int_equal(ak_frame_128b130b_encode_tlp(symbols, 23, frame, 18, true), 0);
    assert_int_equal(ak_frame_128b130b_encode_tlp(symbols, 24, frame, 18, true), 24);
}

/* FRAME-03: SDP and six bytes. */
static void test_dllp_symbols(void **state)
{
    static const uint8_t ack[] = {0x00, 0x00, 0x00, 0x00, 0xb3, 0x62};
    static const uint8_t expected[] = {0xF0, 0xAC, 0x00, 0x00, 0x00, 0x00, 0xb3, 0x62};
    struct ak_frame found;

    (void)state;
    ak_frame_128b130b_encode_dllp(symbols, ack);
    assert_memory_equal(symbols, expected, sizeof expected);
    found = decode(symbols, 8);
    expect(found, AK_FRAME_DLLP, 8);
    assert_int_equal(found.bytes, 6);
    assert_memory_equal(bytes_out, ack, 6);
}

/* Cut anywhere a packet is not there yet; a copy of exact size shows a read beyond it. */
static void test_truncated_at_every_length(void **state)
{
    uint8_t frame[22];

    (void)state;
    fill(frame, sizeof frame);
    ak_frame_128b130b_encode_tlp(symbols, AK_FRAME_MAX_SYM, frame, 22, true);
    for (size_t count = 0; count <= 28; count++) {
        uint8_t *copy = malloc(count ? count : 1);
        struct ak_frame found;
        assert_non_null(copy);
        memcpy(copy, symbols, count);
        found = decode(copy, count);
        if (count == 24)
            expect(found, AK_FRAME_TLP, 24); /* nothing says yet that EDB follows */
        else if (count == 28)
            expect(found, AK_FRAME_TLP_EDB, 28);
        else
            expect(found, AK_FRAME_TRUNCATED, count);
        free(copy);
    }
    ak_frame_128b130b_encode_dllp(symbols, frame);
    for (size_t count = 0; count < 8; count++)
        expect(decode(symbols, count), AK_FRAME_TRUNCATED, count);
}

/* A hit in EDB leaves a TLP, and a framing error where EDB was. */
static void test_damaged_edb(void **state)
{
    uint8_t frame[18];

    (void)state;
    fill(frame, sizeof frame);
    for (size_t at = 20; at < 24; at++) {
        size_t count = ak_frame_128b130b_encode_tlp(symbols, AK_FRAME_MAX_SYM, frame, 18, true);
        symbols[at] ^= 0x04;
        expect(decode(symbols, count), AK_FRAME_TLP, 20);
        assert_int_equal(decode(symbols + 20, 4).kind, AK_FRAME_ERROR);
    }
}

/* FRAME-03: an EDB token is four symbols; a fifth like them is the next token's. */
static void test_edb_has_four_symbols(void **state)
{
    uint8_t frame[18];

    (void)state;
    fill(frame, sizeof frame);
    size_t count = ak_frame_128b130b_encode_tlp(symbols, AK_FRAME_MAX_SYM, frame, 18, true);
    memset(symbols + count, 0xC0, 4);
    expect(decode(symbols, count + 4), AK_FRAME_TLP_EDB, 24);
}

/* FRAME-04: what may not stand where a packet begins. */
static void test_errors_between_packets(void **state)
{
    static const uint8_t edb[] = {0xC0, 0xC0, 0xC0, 0xC0};
    static const uint8_t eds[] = {0x1F, 0x80, 0x90, 0x00};
    static const uint8_t unknown[] = {0x33, 0x00, 0x00, 0x00};
    static const uint8_t idl[] = {0x00};
    uint8_t pmux[4];

    (void)state;
    ak_stp_encode(pmux, 1536, 0);
    expect(decode(edb, 4), AK_FRAME_ERROR, 4);
    expect(decode(pmux, 4), AK_FRAME_ERROR, 4);
    expect(decode(unknown, 4), AK_FRAME_ERROR, 1);
    expect(decode(eds, 4), AK_FRAME_NONE, 4);
    expect(decode(idl, 1), AK_FRAME_NONE, 1);
    assert_string_equal(decode(edb, 4).error, "EDB without a TLP");
}

/* The token allows more than any TLP has: nothing is written beyond the frame's memory. */
static void test_tlp_longer_than_any(void **state)
{
    static uint8_t longest[1151 * 4];

    (void)state;
    for (uint16_t length = 1035; length <= 1151; length++) {
        ak_stp_encode(longest, length, 0);
        expect(decode(longest, length * 4u), length == 1035 ? AK_FRAME_TLP : AK_FRAME_ERROR,
               length * 4u);
    }
}

static void test_random_symbols(void **state)
{
    uint32_t random = 11;

    (void)state;
    for (unsigned int i = 0; i < 20000; i++) {
        uint8_t stream[120];
        size_t at = 0;
        for (size_t s = 0; s < sizeof stream; s++) {
            random = random * 1664525u + 1013904223u;
            stream[s] = (uint8_t)(random >> 24);
        }
        if (i % 2)
            ak_stp_encode(stream, (uint16_t)(5 + i % 24), (uint16_t)(random >> 20));
        while (at < sizeof stream) {
            struct ak_frame found = decode(stream + at, sizeof stream - at);
            assert_in_range(found.taken_sym, 1, sizeof stream - at);
            at += found.taken_sym;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_tokens),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_minimum_weight),
        cmocka_unit_test(test_three_hits_are_seen),
        cmocka_unit_test(test_sequence_number_is_not_covered),
        cmocka_unit_test(test_other_tokens),
        cmocka_unit_test(test_every_tlp_length_there_and_back),
        cmocka_unit_test(test_what_cannot_be_encoded),
        cmocka_unit_test(test_dllp_symbols),
        cmocka_unit_test(test_truncated_at_every_length),
        cmocka_unit_test(test_damaged_edb),
        cmocka_unit_test(test_edb_has_four_symbols),
        cmocka_unit_test(test_errors_between_packets),
        cmocka_unit_test(test_tlp_longer_than_any),
        cmocka_unit_test(test_random_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
