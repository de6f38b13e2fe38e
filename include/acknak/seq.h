/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sequence number arithmetic: 12 bits, modulo 4096.
 * Not here: who counts what (tx.h, rx.h).
 *
 * A larger number is not always later: 0 follows 4095. Never compare sequence numbers with < or >;
 * take a distance and compare that.
 */
#ifndef ACKNAK_SEQ_H
#define ACKNAK_SEQ_H

#include <stdint.h>

#define AK_SEQ_COUNT  4096u /* sequence numbers there are */
#define AK_SEQ_MASK   0xFFFu
#define AK_SEQ_WINDOW 2048u /* half of them: the limit between later and earlier */

/* The number `steps` after `seq` (a negative step is written as AK_SEQ_COUNT - n). Rules: TX-01. */
static inline uint16_t ak_seq_add(uint16_t seq, uint32_t steps)
{
    return (uint16_t)((seq + steps) & AK_SEQ_MASK);
}

/* The number before `seq`: 4095 for 0. */
static inline uint16_t ak_seq_before(uint16_t seq)
{
    return (uint16_t)((seq - 1u) & AK_SEQ_MASK);
}

/* How many steps lead from `from` to `to`, 0 to 4095. */
static inline uint32_t ak_seq_distance(uint16_t from, uint16_t to)
{
    return ((uint32_t)to - (uint32_t)from) & AK_SEQ_MASK;
}

#endif
