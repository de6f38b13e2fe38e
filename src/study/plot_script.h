/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plot as data and as a script of gnuplot, both made to be read and changed by people.
 * Not here: what is plotted (plot_choice.h), running gnuplot.
 */
#ifndef ACKNAK_STUDY_PLOT_SCRIPT_H
#define ACKNAK_STUDY_PLOT_SCRIPT_H

#include <stdio.h>

#include "study/plot_choice.h"

enum plot_format { PLOT_SVG, PLOT_PNG, PLOT_PDF, PLOT_FORMAT_COUNT };

struct plot_style {
    enum plot_format format;
    const char *title; /* NULL: made of what is plotted */
    const char *data;  /* name of the data file, as the script calls it */
};

/* Columns: x, mean, low, high, min, max, runs, and the figure beside if there is one; "nan" is not
 * known. Two empty lines between the lines of the plot. Of a heat map: the places of both values,
 * the mean. Units as stored. */
void plot_write_data(FILE *out, const struct plot_study *study, const struct plot_choice *choice);

/* The script writes the picture to the standard output of gnuplot. */
void plot_write_script(FILE *out, const struct plot_study *study, const struct plot_choice *choice,
                       const struct plot_style *style);

#endif
