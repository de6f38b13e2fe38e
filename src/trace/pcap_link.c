/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link-layer header of a packet on link type USER0 in pcapng and pcap.
 * Not here: blocks of pcapng, the payload.
 */
#include "trace/pcap_link.h"

#include <string.h>

#include "trace/units.h"

/* The numbers are in files of users: they never change. */
_Static_assert(AK_RECORD_LINK == 0 && AK_RECORD_TLP == 1 && AK_RECORD_DLLP == 2 &&
                   AK_RECORD_OS == 3 && AK_RECORD_ERROR == 4 && AK_RECORD_GAP == 5 &&
                   AK_RECORD_RECOVERY_START == 6 && AK_RECORD_RECOVERY_END == 7 &&
                   AK_RECORD_LINK_DOWN == 8 && AK_RECORD_LINK_UP == 9,
               "kinds are part of a file format");
_Static_assert(AK_DOWNSTREAM == 0 && AK_UPSTREAM == 1 && AK_DIRECTION_BOTH == 2,
               "directions are part of a file format");
_Static_assert(AK_SEEN_SENDER == 0 && AK_SEEN_PROBE == 1 && AK_SEEN_RECEIVER == 2,
               "places are part of a file format");
_Static_assert(AK_END_GOOD == 0 && AK_END_EDB == 1 && AK_END_CUT == 2,
               "ends are part of a file format");
_Static_assert(AK_OS_OTHER == 0 && AK_OS_SKP == 1 && AK_OS_TS1 == 2 && AK_OS_TS2 == 3 &&
                   AK_OS_FTS == 4 && AK_OS_EIOS == 5 && AK_OS_EIEOS == 6 && AK_OS_SDS == 7,
               "ordered sets are part of a file format");

enum {
    AT_VERSION = 0,
    AT_LENGTH = 1,
    AT_KIND = 2,
    AT_DIRECTION = 3,
    AT_SEEN = 4,
    AT_END = 5,
    AT_OS = 6,
    AT_FLAGS = 7,
    AT_STP = 8,
    AT_BELOW_NS = 12,
    AT_DURATION = 16,
    AT_NUMBER = 24,
    AT_ABOUT = 32
};

static void put_number(uint8_t *out, size_t bytes, uint64_t value)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t take_u32(const uint8_t *in)
{
    return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

static uint64_t take_u64(const uint8_t *in)
{
    return take_u32(in) | (uint64_t)take_u32(in + 4) << 32;
}

static uint8_t flags_of(const struct ak_record *record)
{
    return (uint8_t)((record->error ? AK_PCAP_LINK_ERROR : 0) |
                     (record->truncated ? AK_PCAP_LINK_TRUNCATED : 0) |
                     (record->has_stp ? AK_PCAP_LINK_HAS_STP : 0));
}

void ak_pcap_link_encode(const struct ak_record *record, uint8_t out[AK_PCAP_LINK_BYTES])
{
    memset(out, 0, AK_PCAP_LINK_BYTES);
    out[AT_VERSION] = AK_PCAP_LINK_VERSION;
    out[AT_LENGTH] = AK_PCAP_LINK_BYTES;
    out[AT_KIND] = (uint8_t)record->kind;
    out[AT_DIRECTION] = (uint8_t)record->direction;
    out[AT_SEEN] = (uint8_t)record->seen;
    if (ak_record_is_packet(record->kind))
        out[AT_END] = (uint8_t)record->end;
    if (record->kind == AK_RECORD_OS)
        out[AT_OS] = (uint8_t)record->os;
    out[AT_FLAGS] = flags_of(record);
    if (record->has_stp)
        memcpy(out + AT_STP, record->stp, sizeof record->stp);
    put_number(out + AT_BELOW_NS, 4, record->time_fs % AK_FS_PER_NS);
    put_number(out + AT_DURATION, 8, record->end_fs - record->time_fs);
    put_number(out + AT_NUMBER, 8, record->number);
    put_number(out + AT_ABOUT, 8, record->about);
}

/* What is wrong with a header, or a null pointer. */
static const char *header_error(const uint8_t *packet, size_t count)
{
    if (count < AK_PCAP_LINK_BYTES)
        return "found a packet shorter than its header, expected at least 40 bytes";
    if (packet[AT_VERSION] != AK_PCAP_LINK_VERSION)
        return "found another version of the link-layer header, expected version 1";
    if (packet[AT_LENGTH] < AK_PCAP_LINK_BYTES || packet[AT_LENGTH] > count)
        return "found an impossible header length, expected 40 to the length of the packet";
    if (packet[AT_KIND] > AK_RECORD_LINK_UP)
        return "found an unknown kind of record, expected 0 to 9";
    if (packet[AT_DIRECTION] > AK_DIRECTION_BOTH || packet[AT_SEEN] >= AK_SEEN_COUNT)
        return "found an unknown direction or place, expected 0 to 2";
    if (ak_record_is_packet((enum ak_record_kind)packet[AT_KIND]) &&
        packet[AT_DIRECTION] == AK_DIRECTION_BOTH)
        return "found a TLP or DLLP of both directions, expected 0 or 1";
    if (packet[AT_END] > AK_END_CUT || packet[AT_OS] >= AK_OS_COUNT)
        return "found an unknown end or ordered set, expected 0 to 2 and 0 to 7";
    if (take_u32(packet + AT_BELOW_NS) >= AK_FS_PER_NS)
        return "found more than 999,999 fs below the time stamp, expected less";
    return NULL;
}

size_t ak_pcap_link_decode(const uint8_t *packet, size_t count, uint64_t time_fs,
                           struct ak_record *record, const char **error)
{
    *error = header_error(packet, count);
    if (*error != NULL)
        return 0;
    uint64_t below_fs = take_u32(packet + AT_BELOW_NS);
    uint64_t duration_fs = take_u64(packet + AT_DURATION);
    if (below_fs > UINT64_MAX - time_fs || duration_fs > UINT64_MAX - time_fs - below_fs) {
        *error = "found an end later than 1.8e13 ns, expected an earlier one";
        return 0;
    }
    memset(record, 0, sizeof *record);
    record->number = take_u64(packet + AT_NUMBER);
    record->about = take_u64(packet + AT_ABOUT);
    record->time_fs = time_fs + below_fs;
    record->end_fs = record->time_fs + duration_fs;
    record->kind = (enum ak_record_kind)packet[AT_KIND];
    record->direction = (enum ak_direction)packet[AT_DIRECTION];
    record->seen = (enum ak_seen)packet[AT_SEEN];
    record->end = (enum ak_packet_end)packet[AT_END];
    record->os = (enum ak_os)packet[AT_OS];
    record->error = (packet[AT_FLAGS] & AK_PCAP_LINK_ERROR) != 0;
    record->truncated = (packet[AT_FLAGS] & AK_PCAP_LINK_TRUNCATED) != 0;
    record->has_stp = (packet[AT_FLAGS] & AK_PCAP_LINK_HAS_STP) != 0;
    memcpy(record->stp, packet + AT_STP, sizeof record->stp);
    return packet[AT_LENGTH];
}
