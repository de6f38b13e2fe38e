/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a study's database holds, as plots and exports want it: axes, figures, points.
 * Not here: which of it is plotted (plot_choice.h). docs/study-database.md describes the tables.
 */
#ifndef ACKNAK_STUDY_PLOT_STUDY_H
#define ACKNAK_STUDY_PLOT_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "study/sweep_statistics.h"
#include "study/sweep_store.h"

#define PLOT_NO_POSITION UINT32_MAX

/* A value of an axis: as the study writes it, and as a number; NAN if it is none. */
struct plot_value {
    char *text;
    double number;
};

struct plot_axis {
    char *name;
    char *unit; /* "": none */
    bool drawn; /* values drawn from a range: nearly each point has its own */
    bool log;   /* of a range */
    bool numeric;
    uint32_t count; /* values; of a drawn axis its two ends */
    struct plot_value *values;
};

struct plot_figure {
    char *name;
    char *unit;
    bool watched;
};

struct plot_study;

/*
 * Reads a database of acknak sweep, of this version and not damaged, without changing it. Returns a
 * status and one line in `message` if it is not SWEEP_STORE_OK; *study is then NULL.
 */
enum sweep_store_status plot_study_open(const char *path, struct plot_study **study,
                                        char message[SWEEP_STORE_MESSAGE]);
void plot_study_close(struct plot_study *study);

uint32_t plot_study_axis_count(const struct plot_study *study);
uint32_t plot_study_figure_count(const struct plot_study *study);
const struct plot_axis *plot_study_axis(const struct plot_study *study, uint32_t axis);
const struct plot_figure *plot_study_figure(const struct plot_study *study, uint32_t figure);

/* Points that are done, in the order of their numbers. `count` of those the study is made of have
 * been run. */
uint32_t plot_study_point_count(const struct plot_study *study);
uint64_t plot_study_points_wanted(const struct plot_study *study);
uint32_t plot_study_point_number(const struct plot_study *study, uint32_t at);
const struct plot_value *plot_study_point_value(const struct plot_study *study, uint32_t at,
                                                uint32_t axis);

/* The place of a point's value among those of the axis; PLOT_NO_POSITION of a drawn axis. */
uint32_t plot_study_position(const struct plot_study *study, uint32_t at, uint32_t axis);

/* Statistics of a figure over the runs of each point: as many as there are points. */
enum sweep_store_status plot_study_statistics(struct plot_study *study, uint32_t figure,
                                              struct sweep_statistics *statistics,
                                              char message[SWEEP_STORE_MESSAGE]);

#endif
