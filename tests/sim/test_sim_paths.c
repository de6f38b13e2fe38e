/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The short ways of the simulator against its plain one: a saturated run that nobody watches must
 * end as it does with a trace, for which every event is taken one by one.
 * Not here: whether the plain way is right (the other tests and the checker).
 *
 * Rules: SIM-01, SIM-02.
 */
#include "sim_support.h"

#define SEEDS 300u

static uint64_t random_state;

/* SplitMix64. */
static uint32_t draw_below(uint32_t bound)
{
    uint64_t z = (random_state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ (z >> 31)) >> 32) % bound;
}

static int ignore_record(void *context, const struct ak_record *record)
{
    (void)context;
    (void)record;
    return 0;
}

static void run_in_steps(const struct sim_scenario *scenario, uint64_t step,
                         struct sim_result *result)
{
    enum sim_status status;
    char message[SIM_MESSAGE_BYTES];
    struct sim_run *run = sim_run_create(scenario, NULL, &status, message);

    assert_non_null(run);
    while (sim_run_step(run, step)) {
    }
    sim_run_result(run, result);
    sim_run_destroy(run);
}

static void compare_ways(const struct sim_scenario *scenario, const char *what, uint64_t seed)
{
    static struct sim_result plain;
    static struct sim_result quick;
    static const uint64_t steps[] = {0, 1, 7};
    const struct ak_record_sink sink = {.take = ignore_record};

    run_traced(scenario, &sink, &plain);
    for (size_t i = 0; i < LENGTH(steps); i++) {
        run_in_steps(scenario, steps[i], &quick);
        if (memcmp(&plain, &quick, sizeof plain) != 0) {
            fail_msg("%s %llu: another result in steps of %llu TLPs: %llu and %llu packets "
                     "downstream, %llu and %llu upstream",
                     what, (unsigned long long)seed, (unsigned long long)steps[i],
                     (unsigned long long)plain.directions[0].packets_sent,
                     (unsigned long long)quick.directions[0].packets_sent,
                     (unsigned long long)plain.directions[1].packets_sent,
                     (unsigned long long)quick.directions[1].packets_sent);
        }
    }
}

/* Delays of 0 and of whole symbol times let events fall on one instant. */
static void draw_delays(struct sim_scenario *scenario)
{
    static const uint64_t delays_ns[] = {0, 0, 1, 4, 5, 40, 700};

    scenario->link.propagation_fs = delays_ns[draw_below(LENGTH(delays_ns))] * 1000000u;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        scenario->ports[side].tx_delay_fs = delays_ns[draw_below(5)] * 1000000u;
        scenario->ports[side].rx_delay_fs = delays_ns[draw_below(5)] * 1000000u;
    }
}

static void draw_link(struct sim_scenario *scenario)
{
    static const enum ak_rate rates[] = {AK_RATE_2_5, AK_RATE_5, AK_RATE_8, AK_RATE_8, AK_RATE_32};
    static const uint32_t widths[] = {1, 2, 4, 4, 8, 12, 16, 32};

    scenario->link.rate = rates[draw_below(LENGTH(rates))];
    scenario->link.max_rate = scenario->link.rate;
    scenario->link.width = widths[draw_below(LENGTH(widths))];
    scenario->link.l0s = draw_below(4) == 0;
    scenario->link.l0s_entry_fs = (1u + draw_below(100)) * 1000000u;
    scenario->link.skp = draw_below(4) != 0;
}

static void draw_port(struct sim_port *port)
{
    static const uint32_t limits_sym[] = {0, 1, 20, 100, 600};

    if (draw_below(2)) {
        port->ack_limit_explicit = true;
        port->ack_limit_sym = limits_sym[draw_below(LENGTH(limits_sym))];
    }
    if (draw_below(4) == 0) {
        port->ack_policy = draw_below(2) ? SIM_ACK_EACH : SIM_ACK_EVERY_N;
        port->ack_every_tlps = 2u + draw_below(9);
    }
    if (draw_below(4) == 0) {
        port->replay_buffer_tlps = 1u << draw_below(5);
    }
}

static void draw_traffic(struct sim_scenario *scenario)
{
    static const uint32_t payloads_bytes[] = {4, 12, 64, 128, 256};
    static const char *const rates[] = {"0", "1e-7", "1e-6", "1e-5", "1e-4"};
    const bool both = draw_below(3) == 0;

    scenario->traffic[SIM_UPSTREAM].writes.on = both || draw_below(3) == 0;
    scenario->traffic[SIM_DOWNSTREAM].writes.on =
        both || !scenario->traffic[SIM_UPSTREAM].writes.on;
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        struct sim_traffic *traffic = &scenario->traffic[direction];
        struct sim_errors *errors = &scenario->errors[direction];
        traffic->writes.mix[0].payload_bytes = payloads_bytes[draw_below(LENGTH(payloads_bytes))];
        traffic->dllps.interval_fs = draw_below(5) ? 0 : (100u + draw_below(900)) * 1000000u;
        assert_true(sim_probability_parse(rates[draw_below(LENGTH(rates))], &errors->ber));
        errors->idle_hits = draw_below(4) == 0;
    }
    scenario->stop.tlps = 50u + draw_below(1500);
    scenario->stop.time_fs = 200000000000u;
}

static void random_saturated_runs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct sim_scenario scenario;
        random_state = seed;
        sim_scenario_default(&scenario);
        scenario.seed = seed;
        draw_link(&scenario);
        draw_delays(&scenario);
        for (int side = 0; side < SIM_PORT_COUNT; side++) {
            draw_port(&scenario.ports[side]);
        }
        draw_traffic(&scenario);
        compare_ways(&scenario, "seed", seed);
    }
}

/* Without delays a framing error is seen in the instant in which the packet ends: Recovery begins,
 * and the next packet does not. */
static void framing_error_at_the_end_of_a_packet(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct sim_scenario scenario;
        sim_scenario_default(&scenario);
        scenario.seed = seed;
        scenario.link.propagation_fs = 0;
        for (int side = 0; side < SIM_PORT_COUNT; side++) {
            scenario.ports[side].tx_delay_fs = 0;
            scenario.ports[side].rx_delay_fs = 0;
        }
        assert_true(sim_probability_parse("1e-5", &scenario.errors[SIM_DOWNSTREAM].ber));
        scenario.stop.tlps = 5000;
        compare_ways(&scenario, "framing errors, seed", seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_saturated_runs),
        cmocka_unit_test(framing_error_at_the_end_of_a_packet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
