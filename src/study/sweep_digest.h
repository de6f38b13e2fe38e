/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The digest of all results in a database: alike for the same study, however it was run.
 * Not here: the digest of a study (sweep_check.h).
 */
#ifndef STUDY_SWEEP_DIGEST_H
#define STUDY_SWEEP_DIGEST_H

#include "study/sweep_store.h"

struct sweep_digest {
    uint64_t hash;
    uint64_t points; /* done */
    uint64_t runs;
};

/* Reads the database `path`, of whatever study and shard. */
enum sweep_store_status sweep_digest_of(const char *path, struct sweep_digest *digest,
                                        char message[SWEEP_STORE_MESSAGE]);

#endif
