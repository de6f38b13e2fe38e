/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sums of rare_closed.h.
 * Not here: counting packets (rare_traffic.c), CRCs (rare_escape.c).
 */
#include "study/rare_closed.h"

#include <math.h>

#include "acknak/rate.h"

#define TWO_64     18446744073709551616.0
#define TWO_32     4294967296.0
#define TWO_16     65536.0
#define STP_BITS   20.0 /* of the token: mark, length, parity, Frame CRC */
#define SDP_BITS   16.0
#define START_BITS 10.0 /* 8b/10b: the start symbol */
#define REPLAYS    4u   /* initiations up to the rollover */

static bool has_blocks(const struct sim_scenario *scenario)
{
    return ak_rate_encoding(scenario->link.rate) == AK_ENCODING_128B130B;
}

static double chance_of_hit(double line_bits, double ber)
{
    return -expm1(line_bits * log1p(-ber));
}

/* The chance that `count` sendings in a row of a TLP come to nothing. */
static double in_a_row(const struct rare_flow *flow, double hit, double lost, uint32_t count)
{
    double sum = pow(hit, count);

    for (uint32_t behind = 0; flow->alone && behind < count; behind++)
        sum += pow(hit, count - 1u - behind) * flow->ack_hit * pow(flow->ack_hit + lost, behind);
    return sum;
}

static void add_length(const struct sim_scenario *scenario, enum sim_direction direction,
                       uint32_t frame_bytes, const struct rare_length *length,
                       struct rare_flow *flow)
{
    double tlps = (double)length->tlps;
    double bits = (double)length->line_bits / tlps;
    double hit = chance_of_hit(bits, flow->ber);
    uint32_t retrains = scenario->ports[direction].retrain_limit;

    flow->tlp_line_bits += tlps * bits;
    flow->tlp_bytes += tlps * frame_bytes;
    flow->hit += tlps * hit;
    flow->hit_both += tlps * hit * hit;
    flow->rolls += tlps * in_a_row(flow, hit, flow->lost, REPLAYS);
    if (retrains > 0)
        flow->dies += tlps * in_a_row(flow, hit, flow->lost, REPLAYS * (retrains + 1u));
    if (has_blocks(scenario))
        flow->escapes += tlps * rare_lcrc_escape(frame_bytes, flow->ber);
    else /* two hits that the code does not see, taken as random for LCRC */
        flow->escapes += tlps * bits * (bits - 1) / 2 * flow->ber * flow->ber / TWO_32;
}

static void divide_by(struct rare_flow *flow, double tlps)
{
    double *const sums[] = {&flow->tlp_line_bits, &flow->tlp_bytes, &flow->hit,    &flow->hit_both,
                            &flow->rolls,         &flow->dies,      &flow->escapes};

    for (size_t i = 0; tlps > 0 && i < sizeof sums / sizeof *sums; i++)
        *sums[i] /= tlps;
}

static void begin_flow(const struct sim_scenario *scenario, const struct rare_counts *counts,
                       enum sim_direction direction, struct rare_flow *flow)
{
    const struct rare_direction_counts *counted = &counts->directions[direction];
    double seconds = (double)counts->time_fs / SIM_FS_PER_S;

    *flow = (struct rare_flow){.tlps = (double)counted->tlps / seconds};
    flow->ber = (double)scenario->errors[direction].ber.per_2_64 / TWO_64;
    flow->acks = (double)counted->acks / seconds;
    flow->other_dllps = (double)(counted->dllps - counted->acks) / seconds;
    flow->line_bits = (double)counted->line_bits / seconds;
    if (counted->dllps)
        flow->dllp_line_bits = (double)counted->dllp_line_bits / (double)counted->dllps;
    flow->alone =
        counted->tlps != 0 && counts->time_fs / counted->tlps > counts->limit_fs[direction];
}

