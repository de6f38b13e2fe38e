/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who decides on hits, and where a running link stands.
 * Not here: packets that the scenario's own bit errors hit (engine_send.c).
 */
#include "sim/hits.h"

#include "sim/engine.h"

void sim_run_take_hits(struct sim_run *run, const struct sim_hit_source *source)
{
    run->hits = *source;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        struct sim_station *station = &run->stations[side];
        station->plain = station->stretches = false;
        station->gap.digits = 0; /* the scenario's own hits never fall */
        station->next_hit_bit = station->next_hit_sym = station->idle_hit_fs = SIM_NEVER;
    }
}

bool sim_ask_for_hits(struct sim_run *run, enum sim_side side, const struct ak_packet *packet,
                      const struct sim_span *span, uint32_t symbols, struct sim_harm *harm)
{
    struct sim_station *station = &run->stations[side];
    uint64_t begin_bit = sim_line_bit(&station->line, span->begin_sym, span->begin_lane);
    bool replayed = packet->wire == AK_WIRE_TLP_REPLAYED;
    struct sim_hit_packet asked = {
        .direction = (enum sim_direction)side,
        .tlp = packet->kind == AK_PACKET_TLP,
        .ack_or_nak = packet->wire == AK_WIRE_ACK || packet->wire == AK_WIRE_NAK,
        .oldest_again = replayed && packet->seq == ak_seq_add(station->port.tx.ackd_seq, 1),
        .length_bytes = packet->length_bytes,
        .line_bits = sim_line_bit(&station->line, span->end_sym, span->end_lane) - begin_bit,
    };
    uint64_t bit = run->hits.next(run->hits.context, &asked, 0);

    if (bit >= asked.line_bits) {
        return false;
    }
    sim_phy_clear(&run->phy, symbols);
    for (; bit < asked.line_bits; bit = run->hits.next(run->hits.context, &asked, bit + 1u)) {
        station->bits_hit +=
            sim_phy_hit(&run->phy, harm, bit, symbols, span->begin_sym, span->begin_lane,
                        station->errors->burst_bits, &station->hit_random);
    }
    station->packets_hit++;
    return true;
}

void sim_run_port_state(const struct sim_run *run, enum sim_side side, struct sim_port_state *state)
{
    const struct ak_port *port = &run->stations[side].port;

    state->submitted = port->counters.tlps_submitted;
    state->acknowledged = state->submitted - ak_tx_used_tlps(port);
    state->replay_num = port->tx.replay_num;
    state->nak_scheduled = port->rx.nak_scheduled;
    state->waits_for_retrain = port->tx.retrain != AK_RETRAIN_NONE;
    state->counters = &port->counters;
}

bool sim_run_link_is_up(const struct sim_run *run)
{
    return run->link == AK_LINK_UP;
}

uint64_t sim_run_recoveries(const struct sim_run *run)
{
    return run->recoveries;
}
