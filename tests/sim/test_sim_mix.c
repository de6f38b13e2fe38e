/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Everything at once: random scenarios with random faults carry what they are given, and the same
 * seed gives the same run. Rules: SIM-01, SIM-02.
 * Not here: what single faults do (test_sim_faults.c).
 */
#include "sim/random.h"
#include "sim_checked.h"

static uint64_t below(struct sim_random *random, uint64_t bound)
{
    return sim_random_below(random, bound);
}

static const char *const bers[] = {"0", "1e-7", "1e-6", "1e-5", "5e-5"};

static void random_link(struct sim_random *random, struct sim_scenario *scenario)
{
    static const uint32_t widths[] = {1, 2, 4, 8, 12, 16, 32};
    struct sim_link *link = &scenario->link;

    link->rate = (enum ak_rate)below(random, AK_RATE_COUNT);
    link->max_rate = link->rate;
    link->width = widths[below(random, LENGTH(widths))];
    link->mps_bytes = 128u << below(random, 6);
    link->extended_synch = below(random, 4) == 0;
    link->propagation_fs = below(random, 100 * SIM_FS_PER_NS);
    link->recovery_fs = SIM_FS_PER_NS + below(random, 2 * SIM_FS_PER_US);
    link->l0s = below(random, 3) == 0;
    link->l0s_entry_fs = SIM_FS_PER_NS + below(random, SIM_FS_PER_US);
}

static void random_port(struct sim_random *random, struct sim_port *port)
{
    port->rx_delay_fs = below(random, 50 * SIM_FS_PER_NS);
    port->tx_delay_fs = below(random, 50 * SIM_FS_PER_NS);
    port->n_fts = 1 + (uint32_t)below(random, 255);
    port->replay_policy = (enum ak_replay_policy)below(random, 2);
    port->ack_policy = (enum sim_ack_policy)below(random, 3);
    port->ack_every_tlps = 2 + (uint32_t)below(random, 20);
    port->ack_limit_explicit = below(random, 4) == 0;
    port->ack_limit_sym = (uint32_t)below(random, 1000);
    port->replay_buffer_bytes = 4138 + (uint32_t)below(random, 40000);
    port->replay_buffer_tlps = 1u << below(random, 12);
    port->retrain_limit = 0;
    if (below(random, 3) == 0) {
        port->replay_timer = AK_REPLAY_TIMER_EXPLICIT;
        port->replay_timer_sym = 2000 + (uint32_t)below(random, 20000);
    }
}

static uint32_t random_payload(struct sim_random *random, uint32_t mps_bytes)
{
    return 4u * (1u + (uint32_t)below(random, mps_bytes / 4u));
}

static void random_traffic(struct sim_random *random, struct sim_scenario *scenario,
                           enum sim_direction direction)
{
    struct sim_traffic *traffic = &scenario->traffic[direction];
    uint32_t mps = scenario->link.mps_bytes;

    traffic->writes.on = below(random, 4) != 0;
    traffic->writes.mix_count = 1 + (uint32_t)below(random, 4);
    for (uint32_t i = 0; i < traffic->writes.mix_count; i++)
        traffic->writes.mix[i] =
            (struct sim_size_weight){random_payload(random, mps), 1 + (uint32_t)below(random, 9)};
    traffic->writes.interval_fs = below(random, 2) ? 0 : below(random, 500 * SIM_FS_PER_NS);
    traffic->writes.header_bytes = below(random, 2) ? 12 : 16;
    traffic->writes.ecrc = below(random, 3) == 0;
    traffic->reads.on = below(random, 2) == 0;
    traffic->reads.size_bytes = random_payload(random, 4096);
    traffic->reads.tags = 1 + (uint32_t)below(random, 64);
    traffic->reads.latency_fs = below(random, SIM_FS_PER_US);
    traffic->reads.rcb_bytes = below(random, 2) ? 64 : 128;
    traffic->dllps.every_tlps = (uint32_t)below(random, 5);
    traffic->dllps.interval_fs =
        below(random, 2) ? 0 : 50 * SIM_FS_PER_NS + below(random, SIM_FS_PER_US);
    traffic->dllps.dllp_class = below(random, 2) ? AK_DLLP_CLASS_FLOW_CONTROL : AK_DLLP_CLASS_OTHER;
}

