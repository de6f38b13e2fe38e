/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The digest of all results in a database: alike for the same study, however it was run.
 * Not here: the digest of a study (sweep_check.c).
 */
#include "study/sweep_digest.h"

#include <inttypes.h>
#include <stdio.h>

#include "study/sweep_hash.h"
#include "study/sweep_schema.h"

/* How an integer and a real are told apart, and a null from an empty text. */
static uint64_t hash_column(uint64_t hash, sqlite3_stmt *statement, int column)
{
    char text[48] = "null";

    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        snprintf(text, sizeof(text), "%" PRId64, (int64_t)sqlite3_column_int64(statement, column));
        break;
    case SQLITE_FLOAT:
        snprintf(text, sizeof(text), "real %.17g", sqlite3_column_double(statement, column));
        break;
    case SQLITE_NULL:
        break;
    default:
        hash = sweep_hash_bytes(hash, sqlite3_column_blob(statement, column),
                                (size_t)sqlite3_column_bytes(statement, column));
    }
    return sweep_hash_text(hash, text);
}

static enum sweep_store_status hash_rows(const struct sweep_sql *sql, const char *query,
                                         struct sweep_digest *digest)
{
    sqlite3_stmt *statement;
    int code = SQLITE_DONE;
    enum sweep_store_status status = sweep_sql_prepare(sql, query, &statement);

    while (status == SWEEP_STORE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++)
            digest->hash = hash_column(digest->hash, statement, i);
    }
    if (status == SWEEP_STORE_OK)
        status = sweep_sql_status(sql, code);
    sqlite3_finalize(statement);
    return status;
}

static enum sweep_store_status hash_all(const struct sweep_sql *sql, struct sweep_digest *digest)
{
    static const char *const queries[] = {
        "SELECT value FROM meta WHERE key = 'digest'",
        /* Not the scenario: it follows from the study, but for the folder of its files. */
        "SELECT point, state, message, replicates FROM points ORDER BY point",
        "SELECT * FROM point_values ORDER BY point, axis",
        "SELECT * FROM replicates ORDER BY point, replicate",
        "SELECT * FROM statistics ORDER BY point, figure",
    };
    int64_t points = 0, runs = 0;
    enum sweep_store_status status = sweep_schema_check(sql);

    for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]) && status == SWEEP_STORE_OK; i++)
        status = hash_rows(sql, queries[i], digest);
    if (status == SWEEP_STORE_OK)
        status =
            sweep_sql_integer(sql, "SELECT count(*) FROM points WHERE state = 'done'", &points);
    if (status == SWEEP_STORE_OK)
        status = sweep_sql_integer(sql, "SELECT count(*) FROM replicates", &runs);
    digest->points = (uint64_t)points;
    digest->runs = (uint64_t)runs;
    return status;
}

enum sweep_store_status sweep_digest_of(const char *path, struct sweep_digest *digest,
                                        char message[SWEEP_STORE_MESSAGE])
{
    struct sweep_sql sql = {.path = path, .message = message};

    *digest = (struct sweep_digest){.hash = SWEEP_HASH_START};
    enum sweep_store_status status = sweep_sql_open(&sql, SWEEP_SQL_READ);
    if (status == SWEEP_STORE_OK)
        status = hash_all(&sql, digest);
    sqlite3_close(sql.database);
    return status;
}
