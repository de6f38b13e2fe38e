/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The data of a plot as text.
 * Not here: the script that draws them (plot_script.c).
 */
#include <inttypes.h>
#include <math.h>

#include "study/plot_script.h"

static void write_number(FILE *out, double number)
{
    if (isfinite(number))
        fprintf(out, " %.9g", number);
    else
        fputs(" nan", out);
}

/* What a study holds may break a line; a comment must not. */
static void write_plain(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc((unsigned char)*text < ' ' ? '?' : *text, out);
}

static void write_unit(FILE *out, const char *unit)
{
    if (*unit) {
        fputs(" (", out);
        write_plain(out, unit);
        fputs(")", out);
    }
}

static void write_head(FILE *out, const struct plot_study *study, const struct plot_choice *choice)
{
    const struct plot_axis *x = plot_study_axis(study, choice->x);
    const struct plot_figure *figure = plot_study_figure(study, choice->figure);

    fputs("# x: ", out);
    write_plain(out, x->name);
    write_unit(out, x->unit);
    fputs("\n# figure: ", out);
    write_plain(out, figure->name);
    write_unit(out, figure->unit);
    if (choice->beside != PLOT_NO_FIGURE) {
        fputs("\n# beside: ", out);
        write_plain(out, plot_study_figure(study, choice->beside)->name);
    }
    for (uint32_t axis = 0; axis < plot_study_axis_count(study); axis++) {
        if (choice->fixed[axis] == PLOT_NO_POSITION)
            continue;
        fputs("\n# held: ", out);
        write_plain(out, plot_study_axis(study, axis)->name);
        fputs(" = ", out);
        write_plain(out, plot_study_axis(study, axis)->values[choice->fixed[axis]].text);
    }
    fputs("\n", out);
}

static void write_series(FILE *out, const struct plot_study *study,
                         const struct plot_choice *choice, uint32_t series)
{
    if (choice->by == PLOT_NO_AXIS)
        return;
    fputs("# ", out);
    write_plain(out, plot_study_axis(study, choice->by)->name);
    fputs(" = ", out);
    write_plain(out, plot_study_axis(study, choice->by)->values[series].text);
    fputs("\n", out);
}

static void write_lines(FILE *out, const struct plot_study *study, const struct plot_choice *choice)
{
    uint32_t series = PLOT_NO_POSITION;

    bool paired = choice->beside != PLOT_NO_FIGURE;

    fprintf(out, "# x mean low high min max runs%s; low and high: 95 %% confidence of the mean\n",
            paired ? " beside" : "");
    for (uint32_t i = 0; i < choice->row_count; i++) {
        const struct plot_row *row = &choice->rows[i];
        const struct sweep_statistics *figure = &row->figure;
        if (row->series != series) {
            fputs(i ? "\n\n" : "", out);
            write_series(out, study, choice, row->series);
        }
        series = row->series;
        fprintf(out, "%.9g", row->x);
        write_number(out, figure->mean);
        write_number(out, figure->low);
        write_number(out, figure->high);
        write_number(out, figure->min);
        write_number(out, figure->max);
        fprintf(out, " %" PRIu32, figure->n);
        if (paired)
            write_number(out, row->beside);
        fputs("\n", out);
    }
}

void plot_write_data(FILE *out, const struct plot_study *study, const struct plot_choice *choice)
{
    write_head(out, study, choice);
    if (choice->kind != PLOT_HEAT) {
        write_lines(out, study, choice);
        return;
    }
    fputs("# places of both values, from 0, then the mean; the script names the values\n", out);
    for (uint32_t i = 0; i < choice->row_count; i++) {
        const struct plot_row *row = &choice->rows[i];
        fprintf(out, "%" PRIu32 " %" PRIu32, row->x_position, row->series);
        write_number(out, row->figure.mean);
        fputs("\n", out);
    }
}
