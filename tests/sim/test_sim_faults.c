/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each named fault does what its name says, to the packet it names. Rules: SIM-03, SIM-04.
 * Not here: random bit errors (test_sim_ber.c).
 */
#include "sim_checked.h"

/* What a fault leaves in the counters of the two ports; everything else of these is 0. */
struct trace_of_fault {
    uint64_t b_naks_sent, b_bad_tlp, b_receiver_error, b_duplicates, b_out_of_sequence, b_nullified;
    uint64_t a_bad_dllp, a_receiver_error, a_protocol_error, a_timeouts, a_replays_by_nak;
    uint64_t recoveries;
};

struct fault_case {
    enum sim_fault_kind kind;
    int32_t seq_difference;
    struct trace_of_fault expected;
};

static void assert_trace(const struct fault_case *item, const struct sim_result *result)
{
    const struct ak_counters *a = counters_of(result, SIM_PORT_A);
    const struct ak_counters *b = counters_of(result, SIM_PORT_B);
    const struct trace_of_fault found = {
        .b_naks_sent = b->naks_sent,
        .b_bad_tlp = b->bad_tlp,
        .b_receiver_error = b->receiver_error,
        .b_duplicates = b->duplicates,
        .b_out_of_sequence = b->out_of_sequence,
        .b_nullified = b->nullified,
        .a_bad_dllp = a->bad_dllp,
        .a_receiver_error = a->receiver_error,
        .a_protocol_error = a->dl_protocol_error,
        .a_timeouts = a->replay_timer_timeout,
        .a_replays_by_nak = a->replays_by_nak,
        .recoveries = result->recoveries,
    };

    if (memcmp(&found, &item->expected, sizeof found) != 0) {
        const uint64_t *is = (const uint64_t *)&found;
        const uint64_t *want = (const uint64_t *)&item->expected;
        for (size_t i = 0; i < sizeof found / sizeof *is; i++)
            print_message("figure %zu: %llu, expected %llu\n", i, (unsigned long long)is[i],
                          (unsigned long long)want[i]);
        fail_msg("%s %d left another trace", sim_fault_kind_name(item->kind),
                 (int)item->seq_difference);
    }
}

static void three_tlps(struct sim_scenario *scenario, enum ak_rate rate, uint32_t width)
{
    quiet_link(scenario);
    scenario->link.rate = rate;
    scenario->link.width = width;
    send_writes(scenario, SIM_DOWNSTREAM, 3);
}

/* Three TLPs, the second one hit. When its Nak arrives the third has left. */
static void hit_second_tlp(enum ak_rate rate, uint32_t width, const struct fault_case *cases,
                           size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct sim_scenario scenario;
        struct sim_result result;
        three_tlps(&scenario, rate, width);
        if (rate == AK_RATE_2_5) /* the way is long against a TLP of 352 ns */
            scenario.link.propagation_fs = 500 * SIM_FS_PER_NS;
        scenario.ports[SIM_PORT_A].replay_timer = AK_REPLAY_TIMER_EXPLICIT;
        scenario.ports[SIM_PORT_A].replay_timer_sym = 2000;
        struct sim_fault *fault = add_fault(&scenario, cases[i].kind, SIM_DOWNSTREAM);
        fault->nth = 2;
        fault->seq_difference = cases[i].seq_difference;
        run_and_check(&scenario, &result);
        assert_carried(&result);
        assert_int_equal(result.directions[0].tlps_delivered, 3);
        assert_int_equal(result.directions[0].faults_done, 1);
        assert_trace(&cases[i], &result);
    }
}

#define BAD_TLP_AND_NAK                                                                            \
    {                                                                                              \
        .b_naks_sent = 1, .b_bad_tlp = 1, .b_out_of_sequence = 1, .a_replays_by_nak = 1            \
    }
#define FRAMING_ERROR                                                                              \
    {                                                                                              \
        .b_receiver_error = 1, .recoveries = 1, .a_timeouts = 1                                    \
    }

