/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LCRC and DLLP CRC of whole frames and DLLPs, bit by bit: nothing of the library is trusted.
 * Not here: the shift registers (bit_serial_crc.h).
 */
#ifndef ACKNAK_TESTS_REFERENCE_CRC_H
#define ACKNAK_TESTS_REFERENCE_CRC_H

#include <stddef.h>
#include <stdint.h>

/* LCRC of `count` bytes (sequence number field and TLP); its low byte goes first on the wire. */
uint32_t reference_lcrc(const uint8_t *bytes, size_t count);

/* CRC of bytes 0 to 3 of a DLLP; its low byte is byte 4. */
uint16_t reference_dllp_crc(const uint8_t dllp[4]);

/* Writes the four bytes of the LCRC behind the first `count` bytes of a frame. */
void reference_seal_frame(uint8_t *frame, size_t count);

/* Writes bytes 4 and 5 of a DLLP. */
void reference_seal_dllp(uint8_t dllp[6]);

#endif
