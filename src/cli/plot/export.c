/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All points of a study as CSV or JSON, and the list of what it holds.
 * Not here: plots (plot_picture.c).
 */
#include "cli/plot/export.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

#define VALUES_LISTED 12u

/* The figures that are exported, and their statistics, one after the other. */
struct table {
    struct plot_study *study;
    uint32_t *figures;
    uint32_t figure_count;
    struct sweep_statistics *statistics;
};

static const struct sweep_statistics *at_point(const struct table *table, uint32_t figure,
                                               uint32_t at)
{
    return &table->statistics[(size_t)figure * plot_study_point_count(table->study) + at];
}

static const char *name_of(const struct table *table, uint32_t figure)
{
    return plot_study_figure(table->study, table->figures[figure])->name;
}

/* ---- CSV ---- */

/* RFC 4180. */
static void write_field(FILE *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    }
    fputc('"', out);
}

static void write_real(FILE *out, double value)
{
    if (isfinite(value)) {
        fprintf(out, ",%.9g", value);
    } else {
        fputc(',', out);
    }
}

static void write_csv(FILE *out, const struct table *table)
{
    const struct plot_study *study = table->study;
    uint32_t axes = plot_study_axis_count(study);

    fputs("point", out);
    for (uint32_t axis = 0; axis < axes; axis++) {
        fputc(',', out);
        write_field(out, plot_study_axis(study, axis)->name);
    }
    fputs(",runs", out);
    for (uint32_t figure = 0; figure < table->figure_count; figure++) {
        const char *name = name_of(table, figure);
        fprintf(out, ",%s.mean,%s.low,%s.high", name, name, name);
    }
    fputs("\n", out);
    for (uint32_t at = 0; at < plot_study_point_count(study); at++) {
        fprintf(out, "%" PRIu32, plot_study_point_number(study, at));
        for (uint32_t axis = 0; axis < axes; axis++) {
            fputc(',', out);
            write_field(out, plot_study_point_value(study, at, axis)->text);
        }
        fprintf(out, ",%" PRIu32, table->figure_count ? at_point(table, 0, at)->n : 0);
        for (uint32_t figure = 0; figure < table->figure_count; figure++) {
            write_real(out, at_point(table, figure, at)->mean);
            write_real(out, at_point(table, figure, at)->low);
            write_real(out, at_point(table, figure, at)->high);
        }
        fputs("\n", out);
    }
}

/* ---- JSON ---- */

static json_t *real_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *figure_of(const struct sweep_statistics *figure)
{
    json_t *object = json_object();

    json_object_set_new(object, "runs", json_integer(figure->n));
    json_object_set_new(object, "mean", real_or_null(figure->mean));
    json_object_set_new(object, "low", real_or_null(figure->low));
    json_object_set_new(object, "high", real_or_null(figure->high));
    json_object_set_new(object, "stddev", real_or_null(figure->stddev));
    json_object_set_new(object, "min", real_or_null(figure->min));
    json_object_set_new(object, "max", real_or_null(figure->max));
    return object;
}

static json_t *point_of(const struct table *table, uint32_t at)
{
    json_t *object = json_object(), *values = json_object(), *figures = json_object();

    for (uint32_t axis = 0; axis < plot_study_axis_count(table->study); axis++) {
        const struct plot_value *value = plot_study_point_value(table->study, at, axis);
        json_object_set_new(values, plot_study_axis(table->study, axis)->name,
                            isnan(value->number) ? json_string(value->text)
                                                 : json_real(value->number));
    }
    for (uint32_t figure = 0; figure < table->figure_count; figure++) {
        json_object_set_new(figures, name_of(table, figure),
                            figure_of(at_point(table, figure, at)));
    }
    json_object_set_new(object, "point", json_integer(plot_study_point_number(table->study, at)));
    json_object_set_new(object, "values", values);
    json_object_set_new(object, "figures", figures);
    return object;
}

static json_t *name_and_unit(const char *name, const char *unit)
{
    json_t *object = json_object();

    json_object_set_new(object, "name", json_string(name));
    json_object_set_new(object, "unit", json_string(unit));
    return object;
}