/* Faults from which the protocol always recovers: forged numbers are not among them. */
static void random_fault(struct sim_random *random, struct sim_scenario *scenario)
{
    static const enum sim_fault_kind kinds[] = {
        SIM_FAULT_TX_LCRC,      SIM_FAULT_DUPLICATE_TLP, SIM_FAULT_NULLIFIED_TLP,
        SIM_FAULT_ACK_NAK_DLLP, SIM_FAULT_NAK_DLLP,      SIM_FAULT_B16_CRC_DLLP,
        SIM_FAULT_END_EDB,      SIM_FAULT_STP_SDP,       SIM_FAULT_LOSE,
        SIM_FAULT_DAMAGE,       SIM_FAULT_STUCK,
    };
    char message[SIM_MESSAGE_BYTES];
    struct sim_fault *fault = add_fault(scenario, kinds[below(random, LENGTH(kinds))],
                                        (enum sim_direction)below(random, 2));
    fault->packet = (enum sim_packet_class)below(random, SIM_PACKET_CLASS_COUNT);
    fault->nth = 1 + below(random, 300);
    fault->count = 1 + below(random, 20);
    fault->from_fs = below(random, 2) ? 0 : below(random, 20 * SIM_FS_PER_US);
    if (fault->kind == SIM_FAULT_STUCK)
        fault->until_fs = fault->from_fs + 1 + below(random, 3 * SIM_FS_PER_US);
    /* Some kinds and packets do not go together. */
    if (!sim_scenario_check(scenario, NULL, message, sizeof message))
        fault->packet = SIM_PACKET_ANY;
}

static void random_events(struct sim_random *random, struct sim_scenario *scenario)
{
    uint64_t time_fs = 0;

    for (uint64_t i = below(random, 4); i > 0; i--) {
        bool down = below(random, 2);
        bool disable = below(random, 2);
        time_fs += below(random, 20 * SIM_FS_PER_US);
        if (!down) {
            add_event(scenario, SIM_EVENT_RECOVERY, time_fs);
            continue;
        }
        add_event(scenario, disable ? SIM_EVENT_LINK_DISABLE : SIM_EVENT_LINK_DOWN, time_fs);
        time_fs += below(random, 5 * SIM_FS_PER_US);
        add_event(scenario, disable ? SIM_EVENT_LINK_ENABLE : SIM_EVENT_LINK_UP, time_fs);
    }
}

static void random_scenario(uint64_t seed, struct sim_scenario *scenario)
{
    struct sim_random random;

    sim_random_start(&random, seed, 99, SIM_STREAM_TRAFFIC);
    sim_scenario_default(scenario);
    scenario->seed = seed;
    random_link(&random, scenario);
    for (int i = 0; i < 2; i++) {
        random_port(&random, &scenario->ports[i]);
        random_traffic(&random, scenario, (enum sim_direction)i);
        scenario->initial_seq[i] = (uint16_t)below(&random, 4096);
        assert_true(
            sim_probability_parse(bers[below(&random, LENGTH(bers))], &scenario->errors[i].ber));
        scenario->errors[i].burst_bits = below(&random, 3) ? 1 : 1 + (uint32_t)below(&random, 64);
        scenario->errors[i].idle_hits = below(&random, 4) == 0;
        scenario->errors[i].damage_mask = below(&random, 4) ? 0 : sim_random_draw(&random);
        uint64_t half_of_all = sim_random_draw(&random);
        scenario->errors[i].lose_mask =
            below(&random, 4) ? 0 : half_of_all & sim_random_draw(&random);
    }
    for (uint64_t i = below(&random, 6); i > 0; i--)
        random_fault(&random, scenario);
    random_events(&random, scenario);
    scenario->stop.tlps = 400;
}