static void faults_of_tlps_at_128b130b(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        {SIM_FAULT_TX_LCRC, 1, BAD_TLP_AND_NAK},
        {SIM_FAULT_END_EDB, 1, BAD_TLP_AND_NAK},
        {SIM_FAULT_DAMAGE, 1, BAD_TLP_AND_NAK},
        {SIM_FAULT_LOSE, 1, BAD_TLP_AND_NAK}, /* TLP 2 is out of sequence: that is the Bad TLP */
        {SIM_FAULT_DUPLICATE_TLP, 1, {.b_duplicates = 1}},
        {SIM_FAULT_NULLIFIED_TLP, 1, {.b_nullified = 1}},
        /* 1 sent as 2, then the real 2: both ahead of 1 */
        {SIM_FAULT_TLP_ERR_SEQ,
         1,
         {.b_naks_sent = 1, .b_bad_tlp = 1, .b_out_of_sequence = 2, .a_replays_by_nak = 1}},
        /* 1 sent as 0: a duplicate; then 2 is ahead */
        {SIM_FAULT_TLP_ERR_SEQ,
         -1,
         {.b_naks_sent = 1,
          .b_bad_tlp = 1,
          .b_out_of_sequence = 1,
          .b_duplicates = 1,
          .a_replays_by_nak = 1}},
        /* 1 sent as 1 - 2047 is 2047 behind, a duplicate; 1 - 2048 is, with 2048, one too; with
           2049 it is ahead (D10) */
        {SIM_FAULT_TLP_ERR_SEQ,
         -2048,
         {.b_naks_sent = 1,
          .b_bad_tlp = 1,
          .b_out_of_sequence = 1,
          .b_duplicates = 1,
          .a_replays_by_nak = 1}},
        {SIM_FAULT_TLP_ERR_SEQ,
         -2049,
         {.b_naks_sent = 1, .b_bad_tlp = 1, .b_out_of_sequence = 2, .a_replays_by_nak = 1}},
        {SIM_FAULT_STP_SDP, 1, FRAMING_ERROR},
        {SIM_FAULT_FCRC_TLP, 1, FRAMING_ERROR},
        {SIM_FAULT_INV_SYNC_HDR_SYM, 1, FRAMING_ERROR},
    };
    hit_second_tlp(AK_RATE_8, 4, cases, LENGTH(cases));
}

static void faults_of_tlps_at_8b10b(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        {SIM_FAULT_TX_LCRC, 1, BAD_TLP_AND_NAK},
        {SIM_FAULT_END_EDB, 1, BAD_TLP_AND_NAK},
        {SIM_FAULT_DAMAGE, 1, BAD_TLP_AND_NAK},
        {SIM_FAULT_LOSE, 1, BAD_TLP_AND_NAK},
        {SIM_FAULT_DUPLICATE_TLP, 1, {.b_duplicates = 1}},
        {SIM_FAULT_NULLIFIED_TLP, 1, {.b_nullified = 1}},
        /* a Receiver Error in a TLP: Nak, not a Bad TLP (D11) */
        {SIM_FAULT_RX_ERROR,
         1,
         {.b_naks_sent = 1, .b_receiver_error = 1, .b_out_of_sequence = 1, .a_replays_by_nak = 1}},
        /* what begins with SDP is no TLP: only the next one brings the Nak */
        {SIM_FAULT_STP_SDP,
         1,
         {.b_naks_sent = 1,
          .b_receiver_error = 1,
          .b_bad_tlp = 1,
          .b_out_of_sequence = 1,
          .a_replays_by_nak = 1}},
    };
    hit_second_tlp(AK_RATE_2_5, 1, cases, LENGTH(cases));
}

/* Three TLPs with an Ack each, the first Ack hit. It arrives while TLP 2 is being sent. */
static void hit_first_ack(enum ak_rate rate, uint32_t width, const struct fault_case *cases,
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct sim_scenario scenario;
        struct sim_result result;
        three_tlps(&scenario, rate, width);
        scenario.ports[SIM_PORT_B].ack_policy = SIM_ACK_EACH;
        struct sim_fault *fault = add_fault(&scenario, cases[i].kind, SIM_UPSTREAM);
        fault->packet = SIM_PACKET_ACK;
        fault->seq_difference = cases[i].seq_difference;
        run_and_check(&scenario, &result);
        assert_carried(&result);
        assert_int_equal(result.directions[1].faults_done, 1);
        assert_trace(&cases[i], &result);
        assert_int_equal(result.ports[SIM_PORT_A].ackd_seq, 2);
    }
}

