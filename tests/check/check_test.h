/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every test of the checker includes, and the times it counts with.
 * Not here: building traces (tests/support/trace_builder.h).
 */
#ifndef CHECK_TEST_H
#define CHECK_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trace_builder.h"

#define DOWN AK_DOWNSTREAM
#define UP   AK_UPSTREAM

/* At 2.5 GT/s x1 with MPS 128 (protocol.md 1.2) in ns. */
#define TLP_NS        336u    /* (2 + 12 + 64 + 4 + 2) symbols of 4 ns */
#define REPLAY_MIN_NS 2844u   /* 711 symbols: the table */
#define REPLAY_MAX_NS 124000u /* 31,000 symbols: simplified, the larger of the two */
#define ACK_MAX_NS    1896u   /* 237 symbols, + 100 % */
#define REACTION_NS   4000u   /* 1,000 symbols, more than 1 us */
#define BUSY_NS       845u    /* (128 + 48 + 32) symbols * 65/64: packet and ordered set */

#endif
