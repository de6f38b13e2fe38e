/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which known word somebody who mistyped one may have meant.
 * Not here: the lists of words.
 */
#ifndef SIM_NEAREST_H
#define SIM_NEAREST_H

#include <stddef.h>

/* The best of the words offered so far. All zero but `typed` at the start. */
struct sim_nearest {
    const char *typed;
    const char *best; /* a null pointer until a word is near enough */
    size_t distance;  /* of best: letters added, dropped, changed or swapped */
};

/* Offers a word, which must outlive the search. */
void sim_nearest_offer(struct sim_nearest *nearest, const char *word);

#endif
