/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How sure a verdict about damaged bits is.
 * Not here: the verdict (rules.h).
 */
#ifndef ACKNAK_DIAGNOSE_CONFIDENCE_H
#define ACKNAK_DIAGNOSE_CONFIDENCE_H

#include "diagnose/verdict/verdict.h"

/* A handful against thousands is not a second fault. */
bool ak_confidence_is_dwarfed(uint64_t small, uint64_t large);

/* When both receivers saw damaged bits. */
enum ak_confidence ak_confidence_of_both(const struct ak_verdict *v);

/* When one did: `receiver` and `transmitter` are the ends of `v` in the damaged direction. */
enum ak_confidence ak_confidence_of_one(const struct ak_verdict *v, const struct ak_end *receiver,
                                        const struct ak_end *transmitter);

#endif
