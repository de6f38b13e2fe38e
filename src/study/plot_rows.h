/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The points of a plot.
 * Not here: which they are (plot_choice.h).
 */
#ifndef ACKNAK_STUDY_PLOT_ROWS_H
#define ACKNAK_STUDY_PLOT_ROWS_H

#include "study/plot_choice.h"

/* Fills rows and row_count from what else was chosen. False: a line in `message`. */
bool plot_collect_rows(struct plot_study *study, struct plot_choice *choice,
                       char message[SWEEP_STORE_MESSAGE]);

#endif
