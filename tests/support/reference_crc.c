/* SPDX-License-Identifier: Apache-2.0 */
/* Frames and DLLPs sealed by the bit-serial CRCs. Not here: the library's routines. */
#include "reference_crc.h"

#include <stdbool.h>

#include "bit_serial_crc.h"

static uint8_t mirrored[256];       /* a byte with its bits in the other order */
static uint32_t steps_of_zero[256]; /* what a byte makes of an empty shift register */

static void fill_tables(void)
{
    static bool filled;
    if (filled) {
        return;
    }
    filled = true;
    for (unsigned byte = 0; byte < 256; byte++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            mirrored[byte] = (uint8_t)(mirrored[byte] | (byte >> bit & 1u) << (7 - bit));
        }
        steps_of_zero[byte] = bit_serial_lcrc_step(0, (uint8_t)byte);
    }
}

/* The step is linear, and bit 0 of a byte meets the highest bit of the register. */
static void lcrc_bytes(const uint8_t *bytes, size_t count, uint8_t wire[4])
{
    uint32_t shift_register = BIT_SERIAL_LCRC_SEED;
    fill_tables();
    for (size_t i = 0; i < count; i++) {
        shift_register =
            shift_register << 8 ^ steps_of_zero[bytes[i] ^ mirrored[shift_register >> 24]];
    }
    bit_serial_lcrc_end(shift_register, wire);
}

uint32_t reference_lcrc(const uint8_t *bytes, size_t count)
{
    uint8_t wire[4];
    lcrc_bytes(bytes, count, wire);
    return le32(wire);
}

uint16_t reference_dllp_crc(const uint8_t dllp[4])
{
    uint8_t wire[2];
    bit_serial_dllp_crc(dllp, wire);
    return le16(wire);
}

void reference_seal_frame(uint8_t *frame, size_t count)
{
    lcrc_bytes(frame, count, &frame[count]);
}

void reference_seal_dllp(uint8_t dllp[6])
{
    bit_serial_dllp_crc(dllp, &dllp[4]);
}
