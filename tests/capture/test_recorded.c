/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recordings of real hardware, against what is known of them: every packet, every CRC, times.
 * Not here: their formats in detail (test_agilent.c, test_symbols.c).
 *
 * They lie in the folder that the environment variable ACKNAK_CAPTURES names.
 */
#include "capture_test.h"

#include "acknak/dllp.h"
#include "trace/packet.h"

#define SKP_PERIOD_FS 4800000000u /* 1200 symbols of 4 ns */

/* What is counted of a recording. */
struct census {
    unsigned tlps[2]; /* by direction */
    unsigned dllps[AK_DLLP_TYPE_COUNT];
    unsigned sets[AK_OS_COUNT];
    unsigned other;
    unsigned bad;
    uint16_t first_seq;
    uint16_t last_seq;
    unsigned steps; /* TLPs whose number is one more than that of the one before */
    uint64_t last_skp_fs;
    unsigned periods; /* SKP sets 1200 symbols behind the one before */
    /* By the direction of the TLP: from its last symbol to the first of its Ack. */
    bool waits[2];
    uint16_t seq[2];
    uint64_t end_fs[2];
    uint64_t ack_latency_fs[2];
    uint16_t acks[8];
    unsigned ack_count;
};

static void count_tlp(struct census *census, const struct ak_record *record,
                      const struct ak_packet_summary *summary)
{
    unsigned before = census->tlps[0] + census->tlps[1];
    enum ak_direction direction = record->direction;
    if (before == 0)
        census->first_seq = summary->seq;
    else if (summary->seq == census->last_seq + 1)
        census->steps++;
    census->last_seq = summary->seq;
    census->tlps[direction]++;
    census->waits[direction] = true;
    census->seq[direction] = summary->seq;
    census->end_fs[direction] = record->end_fs;
}

static void count_dllp(struct census *census, const struct ak_record *record,
                       const struct ak_packet_summary *summary)
{
    unsigned other = record->direction == AK_DOWNSTREAM ? AK_UPSTREAM : AK_DOWNSTREAM;
    census->dllps[ak_dllp_type_of(record->bytes[0])]++;
    if (summary->sort != AK_SORT_ACK)
        return;
    assert_true(census->ack_count < 8);
    census->acks[census->ack_count++] = summary->seq;
    if (census->waits[other] && census->seq[other] == summary->seq)
        census->ack_latency_fs[other] = record->time_fs - census->end_fs[other];
}

static int count(void *context, const struct ak_record *record)
{
    struct census *census = context;
    struct ak_packet_summary summary;
    if (record->kind == AK_RECORD_OS) {
        census->sets[record->os]++;
        if (record->os == AK_OS_SKP && census->sets[AK_OS_SKP] > 1)
            census->periods += record->time_fs - census->last_skp_fs == SKP_PERIOD_FS;
        if (record->os == AK_OS_SKP)
            census->last_skp_fs = record->time_fs;
        return 0;
    }
    if (!ak_record_is_packet(record->kind)) {
        census->other += record->kind != AK_RECORD_LINK;
        return 0;
    }
    ak_packet_summarise(record, &summary);
    census->bad += summary.health != AK_PACKET_GOOD;
    if (record->kind == AK_RECORD_TLP)
        count_tlp(census, record, &summary);
    else
        count_dllp(census, record, &summary);
    return 0;
}

static unsigned dllps(const struct census *census)
{
    unsigned sum = 0;
    for (int i = 0; i < AK_DLLP_TYPE_COUNT; i++)
        sum += census->dllps[i];
    return sum;
}

static void take_census(const char *name, struct census *census)
{
    char path[4096];
    struct ak_capture_result result;
    struct ak_record_sink sink = {count, census};
    const char *folder = getenv("ACKNAK_CAPTURES");
    if (folder == NULL) {
        print_message("skipped: ACKNAK_CAPTURES does not name the folder with %s\n", name);
        skip();
    }
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    memset(census, 0, sizeof *census);
    (void)ak_capture_read_file(path, NULL, &sink, &result);
    assert_string_equal(result.error, "");
    assert_int_equal(census->bad, 0);
    assert_int_equal(census->other, 0);
}

static void the_way_to_l23_is_whole(void **state)
{
    (void)state;
    struct census census;
    take_census("gen1-x1-l23-entry.pad", &census);
    assert_int_equal(census.tlps[AK_DOWNSTREAM], 1);
    assert_int_equal(census.tlps[AK_UPSTREAM], 1);
    assert_int_equal(census.seq[AK_DOWNSTREAM], 5);
    assert_int_equal(census.seq[AK_UPSTREAM], 4);
    assert_int_equal(dllps(&census), 73);
    assert_int_equal(census.dllps[AK_DLLP_ACK], 2);
    assert_int_equal(census.dllps[AK_DLLP_PM_ENTER_L23], 43);
    assert_int_equal(census.dllps[AK_DLLP_PM_REQUEST_ACK], 26);
    assert_int_equal(census.dllps[AK_DLLP_UPDATEFC_P] + census.dllps[AK_DLLP_UPDATEFC_NP] +
                         census.dllps[AK_DLLP_UPDATEFC_CPL],
                     2);
    /* 78 records in all: the rest are one SKP and an EIOS of each direction. */
    assert_int_equal(census.sets[AK_OS_SKP], 1);
    assert_int_equal(census.sets[AK_OS_EIOS], 2);
    assert_int_equal(census.ack_latency_fs[AK_DOWNSTREAM], 320000000);
    assert_int_equal(census.ack_latency_fs[AK_UPSTREAM], 672000000);
}

static void the_network_card_is_heard_from_the_first_symbol(void **state)
{
    (void)state;
    static const uint16_t acks[] = {1328, 1329, 1330};
    struct census census;
    take_census("gen1-x1-nic.symbols", &census);
    assert_int_equal(census.tlps[AK_DOWNSTREAM], 11);
    assert_int_equal(census.first_seq, 1120);
    assert_int_equal(census.last_seq, 1130);
    assert_int_equal(census.steps, 10);
    assert_int_equal(dllps(&census), 5);
    assert_int_equal(census.ack_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(census.acks[i], acks[i]);
    assert_int_equal(census.dllps[AK_DLLP_UPDATEFC_P], 1);
    assert_int_equal(census.dllps[AK_DLLP_UPDATEFC_NP], 1);
    assert_int_equal(census.sets[AK_OS_SKP], 4);
    assert_int_equal(census.periods, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_to_l23_is_whole),
        cmocka_unit_test(the_network_card_is_heard_from_the_first_symbol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
