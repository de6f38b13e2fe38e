/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inside of a study that was read.
 * Not here: what others may ask of it (plot_study.h).
 */
#ifndef ACKNAK_STUDY_PLOT_STATE_H
#define ACKNAK_STUDY_PLOT_STATE_H

#include "study/plot_study.h"
#include "study/sweep_sql.h"

struct plot_study {
    struct sweep_sql sql;
    char *path;
    uint32_t axis_count;
    uint32_t figure_count;
    uint32_t point_count;
    uint64_t points_wanted;
    struct plot_axis *axes;
    struct plot_figure *figures;
    uint32_t *numbers;         /* of the points */
    struct plot_value *values; /* of the points, axis by axis */
};

/* The place of a point by its number, or PLOT_NO_POSITION. */
uint32_t plot_place_of(const struct plot_study *study, uint32_t number);

#endif
