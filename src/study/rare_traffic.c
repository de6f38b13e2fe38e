/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts packets of a link without errors.
 * Not here: what the counts mean (rare_closed.c).
 */
#include "study/rare_traffic.h"

#include <string.h>

#include "acknak/rate.h"
#include "sim/hits.h"

#define BITS_8B10B    10u
#define BITS_128B130B 8u
#define TLP_MORE_SYM  2u /* symbols of a TLP on the line beyond its frame, at either encoding */

struct counting {
    struct rare_counts *counts;
    uint32_t symbol_bits;
};

static uint64_t count_packet(void *context, const struct sim_hit_packet *packet, uint64_t from_bit)
{
    struct counting *counting = context;
    struct rare_direction_counts *counts = &counting->counts->directions[packet->direction];
    uint64_t symbols = packet->tlp ? packet->length_bytes + TLP_MORE_SYM : AK_DLLP_SYM;

    (void)from_bit;
    counts->line_bits += packet->line_bits;
    counts->sync_hdr_bits += packet->line_bits - symbols * counting->symbol_bits;
    if (packet->tlp) {
        counts->tlps++;
        counts->lengths[packet->length_bytes].tlps++;
        counts->lengths[packet->length_bytes].line_bits += packet->line_bits;
    } else {
        counts->dllps++;
        counts->acks += packet->ack_or_nak;
        counts->dllp_line_bits += packet->line_bits;
    }
    return packet->line_bits;
}

enum sim_status rare_count(const struct sim_scenario *scenario, uint64_t time_fs,
                           struct rare_counts *counts, char message[SIM_MESSAGE_BYTES])
{
    bool blocks = ak_rate_encoding(scenario->link.rate) == AK_ENCODING_128B130B;
    struct counting counting = {.counts = counts,
                                .symbol_bits = blocks ? BITS_128B130B : BITS_8B10B};
    struct sim_hit_source source = {.context = &counting, .next = count_packet};
    struct sim_scenario timed = *scenario;
    struct sim_result result;
    enum sim_status status;

    memset(counts, 0, sizeof *counts);
    timed.stop.time_fs = time_fs;
    struct sim_run *run = sim_run_create(&timed, NULL, &status, message);
    if (!run)
        return status;
    sim_run_take_hits(run, &source);
    (void)sim_run_step(run, 0);
    sim_run_result(run, &result);
    sim_run_destroy(run);
    counts->time_fs = result.simulated_fs;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        const struct ak_counters *counters = &result.ports[side].counters;
        counts->limit_fs[side] =
            result.ports[side].replay_limit_sym * ak_rate_symbol_fs(scenario->link.rate);
        counts->replays += counters->replays_by_nak + counters->replays_by_timeout;
    }
    memcpy(message, result.message, SIM_MESSAGE_BYTES);
    return result.status;
}
