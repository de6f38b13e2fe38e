/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What of a study is plotted: which axis to the right, which figure upwards, a line for each value
 * of which axis, and what is held fixed.
 * Not here: reading the study (plot_study.h), drawing (plot_script.h).
 */
#ifndef ACKNAK_STUDY_PLOT_CHOICE_H
#define ACKNAK_STUDY_PLOT_CHOICE_H

#include "study/plot_study.h"

#define PLOT_NO_AXIS    UINT32_MAX
#define PLOT_NO_FIGURE  UINT32_MAX
#define PLOT_WHERE_MAX  16u
#define PLOT_SERIES_MAX 14u
#define PLOT_MESSAGE    600u

enum plot_kind {
    PLOT_LINES,  /* over an axis of a grid */
    PLOT_POINTS, /* over a drawn axis: each point by itself */
    PLOT_HEAT,   /* over two axes of a grid */
};

enum plot_log { PLOT_LOG_AUTO, PLOT_LOG_NO, PLOT_LOG_YES };

/* What the user asked for; NULL: chosen here. Pointers are the caller's. */
struct plot_request {
    const char *x;
    const char *y;
    const char *by;
    const char *with;
    bool heat;
    enum plot_log log_x;
    enum plot_log log_y;
    uint32_t where_count;
    struct plot_where {
        const char *axis;
        const char *value; /* as text, or equal as a number */
    } where[PLOT_WHERE_MAX];
};

/* A point of the plot. */
struct plot_row {
    double x; /* its number; of words: its place among the values of the axis */
    uint32_t x_position;
    uint32_t series; /* place of its value among those of `by`; 0 without */
    struct sweep_statistics figure;
    double beside; /* mean of the figure drawn beside; NaN: none, or not known */
};

struct plot_choice {
    enum plot_kind kind;
    uint32_t x;
    uint32_t by; /* PLOT_NO_AXIS: one line */
    uint32_t figure;
    uint32_t beside; /* a figure of the same unit, a thin line for each; PLOT_NO_FIGURE: none */
    bool log_x;
    bool log_y;
    uint32_t *fixed;       /* for each axis: the place of the value it has, or PLOT_NO_POSITION */
    struct plot_row *rows; /* by series, and in each by x */
    uint32_t row_count;
};

/*
 * Decides, and collects the rows. Axes left over are held at their first value. Returns true, or
 * one line in `message`: what was found, what was expected. Free with plot_choice_end in any case.
 */
bool plot_choose(struct plot_study *study, const struct plot_request *request,
                 struct plot_choice *choice, char message[SWEEP_STORE_MESSAGE]);
void plot_choice_end(struct plot_choice *choice);

/* The axis or figure of that name: whole, or its part behind a point if that is of one only. */
bool plot_find_axis(const struct plot_study *study, const char *name, uint32_t *axis,
                    char message[SWEEP_STORE_MESSAGE]);
bool plot_find_figure(const struct plot_study *study, const char *name, uint32_t *figure,
                      char message[SWEEP_STORE_MESSAGE]);

#endif
