/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Link down and up, Link Disable, Recovery, L0s; traffic of each kind; ends of a run; the delivery
 * check itself. Rules: SIM-01, PORT-01, PORT-05.
 * Not here: errors and faults.
 */
#include "sim/stream.h"
#include "sim_checked.h"

/* ---- Down and up ---- */

/* Ten TLPs at 8 GT/s x4, one in 22.25 to 22.5 ns, delivered 15 ns after they end. At 70 ns the
 * first two have been delivered and not acknowledged, the third flies, the fourth is being sent:
 * exactly two are lost. */
static void only_what_did_not_arrive_is_lost(void **state)
{
    (void)state;
    static const enum sim_link_event_kind kinds[][2] = {
        {SIM_EVENT_LINK_DOWN, SIM_EVENT_LINK_UP}, {SIM_EVENT_LINK_DISABLE, SIM_EVENT_LINK_ENABLE}};
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        struct sim_scenario scenario;
        struct sim_result result;
        quiet_link(&scenario);
        send_writes(&scenario, SIM_DOWNSTREAM, 10);
        add_event(&scenario, kinds[i][0], 70 * SIM_FS_PER_NS);
        add_event(&scenario, kinds[i][1], 1000 * SIM_FS_PER_NS);
        run_and_check(&scenario, &result);
        assert_carried(&result);
        assert_int_equal(result.directions[0].tlps_submitted, 10);
        assert_int_equal(result.directions[0].tlps_reported_lost, 2);
        assert_int_equal(result.directions[0].tlps_delivered, 8);
        assert_int_equal(result.ports[SIM_PORT_A].next_transmit_seq, 6); /* from 0 again */
        assert_int_equal(result.link_downs, 1);
        assert_int_equal(counters_of(&result, SIM_PORT_A)->packets_cut, 1);
    }
}

static void a_link_that_stays_down_is_dead(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    send_writes(&scenario, SIM_DOWNSTREAM, 10);
    add_event(&scenario, SIM_EVENT_LINK_DOWN, 70 * SIM_FS_PER_NS);
    run_and_check(&scenario, &result);
    assert_int_equal(result.end, SIM_END_DEAD_LINK);
    assert_non_null(strstr(result.message, "no event brings it up"));
    assert_int_equal(result.simulated_fs, 70 * SIM_FS_PER_NS);
}

/* Reads outstanding at a link down get no answer, and their tags are free again. */
static void reads_survive_a_link_down(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    scenario.traffic[SIM_UPSTREAM].reads.on = true;
    scenario.traffic[SIM_UPSTREAM].reads.tags = 4;
    scenario.traffic[SIM_UPSTREAM].reads.tlps = 100;
    add_event(&scenario, SIM_EVENT_LINK_DOWN, 3 * SIM_FS_PER_US);
    add_event(&scenario, SIM_EVENT_LINK_UP, 4 * SIM_FS_PER_US);
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(result.directions[1].tlps_submitted, 100);
}

/* Recovery at 70 ns: the fourth TLP is cut, and sent again since its number is missed. */
static void recovery_loses_nothing(void **state)
{
    (void)state;
    static const enum ak_rate rates[] = {AK_RATE_5, AK_RATE_8};
    for (size_t i = 0; i < LENGTH(rates); i++) {
        struct sim_scenario scenario;
        struct sim_result result;
        quiet_link(&scenario);
        scenario.link.rate = rates[i];
        send_writes(&scenario, SIM_DOWNSTREAM, 10);
        add_event(&scenario, SIM_EVENT_RECOVERY, 70 * SIM_FS_PER_NS);
        run_and_check(&scenario, &result);
        assert_carried(&result);
        assert_int_equal(result.directions[0].tlps_delivered, 10);
        assert_int_equal(result.recoveries, 1);
        assert_int_equal(counters_of(&result, SIM_PORT_A)->packets_cut, 1);
        assert_int_equal(counters_of(&result, SIM_PORT_B)->receiver_error, 1);
        assert_int_equal(counters_of(&result, SIM_PORT_B)->naks_sent, 1);
        assert_int_equal(counters_of(&result, SIM_PORT_A)->replay_timer_timeout, 0);
    }
}

/* ---- L0s ---- */

/* One TLP in 10 us; the other direction sleeps when its Ack is due. Waking it takes 255 * 16
 * symbol times, more than the 642 of REPLAY_TIMER: the late Ack causes a replay. */
