/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inside of a worker process: takes points from a pipe, runs them, writes results to another.
 * Not here: starting it and watching over it (sweep_pool.h).
 */
#ifndef STUDY_SWEEP_WORKER_H
#define STUDY_SWEEP_WORKER_H

#include "study/sweep_runner.h"

/* What stands ahead of each message of a worker; a sign of life has no bytes. */
struct sweep_frame {
    uint32_t is_result;
    uint32_t bytes;
};

struct sweep_work {
    const struct sweep_study *study;
    const struct sweep_checker *checker; /* or a null pointer */
};

/*
 * Serves until `points` ends, or its parent does; returns an exit code. A point is a uint64_t.
 * Every second of a run there is a sign of life. `work` is a struct sweep_work.
 */
int sweep_worker_serve(const void *work, int points, int results);

/* Sends a result; false: nobody reads any more, or memory is short. */
bool sweep_worker_send(int results, const struct sweep_result *result);

/* Reads or writes all of it, however often it is interrupted. */
bool sweep_worker_read(int from, void *bytes, size_t count);
bool sweep_worker_write(int to, const void *bytes, size_t count);

#endif
