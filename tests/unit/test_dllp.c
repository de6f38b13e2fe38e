/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DLLPs: every type there and back, every value of byte 0, reserved bits, damaged bytes.
 * Not here: the CRC over the whole list of vectors (tests/vectors).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/dllp.h"

struct type_case {
    uint8_t code;
    enum ak_dllp_type type;
    const char *name;
    enum ak_dllp_class class_of;
};

/* Types without a virtual channel. */
static const struct type_case plain_types[] = {
    {0x00, AK_DLLP_ACK, "Ack", AK_DLLP_CLASS_ACKNAK},
    {0x01, AK_DLLP_MRINIT, "MRInit", AK_DLLP_CLASS_OTHER},
    {0x02, AK_DLLP_DATA_LINK_FEATURE, "Data_Link_Feature", AK_DLLP_CLASS_OTHER},
    {0x03, AK_DLLP_ALTERNATE_PROTOCOL_3, "Alternate_Protocol_03h", AK_DLLP_CLASS_OTHER},
    {0x04, AK_DLLP_ALTERNATE_PROTOCOL_4, "Alternate_Protocol_04h", AK_DLLP_CLASS_OTHER},
    {0x10, AK_DLLP_NAK, "Nak", AK_DLLP_CLASS_ACKNAK},
    {0x20, AK_DLLP_PM_ENTER_L1, "PM_Enter_L1", AK_DLLP_CLASS_OTHER},
    {0x21, AK_DLLP_PM_ENTER_L23, "PM_Enter_L23", AK_DLLP_CLASS_OTHER},
    {0x23, AK_DLLP_PM_ACTIVE_STATE_REQUEST_L1, "PM_Active_State_Request_L1", AK_DLLP_CLASS_OTHER},
    {0x24, AK_DLLP_PM_REQUEST_ACK, "PM_Request_Ack", AK_DLLP_CLASS_OTHER},
    {0x28, AK_DLLP_LINK_MANAGEMENT, "Link_Management", AK_DLLP_CLASS_OTHER},
    {0x30, AK_DLLP_VENDOR_SPECIFIC, "Vendor_Specific", AK_DLLP_CLASS_OTHER},
    {0x31, AK_DLLP_NOP, "NOP", AK_DLLP_CLASS_OTHER},
};

