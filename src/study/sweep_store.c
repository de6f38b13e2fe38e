/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The database of a study: opening it, what came of points.
 * Not here: its tables (sweep_schema.c), merging (sweep_merge.c).
 */
#include "study/sweep_store.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/run.h"
#include "study/sweep_grid.h"
#include "study/sweep_schema.h"
#include "study/sweep_statistics.h"

#define WAIT_MS 100 /* for somebody who reads; the work of the others goes on after that */

enum insert { INSERT_POINT, INSERT_VALUE, INSERT_REPLICATE, INSERT_STATISTICS, INSERT_COUNT };

struct sweep_store {
    const struct sweep_study *study;
    char *path;
    sqlite3 *database;
    int lock;  /* the file once more, locked: SQLite's own locks let others write between commits */
    bool open; /* a transaction */
    sqlite3_stmt *inserts[INSERT_COUNT];
};

static struct sweep_sql sql_of(const struct sweep_store *store, char *message)
{
    return (struct sweep_sql){store->database, store->path, message};
}

/* ---- Opening ---- */

static enum sweep_store_status lock_file(struct sweep_store *store, const struct sweep_sql *sql,
                                         bool *is_new)
{
    struct stat file;

    *is_new = false;
    bool created = false;
    store->lock = open(store->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (store->lock >= 0)
        created = true;
    else if (errno == EEXIST)
        store->lock = open(store->path, O_RDWR | O_CLOEXEC);
    if (store->lock < 0 || fstat(store->lock, &file)) {
        (void)sweep_sql_refuse(sql, "%s", strerror(errno));
        return SWEEP_STORE_OUTPUT;
    }
    if (!S_ISREG(file.st_mode))
        return sweep_sql_refuse(sql, "found no regular file, expected a database of acknak sweep");
    /* Without a link left: the sweep that made the file could not go on and took it away. */
    if (flock(store->lock, LOCK_EX | LOCK_NB) || fstat(store->lock, &file) || !file.st_nlink) {
        (void)sweep_sql_refuse(sql, "another sweep is writing this database");
        return SWEEP_STORE_BUSY;
    }
    /* Who made the file without getting the lock has lost it to another sweep. */
    *is_new = created;
    return SWEEP_STORE_OK;
}

static enum sweep_store_status open_database(struct sweep_store *store, struct sweep_sql *sql,
                                             struct sweep_shard shard)
{
    bool empty = false;
    enum sweep_store_status status = sweep_sql_open(sql, SWEEP_SQL_WRITE);

    store->database = sql->database;
    if (status != SWEEP_STORE_OK)
        return status;
    /* EXTRA: the journal's removal, which is what commits, reaches the disk as well. */
    status = sweep_sql_run(sql, "PRAGMA synchronous = EXTRA");
    /* Changes wait in memory for the commit: only that meets somebody who reads. */
    if (status == SWEEP_STORE_OK)
        status = sweep_sql_run(sql, "PRAGMA cache_spill = no");
    sqlite3_busy_timeout(store->database, WAIT_MS);
    if (status == SWEEP_STORE_OK)
        status = sweep_schema_is_empty(sql, &empty);
    if (status == SWEEP_STORE_OK && empty)
        return sweep_schema_create(sql, store->study, shard);
    if (status == SWEEP_STORE_OK)
        status = sweep_schema_check(sql);
    if (status == SWEEP_STORE_OK)
        status = sweep_schema_match(sql, store->study, shard);
    return status;
}

static enum sweep_store_status prepare_inserts(struct sweep_store *store,
                                               const struct sweep_sql *sql)
{
    static const char *const texts[INSERT_COUNT] = {
        [INSERT_POINT] = "INSERT OR REPLACE INTO points VALUES(?, ?, ?, ?, ?)",
        [INSERT_VALUE] = "INSERT OR REPLACE INTO point_values VALUES(?, ?, ?, ?)",
        [INSERT_STATISTICS] = "INSERT INTO statistics VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
    };
    uint32_t figures = sweep_figures_count(store->study->base.scenario.fault_count);
    char text[64 + 3 * (SWEEP_FIGURES_MAX + 4)];
    enum sweep_store_status status = SWEEP_STORE_OK;

    int used = snprintf(text, sizeof(text), "INSERT INTO replicates VALUES(?, ?, ?, ?");
    for (uint32_t i = 0; i < figures; i++)
        used += snprintf(text + used, sizeof(text) - (size_t)used, ", ?");
    snprintf(text + used, sizeof(text) - (size_t)used, ")");
    for (int i = 0; i < INSERT_COUNT && status == SWEEP_STORE_OK; i++)
        status = sweep_sql_prepare(sql, texts[i] ? texts[i] : text, &store->inserts[i]);
    return status;
}

enum sweep_store_status sweep_store_open(const char *path, const struct sweep_study *study,
                                         struct sweep_shard shard, struct sweep_store **store,
                                         char message[SWEEP_STORE_MESSAGE])
{
    struct sweep_store *made = calloc(1, sizeof(*made));
    bool is_new = false;

    *store = NULL;
    message[0] = '\0';
    if (made)
        made->path = strdup(path);
    if (!made || !made->path) {
        free(made);
        snprintf(message, SWEEP_STORE_MESSAGE, "out of memory");
        return SWEEP_STORE_OUTPUT;
    }
    made->study = study;
    made->lock = -1;
    struct sweep_sql sql = sql_of(made, message);
    enum sweep_store_status status = lock_file(made, &sql, &is_new);
    if (status == SWEEP_STORE_OK)
        status = open_database(made, &sql, shard);
    if (status == SWEEP_STORE_OK)
        status = prepare_inserts(made, &sql);
    if (status == SWEEP_STORE_OK) {
        *store = made;
        return status;
    }
    if (is_new)
        (void)unlink(path);
    sweep_store_close(made);
    return status;
}

void sweep_store_close(struct sweep_store *store)
{
    if (!store)
        return;
    for (int i = 0; i < INSERT_COUNT; i++)
        sqlite3_finalize(store->inserts[i]);
    sqlite3_close(store->database);
    /* Closing any descriptor of a file drops SQLite's locks on it: this one goes last. */
    if (store->lock >= 0)
        close(store->lock);
    free(store->path);
    free(store);
}

enum sweep_store_status sweep_store_states(struct sweep_store *store, uint8_t *states,
                                           char message[SWEEP_STORE_MESSAGE])
{
    struct sweep_sql sql = sql_of(store, message);
    sqlite3_stmt *statement;
    int code = SQLITE_DONE;
    enum sweep_store_status status =
        sweep_sql_prepare(&sql, "SELECT point, state = 'done' FROM points", &statement);

    memset(states, SWEEP_POINT_OPEN, (size_t)store->study->count);
    while (status == SWEEP_STORE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        uint64_t point = (uint64_t)sqlite3_column_int64(statement, 0);
        if (point < store->study->count)
            states[point] =
                sqlite3_column_int(statement, 1) ? SWEEP_POINT_DONE : SWEEP_POINT_FAILED;
    }
    if (status == SWEEP_STORE_OK)
        status = sweep_sql_status(&sql, code);
    sqlite3_finalize(statement);
    return status;
}

/* ---- What came of a point ---- */

static enum sweep_store_status add_point(struct sweep_store *store, const struct sweep_sql *sql,
                                         const struct sweep_result *result)
{
    sqlite3_stmt *insert = store->inserts[INSERT_POINT];

    sqlite3_bind_int64(insert, 1, (sqlite3_int64)result->point);
    sqlite3_bind_text(insert, 2, result->failed ? "failed" : "done", -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 3, result->message, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 4, result->replicates);
    if (result->scenario)
        sqlite3_bind_text(insert, 5, result->scenario, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(insert, 5);
    return sweep_sql_step(sql, insert);
}

static enum sweep_store_status add_values(struct sweep_store *store, const struct sweep_sql *sql,
                                          const struct sweep_result *result)
{
    sqlite3_stmt *insert = store->inserts[INSERT_VALUE];
    char value[SWEEP_TEXT], shown[SWEEP_TEXT];
    double number;
    enum sweep_store_status status = SWEEP_STORE_OK;

    for (uint32_t i = 0; i < store->study->axis_count && status == SWEEP_STORE_OK; i++) {
        sweep_grid_value(store->study, result->point, i, value);
        sweep_axis_show(value, shown);
        sqlite3_bind_int64(insert, 1, (sqlite3_int64)result->point);
        sqlite3_bind_int64(insert, 2, i);
        sqlite3_bind_text(insert, 3, shown, -1, SQLITE_STATIC);
        if (sweep_axis_number(&store->study->axes[i], value, &number))
            sqlite3_bind_double(insert, 4, number);
        else
            sqlite3_bind_null(insert, 4);
        status = sweep_sql_step(sql, insert);
    }
    return status;
}

static void bind_known(sqlite3_stmt *insert, int column, double value)
{
    if (isfinite(value))
        sqlite3_bind_double(insert, column, value);
    else
        sqlite3_bind_null(insert, column);
}

static enum sweep_store_status add_replicates(struct sweep_store *store,
                                              const struct sweep_sql *sql,
                                              const struct sweep_result *result)
{
    sqlite3_stmt *insert = store->inserts[INSERT_REPLICATE];
    enum sweep_store_status status = SWEEP_STORE_OK;

    for (uint32_t i = 0; i < result->replicates && status == SWEEP_STORE_OK; i++) {
        const double *values = result->values + (size_t)i * result->figures;
        sqlite3_bind_int64(insert, 1, (sqlite3_int64)result->point);
        sqlite3_bind_int64(insert, 2, i);
        sqlite3_bind_int64(insert, 3, (sqlite3_int64)result->seeds[i]);
        sqlite3_bind_text(insert, 4, sim_end_name((enum sim_end)result->ends[i]), -1,
                          SQLITE_STATIC);
        for (uint32_t j = 0; j < result->figures; j++) {
            if (sweep_figures_is_whole(j))
                sqlite3_bind_int64(insert, (int)j + 5, (sqlite3_int64)values[j]);
            else
                bind_known(insert, (int)j + 5, values[j]);
        }
        status = sweep_sql_step(sql, insert);
    }
    return status;
}

static enum sweep_store_status add_statistics(struct sweep_store *store,
                                              const struct sweep_sql *sql,
                                              const struct sweep_result *result)
{
    sqlite3_stmt *insert = store->inserts[INSERT_STATISTICS];
    struct sweep_statistics found;
    enum sweep_store_status status = SWEEP_STORE_OK;

    for (uint32_t i = 0; i < store->study->watched_count && status == SWEEP_STORE_OK; i++) {
        uint32_t figure = store->study->watched[i];
        sweep_statistics_of(result->values + figure, result->figures, result->replicates, &found);
        if (!isfinite(found.mean))
            continue;
        sqlite3_bind_int64(insert, 1, (sqlite3_int64)result->point);
        sqlite3_bind_int64(insert, 2, figure);
        sqlite3_bind_int64(insert, 3, found.n);
        sqlite3_bind_double(insert, 4, found.mean);
        sqlite3_bind_double(insert, 5, found.stddev);
        bind_known(insert, 6, found.low);
        bind_known(insert, 7, found.high);
        sqlite3_bind_double(insert, 8, found.min);
        sqlite3_bind_double(insert, 9, found.max);
        status = sweep_sql_step(sql, insert);
    }
    return status;
}

enum sweep_store_status sweep_store_add(struct sweep_store *store,
                                        const struct sweep_result *result,
                                        char message[SWEEP_STORE_MESSAGE])
{
    struct sweep_sql sql = sql_of(store, message);
    enum sweep_store_status status = SWEEP_STORE_OK;

    if (!store->open)
        status = sweep_sql_run(&sql, "BEGIN");
    store->open = store->open || status == SWEEP_STORE_OK;
    if (status == SWEEP_STORE_OK)
        status = add_point(store, &sql, result);
    if (status == SWEEP_STORE_OK)
        status = add_values(store, &sql, result);
    if (status == SWEEP_STORE_OK && !result->failed)
        status = add_replicates(store, &sql, result);
    if (status == SWEEP_STORE_OK && !result->failed)
        status = add_statistics(store, &sql, result);
    return status;
}

enum sweep_store_status sweep_store_commit(struct sweep_store *store,
                                           char message[SWEEP_STORE_MESSAGE])
{
    struct sweep_sql sql = sql_of(store, message);

    if (!store->open)
        return SWEEP_STORE_OK;
    enum sweep_store_status status = sweep_sql_run(&sql, "COMMIT");
    if (status == SWEEP_STORE_OK)
        store->open = false;
    return status;
}
