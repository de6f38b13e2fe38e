/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A study's database, read into memory.
 * Not here: knowing it as one (sweep_schema.h).
 */
#include "study/plot_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/sweep_schema.h"

/* Lets a row be read; false: the values of the database are not what its tables say. */
typedef bool (*take_row)(struct plot_study *study, sqlite3_stmt *row);

static enum sweep_store_status out_of_memory(const struct plot_study *study)
{
    return sweep_sql_refuse(&study->sql, "out of memory");
}

static enum sweep_store_status for_each(struct plot_study *study, const char *text, take_row take)
{
    sqlite3_stmt *statement;
    enum sweep_store_status status = sweep_sql_prepare(&study->sql, text, &statement);
    int code = SQLITE_ROW;

    while (status == SWEEP_STORE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (!take(study, statement))
            status = sweep_sql_refuse(&study->sql,
                                      "the database is damaged: its tables do not fit together");
    }
    if (status == SWEEP_STORE_OK)
        status = sweep_sql_status(&study->sql, code);
    sqlite3_finalize(statement);
    return status;
}

static char *text_of(sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    return strdup(text ? (const char *)text : "");
}

static double number_of(sqlite3_stmt *row, int column)
{
    return sqlite3_column_type(row, column) == SQLITE_NULL ? NAN
                                                           : sqlite3_column_double(row, column);
}

static bool is_in(sqlite3_stmt *row, int column, uint32_t count)
{
    int64_t value = sqlite3_column_int64(row, column);
    return value >= 0 && value < count;
}

/* ---- Axes and figures ---- */

static bool take_axis(struct plot_study *study, sqlite3_stmt *row)
{
    if (!is_in(row, 0, study->axis_count))
        return false;
    struct plot_axis *axis = &study->axes[sqlite3_column_int(row, 0)];
    if (axis->name)
        return false;
    axis->name = text_of(row, 1);
    axis->unit = text_of(row, 2);
    axis->drawn = sqlite3_column_int(row, 3) != 0;
    axis->log =
        sqlite3_column_text(row, 4) && !strcmp((const char *)sqlite3_column_text(row, 4), "log");
    axis->numeric = true;
    return axis->name && axis->unit;
}

static bool take_axis_value(struct plot_study *study, sqlite3_stmt *row)
{
    if (!is_in(row, 0, study->axis_count))
        return false;
    struct plot_axis *axis = &study->axes[sqlite3_column_int(row, 0)];
    struct plot_value *more = realloc(axis->values, (axis->count + 1u) * sizeof *more);
    if (!more)
        return false;
    axis->values = more;
    more[axis->count] = (struct plot_value){text_of(row, 2), number_of(row, 3)};
    axis->numeric &= !isnan(more[axis->count].number);
    return more[axis->count++].text != NULL;
}

static bool take_figure(struct plot_study *study, sqlite3_stmt *row)
{
    if (!is_in(row, 0, study->figure_count))
        return false;
    struct plot_figure *figure = &study->figures[sqlite3_column_int(row, 0)];
    if (figure->name)
        return false;
    *figure =
        (struct plot_figure){text_of(row, 1), text_of(row, 2), sqlite3_column_int(row, 3) != 0};
    return figure->name && figure->unit;
}

static bool is_complete(const struct plot_study *study)
{
    for (uint32_t axis = 0; axis < study->axis_count; axis++) {
        if (!study->axes[axis].name || !study->axes[axis].count)
            return false;
    }
    for (uint32_t figure = 0; figure < study->figure_count; figure++) {
        if (!study->figures[figure].name)
            return false;
    }
    return true;
}

/* ---- Points ---- */

static bool take_point(struct plot_study *study, sqlite3_stmt *row)
{
    study->numbers[study->point_count++] = (uint32_t)sqlite3_column_int64(row, 0);
    return true;
}

static int compare_numbers(const void *one, const void *other)
{
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return a < b ? -1 : a > b;
}

uint32_t plot_place_of(const struct plot_study *study, uint32_t number)
{
    const uint32_t *found =
        bsearch(&number, study->numbers, study->point_count, sizeof number, compare_numbers);
    return found ? (uint32_t)(found - study->numbers) : PLOT_NO_POSITION;
}

static bool take_point_value(struct plot_study *study, sqlite3_stmt *row)
{
    uint32_t at = plot_place_of(study, (uint32_t)sqlite3_column_int64(row, 0));

    if (at == PLOT_NO_POSITION || !is_in(row, 1, study->axis_count))
        return false;
    struct plot_value *value =
        &study->values[(size_t)at * study->axis_count + (uint32_t)sqlite3_column_int(row, 1)];
    if (value->text)
        return false;
    *value = (struct plot_value){text_of(row, 2), number_of(row, 3)};
    return value->text != NULL;
}

static bool all_have_values(const struct plot_study *study)
{
    for (size_t i = 0; i < (size_t)study->point_count * study->axis_count; i++) {
        if (!study->values[i].text)
            return false;
    }
    return true;
}

static enum sweep_store_status read_points(struct plot_study *study)
{
    int64_t count = 0;
    enum sweep_store_status status =
        sweep_sql_integer(&study->sql, "SELECT count(*) FROM points WHERE state = 'done'", &count);

    if (status != SWEEP_STORE_OK)
        return status;
    study->numbers = calloc((size_t)count + 1u, sizeof *study->numbers);
    study->values = calloc((size_t)count * study->axis_count + 1u, sizeof *study->values);
    if (!study->numbers || !study->values)
        return out_of_memory(study);
    status =
        for_each(study, "SELECT point FROM points WHERE state = 'done' ORDER BY point", take_point);
    if (status == SWEEP_STORE_OK)
        status = for_each(study,
                          "SELECT point, axis, text, number FROM point_values JOIN points "
                          "USING (point) WHERE state = 'done'",
                          take_point_value);
    if (status == SWEEP_STORE_OK && !all_have_values(study))
        status = sweep_sql_refuse(&study->sql, "the database is damaged: points lack values");
    return status;
}