/* Types whose byte 0 ends in the number of a virtual channel. */
static const struct type_case vc_types[] = {
    {0x40, AK_DLLP_INITFC1_P, "InitFC1-P", AK_DLLP_CLASS_FLOW_CONTROL},
    {0x50, AK_DLLP_INITFC1_NP, "InitFC1-NP", AK_DLLP_CLASS_FLOW_CONTROL},
    {0x60, AK_DLLP_INITFC1_CPL, "InitFC1-Cpl", AK_DLLP_CLASS_FLOW_CONTROL},
    {0x70, AK_DLLP_MRINITFC1, "MRInitFC1", AK_DLLP_CLASS_FLOW_CONTROL},
    {0x80, AK_DLLP_UPDATEFC_P, "UpdateFC-P", AK_DLLP_CLASS_FLOW_CONTROL},
    {0x90, AK_DLLP_UPDATEFC_NP, "UpdateFC-NP", AK_DLLP_CLASS_FLOW_CONTROL},
    {0xA0, AK_DLLP_UPDATEFC_CPL, "UpdateFC-Cpl", AK_DLLP_CLASS_FLOW_CONTROL},
    {0xB0, AK_DLLP_MRUPDATEFC, "MRUpdateFC", AK_DLLP_CLASS_FLOW_CONTROL},
    {0xC0, AK_DLLP_INITFC2_P, "InitFC2-P", AK_DLLP_CLASS_FLOW_CONTROL},
    {0xD0, AK_DLLP_INITFC2_NP, "InitFC2-NP", AK_DLLP_CLASS_FLOW_CONTROL},
    {0xE0, AK_DLLP_INITFC2_CPL, "InitFC2-Cpl", AK_DLLP_CLASS_FLOW_CONTROL},
    {0xF0, AK_DLLP_MRINITFC2, "MRInitFC2", AK_DLLP_CLASS_FLOW_CONTROL},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct type_case *expected_type(unsigned int code)
{
    for (size_t i = 0; i < COUNT(plain_types); i++)
        if (plain_types[i].code == code)
            return &plain_types[i];
    for (size_t i = 0; i < COUNT(vc_types); i++)
        if (code >= vc_types[i].code && code < vc_types[i].code + 8u)
            return &vc_types[i];
    return NULL;
}

/* DLLP-02, DLLP-04: all 256 values; 13 types, 12 with eight channels each, the rest reserved. */
static void test_every_value_of_byte_0(void **state)
{
    unsigned int unknown = 0;

    (void)state;
    for (unsigned int code = 0; code < 256; code++) {
        const struct type_case *expected = expected_type(code);
        enum ak_dllp_type type = ak_dllp_type_of((uint8_t)code);
        if (!expected) {
            assert_int_equal(type, AK_DLLP_UNKNOWN);
            unknown++;
            continue;
        }
        assert_int_equal(type, expected->type);
        assert_string_equal(ak_dllp_type_name(type), expected->name);
        assert_int_equal(ak_dllp_class_of(type), expected->class_of);
    }
    assert_int_equal(unknown, 256 - 13 - 12 * 8);
    assert_int_equal(ak_dllp_class_of(AK_DLLP_UNKNOWN), AK_DLLP_CLASS_OTHER);
    assert_string_equal(ak_dllp_type_name(AK_DLLP_UNKNOWN), "unknown");
}

static void expect_round_trip(const struct ak_dllp *dllp)
{
    uint8_t bytes[AK_DLLP_BYTES];
    struct ak_dllp back;

    ak_dllp_encode(dllp, bytes);
    assert_int_equal(ak_dllp_decode(bytes, &back), AK_DLLP_GOOD);
    assert_int_equal(back.type, dllp->type);
    assert_int_equal(back.seq, dllp->seq);
    assert_int_equal(back.vc, dllp->vc);
    assert_int_equal(back.hdr_scale, dllp->hdr_scale);
    assert_int_equal(back.data_scale, dllp->data_scale);
    assert_int_equal(back.hdr_fc, dllp->hdr_fc);
    assert_int_equal(back.data_fc, dllp->data_fc);
    assert_int_equal(back.feature_ack, dllp->feature_ack);
    assert_int_equal(back.features, dllp->features);
    assert_int_equal(ak_dllp_reserved_bits(bytes), 0);
}

/* DLLP-02: 4096 numbers, both kinds, by either way of encoding. */
static void test_every_ack_and_nak(void **state)
{
    (void)state;
    for (unsigned int nak = 0; nak < 2; nak++) {
        for (unsigned int seq = 0; seq < 4096; seq++) {
            struct ak_dllp dllp = {0};
            uint8_t bytes[AK_DLLP_BYTES];
            uint8_t quick[AK_DLLP_BYTES];
            dllp.type = nak ? AK_DLLP_NAK : AK_DLLP_ACK;
            dllp.seq = (uint16_t)seq;
            expect_round_trip(&dllp);
            ak_dllp_encode(&dllp, bytes);
            assert_int_equal(bytes[0], nak ? 0x10 : 0x00);
            assert_int_equal(bytes[1], 0);
            assert_int_equal(bytes[2], seq >> 8);
            assert_int_equal(bytes[3], seq & 0xFF);
            ak_dllp_encode_ack(quick, nak != 0, (uint16_t)seq);
            assert_memory_equal(quick, bytes, AK_DLLP_BYTES);
        }
    }
}

/* DLLP-02: each of the nine, every channel and scale, the ends and a middle of each field. */
static void test_every_flow_control_type(void **state)
{
    static const uint8_t hdr_fc[] = {0, 1, 32, 127, 128, 255};
    static const uint16_t data_fc[] = {0, 1, 64, 2047, 2048, 4095};

    (void)state;
    for (size_t t = 0; t < COUNT(vc_types); t++) {
        if (!ak_dllp_has_credits(vc_types[t].type))
            continue;
        for (unsigned int i = 0; i < 8 * 4 * 4 * 6 * 6; i++) {
            struct ak_dllp dllp = {0};
            dllp.type = vc_types[t].type;
            dllp.vc = i % 8;
            dllp.hdr_scale = i / 8 % 4;
            dllp.data_scale = i / 32 % 4;
            dllp.hdr_fc = hdr_fc[i / 128 % 6];
            dllp.data_fc = data_fc[i / 768];
            expect_round_trip(&dllp);
        }
    }
}

/* DLLP-02: only the nine carry credits. */
static void test_which_types_carry_credits(void **state)
{
    unsigned int count = 0;

    (void)state;
    for (unsigned int type = 0; type < AK_DLLP_TYPE_COUNT; type++)
        count += ak_dllp_has_credits((enum ak_dllp_type)type);
    assert_int_equal(count, 9);
    assert_true(ak_dllp_has_credits(AK_DLLP_INITFC2_NP));
    assert_false(ak_dllp_has_credits(AK_DLLP_MRUPDATEFC));
}

struct example {
    uint8_t bytes[AK_DLLP_BYTES];
    struct ak_dllp dllp;
};

/* Captured and computed packets, with CRCs that several routines agree on. */
static const struct example examples[] = {
    {{0x50, 0x08, 0x00, 0x20, 0x12, 0xd9},
     {.type = AK_DLLP_INITFC1_NP, .hdr_fc = 32, .data_fc = 32}},
    {{0x40, 0x08, 0x00, 0xe0, 0xf5, 0x06},
     {.type = AK_DLLP_INITFC1_P, .hdr_fc = 32, .data_fc = 224}},
    {{0x41, 0x1f, 0xc7, 0xff, 0xfd, 0xc1},
     {.type = AK_DLLP_INITFC1_P, .vc = 1, .hdr_fc = 127, .data_fc = 2047}},
    {{0xa0, 0xff, 0xff, 0xff, 0x43, 0x18},
     {.type = AK_DLLP_UPDATEFC_CPL,
      .hdr_scale = 3,
      .data_scale = 3,
      .hdr_fc = 255,
      .data_fc = 4095}},
    {{0x02, 0x00, 0x00, 0x01, 0xe9, 0x29}, {.type = AK_DLLP_DATA_LINK_FEATURE, .features = 1}},
    {{0x02, 0x80, 0x00, 0x01, 0x31, 0x56},
     {.type = AK_DLLP_DATA_LINK_FEATURE, .feature_ack = true, .features = 1}},
    {{0x00, 0x00, 0x00, 0x00, 0xb3, 0x62}, {.type = AK_DLLP_ACK}},
    {{0x00, 0x00, 0x0f, 0xff, 0x25, 0xa8}, {.type = AK_DLLP_ACK, .seq = 4095}},
    {{0x10, 0x00, 0x0f, 0xfe, 0x6f, 0xd4}, {.type = AK_DLLP_NAK, .seq = 4094}},
    {{0x20, 0x00, 0x00, 0x00, 0x65, 0xad}, {.type = AK_DLLP_PM_ENTER_L1}},
    {{0x21, 0x00, 0x00, 0x00, 0x10, 0x55}, {.type = AK_DLLP_PM_ENTER_L23}},
    {{0x23, 0x00, 0x00, 0x00, 0xeb, 0x05}, {.type = AK_DLLP_PM_ACTIVE_STATE_REQUEST_L1}},
    {{0x24, 0x00, 0x00, 0x00, 0x93, 0x0c}, {.type = AK_DLLP_PM_REQUEST_ACK}},
    {{0x30, 0x00, 0x00, 0x00, 0x8e, 0xca}, {.type = AK_DLLP_VENDOR_SPECIFIC}},
    {{0x31, 0x00, 0x00, 0x00, 0xfb, 0x32}, {.type = AK_DLLP_NOP}},
    {{0x01, 0x00, 0x00, 0x00, 0xc6, 0x9a}, {.type = AK_DLLP_MRINIT}},
    {{0x7f, 0x00, 0x00, 0x00, 0xb6, 0x1f}, {.type = AK_DLLP_UNKNOWN, .code = 0x7f}},
};

/* DLLP-01, DLLP-02. */
static void test_known_packets(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        uint8_t bytes[AK_DLLP_BYTES];
        ak_dllp_encode(&examples[i].dllp, bytes);
        assert_memory_equal(bytes, examples[i].bytes, AK_DLLP_BYTES);
        expect_round_trip(&examples[i].dllp);
    }
}

