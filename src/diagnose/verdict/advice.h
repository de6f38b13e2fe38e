/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What to do next, and what would make a verdict firmer.
 * Not here: the verdict (rules.h).
 */
#ifndef ACKNAK_DIAGNOSE_ADVICE_H
#define ACKNAK_DIAGNOSE_ADVICE_H

#include "diagnose/verdict/verdict.h"

/* Adds headline, steps and what would raise the confidence. */
void ak_advice_add(struct ak_verdict *verdict, const struct ak_facts *facts);

#endif
