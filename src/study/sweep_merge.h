/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several databases of one study into one.
 * Not here: running a study (sweep_conduct.h).
 */
#ifndef STUDY_SWEEP_MERGE_H
#define STUDY_SWEEP_MERGE_H

#include "study/sweep_store.h"

struct sweep_merged {
    uint64_t points; /* of the study */
    uint64_t done;   /* in the new database */
    uint64_t failed;
    uint64_t missing; /* in none of the databases */
    uint64_t first_missing;
};

/*
 * Makes the database `path`, which must not exist, from `count` others. Refuses databases that are
 * damaged, of different studies or versions, or that hold different results for one point, and then
 * makes nothing. A point that failed in one and is done in another is done.
 */
enum sweep_store_status sweep_merge(const char *path, const char *const *others, size_t count,
                                    struct sweep_merged *merged, char message[SWEEP_STORE_MESSAGE]);

#endif