static void random_scenarios_carry_everything(void **state)
{
    (void)state;
    const uint64_t checked = getenv("ACKNAK_LONG_TESTS") ? 400 : 100; /* the first seeds */
    uint64_t naks = 0, timeouts = 0, rollovers = 0, lost = 0, downs = 0, completed = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct sim_scenario scenario;
        struct sim_result result;
        random_scenario(seed, &scenario);
        if (seed <= checked)
            run_and_check(&scenario, &result);
        else
            run_to_end(&scenario, &result);
        completed += result.end == SIM_END_COMPLETED;
        if (result.end != SIM_END_COMPLETED) /* only a link too bad to carry anything */
            assert_non_null(strstr(result.message, "1000 times in Recovery"));
        else
            assert_carried(&result);
        for (int side = 0; side < SIM_PORT_COUNT; side++) {
            naks += counters_of(&result, side)->naks_sent;
            timeouts += counters_of(&result, side)->replay_timer_timeout;
            rollovers += counters_of(&result, side)->replay_num_rollover;
            lost += result.directions[side].tlps_reported_lost;
        }
        downs += result.link_downs;
    }
    /* They were not idle. */
    assert_true(completed > 380);
    assert_true(naks > 1000 && timeouts > 100 && rollovers > 10 && lost > 100 && downs > 50);
}

static void same_seed_same_run(void **state)
{
    (void)state;
    for (uint64_t seed = 1001; seed <= 1040; seed++) {
        struct sim_scenario scenario;
        struct sim_result once, again, portable;
        random_scenario(seed, &scenario);
        run_to_end(&scenario, &once);
        run_to_end(&scenario, &again);
        assert_memory_equal(&once, &again, sizeof once);
        scenario.crc_kernel = AK_CRC_PORTABLE;
        run_to_end(&scenario, &portable);
        assert_memory_equal(&once, &portable, sizeof once);
    }
}

static int count_record(void *context, const struct ak_record *record)
{
    uint64_t *count = context;
    (*count)++;
    assert_int_equal(record->number, *count);
    return 0;
}

/* Neither steps nor a trace make a difference. */
static void watching_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 2001; seed <= 2030; seed++) {
        struct sim_scenario scenario;
        struct sim_result plain, traced, stepped;
        enum sim_status status;
        char message[SIM_MESSAGE_BYTES];
        uint64_t records = 0;
        const struct ak_record_sink sink = {.take = count_record, .context = &records};
        random_scenario(seed, &scenario);
        run_to_end(&scenario, &plain);
        run_traced(&scenario, &sink, &traced);
        assert_memory_equal(&plain, &traced, sizeof plain);
        assert_true(records > 100);
        struct sim_run *run = sim_run_create(&scenario, NULL, &status, message);
        assert_non_null(run);
        while (sim_run_step(run, 1)) {
        }
        sim_run_result(run, &stepped);
        sim_run_destroy(run);
        assert_memory_equal(&plain, &stepped, sizeof plain);
    }
}

static void another_seed_another_run(void **state)
{
    (void)state;
    struct sim_scenario scenario;
    struct sim_result one, two;
    sim_scenario_default(&scenario);
    assert_true(sim_probability_parse("1e-5", &scenario.errors[0].ber));
    scenario.stop.tlps = 10000;
    run_and_check(&scenario, &one);
    scenario.seed++;
    run_and_check(&scenario, &two);
    assert_true(one.simulated_fs != two.simulated_fs);
}

/* 100,000 TLPs wrap 4096 numbers 24 times each way: 100,000 = 24 * 4096 + 1696. */
static void numbers_wrap_24_times_with_errors(void **state)
{
    (void)state;
    static const enum ak_rate rates[] = {AK_RATE_2_5, AK_RATE_8};
    for (size_t i = 0; i < LENGTH(rates); i++) {
        struct sim_scenario scenario;
        struct sim_result result;
        sim_scenario_default(&scenario);
        scenario.link.rate = rates[i];
        scenario.traffic[SIM_UPSTREAM].writes.on = true;
        scenario.stop.tlps = 100000;
        for (int direction = 0; direction < 2; direction++)
            assert_true(sim_probability_parse("1e-6", &scenario.errors[direction].ber));
        run_and_check(&scenario, &result);
        assert_carried(&result);
        for (int side = 0; side < SIM_PORT_COUNT; side++) {
            assert_int_equal(result.directions[side].tlps_delivered, 100000);
            assert_int_equal(result.ports[side].next_transmit_seq, 1696);
            assert_int_equal(result.ports[side].ackd_seq, 1695);
            assert_int_equal(result.ports[side].next_rcv_seq, 1696);
            assert_true(counters_of(&result, side)->naks_sent > 20);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_scenarios_carry_everything),
        cmocka_unit_test(same_seed_same_run),
        cmocka_unit_test(watching_changes_nothing),
        cmocka_unit_test(another_seed_another_run),
        cmocka_unit_test(numbers_wrap_24_times_with_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
