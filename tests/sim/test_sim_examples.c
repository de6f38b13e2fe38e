/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The worked examples of the book as scenarios, ending as protocol.md 2.4 says.
 * Rules: TX-05 to TX-09, RX-05 to RX-09.
 * Not here: their traces.
 */
#include "sim_checked.h"

/* A sends five TLPs from `first`; the way is so long that all have left before an answer comes. */
static void five_tlps(struct sim_scenario *scenario, uint16_t first)
{
    quiet_link(scenario);
    send_writes(scenario, SIM_DOWNSTREAM, 5);
    scenario->initial_seq[SIM_DOWNSTREAM] = first;
    scenario->link.propagation_fs = 50 * SIM_FS_PER_NS;
}

static void ack_every(struct sim_scenario *scenario, uint32_t tlps)
{
    scenario->ports[SIM_PORT_B].ack_policy = SIM_ACK_EVERY_N;
    scenario->ports[SIM_PORT_B].ack_every_tlps = tlps;
}

static void run_until(struct sim_scenario *scenario, enum sim_condition condition,
                      struct sim_result *result)
{
    scenario->stop.condition = condition;
    run_and_check(scenario, result);
    assert_int_equal(result->end, SIM_END_CONDITION);
    scenario->stop.condition = SIM_CONDITION_NONE;
}

static void assert_at_end(const struct sim_scenario *scenario, uint16_t next, uint16_t ackd,
                          struct sim_result *result)
{
    run_and_check(scenario, result);
    assert_carried(result);
    assert_int_equal(result->ports[SIM_PORT_A].next_transmit_seq, next);
    assert_int_equal(result->ports[SIM_PORT_A].ackd_seq, ackd);
    assert_int_equal(result->ports[SIM_PORT_B].next_rcv_seq, next);
    assert_int_equal(result->ports[SIM_PORT_A].replay_num, 0);
    assert_false(result->ports[SIM_PORT_B].nak_scheduled);
}

/* Example 5-7: 3 to 7 sent, Ack 5 purges 3, 4, 5. */
static void example_5_7(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    five_tlps(&scenario, 3);
    ack_every(&scenario, 3);
    run_until(&scenario, SIM_CONDITION_FIRST_ACK, &result);
    assert_int_equal(result.ports[SIM_PORT_A].next_transmit_seq, 8);
    assert_int_equal(result.ports[SIM_PORT_A].ackd_seq, 5);
    assert_int_equal(result.ports[SIM_PORT_A].replay_buffer_tlps, 2);
    assert_at_end(&scenario, 8, 7, &result);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->acks_sent, 2);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->tlps_replayed, 0);
}

/* Example 5-8: 4094 to 2 sent, Ack 1 purges four across the wrap. */
static void example_5_8(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    five_tlps(&scenario, 4094);
    ack_every(&scenario, 4);
    run_until(&scenario, SIM_CONDITION_FIRST_ACK, &result);
    assert_int_equal(result.ports[SIM_PORT_A].next_transmit_seq, 3);
    assert_int_equal(result.ports[SIM_PORT_A].ackd_seq, 1);
    assert_int_equal(result.ports[SIM_PORT_A].replay_buffer_tlps, 1);
    assert_at_end(&scenario, 3, 2, &result);
}

static void damage(struct sim_scenario *scenario, int32_t seq)
{
    struct sim_fault *fault = add_fault(scenario, SIM_FAULT_DAMAGE, SIM_DOWNSTREAM);
    fault->packet = SIM_PACKET_TLP_NEW;
    fault->seq = seq;
}

/* Examples 5-9 and 5-12: 4095 damaged, Nak 4094, replay of 4095, 0, 1, 2. */
static void examples_5_9_and_5_12(void **state)
{
    (void)state;
    static const enum ak_replay_policy policies[] = {AK_REPLAY_CONCURRENT, AK_REPLAY_DEFERRED};
    for (size_t i = 0; i < LENGTH(policies); i++) {
        struct sim_scenario scenario;
        struct sim_result result;
        five_tlps(&scenario, 4094);
        scenario.ports[SIM_PORT_A].replay_policy = policies[i];
        damage(&scenario, 4095);
        run_until(&scenario, SIM_CONDITION_FIRST_BAD_TLP, &result);
        assert_int_equal(result.ports[SIM_PORT_B].next_rcv_seq, 4095);
        assert_true(result.ports[SIM_PORT_B].nak_scheduled);
        run_until(&scenario, SIM_CONDITION_FIRST_NAK, &result);
        assert_int_equal(result.ports[SIM_PORT_A].ackd_seq, 4094);
        assert_int_equal(result.ports[SIM_PORT_A].replay_num, 1); /* D8 */
        assert_int_equal(result.ports[SIM_PORT_A].replay_buffer_tlps, 4);
        assert_at_end(&scenario, 3, 2, &result);
        assert_int_equal(counters_of(&result, SIM_PORT_B)->out_of_sequence, 3);
        assert_int_equal(counters_of(&result, SIM_PORT_A)->tlps_replayed, 4);
        assert_int_equal(counters_of(&result, SIM_PORT_A)->replays_by_nak, 1);
        assert_int_equal(counters_of(&result, SIM_PORT_B)->naks_sent, 1);
        assert_int_equal(counters_of(&result, SIM_PORT_B)->bad_tlp, 1);
        assert_int_equal(result.ports[SIM_PORT_B].events, AK_EVENT_BAD_TLP);
        assert_int_equal(result.ports[SIM_PORT_A].events, 0);
    }
}

