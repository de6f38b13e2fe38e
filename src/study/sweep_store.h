/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The database of a study: docs/study-database.md has its tables.
 * Not here: what is stored (sweep_result.h), merging (sweep_merge.h).
 *
 * A rollback journal and full synchronisation: what has been committed survives the end of the
 * process and of the power, and between two commits the study is one file.
 */
#ifndef STUDY_SWEEP_STORE_H
#define STUDY_SWEEP_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "study/sweep_result.h"
#include "study/sweep_study.h"

#define SWEEP_SCHEMA         "acknak-study-1"
#define SWEEP_APPLICATION_ID 0x41634e6b /* "AcNk": in the header of the file */
#define SWEEP_USER_VERSION   1          /* of the tables: there as well */
#define SWEEP_STORE_MESSAGE  (SIM_PATH_BYTES + 1000u)

enum sweep_store_status {
    SWEEP_STORE_OK,
    SWEEP_STORE_BUSY,   /* another process writes it */
    SWEEP_STORE_INPUT,  /* it cannot be read, is damaged, foreign, or of another study or version */
    SWEEP_STORE_OUTPUT, /* it cannot be written */
};

/* The points of a study that are wanted: index % count == part. */
struct sweep_shard {
    uint32_t part; /* from 0 */
    uint32_t count;
};

enum sweep_point_state { SWEEP_POINT_OPEN, SWEEP_POINT_DONE, SWEEP_POINT_FAILED };

struct sweep_store;

/*
 * Opens the database `path` of this study and shard, or makes it. Nobody else writes it until it is
 * closed. A file that is anything else is left as it is. Returns a status, and a message of one
 * line if it is not SWEEP_STORE_OK; *store is then a null pointer.
 */
enum sweep_store_status sweep_store_open(const char *path, const struct sweep_study *study,
                                         struct sweep_shard shard, struct sweep_store **store,
                                         char message[SWEEP_STORE_MESSAGE]);

/* Fills the state of each of the points; `states` has room for all points of the study. */
enum sweep_store_status sweep_store_states(struct sweep_store *store, uint8_t *states,
                                           char message[SWEEP_STORE_MESSAGE]);

/* Adds what came of a point, in place of an earlier failure. It is safe after the next commit. */
enum sweep_store_status sweep_store_add(struct sweep_store *store,
                                        const struct sweep_result *result,
                                        char message[SWEEP_STORE_MESSAGE]);

/* SWEEP_STORE_BUSY: somebody reads the database just now; nothing is lost, another commit will do
 * it. */
enum sweep_store_status sweep_store_commit(struct sweep_store *store,
                                           char message[SWEEP_STORE_MESSAGE]);

/* What has not been committed is dropped. */
void sweep_store_close(struct sweep_store *store);

#endif
