/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the simulations of one point, one after the other, until there are enough of them.
 * Not here: which points, in which process (sweep_conduct.h, sweep_pool.h).
 */
#ifndef STUDY_SWEEP_RUNNER_H
#define STUDY_SWEEP_RUNNER_H

#include "study/sweep_result.h"
#include "study/sweep_study.h"

struct sweep_runner;

/*
 * Puts a run under the protocol checker. The study layer does not judge findings; who runs a study
 * with `check: yes` hands this over.
 */
struct sweep_checker {
    void *context;
    /* Begins to judge a run; the sink receives its records. False: out of memory. */
    bool (*begin)(void *context, const struct sim_scenario *scenario, struct ak_record_sink *sink);
    /* The run has ended: true, or false and in `message` the first finding that nothing explains.
     */
    bool (*end)(void *context, char message[SWEEP_TEXT]);
};

/* A null pointer if memory is short. Study and checker (a null pointer: none) must outlive it. */
struct sweep_runner *sweep_runner_create(const struct sweep_study *study,
                                         const struct sweep_checker *checker);
void sweep_runner_destroy(struct sweep_runner *runner);

/* Begins a point; what is left of the one before is dropped. */
void sweep_runner_begin(struct sweep_runner *runner, uint64_t point);

/* Runs on for some milliseconds. True: there is more to do. False: the result is complete. */
bool sweep_runner_step(struct sweep_runner *runner);

/* Of the point that was begun last; the runner's, valid until the next one is begun. */
const struct sweep_result *sweep_runner_result(const struct sweep_runner *runner);

#endif
