/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pcap, the older format: a header, then packets.
 * Not here: what the packets hold (packet.c).
 */
#include <inttypes.h>
#include <string.h>

#include "capture/formats.h"
#include "capture/packet.h"

#define HEADER_BYTES        24u
#define PACKET_HEADER_BYTES 16u
#define KEPT_MAX_BYTES      262144u /* what libpcap allows, too */
#define FS_PER_US           1000000000u
#define FS_PER_NS           1000000u
#define LINK_TYPE_MASK      0xFFFFu /* above it: length of a frame check sequence */

struct pcap {
    bool big_endian;
    uint32_t fs_per_unit;
    uint32_t units_per_s;
    uint32_t link_type;
    uint64_t count;
    struct ak_packets packets;
};

static uint32_t number(const struct pcap *pcap, const uint8_t *in)
{
    return pcap->big_endian ? ak_be32(in) : ak_le32(in);
}

/* Sets what the first four bytes say; false: they are not those of a pcap. */
static bool read_magic(struct pcap *pcap, const uint8_t *bytes)
{
    for (int big = 0; big <= 1; big++) {
        pcap->big_endian = big == 1;
        switch (number(pcap, bytes)) {
        case 0xA1B2C3D4u:
            pcap->fs_per_unit = FS_PER_US;
            pcap->units_per_s = 1000000;
            return true;
        case 0xA1B23C4Du:
            pcap->fs_per_unit = FS_PER_NS;
            pcap->units_per_s = 1000000000;
            return true;
        default:
            break;
        }
    }
    return false;
}

bool ak_pcap_begins(const uint8_t *bytes, size_t count)
{
    struct pcap pcap;
    return count >= 4 && read_magic(&pcap, bytes);
}

static int read_packet(struct ak_reader *reader, struct pcap *pcap)
{
    struct ak_input *input = &reader->input;
    const uint8_t *header = ak_input_at(input);
    uint32_t seconds = number(pcap, header);
    uint32_t units = number(pcap, header + 4);
    uint32_t kept_bytes = number(pcap, header + 8);
    uint32_t bytes = number(pcap, header + 12);
    uint64_t offset = input->offset;
    if (kept_bytes > KEPT_MAX_BYTES)
        return ak_reader_fail_at(reader, offset + 8,
                                 "found a packet of %" PRIu32 " bytes, expected "
                                 "at most 262144",
                                 kept_bytes);
    if (units >= pcap->units_per_s)
        return ak_reader_fail_at(reader, offset + 4,
                                 "found %" PRIu32 " as the part of a time stamp "
                                 "below one second, expected less than %" PRIu32,
                                 units, pcap->units_per_s);
    ak_input_take(input, PACKET_HEADER_BYTES);
    uint32_t wanted = kept_bytes < AK_PACKET_SEEN_BYTES ? kept_bytes : AK_PACKET_SEEN_BYTES;
    if (ak_input_see(input, wanted) < wanted)
        return ak_reader_fail_end(reader, "the rest of a packet");
    struct ak_packet packet = {
        .link_type = pcap->link_type,
        .number = ++pcap->count,
        .offset = input->offset,
        .seconds = seconds,
        .below_fs = (uint64_t)units * pcap->fs_per_unit,
        .unit_fs = pcap->fs_per_unit,
        .bytes = ak_input_at(input),
        .kept_bytes = wanted,
        .truncated = bytes > wanted,
    };
    int status = ak_packet_take(reader, &pcap->packets, &packet);
    if (status == AK_CAPTURE_OK && !ak_input_skip(input, kept_bytes))
        return ak_reader_fail_end(reader, "the rest of a packet");
    return status;
}

int ak_pcap_read(struct ak_reader *reader)
{
    struct pcap pcap;
    struct ak_input *input = &reader->input;
    memset(&pcap, 0, sizeof pcap);
    size_t seen = ak_input_see(input, HEADER_BYTES);
    if (seen >= 4 && !read_magic(&pcap, ak_input_at(input)))
        return ak_reader_fail_at(reader, 0,
                                 "found %08" PRIx32 ", expected the a1b2c3d4 or a1b23c4d "
                                 "of a pcap",
                                 ak_be32(ak_input_at(input)));
    if (seen < HEADER_BYTES)
        return ak_reader_fail_end(reader, "the header of a pcap (24 bytes)");
    pcap.link_type = number(&pcap, ak_input_at(input) + 20) & LINK_TYPE_MASK;
    if (!ak_packet_is_ours(pcap.link_type))
        return ak_reader_fail_at(reader, 20,
                                 "found link type %" PRIu32 ", expected USER0 (147) or "
                                 "USER11 (158)",
                                 pcap.link_type);
    ak_input_take(input, HEADER_BYTES);
    int status = AK_CAPTURE_OK;
    while (status == AK_CAPTURE_OK) {
        seen = ak_input_see(input, PACKET_HEADER_BYTES);
        if (seen == 0 && input->failure == NULL)
            break;
        if (seen < PACKET_HEADER_BYTES)
            return ak_reader_fail_end(reader, "the header of a packet (16 bytes)");
        status = read_packet(reader, &pcap);
    }
    return status == AK_CAPTURE_OK ? ak_packets_end(reader, &pcap.packets) : status;
}
