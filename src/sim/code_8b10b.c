/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables of the 8b/10b code, from its 5b/6b and 3b/4b halves.
 * Not here: packets.
 */
#include "sim/code_8b10b.h"

#include <string.h>

#include "acknak/frame.h"

#define SIX_MASK  0x3Fu
#define FOUR_MASK 0xFu

/* Half codes for negative disparity, first line bit highest. An unbalanced one is complemented
 * for positive disparity; so are, though balanced, D.7 (six) and D.x.3 (four). */
static const uint8_t six_bits[32] = {
    0x27, 0x1D, 0x2D, 0x31, 0x35, 0x29, 0x19, 0x38, 0x39, 0x25, 0x15, 0x34, 0x0D, 0x2C, 0x1C, 0x17,
    0x1B, 0x23, 0x13, 0x32, 0x0B, 0x2A, 0x1A, 0x3A, 0x33, 0x26, 0x16, 0x36, 0x0E, 0x2E, 0x1E, 0x2B,
};
static const uint8_t four_bits[8] = {0xB, 0x9, 0x5, 0xC, 0xD, 0xA, 0x6, 0xE};
/* Of control characters: complemented whenever disparity is positive. */
static const uint8_t four_bits_control[8] = {0xB, 0x6, 0xA, 0xC, 0xD, 0x5, 0x9, 0x7};

#define SIX_K28        0x0Fu
#define FOUR_ALTERNATE 0x7u /* D.x.A7: keeps five equal bits in a row apart from a comma */

static uint32_t ones_of(uint32_t bits)
{
    return (uint32_t)__builtin_popcount(bits);
}

static bool is_control(uint32_t byte)
{
    uint32_t x = byte & 31u, y = byte >> 5;
    return x == 28u || (y == 7u && (x == 23u || x == 27u || x == 29u || x == 30u));
}

/* D.x.7 takes its alternate form behind these, by disparity. */
static bool takes_alternate(uint32_t x, uint32_t disparity)
{
    if (disparity == 0) {
        return x == 17u || x == 18u || x == 20u;
    }
    return x == 11u || x == 13u || x == 14u;
}

static uint32_t encode_six(uint32_t x, bool control, uint32_t disparity)
{
    uint32_t six = control && x == 28u ? SIX_K28 : six_bits[x];
    bool flips = ones_of(six) != 3u || (x == 7u && !control);
    return disparity && flips ? six ^ SIX_MASK : six;
}

static uint32_t encode_four(uint32_t x, uint32_t y, bool control, uint32_t disparity)
{
    uint32_t four = control ? four_bits_control[y] : four_bits[y];
    if (!control && y == 7u && takes_alternate(x, disparity)) {
        four = FOUR_ALTERNATE;
    }
    bool flips = control || ones_of(four) != 2u || y == 3u;
    return disparity && flips ? four ^ FOUR_MASK : four;
}

uint32_t sim_code_8b10b_disparity(uint16_t bits, uint32_t disparity)
{
    uint32_t ones = ones_of(bits);
    if (ones == 5u) {
        return disparity;
    }
    return ones > 5u;
}

static uint16_t encode(uint32_t symbol, uint32_t disparity)
{
    bool control = (symbol & AK_SYM_K) != 0;
    uint32_t x = symbol & 31u, y = (symbol >> 5) & 7u;
    uint32_t six = encode_six(x, control, disparity);
    uint32_t between = ones_of(six) == 3u ? disparity : ones_of(six) > 3u;
    return (uint16_t)(six << 4 | encode_four(x, y, control, between));
}

void sim_code_8b10b_init(struct sim_code_8b10b *code)
{
    memset(code->encoded, 0, sizeof code->encoded);
    memset(code->decoded, 0xFF, sizeof code->decoded);
    for (uint32_t disparity = 0; disparity < 2; disparity++) {
        for (uint32_t symbol = 0; symbol < 512; symbol++) {
            if ((symbol & AK_SYM_K) && !is_control(symbol & 0xFFu)) {
                continue;
            }
            uint16_t bits = encode(symbol, disparity);
            code->encoded[disparity][symbol] = bits;
            code->decoded[disparity][bits] = (uint16_t)symbol;
        }
    }
}
