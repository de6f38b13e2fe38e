/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scrambling of 8b/10b: x^16 + x^5 + x^4 + x^3 + 1, seeded by COM.
 * Not here: what the symbols mean (lane.h).
 */
#ifndef AK_CAPTURE_SCRAMBLER_H
#define AK_CAPTURE_SCRAMBLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of one lane; symbols are those of frame.h. All zero: nothing known yet. */
struct ak_scrambler {
    uint16_t lfsr;
    bool known;         /* lfsr is that of the lane */
    bool after_com;     /* the next symbol tells which ordered set this is */
    uint8_t plain_left; /* symbols of a training set, which are not scrambled, still to come */
};

/* The symbol as it was before scrambling; of a data symbol only when `known` was set. */
uint16_t ak_scrambler_undo(struct ak_scrambler *scrambler, uint16_t symbol);

/*
 * Finds the state ahead of symbols[0] from the first place where some logical idle (or other
 * zeros) were scrambled. There is no COM among the symbols. State 0: they were not scrambled.
 * False: no such place.
 */
bool ak_scrambler_solve(const uint16_t *symbols, size_t count, uint16_t *state);

#endif
