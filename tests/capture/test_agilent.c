/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of Agilent's analyzers, in PAD files and as packets of link type USER11.
 * Not here: the recorded PAD file (test_recorded.c), damage everywhere (test_damage.c).
 */
#include "capture_test.h"

#define TLP_BYTES "000533000000000000190000000000000000fa26064b"
#define LINK_X1   "0 1000 link rate=2.5 width=1 resolution=8 views=probe,probe\n"

/* 24 symbols last 96 ns at 2.5 GT/s x1, a DLLP 32 ns, a SKP ordered set 16 ns. */
static const struct agilent_row plain_rows[] = {
    {1000, AGILENT_2_5, 0, "fb" TLP_BYTES "fd"},
    {1416, AGILENT_2_5 | AGILENT_UP, 0, "5c" ACK_0 "fd"},
    {1600, AGILENT_2_5, 0, "bc1c1c1c"},
};

#define PLAIN_TRACE                                                                                \
    LINK_X1 "1 1000+96 tlp downstream probe END " TLP_BYTES "\n"                                   \
            "2 1416+32 dllp upstream probe END " ACK_0 "\n"                                        \
            "3 1600+16 os downstream probe SKP bc1c1c1c\n"

static void a_pad_is_read(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    (void)put_pad(&build, plain_rows, 3);
    expect(&build, "t", PLAIN_TRACE, "");
    free(build.bytes);
}

static void user11_is_read(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_section(&build);
    put_interface(&build, 158, 9);
    for (size_t i = 0; i < 3; i++)
        put_user11(&build, &plain_rows[i]);
    expect(&build, "t", PLAIN_TRACE, "");
    free(build.bytes);
}

static void expect_row(struct agilent_row row, const char *trace)
{
    struct build build = {NULL, 0, false};
    (void)put_pad(&build, &row, 1);
    expect(&build, "t", trace, "");
    free(build.bytes);
}

static void ends_of_packets_are_told(void **state)
{
    (void)state;
    expect_row((struct agilent_row){1000, AGILENT_2_5, 0, "fb" TLP_BYTES "fe"},
               LINK_X1 "1 1000+96 tlp downstream probe EDB " TLP_BYTES "\n");
    expect_row((struct agilent_row){1000, AGILENT_2_5, 0, "fb" TLP_BYTES},
               LINK_X1 "1 1000+92 tlp downstream probe CUT " TLP_BYTES "\n");
    expect_row((struct agilent_row){1000, AGILENT_2_5, 0, "fb"},
               LINK_X1 "1 1000+4 tlp downstream probe CUT -\n");
    expect_row((struct agilent_row){1000, AGILENT_2_5, 0, "5cfd"},
               LINK_X1 "1 1000+8 dllp downstream probe END -\n");
}

static void errors_are_told(void **state)
{
    (void)state;
    expect_row((struct agilent_row){1000, AGILENT_2_5 | AGILENT_ERROR, 0, "5c" ACK_0 "fd"},
               LINK_X1 "1 1000+32 dllp downstream probe END " ACK_0 " error\n");
    expect_row((struct agilent_row){1000, AGILENT_2_5 | 1u << 11, 0, "bc1c1c"},
               LINK_X1 "1 1000+12 os downstream probe SKP bc1c1c error\n");
    expect_row((struct agilent_row){1000, AGILENT_2_5 | AGILENT_ERROR, 0, "4a4a"},
               LINK_X1 "1 1000 error downstream probe\n");
    /* Noise behind an EIOS is no error. */
    expect_row((struct agilent_row){1000, AGILENT_2_5 | AGILENT_ERROR, 0, "bc7c7c7c63116311"},
               LINK_X1 "1 1000+16 os downstream probe EIOS bc7c7c7c\n");
}

static void metadata_is_no_symbol(void **state)
{
    (void)state;
    expect_row((struct agilent_row){1000, AGILENT_2_5, 8, "5c" ACK_0 "fd8100"},
               LINK_X1 "1 1000+32 dllp downstream probe END " ACK_0 "\n");
}

static void a_wide_link_is_read(void **state)
{
    (void)state;
    /* A DLLP of 8 symbols lasts 2 symbol times of 2 ns on 4 lanes; SKPs are told once. */
    static const struct agilent_row rows[] = {
        {1000, AGILENT_5 | AGILENT_X4, 0, "5c" ACK_0 "fd"},
        {1600, AGILENT_5 | AGILENT_X4, 0, "bcbcbcbc1c1c1c1c1c1c1c1c1c1c1c1c"},
        {1700, AGILENT_5 | AGILENT_X4 | AGILENT_GAP, 0, "5c" ACK_0 "fd"},
        {1800, AGILENT_2_5 | AGILENT_X4, 0, "5c" ACK_0 "fd"},
        {1900, AGILENT_X4, 0, "5c" ACK_0 "fd"},
    };
    struct build build = {NULL, 0, false};
    (void)put_pad(&build, rows, 5);
    expect(&build, "t",
           "0 1000 link rate=5 width=4 resolution=8 views=probe,probe\n"
           "1 1000+4 dllp downstream probe END " ACK_0 "\n"
           "2 1600+8 os downstream probe SKP bc1c1c1c\n"
           "0 1608+92 gap both probe\n"
           "3 1700+4 dllp downstream probe END " ACK_0 "\n"
           "0 1800 link rate=2.5 width=4\n"
           "4 1800+8 dllp downstream probe END " ACK_0 "\n"
           "0 1900 link width=4\n"
           "5 1900 dllp downstream probe END " ACK_0 "\n",
           "");
    free(build.bytes);
}

