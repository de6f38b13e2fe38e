/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of line time, by hand computation. Rules: SIM-05.
 * Not here: packets' contents.
 */
#include "sim/line.h"
#include "sim_checked.h"

#define WRITE_64_SYM 88u /* STP 1, number 2, header 16, data 64, LCRC 4, END 1 (or token 4) */

static void start_line(struct sim_line *line, enum ak_rate rate, uint32_t width, bool skp)
{
    struct sim_scenario scenario;
    sim_scenario_default(&scenario);
    scenario.link.rate = rate;
    scenario.link.width = width;
    scenario.link.skp = skp;
    sim_line_init(line, &scenario.link, 100);
}

/* Takes a packet that is ready at `now`; returns its end. */
static uint64_t take(struct sim_line *line, uint64_t now, bool tlp, uint32_t symbols,
                     struct sim_span *span)
{
    (void)sim_line_ready(line, now, tlp);
    sim_line_take(line, tlp, symbols, span);
    return span->end_fs;
}

static void time_of_a_tlp_at_8b10b(void **state)
{
    (void)state;
    struct sim_line line;
    struct sim_span span;
    start_line(&line, AK_RATE_2_5, 1, false);
    assert_int_equal(take(&line, 0, true, WRITE_64_SYM, &span), 88 * 4000000ull); /* 352 ns */
    assert_int_equal(sim_line_bit(&line, span.begin_sym, span.begin_lane), 0);
    assert_int_equal(sim_line_bit(&line, span.end_sym, span.end_lane), 880);
    assert_int_equal(take(&line, span.end_fs, false, 8, &span), 96 * 4000000ull);
    assert_int_equal(sim_line_bit(&line, span.begin_sym, span.begin_lane), 880);
    assert_int_equal(sim_line_sym_of_bit(&line, 879), 87);
    assert_int_equal(sim_line_sym_of_bit(&line, 880), 88);
    start_line(&line, AK_RATE_5, 4, false);
    assert_int_equal(take(&line, 0, true, WRITE_64_SYM, &span), 22 * 2000000ull);
    assert_int_equal(sim_line_bit(&line, span.end_sym, span.end_lane), 880);
}

/* 22 symbol times at 8 GT/s x4: a block of 16 (16.25 ns), a sync header (0.25 ns), 6 more. */
static void time_of_a_tlp_at_128b130b(void **state)
{
    (void)state;
    struct sim_line line;
    struct sim_span span;
    start_line(&line, AK_RATE_8, 4, false);
    assert_int_equal(take(&line, 0, true, WRITE_64_SYM, &span), 22500000);
    assert_int_equal(sim_line_bit(&line, span.end_sym, span.end_lane), 2 * 4 * 2 + 88 * 8);
    /* a block of x4 has 8 bits of sync headers and 512 of symbols */
    assert_int_equal(sim_line_sym_of_bit(&line, 519), 15);
    assert_int_equal(sim_line_sym_of_bit(&line, 520), 16);
    assert_int_equal(sim_line_sym_of_bit(&line, 527 + 32), 16);
    assert_int_equal(sim_line_sym_of_bit(&line, 528 + 32), 17);
    /* the next one takes symbol times 22 to 43: 2 blocks, a header, 12 symbols */
    assert_int_equal(take(&line, span.end_fs, true, WRITE_64_SYM, &span), 44750000);
    start_line(&line, AK_RATE_32, 1, false);
    /* 88 symbols: 5 blocks of 4.0625 ns, a header of 62.5 ps, 8 symbols of 0.25 ns */
    assert_int_equal(take(&line, 0, true, WRITE_64_SYM, &span), 22375000);
}

/* 64 blocks of 130 bits take as long as 65 times 128: 1024 symbols in 1040 ns at 8 GT/s. */
static void sync_headers_take_two_bits_of_130(void **state)
{
    (void)state;
    struct sim_line line;
    struct sim_span span;
    start_line(&line, AK_RATE_8, 1, false);
    for (int i = 0; i < 128; i++)
        take(&line, line.free_fs, false, 8, &span);
    assert_int_equal(span.end_fs, 1040000000);
}

