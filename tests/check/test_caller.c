/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the checker is to its caller: counts, latencies, a stop at a finding, rules left out, the
 * table of rules, and records that it must not look at.
 * Not here: what is found (test_sender.c, test_replay.c, test_receiver.c).
 */
#include <stdlib.h>
#include <string.h>

#include "check_test.h"

static struct tb tb;

/* An injected fault, or what a port says of itself, changes nothing. */
static void ground_truth_is_not_looked_at(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    struct ak_record record = {.kind = AK_RECORD_FAULT, .direction = DOWN};
    record.fault.name = "lose";
    tb_record(&tb, record);
    memset(&record, 0, sizeof record);
    record.kind = AK_RECORD_STATE;
    record.state.next_rcv_seq = 77;
    tb_record(&tb, record);
    record.kind = AK_RECORD_PORT;
    tb_record(&tb, record);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    tb_expect_nothing(&tb);
}

static void took(void *context, enum ak_direction direction, uint64_t number, uint64_t latency_fs)
{
    uint64_t *last = context;
    assert_int_equal(direction, DOWN);
    assert_int_equal(number, 6);
    *last = latency_fs;
}

/* From the last symbol of the oldest TLP to the first symbol of the Ack. */
static void ack_latency_is_measured(void **state)
{
    (void)state;
    uint64_t latency_fs = 0;
    tb_open(&tb, TB_EXACT, 0);
    ak_check_on_ack(tb.check, took, &latency_fs);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_ack(&tb, UP, now + 100, 1, TB_GOOD);
    assert_int_equal(latency_fs, (TLP_NS + 100) * 1000000ull);
    tb_expect_nothing(&tb);
}

static void packets_are_counted_once(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    now = tb_tlp(&tb, DOWN, now, 1, TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 0, TB_GOOD);
    tb_wait(&tb, now);
    tb_wait(&tb, now + 100);
    const struct ak_check_counts *counts = ak_check_counts_of(tb.check);
    assert_int_equal(counts->tlps, 2);
    assert_int_equal(counts->dllps, 3);
    assert_int_equal(counts->crc_good, 3); /* the last UpdateFC has not arrived */
    assert_int_equal(counts->crc_bad, 1);
    tb_close(&tb);
}

static int stop_at_first(void *context, const struct ak_record *record)
{
    (void)context;
    (void)record;
    return 42;
}

static void a_test_bench_can_stop_at_the_first_finding(void **state)
{
    (void)state;
    static const uint8_t dllp[6] = {0};
    struct ak_record_sink sink = {stop_at_first, NULL};
    struct ak_check *check = ak_check_init(malloc(ak_check_bytes()), NULL, sink);
    struct ak_record record = {.kind = AK_RECORD_DLLP, .bytes = dllp, .length_bytes = 6};
    record.number = 1;
    record.seen = AK_SEEN_PROBE;
    assert_int_equal(ak_check_take(check, &record), 42);
    free(check);
}

static void rules_can_be_left_out(void **state)
{
    (void)state;
    static const uint8_t dllp[6] = {0};
    struct ak_record_sink sink = {stop_at_first, NULL};
    struct ak_check_options options = {.skip_rules = 1ull
                                                     << (unsigned)ak_check_rule_find("DLLP-01")};
    struct ak_check *check = ak_check_init(malloc(ak_check_bytes()), &options, sink);
    struct ak_record record = {.kind = AK_RECORD_DLLP, .bytes = dllp, .length_bytes = 6};
    assert_int_equal(ak_check_take(check, &record), 0);
    free(check);
}

static void the_table_of_rules_is_whole(void **state)
{
    (void)state;
    assert_true(ak_check_rule_count() <= 64);
    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        const struct ak_check_rule *rule = ak_check_rule_at(i);
        assert_non_null(rule->id);
        assert_true(strlen(rule->sentence) > 10);
        assert_true(strlen(rule->example) > 10);
        assert_true(strlen(rule->sections[AK_CHECK_BASE_6_3]) >= 5);
        assert_int_equal(ak_check_rule_find(rule->id), i);
    }
    assert_null(ak_check_rule_at(ak_check_rule_count()));
    assert_int_equal(ak_check_rule_find("TX-99"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground_truth_is_not_looked_at),
        cmocka_unit_test(ack_latency_is_measured),
        cmocka_unit_test(packets_are_counted_once),
        cmocka_unit_test(a_test_bench_can_stop_at_the_first_finding),
        cmocka_unit_test(rules_can_be_left_out),
        cmocka_unit_test(the_table_of_rules_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
