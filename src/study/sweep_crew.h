/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Those who run points: processes of this machine, ranks of MPI. One interface for both.
 * Not here: who hands out the points (sweep_conduct.h), the crews (sweep_pool.h, mpi/).
 */
#ifndef STUDY_SWEEP_CREW_H
#define STUDY_SWEEP_CREW_H

#include "study/sweep_result.h"

enum sweep_news_kind {
    SWEEP_NEWS_NONE,   /* nothing happened in the time given */
    SWEEP_NEWS_RESULT, /* `result` is what came of a point of `worker` */
    SWEEP_NEWS_DEATH,  /* the worker died, `message` tells how; what it had is to be given again */
    SWEEP_NEWS_END,    /* the crew cannot go on, `message` tells why */
};

struct sweep_news {
    enum sweep_news_kind kind;
    unsigned worker;
    struct sweep_result result; /* belongs to the news, which the caller keeps from call to call */
    char message[SWEEP_TEXT];
};

struct sweep_crew {
    void *context;
    unsigned size; /* workers, numbered from 0 */
    /* Gives a worker one more point, to be run after those it has. It does not wait. */
    void (*give)(void *context, unsigned worker, uint64_t point);
    /* Waits for news, at most about so long. */
    void (*wait)(void *context, unsigned timeout_ms, struct sweep_news *news);
};

#endif