static void faults_of_acks_at_128b130b(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        {SIM_FAULT_ACK_NAK_DLLP, 1, {0}},
        {SIM_FAULT_LOSE, 1, {0}},
        {SIM_FAULT_B16_CRC_DLLP, 1, {.a_bad_dllp = 1}},
        {SIM_FAULT_DAMAGE, 1, {.a_bad_dllp = 1}},
        {SIM_FAULT_ACK_NAK_DLLP_SEQ, 1, {0}},  /* Ack 1 too early: legal, TLP 1 has left */
        {SIM_FAULT_ACK_NAK_DLLP_SEQ, -1, {0}}, /* Ack 4095 once more: legal, no progress */
        {SIM_FAULT_ACK_NAK_DLLP_SEQ, 100, {.a_protocol_error = 1}},
        {SIM_FAULT_ACK_NAK_DLLP_SEQ, -2, {.a_protocol_error = 1}},
        /* Nak 0: 1 and 2 are sent again, and are duplicates */
        {SIM_FAULT_NAK_DLLP, 1, {.a_replays_by_nak = 1, .b_duplicates = 2}},
        /* TLP 2 is cut by Recovery: an Ack for 1 gets through, the timer replays 2 */
        {SIM_FAULT_STP_SDP,
         1,
         {.a_receiver_error = 1, .recoveries = 1, .b_receiver_error = 1, .a_timeouts = 1}},
        {SIM_FAULT_INV_SYNC_HDR_SYM,
         1,
         {.a_receiver_error = 1, .recoveries = 1, .b_receiver_error = 1, .a_timeouts = 1}},
    };
    hit_first_ack(AK_RATE_8, 4, cases, LENGTH(cases));
}

static void faults_of_acks_at_8b10b(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        {SIM_FAULT_B16_CRC_DLLP, 1, {.a_bad_dllp = 1}},
        {SIM_FAULT_DAMAGE, 1, {.a_bad_dllp = 1}},
        {SIM_FAULT_RX_ERROR, 1, {.a_receiver_error = 1}},
        {SIM_FAULT_END_EDB, 1, {.a_receiver_error = 1}},
        {SIM_FAULT_STP_SDP, 1, {.a_receiver_error = 1}},
    };
    hit_first_ack(AK_RATE_2_5, 1, cases, LENGTH(cases));
}

/* At 8b/10b what begins with STP is a TLP to the receiver: port a sends a Nak for it. */
static void a_dllp_that_begins_with_stp_is_a_bad_tlp(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    three_tlps(&scenario, AK_RATE_2_5, 1);
    add_fault(&scenario, SIM_FAULT_STP_SDP, SIM_UPSTREAM);
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->naks_sent, 1);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->bad_tlp, 0);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->naks_received, 1);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->replays_by_nak, 0);
}

/* Everything that begins from 20 ns on and before 60 ns: the second and the third TLP. */
static void a_stuck_link_swallows_all(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    three_tlps(&scenario, AK_RATE_8, 4);
    struct sim_fault *fault = add_fault(&scenario, SIM_FAULT_STUCK, SIM_DOWNSTREAM);
    fault->from_fs = 20 * SIM_FS_PER_NS;
    fault->until_fs = 60 * SIM_FS_PER_NS;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(result.directions[0].packets_lost, 2);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->replays_by_timeout, 1);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->tlps_replayed, 2);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->naks_sent, 0);
}

static void always_nak(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    send_writes(&scenario, SIM_DOWNSTREAM, 200);
    add_fault(&scenario, SIM_FAULT_NAK_DLLP, SIM_UPSTREAM)->count = SIM_COUNT_FOREVER;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->acks_received, 0);
    assert_true(counters_of(&result, SIM_PORT_A)->replays_by_nak > 10);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->replay_num_rollover, 0); /* all progress */
}

