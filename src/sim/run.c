/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run is made, asked for its results, and destroyed.
 * Not here: running it (engine.c).
 */
#include "sim/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/limits.h"
#include "acknak/rate.h"
#include "sim/engine.h"
#include "sim/records.h"

#define CONDITION_TIME_FS SIM_FS_PER_S /* end of a run that waits for a condition */

/* ---- Ports ---- */

/* Both limits of a port in symbol times, the Ack limit as measured at the port. */
static bool compute_limits(const struct sim_link *link, const struct sim_port *port,
                           uint32_t *replay_sym, uint32_t *ack_sym)
{
    struct ak_limits_input input = sim_limits_input(link, port);
    struct ak_limits limits;

    if (ak_limits_compute(&input, &limits) != AK_LIMITS_OK)
        return false;
    *replay_sym = limits.replay_sym;
    *ack_sym = port->ack_limit_explicit ? port->ack_limit_sym : limits.ack_sym;
    return true;
}

static uint16_t ack_every(const struct sim_port *port)
{
    switch (port->ack_policy) {
    case SIM_ACK_EACH:
        return 1;
    case SIM_ACK_EVERY_N:
        return (uint16_t)port->ack_every_tlps;
    case SIM_ACK_TIMER:
        break;
    }
    return 0;
}

static bool init_port(struct sim_run *run, enum sim_side side)
{
    const struct sim_scenario *scenario = &run->scenario;
    const struct sim_port *port = &scenario->ports[side];
    struct sim_station *station = &run->stations[side];
    uint64_t symbol_fs = ak_rate_symbol_fs(scenario->link.rate);
    uint64_t own_delay_fs = port->rx_delay_fs + port->tx_delay_fs;
    uint32_t replay_sym, ack_sym;
    struct ak_config config;

    if (!compute_limits(&scenario->link, port, &replay_sym, &ack_sym))
        return false;
    ak_config_default(&config);
    config.replay_memory = station->replay_memory;
    config.replay_capacity_bytes = port->replay_buffer_bytes;
    config.slots = station->slots;
    config.slot_count = port->replay_buffer_tlps;
    config.replay_limit = replay_sym * symbol_fs;
    config.ack_limit = ack_sym * symbol_fs > own_delay_fs ? ack_sym * symbol_fs - own_delay_fs : 0;
    config.replay_policy = port->replay_policy;
    config.ack_every_tlps = ack_every(port);
    config.retrain_limit = (uint8_t)port->retrain_limit;
    config.report_window_stall = port->report_window_stall;
    config.initial_seq = scenario->initial_seq[side];
    config.initial_rcv_seq = scenario->initial_seq[sim_other(side)];
    config.crc_kernel = scenario->crc_kernel;
    ak_port_init(&station->port, &config);
    return true;
}

/* ---- Create ---- */

static bool forges_acks(const struct sim_scenario *scenario)
{
    for (uint32_t i = 0; i < scenario->fault_count; i++) {
        if (scenario->faults[i].kind == SIM_FAULT_ACK_NAK_DLLP_SEQ)
            return true;
    }
    return false;
}

static bool init_station(struct sim_run *run, enum sim_side side)
{
    const struct sim_scenario *scenario = &run->scenario;
    const struct sim_port *port = &scenario->ports[side];
    const struct sim_port *peer = &scenario->ports[sim_other(side)];
    struct sim_station *station = &run->stations[side];
    uint32_t direction = (uint32_t)side;

    station->end_fs = station->arrive_fs = station->tick_fs = SIM_NEVER;
    station->submit_fs = station->begin_fs = station->idle_hit_fs = SIM_NEVER;
    station->path_fs = port->tx_delay_fs + scenario->link.propagation_fs + peer->rx_delay_fs;
    station->errors = &scenario->errors[side];
    station->dllps = &scenario->traffic[side].dllps;
    station->dllp_due_fs = station->dllps->interval_fs;
    sim_line_init(&station->line, &scenario->link, peer->n_fts);
    sim_fault_init(&station->faults, scenario, (enum sim_direction)side);
    sim_gap_prepare(&station->gap, station->errors->ber);
    station->plain = !station->faults.any && station->dllps->every_tlps == 0;
    station->lends = station->plain && !forges_acks(scenario);
    sim_histogram_init(&station->latency);
    sim_random_start(&station->gap_random, scenario->seed, direction, SIM_STREAM_GAPS);
    sim_random_start(&station->hit_random, scenario->seed, direction, SIM_STREAM_HITS);
    station->replay_memory = calloc(1, AK_REPLAY_MEMORY_BYTES((size_t)port->replay_buffer_bytes));
    station->slots = calloc(port->replay_buffer_tlps, sizeof *station->slots);
    return station->replay_memory && station->slots && sim_wire_init(&station->wire) &&
           sim_stream_init(&station->stream, port->replay_buffer_bytes) &&
           sim_source_init(&station->source, scenario, (enum sim_direction)side) &&
           init_port(run, side);
}

