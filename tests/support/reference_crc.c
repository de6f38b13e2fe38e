/* SPDX-License-Identifier: Apache-2.0 */
/* Frames and DLLPs sealed by the bit-serial CRCs. Not here: the library's routines. */
#include "reference_crc.h"

#include "bit_serial_crc.h"

static void lcrc_bytes(const uint8_t *bytes, size_t count, uint8_t wire[4])
{
    uint32_t shift_register = BIT_SERIAL_LCRC_SEED;
    for (size_t i = 0; i < count; i++) {
        shift_register = bit_serial_lcrc_step(shift_register, bytes[i]);
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
