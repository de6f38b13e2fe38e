/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of a run as numbers: those of "acknak sim --json", by the path they have there, and
 * the closed form's.
 * Not here: running (sim/run.c), statistics (sweep_statistics.c).
 */
#include "study/sweep_figures.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum stored {
    STORED_U64,
    STORED_U32,
    STORED_U16,
    STORED_U8,
    STORED_BOOL,
    STORED_FS,
    STORED_PPM,
    STORED_REAL
};

struct row {
    const char *name;
    size_t offset;
    enum stored stored;
    const char *unit;
};

struct group {
    const char *prefix;
    size_t offset;
    const struct row *rows;
    uint32_t count;
};

#define IN_RUN(member)       offsetof(struct sweep_outcome, run.member)
#define IN_DIRECTION(member) offsetof(struct sim_direction_result, member)
#define IN_PORT(member)      offsetof(struct sim_port_result, member)
#define IN_MODEL(member)     offsetof(struct sweep_model_direction, member)
#define COUNTER(name)                                                                              \
    {                                                                                              \
        "counters." #name, IN_PORT(counters.name), STORED_U64, ""                                  \
    }
#define GROUP(prefix, offset, rows)                                                                \
    {                                                                                              \
        prefix, offset, rows, sizeof(rows) / sizeof((rows)[0])                                     \
    }

static const struct row run_rows[] = {
    {"simulated_ns", IN_RUN(simulated_fs), STORED_FS, "ns"},
    {"recoveries", IN_RUN(recoveries), STORED_U64, ""},
    {"link_downs", IN_RUN(link_downs), STORED_U64, ""},
    {"delivery.in_order", IN_RUN(in_order), STORED_BOOL, ""},
    {"delivery.duplicates_delivered", IN_RUN(duplicates_delivered), STORED_U64, ""},
    {"delivery.damaged_delivered", IN_RUN(damaged_delivered), STORED_U64, ""},
};

static const struct row direction_rows[] = {
    {"tlps_submitted", IN_DIRECTION(tlps_submitted), STORED_U64, ""},
    {"tlps_delivered", IN_DIRECTION(tlps_delivered), STORED_U64, ""},
    {"tlps_reported_lost", IN_DIRECTION(tlps_reported_lost), STORED_U64, ""},
    {"payload_bytes", IN_DIRECTION(payload_bytes), STORED_U64, "bytes"},
    {"throughput_bps", IN_DIRECTION(throughput_bps), STORED_U64, "bit/s"},
    {"efficiency", IN_DIRECTION(efficiency_ppm), STORED_PPM, ""},
    {"latency_ns.min", IN_DIRECTION(latency.min_fs), STORED_FS, "ns"},
    {"latency_ns.p50", IN_DIRECTION(latency.p50_fs), STORED_FS, "ns"},
    {"latency_ns.p99", IN_DIRECTION(latency.p99_fs), STORED_FS, "ns"},
    {"latency_ns.p999", IN_DIRECTION(latency.p999_fs), STORED_FS, "ns"},
    {"latency_ns.max", IN_DIRECTION(latency.max_fs), STORED_FS, "ns"},
    {"latency_ns.count", IN_DIRECTION(latency.count), STORED_U64, ""},
    {"packets_sent", IN_DIRECTION(packets_sent), STORED_U64, ""},
    {"packets_hit", IN_DIRECTION(packets_hit), STORED_U64, ""},
    {"bits_hit", IN_DIRECTION(bits_hit), STORED_U64, ""},
    {"faults_done", IN_DIRECTION(faults_done), STORED_U64, ""},
    {"packets_lost", IN_DIRECTION(packets_lost), STORED_U64, ""},
    {"skp_ordered_sets", IN_DIRECTION(skp_ordered_sets), STORED_U64, ""},
    {"l0s_entries", IN_DIRECTION(l0s_entries), STORED_U64, ""},
    {"busy_ns", IN_DIRECTION(busy_fs), STORED_FS, "ns"},
};

static const struct row port_rows[] = {
    {"next_transmit_seq", IN_PORT(next_transmit_seq), STORED_U16, ""},
    {"ackd_seq", IN_PORT(ackd_seq), STORED_U16, ""},
    {"next_rcv_seq", IN_PORT(next_rcv_seq), STORED_U16, ""},
    {"replay_num", IN_PORT(replay_num), STORED_U8, ""},
    {"nak_scheduled", IN_PORT(nak_scheduled), STORED_BOOL, ""},
    {"dead", IN_PORT(dead), STORED_BOOL, ""},
    {"replay_buffer.tlps", IN_PORT(replay_buffer_tlps), STORED_U32, ""},
    {"replay_buffer.bytes", IN_PORT(replay_buffer_bytes), STORED_U32, "bytes"},
    {"replay_buffer.peak_tlps", IN_PORT(counters.peak_tlps), STORED_U32, ""},
    {"replay_buffer.peak_bytes", IN_PORT(counters.peak_bytes), STORED_U32, "bytes"},
    COUNTER(acks_sent),
    COUNTER(acks_received),
    COUNTER(naks_sent),
    COUNTER(naks_received),
    COUNTER(replays_by_nak),
    COUNTER(replays_by_timeout),
    COUNTER(tlps_replayed),
    COUNTER(duplicates),
    COUNTER(bad_tlp),
    COUNTER(bad_dllp),
    COUNTER(replay_timer_timeout),
    COUNTER(replay_num_rollover),
    COUNTER(retrains),
    COUNTER(dl_protocol_error),
    COUNTER(unknown_dllp),
    COUNTER(nullified),
    COUNTER(receiver_error),
    COUNTER(tx_stalls),
    COUNTER(tlps_submitted),
    COUNTER(tlps_sent),
    COUNTER(tlps_delivered),
    COUNTER(nullified_sent),
    COUNTER(out_of_sequence),
    COUNTER(bad_lcrc),
    COUNTER(dllps_sent),
    COUNTER(dllps_received),
    COUNTER(packets_cut),
    {"replay_timer_limit_sym", IN_PORT(replay_limit_sym), STORED_U32, "symbol times"},
    {"ack_limit_sym", IN_PORT(ack_limit_sym), STORED_U32, "symbol times"},
};

