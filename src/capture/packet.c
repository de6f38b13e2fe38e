/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the packets of pcapng and pcap hold, by their link type.
 * Not here: where they stand in the file (pcapng.c, pcap.c).
 */
#include "capture/packet.h"

#include <inttypes.h>
#include <string.h>

#include "trace/pcap_link.h"
#include "trace/text_link.h"
#include "trace/units.h"

static int read_link_words(struct ak_reader *reader, const struct ak_packet *packet,
                           const uint8_t *text, size_t bytes, struct ak_record *record)
{
    char error[300];
    struct ak_line line;
    record->direction = AK_DIRECTION_BOTH;
    ak_line_init(&line, (const char *)text, bytes, error, sizeof error);
    if (ak_text_read_link(&line, &record->link))
        return AK_CAPTURE_OK;
    return ak_reader_fail_at(reader, packet->offset, "in the parameters of the Link %s", error);
}

/* Time stamps that another program has made coarser than 1 ns: the first such packet tells. */
static int tell_unit(struct ak_reader *reader, struct ak_packets *packets,
                     const struct ak_packet *packet, uint64_t time_fs)
{
    struct ak_record_link link;
    if (packet->unit_fs <= AK_FS_PER_NS || packet->unit_fs <= packets->unit_fs)
        return AK_CAPTURE_OK;
    packets->unit_fs = packet->unit_fs;
    memset(&link, 0, sizeof link);
    link.known = AK_KNOWN_RESOLUTION;
    link.resolution_fs = packet->unit_fs;
    return ak_reader_take_link(reader, time_fs, &link);
}

static int take_user0(struct ak_reader *reader, struct ak_packets *packets,
                      const struct ak_packet *packet)
{
    const char *error;
    struct ak_record record;
    uint64_t time_fs;
    if (!ak_reader_time(reader, packet->seconds, packet->below_fs, &time_fs))
        return ak_reader_fail_at(reader, packet->offset,
                                 "found a time stamp before the first or "
                                 "5.1 hours after it, expected one between");
    size_t header =
        ak_pcap_link_decode(packet->bytes, packet->kept_bytes, time_fs, &record, &error);
    if (header == 0)
        return ak_reader_fail_at(reader, packet->offset, "%s", error);
    if (record.number == 0)
        record.number = packet->number;
    int status = tell_unit(reader, packets, packet, record.time_fs);
    if (status != AK_CAPTURE_OK)
        return status;
    const uint8_t *payload = packet->bytes + header;
    uint32_t bytes = packet->kept_bytes - (uint32_t)header;
    bool has_bytes = ak_record_is_packet(record.kind) || record.kind == AK_RECORD_OS;
    if (record.kind == AK_RECORD_LINK) {
        status = read_link_words(reader, packet, payload, bytes, &record);
        if (status != AK_CAPTURE_OK)
            return status;
        if (record.link.resolution_fs < packets->unit_fs)
            record.link.resolution_fs = packets->unit_fs;
    } else if (has_bytes) {
        record.truncated = record.truncated || packet->truncated;
        if (bytes > AK_CAPTURE_PACKET_MAX_BYTES) {
            bytes = AK_CAPTURE_PACKET_MAX_BYTES;
            record.truncated = true;
        }
        record.bytes = bytes > 0 ? payload : NULL;
        record.length_bytes = bytes;
    }
    return ak_reader_take(reader, &record);
}

static int take_user11(struct ak_reader *reader, struct ak_packets *packets,
                       const struct ak_packet *packet)
{
    if (packet->kept_bytes < AK_AGILENT_HEADER_BYTES)
        return ak_reader_fail_at(reader, packet->offset,
                                 "found a packet of %" PRIu32
                                 " %s, expected at least the 20 of its "
                                 "header",
                                 packet->kept_bytes, ak_bytes_word(packet->kept_bytes));
    struct ak_agilent_record record = {
        .number = packet->number,
        .time_ns = ak_le64(packet->bytes + 4),
        .metadata = ak_le16(packet->bytes + 14),
        .flags = ak_le32(packet->bytes + 16),
        .data = packet->bytes + AK_AGILENT_HEADER_BYTES,
        .data_bytes = packet->kept_bytes - AK_AGILENT_HEADER_BYTES,
        .truncated = packet->truncated,
    };
    return ak_agilent_take(reader, &packets->link, &record, packet->offset);
}

int ak_packet_take(struct ak_reader *reader, struct ak_packets *packets,
                   const struct ak_packet *packet)
{
    if (packet->link_type == AK_LINKTYPE_USER0) {
        packets->taken++;
        return take_user0(reader, packets, packet);
    }
    if (packet->link_type == AK_LINKTYPE_USER11) {
        packets->taken++;
        return take_user11(reader, packets, packet);
    }
    if (packets->foreign++ == 0)
        packets->foreign_link_type = packet->link_type;
    return AK_CAPTURE_OK;
}

int ak_packets_end(struct ak_reader *reader, const struct ak_packets *packets)
{
    if (packets->foreign == 0)
        return AK_CAPTURE_OK;
    if (packets->taken == 0)
        return ak_reader_fail_at(reader, 0,
                                 "found only packets of other link types (%" PRIu32
                                 "), expected some of USER0 (147) or USER11 (158)",
                                 packets->foreign_link_type);
    ak_reader_note(reader, "packets of other link types (%" PRIu32 "), left out: %" PRIu64,
                   packets->foreign_link_type, packets->foreign);
    return AK_CAPTURE_OK;
}