static void a_late_ack_from_l0s_causes_a_replay(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    send_writes(&scenario, SIM_DOWNSTREAM, 1);
    scenario.traffic[SIM_DOWNSTREAM].writes.tlps = 2;
    scenario.traffic[SIM_DOWNSTREAM].writes.interval_fs = 10 * SIM_FS_PER_US;
    scenario.link.l0s = true;
    scenario.link.l0s_entry_fs = SIM_FS_PER_US;
    scenario.ports[SIM_PORT_A].n_fts = 255;
    scenario.ports[SIM_PORT_B].n_fts = 1;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_true(counters_of(&result, SIM_PORT_A)->replays_by_timeout > 0);
    assert_true(counters_of(&result, SIM_PORT_B)->duplicates > 0);
    assert_true(result.directions[1].l0s_entries > 0);
    /* The term of Base 1.x for it makes the timer wait. */
    scenario.ports[SIM_PORT_A].rx_l0s_adjustment_sym = 255 * 16 + 16;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->replays_by_timeout, 0);
    assert_true(result.directions[1].l0s_entries > 0);
}

/* ---- Traffic ---- */

/* 100 writes, one in 1 us: the last begins at 99 us. */
static void paced_writes_keep_their_pace(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    send_writes(&scenario, SIM_DOWNSTREAM, 100);
    scenario.traffic[SIM_DOWNSTREAM].writes.interval_fs = SIM_FS_PER_US;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_in_range(result.simulated_fs, 99 * SIM_FS_PER_US, 100 * SIM_FS_PER_US);
    assert_int_equal(result.directions[0].payload_bytes, 6400);
    /* The 64 bytes of each microsecond are 0.512 Gbit/s. */
    assert_in_range(result.directions[0].throughput_bps, 512000000, 520000000);
}

/* 64 bytes in 88 symbols: 64 / 88 of the line, less SKP: 1 block of 375 or so. */
static void saturating_writes_fill_the_line(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    sim_scenario_default(&scenario);
    scenario.stop.tlps = 50000;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_in_range(result.directions[0].efficiency_ppm, 722000, 727272);
    scenario.link.skp = false;
    run_and_check(&scenario, &result);
    assert_in_range(result.directions[0].efficiency_ppm, 727000, 727272);
    assert_int_equal(result.directions[0].skp_ordered_sets, 0);
}

/* Weights 3 to 1: of 40,000 writes 30,000 are short, within 5 standard deviations of 87. */
static void mixes_follow_their_weights(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    send_writes(&scenario, SIM_DOWNSTREAM, 40000);
    struct sim_writes *writes = &scenario.traffic[SIM_DOWNSTREAM].writes;
    writes->mix_count = 2;
    writes->mix[0] = (struct sim_size_weight){4, 3};
    writes->mix[1] = (struct sim_size_weight){256, 1};
    run_and_check(&scenario, &result);
    assert_carried(&result);
    uint64_t long_ones = (result.directions[0].payload_bytes - 160000) / 252;
    assert_in_range(long_ones, 10000 - 435, 10000 + 435);
}

/* All bytes asked for come back; with one tag a read takes its latency at least. */
static void reads_are_answered(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {4, 64, 512, 4096};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        for (uint32_t rcb = 64; rcb <= 128; rcb *= 2) {
            struct sim_scenario scenario;
            struct sim_result result;
            quiet_link(&scenario);
            struct sim_reads *reads = &scenario.traffic[SIM_UPSTREAM].reads;
            reads->on = true;
            reads->size_bytes = sizes[i];
            reads->rcb_bytes = rcb;
            reads->tags = 1;
            reads->tlps = 50;
            run_and_check(&scenario, &result);
            assert_carried(&result);
            assert_int_equal(result.directions[1].tlps_delivered, 50);
            assert_int_equal(result.directions[1].payload_bytes, 0);
            assert_int_equal(result.directions[0].payload_bytes, 50 * sizes[i]);
            assert_true(result.simulated_fs > 50 * (300 * SIM_FS_PER_NS));
            uint64_t one_tag_fs = result.simulated_fs;
            reads->tags = 50;
            run_and_check(&scenario, &result);
            assert_carried(&result);
            assert_true(result.simulated_fs < one_tag_fs);
        }
    }
}

/* 512 bytes from an address of page offset 0 at MPS 256: two completions. 68 further, at RCB 64: to
 * 320 (252 bytes), 256 more, 4. */
static void completions_end_at_boundaries(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    struct sim_reads *reads = &scenario.traffic[SIM_UPSTREAM].reads;
    reads->on = true;
    reads->tlps = 1;
    run_and_check(&scenario, &result);
    assert_int_equal(result.directions[0].tlps_delivered, 2);
    reads->tlps = 2;
    run_and_check(&scenario, &result);
    assert_int_equal(result.directions[0].tlps_delivered, 2 + 3);
}

