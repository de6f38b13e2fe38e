/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pcapng and pcap: byte orders, units of time, blocks to skip, truncation, link types.
 * Not here: Agilent records behind USER11 (test_agilent.c), damage everywhere (test_damage.c).
 */
#include "capture_test.h"

#define LINE(number, time, direction) number " " time "+32 dllp " direction " probe END " ACK_0 "\n"

/* A DLLP on interface 0 whose time stamp is `units`. */
static void put_dllp(struct build *build, uint64_t units)
{
    uint8_t packet[64];
    size_t bytes = user0_dllp(packet, AK_UPSTREAM, 0, 32);
    put_packet(build, 0, units, packet, bytes, bytes);
}

static void both_byte_orders_are_read(void **state)
{
    (void)state;
    for (int big = 0; big <= 1; big++) {
        struct build build = {NULL, 0, big == 1};
        put_section(&build);
        put_interface(&build, 147, 9);
        put_dllp(&build, 5000000007);
        expect(&build, "t", LINE("1", "5000000007", "upstream"), "");
        free(build.bytes);
    }
}

static void units_of_time_are_exact(void **state)
{
    (void)state;
    static const struct {
        uint8_t resolution;
        uint64_t units;
        const char *trace;
    } rows[] = {
        /* 3 s and 250,000 units of 10^-6, 10^-7, 10^-12, 10^-15, 10^-16 s */
        {0, 3250000, "0 3250000000 link resolution=1000\n" LINE("1", "3250000000", "upstream")},
        {6, 3250000, "0 3250000000 link resolution=1000\n" LINE("1", "3250000000", "upstream")},
        {7, 30250000, "0 3025000000 link resolution=100\n" LINE("1", "3025000000", "upstream")},
        {12, 3000000250000, LINE("1", "3000000250", "upstream")},
        {15, 3000000000250000, LINE("1", "3000000000.25", "upstream")},
        {16, 30000000000250000, LINE("1", "3000000000.025", "upstream")},
        /* 1 s and a half, in units of 2^-1 and of 2^-32 s; 2^-32 s is 232,830 fs */
        {0x81, 3, "0 1500000000 link resolution=500000000\n" LINE("1", "1500000000", "upstream")},
        {0xA0, 6442450945, LINE("1", "1500000000.23283", "upstream")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct build build = {NULL, 0, false};
        put_section(&build);
        put_interface(&build, 147, rows[i].resolution);
        put_dllp(&build, rows[i].units);
        expect(&build, "t", rows[i].trace, "");
        free(build.bytes);
    }
}

static void times_since_1970_count_from_the_first_second(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    struct reading reading;
    put_section(&build);
    put_interface(&build, 147, 9);
    put_dllp(&build, 1700000000000000500);
    put_dllp(&build, 1700000001000000500);
    put_dllp(&build, 1699999999000000000);
    read_bytes(&reading, "t", build.bytes, build.count, 0);
    assert_string_equal(reading.trace,
                        LINE("1", "500", "upstream") LINE("2", "1000000500", "upstream"));
    assert_string_equal(reading.notes, "t: times count from second 1700000000 of the recording\n");
    assert_string_equal(reading.result.error,
                        "t: at byte 248: found a time stamp before the first or 5.1 hours after "
                        "it, expected one between");
    free(reading.trace);
    free(build.bytes);
}

static void other_blocks_are_skipped(void **state)
{
    (void)state;
    static const uint32_t types[] = {4, 5, 9, 10, 0xBAD, 0x40000BAD, 0x80000001};
    static const uint8_t filler[300000] = {1};
    struct build build = {NULL, 0, false};
    put_section(&build);
    put_interface(&build, 147, 9);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t begin = begin_block(&build, types[i]);
        /* One of them is larger than the reader's buffer. */
        put_bytes(&build, filler, types[i] == 10 ? sizeof filler : i * 5);
        end_block(&build, begin);
    }
    put_dllp(&build, 40);
    expect(&build, "t", LINE("1", "40", "upstream"), "");
    free(build.bytes);
}

static void sections_begin_anew(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_section(&build);
    put_interface(&build, 147, 9);
    put_dllp(&build, 40);
    build.big_endian = true;
    put_section(&build);
    put_interface(&build, 147, 9);
    put_dllp(&build, 80);
    put_section(&build);
    put_dllp(&build, 120);
    expect(&build, "t", LINE("1", "40", "upstream") LINE("2", "80", "upstream"),
           "t: at byte 316: found a packet of interface 0, expected one of the 0 that were "
           "described");
    free(build.bytes);
}

