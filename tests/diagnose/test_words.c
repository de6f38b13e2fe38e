/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Addresses, names of bits, numbers and time stamps.
 * Not here: lines (test_lines.c), formats (test_formats.c).
 */
#include "support.h"

#include "diagnose/text/journal.h"
#include "diagnose/text/stamp.h"
#include "diagnose/text/text.h"

static void find_address(const char *text, const char *expected)
{
    struct ak_addr addr;
    const char *end;
    char out[AK_ADDR_TEXT];
    const char *found = ak_addr_find(text, &addr, &end);

    if (expected == NULL) {
        assert_null(found);
        return;
    }
    assert_non_null(found);
    assert_string_equal(ak_addr_format(out, &addr), expected);
}

static void test_addresses(void **state)
{
    (void)state;
    find_address("pcieport 0000:00:1c.2: AER", "0000:00:1c.2");
    find_address("`00:1d.1`: x", "0000:00:1d.1");
    find_address("bus 00000000:C1:00.0 ", "0000:c1:00.0");
    find_address("10001:00:02.0:", "10001:00:02.0");
    find_address("pcieport 0000:00:1b:4: hand", "0000:00:1b.4");
    find_address("PCI:0000:41:00.7", "0000:41:00.7");
    find_address("/sys/devices/pci0000:00/0000:00:1c.4/x", "0000:00:1c.4");
    find_address("kernel at 23:50:07.123456 and 23:50:07", NULL);
    find_address("mac 00:1b:21:aa:bb:cc", NULL);
    find_address("usb 1-2:1.0: x", NULL);
    find_address("00:20.0 has device number 32", NULL);
    find_address("00:1f.8 has function 8", NULL);
}

static void test_requester_id(void **state)
{
    struct ak_addr addr = ak_addr_from_rid(0, 0x00e5); /* bus 0, device 28, function 5 */

    (void)state;
    assert_int_equal(addr.bus, 0);
    assert_int_equal(addr.dev, 28);
    assert_int_equal(addr.fn, 5);
}

static enum ak_bit bit_of(const char *name)
{
    return ak_bit_from_name(name, strlen(name));
}

static void test_bit_names(void **state)
{
    (void)state;
    assert_int_equal(bit_of("RELAY_NUM Rollover"), AK_BIT_ROLLOVER);
    assert_int_equal(bit_of("Replay Timer Timeout  "), AK_BIT_TIMEOUT);
    assert_int_equal(bit_of("Recv Error count"), AK_BIT_RXERR);
    assert_int_equal(bit_of("bad_dllp"), AK_BIT_BADDLLP);
    assert_int_equal(bit_of("NVML_FI_DEV_PCIE_COUNT_NAKS_SENT"), AK_BIT_NAKS_SENT);
    assert_int_equal(bit_of("pcie_nac_received_count"), AK_BIT_NAKS_RECEIVED);
    assert_int_equal(bit_of("DCGM_FI_DEV_PCIE_REPLAY_COUNTER"), AK_BIT_REPLAYS);
    assert_int_equal(bit_of("BIT5"), AK_BIT_SDES);
    assert_int_equal(bit_of("Advisory Non-Fatal"), AK_BIT_OTHER);
    assert_int_equal(bit_of("Completion Timeout"), AK_BIT_OTHER);
    assert_int_equal(bit_of("I/O timeout"), AK_BIT_UNKNOWN);
    assert_int_equal(bit_of(""), AK_BIT_UNKNOWN);
    assert_int_equal(bit_of("nack_received_count"), AK_BIT_NAKS_RECEIVED);
    assert_int_equal(bit_of("NAKReceivedCount"), AK_BIT_NAKS_RECEIVED);
    assert_int_equal(bit_of("nac_sent_count"), AK_BIT_NAKS_SENT);
    assert_int_equal(bit_of("rx_nak_dllp"), AK_BIT_NAKS_RECEIVED);
    assert_int_equal(bit_of("tx_nak_dllp"), AK_BIT_NAKS_SENT);
    assert_int_equal(bit_of("L0ToRecoveryCount"), AK_BIT_RECOVERIES);
    assert_int_equal(bit_of("Surprise Down Error"), AK_BIT_SDES);
    assert_int_equal(bit_of("Data Link Protocol"), AK_BIT_DLP);
    assert_int_equal(bit_of("REPLAY_ROLLOVER_COUNTER"), AK_BIT_ROLLOVER);
    assert_int_equal(bit_of("Replay Number Rollovers"), AK_BIT_ROLLOVER);
    assert_int_equal(bit_of("Bad TLP"), AK_BIT_BADTLP);
    assert_int_equal(bit_of("ACSViol"), AK_BIT_OTHER);
    assert_int_equal(bit_of("UnxCmplt"), AK_BIT_OTHER);
}