static void a_packet_waits_for_a_symbol_time(void **state)
{
    (void)state;
    struct sim_line line;
    struct sim_span span;
    start_line(&line, AK_RATE_2_5, 1, false);
    assert_int_equal(sim_line_ready(&line, 1, true), 4000000);
    assert_int_equal(sim_line_ready(&line, 4000000, true), 4000000);
    start_line(&line, AK_RATE_8, 4, false);
    /* symbol time 1 starts behind the sync header and symbol 0; block 1 at 16.25 ns */
    assert_int_equal(sim_line_ready(&line, 1, true), 1250000);
    start_line(&line, AK_RATE_8, 4, false);
    assert_int_equal(sim_line_ready(&line, 15300000, true), 16250000);
    take(&line, 16250000, true, WRITE_64_SYM, &span);
    assert_int_equal(span.begin_fs, 16250000);
}

/* x16: a TLP of 88 symbols ends in lane 7 of its sixth symbol time; the next starts in lane 8. */
static void wide_links_pack_packets(void **state)
{
    (void)state;
    struct sim_line line;
    struct sim_span span;
    start_line(&line, AK_RATE_2_5, 16, false);
    assert_int_equal(take(&line, 0, true, WRITE_64_SYM, &span), 6 * 4000000ull);
    assert_int_equal(take(&line, span.end_fs, true, WRITE_64_SYM, &span), 11 * 4000000ull);
    assert_int_equal(span.begin_fs, 5 * 4000000ull);
    /* decided later than that, it starts in lane 0 */
    start_line(&line, AK_RATE_2_5, 16, false);
    take(&line, 0, true, WRITE_64_SYM, &span);
    assert_int_equal(take(&line, span.end_fs + 1, true, WRITE_64_SYM, &span), 13 * 4000000ull);
    /* two DLLPs of 8 symbols fit one symbol time of x16 but for the rule of one SDP each */
    start_line(&line, AK_RATE_2_5, 16, false);
    take(&line, 0, false, 8, &span);
    assert_int_equal(take(&line, span.end_fs, false, 8, &span), 2 * 4000000ull);
}

static void skp_delays_packets_at_8b10b(void **state)
{
    (void)state;
    struct sim_line line;
    struct sim_span span;
    start_line(&line, AK_RATE_2_5, 1, true);
    for (int i = 0; i < 17; i++) /* 1496 symbol times */
        take(&line, line.free_fs, true, WRITE_64_SYM, &span);
    assert_int_equal(take(&line, line.free_fs, true, WRITE_64_SYM, &span), 1584 * 4000000ull);
    assert_int_equal(line.skp_sets, 0);
    /* due since 1538: 4 symbols ahead of the next packet */
    assert_int_equal(sim_line_ready(&line, line.free_fs, true), 1588 * 4000000ull);
    assert_int_equal(line.skp_sets, 1);
    /* an idle line has sent those of 3076 and 4614 when they were due */
    assert_int_equal(sim_line_ready(&line, 5000 * 4000000ull, true), 5000 * 4000000ull);
    assert_int_equal(line.skp_sets, 3);
    /* and the one due at 6152 is just being sent when a packet comes */
    assert_int_equal(sim_line_ready(&line, 6154 * 4000000ull, true), 6156 * 4000000ull);
}

/* Behind a packet that ends in a block: EDS in its last DW, then a block of SKP. */
static void skp_is_a_block_behind_eds(void **state)
{
    (void)state;
    struct sim_line line;
    struct sim_span span;
    start_line(&line, AK_RATE_8, 1, true);
    line.skp_due_sym = 16;
    take(&line, 0, true, 24, &span); /* symbols 0 to 23: EDS at 28, SKP 32 to 47 */
    assert_int_equal(sim_line_ready(&line, line.free_fs, true), 3 * 16250000ull);
    assert_int_equal(line.skp_sets, 1);
    start_line(&line, AK_RATE_8, 1, true);
    line.skp_due_sym = 16;
    take(&line, 0, true, 32, &span); /* ends with block 1: EDS ends block 2, SKP is block 3 */
    assert_int_equal(sim_line_ready(&line, line.free_fs, true), 4 * 16250000ull);
    start_line(&line, AK_RATE_8, 1, true);
    line.skp_due_sym = 16;
    take(&line, 0, true, 12, &span); /* room for EDS: SKP at once, block 1 */
    assert_int_equal(sim_line_ready(&line, 16250000, true), 2 * 16250000ull);
    start_line(&line, AK_RATE_8, 1, true);
    line.skp_due_sym = 16;
    take(&line, 0, true, 16, &span); /* no room */
    assert_int_equal(sim_line_ready(&line, line.free_fs, true), 3 * 16250000ull);
}

