/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replay buffer and REPLAY_TIMER slack by simulation: bisection over whole runs.
 * Not here: the formula (size.c).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/rate.h"
#include "study/size.h"

#define AMPLE_BYTES     (1u << 24)
#define AMPLE_TLPS      2048u
#define TLPS_AT_LEAST   4000u
#define PACED_MOST_FS   (20u * SIM_FS_PER_MS)
#define START_UP_SHARE  4u /* of a run: a quarter */
#define SETS_AT_LEAST   16u
#define TRIPS_AT_LEAST  16u
#define SKP_LONGEST_SYM 6000u
#define BISECT_FS       1000ull /* slack to a picosecond */
#define BEYOND_FS       SIM_FS_PER_NS

/* The link as it is without errors, with buffers that never throttle. */
static void prepare(const struct sim_scenario *from, uint64_t time_fs, struct sim_scenario *to)
{
    *to = *from;
    to->fault_count = 0;
    to->event_count = 0;
    memset(&to->stop, 0, sizeof to->stop);
    to->stop.time_fs = time_fs;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        struct sim_errors *errors = &to->errors[side];
        errors->ber.per_2_64 = 0;
        errors->damage_mask = errors->lose_mask = 0;
        to->ports[side].replay_buffer_bytes = AMPLE_BYTES;
        to->ports[side].replay_buffer_tlps = AMPLE_TLPS;
    }
}

/* `start_up` takes the results at the begin of a TLP, when the link has filled; NULL: not asked. */
static bool run(const struct sim_scenario *scenario, struct sim_result *start_up,
                struct sim_result *result, char message[SIM_MESSAGE_BYTES])
{
    enum sim_status status;
    struct sim_run *running = sim_run_create(scenario, NULL, &status, message);

    if (!running)
        return false;
    if (start_up) {
        uint64_t from_fs = scenario->stop.time_fs / START_UP_SHARE;
        while (sim_run_time_fs(running) < from_fs && sim_run_step(running, 1)) {
        }
        sim_run_result(running, start_up);
    }
    while (sim_run_step(running, 0)) {
    }
    sim_run_result(running, result);
    sim_run_destroy(running);
    if (result->status == SIM_OK)
        return true;
    memcpy(message, result->message, SIM_MESSAGE_BYTES);
    return false;
}

/* Payload bits per second from one moment of a run to another. */
static uint64_t throughput_between(const struct sim_result *from, const struct sim_result *to,
                                   enum sim_direction direction)
{
    uint64_t bytes = to->directions[direction].payload_bytes;
    uint64_t fs = to->simulated_fs - from->simulated_fs;

    bytes -= from->directions[direction].payload_bytes;
    return fs ? (uint64_t)((double)bytes * 8 * SIM_FS_PER_S / (double)fs) : 0;
}

/* Too large for the stack of a thread. */
static struct sim_result *new_results(size_t count, char message[SIM_MESSAGE_BYTES])
{
    struct sim_result *result = calloc(count, sizeof *result);

    if (!result)
        snprintf(message, SIM_MESSAGE_BYTES, "out of memory");
    return result;
}

static bool run_at(struct sim_scenario *scenario, enum sim_direction direction, uint64_t bytes,
                   struct study_size_run *out, char message[SIM_MESSAGE_BYTES])
{
    struct sim_result *results = NULL;
    bool good;

    *out = (struct study_size_run){.buffer_bytes = bytes};
    if (bytes < sim_largest_frame_bytes(scenario))
        return true;
    results = new_results(2, message);
    if (!results)
        return false;
    scenario->ports[direction].replay_buffer_bytes = (uint32_t)bytes;
    good = run(scenario, &results[0], &results[1], message);
    if (good) {
        const struct ak_counters *counters = &results[1].ports[direction].counters;
        out->ran = true;
        out->throughput_bps = throughput_between(&results[0], &results[1], direction);
        out->stalls = counters->tx_stalls;
        out->timeouts = counters->replay_timer_timeout;
        out->peak_tlps = (uint32_t)counters->peak_tlps;
    }
    free(results);
    return good;
}

/* The smallest size at which nothing stalls; AMPLE_BYTES if REPLAY_TIMER expires even there. */
static bool bisect_bytes(struct sim_scenario *scenario, enum sim_direction direction,
                         struct study_size_run *best, char message[SIM_MESSAGE_BYTES])
{
    uint64_t low = sim_largest_frame_bytes(scenario);
    uint64_t high = AMPLE_BYTES;
    struct study_size_run probe;

    if (!run_at(scenario, direction, high, best, message))
        return false;
    if (best->timeouts)
        return true;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2u;
        if (!run_at(scenario, direction, middle, &probe, message))
            return false;
        if (probe.stalls == 0) {
            high = middle;
            *best = probe;
        } else {
            low = middle + 1u;
        }
    }
    return true;
}

