/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a row of an option table names the member that it sets.
 * Not here: the rows (options.c, option_lists.c).
 */
#ifndef SIM_OPTION_ROWS_H
#define SIM_OPTION_ROWS_H

#include "sim/options.h"

#define MEMBER_BYTES(type, member) ((uint32_t)sizeof(((type *)0)->member))

#define STORED(type, member) .offset = offsetof(type, member), .bytes = MEMBER_BYTES(type, member)

#define ROW_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
