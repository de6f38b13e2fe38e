/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A crew of MPI ranks. Rank 0 conducts, and runs points itself between messages.
 * Not here: processes of one machine (sweep_pool.h), what is said to the user.
 *
 * A rank that dies takes the whole job with it: that is MPI's way. What was stored stays.
 */
#ifndef STUDY_MPI_SWEEP_RANKS_H
#define STUDY_MPI_SWEEP_RANKS_H

#include "study/sweep_crew.h"
#include "study/sweep_runner.h"

struct sweep_ranks;

/* Joins the other ranks; returns the own one. Each of the calls below is made by all ranks. */
unsigned sweep_ranks_join(void);

/*
 * Hands the sources of rank 0 to all. On the other ranks `sources` is filled with memory that the
 * caller frees. A null pointer on rank 0: it has none, and all return false.
 */
bool sweep_ranks_share(struct sweep_sources *sources);

/* Whether all ranks found the same digest, and none was refused the study. */
bool sweep_ranks_agree(uint64_t digest, bool ok);

/* On ranks but the first: runs points until it is told that there are no more. False: no memory. */
bool sweep_ranks_serve(const struct sweep_study *study, const struct sweep_checker *checker);

/* On rank 0: the crew. A null pointer if memory is short. */
struct sweep_ranks *sweep_ranks_create(const struct sweep_study *study,
                                       const struct sweep_checker *checker);
struct sweep_crew sweep_ranks_crew(struct sweep_ranks *ranks);

/* On rank 0: tells the others that there are no more points. */
void sweep_ranks_destroy(struct sweep_ranks *ranks);

/* The last call of a rank that ends well. */
void sweep_ranks_leave(void);

/* Ends all ranks at once, with that exit code. */
_Noreturn void sweep_ranks_abort(int code);

#endif