static void background_dllps_are_sent(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    scenario.traffic[SIM_UPSTREAM].dllps.interval_fs = SIM_FS_PER_US;
    scenario.stop.time_fs = 100 * SIM_FS_PER_US + 500 * SIM_FS_PER_NS;
    run_and_check(&scenario, &result);
    assert_int_equal(result.end, SIM_END_TIME);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->dllps_sent, 100);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->dllps_received, 100);
}

/* ---- Ends ---- */

static void a_run_without_an_end_gets_one(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    sim_scenario_default(&scenario);
    run_and_check(&scenario, &result);
    assert_int_equal(result.end, SIM_END_TIME);
    assert_int_equal(result.simulated_fs, SIM_STOP_TIME_FS);
    scenario.stop.time_fs = 5 * SIM_FS_PER_US;
    run_and_check(&scenario, &result);
    assert_int_equal(result.end, SIM_END_TIME);
    assert_int_equal(result.simulated_fs, 5 * SIM_FS_PER_US);
    scenario.stop.tlps = 10;
    run_and_check(&scenario, &result);
    assert_int_equal(result.end, SIM_END_COMPLETED);
    assert_int_equal(result.directions[0].tlps_delivered, 10);
}

static void every_condition_ends_a_run(void **state)
{
    (void)state;
    for (int condition = 1; condition < SIM_CONDITION_COUNT; condition++) {
        struct sim_scenario scenario;
        struct sim_result result;
        sim_scenario_default(&scenario);
        scenario.link.rate = AK_RATE_2_5;
        scenario.ports[SIM_PORT_A].replay_buffer_tlps = 8;
        scenario.stop.condition = (enum sim_condition)condition;
        /* One of each kind of trouble, then the Acks stay away, then the link goes down. */
        add_fault(&scenario, SIM_FAULT_TX_LCRC, SIM_DOWNSTREAM)->nth = 20;
        add_fault(&scenario, SIM_FAULT_RX_ERROR, SIM_DOWNSTREAM)->nth = 200;
        add_fault(&scenario, SIM_FAULT_DUPLICATE_TLP, SIM_DOWNSTREAM)->nth = 30;
        add_fault(&scenario, SIM_FAULT_B16_CRC_DLLP, SIM_UPSTREAM)->nth = 5;
        struct sim_fault *forged = add_fault(&scenario, SIM_FAULT_ACK_NAK_DLLP_SEQ, SIM_UPSTREAM);
        forged->nth = 7;
        forged->seq_difference = 1000;
        struct sim_fault *blocked = add_fault(&scenario, SIM_FAULT_ACK_NAK_DLLP, SIM_UPSTREAM);
        blocked->from_fs = 20 * SIM_FS_PER_US;
        blocked->count = SIM_COUNT_FOREVER;
        add_event(&scenario, SIM_EVENT_LINK_DOWN, 200 * SIM_FS_PER_US);
        add_event(&scenario, SIM_EVENT_LINK_UP, 201 * SIM_FS_PER_US);
        run_and_check(&scenario, &result);
        if (result.end != SIM_END_CONDITION)
            fail_msg("%s did not end the run: %s", sim_condition_name(scenario.stop.condition),
                     result.message);
    }
}

static int refuse(void *context, const struct ak_record *record)
{
    (void)record;
    int *left = context;
    return --*left > 0 ? 0 : -1;
}

static void a_sink_that_fails_ends_the_run(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    enum sim_status status;
    char message[SIM_MESSAGE_BYTES];
    int left = 100;
    const struct ak_record_sink sink = {.take = refuse, .context = &left};
    sim_scenario_default(&scenario);
    struct sim_run *run = sim_run_create(&scenario, &sink, &status, message);
    assert_non_null(run);
    while (sim_run_step(run, 0)) {
    }
    sim_run_result(run, &result);
    sim_run_destroy(run);
    assert_int_equal(result.status, SIM_OUTPUT_FAILED);
    assert_int_equal(left, 0);
}

/* ---- What cannot be run ---- */