static bool has_end(const struct sim_scenario *scenario)
{
    if (scenario->stop.time_fs || scenario->stop.tlps)
        return true;
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        const struct sim_traffic *traffic = &scenario->traffic[direction];
        if ((traffic->writes.on && !traffic->writes.tlps) ||
            (traffic->reads.on && !traffic->reads.tlps))
            return false;
    }
    return true;
}

static uint64_t stop_time_fs(const struct sim_scenario *scenario)
{
    if (scenario->stop.time_fs)
        return scenario->stop.time_fs;
    if (has_end(scenario))
        return SIM_NEVER;
    return scenario->stop.condition ? CONDITION_TIME_FS : SIM_STOP_TIME_FS;
}

static enum sim_status init_run(struct sim_run *run, const struct ak_record_sink *sink,
                                char message[SIM_MESSAGE_BYTES])
{
    run->stop_fs = stop_time_fs(&run->scenario);
    sim_phy_init(&run->phy, &run->scenario.link, run->scenario.crc_kernel);
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        if (init_station(run, (enum sim_side)side))
            continue;
        const struct sim_workload_reader *reader = &run->stations[side].source.reader;
        bool unreadable = reader->failed && reader->message[0];
        snprintf(message, SIM_MESSAGE_BYTES, "%s", unreadable ? reader->message : "out of memory");
        return unreadable ? SIM_BAD_WORKLOAD : SIM_NO_MEMORY;
    }
    if (sink) {
        run->trace = sim_trace_create(sink);
        if (!run->trace) {
            snprintf(message, SIM_MESSAGE_BYTES, "out of memory");
            return SIM_NO_MEMORY;
        }
        run->stations[SIM_PORT_A].plain = run->stations[SIM_PORT_B].plain = false;
        sim_trace_start(run);
    }
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        struct sim_station *station = &run->stations[side];
        station->stretches = station->plain && station->lends && station->source.saturates &&
                             run->scenario.stop.condition == SIM_CONDITION_NONE;
    }
    sim_link_start(run);
    return SIM_OK;
}

struct sim_run *sim_run_create(const struct sim_scenario *scenario,
                               const struct ak_record_sink *sink, enum sim_status *status,
                               char message[SIM_MESSAGE_BYTES])
{
    message[0] = '\0';
    *status = SIM_BAD_SCENARIO;
    if (!sim_scenario_check(scenario, NULL, message, SIM_MESSAGE_BYTES))
        return NULL;
    struct sim_run *run = calloc(1, sizeof *run);
    if (!run) {
        *status = SIM_NO_MEMORY;
        snprintf(message, SIM_MESSAGE_BYTES, "out of memory");
        return NULL;
    }
    run->scenario = *scenario;
    *status = init_run(run, sink, message);
    if (*status == SIM_OK)
        return run;
    sim_run_destroy(run);
    return NULL;
}

void sim_run_destroy(struct sim_run *run)
{
    if (!run)
        return;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        struct sim_station *station = &run->stations[side];
        sim_wire_destroy(&station->wire);
        sim_stream_destroy(&station->stream);
        sim_source_destroy(&station->source);
        free(station->replay_memory);
        free(station->slots);
    }
    sim_trace_destroy(run->trace);
    free(run);
}

/* ---- Results ---- */

/* a * b / c, floored, without overflow, as long as the result fits. */
static uint64_t scale(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t quotient = 0;
    uint64_t rest = 0;

    /* b is taken bit by bit, highest first: rest stays below c. */
    for (int bit = 63; bit >= 0; bit--) {
        uint64_t twice = rest * 2u;
        quotient = quotient * 2u + (rest >= c - rest);
        rest = rest >= c - rest ? twice - c : twice;
        if (b >> bit & 1u) {
            quotient += a / c;
            uint64_t add = a % c;
            quotient += rest >= c - add;
            rest = rest >= c - add ? rest - (c - add) : rest + add;
        }
    }
    return quotient;
}

/* Line bits per second after encoding: of ten bits eight carry data, of 130 bits 128. */
static uint64_t line_bps(const struct sim_link *link)
{
    uint64_t raw_bps = (uint64_t)ak_rate_gts_tenths(link->rate) * 100000000u * link->width;
    if (ak_rate_encoding(link->rate) == AK_ENCODING_8B10B)
        return raw_bps / 10u * 8u;
    return raw_bps / 130u * 128u + raw_bps % 130u * 128u / 130u;
}

