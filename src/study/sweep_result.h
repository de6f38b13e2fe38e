/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What came of a point, and the same as bytes on the way from one process to another.
 * Not here: how it comes about (sweep_runner.h), how it is kept (sweep_store.h).
 */
#ifndef STUDY_SWEEP_RESULT_H
#define STUDY_SWEEP_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "study/sweep_axis.h"

struct sweep_result {
    uint64_t point;
    bool failed;
    char message[SWEEP_TEXT]; /* why it failed; of a link that died: what its last run said */
    uint32_t replicates;      /* runs done; all that follow are the result's own memory */
    uint32_t figures;         /* numbers of each run */
    uint64_t *seeds;          /* of each run */
    uint8_t *ends;            /* of each run: enum sim_end */
    double *values;           /* replicates x figures */
    char *scenario;           /* YAML of the point with the seed of its first run */
};

/* Empties a result and gives it room for so many runs. False: out of memory. */
bool sweep_result_begin(struct sweep_result *result, uint64_t point, uint32_t replicates_max,
                        uint32_t figures);

void sweep_result_end(struct sweep_result *result);

/* As bytes, to be freed by the caller; a null pointer if memory is short. They are for a process of
 * the same program on a machine of the same kind. */
unsigned char *sweep_result_encode(const struct sweep_result *result, size_t *bytes);

/* The reverse; end the result whatever is returned. False: not the bytes of a result. */
bool sweep_result_decode(struct sweep_result *result, const unsigned char *bytes, size_t count);

#endif