/* Types whose content is not taken apart keep it. */
static void test_opaque_content(void **state)
{
    static const enum ak_dllp_type opaque[] = {
        AK_DLLP_MRINIT,
        AK_DLLP_ALTERNATE_PROTOCOL_3,
        AK_DLLP_ALTERNATE_PROTOCOL_4,
        AK_DLLP_LINK_MANAGEMENT,
        AK_DLLP_VENDOR_SPECIFIC,
        AK_DLLP_NOP,
        AK_DLLP_MRINITFC1,
        AK_DLLP_MRINITFC2,
        AK_DLLP_MRUPDATEFC,
        AK_DLLP_UNKNOWN,
    };

    (void)state;
    for (size_t i = 0; i < COUNT(opaque); i++) {
        struct ak_dllp dllp = {.type = opaque[i], .content = 0xFFABCDEF, .code = 0x99};
        struct ak_dllp back;
        uint8_t bytes[AK_DLLP_BYTES];
        ak_dllp_encode(&dllp, bytes);
        assert_int_equal(bytes[1], 0xAB);
        assert_int_equal(ak_dllp_decode(bytes, &back), AK_DLLP_GOOD);
        assert_int_equal(back.type, opaque[i]);
        assert_int_equal(back.content, 0xABCDEF);
        assert_int_equal(ak_dllp_reserved_bits(bytes), 0);
    }
}

