/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decides what is plotted.
 * Not here: names typed by people (plot_find.c), the rows (plot_rows.c).
 */
#include "study/plot_choice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/plot_rows.h"

#define LOG_RATIO 100.0 /* values further apart than this get a logarithmic axis */

static bool varies(const struct plot_axis *axis)
{
    return axis->drawn || axis->count > 1;
}

/* ---- Defaults ---- */

/* The axis with most to show: drawn, else numbers before words, else most values. */
static uint32_t default_x(const struct plot_study *study, const struct plot_choice *choice)
{
    uint32_t best = PLOT_NO_AXIS;
    uint64_t best_score = 0;

    for (uint32_t i = 0; i < plot_study_axis_count(study); i++) {
        const struct plot_axis *axis = plot_study_axis(study, i);
        uint64_t score = axis->count + (axis->numeric ? 1ull << 32 : 0) +
                         (varies(axis) ? 1ull << 33 : 0) + (axis->drawn ? 1ull << 34 : 0);
        if (i != choice->by && choice->fixed[i] == PLOT_NO_POSITION && score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return best;
}

/* The first axis left with few enough values for a line each; for a heat map any number. */
static uint32_t default_by(const struct plot_study *study, const struct plot_choice *choice)
{
    for (uint32_t i = 0; i < plot_study_axis_count(study); i++) {
        const struct plot_axis *axis = plot_study_axis(study, i);
        if (i != choice->x && choice->fixed[i] == PLOT_NO_POSITION && !axis->drawn &&
            axis->count > 1 && (choice->kind == PLOT_HEAT || axis->count <= PLOT_SERIES_MAX))
            return i;
    }
    return PLOT_NO_AXIS;
}

static uint32_t default_figure(const struct plot_study *study)
{
    uint32_t count = plot_study_figure_count(study);

    for (uint32_t i = 0; i < count; i++) {
        if (plot_study_figure(study, i)->watched)
            return i;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!strcmp(plot_study_figure(study, i)->name, "downstream.throughput_bps"))
            return i;
    }
    return 0;
}

/* ---- Wishes ---- */

static bool fix(const struct plot_study *study, const struct plot_where *where,
                struct plot_choice *choice, char *message)
{
    uint32_t found;

    if (!plot_find_axis(study, where->axis, &found, message))
        return false;
    const struct plot_axis *axis = plot_study_axis(study, found);
    if (axis->drawn) {
        snprintf(message, SWEEP_STORE_MESSAGE,
                 "--where: the values of %s are drawn from a range, expected an axis of a grid",
                 axis->name);
        return false;
    }
    char *end = NULL;
    double number = strtod(where->value, &end);
    bool is_number = end != where->value && *end == '\0';
    for (uint32_t i = 0; i < axis->count; i++) {
        if (!strcmp(axis->values[i].text, where->value) ||
            (is_number && axis->values[i].number == number)) {
            choice->fixed[found] = i;
            return true;
        }
    }
    int at = snprintf(message, PLOT_MESSAGE, "--where: found %s=%.40s, expected one of", axis->name,
                      where->value);
    for (uint32_t i = 0; i < axis->count && at > 0 && at < (int)PLOT_MESSAGE; i++)
        at += snprintf(message + at, PLOT_MESSAGE - (size_t)at, " %s", axis->values[i].text);
    return false;
}

static bool take_wishes(const struct plot_study *study, const struct plot_request *request,
                        struct plot_choice *choice, char *message)
{
    choice->kind = request->heat ? PLOT_HEAT : PLOT_LINES;
    choice->x = choice->by = PLOT_NO_AXIS;
    for (uint32_t i = 0; i < request->where_count; i++) {
        if (!fix(study, &request->where[i], choice, message))
            return false;
    }
    if (request->x && !plot_find_axis(study, request->x, &choice->x, message))
        return false;
    if (request->by && strcmp(request->by, "none") != 0 &&
        !plot_find_axis(study, request->by, &choice->by, message))
        return false;
    choice->figure = default_figure(study);
    if (request->y && !plot_find_figure(study, request->y, &choice->figure, message))
        return false;
    choice->beside = PLOT_NO_FIGURE;
    if (request->with && !plot_find_figure(study, request->with, &choice->beside, message))
        return false;
    if (choice->x == PLOT_NO_AXIS)
        choice->x = default_x(study, choice);
    if (choice->by == PLOT_NO_AXIS && !request->by)
        choice->by = default_by(study, choice);
    return true;
}

/* ---- Do they go together ---- */

static bool refuse(char *message, const char *what, const struct plot_axis *axis,
                   const char *expected)
{
    snprintf(message, SWEEP_STORE_MESSAGE, "%s%s%s%s%s", what, axis ? " " : "",
             axis ? axis->name : "", axis ? ", expected " : "", expected);
    return false;
}

static bool fits_beside(const struct plot_study *study, const struct plot_choice *choice,
                        char *message)
{
    if (choice->beside == PLOT_NO_FIGURE)
        return true;
    if (choice->kind == PLOT_HEAT)
        return refuse(message, "--with draws a line: expected no --heat", NULL, "");
    const struct plot_figure *figure = plot_study_figure(study, choice->figure);
    const struct plot_figure *beside = plot_study_figure(study, choice->beside);
    if (!strcmp(figure->unit, beside->unit))
        return true;
    snprintf(message, SWEEP_STORE_MESSAGE, "--with: the unit of %s is '%s', expected '%s'",
             beside->name, beside->unit, figure->unit);
    return false;
}

static bool fits(const struct plot_study *study, struct plot_choice *choice, char *message)
{
    if (choice->x == PLOT_NO_AXIS)
        return refuse(message, "found a study without an axis to plot over", NULL, "");
    const struct plot_axis *x = plot_study_axis(study, choice->x);
    const struct plot_axis *by =
        choice->by == PLOT_NO_AXIS ? NULL : plot_study_axis(study, choice->by);
    if (choice->fixed[choice->x] != PLOT_NO_POSITION)
        return refuse(message, "--where holds the axis to plot over,", x, "another");
    if (by && choice->fixed[choice->by] != PLOT_NO_POSITION)
        return refuse(message, "--where holds the axis of the lines,", by, "another");
    if (choice->by == choice->x)
        return refuse(message, "--x and --by are both", x, "two axes");
    if (by && by->drawn)
        return refuse(message, "--by: values are drawn from a range,", by, "an axis of a grid");
    if (choice->kind == PLOT_HEAT && (!by || x->drawn))
        return refuse(message, "--heat: found too few axes,", x, "two axes of a grid");
    if (choice->kind == PLOT_LINES && by && by->count > PLOT_SERIES_MAX)
        return refuse(message, "--by: more than 14 lines,", by, "fewer values, or --heat");
    if (choice->kind == PLOT_LINES && x->drawn)
        choice->kind = PLOT_POINTS;
    return fits_beside(study, choice, message);
}

static void fix_the_rest(const struct plot_study *study, struct plot_choice *choice)
{
    for (uint32_t i = 0; i < plot_study_axis_count(study); i++) {
        if (i != choice->x && i != choice->by && !plot_study_axis(study, i)->drawn &&
            choice->fixed[i] == PLOT_NO_POSITION)
            choice->fixed[i] = 0;
    }
}

/* ---- Logarithmic axes ---- */

static bool is_wide(double least, double most)
{
    return least > 0 && most / least >= LOG_RATIO;
}

static void choose_logs(const struct plot_study *study, const struct plot_request *request,
                        struct plot_choice *choice)
{
    const struct plot_axis *axis = plot_study_axis(study, choice->x);
    double least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY};

    for (uint32_t i = 0; i < choice->row_count; i++) {
        const double values[2] = {choice->rows[i].x, choice->rows[i].figure.mean};
        for (int k = 0; k < 2; k++) {
            least[k] = fmin(least[k], values[k]);
            most[k] = fmax(most[k], values[k]);
        }
    }
    bool can_x = axis->numeric && least[0] > 0;
    choice->log_x = request->log_x == PLOT_LOG_AUTO
                        ? can_x && (axis->log || is_wide(least[0], most[0]))
                        : request->log_x == PLOT_LOG_YES && can_x;
    choice->log_y = request->log_y == PLOT_LOG_AUTO ? is_wide(least[1], most[1])
                                                    : request->log_y == PLOT_LOG_YES;
}

bool plot_choose(struct plot_study *study, const struct plot_request *request,
                 struct plot_choice *choice, char message[SWEEP_STORE_MESSAGE])
{
    uint32_t axes = plot_study_axis_count(study);

    *choice = (struct plot_choice){.fixed = malloc((axes + 1u) * sizeof *choice->fixed)};
    if (!choice->fixed)
        return refuse(message, "out of memory", NULL, "");
    for (uint32_t i = 0; i < axes; i++)
        choice->fixed[i] = PLOT_NO_POSITION;
    if (!take_wishes(study, request, choice, message) || !fits(study, choice, message))
        return false;
    fix_the_rest(study, choice);
    if (!plot_collect_rows(study, choice, message))
        return false;
    if (choice->row_count == 0)
        return refuse(message, "found no finished point to plot", NULL, "");
    choose_logs(study, request, choice);
    return true;
}

void plot_choice_end(struct plot_choice *choice)
{
    free(choice->fixed);
    free(choice->rows);
    *choice = (struct plot_choice){.row_count = 0};
}