static void an_offset_of_an_interface_is_added(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_section(&build);
    size_t begin = begin_block(&build, 1);
    put_number(&build, 147, 2);
    put_number(&build, 0, 2);
    put_number(&build, 0, 4);
    put_number(&build, 2, 2); /* if_name */
    put_number(&build, 5, 2);
    put_text(&build, "linkA");
    pad_to_4(&build);
    put_number(&build, 9, 2); /* if_tsresol */
    put_number(&build, 1, 2);
    put_number(&build, 9, 4);
    put_number(&build, 14, 2); /* if_tsoffset: -2 s */
    put_number(&build, 8, 2);
    put_number(&build, (uint64_t)-2, 8);
    end_block(&build, begin);
    put_dllp(&build, 5000000000);
    expect(&build, "t", LINE("1", "3000000000", "upstream"), "");
    free(build.bytes);
}

static void lost_packets_are_a_gap(void **state)
{
    (void)state;
    uint8_t packet[64];
    size_t bytes = user0_dllp(packet, AK_DOWNSTREAM, 0, 32);
    struct build build = {NULL, 0, false};
    put_section(&build);
    put_interface(&build, 147, 9);
    put_dllp(&build, 40);
    size_t begin = begin_block(&build, 6);
    put_number(&build, 0, 4);
    put_number(&build, 0, 4);
    put_number(&build, 500, 4);
    put_number(&build, bytes, 4);
    put_number(&build, bytes, 4);
    put_bytes(&build, packet, bytes);
    pad_to_4(&build);
    put_number(&build, 1, 2); /* opt_comment */
    put_number(&build, 3, 2);
    put_text(&build, "gap");
    pad_to_4(&build);
    put_number(&build, 4, 2); /* epb_dropcount */
    put_number(&build, 8, 2);
    put_number(&build, 17, 8);
    put_number(&build, 0, 4);
    end_block(&build, begin);
    expect(&build, "t",
           LINE("1", "40", "upstream") "0 72+428 gap both probe\n" LINE("2", "500", "downstream"),
           "");
    free(build.bytes);
}

static void the_obsolete_packet_block_is_read(void **state)
{
    (void)state;
    uint8_t packet[64];
    size_t bytes = user0_dllp(packet, AK_DOWNSTREAM, 0, 32);
    struct build build = {NULL, 0, true};
    put_section(&build);
    put_interface(&build, 147, 9);
    size_t begin = begin_block(&build, 2);
    put_number(&build, 0, 2);
    put_number(&build, 0xFFFF, 2); /* losses not known */
    put_number(&build, 0, 4);
    put_number(&build, 500, 4);
    put_number(&build, bytes, 4);
    put_number(&build, bytes, 4);
    put_bytes(&build, packet, bytes);
    end_block(&build, begin);
    expect(&build, "t", LINE("1", "500", "downstream"), "");
    free(build.bytes);
}

static void foreign_packets_are_left_out(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    struct reading reading;
    put_section(&build);
    put_interface(&build, 147, 9);
    put_interface(&build, 1, 0);
    put_packet(&build, 1, 7, "ethernet", 8, 8);
    put_dllp(&build, 40);
    size_t begin = begin_block(&build, 3); /* a Simple Packet Block */
    put_number(&build, 4, 4);
    put_text(&build, "data");
    end_block(&build, begin);
    read_bytes(&reading, "t", build.bytes, build.count, 0);
    assert_int_equal(reading.status, AK_CAPTURE_OK);
    assert_string_equal(reading.trace, LINE("2", "40", "upstream"));
    assert_string_equal(reading.notes,
                        "t: packets without a time stamp (Simple Packet Blocks), left out: 1\n"
                        "t: packets of other link types (1), left out: 1\n");
    free(reading.trace);
    free(build.bytes);
}

static void only_foreign_packets_are_an_error(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_section(&build);
    put_interface(&build, 1, 0);
    put_packet(&build, 0, 7, "ethernet", 8, 8);
    expect(&build, "t", "",
           "t: at byte 0: found only packets of other link types (1), expected "
           "some of USER0 (147) or USER11 (158)");
    free(build.bytes);
}

