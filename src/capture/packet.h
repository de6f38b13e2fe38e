/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the packets of pcapng and pcap hold, by their link type.
 * Not here: where they stand in the file (pcapng.c, pcap.c).
 */
#ifndef AK_CAPTURE_PACKET_H
#define AK_CAPTURE_PACKET_H

#include "capture/agilent.h"
#include "capture/reader.h"

#define AK_LINKTYPE_USER0  147u /* ours: trace/pcap_link.h */
#define AK_LINKTYPE_USER11 158u /* Agilent records, as other tools write them */

/* Most bytes of a packet that are looked at. */
#define AK_PACKET_SEEN_BYTES 16384u

/* A packet as it was stored. */
struct ak_packet {
    uint32_t link_type;
    uint64_t number;   /* in the file, from 1 */
    uint64_t offset;   /* of its bytes, for messages */
    uint64_t seconds;  /* time stamp */
    uint64_t below_fs; /* the rest of it */
    uint64_t unit_fs;  /* what time stamps are a multiple of */
    const uint8_t *bytes;
    uint32_t kept_bytes; /* at bytes; at most AK_PACKET_SEEN_BYTES */
    bool truncated;      /* there was more */
};

/* What was understood and what was left out. */
struct ak_packets {
    struct ak_agilent_link link;
    uint64_t unit_fs; /* told of USER0: time stamps coarser than 1 ns */
    uint64_t taken;
    uint64_t foreign;           /* of another link type */
    uint32_t foreign_link_type; /* the first of them */
};

static inline bool ak_packet_is_ours(uint32_t link_type)
{
    return link_type == AK_LINKTYPE_USER0 || link_type == AK_LINKTYPE_USER11;
}

/* Hands the record in a packet on; counts those of other link types. */
int ak_packet_take(struct ak_reader *reader, struct ak_packets *packets,
                   const struct ak_packet *packet);

/* At the end: tells what was left out, and fails when that was everything. */
int ak_packets_end(struct ak_reader *reader, const struct ak_packets *packets);

#endif
