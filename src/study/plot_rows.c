/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Collects the points of a plot and sorts them.
 * Not here: which they are (plot_choice.c).
 */
#include "study/plot_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_wanted(const struct plot_study *study, const struct plot_choice *choice, uint32_t at)
{
    for (uint32_t axis = 0; axis < plot_study_axis_count(study); axis++) {
        if (choice->fixed[axis] != PLOT_NO_POSITION &&
            choice->fixed[axis] != plot_study_position(study, at, axis))
            return false;
    }
    return true;
}

static int compare_rows(const void *one, const void *other)
{
    const struct plot_row *a = one, *b = other;

    if (a->series != b->series)
        return a->series < b->series ? -1 : 1;
    return a->x < b->x ? -1 : a->x > b->x;
}

static void add_row(const struct plot_study *study, struct plot_choice *choice, uint32_t at,
                    const struct sweep_statistics *figure, double beside)
{
    const struct plot_axis *axis = plot_study_axis(study, choice->x);
    struct plot_row *row = &choice->rows[choice->row_count++];

    row->x_position = plot_study_position(study, at, choice->x);
    row->x = plot_study_point_value(study, at, choice->x)->number;
    if (!axis->numeric)
        row->x = row->x_position;
    row->series = choice->by == PLOT_NO_AXIS ? 0 : plot_study_position(study, at, choice->by);
    row->figure = *figure;
    row->beside = beside;
}

bool plot_collect_rows(struct plot_study *study, struct plot_choice *choice,
                       char message[SWEEP_STORE_MESSAGE])
{
    uint32_t count = plot_study_point_count(study);
    struct sweep_statistics *statistics = malloc((count + 1u) * sizeof *statistics);
    struct sweep_statistics *beside = malloc((count + 1u) * sizeof *beside);
    bool paired = choice->beside != PLOT_NO_FIGURE;

    choice->rows = malloc((count + 1u) * sizeof *choice->rows);
    if (!statistics || !beside || !choice->rows) {
        free(statistics);
        free(beside);
        snprintf(message, SWEEP_STORE_MESSAGE, "out of memory");
        return false;
    }
    bool read = plot_study_statistics(study, choice->figure, statistics, message) == SWEEP_STORE_OK;
    if (read && paired)
        read = plot_study_statistics(study, choice->beside, beside, message) == SWEEP_STORE_OK;
    for (uint32_t at = 0; read && at < count; at++) {
        if (is_wanted(study, choice, at) && isfinite(statistics[at].mean))
            add_row(study, choice, at, &statistics[at], paired ? beside[at].mean : NAN);
    }
    free(statistics);
    free(beside);
    qsort(choice->rows, choice->row_count, sizeof *choice->rows, compare_rows);
    return read;
}
