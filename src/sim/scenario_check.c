/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a scenario can be run.
 * Not here: faults and events (fault_check.c), where in a file a value stood (lines.h).
 */
#include <inttypes.h>

#include "acknak/rate.h"
#include "sim/checker.h"

static bool is_delay(struct sim_checker *checker, const char *key, uint64_t fs)
{
    return sim_is_time(checker, key, fs, 0, SIM_DELAY_MAX_FS);
}

static bool is_interval(struct sim_checker *checker, const char *key, uint64_t fs)
{
    return sim_is_time(checker, key, fs, 0, SIM_INTERVAL_MAX_FS);
}

/* ---- Link ---- */

static bool check_skp(struct sim_checker *checker, const struct sim_link *link)
{
    if (link->skp_interval_sym == 0) {
        return true;
    }
    if (ak_rate_encoding(link->rate) == AK_ENCODING_8B10B) {
        return sim_in_range(checker, "skp_interval", link->skp_interval_sym, 1180, 1538);
    }
    return sim_in_range(checker, "skp_interval", link->skp_interval_sym, 370, 375);
}

static bool check_link(struct sim_checker *checker, const struct sim_link *link)
{
    checker->where = "link";
    if (!ak_rate_is_valid(link->rate) || !ak_rate_is_valid(link->max_rate)) {
        return sim_refuse(checker, "rate", "found none, expected 2.5, 5, 8, 16 or 32");
    }
    if (!ak_width_is_valid(link->width)) {
        return sim_refuse(checker, "width", "found %" PRIu32 ", expected 1, 2, 4, 8, 12, 16 or 32",
                          link->width);
    }
    return sim_is_power_of_two(checker, "mps", link->mps_bytes, AK_MPS_MIN_BYTES,
                               AK_MPS_MAX_BYTES) &&
           is_delay(checker, "propagation", link->propagation_fs) &&
           sim_is_time(checker, "recovery", link->recovery_fs, SIM_FS_PER_NS,
                       SIM_INTERVAL_MAX_FS) &&
           check_skp(checker, link) &&
           sim_is_time(checker, "l0s_entry", link->l0s_entry_fs, SIM_FS_PER_NS, 7 * SIM_FS_PER_US);
}

/* ---- Ports ---- */

static bool check_replay_timer(struct sim_checker *checker, const struct sim_port *port,
                               bool extended_synch)
{
    uint32_t least = extended_synch ? AK_SIMPLIFIED_EXT_MIN_SYM : AK_SIMPLIFIED_MIN_SYM;
    uint32_t most = extended_synch ? AK_SIMPLIFIED_EXT_MAX_SYM : AK_SIMPLIFIED_MAX_SYM;

    if (port->replay_timer == AK_REPLAY_TIMER_EXPLICIT) {
        return sim_in_range(checker, "replay_timer", port->replay_timer_sym, 1, 100000000);
    }
    if (port->replay_timer == AK_REPLAY_TIMER_SIMPLIFIED && port->replay_timer_sym != 0) {
        return sim_in_range(checker, "replay_timer", port->replay_timer_sym, least, most);
    }
    return sim_in_range(checker, "replay_timer", port->replay_timer, 0, AK_REPLAY_TIMER_EXPLICIT);
}

static bool check_acks(struct sim_checker *checker, const struct sim_port *port)
{
    if (port->ack_limit_explicit &&
        !sim_in_range(checker, "ack_limit", port->ack_limit_sym, 0, 100000000)) {
        return false;
    }
    if (port->ack_policy == SIM_ACK_EVERY_N) {
        return sim_in_range(checker, "ack_policy", port->ack_every_tlps, 2, 65535);
    }
    return sim_in_range(checker, "ack_policy", port->ack_policy, 0, SIM_ACK_EVERY_N);
}

static bool check_port(struct sim_checker *checker, const struct sim_port *port,
                       bool extended_synch, uint32_t largest_frame_bytes)
{
    return is_delay(checker, "rx_delay", port->rx_delay_fs) &&
           is_delay(checker, "tx_delay", port->tx_delay_fs) &&
           sim_in_range(checker, "n_fts", port->n_fts, 1, 255) &&
           sim_in_range(checker, "replay_policy", port->replay_policy, 0, AK_REPLAY_DEFERRED) &&
           check_replay_timer(checker, port, extended_synch) &&
           sim_in_range(checker, "internal_delay", port->internal_delay_sym, 0, 1000000) &&
           sim_in_range(checker, "tx_l0s_adjustment", port->tx_l0s_adjustment_sym, 0, 1000000) &&
           sim_in_range(checker, "rx_l0s_adjustment", port->rx_l0s_adjustment_sym, 0, 1000000) &&
           check_acks(checker, port) &&
           sim_in_range(checker, "replay_buffer", port->replay_buffer_bytes, largest_frame_bytes,
                        1u << 30) &&
           sim_is_power_of_two(checker, "replay_buffer_tlps", port->replay_buffer_tlps, 1,
                               AK_SLOTS_MAX) &&
           sim_in_range(checker, "retrain_limit", port->retrain_limit, 0, 255);
}

