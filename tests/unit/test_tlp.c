/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLP lengths for every Fmt, Type, TD, Length and number of prefixes; headers; damaged input.
 * Not here: LCRC.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/tlp.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define MEMORY     AK_TLP_GROUP_MEMORY
#define CONFIG     AK_TLP_GROUP_CONFIG
#define MESSAGE    AK_TLP_GROUP_MESSAGE
#define COMPLETION AK_TLP_GROUP_COMPLETION

struct type_case {
    uint8_t first_byte; /* Fmt and Type */
    enum ak_tlp_type type;
    enum ak_tlp_group group;
    const char *name;
};

/* Every first byte that is no reserved type, but for messages (eight routings each). */
static const struct type_case types[] = {
    {0x00, AK_TLP_MRD, MEMORY, "MRd"},           {0x20, AK_TLP_MRD, MEMORY, "MRd"},
    {0x01, AK_TLP_MRDLK, MEMORY, "MRdLk"},       {0x21, AK_TLP_MRDLK, MEMORY, "MRdLk"},
    {0x40, AK_TLP_MWR, MEMORY, "MWr"},           {0x60, AK_TLP_MWR, MEMORY, "MWr"},
    {0x02, AK_TLP_IORD, MEMORY, "IORd"},         {0x42, AK_TLP_IOWR, MEMORY, "IOWr"},
    {0x04, AK_TLP_CFGRD0, CONFIG, "CfgRd0"},     {0x44, AK_TLP_CFGWR0, CONFIG, "CfgWr0"},
    {0x05, AK_TLP_CFGRD1, CONFIG, "CfgRd1"},     {0x45, AK_TLP_CFGWR1, CONFIG, "CfgWr1"},
    {0x1B, AK_TLP_TCFGRD, CONFIG, "TCfgRd"},     {0x5B, AK_TLP_DMWR, MEMORY, "DMWr"},
    {0x7B, AK_TLP_DMWR, MEMORY, "DMWr"},         {0x0A, AK_TLP_CPL, COMPLETION, "Cpl"},
    {0x4A, AK_TLP_CPLD, COMPLETION, "CplD"},     {0x0B, AK_TLP_CPLLK, COMPLETION, "CplLk"},
    {0x4B, AK_TLP_CPLDLK, COMPLETION, "CplDLk"}, {0x4C, AK_TLP_FETCHADD, MEMORY, "FetchAdd"},
    {0x6C, AK_TLP_FETCHADD, MEMORY, "FetchAdd"}, {0x4D, AK_TLP_SWAP, MEMORY, "Swap"},
    {0x6D, AK_TLP_SWAP, MEMORY, "Swap"},         {0x4E, AK_TLP_CAS, MEMORY, "CAS"},
    {0x6E, AK_TLP_CAS, MEMORY, "CAS"},
};

static const struct type_case *expected_type(unsigned int first_byte)
{
    static const struct type_case msg = {0x30, AK_TLP_MSG, MESSAGE, "Msg"};
    static const struct type_case msg_d = {0x70, AK_TLP_MSGD, MESSAGE, "MsgD"};
    static const struct type_case unknown = {0, AK_TLP_UNKNOWN, AK_TLP_GROUP_UNKNOWN, "unknown"};

    if ((first_byte & 0xF8) == msg.first_byte)
        return &msg;
    if ((first_byte & 0xF8) == msg_d.first_byte)
        return &msg_d;
    for (size_t i = 0; i < COUNT(types); i++)
        if (types[i].first_byte == first_byte)
            return &types[i];
    return &unknown;
}

/* TLP-01: the 128 first bytes with a header length: kind, name and fields that have a meaning. */
static void test_every_fmt_and_type(void **state)
{
    (void)state;
    for (unsigned int first = 0; first < 128; first++) {
        const struct type_case *expected = expected_type(first);
        uint8_t header[16] = {(uint8_t)first};
        struct ak_tlp tlp;
        assert_int_equal(ak_tlp_decode(header, sizeof header, &tlp), AK_TLP_OK);
        assert_int_equal(tlp.type, expected->type);
        assert_int_equal(tlp.group, expected->group);
        assert_int_equal(tlp.fmt, first / 32);
        assert_int_equal(tlp.type_code, first % 32);
        assert_string_equal(ak_tlp_type_name(tlp.type), expected->name);
    }
}

