/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A pcapng as far as it was read: the section's byte order and its interfaces.
 * Not here: what the packets hold (packet.h).
 */
#ifndef AK_CAPTURE_PCAPNG_H
#define AK_CAPTURE_PCAPNG_H

#include "capture/packet.h"
#include "capture/reader.h"

#define AK_PCAPNG_INTERFACES_MAX 4096u
#define AK_PCAPNG_SEEN_BYTES     32768u /* of a block: what follows is not looked at */

struct ak_pcapng_interface {
    uint32_t link_type;
    uint32_t shift;        /* units are 2^-shift s; 0: the decimal units below */
    uint64_t units_per_s;  /* decimal */
    uint64_t fs_per_unit;  /* 1 or more */
    uint64_t units_per_fs; /* decimal: 1 or more */
    uint64_t offset_s;     /* to add; wraps around for a negative one */
};

struct ak_pcapng {
    bool big_endian;
    uint32_t interface_count;
    uint64_t packet_count;
    uint64_t simple_count; /* Simple Packet Blocks: they have no time */
    struct ak_packets packets;
    struct ak_pcapng_interface interfaces[AK_PCAPNG_INTERFACES_MAX];
};

static inline uint16_t ak_pcapng_u16(const struct ak_pcapng *file, const uint8_t *in)
{
    return file->big_endian ? ak_be16(in) : ak_le16(in);
}

static inline uint32_t ak_pcapng_u32(const struct ak_pcapng *file, const uint8_t *in)
{
    return file->big_endian ? ak_be32(in) : ak_le32(in);
}

/* Reads an Interface Description Block, of which `bytes` are at `block`. */
int ak_pcapng_read_interface(struct ak_reader *reader, struct ak_pcapng *file, const uint8_t *block,
                             uint32_t bytes);

#endif