/* A long idle time counts the same ordered sets as many short ones. */
static void idle_time_holds_all_skps(void **state)
{
    (void)state;
    struct sim_line once, often;
    start_line(&once, AK_RATE_8, 4, true);
    start_line(&often, AK_RATE_8, 4, true);
    for (uint64_t now = 0; now < 1000 * SIM_FS_PER_US; now += 3 * SIM_FS_PER_US)
        (void)sim_line_ready(&often, now, true);
    (void)sim_line_ready(&once, 999 * SIM_FS_PER_US, true);
    assert_int_equal(once.skp_sets, often.skp_sets);
    /* 375 blocks of 16.25 ns: one in 6.09375 us, so 163 in 999 us */
    assert_int_equal(once.skp_sets, 163);
    assert_int_equal(once.skp_due_sym, often.skp_due_sym);
}

static void leaving_l0s_takes_fts(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_line line;
    sim_scenario_default(&scenario);
    scenario.link.rate = AK_RATE_2_5;
    scenario.link.width = 1;
    scenario.link.skp = false;
    scenario.link.l0s = true;
    scenario.link.l0s_entry_fs = SIM_FS_PER_US;
    sim_line_init(&line, &scenario.link, 100);
    assert_int_equal(sim_line_ready(&line, 996 * SIM_FS_PER_NS, true), 996 * SIM_FS_PER_NS);
    /* 100 FTS of 4 symbols: 1600 ns; asked again it does not start over */
    sim_line_init(&line, &scenario.link, 100);
    assert_int_equal(sim_line_ready(&line, 1000 * SIM_FS_PER_NS, true), 2600 * SIM_FS_PER_NS);
    assert_int_equal(sim_line_ready(&line, 1500 * SIM_FS_PER_NS, true), 2600 * SIM_FS_PER_NS);
    assert_int_equal(line.l0s_entries, 1);
    /* with Extended Synch 4096 of them: 16,384 symbol times */
    scenario.link.extended_synch = true;
    sim_line_init(&line, &scenario.link, 100);
    assert_int_equal(sim_line_ready(&line, 1000 * SIM_FS_PER_NS, true), (250 + 16384) * 4000000ull);
}

/* The latency of an undisturbed TLP: line time, and 5 ns each to leave, to fly and to enter. */
static void latency_is_line_time_and_delays(void **state)
{
    (void)state;
    static const struct {
        enum ak_rate rate;
        uint32_t width;
        uint64_t fs;
    } cases[] = {
        {AK_RATE_2_5, 1, 352000000}, {AK_RATE_5, 4, 44000000}, {AK_RATE_8, 4, 22500000},
        {AK_RATE_32, 1, 22375000},   {AK_RATE_16, 8, 5625000}, /* 11 symbols and a header */
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct sim_scenario scenario;
        struct sim_result result;
        quiet_link(&scenario);
        send_writes(&scenario, SIM_DOWNSTREAM, 1);
        scenario.link.rate = cases[i].rate;
        scenario.link.width = cases[i].width;
        run_and_check(&scenario, &result);
        assert_carried(&result);
        const struct sim_latency *latency = &result.directions[0].latency;
        assert_int_equal(latency->min_fs, cases[i].fs + 15 * SIM_FS_PER_NS);
        assert_int_equal(latency->max_fs, latency->min_fs);
        assert_int_equal(latency->p50_fs, latency->min_fs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_of_a_tlp_at_8b10b),
        cmocka_unit_test(time_of_a_tlp_at_128b130b),
        cmocka_unit_test(sync_headers_take_two_bits_of_130),
        cmocka_unit_test(a_packet_waits_for_a_symbol_time),
        cmocka_unit_test(wide_links_pack_packets),
        cmocka_unit_test(skp_delays_packets_at_8b10b),
        cmocka_unit_test(skp_is_a_block_behind_eds),
        cmocka_unit_test(idle_time_holds_all_skps),
        cmocka_unit_test(leaving_l0s_takes_fts),
        cmocka_unit_test(latency_is_line_time_and_delays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
