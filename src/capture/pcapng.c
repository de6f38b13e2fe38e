/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pcapng: blocks of sections, interfaces and packets; blocks of other types are skipped.
 * Not here: what the packets hold (packet.c), options of an interface (pcapng_interface.c).
 */
#include "capture/pcapng.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "capture/formats.h"
#include "capture/packet.h"

#define BLOCK_HEAD_BYTES  8u  /* type and length */
#define BLOCK_MIN_BYTES   12u /* and the length again, at its end */
#define SECTION_MIN_BYTES 28u
#define PACKET_HEAD_BYTES 28u /* of an Enhanced or an obsolete Packet Block, head included */
#define BYTE_ORDER_MAGIC  0x1A2B3C4Du
#define SECTION_BLOCK     0x0A0D0D0Au
#define OPTION_END        0u
#define OPTION_DROPCOUNT  4u
#define OPTION_HEAD_BYTES 4u

enum { INTERFACE_BLOCK = 1, OBSOLETE_PACKET_BLOCK = 2, SIMPLE_BLOCK = 3, PACKET_BLOCK = 6 };

bool ak_pcapng_begins(const uint8_t *bytes, size_t count)
{
    return count >= 4 && ak_be32(bytes) == SECTION_BLOCK;
}

/* The section's byte order, and its version. The whole block is seen. */
static int read_section(struct ak_reader *reader, struct ak_pcapng *file, const uint8_t *block)
{
    uint16_t major = ak_pcapng_u16(file, block + 12);
    file->interface_count = 0;
    if (major != 1)
        return ak_reader_fail_at(reader, reader->input.offset + 12,
                                 "found version %u of pcapng, expected 1", major);
    return AK_CAPTURE_OK;
}

/* Whether an option of the packet says that packets before it were lost. */
static bool has_losses(const struct ak_pcapng *file, const uint8_t *at, const uint8_t *end)
{
    while ((size_t)(end - at) >= OPTION_HEAD_BYTES) {
        uint16_t code = ak_pcapng_u16(file, at);
        size_t bytes = ak_pcapng_u16(file, at + 2);
        at += OPTION_HEAD_BYTES;
        if (code == OPTION_END || bytes > (size_t)(end - at))
            return false;
        if (code == OPTION_DROPCOUNT && bytes == 8)
            return ak_le64(at) != 0;
        bytes = (bytes + 3) & ~(size_t)3;
        if (bytes > (size_t)(end - at))
            return false;
        at += bytes;
    }
    return false;
}

/* Fills in the time stamp. */
static void stamp(const struct ak_pcapng_interface *interface, uint64_t units,
                  struct ak_packet *packet)
{
    packet->unit_fs = interface->fs_per_unit;
    if (interface->shift == 0) {
        packet->seconds = units / interface->units_per_s;
        uint64_t rest = units - packet->seconds * interface->units_per_s;
        packet->below_fs = rest * interface->fs_per_unit / interface->units_per_fs;
    } else {
        uint64_t rest = units & ((UINT64_C(1) << interface->shift) - 1);
        packet->seconds = units >> interface->shift;
        packet->below_fs = 0;
        /* 10^15 in three steps of 10^5, so that nothing runs over. */
        for (int i = 0; i < 3; i++) {
            rest *= 100000;
            packet->below_fs = packet->below_fs * 100000 + (rest >> interface->shift);
            rest &= (UINT64_C(1) << interface->shift) - 1;
        }
    }
    packet->seconds += interface->offset_s;
}