/* DLLP-03: the packet is Ack 5 with byte 1 and byte 2[7:4] all ones; its CRC covers them. */
static void test_reserved_bits_are_ignored_but_seen(void **state)
{
    static const uint8_t bytes[] = {0x00, 0xff, 0xf0, 0x05, 0x5c, 0x17};
    static const uint8_t pm[] = {0x20, 0x01, 0x02, 0x03, 0, 0};
    struct ak_dllp dllp;

    (void)state;
    assert_int_equal(ak_dllp_decode(bytes, &dllp), AK_DLLP_GOOD);
    assert_int_equal(dllp.type, AK_DLLP_ACK);
    assert_int_equal(dllp.seq, 5);
    assert_int_equal(ak_dllp_reserved_bits(bytes), 0xFFF000);
    assert_int_equal(ak_dllp_reserved_bits(pm), 0x010203);
}

/* DLLP-03: what does not fit a field cannot spill into its neighbours. */
static void test_fields_are_cut_to_their_place(void **state)
{
    struct ak_dllp ack = {.type = AK_DLLP_ACK, .seq = 0xF005, .content = 0xFFFFFF};
    struct ak_dllp credits = {
        .type = AK_DLLP_UPDATEFC_P, .vc = 0xF8, .hdr_scale = 4, .data_scale = 4, .data_fc = 0x1000};
    struct ak_dllp feature = {.type = AK_DLLP_DATA_LINK_FEATURE, .features = 0xFF800001};
    struct ak_dllp pm = {.type = AK_DLLP_PM_ENTER_L1, .content = 0xFFFFFF};
    static const uint8_t expected_ack[] = {0, 0, 0, 5};
    static const uint8_t expected_credits[] = {0x80, 0, 0, 0};
    static const uint8_t expected_feature[] = {2, 0, 0, 1};
    static const uint8_t expected_pm[] = {0x20, 0, 0, 0};
    uint8_t bytes[AK_DLLP_BYTES];

    (void)state;
    ak_dllp_encode(&ack, bytes);
    assert_memory_equal(bytes, expected_ack, 4);
    ak_dllp_encode_ack(bytes, false, 0xF005);
    assert_memory_equal(bytes, expected_ack, 4);
    ak_dllp_encode(&credits, bytes);
    assert_memory_equal(bytes, expected_credits, 4);
    ak_dllp_encode(&feature, bytes);
    assert_memory_equal(bytes, expected_feature, 4);
    ak_dllp_encode(&pm, bytes);
    assert_memory_equal(bytes, expected_pm, 4);
}

