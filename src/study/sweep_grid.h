/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The points of a study: which value each axis has at a point, and the seed of each run.
 * Not here: running a point (sweep_runner.h).
 *
 * Points are numbered from 0. In a grid the last axis changes fastest. A value that is drawn
 * depends on the seed of the study, the point and the place of its axis, on nothing else.
 */
#ifndef STUDY_SWEEP_GRID_H
#define STUDY_SWEEP_GRID_H

#include "study/sweep_study.h"

/* Combinations of all values; UINT64_MAX if that is too large a number to tell. */
uint64_t sweep_grid_combinations(const struct sweep_study *study);

/* Writes the value that an axis has at a point, as sweep_axis_apply takes it. */
void sweep_grid_value(const struct sweep_study *study, uint64_t point, uint32_t axis,
                      char value[SWEEP_TEXT]);

/*
 * Fills the settings of a point, complete but for the seed; the caller ends them with
 * sim_settings_end, whatever is returned. False: a value or the combination is refused; `message`
 * tells why.
 */
bool sweep_grid_settings(const struct sweep_study *study, uint64_t point,
                         struct sim_settings *settings, char message[SWEEP_TEXT]);

/* Seed of a run, from 0 to INT64_MAX. `replicate` counts from 0. */
uint64_t sweep_grid_seed(const struct sweep_study *study, uint64_t point, uint32_t replicate);

/* "link.rate=8, ports.rx_delay=10ns": for people. */
void sweep_grid_describe(const struct sweep_study *study, uint64_t point, char text[SWEEP_TEXT]);

#endif