/* An Enhanced Packet Block, or the obsolete one: they differ in the first eight bytes. */
static int read_packet(struct ak_reader *reader, struct ak_pcapng *file, const uint8_t *block,
                       uint32_t block_bytes, uint32_t seen_bytes, bool enhanced)
{
    uint32_t index = enhanced ? ak_pcapng_u32(file, block + 8) : ak_pcapng_u16(file, block + 8);
    uint32_t kept_bytes = ak_pcapng_u32(file, block + 20);
    uint32_t bytes = ak_pcapng_u32(file, block + 24);
    uint64_t offset = reader->input.offset;
    if (index >= file->interface_count)
        return ak_reader_fail_at(reader, offset + 8,
                                 "found a packet of interface %" PRIu32
                                 ", expected one of the %" PRIu32 " that were described",
                                 index, file->interface_count);
    if (kept_bytes > block_bytes - PACKET_HEAD_BYTES - 4)
        return ak_reader_fail_at(reader, offset + 20,
                                 "found a packet of %" PRIu32 " %s in a block of %" PRIu32
                                 ", expected one that fits",
                                 kept_bytes, ak_bytes_word(kept_bytes), block_bytes);
    const struct ak_pcapng_interface *interface = &file->interfaces[index];
    uint32_t seen_packet = seen_bytes - PACKET_HEAD_BYTES;
    struct ak_packet packet = {
        .link_type = interface->link_type,
        .number = ++file->packet_count,
        .offset = offset + PACKET_HEAD_BYTES,
        .bytes = block + PACKET_HEAD_BYTES,
        .kept_bytes = kept_bytes < seen_packet ? kept_bytes : seen_packet,
    };
    if (packet.kept_bytes > AK_PACKET_SEEN_BYTES)
        packet.kept_bytes = AK_PACKET_SEEN_BYTES;
    packet.truncated = bytes > packet.kept_bytes;
    uint64_t units =
        (uint64_t)ak_pcapng_u32(file, block + 12) << 32 | ak_pcapng_u32(file, block + 16);
    stamp(interface, units, &packet);
    uint32_t options = PACKET_HEAD_BYTES + ((kept_bytes + 3) & ~3u);
    uint64_t time_fs;
    bool lost = !enhanced ? (uint16_t)(ak_pcapng_u16(file, block + 10) + 1) > 1
                          : options + 4 < block_bytes && block_bytes == seen_bytes &&
                                has_losses(file, block + options, block + block_bytes - 4);
    if (lost && ak_packet_is_ours(packet.link_type) &&
        ak_reader_time(reader, packet.seconds, packet.below_fs, &time_fs)) {
        int status = ak_reader_take_gap(reader, time_fs, AK_DIRECTION_BOTH, AK_SEEN_PROBE);
        if (status != AK_CAPTURE_OK)
            return status;
    }
    return ak_packet_take(reader, &file->packets, &packet);
}

/* A block whose first `seen_bytes` are in the buffer. */
static int read_block(struct ak_reader *reader, struct ak_pcapng *file, uint32_t type,
                      uint32_t block_bytes, uint32_t seen_bytes)
{
    const uint8_t *block = ak_input_at(&reader->input);
    switch (type) {
    case SECTION_BLOCK:
        return read_section(reader, file, block);
    case INTERFACE_BLOCK:
        return ak_pcapng_read_interface(reader, file, block, seen_bytes);
    case PACKET_BLOCK:
    case OBSOLETE_PACKET_BLOCK:
        if (block_bytes < PACKET_HEAD_BYTES + 4)
            return ak_reader_fail_at(reader, reader->input.offset + 4,
                                     "found a packet block of %" PRIu32 " bytes, expected at least "
                                     "32",
                                     block_bytes);
        return read_packet(reader, file, block, block_bytes, seen_bytes, type == PACKET_BLOCK);
    case SIMPLE_BLOCK:
        file->packet_count++;
        file->simple_count++;
        return AK_CAPTURE_OK;
    default:
        return AK_CAPTURE_OK;
    }
}

