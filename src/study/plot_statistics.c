/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A figure over the runs of each point.
 * Not here: the statistics themselves (sweep_statistics.h).
 */
#include <math.h>
#include <stdlib.h>

#include "study/plot_state.h"

#define RUNS_MAX 100000u /* of one point */

/* The runs of one point, as they come. */
struct runs {
    double *values;
    uint32_t count;
    uint32_t room;
};

static bool add_run(struct runs *runs, double value)
{
    if (runs->count == runs->room) {
        uint32_t room = runs->room ? runs->room * 2u : 64u;
        double *more = room <= 2u * RUNS_MAX ? realloc(runs->values, room * sizeof *more) : NULL;
        if (!more)
            return false;
        runs->values = more;
        runs->room = room;
    }
    runs->values[runs->count++] = value;
    return true;
}

static enum sweep_store_status read_runs(struct plot_study *study, sqlite3_stmt *statement,
                                         struct runs *runs, struct sweep_statistics *statistics)
{
    uint32_t last = PLOT_NO_POSITION;
    int code;

    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        uint32_t at = plot_place_of(study, (uint32_t)sqlite3_column_int64(statement, 0));
        if (at != last) {
            if (runs->count)
                sweep_statistics_of(runs->values, 1, runs->count, &statistics[last]);
            runs->count = 0;
        }
        last = at;
        bool null = sqlite3_column_type(statement, 1) == SQLITE_NULL;
        double value = null ? NAN : sqlite3_column_double(statement, 1);
        if (at == PLOT_NO_POSITION || !add_run(runs, value))
            return sweep_sql_refuse(&study->sql, "the database is damaged: runs without a point");
    }
    if (runs->count)
        sweep_statistics_of(runs->values, 1, runs->count, &statistics[last]);
    return sweep_sql_status(&study->sql, code);
}

enum sweep_store_status plot_study_statistics(struct plot_study *study, uint32_t figure,
                                              struct sweep_statistics *statistics,
                                              char message[SWEEP_STORE_MESSAGE])
{
    struct runs runs = {.count = 0};
    sqlite3_stmt *statement = NULL;
    char *text = sqlite3_mprintf("SELECT point, \"%w\" FROM replicates JOIN points USING (point) "
                                 "WHERE state = 'done' ORDER BY point, replicate",
                                 study->figures[figure].name);

    study->sql.message = message;
    for (uint32_t at = 0; at < study->point_count; at++)
        statistics[at] = (struct sweep_statistics){
            .mean = NAN, .stddev = NAN, .low = NAN, .high = NAN, .min = NAN, .max = NAN};
    enum sweep_store_status status = text ? sweep_sql_prepare(&study->sql, text, &statement)
                                          : sweep_sql_refuse(&study->sql, "out of memory");
    if (status == SWEEP_STORE_OK)
        status = read_runs(study, statement, &runs, statistics);
    sqlite3_finalize(statement);
    sqlite3_free(text);
    free(runs.values);
    study->sql.message = NULL;
    return status;
}
