/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of the two ends of a link that a verdict rests on.
 * Not here: the verdict (rules.c).
 */
#ifndef ACKNAK_DIAGNOSE_ENDS_H
#define ACKNAK_DIAGNOSE_ENDS_H

#include "diagnose/verdict/verdict.h"

/* Fills both ends. If the counters of either end moved between two samples, the change counts. */
void ak_ends_collect(struct ak_verdict *verdict, const struct ak_facts *facts);

/* "25 bad TLPs", "at least 3 records of ...", by kind of figure. `out`: 96 bytes. Returns it. */
char *ak_end_phrase(char *out, const struct ak_end *end, enum ak_bit bit);

#endif
