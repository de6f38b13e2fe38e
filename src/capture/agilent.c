/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of Agilent's protocol analyzers as records of ours.
 * Not here: how they are stored (pad.c, packet.c).
 */
#include "capture/agilent.h"

#include <inttypes.h>
#include <string.h>

#include "acknak/frame.h"

#define NS_PER_S  1000000000u
#define FS_PER_NS 1000000u

/* Step of the time stamps in what these analyzers were seen to write. */
#define RESOLUTION_FS 8000000u

/* Bits of the flags. */
#define WIDTH_MASK      0x7u
#define WIDTH_CODES     5u /* x1, x2, x4, x8, x16 */
#define SYMBOL_ERROR    (1u << 3)
#define SPEED_VALID     (1u << 8)
#define SPEED_5         (1u << 9)
#define DISPARITY_ERROR (1u << 11)
#define UPSTREAM        (1u << 28)
#define GAP             (1u << 30)

#define METADATA_OFFSET_MASK 0x7FFFu

/* Control characters by their byte alone: where they stand tells them from data. */
#define BYTE_STP ((uint8_t)AK_SYM_STP)
#define BYTE_SDP ((uint8_t)AK_SYM_SDP)
#define BYTE_END ((uint8_t)AK_SYM_END)
#define BYTE_EDB ((uint8_t)AK_SYM_EDB)
#define BYTE_COM ((uint8_t)AK_SYM_COM)

static int follow_link(struct ak_reader *reader, struct ak_agilent_link *state, uint32_t flags,
                       uint64_t time_fs)
{
    flags &= WIDTH_MASK | SPEED_VALID | SPEED_5;
    if (state->known && state->flags == flags)
        return AK_CAPTURE_OK;
    bool first = !state->known;
    struct ak_record_link *link = &state->link;
    state->known = true;
    state->flags = flags;
    link->known = AK_KNOWN_WIDTH;
    link->width = 1u << (flags & WIDTH_MASK);
    if ((flags & SPEED_VALID) != 0) {
        link->known |= AK_KNOWN_RATE;
        link->rate = (flags & SPEED_5) != 0 ? AK_RATE_5 : AK_RATE_2_5;
    }
    if (first) {
        link->known |= AK_KNOWN_RESOLUTION | AK_KNOWN_VIEWS;
        link->resolution_fs = RESOLUTION_FS;
        link->views[0] = 1u << AK_SEEN_PROBE;
        link->views[1] = 1u << AK_SEEN_PROBE;
    }
    return ak_reader_take_link(reader, time_fs, link);
}

/* Where the bytes of a packet are; the last symbol tells its end. */
static void read_packet(const struct ak_agilent_record *in, uint32_t symbols,
                        struct ak_record *record)
{
    uint8_t last = in->data[symbols - 1];
    bool ended = symbols > 1 && !in->truncated && (last == BYTE_END || last == BYTE_EDB);
    record->kind = in->data[0] == BYTE_STP ? AK_RECORD_TLP : AK_RECORD_DLLP;
    record->end = !ended ? AK_END_CUT : last == BYTE_EDB ? AK_END_EDB : AK_END_GOOD;
    record->bytes = in->data + 1;
    record->length_bytes = symbols - 1 - (ended ? 1 : 0);
    record->truncated = in->truncated;
}

/* Symbols of an ordered set on one lane; what follows it in a record is noise. */
static uint32_t os_symbols(const uint8_t *symbols, uint32_t count, enum ak_os os)
{
    uint32_t used = 1;
    if (os == AK_OS_SKP || os == AK_OS_FTS || os == AK_OS_EIOS) {
        while (used < count && symbols[used] == symbols[1] && (used < 4 || os == AK_OS_SKP))
            used++;
        return used;
    }
    return count < 16 ? count : 16;
}