bool study_size_search(const struct sim_scenario *scenario, enum sim_direction direction,
                       uint64_t time_fs, struct study_size_found *found,
                       char message[SIM_MESSAGE_BYTES])
{
    struct sim_scenario copy;
    struct study_size_run best;
    struct study_size size;

    memset(found, 0, sizeof *found);
    prepare(scenario, time_fs, &copy);
    if (!bisect_bytes(&copy, direction, &best, message))
        return false;
    study_size_compute(scenario, direction, &size);
    found->expired = best.timeouts;
    found->window_throttles = !found->expired && best.stalls != 0;
    if (found->expired || found->window_throttles)
        best.buffer_bytes = size.needed_bytes;
    found->smallest_bytes = best.buffer_bytes;
    found->smallest_tlps = best.peak_tlps;
    found->at_least_a_frame = best.buffer_bytes == sim_largest_frame_bytes(&copy);
    return run_at(&copy, direction, best.buffer_bytes / 2u, &found->points[STUDY_POINT_HALF],
                  message) &&
           run_at(&copy, direction, best.buffer_bytes, &found->points[STUDY_POINT_EQUAL],
                  message) &&
           run_at(&copy, direction, best.buffer_bytes * 2u, &found->points[STUDY_POINT_DOUBLE],
                  message) &&
           run_at(&copy, direction, size.needed_bytes, &found->formula, message);
}

/* Time-outs with so much more delay each way. */
static bool count_timeouts(struct sim_scenario *scenario, enum sim_direction direction,
                           uint64_t base_fs, uint64_t extra_fs, uint64_t *timeouts,
                           char message[SIM_MESSAGE_BYTES])
{
    struct sim_result *result = new_results(1, message);
    bool good = false;

    *timeouts = 0;
    if (!result)
        return false;
    scenario->link.propagation_fs = base_fs + extra_fs;
    good = run(scenario, NULL, result, message);
    if (good)
        *timeouts = result->ports[direction].counters.replay_timer_timeout;
    free(result);
    return good;
}

bool study_slack_search(const struct sim_scenario *scenario, enum sim_direction direction,
                        uint64_t time_fs, struct study_slack_found *found,
                        char message[SIM_MESSAGE_BYTES])
{
    struct sim_scenario copy;
    uint64_t base_fs = scenario->link.propagation_fs;
    uint64_t low = 0, high = SIM_DELAY_MAX_FS - base_fs, timeouts;
    struct study_size size;

    memset(found, 0, sizeof *found);
    /* Delayed by its limit, even one way, it expires. */
    study_size_compute(scenario, direction, &size);
    if (high > size.replay_limit_fs)
        high = size.replay_limit_fs;
    prepare(scenario, time_fs, &copy);
    if (!count_timeouts(&copy, direction, base_fs, 0, &timeouts, message))
        return false;
    found->fires_at_once = timeouts != 0;
    if (found->fires_at_once) {
        found->timeouts_beyond = timeouts;
        return true;
    }
    /* Long enough for a TLP there and its Ack back at any delay that is tried. */
    while (high - low > BISECT_FS) {
        uint64_t middle = low + (high - low) / 2u;
        copy.stop.time_fs = time_fs + 4u * (base_fs + middle);
        if (!count_timeouts(&copy, direction, base_fs, middle, &timeouts, message))
            return false;
        if (timeouts)
            high = middle;
        else
            low = middle;
    }
    found->most_fs = low;
    found->beyond_range = high == SIM_DELAY_MAX_FS - base_fs;
    if (found->beyond_range)
        return true;
    copy.stop.time_fs = time_fs + 4u * (base_fs + low + BEYOND_FS);
    return count_timeouts(&copy, direction, base_fs, low + BEYOND_FS, &found->timeouts_beyond,
                          message);
}

/* Longest time from one TLP to the next that is paced. */
static uint64_t longest_interval_fs(const struct sim_scenario *scenario)
{
    uint64_t longest_fs = 0;

    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        const struct sim_writes *writes = &scenario->traffic[direction].writes;
        if (writes->on && writes->interval_fs > longest_fs)
            longest_fs = writes->interval_fs;
    }
    return longest_fs;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

uint64_t study_size_time_fs(const struct sim_scenario *scenario)
{
    uint64_t symbol_fs = ak_rate_symbol_fs(scenario->link.rate);
    uint64_t tlp_sym = scenario->link.mps_bytes / scenario->link.width + 8u;
    uint64_t tlps_fs = TLPS_AT_LEAST * tlp_sym * symbol_fs;
    uint64_t sets_fs = (uint64_t)SETS_AT_LEAST * SKP_LONGEST_SYM * symbol_fs;

    uint64_t trips_fs = UINT64_C(2) * TRIPS_AT_LEAST * scenario->link.propagation_fs;
    uint64_t paced_fs = TLPS_AT_LEAST * longest_interval_fs(scenario);

    if (paced_fs > PACED_MOST_FS)
        paced_fs = PACED_MOST_FS;
    return larger(larger(tlps_fs, sets_fs), larger(trips_fs, paced_fs));
}
