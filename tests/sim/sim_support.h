/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running scenarios in tests: to the end, with the results checked for what always holds.
 * Not here: scenarios.
 */
#ifndef ACKNAK_TESTS_SIM_SUPPORT_H
#define ACKNAK_TESTS_SIM_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/record.h"
#include "sim/run.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* A link without traffic, quiet and short: 8 GT/s x4, 5 ns for each of the three delays. */
static inline void quiet_link(struct sim_scenario *scenario)
{
    sim_scenario_default(scenario);
    scenario->traffic[SIM_DOWNSTREAM].writes.on = false;
}

/* `tlps` writes of 64 bytes in one direction. */
static inline void send_writes(struct sim_scenario *scenario, enum sim_direction direction,
                               uint64_t tlps)
{
    scenario->traffic[direction].writes.on = true;
    scenario->traffic[direction].writes.tlps = tlps;
}

static inline struct sim_fault *add_fault(struct sim_scenario *scenario, enum sim_fault_kind kind,
                                          enum sim_direction direction)
{
    struct sim_fault *fault = &scenario->faults[scenario->fault_count++];
    sim_fault_default(fault);
    fault->kind = kind;
    fault->direction = direction;
    return fault;
}

static inline void add_event(struct sim_scenario *scenario, enum sim_link_event_kind kind,
                             uint64_t time_fs)
{
    scenario->events[scenario->event_count++] =
        (struct sim_link_event){.kind = kind, .time_fs = time_fs};
}

static inline void run_traced(const struct sim_scenario *scenario,
                              const struct ak_record_sink *sink, struct sim_result *result)
{
    enum sim_status status;
    char message[SIM_MESSAGE_BYTES];
    struct sim_run *run = sim_run_create(scenario, sink, &status, message);

    if (!run)
        fail_msg("not created: %s", message);
    while (sim_run_step(run, 100000)) {
    }
    sim_run_result(run, result);
    sim_run_destroy(run);
    if (result->status != SIM_OK)
        fail_msg("run failed: %s", result->message);
}

/* Runs to the end, which must not be an error. */
static inline void run_to_end(const struct sim_scenario *scenario, struct sim_result *result)
{
    run_traced(scenario, NULL, result);
}

/* Every TLP submitted arrived, once, in order, unharmed, and was acknowledged. */
static inline void assert_carried(const struct sim_result *result)
{
    if (result->end != SIM_END_COMPLETED)
        fail_msg("ended as '%s': %s", sim_end_name(result->end), result->message);
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        const struct sim_direction_result *direction = &result->directions[d];
        assert_int_equal(direction->tlps_delivered + direction->tlps_reported_lost,
                         direction->tlps_submitted);
        assert_int_equal(direction->latency.count, direction->tlps_delivered);
        assert_int_equal(result->ports[d].replay_buffer_tlps, 0);
    }
    assert_true(result->in_order);
    assert_int_equal(result->duplicates_delivered, 0);
    assert_int_equal(result->damaged_delivered, 0);
}

static inline const struct ak_counters *counters_of(const struct sim_result *result, int side)
{
    return &result->ports[side].counters;
}

#endif
