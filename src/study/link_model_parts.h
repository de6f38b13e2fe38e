/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the closed form share.
 * Not here: what others may use (link_model.h).
 */
#ifndef STUDY_LINK_MODEL_PARTS_H
#define STUDY_LINK_MODEL_PARTS_H

#include "study/link_model.h"

/* The state of the fixed point: what one direction does, errors left out. */
struct study_flow {
    double tlp_fs;        /* line time of a TLP */
    double spacing_fs;    /* from one TLP to the next, with all that crosses */
    double ack_period_fs; /* of the Acks for this direction's TLPs */
    double trip_tlps;     /* as counted (struct study_counted); 0: not counted */
    double skp_share;
    double ack_share;
    double dllp_share;
};

/* Time from an Ack falling due to its begin, in the direction it travels: mean. */
double study_mean_wait_fs(const struct study_link *link, const struct study_flow *flow,
                          const struct study_direction *travels);

double study_dllp_fs(const struct study_link *link);

/* link_model_errors.c: mean line time per TLP delivered in `direction`; fills in tlp_hit and
 * nak_cost_fs of `rate`. */
double study_spacing_with_errors(const struct study_link *link,
                                 const struct study_flow flows[SIM_DIRECTION_COUNT],
                                 enum sim_direction direction, struct study_rate *rate);

/* What a side sends on its line, per femtosecond: TLPs, and Acks for those of the other. */
struct study_counted {
    double tlps_per_fs;
    double acks_per_fs;
    double trip_tlps; /* TLPs from the end of one to its replay, were it answered by a Nak: mean */
};

/* link_model_count.c; `flows` are those of the mean over all phases. False: too much under way at
 * once, or out of memory. Some milliseconds. */
bool study_count(const struct study_link *link, const struct study_flow flows[SIM_DIRECTION_COUNT],
                 struct study_counted counted[SIM_DIRECTION_COUNT]);

#endif