/* TLP-01: Fmt 4 is a prefix, 5 to 7 are reserved. */
static void test_fmt_without_a_header(void **state)
{
    (void)state;
    for (unsigned int first = 128; first < 256; first++) {
        uint8_t bytes[16] = {(uint8_t)first};
        struct ak_tlp_size size;
        enum ak_tlp_status status = ak_tlp_measure(bytes, sizeof bytes, &size);
        assert_int_equal(status, first < 160 ? AK_TLP_OK : AK_TLP_RESERVED_FMT);
        if (first < 160)
            assert_int_equal(size.prefix_bytes, 4);
        assert_int_equal(ak_tlp_type_of((uint8_t)(first >> 5), first & 31), AK_TLP_UNKNOWN);
    }
}

/* Puts `prefixes` prefixes, then the first four bytes of a header, into `out`. */
static size_t write_start(uint8_t *out, unsigned int prefixes, unsigned int first, bool td,
                          unsigned int length)
{
    size_t at = 0;

    for (unsigned int i = 0; i < prefixes; i++, at += 4)
        out[at] = i ? 0x90 : 0x80;
    out[at] = (uint8_t)first;
    out[at + 1] = 0;
    out[at + 2] = (uint8_t)((td ? 0x80u : 0) | length >> 8);
    out[at + 3] = (uint8_t)length;
    return at + 4;
}

/* TLP-01, TLP-02: 4 Fmt x 32 Type x TD x 1024 lengths x 5 numbers of prefixes. */
static void test_every_length(void **state)
{
    (void)state;
    for (unsigned int i = 0; i < 128u * 2 * 1024 * 5; i++) {
        unsigned int first = i % 128;
        bool td = i / 128 % 2;
        unsigned int length = i / 256 % 1024;
        unsigned int prefixes = i / 262144;
        uint32_t header_bytes = first & 0x20 ? 16 : 12;
        uint32_t data_bytes = !(first & 0x40) ? 0 : length ? 4 * length : 4096;
        uint8_t bytes[20] = {0};
        struct ak_tlp_size size;
        size_t count = write_start(bytes, prefixes, first, td, length);
        if (ak_tlp_measure(bytes, count, &size) != AK_TLP_OK || size.prefix_bytes != 4 * prefixes ||
            size.header_bytes != header_bytes || size.data_bytes != data_bytes ||
            size.ecrc_bytes != (td ? 4u : 0u) ||
            size.total_bytes != 4 * prefixes + header_bytes + data_bytes + (td ? 4u : 0u))
            fail_msg("first byte %02x, TD %d, length %u, %u prefixes", first, td, length, prefixes);
    }
}

static void test_longest_and_shortest(void **state)
{
    uint8_t bytes[20] = {0};
    struct ak_tlp_size size;

    (void)state;
    write_start(bytes, 4, 0x60, true, 0);
    assert_int_equal(ak_tlp_measure(bytes, sizeof bytes, &size), AK_TLP_OK);
    assert_int_equal(size.total_bytes, AK_TLP_MAX_BYTES);
    write_start(bytes, 0, 0x00, false, 1);
    assert_int_equal(ak_tlp_measure(bytes, sizeof bytes, &size), AK_TLP_OK);
    assert_int_equal(size.total_bytes, AK_TLP_MIN_BYTES);
}

static void test_prefixes_are_counted_by_kind(void **state)
{
    uint8_t bytes[28] = {0x80, 0, 0, 0, 0x90, 0, 0, 0, 0x9F, 0, 0, 0, 0x00, 0, 0, 1};
    struct ak_tlp tlp;

    (void)state;
    assert_int_equal(ak_tlp_decode(bytes, sizeof bytes, &tlp), AK_TLP_OK);
    assert_int_equal(tlp.local_prefixes, 1);
    assert_int_equal(tlp.end_end_prefixes, 2);
    assert_int_equal(tlp.type, AK_TLP_MRD);
    assert_int_equal(tlp.length_dw, 1);
}

static void test_five_prefixes_are_too_many(void **state)
{
    uint8_t bytes[64] = {0};
    struct ak_tlp tlp;

    (void)state;
    write_start(bytes, 5, 0x00, false, 1);
    assert_int_equal(ak_tlp_decode(bytes, sizeof bytes, &tlp), AK_TLP_TOO_MANY_PREFIXES);
    memset(bytes, 0x80, sizeof bytes);
    assert_int_equal(ak_tlp_decode(bytes, sizeof bytes, &tlp), AK_TLP_TOO_MANY_PREFIXES);
}

/* A copy of exactly `bytes` bytes, so that a tool sees a read beyond them. */
static enum ak_tlp_status decode_exact(const uint8_t *tlp, size_t bytes, struct ak_tlp *out)
{
    uint8_t *copy = malloc(bytes ? bytes : 1);
    enum ak_tlp_status status;

