/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recordings built byte by byte in memory, and what a reader makes of them, as a text trace.
 * Not here: expectations.
 */
#ifndef CAPTURE_TEST_H
#define CAPTURE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/capture.h"
#include "text_io.h"
#include "trace/pcap_link.h"
#include "trace/text_writer.h"

/* ---- building ---- */

struct build {
    uint8_t *bytes;
    size_t count;
    bool big_endian;
};

/* What is allocated for `count` bytes: a power of two. */
static inline size_t room_for(size_t count)
{
    size_t room = 64;
    while (room < count)
        room *= 2;
    return room;
}

static inline void put_bytes(struct build *build, const void *bytes, size_t count)
{
    size_t room = room_for(build->count + count);
    if (build->bytes == NULL || room != room_for(build->count)) {
        uint8_t *grown = realloc(build->bytes, room);
        assert_non_null(grown);
        build->bytes = grown;
    }
    if (count > 0)
        memcpy(build->bytes + build->count, bytes, count);
    build->count += count;
}

static inline void put_number(struct build *build, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        unsigned place = build->big_endian ? bytes - 1 - i : i;
        uint8_t byte = (uint8_t)(value >> 8 * place);
        put_bytes(build, &byte, 1);
    }
}

static inline void put_text(struct build *build, const char *text)
{
    put_bytes(build, text, strlen(text));
}

static inline void put_hex(struct build *build, const char *hex)
{
    for (; *hex != '\0'; hex += 2) {
        char pair[3] = {hex[0], hex[1], '\0'};
        uint8_t byte = (uint8_t)strtoul(pair, NULL, 16);
        put_bytes(build, &byte, 1);
    }
}

static inline void set_number(struct build *build, size_t at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        unsigned place = build->big_endian ? bytes - 1 - i : i;
        build->bytes[at + i] = (uint8_t)(value >> 8 * place);
    }
}

static inline void pad_to_4(struct build *build)
{
    while (build->count % 4 != 0)
        put_number(build, 0, 1);
}

/* ---- pcapng ---- */

static inline size_t begin_block(struct build *build, uint32_t type)
{
    put_number(build, type, 4);
    put_number(build, 0, 4);
    return build->count - 8;
}

static inline void end_block(struct build *build, size_t begin)
{
    pad_to_4(build);
    uint32_t bytes = (uint32_t)(build->count - begin + 4);
    set_number(build, begin + 4, bytes, 4);
    put_number(build, bytes, 4);
}

static inline void put_section(struct build *build)
{
    size_t begin = begin_block(build, 0x0A0D0D0A);
    put_number(build, 0x1A2B3C4D, 4);
    put_number(build, 1, 2);
    put_number(build, 0, 2);
    put_number(build, UINT64_MAX, 8);
    end_block(build, begin);
}

/* resolution: if_tsresol; 0: the option is left out. */
static inline void put_interface(struct build *build, uint16_t link_type, uint8_t resolution)
{
    size_t begin = begin_block(build, 1);
    put_number(build, link_type, 2);
    put_number(build, 0, 2);
    put_number(build, 0, 4);
    if (resolution != 0) {
        put_number(build, 9, 2);
        put_number(build, 1, 2);
        put_number(build, resolution, 1);
        pad_to_4(build);
        put_number(build, 0, 4);
    }
    end_block(build, begin);
}

static inline void put_packet(struct build *build, uint32_t interface, uint64_t units,
                              const void *bytes, size_t count, size_t original)
{
    size_t begin = begin_block(build, 6);
    put_number(build, interface, 4);
    put_number(build, units >> 32, 4);
    put_number(build, units & UINT32_MAX, 4);
    put_number(build, count, 4);
    put_number(build, original, 4);
    put_bytes(build, bytes, count);
    end_block(build, begin);
}

/* ---- packets of link type USER0 ---- */

#define ACK_0 "00000000b362" /* an Ack of sequence number 0 */

/* A DLLP, downstream or upstream, of `duration_ns`. Returns its length. */
static inline size_t user0_dllp(uint8_t out[64], enum ak_direction direction, uint64_t time_ns,
                                uint64_t duration_ns)
{
    struct build bytes = {NULL, 0, false};
    struct ak_record record;
    memset(&record, 0, sizeof record);
    record.kind = AK_RECORD_DLLP;
    record.direction = direction;
    record.seen = AK_SEEN_PROBE;
    record.time_fs = time_ns * 1000000;
    record.end_fs = record.time_fs + duration_ns * 1000000;
    ak_pcap_link_encode(&record, out);
    put_hex(&bytes, ACK_0);
    memcpy(out + AK_PCAP_LINK_BYTES, bytes.bytes, bytes.count);
    free(bytes.bytes);
    return AK_PCAP_LINK_BYTES + 6;
}

/* ---- Agilent records ---- */

#define AGILENT_UP       (1u << 28)
#define AGILENT_GAP      (1u << 30)
#define AGILENT_ERROR    (1u << 3)
#define AGILENT_2_5      (1u << 8)
#define AGILENT_5        (3u << 8)
#define AGILENT_X4       2u
#define AGILENT_RECORD   40u
#define AGILENT_TEST_MAX 16u

struct agilent_row {
    uint64_t time_ns;
    uint32_t flags;
    uint16_t metadata;
    const char *data; /* hex */
};

/* The places in a PAD that tests change. */
struct pad_places {
    size_t module;
    size_t first_record;
    size_t last_record;
    size_t record_bytes;
    size_t records_offset;
    size_t records;
    size_t data;
};

static inline void put_pad_string(struct build *build, const char *text)
{
    put_number(build, strlen(text), 2);
    put_text(build, text);
}

