/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes of a frame as numbers, whatever the processor's byte order.
 * Not here: what the fields mean.
 */
#ifndef ACKNAK_CORE_BYTES_H
#define ACKNAK_CORE_BYTES_H

#include <stdint.h>

static inline uint16_t load_be16(const uint8_t *bytes)
{
    return (uint16_t)((uint32_t)bytes[0] << 8 | bytes[1]);
}

static inline void store_be16(uint8_t *bytes, uint16_t value)
{
    bytes[0] = (uint8_t)(value >> 8);
    bytes[1] = (uint8_t)value;
}

static inline uint32_t load_le32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static inline void store_le32(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
    bytes[2] = (uint8_t)(value >> 16);
    bytes[3] = (uint8_t)(value >> 24);
}

#endif