/* Example 5-11: 4094 to 1 good, one Ack 1 by the timer; 2, later, starts it again. */
static void example_5_11(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    five_tlps(&scenario, 4094);
    scenario.link.propagation_fs = 0;
    scenario.traffic[SIM_DOWNSTREAM].writes.interval_fs = 60 * SIM_FS_PER_NS;
    /* Delivered from 32.5 ns on, one each 60 ns; the limit of 214 symbol times, less the port's own
       10 ns, is reached at 236.5 ns, between the fourth and the fifth. */
    run_until(&scenario, SIM_CONDITION_FIRST_ACK, &result);
    assert_int_equal(result.ports[SIM_PORT_B].next_rcv_seq, 2);
    assert_int_equal(result.ports[SIM_PORT_A].ackd_seq, 1);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->acks_sent, 1);
    assert_at_end(&scenario, 3, 2, &result);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->acks_sent, 2);
}

/* Figure 5-14: 4094, 4095, 0 acknowledged; 1 is lost; 2 brings Nak 0 and a replay of 1, 2. */
static void lost_tlp(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    five_tlps(&scenario, 4094);
    ack_every(&scenario, 3);
    struct sim_fault *fault = add_fault(&scenario, SIM_FAULT_LOSE, SIM_DOWNSTREAM);
    fault->packet = SIM_PACKET_TLP_NEW;
    fault->seq = 1;
    run_until(&scenario, SIM_CONDITION_FIRST_NAK, &result);
    assert_int_equal(result.ports[SIM_PORT_A].ackd_seq, 0);
    assert_int_equal(result.ports[SIM_PORT_A].replay_buffer_tlps, 2);
    assert_at_end(&scenario, 3, 2, &result);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->tlps_replayed, 2);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->out_of_sequence, 1);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->bad_tlp, 1);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->naks_sent, 1);
}

static void damage_acks(struct sim_scenario *scenario, uint64_t count)
{
    struct sim_fault *fault = add_fault(scenario, SIM_FAULT_B16_CRC_DLLP, SIM_UPSTREAM);
    fault->packet = SIM_PACKET_ACK;
    fault->count = count;
}

/* Figure 5-15: a bad Ack 0 is made good by Ack 2. */
static void bad_ack(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    five_tlps(&scenario, 4094);
    ack_every(&scenario, 3);
    damage_acks(&scenario, 1);
    run_until(&scenario, SIM_CONDITION_FIRST_ACK, &result);
    assert_int_equal(result.ports[SIM_PORT_A].ackd_seq, 2);
    assert_at_end(&scenario, 3, 2, &result);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->bad_dllp, 1);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->tlps_replayed, 0);
    assert_int_equal(result.ports[SIM_PORT_A].events, AK_EVENT_BAD_DLLP);
}

/* Figure 5-15, both Acks bad: the timer replays everything, B drops it and sends Ack 2 again. */
static void bad_acks(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    five_tlps(&scenario, 4094);
    ack_every(&scenario, 3);
    damage_acks(&scenario, 2);
    run_until(&scenario, SIM_CONDITION_FIRST_TIMEOUT, &result);
    assert_int_equal(result.ports[SIM_PORT_A].ackd_seq, 4093);
    assert_int_equal(result.ports[SIM_PORT_A].replay_num, 1);
    assert_int_equal(result.ports[SIM_PORT_A].replay_buffer_tlps, 5);
    assert_at_end(&scenario, 3, 2, &result);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->replays_by_timeout, 1);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->tlps_replayed, 5);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->duplicates, 5);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->naks_sent, 0);
    assert_int_equal(result.ports[SIM_PORT_A].events,
                     AK_EVENT_BAD_DLLP | AK_EVENT_REPLAY_TIMER_TIMEOUT);
}

/* Figure 5-16: 1 is bad and so is its Nak 0; no second Nak; the timer replays all five. */
static void bad_nak(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result result;
    five_tlps(&scenario, 4094);
    damage(&scenario, 1);
    add_fault(&scenario, SIM_FAULT_B16_CRC_DLLP, SIM_UPSTREAM)->packet = SIM_PACKET_NAK;
    run_until(&scenario, SIM_CONDITION_FIRST_TIMEOUT, &result);
    assert_int_equal(result.ports[SIM_PORT_A].ackd_seq, 4093);
    assert_int_equal(result.ports[SIM_PORT_B].next_rcv_seq, 1);
    assert_true(result.ports[SIM_PORT_B].nak_scheduled);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->naks_sent, 1);
    assert_at_end(&scenario, 3, 2, &result);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->tlps_replayed, 5);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->duplicates, 3);
    assert_int_equal(counters_of(&result, SIM_PORT_B)->naks_sent, 1);
    assert_int_equal(counters_of(&result, SIM_PORT_A)->bad_dllp, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_5_7),
        cmocka_unit_test(example_5_8),
        cmocka_unit_test(examples_5_9_and_5_12),
        cmocka_unit_test(example_5_11),
        cmocka_unit_test(lost_tlp),
        cmocka_unit_test(bad_ack),
        cmocka_unit_test(bad_acks),
        cmocka_unit_test(bad_nak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
