/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link-layer header of link type USER0: its bytes, both ways.
 * Not here: files with such packets (tests/capture).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "trace/pcap_link.h"

/* A TLP upstream at 1.000002 ns for 80 ns, seen by its receiver, EDB, with its STP token. */
static const uint8_t header[AK_PCAP_LINK_BYTES] = {
    1,    40,   1,    1,    2,    1,    0,    7,    /* to the flags */
    0x5F, 0x10, 0x72, 0x00, 2,    0,    0,    0,    /* token, 2 fs */
    0x00, 0xB4, 0xC4, 0x04, 0,    0,    0,    0,    /* 80,000,000 fs */
    0x15, 0x81, 0xE9, 0x7D, 0xF4, 0x10, 0x22, 0x11, /* 1234567890123456789 */
    9,    0,    0,    0,    0,    0,    0,    0,
};

static struct ak_record a_tlp(void)
{
    struct ak_record record;
    memset(&record, 0, sizeof record);
    record.number = 1234567890123456789u;
    record.time_fs = 1000002;
    record.end_fs = 81000002;
    record.about = 9;
    record.kind = AK_RECORD_TLP;
    record.direction = AK_UPSTREAM;
    record.seen = AK_SEEN_RECEIVER;
    record.end = AK_END_EDB;
    record.error = true;
    record.truncated = true;
    record.has_stp = true;
    memcpy(record.stp, header + 8, 4);
    return record;
}

static void a_record_becomes_its_bytes(void **state)
{
    (void)state;
    uint8_t out[AK_PCAP_LINK_BYTES];
    struct ak_record record = a_tlp();
    ak_pcap_link_encode(&record, out);
    assert_memory_equal(out, header, sizeof out);
}

static void the_bytes_become_the_record(void **state)
{
    (void)state;
    struct ak_record record;
    const char *error;
    assert_int_equal(ak_pcap_link_decode(header, sizeof header, 1000000, &record, &error), 40);
    struct ak_record right = a_tlp();
    assert_int_equal(record.number, right.number);
    assert_int_equal(record.time_fs, right.time_fs);
    assert_int_equal(record.end_fs, right.end_fs);
    assert_int_equal(record.about, right.about);
    assert_int_equal(record.kind, right.kind);
    assert_int_equal(record.direction, right.direction);
    assert_int_equal(record.seen, right.seen);
    assert_int_equal(record.end, right.end);
    assert_true(record.error && record.truncated && record.has_stp);
    assert_memory_equal(record.stp, right.stp, 4);
    assert_null(record.bytes);
}

/* One byte of the header is `value`; what is wrong with that. */
static void expect_error(size_t at, uint8_t value, const char *right)
{
    uint8_t wrong[AK_PCAP_LINK_BYTES];
    struct ak_record record;
    const char *error;
    memcpy(wrong, header, sizeof wrong);
    wrong[at] = value;
    assert_int_equal(ak_pcap_link_decode(wrong, sizeof wrong, 0, &record, &error), 0);
    assert_string_equal(error, right);
}

static void impossible_headers_are_refused(void **state)
{
    (void)state;
    struct ak_record record;
    const char *error;
    for (size_t count = 0; count < AK_PCAP_LINK_BYTES; count++)
        assert_int_equal(ak_pcap_link_decode(header, count, 0, &record, &error), 0);
    expect_error(0, 2, "found another version of the link-layer header, expected version 1");
    expect_error(1, 39,
                 "found an impossible header length, expected 40 to the length of the packet");
    expect_error(1, 41,
                 "found an impossible header length, expected 40 to the length of the packet");
    expect_error(2, 10, "found an unknown kind of record, expected 0 to 9");
    expect_error(3, 3, "found an unknown direction or place, expected 0 to 2");
    expect_error(3, 2, "found a TLP or DLLP of both directions, expected 0 or 1");
    expect_error(4, 3, "found an unknown direction or place, expected 0 to 2");
    expect_error(5, 3, "found an unknown end or ordered set, expected 0 to 2 and 0 to 7");
    expect_error(6, 8, "found an unknown end or ordered set, expected 0 to 2 and 0 to 7");
    expect_error(15, 1, "found more than 999,999 fs below the time stamp, expected less");
    /* First the 2 fs below the time stamp do not fit, then the duration of 80,000,000 fs. */
    static const uint64_t late_fs[] = {UINT64_MAX - 1, UINT64_MAX - 80000001};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(ak_pcap_link_decode(header, sizeof header, late_fs[i], &record, &error),
                         0);
        assert_string_equal(error, "found an end later than 1.8e13 ns, expected an earlier one");
    }
    assert_int_equal(
        ak_pcap_link_decode(header, sizeof header, UINT64_MAX - 80000002, &record, &error), 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_becomes_its_bytes),
        cmocka_unit_test(the_bytes_become_the_record),
        cmocka_unit_test(impossible_headers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
