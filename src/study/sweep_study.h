/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A study: a scenario, the values of it that vary, and how often each point is run.
 * Not here: its file (sweep_file.h), the values of one point (sweep_grid.h), running it.
 */
#ifndef STUDY_SWEEP_STUDY_H
#define STUDY_SWEEP_STUDY_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/settings.h"
#include "study/sweep_axis.h"
#include "study/sweep_figures.h"

#define SWEEP_AXES_MAX       16u
#define SWEEP_SEEDS_MAX      10000u
#define SWEEP_POINTS_DEFAULT 100000u    /* more are refused unless the user allows them */
#define SWEEP_POINTS_MAX     100000000u /* more are refused whatever the user says */

/* The files that a study is read from, as they were when it was read. */
struct sweep_sources {
    char *path;      /* of the study, as the user named it */
    char *text;      /* its bytes, followed by a zero byte; these four belong to the struct */
    char *base_path; /* of the scenario file that `base` names, or a null pointer */
    char *base_text;
};

struct sweep_study {
    struct sweep_sources sources;
    struct sim_settings base;
    uint32_t axis_count; /* 0 to SWEEP_AXES_MAX: none is a study of one point */
    struct sweep_axis axes[SWEEP_AXES_MAX];
    bool random;    /* points are drawn, not every combination */
    uint64_t seed;  /* 0 to INT64_MAX */
    uint64_t count; /* points */
    uint32_t seeds_min, seeds_max;
    uint32_t watched_count;
    uint32_t watched[SWEEP_FIGURES_MAX]; /* indexes of figures: statistics are kept of them */
    double precision; /* half width of the interval over the mean; 0: never stop early */
    bool check;       /* run under the protocol checker */
    uint64_t digest;  /* of all that decides the results, comments left out */
};

#endif
