/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of a study's database: making them, and knowing them again.
 * Not here: what came of points (sweep_store.h). docs/study-database.md describes the tables.
 */
#ifndef STUDY_SWEEP_SCHEMA_H
#define STUDY_SWEEP_SCHEMA_H

#include "study/sweep_sql.h"

#define SWEEP_META_TEXT 80u

/* The tables by name, NULL behind the last. */
extern const char *const sweep_schema_tables[];

/* Makes all tables, empty, with columns for so many figures. */
enum sweep_store_status sweep_schema_create_tables(const struct sweep_sql *sql, uint32_t figures);

/* Makes all tables and describes the study in them, in one transaction. */
enum sweep_store_status sweep_schema_create(const struct sweep_sql *sql,
                                            const struct sweep_study *study,
                                            struct sweep_shard shard);

/* Whether the database is empty: no file yet, or one without a table. */
enum sweep_store_status sweep_schema_is_empty(const struct sweep_sql *sql, bool *empty);

/* Refuses what is no whole database of this schema and this version of acknak. Reads all of it. */
enum sweep_store_status sweep_schema_check(const struct sweep_sql *sql);

/* Refuses a database of another study or another shard of it. */
enum sweep_store_status sweep_schema_match(const struct sweep_sql *sql,
                                           const struct sweep_study *study,
                                           struct sweep_shard shard);

/* A value of the table meta as text; "" if it has none. */
enum sweep_store_status sweep_schema_meta(const struct sweep_sql *sql, const char *key,
                                          char text[SWEEP_META_TEXT]);

/* The digest of a study as it is stored: 16 hexadecimal digits. */
void sweep_schema_digest(const struct sweep_study *study, char text[SWEEP_META_TEXT]);

#endif
