/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the closed form says of a point of a sweep, to stand beside what is simulated.
 * Not here: the closed form (link_model.h), figures by name (sweep_figures.h).
 */
#ifndef STUDY_SWEEP_MODEL_H
#define STUDY_SWEEP_MODEL_H

#include "sim/scenario.h"

/* Of one direction; 0 if nothing is sent there, NaN if the closed form does not cover the scenario.
 */
struct sweep_model_direction {
    double throughput_bps; /* to whole ones: what is behind the point may differ by machine */
    double efficiency;     /* to millionths, as simulated */
};

struct sweep_model {
    struct sweep_model_direction directions[SIM_DIRECTION_COUNT];
};

/* Takes as long as study_link_rates. */
void sweep_model_of(const struct sim_scenario *scenario, struct sweep_model *model);

#endif
