/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of a study's database: knowing them again.
 * Not here: making them (sweep_schema.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "study/sweep_schema.h"

enum sweep_store_status sweep_schema_meta(const struct sweep_sql *sql, const char *key,
                                          char text[SWEEP_META_TEXT])
{
    sqlite3_stmt *statement;
    enum sweep_store_status status =
        sweep_sql_prepare(sql, "SELECT value FROM meta WHERE key = ?", &statement);

    text[0] = '\0';
    if (status == SWEEP_STORE_OK) {
        sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
        int code = sqlite3_step(statement);
        status = sweep_sql_status(sql, code);
        const unsigned char *found = code == SQLITE_ROW ? sqlite3_column_text(statement, 0) : NULL;
        if (found)
            snprintf(text, SWEEP_META_TEXT, "%s", (const char *)found);
    }
    sqlite3_finalize(statement);
    return status;
}

enum sweep_store_status sweep_schema_is_empty(const struct sweep_sql *sql, bool *empty)
{
    int64_t tables = 0;
    enum sweep_store_status status =
        sweep_sql_integer(sql, "SELECT count(*) FROM sqlite_master", &tables);

    *empty = tables == 0;
    return status;
}

static enum sweep_store_status check_pages(const struct sweep_sql *sql)
{
    sqlite3_stmt *statement;
    enum sweep_store_status status = sweep_sql_prepare(sql, "PRAGMA quick_check(1)", &statement);

    if (status == SWEEP_STORE_OK) {
        int code = sqlite3_step(statement);
        status = sweep_sql_status(sql, code);
        const char *found =
            code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        if (status == SWEEP_STORE_OK && (!found || strcmp(found, "ok") != 0))
            status =
                sweep_sql_refuse(sql, "the database is damaged: its pages do not fit together");
    }
    sqlite3_finalize(statement);
    return status;
}

static enum sweep_store_status check_meta(const struct sweep_sql *sql, const char *key,
                                          const char *what, const char *expected)
{
    char found[SWEEP_META_TEXT];
    enum sweep_store_status status = sweep_schema_meta(sql, key, found);

    if (status != SWEEP_STORE_OK || !strcmp(found, expected))
        return status;
    return sweep_sql_refuse(sql, "found the database of %s %s, expected %s", what,
                            *found ? found : "(none)", expected);
}

/* Tables that hold rows of their own: a view or a virtual table of the name is none. */
static enum sweep_store_status check_tables(const struct sweep_sql *sql)
{
    char query[160];
    int64_t found = 0;

    for (const char *const *table = sweep_schema_tables; *table; table++) {
        snprintf(query, sizeof(query),
                 "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '%s'"
                 " AND sql LIKE 'CREATE TABLE%%'",
                 *table);
        enum sweep_store_status status = sweep_sql_integer(sql, query, &found);
        if (status != SWEEP_STORE_OK)
            return status;
        if (found == 0)
            return sweep_sql_refuse(
                sql, "the database is damaged or of another kind: it has no table '%s'", *table);
    }
    return SWEEP_STORE_OK;
}

/* What SQLite takes for sound may still lack rows. */
static enum sweep_store_status check_rows(const struct sweep_sql *sql)
{
    static const char query[] =
        "SELECT count(*) FROM points p WHERE point NOT BETWEEN 0 AND"
        " (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'points') - 1 OR state = 'done' AND"
        " replicates <> (SELECT count(*) FROM replicates r WHERE r.point = p.point)";
    int64_t wrong = 0;
    enum sweep_store_status status = sweep_sql_integer(sql, query, &wrong);

    if (status == SWEEP_STORE_OK && wrong)
        return sweep_sql_refuse(
            sql, "the database is damaged: %" PRId64 " points are not of the study or lack runs",
            wrong);
    return status;
}

enum sweep_store_status sweep_schema_check(const struct sweep_sql *sql)
{
    int64_t id = 0, layout = 0;
    enum sweep_store_status status = sweep_sql_integer(sql, "PRAGMA application_id", &id);

    if (status == SWEEP_STORE_OK && id != SWEEP_APPLICATION_ID)
        return sweep_sql_refuse(
            sql, "found a database of another program, expected one of acknak sweep");
    if (status == SWEEP_STORE_OK)
        status = check_pages(sql);
    if (status == SWEEP_STORE_OK)
        status = check_tables(sql);
    if (status == SWEEP_STORE_OK)
        status = check_meta(sql, "schema", "schema", SWEEP_SCHEMA);
    if (status == SWEEP_STORE_OK)
        status = sweep_sql_integer(sql, "PRAGMA user_version", &layout);
    if (status == SWEEP_STORE_OK && layout != SWEEP_USER_VERSION)
        return sweep_sql_refuse(sql, "found the database of layout %" PRId64 ", expected %d",
                                layout, SWEEP_USER_VERSION);
    if (status == SWEEP_STORE_OK)
        status = check_meta(sql, "version", "acknak", ACKNAK_VERSION);
    return status == SWEEP_STORE_OK ? check_rows(sql) : status;
}

enum sweep_store_status sweep_schema_match(const struct sweep_sql *sql,
                                           const struct sweep_study *study,
                                           struct sweep_shard shard)
{
    char expected[SWEEP_META_TEXT];
    char part[SWEEP_META_TEXT], parts[SWEEP_META_TEXT];

    sweep_schema_digest(study, expected);
    enum sweep_store_status status = check_meta(sql, "digest", "study", expected);
    if (status == SWEEP_STORE_OK)
        status = sweep_schema_meta(sql, "shard", part);
    if (status == SWEEP_STORE_OK)
        status = sweep_schema_meta(sql, "shards", parts);
    if (status != SWEEP_STORE_OK)
        return status;
    snprintf(expected, sizeof(expected), "%" PRIu32, shard.part + 1u);
    bool same = !strcmp(part, expected);
    snprintf(expected, sizeof(expected), "%" PRIu32, shard.count);
    if (same && !strcmp(parts, expected))
        return SWEEP_STORE_OK;
    return sweep_sql_refuse(sql, "found shard %s/%s of the study, expected %" PRIu32 "/%" PRIu32,
                            part, parts, shard.part + 1u, shard.count);
}
