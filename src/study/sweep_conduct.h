/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conducts a sweep: hands out the points that are open, stores what comes back.
 * Not here: those who run them (sweep_crew.h), the database (sweep_store.h).
 */
#ifndef STUDY_SWEEP_CONDUCT_H
#define STUDY_SWEEP_CONDUCT_H

#include "study/sweep_crew.h"
#include "study/sweep_store.h"

#define SWEEP_DEATHS_MAX 3u /* workers that one point may cost before it counts as failed */

/* How far a sweep is. What is counted as done is safe in the database. */
struct sweep_tally {
    uint64_t points; /* of the shard */
    uint64_t before; /* done when the sweep began */
    uint64_t done;   /* since */
    uint64_t failed;
    uint64_t runs;         /* simulations done since */
    uint64_t deaths;       /* of workers */
    bool stopped;          /* by `go_on` */
    uint64_t failed_point; /* the first that failed, and why */
    char failed_why[SWEEP_TEXT];
};

struct sweep_conduct {
    const struct sweep_study *study;
    struct sweep_shard shard;
    struct sweep_store *store;
    struct sweep_crew crew;
    /* Called some times a second; returns false to stop. */
    bool (*go_on)(void *context, const struct sweep_tally *tally);
    void *context;
};

enum sweep_conduct_status {
    SWEEP_CONDUCT_OK, /* or stopped; points may have failed */
    SWEEP_CONDUCT_INPUT,
    SWEEP_CONDUCT_OUTPUT,
    SWEEP_CONDUCT_INTERNAL,
};

/* Runs until no point is open, or it is stopped. In the end all that came back is stored. */
enum sweep_conduct_status sweep_conduct_run(const struct sweep_conduct *conduct,
                                            struct sweep_tally *tally,
                                            char message[SWEEP_STORE_MESSAGE]);

#endif
