/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the closed form says of a point of a sweep.
 * Not here: the closed form (link_model.c).
 */
#include "study/sweep_model.h"

#include <math.h>

#include "study/link_model.h"

void sweep_model_of(const struct sim_scenario *scenario, struct sweep_model *model)
{
    char unused[STUDY_MESSAGE_BYTES];
    struct study_link link;
    struct study_rate rates[SIM_DIRECTION_COUNT];
    bool covered = study_link_from_scenario(scenario, &link, unused);

    if (covered)
        study_link_rates(&link, rates);
    for (int d = 0; d < SIM_DIRECTION_COUNT; d++) {
        model->directions[d] = (struct sweep_model_direction){
            .throughput_bps = covered ? round(rates[d].payload_bps) : NAN,
            .efficiency = covered ? round(rates[d].efficiency * 1e6) / 1e6 : NAN,
        };
    }
}