    assert_non_null(copy);
    memcpy(copy, tlp, bytes);
    status = ak_tlp_decode(copy, bytes, out);
    free(copy);
    return status;
}

/* Cut anywhere before the end of its header a TLP is truncated; `out` stays as it was. */
static void test_truncated_at_every_length(void **state)
{
    (void)state;
    for (unsigned int prefixes = 0; prefixes <= 4; prefixes++) {
        for (unsigned int wide = 0; wide < 2; wide++) {
            uint8_t bytes[32] = {0};
            size_t header_end = 4 * prefixes + (wide ? 16u : 12u);
            write_start(bytes, prefixes, wide ? 0x60 : 0x40, false, 1);
            for (size_t count = 0; count < header_end; count++) {
                struct ak_tlp tlp = {.address = 4711};
                assert_int_equal(decode_exact(bytes, count, &tlp), AK_TLP_TRUNCATED);
                assert_int_equal(tlp.address, 4711);
            }
            for (size_t count = header_end; count <= sizeof bytes; count++) {
                struct ak_tlp tlp;
                assert_int_equal(decode_exact(bytes, count, &tlp), AK_TLP_OK);
            }
        }
    }
}

/* The size is known as soon as the first four bytes of the header are there, not before. */
static void test_measure_needs_four_bytes_of_header(void **state)
{
    (void)state;
    for (unsigned int prefixes = 0; prefixes <= 4; prefixes++) {
        uint8_t bytes[20] = {0};
        size_t needed = write_start(bytes, prefixes, 0x40, false, 1);
        for (size_t count = 0; count <= needed; count++) {
            struct ak_tlp_size size;
            assert_int_equal(ak_tlp_measure(bytes, count, &size),
                             count < needed ? AK_TLP_TRUNCATED : AK_TLP_OK);
        }
    }
}

static void test_random_bytes(void **state)
{
    uint32_t random = 7;

    (void)state;
    for (unsigned int i = 0; i < 200000; i++) {
        uint8_t bytes[40];
        struct ak_tlp tlp;
        size_t count = i % sizeof bytes;
        for (size_t at = 0; at < count; at++) {
            random = random * 1664525u + 1013904223u;
            bytes[at] = (uint8_t)(random >> 24);
        }
        if (decode_exact(bytes, count, &tlp) != AK_TLP_OK)
            continue;
        assert_in_range(tlp.size.total_bytes, AK_TLP_MIN_BYTES, AK_TLP_MAX_BYTES);
        assert_int_equal(tlp.size.total_bytes % 4, 0);
        assert_in_range(tlp.length_dw, 1, 1024);
        assert_true(tlp.size.prefix_bytes + tlp.size.header_bytes <= count);
    }
}

/* A captured configuration write: register 4 of 01:00.0, all bytes, from 00:00.0 with tag 0. */
static void test_configuration_header(void **state)
{
    static const uint8_t bytes[] = {0x44, 0, 0, 0x01, 0, 0, 0, 0x0f, 0x01, 0, 0, 0x04};
    struct ak_tlp tlp;

    (void)state;
    assert_int_equal(ak_tlp_decode(bytes, sizeof bytes, &tlp), AK_TLP_OK);
    assert_int_equal(tlp.type, AK_TLP_CFGWR0);
    assert_int_equal(tlp.completer_id, 0x0100);
    assert_int_equal(tlp.register_bytes, 4);
    assert_int_equal(tlp.requester_id, 0);
    assert_int_equal(tlp.first_be, 0xF);
    assert_int_equal(tlp.last_be, 0);
    assert_int_equal(tlp.length_dw, 1);
}

/* The extended register number lies in the low half of byte 10; reserved bits around it are not. */
static void test_configuration_register(void **state)
{
    static const uint8_t bytes[] = {0x04, 0, 0, 0x01, 0, 0, 0, 0x0f, 0x01, 0, 0xFA, 0xBF};
    struct ak_tlp tlp;

    (void)state;
    assert_int_equal(ak_tlp_decode(bytes, sizeof bytes, &tlp), AK_TLP_OK);
    assert_int_equal(tlp.register_bytes, 0xABC);
}