static inline void put_split_u64(struct build *build, uint64_t value)
{
    put_number(build, value >> 32, 4);
    put_number(build, value & UINT32_MAX, 4);
}

/* A PAD file with records 100 on. */
static inline struct pad_places put_pad(struct build *build, const struct agilent_row *rows,
                                        size_t count)
{
    struct pad_places places;
    build->big_endian = true;
    places.module = build->count;
    put_pad_string(build, "AGT_MODULE_ONEPORT_PCIEXPRESS_X8");
    for (int i = 0; i < 4; i++)
        put_pad_string(build, i == 1 ? "Rx" : "");
    put_number(build, 0, 8);
    put_number(build, 100, 4);
    put_number(build, 3, 4);
    places.first_record = build->count;
    put_number(build, 100, 4);
    places.last_record = build->count;
    put_number(build, 100 + count - 1, 4);
    places.record_bytes = build->count;
    put_number(build, AGILENT_RECORD, 4);
    put_number(build, 8, 4);
    for (int i = 0; i < 4; i++)
        put_number(build, 0, 8);
    put_pad_string(build, "6fb18cfe");
    put_pad_string(build, "101/1:Downstream");
    put_pad_string(build, "101/1:Upstream");
    put_number(build, 0, 6);
    put_number(build, 0, 6);
    places.records_offset = build->count;
    places.records = build->count + 16 + 2 + 5;
    places.data = places.records + count * AGILENT_RECORD;
    put_number(build, places.records, 8);
    put_number(build, places.data, 8);
    put_pad_string(build, "Start");
    build->big_endian = false;
    uint64_t data_offset = 0;
    for (size_t i = 0; i < count; i++) {
        size_t bytes = strlen(rows[i].data) / 2;
        put_number(build, 100 + i, 4);
        put_number(build, bytes, 4);
        put_split_u64(build, 1);
        put_split_u64(build, rows[i].time_ns);
        put_number(build, 0, 2);
        put_number(build, rows[i].metadata, 2);
        put_number(build, rows[i].flags, 4);
        put_split_u64(build, data_offset);
        data_offset += bytes;
    }
    for (size_t i = 0; i < count; i++)
        put_hex(build, rows[i].data);
    return places;
}

/* The same record as a packet of link type USER11. */
static inline void put_user11(struct build *build, const struct agilent_row *row)
{
    struct build packet = {NULL, 0, false};
    put_number(&packet, 100, 4);
    put_number(&packet, row->time_ns, 8);
    put_number(&packet, 0, 2);
    put_number(&packet, row->metadata, 2);
    put_number(&packet, row->flags, 4);
    put_hex(&packet, row->data);
    put_packet(build, 0, row->time_ns, packet.bytes, packet.count, packet.count);
    free(packet.bytes);
}

/* ---- reading ---- */

struct reading {
    enum ak_capture_status status;
    struct ak_capture_result result;
    char *trace; /* the records as lines, without the version line; free it */
    char notes[2048];
};

static inline void note_down(void *context, const char *text)
{
    char *notes = context;
    size_t used = strlen(notes);
    (void)snprintf(notes + used, 2048 - used, "%s\n", text);
}

struct memory_file {
    struct text_source source;
    const uint8_t *bytes;
    size_t count;
};

static inline long memory_read(void *context, uint8_t *buffer, size_t room)
{
    struct memory_file *file = context;
    return text_source_read(&file->source, (char *)buffer, room);
}

static inline long memory_read_at(void *context, uint64_t offset, uint8_t *buffer, size_t room)
{
    const struct memory_file *file = context;
    if (offset >= file->count)
        return 0;
    size_t count = file->count - (size_t)offset;
    if (count > room)
        count = room;
    memcpy(buffer, file->bytes + offset, count);
    return (long)count;
}

/* Reads `count` bytes that come `step` at a time; step 0: a file that can be read anywhere. */
static inline void read_with(struct reading *reading, const char *name, const void *bytes,
                             size_t count, size_t step, struct ak_capture_options *options)
{
    static struct ak_output output;
    struct text_sink text = {NULL, 0, 0};
    struct memory_file file = {{bytes, count, step > 0 ? step : SIZE_MAX}, bytes, count};
    struct ak_capture_source source = {memory_read, step > 0 ? NULL : memory_read_at, &file};
    struct ak_record_sink sink = {ak_text_write_taken, &output};
    memset(reading, 0, sizeof *reading);
    options->note = note_down;
    options->note_context = reading->notes;
    ak_output_init(&output, text_sink_write, &text);
    reading->status = ak_capture_read(name, &source, options, &sink, &reading->result);
    assert_int_equal(ak_output_flush(&output), 0);
    reading->trace = text.text != NULL ? text.text : calloc(1, 1);
}

static inline void read_bytes(struct reading *reading, const char *name, const void *bytes,
                              size_t count, size_t step)
{
    struct ak_capture_options options;
    ak_capture_options_init(&options);
    read_with(reading, name, bytes, count, step, &options);
}

/* What is built is read, in pieces of several sizes, as these lines and with this error. */
static inline void expect(const struct build *build, const char *name, const char *trace,
                          const char *error)
{
    static const size_t steps[] = {0, 1, 1000};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct reading reading;
        read_bytes(&reading, name, build->bytes, build->count, steps[i]);
        assert_string_equal(reading.result.error, error);
        assert_string_equal(reading.trace, trace);
        assert_int_equal(reading.status, error[0] == '\0' ? AK_CAPTURE_OK : AK_CAPTURE_BAD_INPUT);
        free(reading.trace);
    }
}

#endif