/* ---- Open ---- */

static enum sweep_store_status read_counts(struct plot_study *study)
{
    int64_t axes = 0, figures = 0, wanted = 0;
    enum sweep_store_status status =
        sweep_sql_integer(&study->sql, "SELECT count(*) FROM axes", &axes);

    if (status == SWEEP_STORE_OK)
        status = sweep_sql_integer(&study->sql, "SELECT count(*) FROM figures", &figures);
    if (status == SWEEP_STORE_OK)
        status = sweep_sql_integer(
            &study->sql, "SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'points'", &wanted);
    if (status != SWEEP_STORE_OK)
        return status;
    study->axis_count = (uint32_t)axes;
    study->figure_count = (uint32_t)figures;
    study->points_wanted = (uint64_t)wanted;
    study->axes = calloc((size_t)axes + 1u, sizeof *study->axes);
    study->figures = calloc((size_t)figures + 1u, sizeof *study->figures);
    return study->axes && study->figures ? SWEEP_STORE_OK : out_of_memory(study);
}

static enum sweep_store_status read_all(struct plot_study *study)
{
    enum sweep_store_status status = sweep_schema_check(&study->sql);

    /* What belongs together comes from one state of the database. */
    if (status == SWEEP_STORE_OK)
        status = sweep_sql_run(&study->sql, "BEGIN");
    if (status == SWEEP_STORE_OK)
        status = read_counts(study);
    if (status == SWEEP_STORE_OK)
        status = for_each(study, "SELECT axis, name, unit, drawn, scale FROM axes", take_axis);
    if (status == SWEEP_STORE_OK)
        status = for_each(study,
                          "SELECT axis, position, text, number FROM axis_values "
                          "ORDER BY axis, position",
                          take_axis_value);
    if (status == SWEEP_STORE_OK)
        status = for_each(study, "SELECT figure, name, unit, watched FROM figures", take_figure);
    if (status == SWEEP_STORE_OK && !is_complete(study))
        status = sweep_sql_refuse(&study->sql, "the database is damaged: axes or figures lack");
    return status == SWEEP_STORE_OK ? read_points(study) : status;
}

enum sweep_store_status plot_study_open(const char *path, struct plot_study **study,
                                        char message[SWEEP_STORE_MESSAGE])
{
    struct plot_study *opened = calloc(1, sizeof *opened);

    *study = NULL;
    if (!opened || !(opened->path = strdup(path))) {
        free(opened);
        snprintf(message, SWEEP_STORE_MESSAGE, "%s: out of memory", path);
        return SWEEP_STORE_INPUT;
    }
    opened->sql = (struct sweep_sql){.path = opened->path, .message = message};
    enum sweep_store_status status = sweep_sql_open(&opened->sql, SWEEP_SQL_READ);
    if (status == SWEEP_STORE_OK)
        status = read_all(opened);
    opened->sql.message = NULL;
    if (status == SWEEP_STORE_OK)
        *study = opened;
    else
        plot_study_close(opened);
    return status;
}

void plot_study_close(struct plot_study *study)
{
    if (!study)
        return;
    for (uint32_t axis = 0; study->axes && axis < study->axis_count; axis++) {
        for (uint32_t i = 0; i < study->axes[axis].count; i++)
            free(study->axes[axis].values[i].text);
        free(study->axes[axis].values);
        free(study->axes[axis].name);
        free(study->axes[axis].unit);
    }
    for (uint32_t figure = 0; study->figures && figure < study->figure_count; figure++) {
        free(study->figures[figure].name);
        free(study->figures[figure].unit);
    }
    for (size_t i = 0; study->values && i < (size_t)study->point_count * study->axis_count; i++)
        free(study->values[i].text);
    free(study->axes);
    free(study->figures);
    free(study->numbers);
    free(study->values);
    sqlite3_close(study->sql.database);
    free(study->path);
    free(study);
}

/* ---- What it holds ---- */

uint32_t plot_study_axis_count(const struct plot_study *study)
{
    return study->axis_count;
}

uint32_t plot_study_figure_count(const struct plot_study *study)
{
    return study->figure_count;
}

const struct plot_axis *plot_study_axis(const struct plot_study *study, uint32_t axis)
{
    return &study->axes[axis];
}

const struct plot_figure *plot_study_figure(const struct plot_study *study, uint32_t figure)
{
    return &study->figures[figure];
}

uint32_t plot_study_point_count(const struct plot_study *study)
{
    return study->point_count;
}

uint64_t plot_study_points_wanted(const struct plot_study *study)
{
    return study->points_wanted;
}

uint32_t plot_study_point_number(const struct plot_study *study, uint32_t at)
{
    return study->numbers[at];
}

const struct plot_value *plot_study_point_value(const struct plot_study *study, uint32_t at,
                                                uint32_t axis)
{
    return &study->values[(size_t)at * study->axis_count + axis];
}

uint32_t plot_study_position(const struct plot_study *study, uint32_t at, uint32_t axis)
{
    const char *text = plot_study_point_value(study, at, axis)->text;

    for (uint32_t i = 0; !study->axes[axis].drawn && i < study->axes[axis].count; i++) {
        if (!strcmp(study->axes[axis].values[i].text, text))
            return i;
    }
    return PLOT_NO_POSITION;
}
