/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A crew of processes of this machine. One that dies or hangs is replaced.
 * Not here: what they do (sweep_worker.h).
 */
#ifndef STUDY_SWEEP_POOL_H
#define STUDY_SWEEP_POOL_H

#include "study/sweep_crew.h"

#define SWEEP_POOL_MAX 1024u

struct sweep_pool;

struct sweep_pool_task {
    /* What a process does: it gets points, sends results and returns an exit code. */
    int (*serve)(const void *context, int points, int results);
    const void *context;
    unsigned hang_ms; /* without a sign of life for so long it is killed */
};

/* Starts the processes. A null pointer, and why in `message`, if that cannot be. */
struct sweep_pool *sweep_pool_create(unsigned size, const struct sweep_pool_task *task,
                                     char message[SWEEP_TEXT]);

/* The crew that the pool is. */
struct sweep_crew sweep_pool_crew(struct sweep_pool *pool);

/* Ends the processes, whatever they are doing, and waits for that. */
void sweep_pool_destroy(struct sweep_pool *pool);

#endif
