/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which way a branch goes on a link that works: no error, no replay, room in the replay buffer.
 * Not here: anything that changes what the code means; another compiler may ignore all of it.
 *
 * Two CRCs and a copy of a small TLP cost so little that each instruction beside them shows. So a
 * call first asks, by as few comparisons as can be, whether all is plain; if not, a function out of
 * line decides by the rules. Out of line also means that the plain way saves no registers for it.
 */
#ifndef ACKNAK_CORE_PORT_BRANCH_H
#define ACKNAK_CORE_PORT_BRANCH_H

#if defined(__GNUC__)
#define AK_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define AK_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define AK_COLD                __attribute__((cold, noinline))
#define AK_NOT_INLINE          __attribute__((noinline))
/* The next use of a field reads it again: cheaper than a register that must be saved for it. */
#define AK_READ_AGAIN(field) __asm__("" : "+m"(field))
#else
#define AK_LIKELY(condition)   (condition)
#define AK_UNLIKELY(condition) (condition)
#define AK_COLD
#define AK_NOT_INLINE
#define AK_READ_AGAIN(field) ((void)(field))
#endif

#endif
