/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An Ack with its CRC, written and recognised in a few operations.
 * Not here: any other DLLP (dllp.c).
 */
#ifndef ACKNAK_CORE_DLLP_ACK_H
#define ACKNAK_CORE_DLLP_ACK_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/dllp.h"
#include "acknak/seq.h"

#include "bytes.h"
#include "crc_tables.h"

/* The CRC of an Ack with number 0; the number's two bytes add to it. Rules: DLLP-01. */
#define DLLP_ACK_0_CRC 0x62B3u

static inline uint16_t dllp_ack_crc(uint16_t seq)
{
    return (uint16_t)(DLLP_ACK_0_CRC ^ ak_crc_dllp_slices[1][(unsigned)seq >> 8] ^
                      ak_crc_dllp_slices[0][seq & 0xFFu]);
}

/* `seq` is a sequence number: at most 4095. */
static inline void dllp_write_ack(uint8_t out[AK_DLLP_BYTES], uint16_t seq)
{
    const uint16_t crc = dllp_ack_crc(seq);
    out[0] = 0;
    out[1] = 0;
    store_be16(out + 2, seq);
    out[4] = (uint8_t)crc;
    out[5] = (uint8_t)(crc >> 8);
}

/* An Ack with the right CRC whose reserved bits, which a receiver must ignore, are 0 anyway. */
static inline bool dllp_is_plain_ack(const uint8_t in[AK_DLLP_BYTES])
{
    const uint16_t number = load_be16(in + 2);
    const uint16_t crc = (uint16_t)(in[4] | in[5] << 8);
    return (in[0] | in[1]) == 0 && number <= AK_SEQ_MASK && dllp_ack_crc(number) == crc;
}

#endif
