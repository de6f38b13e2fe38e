/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Both CRCs bit by bit, as the specification's figures draw the shift registers.
 * Not here: speed.
 *
 * Written from the rules alone: the register shifts towards its highest power, bit 0 of byte 0
 * enters first, the result is complemented and its bits are mapped to the packet's bytes one by
 * one.
 */
#ifndef ACKNAK_TESTS_BIT_SERIAL_CRC_H
#define ACKNAK_TESTS_BIT_SERIAL_CRC_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t bit_serial_step(uint32_t shift_register, uint8_t byte, unsigned degree,
                                       uint32_t poly)
{
    for (unsigned bit = 0; bit < 8; bit++) {
        uint32_t feedback = ((shift_register >> (degree - 1)) ^ ((uint32_t)byte >> bit)) & 1u;

        shift_register = (shift_register << 1) ^ (feedback ? poly : 0);
        if (degree < 32)
            shift_register &= (1u << degree) - 1;
    }
    return shift_register;
}

#define BIT_SERIAL_LCRC_SEED 0xFFFFFFFFu

static inline uint32_t bit_serial_lcrc_step(uint32_t shift_register, uint8_t byte)
{
    return bit_serial_step(shift_register, byte, 32, 0x04C11DB7u);
}

/* The four bytes of the LCRC in the order they are sent. */
static inline void bit_serial_lcrc_end(uint32_t shift_register, uint8_t wire[4])
{
    uint32_t result = ~shift_register;

    for (unsigned i = 0; i < 4; i++)
        wire[i] = 0;
    /* Bit k goes to bit 7 - k % 8 of field byte k / 8; field byte 3 is sent first. */
    for (unsigned k = 0; k < 32; k++) {
        if (result >> k & 1u)
            wire[3 - k / 8] = (uint8_t)(wire[3 - k / 8] | 1u << (7 - k % 8));
    }
}

static inline uint32_t bit_serial_lcrc_begin(uint16_t seq)
{
    uint32_t shift_register = bit_serial_lcrc_step(BIT_SERIAL_LCRC_SEED, (uint8_t)(seq >> 8));

    return bit_serial_lcrc_step(shift_register, (uint8_t)seq);
}

/* The two bytes of a DLLP's CRC in the order they are sent. */
static inline void bit_serial_dllp_crc(const uint8_t dllp[4], uint8_t wire[2])
{
    uint32_t shift_register = 0xFFFFu;

    for (unsigned i = 0; i < 4; i++)
        shift_register = bit_serial_step(shift_register, dllp[i], 16, 0x100Bu);

    uint32_t result = shift_register ^ 0xFFFFu;

    wire[0] = 0;
    wire[1] = 0;
    for (unsigned k = 0; k < 16; k++) {
        if (result >> k & 1u)
            wire[1 - k / 8] = (uint8_t)(wire[1 - k / 8] | 1u << (7 - k % 8));
    }
}

/* How four, and two, wire bytes read as the values of acknak/crc.h. */
static inline uint32_t le32(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static inline uint16_t le16(const uint8_t bytes[2])
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

#endif