/* Symbols of all lanes stand one after the other: lane 0 is kept. */
static void read_os(struct ak_reader *reader, const struct ak_agilent_record *in, uint32_t symbols,
                    uint32_t width, struct ak_record *record)
{
    uint32_t count = 0;
    if (symbols < width || in->data[width - 1] != BYTE_COM)
        width = 1;
    for (uint32_t i = 0; i < symbols && count < sizeof reader->bytes; i += width)
        reader->bytes[count++] = in->data[i];
    record->kind = AK_RECORD_OS;
    record->bytes = reader->bytes;
    record->os = ak_reader_os_of(reader->bytes, count);
    record->length_bytes = os_symbols(reader->bytes, count, record->os);
    /* Behind an EIOS the lane is in electrical idle: no symbol there can be in error. */
    if (record->os == AK_OS_EIOS && record->length_bytes < count)
        record->error = false;
}

static void read_symbols(struct ak_reader *reader, const struct ak_agilent_record *in,
                         uint32_t width, struct ak_record *record)
{
    uint32_t metadata = in->metadata & METADATA_OFFSET_MASK;
    uint32_t symbols = in->data_bytes;
    bool truncated = in->truncated;
    if (metadata > 0 && metadata <= symbols) {
        symbols = metadata;
        truncated = false;
    }
    struct ak_agilent_record cut = *in;
    cut.truncated = truncated;
    if (symbols > 0 && (in->data[0] == BYTE_STP || in->data[0] == BYTE_SDP)) {
        read_packet(&cut, symbols, record);
    } else if (symbols > 0 && record->error && in->data[0] != BYTE_COM) {
        record->kind = AK_RECORD_ERROR;
        record->error = false;
    } else {
        read_os(reader, &cut, symbols, width, record);
    }
    if (record->length_bytes > AK_CAPTURE_PACKET_MAX_BYTES) {
        record->length_bytes = AK_CAPTURE_PACKET_MAX_BYTES;
        record->truncated = true;
    }
}

static uint32_t symbols_of(const struct ak_record *record, uint32_t width)
{
    if (record->kind == AK_RECORD_OS)
        return record->length_bytes * width;
    if (!ak_record_is_packet(record->kind))
        return 0;
    return record->length_bytes + (record->end == AK_END_CUT ? 1u : 2u);
}

int ak_agilent_take(struct ak_reader *reader, struct ak_agilent_link *link,
                    const struct ak_agilent_record *in, uint64_t offset)
{
    uint64_t time_fs;
    if ((in->flags & WIDTH_MASK) >= WIDTH_CODES)
        return ak_reader_fail_at(reader, offset,
                                 "found width code %" PRIu32 " in the flags of a "
                                 "record, expected 0 to 4 (x1 to x16)",
                                 in->flags & WIDTH_MASK);
    if (!ak_reader_time(reader, in->time_ns / NS_PER_S, in->time_ns % NS_PER_S * FS_PER_NS,
                        &time_fs))
        return ak_reader_fail_at(reader, offset,
                                 "found time %" PRIu64 " ns, expected at most 5.1 "
                                 "hours after the first record",
                                 in->time_ns);
    int status = follow_link(reader, link, in->flags, time_fs);
    if (status != AK_CAPTURE_OK)
        return status;
    enum ak_direction direction = (in->flags & UPSTREAM) != 0 ? AK_UPSTREAM : AK_DOWNSTREAM;
    if ((in->flags & GAP) != 0)
        status = ak_reader_take_gap(reader, time_fs, AK_DIRECTION_BOTH, AK_SEEN_PROBE);
    if (status != AK_CAPTURE_OK)
        return status;
    struct ak_record record;
    memset(&record, 0, sizeof record);
    record.number = in->number;
    record.time_fs = time_fs;
    record.direction = direction;
    record.seen = AK_SEEN_PROBE;
    record.error = (in->flags & (SYMBOL_ERROR | DISPARITY_ERROR)) != 0;
    read_symbols(reader, in, link->link.width, &record);
    record.end_fs = ak_reader_end_fs(
        time_fs, ak_reader_duration_fs(&link->link, symbols_of(&record, link->link.width)));
    return ak_reader_take(reader, &record);
}