/* A nullified TLP uses no number and no room, and is not counted as submitted. */
static void nullified_tlps_are_sent_again(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    send_writes(&scenario, SIM_DOWNSTREAM, 100);
    struct sim_fault *fault = add_fault(&scenario, SIM_FAULT_NULLIFIED_TLP, SIM_DOWNSTREAM);
    fault->nth = 10;
    fault->count = 7;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(result.directions[0].tlps_submitted, 100);
    assert_int_equal(result.ports[SIM_PORT_A].next_transmit_seq, 100);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->nullified_sent, 7);
    assert_int_equal(result.directions[0].faults_done, 7);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->nullified, 7);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->naks_sent, 0);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->tlps_replayed, 0);
}

static void masks_hit_the_packets_of_their_bits(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    three_tlps(&scenario, AK_RATE_8, 4);
    scenario.errors[SIM_DOWNSTREAM].damage_mask = 1u << 1;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->bad_lcrc, 1);
    assert_int_equal(result.directions[0].faults_done, 1);
    scenario.errors[SIM_DOWNSTREAM].damage_mask = 0;
    /* the second and the third packet, and, as the fourth and fifth, their first replay */
    scenario.errors[SIM_DOWNSTREAM].lose_mask = 0x1Eu;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(result.directions[0].packets_lost, 4);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->replays_by_timeout, 2);
    /* every one of the first 64 packets upstream: no Ack gets through until then */
    scenario.errors[SIM_DOWNSTREAM].lose_mask = 0;
    scenario.errors[SIM_UPSTREAM].lose_mask = UINT64_MAX;
    scenario.ports[SIM_PORT_A].retrain_limit = 0;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(result.directions[1].packets_lost, 64);
}

/* The n-th and how many, a time, a number, a class. */
static void faults_count_what_they_name(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    quiet_link(&scenario);
    send_writes(&scenario, SIM_DOWNSTREAM, 100);
    scenario.traffic[SIM_DOWNSTREAM].dllps.every_tlps = 10;
    struct sim_fault *fault = add_fault(&scenario, SIM_FAULT_LOSE, SIM_DOWNSTREAM);
    fault->packet = SIM_PACKET_FLOW_CONTROL;
    fault->nth = 3;
    fault->count = 4;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(result.directions[0].packets_lost, 4);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->dllps_sent, 10);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->dllps_received, 6);
    fault->packet = SIM_PACKET_TLP;
    fault->seq = 50;
    fault->nth = 1;
    fault->count = 2; /* the first sending and the first replay */
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(result.directions[0].packets_lost, 2);
    fault->seq = -1;
    fault->packet = SIM_PACKET_TLP_REPLAYED; /* there are none */
    run_and_check(&scenario, &result);
    assert_int_equal(result.directions[0].faults_done, 0);
    fault->packet = SIM_PACKET_TLP_NEW;
    fault->count = SIM_COUNT_FOREVER;
    fault->from_fs = 1000 * SIM_FS_PER_NS;
    fault->until_fs = 1022 * SIM_FS_PER_NS; /* a TLP takes 22.34 ns: one, if any, begins */
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_in_range(result.directions[0].faults_done, 0, 1);
    fault->until_fs = 1100 * SIM_FS_PER_NS;
    run_and_check(&scenario, &result);
    assert_in_range(result.directions[0].faults_done, 4, 5);
}

/* Two faults in one packet: each keeps its own figures. TLP 1 goes out as 0, and, being
 * sent once more, as 1. */
static void faults_add_up(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;

    three_tlps(&scenario, AK_RATE_8, 4);
    struct sim_fault *fault = add_fault(&scenario, SIM_FAULT_TLP_ERR_SEQ, SIM_DOWNSTREAM);
    fault->nth = 2;
    fault->seq_difference = -1;
    fault = add_fault(&scenario, SIM_FAULT_DUPLICATE_TLP, SIM_DOWNSTREAM);
    fault->nth = 2;
    run_and_check(&scenario, &result);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->duplicates, 1);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->out_of_sequence, 0);
}