static void test_numbers(void **state)
{
    const char *s;
    uint64_t v;
    char out[28];

    (void)state;
    s = "46,120,955 rest";
    assert_true(ak_text_number(&s, &v));
    assert_int_equal(v, 46120955);
    assert_string_equal(s, " rest");
    s = "12,34";
    assert_true(ak_text_number(&s, &v)); /* a list, not a group of three */
    assert_int_equal(v, 12);
    s = "4K";
    assert_false(ak_text_number(&s, &v));
    s = "99999999999999999999";
    assert_false(ak_text_number(&s, &v));
    assert_string_equal(ak_text_grouped(out, 1234567), "1,234,567");
    assert_string_equal(ak_text_grouped(out, 999), "999");
}

static void check_stamp(const char *raw, enum ak_clock clock, bool fine, int64_t us)
{
    struct ak_stamp stamp = ak_stamp_read(raw, ak_line_body(raw));

    assert_int_equal(stamp.clock, clock);
    if (clock != AK_CLOCK_NONE) {
        assert_int_equal(stamp.fine, fine);
        if (stamp.us != us)
            fail_msg("%s: %lld instead of %lld", raw, (long long)stamp.us, (long long)us);
    }
}

/* 2025-03-04 00:00 is day 20151 of 1970; without a year 4 March is day 62. */
static void test_stamps(void **state)
{
    const int64_t second = 1000000, day = 86400 * second;

    (void)state;
    check_stamp("[ 8123.401125] x", AK_CLOCK_MONO, true, INT64_C(8123401125));
    check_stamp("<4>[ 4502.118860] x", AK_CLOCK_MONO, true, INT64_C(4502118860));
    check_stamp("[  +0.000912] x", AK_CLOCK_NONE, false, 0);
    check_stamp("Mar  4 00:00:07 h kernel: x", AK_CLOCK_WALL, false, 62 * day + 7 * second);
    check_stamp("Mar  4 00:00:07 h kernel: [12.500000] x", AK_CLOCK_MONO, true, 12500000);
    check_stamp("2025-03-04T00:00:01,500000+01:00 x", AK_CLOCK_WALL, true, 20151 * day + 1500000);
    check_stamp("2025-03-04T00:00:01+0100 h kernel: x", AK_CLOCK_WALL, false, 20151 * day + second);
    check_stamp("[Tue Mar  4 00:00:02 2025] x", AK_CLOCK_WALL, false, 20151 * day + 2 * second);
    check_stamp("no stamp at all", AK_CLOCK_NONE, false, 0);
}

static void check_journal(const char *json, const char *expected)
{
    char line[256];

    (void)snprintf(line, sizeof line, "%s", json);
    assert_true(ak_journal_unpack(line, sizeof line));
    assert_string_equal(line, expected);
}

/* 1700000000 is 2023-11-14T22:13:20 UTC. The time since boot goes before the date. */
static void test_journal_stamps(void **state)
{
    char other[] = "{\"message\":\"x\"}";

    (void)state;
    check_journal("{\"__REALTIME_TIMESTAMP\":\"1700000000000000\","
                  "\"_SOURCE_MONOTONIC_TIMESTAMP\":\"5000012\",\"MESSAGE\":\"x\"}",
                  "[    5.000012] x");
    check_journal("{ \"MESSAGE\" : \"x\", \"__REALTIME_TIMESTAMP\" : \"1700000000000003\" }",
                  "2023-11-14T22:13:20.000003Z localhost kernel: x");
    check_journal("{\"MESSAGE\":\"x\"}", "x");
    assert_false(ak_journal_unpack(other, sizeof other));
}

static void test_dates(void **state)
{
    struct ak_stamp a = ak_stamp_read_date("Tue 04 Mar 2025 01:00:00 PM CET");
    struct ak_stamp b = ak_stamp_read_date("Tue Mar  4 13:00:00 CET 2025");

    (void)state;
    assert_int_equal(a.clock, AK_CLOCK_WALL);
    assert_true(a.us == b.us);
    assert_int_equal(ak_stamp_read_date("Receiver Error: 3").clock, AK_CLOCK_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),      cmocka_unit_test(test_requester_id),
        cmocka_unit_test(test_bit_names),      cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_stamps),         cmocka_unit_test(test_dates),
        cmocka_unit_test(test_journal_stamps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
