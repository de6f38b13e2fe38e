/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Builds TLPs.
 * Not here: sending them.
 */
#include "sim/source.h"

#include <string.h>
#include <zlib.h>

#include "acknak/tlp.h"
#include "sim/source_write.h"

enum kind { KIND_COMPLETION, KIND_READ, KIND_WRITE, KIND_RECORDED, KIND_COUNT };

#define FMT_4DW         0x20u
#define FMT_DATA        0x40u
#define TYPE_CPL        0x0Au
#define DIGEST          0x80u
#define ABOVE_4GIB      (1ull << 32)
#define FULL_BE         0xFu
#define READ_STEP_BYTES 68u /* so that requests start all over a page */

/* Bus 0 device 0 is the root port's side, bus 1 the endpoint's. */
static uint16_t id_of(enum sim_direction sender)
{
    return sender == SIM_DOWNSTREAM ? 0x0000u : 0x0100u;
}

static void store_be16(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)(value >> 8);
    to[1] = (uint8_t)value;
}

/* ---- Headers and payload ---- */

static void put_first_dw(uint8_t *tlp, uint32_t fmt_type, uint32_t payload_bytes, uint32_t tag)
{
    uint32_t length_dw = payload_bytes / AK_TLP_DW_BYTES % 1024u;
    tlp[0] = (uint8_t)fmt_type;
    /* Tag bits 9 and 8 stand among the traffic class bits. */
    tlp[1] = (uint8_t)((tag >> 9 & 1u) << 7 | (tag >> 8 & 1u) << 3);
    store_be16(tlp + 2, length_dw);
}

static uint32_t put_memory_header(uint8_t *tlp, const struct sim_source *source, bool data,
                                  uint32_t header_bytes, uint32_t bytes, uint32_t tag,
                                  uint64_t address)
{
    bool long_header = header_bytes == AK_TLP_HEADER_MAX_BYTES;

    put_first_dw(tlp, (data ? FMT_DATA : 0u) | (long_header ? FMT_4DW : 0u), bytes, tag);
    store_be16(tlp + 4, id_of(source->direction));
    tlp[6] = (uint8_t)tag;
    tlp[7] = (uint8_t)((bytes > AK_TLP_DW_BYTES ? FULL_BE << 4 : 0u) | FULL_BE);
    if (long_header) {
        sim_store_be32(tlp + 8, (address + ABOVE_4GIB) >> 32);
        sim_store_be32(tlp + 12, address);
    } else {
        sim_store_be32(tlp + 8, address);
    }
    return header_bytes;
}

/* ECRC: as the LCRC, without a number ahead, Type bit 0 and EP taken as 1. */
static uint32_t put_ecrc(uint8_t *tlp, uint32_t bytes)
{
    uint8_t first[AK_TLP_DW_BYTES];

    tlp[2] |= DIGEST;
    memcpy(first, tlp, sizeof first);
    first[0] |= 0x01u;
    first[2] |= 0x40u;
    uLong crc = crc32(0, first, sizeof first);
    crc = crc32(crc, tlp + sizeof first, bytes - (uInt)sizeof first);
    for (uint32_t i = 0; i < AK_TLP_ECRC_BYTES; i++)
        tlp[bytes + i] = (uint8_t)(crc >> (8u * i));
    return bytes + AK_TLP_ECRC_BYTES;
}

static void note(struct sim_source *source, enum sim_tlp_use use, uint32_t length_bytes,
                 uint32_t payload_bytes)
{
    source->tlp.use = (uint8_t)use;
    source->tlp.length_bytes = (uint16_t)length_bytes;
    source->tlp.payload_bytes = (uint16_t)payload_bytes;
    source->built = true;
}

/* ---- Writes ---- */

/* Which entry of the mix comes next. */
__attribute__((noinline)) static uint32_t choose_size(struct sim_source *source)
{
    const struct sim_writes *writes = &source->traffic->writes;
    uint64_t drawn = sim_random_below(&source->random, source->weight_sum);
    uint32_t i = 0;

    while (drawn >= writes->mix[i].weight)
        drawn -= writes->mix[i++].weight;
    return i;
}

static uint64_t paced(uint64_t next_fs, uint64_t interval_fs)
{
    return interval_fs ? next_fs + interval_fs : 0;
}

static bool write_is_due(const struct sim_source *source, uint64_t now)
{
    return source->writes_left != 0 && source->tlps_left != 0 && now >= source->writes_next_fs;
}

static void build_write(struct sim_source *source, uint8_t *tlp)
{
    const struct sim_writes *writes = &source->traffic->writes;
    uint32_t choice = writes->mix_count == 1 ? 0 : choose_size(source);
    uint32_t payload_bytes = writes->mix[choice].payload_bytes;
    uint32_t length_bytes = writes->header_bytes + payload_bytes;

    sim_put_write(source, source->write_headers[choice], writes->header_bytes, payload_bytes, tlp);
    if (writes->ecrc)
        length_bytes = put_ecrc(tlp, length_bytes);
    note(source, SIM_TLP_WRITE, length_bytes, payload_bytes);
    source->writes_left--;
    source->tlps_left--;
    source->writes_next_fs = paced(source->writes_next_fs, writes->interval_fs);
}

