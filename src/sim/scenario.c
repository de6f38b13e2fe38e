/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Defaults of a scenario.
 * Not here: which values are right (scenario_check.c).
 */
#include "sim/scenario.h"

#include <string.h>

#include "acknak/frame.h"
#include "acknak/tlp.h"

static const struct sim_link default_link = {
    .rate = AK_RATE_8,
    .max_rate = AK_RATE_8,
    .width = 4,
    .mps_bytes = 256,
    .propagation_fs = 5 * SIM_FS_PER_NS,
    .recovery_fs = 10 * SIM_FS_PER_US,
    .skp = true,
    .l0s_entry_fs = 7 * SIM_FS_PER_US,
};

static const struct sim_port default_port = {
    .rx_delay_fs = 5 * SIM_FS_PER_NS,
    .tx_delay_fs = 5 * SIM_FS_PER_NS,
    .n_fts = 128,
    .replay_policy = AK_REPLAY_CONCURRENT,
    .replay_timer = AK_REPLAY_TIMER_DEFAULT,
    .ack_policy = SIM_ACK_TIMER,
    .ack_every_tlps = 8,
    .replay_buffer_bytes = 65536,
    .replay_buffer_tlps = 512,
    .retrain_limit = 4,
};

static const struct sim_traffic default_traffic = {
    .writes = {.mix_count = 1, .mix = {{.payload_bytes = 64, .weight = 1}}, .header_bytes = 16},
    .reads =
        {
            .size_bytes = 512,
            .tags = 32,
            .latency_fs = 300 * SIM_FS_PER_NS,
            .rcb_bytes = 64,
            .header_bytes = 16,
        },
    .dllps = {.dllp_class = AK_DLLP_CLASS_FLOW_CONTROL},
    .recorded = true,
};

void sim_scenario_default(struct sim_scenario *scenario)
{
    memset(scenario, 0, sizeof *scenario);
    scenario->seed = 1;
    scenario->link = default_link;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        scenario->ports[side] = default_port;
    }
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        scenario->errors[direction].burst_bits = 1;
        scenario->traffic[direction] = default_traffic;
    }
    scenario->traffic[SIM_DOWNSTREAM].writes.on = true;
    scenario->crc_kernel = ak_crc_best_kernel();
}

void sim_fault_default(struct sim_fault *fault)
{
    *fault = (struct sim_fault){
        .kind = SIM_FAULT_DAMAGE,
        .direction = SIM_DOWNSTREAM,
        .packet = SIM_PACKET_ANY,
        .seq = -1,
        .nth = 1,
        .count = 1,
        .seq_difference = 1,
        .bit = -1,
    };
}

bool sim_fault_moves_seq(enum sim_fault_kind kind)
{
    return kind == SIM_FAULT_TLP_ERR_SEQ || kind == SIM_FAULT_ACK_NAK_DLLP_SEQ;
}

uint32_t sim_largest_frame_bytes(const struct sim_scenario *scenario)
{
    if (scenario->workload.file_count) {
        return AK_FRAME_MAX_BYTES;
    }
    return scenario->link.mps_bytes + AK_TLP_HEADER_MAX_BYTES + AK_TLP_ECRC_BYTES +
           AK_FRAME_OVERHEAD_BYTES;
}

struct ak_limits_input sim_limits_input(const struct sim_link *link, const struct sim_port *port)
{
    return (struct ak_limits_input){
        .rate = link->rate,
        .max_rate = link->max_rate,
        .width = link->width,
        .mps_bytes = link->mps_bytes,
        .internal_delay_sym = port->internal_delay_sym,
        .tx_l0s_adjustment_sym = port->tx_l0s_adjustment_sym,
        .rx_l0s_adjustment_sym = port->rx_l0s_adjustment_sym,
        .extended_synch = link->extended_synch,
        .replay_timer = port->replay_timer,
        .replay_timer_sym = port->replay_timer_sym,
    };
}
