/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several databases of one study into one.
 * Not here: running a study (sweep_conduct.c).
 */
#include "study/sweep_merge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study/sweep_figures.h"
#include "study/sweep_place.h"
#include "study/sweep_schema.h"

struct merge {
    struct sweep_sql sql;         /* the new database, under its temporary name */
    const char *other;            /* the one that is being added, attached as "other" */
    char digest[SWEEP_META_TEXT]; /* of the study */
    bool begun;                   /* the tables are made */
};

/* ---- The tables, and what describes the study: that of the first database ---- */

static enum sweep_store_status refuse_other(const struct merge *merge, const char *what)
{
    const struct sweep_sql about = {.path = merge->other, .message = merge->sql.message};

    return sweep_sql_refuse(&about, "the database is damaged or of another kind: %s", what);
}

static enum sweep_store_status make_tables(const struct merge *merge)
{
    int64_t figures = 0;
    enum sweep_store_status status =
        sweep_sql_integer(&merge->sql, "SELECT count(*) FROM other.figures", &figures);

    if (status == SWEEP_STORE_OK && figures > SWEEP_FIGURES_MAX)
        return refuse_other(merge, "it has more figures than there are");
    return status == SWEEP_STORE_OK ? sweep_schema_create_tables(&merge->sql, (uint32_t)figures)
                                    : status;
}

/* The columns of all tables are those that were made. */
static enum sweep_store_status compare_columns(const struct merge *merge)
{
    static const char differ[] =
        "SELECT (SELECT count(*) FROM (SELECT cid, name, hidden FROM"
        " pragma_table_xinfo('%s', 'other') EXCEPT SELECT cid, name, hidden FROM"
        " pragma_table_xinfo('%s', 'main'))) + (SELECT count(*) FROM (SELECT cid, name FROM"
        " pragma_table_xinfo('%s', 'main') EXCEPT SELECT cid, name FROM"
        " pragma_table_xinfo('%s', 'other')))";
    char query[480], what[80];
    int64_t count = 0;

    for (const char *const *table = sweep_schema_tables; *table; table++) {
        snprintf(query, sizeof(query), differ, *table, *table, *table, *table);
        enum sweep_store_status status = sweep_sql_integer(&merge->sql, query, &count);
        if (status != SWEEP_STORE_OK)
            return status;
        if (count) {
            snprintf(what, sizeof(what), "its table '%s' has other columns", *table);
            return refuse_other(merge, what);
        }
    }
    return SWEEP_STORE_OK;
}

static enum sweep_store_status copy_study(const struct sweep_sql *sql)
{
    static const char rows[] =
        "INSERT INTO main.meta SELECT key, CASE key WHEN 'shard' THEN 1 WHEN 'shards' THEN 1"
        " ELSE value END FROM other.meta;"
        "INSERT INTO main.axes SELECT * FROM other.axes;"
        "INSERT INTO main.axis_values SELECT * FROM other.axis_values;"
        "INSERT INTO main.figures SELECT * FROM other.figures;";

    return sweep_sql_run(sql, rows);
}

/* ---- The points ---- */

/* Points done in both must be alike in every table. */
static enum sweep_store_status compare_points(const struct merge *merge)
{
    /* Not the scenario: it follows from the study, but for the folder of its files. */
    static const struct {
        const char *name, *columns;
    } tables[] = {{"points", "point, state, message, replicates"},
                  {"point_values", "*"},
                  {"replicates", "*"},
                  {"statistics", "*"}};
    char query[400];
    int64_t point = 0;
    enum sweep_store_status status = SWEEP_STORE_OK;

    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]) && status == SWEEP_STORE_OK; i++) {
        /* One more than the first that differs; 0: none does. */
        snprintf(query, sizeof(query),
                 "WITH both AS (SELECT o.point FROM other.points o JOIN main.points m USING (point)"
                 " WHERE o.state = 'done' AND m.state = 'done')"
                 " SELECT min(point) + 1 FROM (SELECT %s FROM other.%s WHERE point IN both"
                 " EXCEPT SELECT %s FROM main.%s)",
                 tables[i].columns, tables[i].name, tables[i].columns, tables[i].name);
        status = sweep_sql_integer(&merge->sql, query, &point);
        if (status == SWEEP_STORE_OK && point) {
            struct sweep_sql about = merge->sql;
            about.path = merge->other;
            return sweep_sql_refuse(
                &about, "point %" PRId64 " differs from that of a database before it", point - 1);
        }
    }
    return status;
}

static enum sweep_store_status copy_points(const struct sweep_sql *sql)
{
    /* Those that are new here, and those that are done there and failed here. */
    static const char text[] =
        "CREATE TEMP TABLE wanted AS SELECT point FROM other.points o WHERE NOT EXISTS"
        " (SELECT 1 FROM main.points m WHERE m.point = o.point"
        "  AND (m.state = 'done' OR o.state = 'failed'));"
        "INSERT OR REPLACE INTO main.points SELECT * FROM other.points"
        " WHERE point IN (SELECT point FROM wanted);"
        "INSERT OR REPLACE INTO main.point_values SELECT * FROM other.point_values"
        " WHERE point IN (SELECT point FROM wanted);"
        "INSERT INTO main.replicates SELECT * FROM other.replicates"
        " WHERE point IN (SELECT point FROM wanted);"
        "INSERT INTO main.statistics SELECT * FROM other.statistics"
        " WHERE point IN (SELECT point FROM wanted);"
        "DROP TABLE wanted;";

