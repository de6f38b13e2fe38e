/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sentences on what the input can and cannot show.
 * Not here: verdicts (verdict.h).
 */
#ifndef ACKNAK_DIAGNOSE_WARNINGS_H
#define ACKNAK_DIAGNOSE_WARNINGS_H

#include "diagnose/facts/facts.h"
#include "diagnose/text/strings.h"

void ak_warnings_add(struct ak_strings *warnings, const struct ak_facts *facts);

#endif
