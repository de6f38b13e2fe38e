/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Both directions of a link as a fixed point: each one's Acks take line time of the other.
 * Not here: SKP ordered sets (link_model_line.c), errors (link_model_errors.c).
 */
#include "study/link_model.h"

#include <math.h>
#include <string.h>

#include "acknak/frame.h"
#include "study/link_model_parts.h"

#define ITERATIONS 200
#define FS_PER_S   1e15
#define BITS       8.0

double study_dllp_fs(const struct study_link *link)
{
    return AK_DLLP_SYM * link->symbol_fs / link->width;
}

static double tlp_fs(const struct study_link *link, const struct study_direction *direction)
{
    return direction->occupied_sym * link->symbol_fs / link->width;
}

/* The length of the TLP in progress at a random moment: longer ones are met more often. */
static double met_fs(const struct study_link *link, const struct study_direction *direction)
{
    return direction->tlp_sym_square / direction->tlp_sym * link->symbol_fs / link->width;
}

static bool is_saturated(const struct study_direction *direction)
{
    return direction->on && direction->interval_fs == 0;
}

double study_mean_wait_fs(const struct study_link *link, const struct study_flow *flow,
                          const struct study_direction *travels)
{
    if (!travels->on)
        return link->symbol_fs / 2; /* to the next symbol time */
    return fmin(1.0, flow->tlp_fs / flow->spacing_fs) * met_fs(link, travels) / 2;
}

/* ---- Acks ---- */

/* From the first TLP that an Ack will cover to the moment it falls due. */
static double ack_due_fs(const struct study_direction *answered, double spacing_fs)
{
    double by_count_fs = (answered->ack_every - 1) * spacing_fs;

    if (answered->ack_every == 0)
        return answered->ack_delay_fs;
    return fmin(answered->ack_delay_fs, by_count_fs);
}

/*
 * Mean time from one Ack to the next. TLPs come every `spacing_fs`; the first behind an Ack starts
 * the clock; the Ack begins when it is due and the packet in progress has ended. The group is
 * counted in whole TLPs, or, where those are shorter than the packets in the Acks' own direction,
 * in whole packets of that one.
 */
static double ack_period_fs(const struct study_link *link, const struct study_direction *answered,
                            double spacing_fs, const struct study_direction *travels,
                            const struct study_flow *flow)
{
    double due_fs = ack_due_fs(answered, spacing_fs);

    if (!travels->on || !is_saturated(travels)) {
        double wait_fs = study_mean_wait_fs(link, flow, travels);
        return spacing_fs * (floor((due_fs + wait_fs) / spacing_fs) + 1);
    }
    if (!answered->one_size || !travels->one_size) {
        double wait_fs = study_mean_wait_fs(link, flow, travels);
        double met = answered->tlp_sym_square / (answered->tlp_sym * answered->tlp_sym);
        double mean_fs = due_fs + wait_fs + spacing_fs * met / 2;
        return fmax(mean_fs, fmax(spacing_fs, flow->tlp_fs));
    }
    if (spacing_fs >= flow->tlp_fs)
        return spacing_fs * (study_mean_floor(due_fs / spacing_fs, flow->tlp_fs / spacing_fs) + 1);
    return flow->tlp_fs * (study_mean_floor(due_fs / flow->tlp_fs, spacing_fs / flow->tlp_fs) + 1);
}

/* ---- The fixed point ---- */

static void begin_flow(const struct study_link *link, enum sim_direction direction,
                       struct study_flow *flow)
{
    const struct study_direction *here = &link->directions[direction];

    memset(flow, 0, sizeof *flow);
    flow->tlp_fs = here->on ? tlp_fs(link, here) : 0;
    flow->spacing_fs = fmax(flow->tlp_fs, here->interval_fs);
}

static void refresh_flow(const struct study_link *link, enum sim_direction direction,
                         struct study_flow flows[SIM_DIRECTION_COUNT])
{
    const struct study_direction *here = &link->directions[direction];
    const struct study_direction *other = &link->directions[1 - direction];
    struct study_flow *flow = &flows[direction];
    struct study_flow *answered = &flows[1 - direction];
    double dllp_fs = study_dllp_fs(link);
    double dllps_per_fs = here->dllp_interval_fs > 0 ? 1 / here->dllp_interval_fs : 0;

