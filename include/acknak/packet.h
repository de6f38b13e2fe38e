/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is handed over from layer to layer: a TLP to send, a packet on the wire.
 * Not here: the calls that take and return them (tx.h, rx.h).
 */
#ifndef ACKNAK_PACKET_H
#define ACKNAK_PACKET_H

#include <stdint.h>

/* A TLP: header (with prefixes), data and ECRC, in the order of sending. */
struct ak_tx_tlp {
    const void *bytes;
    uint32_t length_bytes; /* 12 to AK_TLP_MAX_BYTES, a multiple of 4 */
};

enum ak_packet_kind {
    AK_PACKET_NONE,
    AK_PACKET_TLP,
    AK_PACKET_DLLP,
};

/* A packet on the wire. Who sends it gets all fields (tx.h); of one that is received only `bytes`
 * and `length_bytes` are read (ak_rx_batch). */
struct ak_packet {
    const uint8_t *bytes; /* TLP: sequence number to LCRC; DLLP: 6 bytes with CRC */
    uint32_t length_bytes;
    uint16_t seq; /* of a TLP; the number an Ack or Nak carries; else 0 */
    uint8_t kind; /* enum ak_packet_kind */
    uint8_t wire; /* enum ak_wire: what it is in detail */
};

#endif
