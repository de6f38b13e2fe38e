/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The 8b/10b code: symbols as ten line bits, with running disparity.
 * Not here: what a packet's symbols are (acknak/frame.h), what an error means (phy.h).
 *
 * Only packets that were hit pass through it: a hit on the line then has the effect that the code
 * gives it (D11). Rules: SIM-03.
 */
#ifndef ACKNAK_SIM_CODE_8B10B_H
#define ACKNAK_SIM_CODE_8B10B_H

#include <stdbool.h>
#include <stdint.h>

#define SIM_SYMBOL_INVALID 0xFFFFu

/* Symbols as in acknak/frame.h: data bytes, and control characters with AK_SYM_K set.
 * Disparity 0: negative, 1: positive, ahead of the symbol. */
struct sim_code_8b10b {
    uint16_t encoded[2][512];  /* ten bits, "a" highest; 0 for a symbol that does not exist */
    uint16_t decoded[2][1024]; /* SIM_SYMBOL_INVALID: code or disparity error */
};

void sim_code_8b10b_init(struct sim_code_8b10b *code);

/* The running disparity behind ten line bits: by their ones, or unchanged if balanced. */
uint32_t sim_code_8b10b_disparity(uint16_t bits, uint32_t disparity);

#endif