/* The fault records of a trace, by name. */
struct told_faults {
    const char *name;
    uint64_t of_name;
    uint64_t others;
};

static int count_faults(void *context, const struct ak_record *record)
{
    struct told_faults *told = context;
    if (record->kind != AK_RECORD_FAULT)
        return 0;
    if (strcmp(record->fault.name, told->name) == 0)
        told->of_name++;
    else
        told->others++;
    return 0;
}

static bool is_of_dllps(enum sim_fault_kind kind)
{
    return kind == SIM_FAULT_ACK_NAK_DLLP_SEQ || kind == SIM_FAULT_ACK_NAK_DLLP ||
           kind == SIM_FAULT_NAK_DLLP || kind == SIM_FAULT_B16_CRC_DLLP;
}

static void every_fault_leaves_a_record(void **state)
{
    (void)state;
    for (int kind = 0; kind < SIM_FAULT_KIND_COUNT; kind++) {
        struct sim_scenario scenario;
        struct sim_result result;
        struct told_faults told = {.name = sim_fault_kind_name((enum sim_fault_kind)kind)};
        const struct ak_record_sink sink = {count_faults, &told};
        bool is_8b10b = kind == SIM_FAULT_RX_ERROR;
        enum sim_direction direction =
            is_of_dllps((enum sim_fault_kind)kind) ? SIM_UPSTREAM : SIM_DOWNSTREAM;
        three_tlps(&scenario, is_8b10b ? AK_RATE_2_5 : AK_RATE_8, is_8b10b ? 1 : 4);
        scenario.ports[SIM_PORT_B].ack_policy = SIM_ACK_EACH;
        struct sim_fault *fault = add_fault(&scenario, (enum sim_fault_kind)kind, direction);
        fault->nth = 2;
        fault->seq_difference = 1;
        if (kind == SIM_FAULT_STUCK) {
            fault->nth = 1;
            fault->until_fs = 500 * SIM_FS_PER_NS;
        }
        run_traced(&scenario, &sink, &result);
        print_message("%s\n", told.name);
        assert_true(result.directions[direction].faults_done > 0);
        assert_int_equal(told.of_name, result.directions[direction].faults_done);
        assert_int_equal(told.others, 0);
    }
}

static void faults_of_the_other_encoding_are_refused(void **state)
{
    (void)state;
    static const struct {
        enum ak_rate rate;
        enum sim_fault_kind kind;
    } cases[] = {{AK_RATE_8, SIM_FAULT_RX_ERROR},
                 {AK_RATE_5, SIM_FAULT_FCRC_TLP},
                 {AK_RATE_2_5, SIM_FAULT_INV_SYNC_HDR_SYM}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct sim_scenario scenario;
        char message[SIM_MESSAGE_BYTES];
        quiet_link(&scenario);
        scenario.link.rate = cases[i].rate;
        add_fault(&scenario, cases[i].kind, SIM_DOWNSTREAM);
        assert_false(sim_scenario_check(&scenario, NULL, message, sizeof message));
        assert_non_null(strstr(message, sim_fault_kind_name(cases[i].kind)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_of_tlps_at_128b130b),
        cmocka_unit_test(faults_of_tlps_at_8b10b),
        cmocka_unit_test(faults_of_acks_at_128b130b),
        cmocka_unit_test(faults_of_acks_at_8b10b),
        cmocka_unit_test(a_dllp_that_begins_with_stp_is_a_bad_tlp),
        cmocka_unit_test(a_stuck_link_swallows_all),
        cmocka_unit_test(always_nak),
        cmocka_unit_test(nullified_tlps_are_sent_again),
        cmocka_unit_test(masks_hit_the_packets_of_their_bits),
        cmocka_unit_test(faults_count_what_they_name),
        cmocka_unit_test(faults_add_up),
        cmocka_unit_test(every_fault_leaves_a_record),
        cmocka_unit_test(faults_of_the_other_encoding_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