static void write_json(FILE *out, const struct table *table)
{
    json_t *document = json_object(), *axes = json_array(), *figures = json_array();
    json_t *points = json_array();

    for (uint32_t i = 0; i < plot_study_axis_count(table->study); i++) {
        const struct plot_axis *axis = plot_study_axis(table->study, i);
        json_array_append_new(axes, name_and_unit(axis->name, axis->unit));
    }
    for (uint32_t i = 0; i < table->figure_count; i++) {
        json_array_append_new(
            figures, name_and_unit(name_of(table, i),
                                   plot_study_figure(table->study, table->figures[i])->unit));
    }
    for (uint32_t at = 0; at < plot_study_point_count(table->study); at++) {
        json_array_append_new(points, point_of(table, at));
    }
    json_object_set_new(document, "schema", json_string("acknak-plot-1"));
    json_object_set_new(document, "axes", axes);
    json_object_set_new(document, "figures", figures);
    json_object_set_new(document, "points", points);
    json_dumpf(document, out, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
    fputc('\n', out);
    json_decref(document);
}

/* ---- Both ---- */

static void choose_figures(struct table *table)
{
    for (uint32_t i = 0; i < plot_study_figure_count(table->study); i++) {
        if (plot_study_figure(table->study, i)->watched) {
            table->figures[table->figure_count++] = i;
        }
    }
}

static int fill(const struct cli_plot_request *request, struct table *table, char *message)
{
    uint32_t points = plot_study_point_count(table->study);

    table->figures = calloc(plot_study_figure_count(table->study) + 1u, sizeof *table->figures);
    if (!table->figures) {
        snprintf(message, SWEEP_STORE_MESSAGE, "out of memory");
        return CLI_EXIT_INTERNAL;
    }
    if (!request->plot.y) {
        choose_figures(table);
    } else if (!plot_find_figure(table->study, request->plot.y, &table->figures[0], message)) {
        return CLI_EXIT_USAGE;
    } else {
        table->figure_count = 1;
    }
    table->statistics =
        calloc((size_t)table->figure_count * points + 1u, sizeof *table->statistics);
    if (!table->statistics) {
        snprintf(message, SWEEP_STORE_MESSAGE, "out of memory");
        return CLI_EXIT_INTERNAL;
    }
    for (uint32_t i = 0; i < table->figure_count; i++) {
        if (plot_study_statistics(table->study, table->figures[i],
                                  &table->statistics[(size_t)i * points],
                                  message) != SWEEP_STORE_OK) {
            return CLI_EXIT_INPUT;
        }
    }
    return CLI_EXIT_CLEAN;
}

int cli_plot_export(const struct cli_plot_request *request, struct plot_study *study)
{
    struct table table = {.study = study};
    struct cli_output output;
    char *message = malloc(SWEEP_STORE_MESSAGE);
    int code = CLI_EXIT_INTERNAL;

    if (message) {
        code = fill(request, &table, message);
    }
    if (code != CLI_EXIT_CLEAN) {
        say("%s", message ? message : "out of memory");
    } else if (!cli_output_open(&output, request->output ? request->output : "-")) {
        code = CLI_EXIT_OUTPUT;
    } else {
        if (request->export_as == CLI_PLOT_CSV) {
            write_csv(output.stream, &table);
        } else {
            write_json(output.stream, &table);
        }
        code = cli_output_close(&output) ? CLI_EXIT_CLEAN : CLI_EXIT_OUTPUT;
    }
    free(message);
    free(table.figures);
    free(table.statistics);
    return code;
}

/* ---- The list ---- */

static void list_axis(const struct plot_axis *axis)
{
    printf("  %-32s %-14s", axis->name, axis->unit);
    if (axis->drawn) {
        printf(" drawn from %s to %s", axis->values[0].text, axis->values[axis->count - 1u].text);
    }
    for (uint32_t i = 0; !axis->drawn && i < axis->count; i++) {
        if (i + 1u < axis->count && i >= VALUES_LISTED) {
            printf(" ... %s (%" PRIu32 " values)", axis->values[axis->count - 1u].text,
                   axis->count);
            break;
        }
        printf(" %s", axis->values[i].text);
    }
    puts("");
}

void cli_plot_list(const struct plot_study *study)
{
    printf("%" PRIu32 " of %" PRIu64 " points are done\n\naxes (--x, --by, --where)\n",
           plot_study_point_count(study), plot_study_points_wanted(study));
    for (uint32_t i = 0; i < plot_study_axis_count(study); i++) {
        list_axis(plot_study_axis(study, i));
    }
    puts("\nfigures (--y); * is watched");
    for (uint32_t i = 0; i < plot_study_figure_count(study); i++) {
        const struct plot_figure *figure = plot_study_figure(study, i);
        printf("%s %-42s%s%s\n", figure->watched ? " *" : "  ", figure->name,
               *figure->unit ? " " : "", figure->unit);
    }
}