/* Bits of a packet which, when hit, break the framing: no packet is seen, or Recovery follows. */
static double framing_bits(const struct sim_scenario *scenario,
                           const struct rare_direction_counts *counted, double line_bits,
                           double token_bits)
{
    double headers = (double)counted->sync_hdr_bits / ((double)counted->line_bits + 1);

    return has_blocks(scenario) ? token_bits + headers * line_bits : START_BITS;
}

static void fill_flow(const struct sim_scenario *scenario, const struct rare_counts *counts,
                      enum sim_direction direction, struct rare_traffic *traffic)
{
    struct rare_flow *flow = &traffic->flows[direction];
    const struct rare_flow *back = &traffic->flows[!direction];
    const struct rare_direction_counts *counted = &counts->directions[direction];
    double mean_bits = (flow->line_bits - (flow->acks + flow->other_dllps) * flow->dllp_line_bits) /
                       (flow->tlps > 0 ? flow->tlps : 1);

    flow->ack_hit = chance_of_hit(back->dllp_line_bits, back->ber);
    flow->lost = chance_of_hit(framing_bits(scenario, counted, mean_bits, STP_BITS), flow->ber);
    for (uint32_t bytes = 0; bytes <= AK_FRAME_MAX_BYTES; bytes++) {
        if (counted->lengths[bytes].tlps)
            add_length(scenario, direction, bytes, &counted->lengths[bytes], flow);
    }
    divide_by(flow, (double)counted->tlps);
}

/* Recoveries a second for hits on the DLLPs of a direction at 128b/130b. */
static double dllp_recoveries(const struct sim_scenario *scenario, const struct rare_counts *counts,
                              enum sim_direction direction, const struct rare_flow *flow)
{
    return flow->ber * (flow->acks + flow->other_dllps) *
           framing_bits(scenario, &counts->directions[direction], flow->dllp_line_bits, SDP_BITS);
}

/* The share of time in which a TLP is on the line, to be cut by Recovery. */
static double busy_with_tlps(const struct sim_scenario *scenario, const struct rare_flow *flow)
{
    double line_bps = (double)ak_rate_gts_tenths(scenario->link.rate) * 1e8 * scenario->link.width;
    double share = flow->tlps * flow->tlp_line_bits / line_bps;
    return share < 1 ? share : 1;
}

/* TLPs received twice when a Nak is hit: those ahead of the TLP that was hit that had no Ack yet,
 * evenly 0 to one less than an Ack covers; but the first one is answered by an Ack (D7), and what
 * follows when that has come back is not sent again. */
static double sent_twice(const struct sim_scenario *scenario, enum sim_direction direction,
                         const struct rare_flow *flow, const struct rare_flow *back)
{
    const struct sim_port *sender = &scenario->ports[direction];
    const struct sim_port *receiver = &scenario->ports[!direction];
    double line_bps = (double)ak_rate_gts_tenths(scenario->link.rate) * 1e8 * scenario->link.width;
    double round_trip = (double)(sender->tx_delay_fs + sender->rx_delay_fs + receiver->tx_delay_fs +
                                 receiver->rx_delay_fs + 2u * scenario->link.propagation_fs) /
                            SIM_FS_PER_S +
                        back->dllp_line_bits / line_bps;
    double most = 1 + ceil(round_trip * line_bps / flow->tlp_line_bits);
    double covered = back->acks > 0 ? fmax(1, round(flow->tlps / back->acks)) : 1;
    double sum = 0;

    for (uint32_t waiting = 1; waiting < covered; waiting++)
        sum += waiting < most ? waiting : most;
    return sum / covered;
}

