/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules that turn the figures of a link into a verdict, in their order of precedence.
 * Not here: the figures (ends.h), advice (advice.h).
 */
#ifndef ACKNAK_DIAGNOSE_RULES_H
#define ACKNAK_DIAGNOSE_RULES_H

#include "diagnose/verdict/verdict.h"

/* Applies the first rule that fits; sets direction, cause, confidence and the reasoning. */
void ak_rules_apply(struct ak_verdict *verdict, const struct ak_facts *facts);

/* Evidence that bits of this direction were damaged: at its receiver, or by Nak counters. */
uint64_t ak_rules_downstream_evidence(const struct ak_verdict *verdict);
uint64_t ak_rules_upstream_evidence(const struct ak_verdict *verdict);

#endif