/* The byte order that the section at the input's position has. */
static int read_byte_order(struct ak_reader *reader, struct ak_pcapng *file)
{
    struct ak_input *input = &reader->input;
    if (ak_input_see(input, SECTION_MIN_BYTES) < SECTION_MIN_BYTES)
        return ak_reader_fail_end(reader, "the header of a section (28 bytes)");
    const uint8_t *magic = ak_input_at(input) + 8;
    file->big_endian = ak_be32(magic) == BYTE_ORDER_MAGIC;
    if (!file->big_endian && ak_le32(magic) != BYTE_ORDER_MAGIC)
        return ak_reader_fail_at(reader, input->offset + 8,
                                 "found %08" PRIx32 ", expected the byte "
                                 "order magic 1a2b3c4d",
                                 ak_be32(magic));
    return AK_CAPTURE_OK;
}

/* Moves past the block, whose length is repeated at its end. */
static int end_block(struct ak_reader *reader, const struct ak_pcapng *file, uint32_t block_bytes)
{
    struct ak_input *input = &reader->input;
    if (!ak_input_skip(input, block_bytes - 4) || ak_input_see(input, 4) < 4)
        return ak_reader_fail_end(reader, "the rest of a block");
    uint32_t again = ak_pcapng_u32(file, ak_input_at(input));
    if (again != block_bytes)
        return ak_reader_fail_at(reader, input->offset,
                                 "found %" PRIu32 " at the end of a block, "
                                 "expected its length %" PRIu32,
                                 again, block_bytes);
    ak_input_take(input, 4);
    return AK_CAPTURE_OK;
}

static int next_block(struct ak_reader *reader, struct ak_pcapng *file)
{
    struct ak_input *input = &reader->input;
    if (ak_input_see(input, BLOCK_HEAD_BYTES) < BLOCK_HEAD_BYTES)
        return ak_reader_fail_end(reader, "the type and length of a block");
    if (ak_be32(ak_input_at(input)) == SECTION_BLOCK) {
        int status = read_byte_order(reader, file);
        if (status != AK_CAPTURE_OK)
            return status;
    }
    uint32_t type = ak_pcapng_u32(file, ak_input_at(input));
    uint32_t block_bytes = ak_pcapng_u32(file, ak_input_at(input) + 4);
    uint32_t least = type == SECTION_BLOCK ? SECTION_MIN_BYTES : BLOCK_MIN_BYTES;
    if (block_bytes < least || block_bytes % 4 != 0)
        return ak_reader_fail_at(reader, input->offset + 4,
                                 "found a block of %" PRIu32
                                 " %s, expected a multiple of 4 from %" PRIu32 " on",
                                 block_bytes, ak_bytes_word(block_bytes), least);
    uint32_t wanted = block_bytes < AK_PCAPNG_SEEN_BYTES ? block_bytes : AK_PCAPNG_SEEN_BYTES;
    if (ak_input_see(input, wanted) < wanted)
        return ak_reader_fail_end(reader, "the rest of a block");
    int status = read_block(reader, file, type, block_bytes, wanted);
    return status == AK_CAPTURE_OK ? end_block(reader, file, block_bytes) : status;
}

static int read_blocks(struct ak_reader *reader, struct ak_pcapng *file)
{
    struct ak_input *input = &reader->input;
    if (ak_input_see(input, 4) == 4 && !ak_pcapng_begins(ak_input_at(input), 4))
        return ak_reader_fail_at(reader, 0,
                                 "found %08" PRIx32 ", expected the 0a0d0d0a of a pcapng",
                                 ak_be32(ak_input_at(input)));
    int status = AK_CAPTURE_OK;
    while (status == AK_CAPTURE_OK && (ak_input_see(input, 1) > 0 || input->failure != NULL))
        status = next_block(reader, file);
    if (status != AK_CAPTURE_OK)
        return status;
    if (file->simple_count > 0)
        ak_reader_note(reader,
                       "packets without a time stamp (Simple Packet Blocks), left out: %" PRIu64,
                       file->simple_count);
    return ak_packets_end(reader, &file->packets);
}

int ak_pcapng_read(struct ak_reader *reader)
{
    struct ak_pcapng *file = calloc(1, sizeof *file);
    if (file == NULL)
        return AK_CAPTURE_NO_MEMORY;
    int status = read_blocks(reader, file);
    free(file);
    return status;
}