static void latency_result(const struct sim_histogram *histogram, struct sim_latency *latency)
{
    latency->count = histogram->count;
    latency->min_fs = histogram->count ? histogram->min : 0;
    latency->p50_fs = sim_histogram_percentile(histogram, 500);
    latency->p99_fs = sim_histogram_percentile(histogram, 990);
    latency->p999_fs = sim_histogram_percentile(histogram, 999);
    latency->max_fs = histogram->max;
}

static void direction_result(const struct sim_run *run, enum sim_side sender,
                             struct sim_direction_result *result)
{
    const struct sim_station *station = &run->stations[sender];
    uint64_t payload_bits = station->payload_bytes * 8u;

    result->tlps_submitted = station->stream.submitted;
    result->tlps_delivered = station->stream.taken_off - station->stream.lost;
    result->tlps_reported_lost = station->stream.lost;
    result->payload_bytes = station->payload_bytes;
    if (run->now) {
        uint64_t bps = scale(payload_bits, SIM_FS_PER_S, run->now);
        result->throughput_bps = bps;
        result->efficiency_ppm = (uint32_t)scale(bps, 1000000u, line_bps(&run->scenario.link));
    }
    latency_result(&station->latency, &result->latency);
    result->packets_sent = station->packets_sent;
    result->packets_hit = station->packets_hit;
    result->bits_hit = station->bits_hit;
    result->faults_done = station->faults_done;
    result->packets_lost = station->packets_lost;
    result->skp_ordered_sets = station->line.skp_sets;
    result->l0s_entries = station->line.l0s_entries;
    result->busy_fs = station->busy_fs;
}

static void port_result(const struct sim_run *run, enum sim_side side,
                        struct sim_port_result *result)
{
    const struct ak_port *port = &run->stations[side].port;

    result->next_transmit_seq = port->tx.next_transmit_seq;
    result->ackd_seq = port->tx.ackd_seq;
    result->next_rcv_seq = port->rx.next_rcv_seq;
    result->replay_num = port->tx.replay_num;
    result->nak_scheduled = port->rx.nak_scheduled;
    result->dead = port->tx.retrain == AK_RETRAIN_DEAD;
    result->replay_buffer_tlps = ak_tx_used_tlps(port);
    result->replay_buffer_bytes = ak_tx_used_bytes(port);
    result->events = port->events | run->events[side];
    result->counters = port->counters;
    (void)compute_limits(&run->scenario.link, &run->scenario.ports[side], &result->replay_limit_sym,
                         &result->ack_limit_sym);
}

void sim_run_result(const struct sim_run *run, struct sim_result *result)
{
    memset(result, 0, sizeof *result);
    result->status = run->status;
    memcpy(result->message, run->message, sizeof result->message);
    result->end = run->end;
    result->seed = run->scenario.seed;
    result->simulated_fs = run->now;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        direction_result(run, (enum sim_side)side, &result->directions[side]);
        port_result(run, (enum sim_side)side, &result->ports[side]);
    }
    for (uint32_t i = 0; i < run->scenario.fault_count; i++) {
        const struct sim_fault_plan *plan =
            &run->stations[run->scenario.faults[i].direction].faults;
        result->faults[i].counted = plan->seen[i];
        result->faults[i].struck = sim_fault_struck(plan, i);
    }
    result->recoveries = run->recoveries;
    result->link_downs = run->link_downs;
    result->in_order = run->out_of_order == 0;
    result->duplicates_delivered = run->duplicates_delivered;
    result->damaged_delivered = run->damaged_delivered;
}

uint64_t sim_run_time_fs(const struct sim_run *run)
{
    return run->now;
}

static uint64_t tlps_wanted(const struct sim_scenario *scenario, enum sim_direction direction)
{
    const struct sim_traffic *traffic = &scenario->traffic[direction];
    uint64_t wanted = (traffic->writes.on ? traffic->writes.tlps : 0) +
                      (traffic->reads.on ? traffic->reads.tlps : 0);

    if (scenario->stop.tlps && (traffic->writes.on || traffic->reads.on))
        return scenario->stop.tlps;
    return wanted;
}

uint32_t sim_run_progress_permille(const struct sim_run *run)
{
    uint64_t wanted = 0, submitted = 0;

    if (run->stop_fs != SIM_NEVER)
        return (uint32_t)scale(run->now, 1000u, run->stop_fs);
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        wanted += tlps_wanted(&run->scenario, (enum sim_direction)side);
        submitted += run->stations[side].stream.submitted;
    }
    if (wanted == 0)
        return 0;
    uint64_t permille = scale(submitted, 1000u, wanted);
    return permille > 1000u ? 1000u : (uint32_t)permille;
}
