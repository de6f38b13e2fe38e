/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What bit errors cost a direction: the line time from a TLP that was hit to its replay, times the
 * probability of each way in which that happens.
 * Not here: the link without errors (link_model.c).
 *
 * Times are counted from the begin of the TLP that was hit to the begin of its replay. At 128b/130b
 * a hit on a token or a sync header is a framing error: the link goes through Recovery, nothing is
 * Naked, and the first TLP behind Recovery shows by its number that one is missing (D11).
 */
#include <math.h>

#include "acknak/frame.h"
#include "acknak/rate.h"
#include "study/link_model_parts.h"

#define BITS_8B10B       10.0
#define BITS_128B130B    8.0
#define SYNC_BITS        0.125 /* per symbol and lane: 2 for 16 */
#define STP_FRAMING_BITS 20.0  /* token without the sequence number, which the LCRC covers */
#define SDP_BITS         16.0

/* Probabilities per packet. */
struct hits {
    double tlp;          /* a TLP arrives bad */
    double tlp_framing;  /* a TLP ends in Recovery */
    double dllp;         /* a DLLP is dropped */
    double dllp_framing; /* a DLLP ends in Recovery */
};

/* One direction as its TLPs meet it. */
struct trip {
    double spacing_fs;
    double path_fs;   /* of the TLPs */
    double tlps;      /* to the replay, as counted; 0: not counted */
    double answer_fs; /* from a bad TLP's arrival to the Nak's arrival, its wait left out */
    double wait_fs;   /* longest wait of the Nak for the packet in progress; uniform from 0 */
    double limit_fs;  /* REPLAY_TIMER */
};

static struct hits hits_of(const struct study_link *link, enum sim_direction direction)
{
    const struct study_direction *here = &link->directions[direction];
    double ber = here->bit_error_rate;

    if (ak_rate_encoding(link->rate) == AK_ENCODING_8B10B)
        return (struct hits){
            .tlp = study_hit_probability(ber, BITS_8B10B * here->tlp_sym),
            .dllp = study_hit_probability(ber, BITS_8B10B * AK_DLLP_SYM),
        };
    return (struct hits){
        .tlp = study_hit_probability(ber, BITS_128B130B * here->tlp_sym - STP_FRAMING_BITS),
        .tlp_framing = study_hit_probability(ber, STP_FRAMING_BITS + SYNC_BITS * here->tlp_sym),
        .dllp = study_hit_probability(ber, BITS_128B130B * AK_DLLP_SYM - SDP_BITS),
        .dllp_framing = study_hit_probability(ber, SDP_BITS + SYNC_BITS * AK_DLLP_SYM),
    };
}

/* From the end of a TLP to the first begin of another after the answer to it has come. */
static double to_replay_fs(const struct trip *trip)
{
    if (trip->tlps > 0)
        return trip->spacing_fs * trip->tlps;
    double a = (trip->path_fs + trip->answer_fs) / trip->spacing_fs;

    return trip->spacing_fs * (study_mean_floor(a, trip->wait_fs / trip->spacing_fs) + 1);
}

/* Acks in a row that must be lost before REPLAY_TIMER expires, for each Ack of the direction. */
static double timeout_probability(const struct trip *trip, double ack_period_fs, double ack_hit)
{
    double rounds = floor(trip->limit_fs / ack_period_fs);

    return rounds < 1 ? 0 : pow(ack_hit, rounds);
}

/* Framing errors per femtosecond of packets that `direction` sends. */
static double framing_rate(const struct study_link *link,
                           const struct study_flow flows[SIM_DIRECTION_COUNT],
                           enum sim_direction direction, double *tlps_fs)
{
    struct hits hits = hits_of(link, direction);
    const struct study_flow *flow = &flows[direction];
    double dllps = (flow->ack_share + flow->dllp_share) / study_dllp_fs(link);

    *tlps_fs = link->directions[direction].on ? hits.tlp_framing / flow->spacing_fs : 0;
    return *tlps_fs + hits.dllp_framing * dllps;
}

/* Line time per TLP that framing errors of both directions cost this one. */
static double framing_cost_fs(const struct study_link *link,
                              const struct study_flow flows[SIM_DIRECTION_COUNT],
                              enum sim_direction direction, const struct trip *trip)
{
    double own_tlps, other_tlps;
    double own = framing_rate(link, flows, direction, &own_tlps);
    double other = framing_rate(link, flows, (enum sim_direction)(1 - direction), &other_tlps);
    double after_fs = link->recovery_fs + trip->spacing_fs + to_replay_fs(trip);
    double own_tlp_fs = trip->spacing_fs + trip->path_fs + after_fs;
    double own_dllp_fs = trip->path_fs + after_fs;
    double cut_fs = trip->spacing_fs / 2 + after_fs; /* the TLP in progress is cut (D31) */
    double per_fs = own_tlps * own_tlp_fs + (own - own_tlps) * own_dllp_fs + other * cut_fs;

    return trip->spacing_fs * per_fs;
}

static struct trip trip_of(const struct study_link *link,
                           const struct study_flow flows[SIM_DIRECTION_COUNT],
                           enum sim_direction direction)
{
    const struct study_direction *here = &link->directions[direction];
    const struct study_direction *back = &link->directions[1 - direction];
    double mean_wait_fs = study_mean_wait_fs(link, &flows[1 - direction], back);
    struct trip trip = {
        .spacing_fs = flows[direction].spacing_fs,
        .path_fs = here->path_fs,
        .tlps = flows[direction].trip_tlps,
        .answer_fs = study_dllp_fs(link) + back->path_fs,
        .wait_fs = 2 * mean_wait_fs,
        .limit_fs = here->replay_limit_fs,
    };
    return trip;
}

double study_spacing_with_errors(const struct study_link *link,
                                 const struct study_flow flows[SIM_DIRECTION_COUNT],
                                 enum sim_direction direction, struct study_rate *rate)
{
    struct hits hits = hits_of(link, direction);
    struct hits back = hits_of(link, (enum sim_direction)(1 - direction));
    struct trip trip = trip_of(link, flows, direction);
    double spacing_fs = trip.spacing_fs;
    double half_fs = spacing_fs / 2; /* the TLP in progress when REPLAY_TIMER expires */
    double nak_fs = spacing_fs + to_replay_fs(&trip);
    double lost_nak_fs = spacing_fs + trip.path_fs + trip.answer_fs + trip.limit_fs + half_fs;
    double replay_hit_fs = spacing_fs + trip.limit_fs + half_fs;
    double timeout = timeout_probability(&trip, flows[direction].ack_period_fs, back.dllp) *
                     spacing_fs / flows[direction].ack_period_fs;

    rate->tlp_hit = hits.tlp + hits.tlp_framing;
    rate->nak_cost_fs = nak_fs;
    double cost_fs = hits.tlp * ((1 - back.dllp) * nak_fs + back.dllp * lost_nak_fs) +
                     hits.tlp * hits.tlp / (1 - hits.tlp) * replay_hit_fs + timeout * nak_fs;
    if (ak_rate_encoding(link->rate) == AK_ENCODING_128B130B)
        cost_fs += framing_cost_fs(link, flows, direction, &trip);
    const struct study_direction *here = &link->directions[direction];
    return here->interval_fs > 0 ? fmax(here->interval_fs, spacing_fs) : spacing_fs + cost_fs;
}
