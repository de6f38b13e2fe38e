/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scopes that are explored.
 * Not here: exploring them (explore.c).
 */
#ifndef ACKNAK_TESTS_SCOPES_H
#define ACKNAK_TESTS_SCOPES_H

#include "model.h"

extern const struct model_scope scopes[];
extern const unsigned scope_count;

#endif