    return sweep_sql_run(sql, text);
}

/* ---- One database after the other ---- */

static enum sweep_store_status check_other(struct merge *merge)
{
    char digest[SWEEP_META_TEXT];
    struct sweep_sql sql = {.path = merge->other, .message = merge->sql.message};
    enum sweep_store_status status = sweep_sql_open(&sql, SWEEP_SQL_READ);

    if (status == SWEEP_STORE_OK)
        status = sweep_schema_check(&sql);
    if (status == SWEEP_STORE_OK)
        status = sweep_schema_meta(&sql, "digest", digest);
    if (status == SWEEP_STORE_OK && !merge->begun)
        memcpy(merge->digest, digest, sizeof(digest));
    if (status == SWEEP_STORE_OK && strcmp(merge->digest, digest) != 0)
        status = sweep_sql_refuse(&sql, "found the database of study %s, expected %s as before it",
                                  digest, merge->digest);
    sqlite3_close(sql.database);
    return status;
}

static enum sweep_store_status attach(const struct merge *merge)
{
    sqlite3_stmt *statement;
    enum sweep_store_status status =
        sweep_sql_prepare(&merge->sql, "ATTACH ? AS other", &statement);

    if (status == SWEEP_STORE_OK) {
        sqlite3_bind_text(statement, 1, merge->other, -1, SQLITE_STATIC);
        status = sweep_sql_step(&merge->sql, statement);
    }
    sqlite3_finalize(statement);
    return status;
}

static enum sweep_store_status add(struct merge *merge)
{
    enum sweep_store_status status = check_other(merge);

    if (status == SWEEP_STORE_OK)
        status = attach(merge);
    if (status != SWEEP_STORE_OK)
        return status;
    status = sweep_sql_run(&merge->sql, "BEGIN");
    if (status == SWEEP_STORE_OK && !merge->begun)
        status = make_tables(merge);
    if (status == SWEEP_STORE_OK)
        status = compare_columns(merge);
    if (status == SWEEP_STORE_OK && !merge->begun)
        status = copy_study(&merge->sql);
    merge->begun = true;
    if (status == SWEEP_STORE_OK)
        status = compare_points(merge);
    if (status == SWEEP_STORE_OK)
        status = copy_points(&merge->sql);
    if (status == SWEEP_STORE_OK)
        status = sweep_sql_run(&merge->sql, "COMMIT");
    if (status != SWEEP_STORE_OK)
        return status;
    return sweep_sql_run(&merge->sql, "DETACH other");
}

static enum sweep_store_status count(const struct sweep_sql *sql, struct sweep_merged *merged)
{
    const struct {
        const char *query;
        uint64_t *number;
    } rows[] = {
        {"SELECT value FROM meta WHERE key = 'points'", &merged->points},
        {"SELECT count(*) FROM points WHERE state = 'done'", &merged->done},
        {"SELECT count(*) FROM points WHERE state = 'failed'", &merged->failed},
        /* Points are numbered from 0: the first that does not stand in its place. */
        {"SELECT ifnull((SELECT min(place) FROM (SELECT point, row_number() OVER (ORDER BY point)"
         " - 1 AS place FROM points) WHERE point <> place), -1)",
         &merged->first_missing},
    };
    int64_t number = 0;
    enum sweep_store_status status = SWEEP_STORE_OK;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && status == SWEEP_STORE_OK; i++) {
        status = sweep_sql_integer(sql, rows[i].query, &number);
        *rows[i].number = (uint64_t)number;
    }
    merged->missing = merged->points - merged->done - merged->failed;
    if (number < 0)
        merged->first_missing = merged->done + merged->failed;
    return status;
}

static enum sweep_store_status build(struct merge *merge, const char *const *others, size_t total,
                                     struct sweep_merged *merged)
{
    int code = sqlite3_open_v2(merge->sql.path, &merge->sql.database,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    enum sweep_store_status status = sweep_sql_status(&merge->sql, code);

    sweep_sql_guard(merge->sql.database);
    for (size_t i = 0; i < total && status == SWEEP_STORE_OK; i++) {
        merge->other = others[i];
        status = add(merge);
    }
    if (status == SWEEP_STORE_OK)
        status = count(&merge->sql, merged);
    sqlite3_close(merge->sql.database);
    return status;
}

enum sweep_store_status sweep_merge(const char *path, const char *const *others, size_t count_of,
                                    struct sweep_merged *merged, char message[SWEEP_STORE_MESSAGE])
{
    char temporary[SIM_PATH_BYTES];
    struct merge merge = {.sql = {.path = temporary, .message = message}};
    struct sweep_sql about = {.path = path, .message = message};

    *merged = (struct sweep_merged){0};
    if (access(path, F_OK) == 0) {
        (void)sweep_sql_refuse(&about, "it is there already, expected the name of a new database");
        return SWEEP_STORE_OUTPUT;
    }
    int length = snprintf(temporary, sizeof(temporary), "%s.merging", path);
    if (length < 0 || (size_t)length >= sizeof(temporary)) {
        (void)sweep_sql_refuse(&about, "the path is too long");
        return SWEEP_STORE_OUTPUT;
    }
    (void)unlink(temporary);
    enum sweep_store_status status = build(&merge, others, count_of, merged);
    if (status == SWEEP_STORE_OK && !sweep_place_new(temporary, path)) {
        (void)sweep_sql_refuse(&about, "%s", strerror(errno));
        status = SWEEP_STORE_OUTPUT;
    }
    (void)unlink(temporary);
    return status;
}