/* ---- Reads ---- */

static bool read_is_due(const struct sim_source *source, uint64_t now)
{
    const struct sim_reads *reads = &source->traffic->reads;
    return reads->on && source->tlps_left != 0 && source->free_tag_count != 0 &&
           now >= source->reads_next_fs && (reads->tlps == 0 || source->reads < reads->tlps);
}

static void build_read(struct sim_source *source, uint8_t *tlp)
{
    const struct sim_reads *reads = &source->traffic->reads;
    uint64_t span = (SIM_PAGE_BYTES - reads->size_bytes) / AK_TLP_DW_BYTES + 1u;
    uint64_t offset = source->reads * (READ_STEP_BYTES / AK_TLP_DW_BYTES) % span * AK_TLP_DW_BYTES;
    uint16_t tag = source->free_tags[--source->free_tag_count];

    source->tlp.address = ((source->reads * SIM_PAGE_BYTES) & SIM_ADDRESS_MASK) + offset;
    source->tlp.tag = tag;
    uint32_t length = put_memory_header(tlp, source, false, reads->header_bytes, reads->size_bytes,
                                        tag, source->tlp.address);
    note(source, SIM_TLP_READ, length, reads->size_bytes);
    source->reads++;
    source->tlps_left--;
    source->reads_next_fs = paced(source->reads_next_fs, reads->interval_fs);
}

void sim_source_complete(struct sim_source *source, uint16_t tag)
{
    if (source->free_tag_count < source->traffic->reads.tags)
        source->free_tags[source->free_tag_count++] = tag;
}

/* ---- Completions ---- */

void sim_source_answer(struct sim_source *source, const struct sim_tlp *request, uint64_t now)
{
    uint32_t at = (source->first_request + source->request_count++) % SIM_TAGS_MAX;
    source->requests[at] = (struct sim_request){
        .ready_fs = now + source->completion_latency_fs,
        .address = request->address,
        .left_bytes = request->payload_bytes,
        .tag = request->tag,
    };
}

static bool completion_is_due(const struct sim_source *source, uint64_t now)
{
    return source->request_count != 0 && now >= source->requests[source->first_request].ready_fs;
}

static void build_completion(struct sim_source *source, uint8_t *tlp)
{
    struct sim_request *request = &source->requests[source->first_request];
    enum sim_direction other = source->direction == SIM_DOWNSTREAM ? SIM_UPSTREAM : SIM_DOWNSTREAM;
    /* As long as the MPS allows, up to a Read Completion Boundary. */
    uint32_t bytes = source->mps_bytes - (uint32_t)(request->address % source->rcb_bytes);
    bool last = bytes >= request->left_bytes;

    if (last)
        bytes = request->left_bytes;
    put_first_dw(tlp, FMT_DATA | TYPE_CPL, bytes, request->tag);
    store_be16(tlp + 4, id_of(source->direction));
    store_be16(tlp + 6, request->left_bytes % SIM_PAGE_BYTES);
    store_be16(tlp + 8, id_of(other));
    tlp[10] = (uint8_t)request->tag;
    tlp[11] = (uint8_t)(request->address & 0x7Fu);
    sim_fill_payload(tlp + AK_TLP_HEADER_MIN_BYTES, bytes, request->address);
    source->tlp.tag = request->tag;
    note(source, last ? SIM_TLP_LAST_COMPLETION : SIM_TLP_COMPLETION,
         AK_TLP_HEADER_MIN_BYTES + bytes, bytes);
    request->address += bytes;
    request->left_bytes -= bytes;
    if (last) {
        source->first_request = (source->first_request + 1u) % SIM_TAGS_MAX;
        source->request_count--;
    }
}

/* ---- Recorded ---- */

static bool recorded_is_due(const struct sim_source *source, uint64_t now)
{
    return source->reader.has_tlp && source->tlps_left != 0 &&
           (source->workload->timing == SIM_WORKLOAD_FAST || now >= source->reader.time_fs);
}

static void build_recorded(struct sim_source *source, uint8_t *tlp)
{
    struct sim_workload_reader *reader = &source->reader;

    memcpy(tlp, reader->tlp, reader->length_bytes);
    note(source, SIM_TLP_RECORDED, reader->length_bytes, reader->payload_bytes);
    source->tlps_left--;
    sim_workload_advance(reader);
}

/* ---- All together ---- */

