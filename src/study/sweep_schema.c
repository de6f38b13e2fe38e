/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of a study's database: making them.
 * Not here: knowing them again (sweep_schema_check.c), what came of points (sweep_store.c).
 */
#include "study/sweep_schema.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/sweep_range.h"

#define STRING(text)   #text
#define EXPANDED(text) STRING(text)

static const char tables[] = "PRAGMA application_id = " EXPANDED(
    SWEEP_APPLICATION_ID) ";"
                          "PRAGMA user_version = " EXPANDED(
                              SWEEP_USER_VERSION) ";"
                                                  "CREATE TABLE meta(key TEXT PRIMARY KEY, value) "
                                                  "WITHOUT ROWID;"
                                                  "CREATE TABLE axes(axis INTEGER PRIMARY KEY, "
                                                  "name TEXT NOT NULL, unit "
                                                  "TEXT NOT NULL,"
                                                  " drawn INTEGER NOT NULL, scale TEXT NOT NULL);"
                                                  "CREATE TABLE axis_values(axis INTEGER, position "
                                                  "INTEGER, text TEXT NOT "
                                                  "NULL, number REAL,"
                                                  " PRIMARY KEY(axis, position)) WITHOUT ROWID;"
                                                  "CREATE TABLE figures(figure INTEGER PRIMARY "
                                                  "KEY, name TEXT NOT NULL, "
                                                  "unit TEXT NOT NULL,"
                                                  " watched INTEGER NOT NULL);"
                                                  "CREATE TABLE points(point INTEGER PRIMARY KEY, "
                                                  "state TEXT NOT NULL, "
                                                  "message TEXT NOT NULL,"
                                                  " replicates INTEGER NOT NULL, scenario TEXT);"
                                                  "CREATE TABLE point_values(point INTEGER, axis "
                                                  "INTEGER, text TEXT NOT "
                                                  "NULL, number REAL,"
                                                  " PRIMARY KEY(point, axis)) WITHOUT ROWID;"
                                                  "CREATE TABLE statistics(point INTEGER, figure "
                                                  "INTEGER, n INTEGER NOT "
                                                  "NULL,"
                                                  " mean REAL NOT NULL, stddev REAL NOT NULL, low "
                                                  "REAL, high REAL,"
                                                  " min REAL NOT NULL, max REAL NOT NULL, PRIMARY "
                                                  "KEY(point, figure)) "
                                                  "WITHOUT ROWID;";

/* One column for each figure, under its name. */
static enum sweep_store_status create_replicates(const struct sweep_sql *sql, uint32_t figures)
{
    char *text = NULL;
    char name[SWEEP_FIGURE_NAME];
    size_t bytes = 0;
    FILE *stream = open_memstream(&text, &bytes);

    if (!stream)
        return sweep_sql_refuse(sql, "out of memory");
    fputs("CREATE TABLE replicates(point INTEGER, replicate INTEGER, seed INTEGER NOT NULL,"
          " ending TEXT NOT NULL",
          stream);
    for (uint32_t i = 0; i < figures; i++) {
        sweep_figures_name(i, name);
        fprintf(stream, ", \"%s\" %s", name,
                sweep_figures_is_whole(i) ? "INTEGER NOT NULL" : "REAL");
    }
    fputs(", PRIMARY KEY(point, replicate)) WITHOUT ROWID;", stream);
    fclose(stream);
    enum sweep_store_status status = sweep_sql_run(sql, text);
    free(text);
    return status;
}

const char *const sweep_schema_tables[] = {"meta",       "axes",       "axis_values",
                                           "figures",    "points",     "point_values",
                                           "replicates", "statistics", NULL};

enum sweep_store_status sweep_schema_create_tables(const struct sweep_sql *sql, uint32_t figures)
{
    enum sweep_store_status status = sweep_sql_run(sql, tables);

    return status == SWEEP_STORE_OK ? create_replicates(sql, figures) : status;
}

/* ---- What the study is ---- */

static enum sweep_store_status put_meta(const struct sweep_sql *sql, sqlite3_stmt *statement,
                                        const char *key, const char *text)
{
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    if (text)
        sqlite3_bind_text(statement, 2, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, 2);
    return sweep_sql_step(sql, statement);
}

static enum sweep_store_status put_meta_number(const struct sweep_sql *sql, sqlite3_stmt *statement,
                                               const char *key, uint64_t number)
{
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)number);
    return sweep_sql_step(sql, statement);
}

static enum sweep_store_status describe_texts(const struct sweep_sql *sql, sqlite3_stmt *statement,
                                              const struct sweep_study *study)
{
    char digest[SWEEP_META_TEXT];
    const struct {
        const char *key;
        const char *text;
    } rows[] = {{"schema", SWEEP_SCHEMA},
                {"version", ACKNAK_VERSION},
                {"study", study->sources.text},
                {"base", study->sources.base_text},
                {"digest", digest},
                {"mode", study->random ? "random" : "grid"},
                {"check", study->check ? "yes" : "no"}};
    enum sweep_store_status status = SWEEP_STORE_OK;

    sweep_schema_digest(study, digest);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && status == SWEEP_STORE_OK; i++)
        status = put_meta(sql, statement, rows[i].key, rows[i].text);
    return status;
}

