/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the parts that use a database share.
 * Not here: the tables (sweep_schema.h).
 */
#ifndef STUDY_SWEEP_SQL_H
#define STUDY_SWEEP_SQL_H

#include <sqlite3.h>

#include "study/sweep_store.h"

/* A database that is open: for messages, its path. */
struct sweep_sql {
    sqlite3 *database;
    const char *path;
    char *message; /* SWEEP_STORE_MESSAGE bytes */
};

enum sweep_sql_use { SWEEP_SQL_READ, SWEEP_SQL_WRITE };

/* A database may come from anywhere: nothing that its schema holds is run (triggers, views), and
 * what it computes may not reach outside. For each connection. */
void sweep_sql_guard(sqlite3 *database);

/* Opens the existing file `sql->path`; the caller closes the database, whatever is returned. */
enum sweep_store_status sweep_sql_open(struct sweep_sql *sql, enum sweep_sql_use use);

/* What an error of SQLite is to the user; writes "PATH: ..." to the message. SQLITE_OK, _ROW and
 * _DONE are SWEEP_STORE_OK. */
enum sweep_store_status sweep_sql_status(const struct sweep_sql *sql, int code);

/* Runs statements that return nothing of interest. */
enum sweep_store_status sweep_sql_run(const struct sweep_sql *sql, const char *text);

/* Prepares a statement; the caller finalizes it, whatever is returned. */
enum sweep_store_status sweep_sql_prepare(const struct sweep_sql *sql, const char *text,
                                          sqlite3_stmt **statement);

/* Runs a prepared statement that returns no rows and makes it ready for the next time. */
enum sweep_store_status sweep_sql_step(const struct sweep_sql *sql, sqlite3_stmt *statement);

/* The first column of the first row as an integer; 0 if there is none. */
enum sweep_store_status sweep_sql_integer(const struct sweep_sql *sql, const char *text,
                                          int64_t *value);

/* Refuses the file: "PATH: found ..., expected ..."; always SWEEP_STORE_INPUT. */
__attribute__((format(printf, 2, 3))) enum sweep_store_status
sweep_sql_refuse(const struct sweep_sql *sql, const char *format, ...);

#endif
