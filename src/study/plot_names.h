/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names, units and values of a study as a plot shows them.
 * Not here: the plot (plot_script.h).
 */
#ifndef ACKNAK_STUDY_PLOT_NAMES_H
#define ACKNAK_STUDY_PLOT_NAMES_H

#include <stddef.h>

#include "study/plot_study.h"

#define PLOT_NAME 160u

/* A unit of which numbers are easy to read: `divisor` of the stored one. */
struct plot_unit {
    double divisor;
    const char *name; /* "": none; valid as long as the unit it was made from */
};

/* Suits numbers up to `most`: 2.2e10 bit/s are 22 Gbit/s. */
struct plot_unit plot_unit_for(const char *unit, double most);

/* "downstream throughput", "payload", "bit error rate": the name in words, without its unit. */
void plot_pretty(const char *name, char text[PLOT_NAME]);

/* The value as the study writes it; a number of many digits to three. */
void plot_short_value(const struct plot_value *value, char text[PLOT_NAME]);

/* "payload 64 bytes", "ack policy timer". */
void plot_pretty_value(const struct plot_axis *axis, const struct plot_value *value,
                       char text[PLOT_NAME]);

/* Text as a string constant of gnuplot: between single quotes, which hold it as it is. */
void plot_quote(const char *text, char *quoted, size_t size);

#endif