/* ---- Traffic and errors ---- */

static bool check_header(struct sim_checker *checker, const char *key, uint32_t header_bytes)
{
    if (header_bytes == AK_TLP_HEADER_MIN_BYTES || header_bytes == AK_TLP_HEADER_MAX_BYTES) {
        return true;
    }
    return sim_refuse(checker, key, "found %" PRIu32 ", expected 12 or 16", header_bytes);
}

static bool check_writes(struct sim_checker *checker, const struct sim_writes *writes,
                         uint32_t mps_bytes)
{
    if (!sim_in_range(checker, "payload", writes->mix_count, 1, SIM_MIX_MAX)) {
        return false;
    }
    for (uint32_t i = 0; i < writes->mix_count; i++) {
        if (writes->mix[i].payload_bytes > mps_bytes) {
            return sim_refuse(checker, "payload",
                              "found %" PRIu32 ", expected at most Max_Payload_Size, %" PRIu32,
                              writes->mix[i].payload_bytes, mps_bytes);
        }
        if (!sim_is_multiple(checker, "payload", writes->mix[i].payload_bytes, 4, mps_bytes) ||
            !sim_in_range(checker, "payload", writes->mix[i].weight, 1, 1000000)) {
            return false;
        }
    }
    return is_interval(checker, "write_interval", writes->interval_fs) &&
           check_header(checker, "write_header", writes->header_bytes);
}

static bool check_reads(struct sim_checker *checker, const struct sim_reads *reads)
{
    if (reads->rcb_bytes != 64 && reads->rcb_bytes != 128) {
        return sim_refuse(checker, "read_rcb", "found %" PRIu32 ", expected 64 or 128",
                          reads->rcb_bytes);
    }
    return sim_is_multiple(checker, "read_size", reads->size_bytes, 4, 4096) &&
           sim_in_range(checker, "read_tags", reads->tags, 1, 1024) &&
           is_interval(checker, "read_latency", reads->latency_fs) &&
           is_interval(checker, "read_interval", reads->interval_fs) &&
           check_header(checker, "read_header", reads->header_bytes);
}

static bool check_direction(struct sim_checker *checker, const struct sim_scenario *scenario,
                            enum sim_direction direction)
{
    const struct sim_errors *errors = &scenario->errors[direction];
    const struct sim_dllps *dllps = &scenario->traffic[direction].dllps;

    checker->where = sim_direction_name(direction);
    checker->about.index = direction;
    if (errors->ber.per_2_64 > UINT64_MAX / 100u) {
        return sim_refuse(checker, "ber", "found more than 0.01, expected 0 to 0.01");
    }
    return sim_in_range(checker, "burst", errors->burst_bits, 1, 64) &&
           sim_in_range(checker, "initial_seq", scenario->initial_seq[direction], 0, 4095) &&
           check_writes(checker, &scenario->traffic[direction].writes, scenario->link.mps_bytes) &&
           check_reads(checker, &scenario->traffic[direction].reads) &&
           is_interval(checker, "dllp_interval", dllps->interval_fs) &&
           sim_in_range(checker, "dllp_class", dllps->dllp_class, AK_DLLP_CLASS_FLOW_CONTROL,
                        AK_DLLP_CLASS_OTHER);
}

static bool check_end(struct sim_checker *checker, const struct sim_scenario *scenario)
{
    const struct sim_stop *stop = &scenario->stop;

    checker->where = "workload";
    if (!sim_in_range(checker, "files", scenario->workload.file_count, 0, SIM_WORKLOADS_MAX) ||
        !sim_in_range(checker, "timing", scenario->workload.timing, 0, SIM_WORKLOAD_FAST)) {
        return false;
    }
    checker->where = "stop";
    return sim_is_time(checker, "time", stop->time_fs, 0, SIM_TIME_MAX_FS) &&
           sim_in_range(checker, "condition", stop->condition, 0, SIM_CONDITION_COUNT - 1);
}

static bool check_all(struct sim_checker *checker, const struct sim_scenario *scenario)
{
    static const char *const sides[] = {"port a", "port b"};

    if (!check_link(checker, &scenario->link)) {
        return false;
    }
    for (unsigned side = 0; side < SIM_PORT_COUNT; side++) {
        checker->where = sides[side];
        checker->about.index = side;
        if (!check_port(checker, &scenario->ports[side], scenario->link.extended_synch,
                        sim_largest_frame_bytes(scenario))) {
            return false;
        }
    }
    return check_direction(checker, scenario, SIM_DOWNSTREAM) &&
           check_direction(checker, scenario, SIM_UPSTREAM) && check_end(checker, scenario) &&
           sim_check_faults(checker, scenario) && sim_check_events(checker, scenario);
}

bool sim_scenario_check(const struct sim_scenario *scenario, struct sim_setting *about,
                        char *message, size_t size)
{
    struct sim_checker checker = {.message = message, .size = size};
    bool right = check_all(&checker, scenario);

    if (about) {
        *about = checker.about;
    }
    return right;
}
