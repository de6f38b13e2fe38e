/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scrambling of 8b/10b.
 * Not here: what the symbols mean (lane.c).
 */
#include "capture/scrambler.h"

#include "acknak/frame.h"

#define SEED         0xFFFFu
#define TAPS         0x0039u /* x^5 + x^4 + x^3 + 1 */
#define SET_SYM      16u     /* length of a training set, COM included */
#define SOLVE_BYTES  2u      /* determine the 16 bits of the state */
#define VERIFY_BYTES 4u      /* and so many more must agree */

/* Eight steps; returns the byte that a data symbol is XORed with, bit 0 first. */
static uint8_t advance(uint16_t *lfsr)
{
    unsigned state = *lfsr;
    unsigned key = 0;
    for (unsigned bit = 0; bit < 8; bit++) {
        unsigned out = state >> 15;
        key |= out << bit;
        state = ((state << 1) & 0xFFFFu) ^ (out ? TAPS : 0);
    }
    *lfsr = (uint16_t)state;
    return (uint8_t)key;
}

static uint16_t step_back_8(uint16_t lfsr)
{
    unsigned state = lfsr;
    for (int bit = 0; bit < 8; bit++) {
        unsigned out = state & 1;
        state = ((state ^ (out ? TAPS : 0)) >> 1) | out << 15;
    }
    return (uint16_t)state;
}

uint16_t ak_scrambler_undo(struct ak_scrambler *scrambler, uint16_t symbol)
{
    if (symbol == AK_SYM_COM) {
        *scrambler = (struct ak_scrambler){SEED, true, true, 0};
        return symbol;
    }
    if (scrambler->after_com) {
        scrambler->after_com = false;
        if (symbol != AK_SYM_SKP && symbol != AK_SYM_FTS && symbol != AK_SYM_IDL)
            scrambler->plain_left = SET_SYM - 1;
    }
    if (symbol == AK_SYM_SKP)
        return symbol;
    bool plain = scrambler->plain_left > 0;
    if (plain)
        scrambler->plain_left--;
    uint8_t key = advance(&scrambler->lfsr);
    return plain || symbol > UINT8_MAX ? symbol : (uint16_t)(symbol ^ key);
}

/*
 * The state whose next 16 bits are those of two key bytes. Bit j of the key is bit 15 - j of the
 * state, plus the taps that earlier ones have fed back and that have come up to the top since.
 */
static uint16_t state_before(uint8_t first, uint8_t second)
{
    unsigned key = (unsigned)first | (unsigned)second << 8;
    unsigned state = 0;
    for (unsigned j = 0; j < 16; j++) {
        unsigned bit = key >> j & 1;
        for (unsigned i = 0; i < j; i++)
            bit ^= (key >> i & 1) & (TAPS << (j - 1 - i)) >> 15;
        state |= (bit & 1) << (15 - j);
    }
    return (uint16_t)state;
}

/* Whether the symbols are the key itself: scrambled zeros. */
static bool is_key(const uint16_t *symbols, uint16_t state)
{
    for (unsigned i = 0; i < SOLVE_BYTES + VERIFY_BYTES; i++)
        if (symbols[i] > UINT8_MAX || symbols[i] != advance(&state))
            return false;
    return true;
}

bool ak_scrambler_solve(const uint16_t *symbols, size_t count, uint16_t *state)
{
    for (size_t i = 0; i + SOLVE_BYTES + VERIFY_BYTES <= count; i++) {
        uint16_t found = state_before((uint8_t)symbols[i], (uint8_t)symbols[i + 1]);
        if (!is_key(symbols + i, found))
            continue;
        for (size_t back = i; back > 0; back--)
            if (symbols[back - 1] != AK_SYM_SKP)
                found = step_back_8(found);
        *state = found;
        return true;
    }
    return false;
}