/* DLLP-01: every error of one, two or three bits in 48 is seen; the fields are shown all the same.
 */
static void test_damaged_packets_are_seen(void **state)
{
    uint8_t good[AK_DLLP_BYTES];
    struct ak_dllp dllp;

    (void)state;
    ak_dllp_encode_ack(good, false, 42);
    for (unsigned int a = 0; a < 48; a++) {
        for (unsigned int b = a; b < 48; b++) {
            for (unsigned int c = b; c < 48; c++) {
                uint8_t bytes[AK_DLLP_BYTES];
                memcpy(bytes, good, sizeof good);
                bytes[a / 8] ^= (uint8_t)(1u << a % 8);
                if (b != a)
                    bytes[b / 8] ^= (uint8_t)(1u << b % 8);
                if (c != b)
                    bytes[c / 8] ^= (uint8_t)(1u << c % 8);
                assert_int_equal(ak_dllp_decode(bytes, &dllp), AK_DLLP_BAD_CRC);
                assert_false(ak_dllp_crc_is_good(bytes));
            }
        }
    }
    good[5] ^= 1;
    assert_int_equal(ak_dllp_decode(good, &dllp), AK_DLLP_BAD_CRC);
    assert_int_equal(dllp.type, AK_DLLP_ACK);
    assert_int_equal(dllp.seq, 42);
}

/* Whatever arrives with a good CRC goes out the same, but for reserved bits. */
static void test_random_packets(void **state)
{
    uint32_t random = 1;

    (void)state;
    for (unsigned int i = 0; i < 100000; i++) {
        uint8_t bytes[AK_DLLP_BYTES];
        uint8_t again[AK_DLLP_BYTES];
        struct ak_dllp dllp;
        uint32_t reserved;
        for (unsigned int at = 0; at < AK_DLLP_BYTES; at++) {
            random = random * 1664525u + 1013904223u;
            bytes[at] = (uint8_t)(random >> 24);
        }
        ak_dllp_decode(bytes, &dllp);
        reserved = ak_dllp_reserved_bits(bytes);
        ak_dllp_encode(&dllp, again);
        assert_int_equal(again[0], bytes[0]);
        assert_int_equal(again[1], bytes[1] & (uint8_t) ~(reserved >> 16));
        assert_int_equal(again[2], bytes[2] & (uint8_t) ~(reserved >> 8));
        assert_int_equal(again[3], bytes[3] & (uint8_t)~reserved);
    }
}

static void test_scale_factors(void **state)
{
    (void)state;
    assert_int_equal(ak_fc_scale_factor(AK_FC_SCALE_OFF), 1);
    assert_int_equal(ak_fc_scale_factor(AK_FC_SCALE_1), 1);
    assert_int_equal(ak_fc_scale_factor(AK_FC_SCALE_4), 4);
    assert_int_equal(ak_fc_scale_factor(AK_FC_SCALE_16), 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_value_of_byte_0),
        cmocka_unit_test(test_every_ack_and_nak),
        cmocka_unit_test(test_every_flow_control_type),
        cmocka_unit_test(test_which_types_carry_credits),
        cmocka_unit_test(test_known_packets),
        cmocka_unit_test(test_opaque_content),
        cmocka_unit_test(test_reserved_bits_are_ignored_but_seen),
        cmocka_unit_test(test_fields_are_cut_to_their_place),
        cmocka_unit_test(test_damaged_packets_are_seen),
        cmocka_unit_test(test_random_packets),
        cmocka_unit_test(test_scale_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