static void add_direction(const struct sim_scenario *scenario, const struct rare_counts *counts,
                          enum sim_direction direction, const struct rare_traffic *traffic,
                          double closed[RARE_EVENT_COUNT])
{
    const struct rare_flow *flow = &traffic->flows[direction];
    const struct rare_flow *back = &traffic->flows[!direction];
    enum sim_direction other = direction == SIM_DOWNSTREAM ? SIM_UPSTREAM : SIM_DOWNSTREAM;
    bool blocks = has_blocks(scenario);
    double hits = flow->tlps * flow->hit;
    double lost = flow->tlps * flow->lost;
    double cuts = 0;

    if (blocks) { /* by Recovery for something else than a TLP of this direction */
        double of_dllps = dllp_recoveries(scenario, counts, direction, flow);
        cuts = of_dllps + dllp_recoveries(scenario, counts, other, back) + back->tlps * back->lost;
        cuts *= busy_with_tlps(scenario, flow);
        closed[RARE_RECOVERY] += lost + of_dllps;
    }
    if (flow->alone) {
        closed[RARE_REPLAY_BY_NAK] += hits - lost;
        closed[RARE_REPLAY_BY_TIMEOUT] += lost + flow->tlps * flow->ack_hit;
        closed[RARE_DUPLICATE] += flow->tlps * flow->ack_hit;
    } else if (flow->tlps > 0) {
        closed[RARE_REPLAY_BY_NAK] += hits + cuts;
        closed[RARE_REPLAY_BY_TIMEOUT] += flow->tlps * (flow->hit_both + flow->hit * flow->ack_hit);
        closed[RARE_DUPLICATE] +=
            hits * flow->ack_hit * sent_twice(scenario, direction, flow, back);
    }
    closed[RARE_RETRAIN] += flow->tlps * flow->rolls;
    closed[RARE_DEAD_LINK] += flow->tlps * flow->dies;
    closed[RARE_UNDETECTED_TLP] += flow->tlps * flow->escapes;
    closed[RARE_UNDETECTED_DLLP] +=
        (flow->acks + flow->other_dllps) *
        (blocks ? rare_crc16_escape(flow->ber)
                : pow(flow->dllp_line_bits * flow->ber, 2) / 2 / TWO_16);
}

/* Hits a second, and how long REPLAY_TIMER takes to its limit. */
static void add_overlap(const struct rare_counts *counts, struct rare_traffic *traffic)
{
    double hits_per_s = 0;
    uint64_t limit_fs = 0;

    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        const struct rare_flow *flow = &traffic->flows[direction];
        double dllp_hit = chance_of_hit(flow->dllp_line_bits, flow->ber);
        hits_per_s += flow->tlps * flow->hit + (flow->acks + flow->other_dllps) * dllp_hit;
        traffic->most_hit = fmax(traffic->most_hit, flow->tlps > 0 ? flow->hit : 0);
        traffic->most_hit = fmax(traffic->most_hit, flow->tlps > 0 ? flow->ack_hit : 0);
        if (flow->tlps > 0 && counts->limit_fs[direction] > limit_fs)
            limit_fs = counts->limit_fs[direction];
    }
    traffic->overlap = hits_per_s * (double)limit_fs / SIM_FS_PER_S;
}

void rare_closed(const struct sim_scenario *scenario, const struct rare_counts *counts,
                 struct rare_traffic *traffic, double closed[RARE_EVENT_COUNT])
{
    bool bursts = false;

    for (int event = 0; event < RARE_EVENT_COUNT; event++)
        closed[event] = 0;
    traffic->seconds = (double)counts->time_fs / SIM_FS_PER_S;
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        begin_flow(scenario, counts, (enum sim_direction)direction, &traffic->flows[direction]);
        bursts |= scenario->errors[direction].burst_bits > 1;
    }
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++)
        fill_flow(scenario, counts, (enum sim_direction)direction, traffic);
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++)
        add_direction(scenario, counts, (enum sim_direction)direction, traffic, closed);
    add_overlap(counts, traffic);
    closed[RARE_RECOVERY] += closed[RARE_RETRAIN];
    if (bursts) /* what a CRC overlooks was counted for hits that are independent */
        closed[RARE_UNDETECTED_TLP] = closed[RARE_UNDETECTED_DLLP] = NAN;
}
