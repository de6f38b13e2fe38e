/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which way a branch goes on a link that works: no error, no replay, room in the replay buffer.
 * Not here: anything that changes what the code means; another compiler may ignore all of it.
 *
 * A TLP of 64 bytes costs some 25 cycles for its CRCs and its copy, so each instruction beside
 * them shows. What a working link never runs is moved out of its way, and tests for it are ored
 * together where they can be: one branch instead of five.
 */
#ifndef ACKNAK_CORE_PORT_BRANCH_H
#define ACKNAK_CORE_PORT_BRANCH_H

#if defined(__GNUC__)
#define AK_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define AK_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define AK_COLD                __attribute__((cold, noinline))
#else
#define AK_LIKELY(condition)   (condition)
#define AK_UNLIKELY(condition) (condition)
#define AK_COLD
#endif

#endif