static enum sweep_store_status describe_study(const struct sweep_sql *sql,
                                              const struct sweep_study *study,
                                              struct sweep_shard shard)
{
    sqlite3_stmt *statement;
    const struct {
        const char *key;
        uint64_t number;
    } rows[] = {{"seed", study->seed},           {"points", study->count},
                {"seeds_min", study->seeds_min}, {"seeds_max", study->seeds_max},
                {"shard", shard.part + 1u},      {"shards", shard.count}};
    enum sweep_store_status status =
        sweep_sql_prepare(sql, "INSERT INTO meta VALUES(?, ?)", &statement);

    if (status == SWEEP_STORE_OK)
        status = describe_texts(sql, statement, study);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && status == SWEEP_STORE_OK; i++)
        status = put_meta_number(sql, statement, rows[i].key, rows[i].number);
    if (status == SWEEP_STORE_OK) {
        sqlite3_bind_text(statement, 1, "precision", -1, SQLITE_STATIC);
        sqlite3_bind_double(statement, 2, study->precision);
        status = sweep_sql_step(sql, statement);
    }
    sqlite3_finalize(statement);
    return status;
}

/* ---- Axes and figures ---- */

static enum sweep_store_status describe_values(const struct sweep_sql *sql, sqlite3_stmt *statement,
                                               const struct sweep_axis *axis, uint32_t index)
{
    char shown[SWEEP_TEXT];
    double number;
    enum sweep_store_status status = SWEEP_STORE_OK;

    for (uint32_t i = 0; i < axis->value_count && status == SWEEP_STORE_OK; i++) {
        sweep_axis_show(axis->values[i], shown);
        sqlite3_bind_int64(statement, 1, index);
        sqlite3_bind_int64(statement, 2, i);
        sqlite3_bind_text(statement, 3, shown, -1, SQLITE_STATIC);
        if (sweep_axis_number(axis, axis->values[i], &number))
            sqlite3_bind_double(statement, 4, number);
        else
            sqlite3_bind_null(statement, 4);
        status = sweep_sql_step(sql, statement);
    }
    return status;
}

static enum sweep_store_status describe_axes(const struct sweep_sql *sql,
                                             const struct sweep_study *study)
{
    sqlite3_stmt *of_axis, *of_value;
    enum sweep_store_status status =
        sweep_sql_prepare(sql, "INSERT INTO axes VALUES(?, ?, ?, ?, ?)", &of_axis);
    enum sweep_store_status second =
        sweep_sql_prepare(sql, "INSERT INTO axis_values VALUES(?, ?, ?, ?)", &of_value);

    status = status == SWEEP_STORE_OK ? second : status;
    for (uint32_t i = 0; i < study->axis_count && status == SWEEP_STORE_OK; i++) {
        const struct sweep_axis *axis = &study->axes[i];
        sqlite3_bind_int64(of_axis, 1, i);
        sqlite3_bind_text(of_axis, 2, axis->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(of_axis, 3, sweep_range_unit(axis->keys[0].option), -1, SQLITE_STATIC);
        sqlite3_bind_int(of_axis, 4, axis->drawn);
        sqlite3_bind_text(of_axis, 5, axis->range.log ? "log" : "linear", -1, SQLITE_STATIC);
        status = sweep_sql_step(sql, of_axis);
        if (status == SWEEP_STORE_OK)
            status = describe_values(sql, of_value, axis, i);
    }
    sqlite3_finalize(of_axis);
    sqlite3_finalize(of_value);
    return status;
}

static bool is_watched(const struct sweep_study *study, uint32_t figure)
{
    for (uint32_t i = 0; i < study->watched_count; i++) {
        if (study->watched[i] == figure)
            return true;
    }
    return false;
}

static enum sweep_store_status describe_figures(const struct sweep_sql *sql,
                                                const struct sweep_study *study, uint32_t figures)
{
    char name[SWEEP_FIGURE_NAME];
    sqlite3_stmt *statement;
    enum sweep_store_status status =
        sweep_sql_prepare(sql, "INSERT INTO figures VALUES(?, ?, ?, ?)", &statement);

    for (uint32_t i = 0; i < figures && status == SWEEP_STORE_OK; i++) {
        sweep_figures_name(i, name);
        sqlite3_bind_int64(statement, 1, i);
        sqlite3_bind_text(statement, 2, name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, sweep_figures_unit(i), -1, SQLITE_STATIC);
        sqlite3_bind_int(statement, 4, is_watched(study, i));
        status = sweep_sql_step(sql, statement);
    }
    sqlite3_finalize(statement);
    return status;
}

void sweep_schema_digest(const struct sweep_study *study, char text[SWEEP_META_TEXT])
{
    snprintf(text, SWEEP_META_TEXT, "%016" PRIx64, study->digest);
}

enum sweep_store_status sweep_schema_create(const struct sweep_sql *sql,
                                            const struct sweep_study *study,
                                            struct sweep_shard shard)
{
    uint32_t figures = sweep_figures_count(study->base.scenario.fault_count);
    enum sweep_store_status status = sweep_sql_run(sql, "BEGIN IMMEDIATE");

    if (status == SWEEP_STORE_OK)
        status = sweep_schema_create_tables(sql, figures);
    if (status == SWEEP_STORE_OK)
        status = describe_study(sql, study, shard);
    if (status == SWEEP_STORE_OK)
        status = describe_axes(sql, study);
    if (status == SWEEP_STORE_OK)
        status = describe_figures(sql, study, figures);
    if (status == SWEEP_STORE_OK)
        return sweep_sql_run(sql, "COMMIT");
    sqlite3_exec(sql->database, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
