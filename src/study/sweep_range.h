/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values as numbers: the ends of a range, the numbers between, how each is written.
 * Not here: how an option is set (sim/options.h), what is drawn (sweep_grid.h).
 */
#ifndef STUDY_SWEEP_RANGE_H
#define STUDY_SWEEP_RANGE_H

#include "study/sweep_axis.h"

/* Whether values of the option are numbers that can be counted through. */
bool sweep_range_suits(const struct sim_option *option);

/*
 * A value as a number: femtoseconds of a time, bytes of a size, GT/s of a rate, a probability, a
 * count. False: it is a word, a mix, a list.
 */
bool sweep_range_read(const struct sim_option *option, const char *text, double *number);

/* The same for databases and plots: a time in nanoseconds. */
bool sweep_range_number(const struct sim_option *option, const char *text, double *number);

/* The unit of that number: "ns", "bytes", "GT/s", "lanes", or "". */
const char *sweep_range_unit(const struct sim_option *option);

/* A number as a text that the option reads: whole, but for a probability (six digits). */
void sweep_range_write(const struct sim_option *option, double number, char text[SWEEP_TEXT]);

/* The number a share (0 to 1) of the way from the first end to the second. */
double sweep_range_between(const struct sweep_range *range, double share);

#endif