static void wrong_scenarios_are_refused(void **state)
{
    (void)state;
    static const char *const words[] = {"width", "payload", "burst",        "power of two",
                                        "later", "time",    "skp_interval", "tags"};
    for (size_t i = 0; i < LENGTH(words); i++) {
        struct sim_scenario scenario;
        enum sim_status status;
        char message[SIM_MESSAGE_BYTES];
        sim_scenario_default(&scenario);
        struct sim_fault *fault = add_fault(&scenario, SIM_FAULT_LOSE, SIM_DOWNSTREAM);
        add_event(&scenario, SIM_EVENT_RECOVERY, 10);
        add_event(&scenario, SIM_EVENT_RECOVERY, 20);
        assert_true(sim_scenario_check(&scenario, NULL, message, sizeof message));
        switch (i) {
        case 0:
            scenario.link.width = 3;
            break;
        case 1:
            scenario.traffic[0].writes.mix[0].payload_bytes = 260;
            break;
        case 2:
            scenario.errors[1].burst_bits = 65;
            break;
        case 3:
            scenario.ports[1].replay_buffer_tlps = 100;
            break;
        case 4:
            fault->from_fs = fault->until_fs = 5;
            break;
        case 5:
            scenario.events[1].time_fs = 9;
            break;
        case 6:
            scenario.link.skp_interval_sym = 1180;
            break;
        default:
            scenario.traffic[1].reads.tags = 1025;
            break;
        }
        assert_null(sim_run_create(&scenario, NULL, &status, message));
        assert_int_equal(status, SIM_BAD_SCENARIO);
        if (!strstr(message, words[i]))
            fail_msg("message '%s' does not speak of %s", message, words[i]);
    }
}

/* ---- The delivery check ---- */

static void the_delivery_check_sees_what_is_wrong(void **state)
{
    (void)state;
    struct sim_stream stream;
    const struct sim_tlp built = {.length_bytes = 16};
    const struct sim_tlp *tlp = NULL;
    uint8_t bytes[16];
    struct ak_view view = {.bytes = bytes, .length_bytes = sizeof bytes};
    assert_true(sim_stream_init(&stream, 8192));
    assert_int_equal(sim_stream_deliver(&stream, &view, &tlp), SIM_DELIVERY_UNSENT);
    for (uint8_t i = 0; i < 4; i++) {
        memset(sim_stream_room(&stream), i, 16);
        sim_stream_commit(&stream, &built);
        sim_stream_begin(&stream, i);
    }
    memset(bytes, 0, sizeof bytes);
    assert_int_equal(sim_stream_deliver(&stream, &view, &tlp), SIM_DELIVERY_RIGHT);
    assert_int_equal(tlp->begin_fs, 0);
    assert_int_equal(sim_stream_deliver(&stream, &view, &tlp), SIM_DELIVERY_DAMAGED);
    memset(bytes, 3, sizeof bytes);
    assert_int_equal(sim_stream_deliver(&stream, &view, &tlp), SIM_DELIVERY_MISPLACED);
    bytes[15] ^= 1;
    assert_int_equal(sim_stream_deliver(&stream, &view, &tlp), SIM_DELIVERY_DAMAGED);
    assert_int_equal(sim_stream_deliver(&stream, &view, &tlp), SIM_DELIVERY_UNSENT);
    assert_int_equal(sim_stream_undelivered(&stream), 0);
    sim_stream_destroy(&stream);
}

/* A forged number that the protocol cannot see through: the replayed TLP 0 goes as number 3, the
 * one B waits for. It is counted, not taken for a fault of the program. */
static void a_forged_number_is_told(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    send_writes(&scenario, SIM_DOWNSTREAM, 4);
    struct sim_fault *lost = add_fault(&scenario, SIM_FAULT_LOSE, SIM_DOWNSTREAM);
    lost->seq = 3;
    add_fault(&scenario, SIM_FAULT_ACK_NAK_DLLP, SIM_UPSTREAM); /* so that all are replayed */
    struct sim_fault *forged = add_fault(&scenario, SIM_FAULT_TLP_ERR_SEQ, SIM_DOWNSTREAM);
    forged->packet = SIM_PACKET_TLP_REPLAYED;
    forged->seq = 0;
    forged->seq_difference = 3;
    run_and_check(&scenario, &result);
    assert_int_equal(result.end, SIM_END_COMPLETED);
    assert_int_equal(result.damaged_delivered, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_did_not_arrive_is_lost),
        cmocka_unit_test(a_link_that_stays_down_is_dead),
        cmocka_unit_test(reads_survive_a_link_down),
        cmocka_unit_test(recovery_loses_nothing),
        cmocka_unit_test(a_late_ack_from_l0s_causes_a_replay),
        cmocka_unit_test(paced_writes_keep_their_pace),
        cmocka_unit_test(saturating_writes_fill_the_line),
        cmocka_unit_test(mixes_follow_their_weights),
        cmocka_unit_test(reads_are_answered),
        cmocka_unit_test(completions_end_at_boundaries),
        cmocka_unit_test(background_dllps_are_sent),
        cmocka_unit_test(a_run_without_an_end_gets_one),
        cmocka_unit_test(every_condition_ends_a_run),
        cmocka_unit_test(a_sink_that_fails_ends_the_run),
        cmocka_unit_test(wrong_scenarios_are_refused),
        cmocka_unit_test(the_delivery_check_sees_what_is_wrong),
        cmocka_unit_test(a_forged_number_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