static void a_snap_length_truncates(void **state)
{
    (void)state;
    uint8_t packet[64];
    size_t bytes = user0_dllp(packet, AK_UPSTREAM, 0, 32);
    struct build build = {NULL, 0, false};
    put_section(&build);
    put_interface(&build, 147, 9);
    put_packet(&build, 0, 40, packet, bytes - 2, bytes);
    put_packet(&build, 0, 80, packet, AK_PCAP_LINK_BYTES, bytes);
    expect(&build, "t",
           "1 40+32 dllp upstream probe END 00000000 truncated\n"
           "2 80+32 dllp upstream probe END - truncated\n",
           "");
    free(build.bytes);
}

static void every_kind_of_record_survives(void **state)
{
    (void)state;
    static const char link[] = "rate=8 width=4 mps=256 views=probe,none";
    struct build build = {NULL, 0, false};
    struct ak_record record;
    uint8_t packet[128];
    put_section(&build);
    put_interface(&build, 147, 9);
    memset(&record, 0, sizeof record);
    record.number = 7;
    ak_pcap_link_encode(&record, packet);
    memcpy(packet + AK_PCAP_LINK_BYTES, link, sizeof link - 1);
    put_packet(&build, 0, 0, packet, AK_PCAP_LINK_BYTES + sizeof link - 1, 0);
    static const enum ak_record_kind kinds[] = {
        AK_RECORD_OS,           AK_RECORD_ERROR,     AK_RECORD_GAP,    AK_RECORD_RECOVERY_START,
        AK_RECORD_RECOVERY_END, AK_RECORD_LINK_DOWN, AK_RECORD_LINK_UP};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        record.number = 0;
        record.kind = kinds[i];
        record.time_fs = 500000;
        record.end_fs = 1500000;
        record.direction = AK_DIRECTION_BOTH;
        record.seen = AK_SEEN_SENDER;
        record.os = AK_OS_SKP;
        record.about = i;
        ak_pcap_link_encode(&record, packet);
        memcpy(packet + AK_PCAP_LINK_BYTES, "\xBC\x1C", 2);
        put_packet(&build, 0, 3, packet, AK_PCAP_LINK_BYTES + 2, AK_PCAP_LINK_BYTES + 2);
    }
    expect(&build, "t",
           "7 0 link rate=8 width=4 mps=256 views=probe,none\n"
           "2 3.5+1 os both sender SKP bc1c\n"
           "3 3.5+1 error about=1 both sender\n"
           "4 3.5+1 gap about=2 both sender\n"
           "5 3.5+1 recovery_start about=3 both sender\n"
           "6 3.5+1 recovery_end about=4 both sender\n"
           "7 3.5+1 link_down about=5 both sender\n"
           "8 3.5+1 link_up about=6 both sender\n",
           "");
    free(build.bytes);
}

static void flit_mode_is_refused_by_name(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    struct ak_record record;
    uint8_t packet[128];
    memset(&record, 0, sizeof record);
    ak_pcap_link_encode(&record, packet);
    memcpy(packet + AK_PCAP_LINK_BYTES, "rate=64", 7);
    put_section(&build);
    put_interface(&build, 147, 9);
    put_packet(&build, 0, 0, packet, AK_PCAP_LINK_BYTES + 7, AK_PCAP_LINK_BYTES + 7);
    expect(&build, "t", "",
           "t: at byte 88: in the parameters of the Link found \"64\", expected no "
           "flit mode (64 GT/s always runs in it): flits are not supported, they "
           "have no Ack and Nak DLLPs");
    free(build.bytes);
}

/* A packet block whose field at `at` is `value`. */
static void expect_hostile(size_t at, uint32_t value, const char *error)
{
    struct build build = {NULL, 0, false};
    put_section(&build);
    put_interface(&build, 147, 9);
    put_dllp(&build, 40);
    size_t begin = build.count;
    put_dllp(&build, 80);
    set_number(&build, begin + at, value, 4);
    expect(&build, "t", LINE("1", "40", "upstream"), error);
    free(build.bytes);
}

