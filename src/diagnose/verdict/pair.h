/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two ends of each link, and why they are taken for its ends.
 * Not here: what is wrong with the link (verdict.h).
 */
#ifndef ACKNAK_DIAGNOSE_PAIR_H
#define ACKNAK_DIAGNOSE_PAIR_H

#include "diagnose/facts/facts.h"

enum ak_basis {
    AK_BASIS_ONE_END, /* the partner is not known */
    AK_BASIS_TREE,    /* a device tree or a sysfs path */
    AK_BASIS_BUS,     /* the secondary bus number of the port */
    AK_BASIS_LOG,     /* the port at which the message arrived */
    AK_BASIS_NUMBERS  /* likely by the numbers alone */
};

struct ak_pair {
    const struct ak_device *up;   /* NULL: not known */
    const struct ak_device *down; /* NULL: not known; its first function */
    enum ak_basis basis;
};

struct ak_pairs {
    struct ak_pair *list; /* ordered by address */
    size_t count;
};

/* Builds the list in time quadratic in the number of devices; false if memory ran out. Free it with
 * ak_pairs_end. */
bool ak_pairs_build(struct ak_pairs *pairs, const struct ak_facts *facts);
void ak_pairs_end(struct ak_pairs *pairs);

/* A sentence on the basis, for output. */
const char *ak_basis_text(enum ak_basis basis);

#endif