static void test_memory_header_32(void **state)
{
    static const uint8_t bytes[] = {0x40, 0x5D, 0x7F, 0xFF, 0x12, 0x34,
                                    0x56, 0x9A, 0xDE, 0xAD, 0xBE, 0xEF};
    struct ak_tlp tlp;

    (void)state;
    assert_int_equal(ak_tlp_decode(bytes, sizeof bytes, &tlp), AK_TLP_OK);
    assert_int_equal(tlp.type, AK_TLP_MWR);
    assert_int_equal(tlp.tc, 5);
    assert_int_equal(tlp.attr, 7);
    assert_int_equal(tlp.at, 3);
    assert_true(tlp.th);
    assert_false(tlp.td);
    assert_true(tlp.ep);
    assert_int_equal(tlp.length_dw, 1023);
    assert_int_equal(tlp.requester_id, 0x1234);
    assert_int_equal(tlp.tag, 0x156);
    assert_int_equal(tlp.last_be, 0x9);
    assert_int_equal(tlp.first_be, 0xA);
    assert_int_equal(tlp.address, 0xDEADBEEC);
}

static void test_memory_header_64(void **state)
{
    static const uint8_t bytes[] = {0x20, 0x80, 0x80, 0x00, 0xFF, 0xFF, 0xFF, 0x0F,
                                    0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF};
    struct ak_tlp tlp;

    (void)state;
    assert_int_equal(ak_tlp_decode(bytes, sizeof bytes, &tlp), AK_TLP_OK);
    assert_int_equal(tlp.type, AK_TLP_MRD);
    assert_true(tlp.td);
    assert_false(tlp.ep);
    assert_int_equal(tlp.attr, 0);
    assert_int_equal(tlp.length_dw, 1024);
    assert_int_equal(tlp.size.data_bytes, 0);
    assert_int_equal(tlp.size.ecrc_bytes, 4);
    assert_int_equal(tlp.tag, 0x2FF);
    assert_true(tlp.address == UINT64_C(0x0123456789ABCDEC));
}

static void test_completion_header(void **state)
{
    static const uint8_t bytes[] = {0x4A, 0,    0,    0x01, 0x01, 0x00,
                                    0x30, 0x00, 0x00, 0x08, 0x2A, 0xFF};
    struct ak_tlp tlp;

    (void)state;
    assert_int_equal(ak_tlp_decode(bytes, sizeof bytes, &tlp), AK_TLP_OK);
    assert_int_equal(tlp.type, AK_TLP_CPLD);
    assert_int_equal(tlp.completer_id, 0x0100);
    assert_int_equal(tlp.cpl_status, 1);
    assert_string_equal(ak_tlp_cpl_status_name(tlp.cpl_status), "UR");
    assert_true(tlp.bcm);
    assert_int_equal(tlp.byte_count, 4096);
    assert_int_equal(tlp.requester_id, 0x0008);
    assert_int_equal(tlp.tag, 0x2A);
    assert_int_equal(tlp.lower_address, 0x7F);
}

/* Captured on a PC: Set_Slot_Power_Limit from 00:1c.4, routed to its receiver. */
static void test_message_header(void **state)
{
    static const uint8_t bytes[] = {0x74, 0, 0, 0x01, 0x00, 0xe4, 0, 0x50, 0, 0, 0, 0, 0, 0, 0, 0};
    struct ak_tlp tlp;

    (void)state;
    assert_int_equal(ak_tlp_decode(bytes, sizeof bytes, &tlp), AK_TLP_OK);
    assert_int_equal(tlp.type, AK_TLP_MSGD);
    assert_int_equal(tlp.requester_id, 0x00E4);
    assert_int_equal(tlp.routing, 4);
    assert_int_equal(tlp.message_code, 0x50);
    assert_string_equal(ak_tlp_message_name(0x50), "Set_Slot_Power_Limit");
    assert_null(ak_tlp_message_name(0xFF));
    assert_int_equal(tlp.size.total_bytes, 20);
}

static void test_completion_status_names(void **state)
{
    static const char *const names[] = {"SC", "UR",       "CRS",      "reserved",
                                        "CA", "reserved", "reserved", "reserved"};

    (void)state;
    for (uint8_t status = 0; status < 8; status++)
        assert_string_equal(ak_tlp_cpl_status_name(status), names[status]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_fmt_and_type),
        cmocka_unit_test(test_fmt_without_a_header),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_longest_and_shortest),
        cmocka_unit_test(test_prefixes_are_counted_by_kind),
        cmocka_unit_test(test_five_prefixes_are_too_many),
        cmocka_unit_test(test_truncated_at_every_length),
        cmocka_unit_test(test_measure_needs_four_bytes_of_header),
        cmocka_unit_test(test_random_bytes),
        cmocka_unit_test(test_configuration_header),
        cmocka_unit_test(test_configuration_register),
        cmocka_unit_test(test_memory_header_32),
        cmocka_unit_test(test_memory_header_64),
        cmocka_unit_test(test_completion_header),
        cmocka_unit_test(test_message_header),
        cmocka_unit_test(test_completion_status_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