    if (other->on) {
        answered->ack_period_fs = ack_period_fs(link, other, answered->spacing_fs, here, flow);
        flow->ack_share = dllp_fs / answered->ack_period_fs;
    }
    if (here->on && here->dllp_every_tlps > 0)
        dllps_per_fs += 1 / (here->dllp_every_tlps * flow->spacing_fs);
    flow->dllp_share = dllp_fs * dllps_per_fs;
    flow->skp_share = study_skp_share(link, direction, flow->ack_share > 0 || flow->dllp_share > 0);
    if (here->on) {
        double left = fmax(1e-9, 1 - flow->skp_share - flow->ack_share - flow->dllp_share);
        flow->spacing_fs = fmax(flow->tlp_fs / left, here->interval_fs);
    }
}

/* The flows as counted, in place of the mean over all phases. */
static void take_counted(const struct study_link *link,
                         const struct study_counted counted[SIM_DIRECTION_COUNT],
                         struct study_flow flows[SIM_DIRECTION_COUNT])
{
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        struct study_flow *flow = &flows[d];
        /* Where nothing crosses TLPs of one size, SKP ordered sets are counted over far more. */
        bool exact =
            link->directions[d].one_size && counted[d].acks_per_fs <= 0 && flow->dllp_share <= 0;
        if (counted[d].tlps_per_fs > 0 && !exact)
            flow->spacing_fs = 1 / counted[d].tlps_per_fs;
        if (counted[1 - d].acks_per_fs > 0)
            flow->ack_period_fs = 1 / counted[1 - d].acks_per_fs;
        if (link->directions[d].one_size)
            flow->trip_tlps = counted[d].trip_tlps;
        flow->ack_share = counted[d].acks_per_fs * study_dllp_fs(link);
        if (is_saturated(&link->directions[d]) && !exact)
            flow->skp_share =
                fmax(0, 1 - flow->tlp_fs / flow->spacing_fs - flow->ack_share - flow->dllp_share);
    }
}

static double line_bits_per_fs(const struct study_link *link)
{
    return BITS * link->width / link->symbol_fs;
}

static void fill_rate(const struct study_link *link, enum sim_direction direction,
                      const struct study_flow flows[SIM_DIRECTION_COUNT], struct study_rate *rate)
{
    const struct study_direction *here = &link->directions[direction];
    const struct study_flow *flow = &flows[direction];

    memset(rate, 0, sizeof *rate);
    rate->skp_share = flow->skp_share;
    rate->ack_share = flow->ack_share;
    rate->dllp_share = flow->dllp_share;
    if (here->on) {
        double spacing_fs = study_spacing_with_errors(link, flows, direction, rate);
        double per_fs = 1 / spacing_fs;
        double payload_bits = here->payload_bytes * BITS;
        rate->ack_period_fs = flow->ack_period_fs;
        rate->tlps_per_s = per_fs * FS_PER_S;
        rate->payload_bps = payload_bits * rate->tlps_per_s;
        rate->efficiency = payload_bits * per_fs / line_bits_per_fs(link);
        rate->payload_share = rate->efficiency;
        rate->overhead_share = flow->tlp_fs * per_fs - rate->payload_share;
        if (here->interval_fs == 0)
            rate->error_share = 1 - flow->spacing_fs * per_fs;
    }
    double busy = rate->skp_share + rate->ack_share + rate->dllp_share;
    /* What replays take, they take of Acks and SKP ordered sets in proportion. */
    double left = 1 - rate->error_share;
    rate->skp_share *= left;
    rate->ack_share *= left;
    rate->dllp_share *= left;
    rate->idle_share =
        1 - rate->error_share - busy * left - rate->payload_share - rate->overhead_share;
    if (fabs(rate->idle_share) < 1e-12)
        rate->idle_share = 0;
}

void study_link_rates(const struct study_link *link, struct study_rate rates[SIM_DIRECTION_COUNT])
{
    struct study_flow flows[SIM_DIRECTION_COUNT];
    struct study_counted counted[SIM_DIRECTION_COUNT];

    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++)
        begin_flow(link, (enum sim_direction)direction, &flows[direction]);
    for (int i = 0; i < ITERATIONS; i++) {
        for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++)
            refresh_flow(link, (enum sim_direction)direction, flows);
    }
    if (study_count(link, flows, counted))
        take_counted(link, counted, flows);
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++)
        fill_rate(link, (enum sim_direction)direction, flows, &rates[direction]);
}

double study_link_efficiency(const struct study_link *link, enum sim_direction direction)
{
    struct study_rate rates[SIM_DIRECTION_COUNT];

    study_link_rates(link, rates);
    return rates[direction].efficiency;
}