static const struct row model_rows[] = {
    {"throughput_bps", IN_MODEL(throughput_bps), STORED_REAL, "bit/s"},
    {"efficiency", IN_MODEL(efficiency), STORED_REAL, ""},
};

static const struct row fault_rows[] = {
    {"packets_counted", offsetof(struct sim_fault_result, counted), STORED_U64, ""},
    {"packets_hit", offsetof(struct sim_fault_result, struck), STORED_U64, ""},
};

#define OF_MODEL(direction) offsetof(struct sweep_outcome, model.directions[direction])

static const struct group groups[] = {
    GROUP("", 0, run_rows),
    GROUP("downstream.", IN_RUN(directions[SIM_DOWNSTREAM]), direction_rows),
    GROUP("upstream.", IN_RUN(directions[SIM_UPSTREAM]), direction_rows),
    GROUP("ports.a.", IN_RUN(ports[SIM_PORT_A]), port_rows),
    GROUP("ports.b.", IN_RUN(ports[SIM_PORT_B]), port_rows),
    GROUP("model.downstream.", OF_MODEL(SIM_DOWNSTREAM), model_rows),
    GROUP("model.upstream.", OF_MODEL(SIM_UPSTREAM), model_rows),
};

#define GROUPS      (sizeof(groups) / sizeof(groups[0]))
#define ROWS(array) (sizeof(array) / sizeof((array)[0]))
#define OF_EVERY_RUN                                                                               \
    ((uint32_t)(ROWS(run_rows) + 2u * (ROWS(direction_rows) + ROWS(port_rows) + ROWS(model_rows))))

_Static_assert(ROWS(run_rows) + 2u * (ROWS(direction_rows) + ROWS(port_rows) + ROWS(model_rows)) +
                       ROWS(fault_rows) * SIM_FAULTS_MAX <=
                   SWEEP_FIGURES_MAX,
               "room for each");

/* The row of a figure; *offset receives where its group begins in the result. */
static const struct row *find(uint32_t figure, size_t *offset, char prefix[SWEEP_FIGURE_NAME])
{
    for (size_t i = 0; i < GROUPS; i++) {
        if (figure < groups[i].count) {
            *offset = groups[i].offset;
            snprintf(prefix, SWEEP_FIGURE_NAME, "%s", groups[i].prefix);
            return &groups[i].rows[figure];
        }
        figure -= groups[i].count;
    }
    uint32_t fault = figure / (uint32_t)ROWS(fault_rows);
    *offset = IN_RUN(faults) + fault * sizeof(struct sim_fault_result);
    snprintf(prefix, SWEEP_FIGURE_NAME, "faults.%u.", fault + 1u);
    return &fault_rows[figure % ROWS(fault_rows)];
}

uint32_t sweep_figures_count(uint32_t fault_count)
{
    return OF_EVERY_RUN + (uint32_t)ROWS(fault_rows) * fault_count;
}

void sweep_figures_name(uint32_t figure, char name[SWEEP_FIGURE_NAME])
{
    size_t offset;
    const struct row *row = find(figure, &offset, name);
    size_t used = strlen(name);

    snprintf(name + used, SWEEP_FIGURE_NAME - used, "%s", row->name);
}

bool sweep_figures_is_whole(uint32_t figure)
{
    size_t offset;
    char prefix[SWEEP_FIGURE_NAME];
    enum stored stored = find(figure, &offset, prefix)->stored;

    return stored != STORED_FS && stored != STORED_PPM && stored != STORED_REAL;
}

const char *sweep_figures_unit(uint32_t figure)
{
    size_t offset;
    char prefix[SWEEP_FIGURE_NAME];

    return find(figure, &offset, prefix)->unit;
}

double sweep_figures_value(uint32_t figure, const struct sweep_outcome *outcome)
{
    size_t offset;
    char prefix[SWEEP_FIGURE_NAME];
    const struct row *row = find(figure, &offset, prefix);
    const char *place = (const char *)outcome + offset + row->offset;
    uint64_t wide;
    uint32_t narrow;
    uint16_t half;
    bool flag;
    double real;

    switch (row->stored) {
    case STORED_U64:
    case STORED_FS:
        memcpy(&wide, place, sizeof(wide));
        return row->stored == STORED_FS ? (double)wide / (double)SIM_FS_PER_NS : (double)wide;
    case STORED_U32:
    case STORED_PPM:
        memcpy(&narrow, place, sizeof(narrow));
        return row->stored == STORED_PPM ? narrow / 1e6 : narrow;
    case STORED_U16:
        memcpy(&half, place, sizeof(half));
        return half;
    case STORED_U8:
        return (unsigned char)*place;
    case STORED_BOOL:
        memcpy(&flag, place, sizeof(flag));
        return flag;
    case STORED_REAL:
        memcpy(&real, place, sizeof(real));
        return real;
    }
    return 0;
}

int32_t sweep_figures_find(const char *name, uint32_t fault_count)
{
    char known[SWEEP_FIGURE_NAME];

    for (uint32_t i = 0; i < sweep_figures_count(fault_count); i++) {
        sweep_figures_name(i, known);
        if (!strcmp(known, name))
            return (int32_t)i;
    }
    return -1;
}
