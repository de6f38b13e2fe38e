/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Estimates for a link: takes from the facts what the formulas need, and words the result.
 * Not here: the formulas (estimate.h).
 */
#ifndef ACKNAK_DIAGNOSE_NUMBERS_H
#define ACKNAK_DIAGNOSE_NUMBERS_H

#include "diagnose/verdict/verdict.h"

/*
 * Fills verdict->estimates for each direction with damaged bits and adds sentences to
 * verdict->numbers. `busy`: share of the time with packets on the wire, 0 if not known.
 */
void ak_numbers_add(struct ak_verdict *verdict, const struct ak_facts *facts, double busy);

#endif
