/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the parts that use a database share.
 * Not here: the tables (sweep_schema.c).
 */
#include "study/sweep_sql.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WAIT_MS 5000 /* for somebody who writes, or reads, at this moment */

enum sweep_store_status sweep_sql_refuse(const struct sweep_sql *sql, const char *format, ...)
{
    va_list arguments;
    int used =
        snprintf(sql->message, SWEEP_STORE_MESSAGE, "%.*s: ", (int)SIM_PATH_BYTES, sql->path);

    va_start(arguments, format);
    vsnprintf(sql->message + used, SWEEP_STORE_MESSAGE - (size_t)used, format, arguments);
    va_end(arguments);
    return SWEEP_STORE_INPUT;
}

void sweep_sql_guard(sqlite3 *database)
{
    if (!database)
        return;
    (void)sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
}

enum sweep_store_status sweep_sql_open(struct sweep_sql *sql, enum sweep_sql_use use)
{
    bool read = use == SWEEP_SQL_READ;

    struct stat file;

    /* SQLite has no words for a file that is not there, and wrong ones for a folder. */
    if (access(sql->path, read ? R_OK : R_OK | W_OK)) {
        (void)sweep_sql_refuse(sql, "%s", strerror(errno));
        return read ? SWEEP_STORE_INPUT : SWEEP_STORE_OUTPUT;
    }
    if (stat(sql->path, &file) == 0 && !S_ISREG(file.st_mode))
        return sweep_sql_refuse(sql, "found no regular file, expected a database of acknak sweep");
    /* A journal that a killed sweep left behind is rolled back even by who only reads. */
    int code = sqlite3_open_v2(sql->path, &sql->database, SQLITE_OPEN_READWRITE, NULL);
    if (read && code == SQLITE_CANTOPEN) {
        sqlite3_close(sql->database);
        code = sqlite3_open_v2(sql->path, &sql->database, SQLITE_OPEN_READONLY, NULL);
    }
    sweep_sql_guard(sql->database);
    sqlite3_busy_timeout(sql->database, WAIT_MS);
    enum sweep_store_status status = sweep_sql_status(sql, code);
    if (status != SWEEP_STORE_OK || !read)
        return status;
    return sweep_sql_run(sql, "PRAGMA query_only = yes");
}

enum sweep_store_status sweep_sql_status(const struct sweep_sql *sql, int code)
{
    switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return SWEEP_STORE_OK;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        (void)sweep_sql_refuse(sql, "another program keeps the database locked");
        return SWEEP_STORE_BUSY;
    case SQLITE_NOTADB:
        return sweep_sql_refuse(sql, "found no database, expected one of acknak sweep");
    case SQLITE_CORRUPT:
        return sweep_sql_refuse(sql, "the database is damaged: %s", sqlite3_errmsg(sql->database));
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        (void)sweep_sql_refuse(sql, "%s", sqlite3_errmsg(sql->database));
        return SWEEP_STORE_OUTPUT;
    case SQLITE_ERROR: /* of statements that fit the tables as they should be */
        return sweep_sql_refuse(sql, "the database is damaged or of another kind: %s",
                                sqlite3_errmsg(sql->database));
    default:
        return sweep_sql_refuse(sql, "%s", sqlite3_errmsg(sql->database));
    }
}

enum sweep_store_status sweep_sql_run(const struct sweep_sql *sql, const char *text)
{
    return sweep_sql_status(sql, sqlite3_exec(sql->database, text, NULL, NULL, NULL));
}

enum sweep_store_status sweep_sql_prepare(const struct sweep_sql *sql, const char *text,
                                          sqlite3_stmt **statement)
{
    *statement = NULL;
    return sweep_sql_status(sql, sqlite3_prepare_v2(sql->database, text, -1, statement, NULL));
}

enum sweep_store_status sweep_sql_step(const struct sweep_sql *sql, sqlite3_stmt *statement)
{
    enum sweep_store_status status = sweep_sql_status(sql, sqlite3_step(statement));

    sqlite3_reset(statement);
    return status;
}

enum sweep_store_status sweep_sql_integer(const struct sweep_sql *sql, const char *text,
                                          int64_t *value)
{
    sqlite3_stmt *statement;
    enum sweep_store_status status = sweep_sql_prepare(sql, text, &statement);

    *value = 0;
    if (status == SWEEP_STORE_OK) {
        int code = sqlite3_step(statement);
        status = sweep_sql_status(sql, code);
        if (code == SQLITE_ROW)
            *value = sqlite3_column_int64(statement, 0);
    }
    sqlite3_finalize(statement);
    return status;
}