static void times_far_from_zero_are_read(void **state)
{
    (void)state;
    /* 20,000 s do not fit in femtoseconds with room for more: they count from 20,000 s. */
    expect_row((struct agilent_row){20000000001000, AGILENT_2_5, 0, "bc1c1c1c"},
               LINK_X1 "1 1000+16 os downstream probe SKP bc1c1c1c\n");
}

/* Sets a field of a PAD with the three records. */
static void expect_damaged(size_t at, uint64_t value, unsigned bytes, bool big_endian,
                           const char *trace, const char *error)
{
    struct build build = {NULL, 0, false};
    (void)put_pad(&build, plain_rows, 3);
    build.big_endian = big_endian;
    set_number(&build, at, value, bytes);
    expect(&build, "t", trace, error);
    free(build.bytes);
}

static void hostile_fields_are_named(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    char right[200];
    struct pad_places at = put_pad(&build, plain_rows, 3);
    free(build.bytes);
    /* The data of the three records is 36 bytes long, and the file ends with it. */
    (void)snprintf(right, sizeof right,
                   "t: at byte %zu: found the end of the file or overlong strings, expected the "
                   "rest of a PAD header",
                   at.data + 36);
    expect_damaged(at.module, 0xFF, 2, true, "", right);
    expect_damaged(at.last_record, 99, 4, true, "",
                   "t: at byte 0: found records 100 to 99 in the header, expected an ascending "
                   "range");
    expect_damaged(at.record_bytes, 48, 4, true, "",
                   "t: at byte 0: found records of 48 bytes and 8 words of times in the header, "
                   "expected 40 and 8");
    (void)snprintf(right, sizeof right,
                   "t: at byte 0: found records at byte 18446744073709551615 and data at byte %zu, "
                   "expected them in the file",
                   at.data);
    expect_damaged(at.records_offset, UINT64_MAX, 8, true, "", right);
    (void)snprintf(right, sizeof right, "t: at byte %zu: found record 100, expected record 60",
                   at.records);
    expect_damaged(at.first_record, 60, 4, true, "", right);
    (void)snprintf(right, sizeof right,
                   "t: at byte %zu: found the end of the file, expected a record of 40 bytes",
                   at.data + 36 - 30);
    expect_damaged(at.records_offset, at.data + 36 - 30, 8, true, "", right);
    (void)snprintf(right, sizeof right, "t: at byte %zu: found record 7, expected record 101",
                   at.records + 40);
    expect_damaged(at.records + 40, 7, 4, false,
                   LINK_X1 "1 1000+96 tlp downstream probe END " TLP_BYTES "\n", right);
    (void)snprintf(right, sizeof right,
                   "t: at byte %zu: found data at byte 18446744069414584352 behind the table, "
                   "expected it in the file",
                   at.records + 80 + 32);
    expect_damaged(at.records + 80 + 32, 0xFFFFFFFF, 4, false,
                   LINK_X1 "1 1000+96 tlp downstream probe END " TLP_BYTES "\n"
                           "2 1416+32 dllp upstream probe END " ACK_0 "\n",
                   right);
    (void)snprintf(right, sizeof right,
                   "t: at byte %zu: found the end of the file, expected the data of a record",
                   at.data + 1000);
    expect_damaged(at.records + 36, 1000, 4, false, "", right);
    (void)snprintf(right, sizeof right,
                   "t: at byte %zu: found width code 7 in the flags of a record, expected 0 to 4 "
                   "(x1 to x16)",
                   at.records);
    expect_damaged(at.records + 28, 7, 4, false, "", right);
}

static void a_recording_of_another_bus_is_refused(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    struct pad_places at = put_pad(&build, plain_rows, 1);
    memcpy(build.bytes + at.module + 2 + 19, "FIBRECH", 7);
    expect(&build, "t", "",
           "t: at byte 2: found a recording of module "
           "\"AGT_MODULE_ONEPORT_FIBRECHESS_X8\", expected one of PCI Express");
    free(build.bytes);
}

static void a_short_user11_packet_is_named(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_section(&build);
    put_interface(&build, 158, 9);
    put_packet(&build, 0, 0, "0123456789012345678", 19, 19);
    expect(&build, "t", "",
           "t: at byte 88: found a packet of 19 bytes, expected at least the 20 of "
           "its header");
    free(build.bytes);
}

static void a_long_record_is_truncated(void **state)
{
    (void)state;
    static char data[2 * 9001 + 1];
    struct reading reading;
    struct build build = {NULL, 0, false};
    struct agilent_row row = {1000, AGILENT_2_5, 0, data};
    memset(data, '0', sizeof data - 1);
    memcpy(data, "fb", 2);
    (void)put_pad(&build, &row, 1);
    read_bytes(&reading, "t", build.bytes, build.count, 0);
    assert_int_equal(reading.status, AK_CAPTURE_OK);
    /* Of the text: 8,192 bytes are 16,384 digits. */
    const char *digits = strstr(reading.trace, "CUT ");
    assert_non_null(digits);
    assert_int_equal(strspn(digits + 4, "0"), 16384);
    assert_string_equal(digits + 4 + 16384, " truncated\n");
    free(reading.trace);
    free(build.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pad_is_read),
        cmocka_unit_test(user11_is_read),
        cmocka_unit_test(ends_of_packets_are_told),
        cmocka_unit_test(errors_are_told),
        cmocka_unit_test(metadata_is_no_symbol),
        cmocka_unit_test(a_wide_link_is_read),
        cmocka_unit_test(times_far_from_zero_are_read),
        cmocka_unit_test(hostile_fields_are_named),
        cmocka_unit_test(a_recording_of_another_bus_is_refused),
        cmocka_unit_test(a_short_user11_packet_is_named),
        cmocka_unit_test(a_long_record_is_truncated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