static bool build_kind(struct sim_source *source, enum kind kind, uint64_t now, uint8_t *room)
{
    switch (kind) {
    case KIND_COMPLETION:
        if (!completion_is_due(source, now))
            return false;
        build_completion(source, room);
        return true;
    case KIND_READ:
        if (!read_is_due(source, now))
            return false;
        build_read(source, room);
        return true;
    case KIND_WRITE:
        if (!write_is_due(source, now))
            return false;
        build_write(source, room);
        return true;
    case KIND_RECORDED:
        if (!recorded_is_due(source, now))
            return false;
        build_recorded(source, room);
        return true;
    case KIND_COUNT:
        break;
    }
    return false;
}

bool sim_source_build(struct sim_source *source, uint64_t now, uint8_t *room)
{
    if (source->writes_only)
        return build_kind(source, KIND_WRITE, now, room);
    for (uint32_t i = 0; i < KIND_COUNT; i++) {
        uint32_t kind = (source->turn + i) % KIND_COUNT;
        if (build_kind(source, (enum kind)kind, now, room)) {
            source->turn = kind + 1u;
            return true;
        }
    }
    return false;
}

/* Any mix, any options: not inlined, so that where one size is written little need be kept. */
void sim_source_build_any_write(struct sim_source *source, uint8_t *room)
{
    build_write(source, room);
}

static void earlier(uint64_t *next_fs, bool open, uint64_t time_fs)
{
    if (open && time_fs < *next_fs)
        *next_fs = time_fs;
}

uint64_t sim_source_next_fs(const struct sim_source *source)
{
    const struct sim_reads *reads = &source->traffic->reads;
    bool limited = source->tlps_left == 0;
    uint64_t next_fs = UINT64_MAX;

    earlier(&next_fs, source->request_count != 0, source->requests[source->first_request].ready_fs);
    earlier(&next_fs, !limited && source->writes_left != 0, source->writes_next_fs);
    earlier(&next_fs,
            !limited && reads->on && source->free_tag_count != 0 &&
                (reads->tlps == 0 || source->reads < reads->tlps),
            source->reads_next_fs);
    earlier(&next_fs, !limited && source->reader.has_tlp,
            source->workload->timing == SIM_WORKLOAD_FAST ? 0 : source->reader.time_fs);
    return next_fs;
}

bool sim_source_is_finished(const struct sim_source *source)
{
    const struct sim_reads *reads = &source->traffic->reads;
    bool awaits = reads->on && source->free_tag_count != reads->tags;
    return !source->built && !awaits && sim_source_next_fs(source) == UINT64_MAX;
}

static void free_all_tags(struct sim_source *source)
{
    const struct sim_reads *reads = &source->traffic->reads;

    source->free_tag_count = reads->on ? reads->tags : 0;
    for (uint32_t i = 0; i < source->free_tag_count; i++)
        source->free_tags[i] = (uint16_t)(source->free_tag_count - 1u - i);
}

void sim_source_link_down(struct sim_source *source)
{
    source->request_count = 0;
    if (source->built && source->tlp.use != SIM_TLP_WRITE && source->tlp.use != SIM_TLP_RECORDED)
        source->built = false;
    free_all_tags(source);
}

bool sim_source_init(struct sim_source *source, const struct sim_scenario *scenario,
                     enum sim_direction direction)
{
    const struct sim_reads *answered = &scenario->traffic[1 - direction].reads;
    const struct sim_traffic *traffic = &scenario->traffic[direction];

    source->traffic = traffic;
    source->workload = &scenario->workload;
    source->direction = direction;
    source->mps_bytes = scenario->link.mps_bytes;
    source->rcb_bytes = answered->rcb_bytes;
    source->completion_latency_fs = answered->latency_fs;
    source->writes_only = !traffic->reads.on && !answered->on &&
                          !(traffic->recorded && scenario->workload.file_count);
    source->saturates =
        source->writes_only && traffic->writes.on && traffic->writes.interval_fs == 0;
    source->one_size = traffic->writes.mix_count == 1 && !traffic->writes.ecrc;
    for (uint32_t i = 0; i < traffic->writes.mix_count; i++)
        put_memory_header(source->write_headers[i], source, true, traffic->writes.header_bytes,
                          traffic->writes.mix[i].payload_bytes, 0, 0);
    if (traffic->writes.on)
        source->writes_left = traffic->writes.tlps ? traffic->writes.tlps : UINT64_MAX;
    source->tlps_left = scenario->stop.tlps ? scenario->stop.tlps : UINT64_MAX;
    if (source->writes_only && source->tlps_left < source->writes_left) {
        source->writes_left = source->tlps_left; /* one limit for both */
        source->tlps_left = UINT64_MAX;
    }
    for (uint32_t i = 0; i < traffic->writes.mix_count; i++)
        source->weight_sum += traffic->writes.mix[i].weight;
    sim_random_start(&source->random, scenario->seed, direction, SIM_STREAM_TRAFFIC);
    free_all_tags(source);
    return !traffic->recorded || sim_workload_open(&source->reader, &scenario->workload, direction);
}

void sim_source_destroy(struct sim_source *source)
{
    sim_workload_close(&source->reader);
}