static void hostile_lengths_are_named(void **state)
{
    (void)state;
    expect_hostile(4, 0,
                   "t: at byte 144: found a block of 0 bytes, expected a multiple of 4 from "
                   "12 on");
    expect_hostile(4, 81,
                   "t: at byte 144: found a block of 81 bytes, expected a multiple of 4 "
                   "from 12 on");
    expect_hostile(4, 28, "t: at byte 144: found a packet block of 28 bytes, expected at least 32");
    expect_hostile(4, 0xFFFFFFFC,
                   "t: at byte 220: found the end of the file, expected the rest of a block");
    expect_hostile(4, 84,
                   "t: at byte 220: found the end of the file, expected the rest of a block");
    expect_hostile(8, 1,
                   "t: at byte 148: found a packet of interface 1, expected one of the 1 "
                   "that were described");
    expect_hostile(20, 0xFFFFFFFF,
                   "t: at byte 160: found a packet of 4294967295 bytes in a block "
                   "of 80, expected one that fits");
    expect_hostile(20, 49,
                   "t: at byte 160: found a packet of 49 bytes in a block of 80, expected "
                   "one that fits");
    expect_hostile(28, 2,
                   "t: at byte 168: found another version of the link-layer header, expected "
                   "version 1");
    /* The second length of the block disagrees: what stood between was read all the same. */
    struct build build = {NULL, 0, false};
    put_section(&build);
    put_interface(&build, 147, 9);
    put_dllp(&build, 40);
    set_number(&build, build.count - 4, 76, 4);
    expect(&build, "t", LINE("1", "40", "upstream"),
           "t: at byte 136: found 76 at the end of a block, expected its length 80");
    free(build.bytes);
}

static void put_pcap(struct build *build, uint32_t magic, uint32_t link_type)
{
    put_number(build, magic, 4);
    put_number(build, 2, 2);
    put_number(build, 4, 2);
    put_number(build, 0, 8);
    put_number(build, 65535, 4);
    put_number(build, link_type, 4);
}

static void put_pcap_dllp(struct build *build, uint32_t seconds, uint32_t rest)
{
    uint8_t packet[64];
    size_t bytes = user0_dllp(packet, AK_DOWNSTREAM, 0, 32);
    put_number(build, seconds, 4);
    put_number(build, rest, 4);
    put_number(build, bytes, 4);
    put_number(build, bytes, 4);
    put_bytes(build, packet, bytes);
}

static void pcap_is_read(void **state)
{
    (void)state;
    for (int big = 0; big <= 1; big++) {
        struct build build = {NULL, 0, big == 1};
        put_pcap(&build, 0xA1B23C4D, 147);
        put_pcap_dllp(&build, 2, 999999999);
        expect(&build, "t", LINE("1", "2999999999", "downstream"), "");
        free(build.bytes);
        build = (struct build){NULL, 0, big == 1};
        put_pcap(&build, 0xA1B2C3D4, 147);
        put_pcap_dllp(&build, 2, 999999);
        expect(&build, "t",
               "0 2999999000 link resolution=1000\n" LINE("1", "2999999000", "downstream"), "");
        free(build.bytes);
    }
}

static void hostile_pcaps_are_named(void **state)
{
    (void)state;
    struct build build = {NULL, 0, false};
    put_pcap(&build, 0xA1B23C4D, 1);
    expect(&build, "t", "",
           "t: at byte 20: found link type 1, expected USER0 (147) or USER11 "
           "(158)");
    set_number(&build, 20, 147, 4);
    put_pcap_dllp(&build, 0, 5);
    put_pcap_dllp(&build, 0, 1000000000);
    expect(&build, "t", LINE("1", "5", "downstream"),
           "t: at byte 90: found 1000000000 as the part of a time stamp below one second, expected "
           "less than 1000000000");
    set_number(&build, 90, 6, 4);
    set_number(&build, 94, 262145, 4);
    expect(&build, "t", LINE("1", "5", "downstream"),
           "t: at byte 94: found a packet of 262145 bytes, expected at most 262144");
    set_number(&build, 94, 262144, 4);
    expect(&build, "t", LINE("1", "5", "downstream"),
           "t: at byte 148: found the end of the file, expected the rest of a packet");
    free(build.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_byte_orders_are_read),
        cmocka_unit_test(units_of_time_are_exact),
        cmocka_unit_test(times_since_1970_count_from_the_first_second),
        cmocka_unit_test(other_blocks_are_skipped),
        cmocka_unit_test(sections_begin_anew),
        cmocka_unit_test(an_offset_of_an_interface_is_added),
        cmocka_unit_test(lost_packets_are_a_gap),
        cmocka_unit_test(the_obsolete_packet_block_is_read),
        cmocka_unit_test(foreign_packets_are_left_out),
        cmocka_unit_test(only_foreign_packets_are_an_error),
        cmocka_unit_test(a_snap_length_truncates),
        cmocka_unit_test(every_kind_of_record_survives),
        cmocka_unit_test(flit_mode_is_refused_by_name),
        cmocka_unit_test(hostile_lengths_are_named),
        cmocka_unit_test(pcap_is_read),
        cmocka_unit_test(hostile_pcaps_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
