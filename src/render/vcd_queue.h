/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Changes of signals in the order of time. A packet seen by its receiver may be told when it has
 * ended, so what is told is not in that order: changes wait until nothing earlier can come.
 * Not here: which signals there are (fmt_vcd.c).
 */
#ifndef AK_RENDER_VCD_QUEUE_H
#define AK_RENDER_VCD_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AK_VCD_TEXT_BYTES  40u
#define AK_VCD_CHANGES_MAX 262144u /* that wait: with more, the oldest goes early */

struct ak_vcd_change {
    uint64_t time_fs;
    uint64_t order; /* of telling: breaks ties */
    uint64_t value;
    unsigned signal;
    bool unknown;                 /* of a signal with bits: x */
    char text[AK_VCD_TEXT_BYTES]; /* of a signal that is text */
};

struct ak_vcd_queue {
    struct ak_vcd_change *heap;
    size_t count;
    size_t room;
    uint64_t told;
};

/* Adds a change. Returns false if memory is short. */
bool ak_vcd_queue_add(struct ak_vcd_queue *queue, const struct ak_vcd_change *change);

/* Takes the earliest change out if it is not later than `time_fs`, or if too many wait. */
bool ak_vcd_queue_take(struct ak_vcd_queue *queue, uint64_t time_fs, struct ak_vcd_change *change);

void ak_vcd_queue_free(struct ak_vcd_queue *queue);

#endif
