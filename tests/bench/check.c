/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The protocol checker: records in memory, and a pcapng in the page cache read and checked. A Link
 * of 8 GT/s x4 with 64-byte writes downstream, each acknowledged by an Ack of its own.
 * Not here: what the other cases cost (link.c, sim.c), which have rounds and ratios.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, mkstemp */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "acknak/check.h"
#include "acknak/crc.h"
#include "acknak/dllp.h"
#include "bench.h"
#include "capture/capture.h"
#include "render/format.h"

#define SEQS          4096u
#define TLP_BYTES     (BENCH_HEADER_BYTES + 64u)
#define RECORD_BYTES  (2u + TLP_BYTES + 4u)
#define LAPS          25u /* of the sequence numbers in a run: 204,800 records */
#define RUNS_MAX      9u
#define FS_PER_NS     UINT64_C(1000000)
#define TLP_NS        23u
#define TLP_EVERY_NS  30u
#define ACK_AFTER_NS  26u
#define ACK_NS        3u
#define ACKED_SPAN_NS (UINT64_C(1) * SEQS * TLP_EVERY_NS)

struct traffic {
    struct ak_record records[2 * SEQS];
    uint8_t tlps[SEQS][RECORD_BYTES];
    uint8_t acks[SEQS][AK_DLLP_BYTES];
};

static void fail(const char *what)
{
    fprintf(stderr, "acknak-bench: checker: %s\n", what);
    exit(70);
}

static void *memory_of(size_t bytes)
{
    void *memory = malloc(bytes);

    if (!memory)
        fail("out of memory");
    return memory;
}

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* MWr of 16 DW with a 64-bit address. */
static void write_tlp(uint8_t *record, uint16_t seq)
{
    static const uint8_t header[BENCH_HEADER_BYTES] = {0x60, 0, 0, 16, 1, 0, 0, 0xff,
                                                       0,    0, 0, 1,  0, 0, 0, 0};
    uint32_t lcrc;

    record[0] = (uint8_t)(seq >> 8);
    record[1] = (uint8_t)seq;
    memcpy(record + 2, header, sizeof(header));
    memset(record + 2 + sizeof(header), seq & 0xff, TLP_BYTES - sizeof(header));
    lcrc = ak_lcrc(ak_crc_best_kernel(), seq, record + 2, TLP_BYTES);
    for (unsigned i = 0; i < 4; i++)
        record[2 + TLP_BYTES + i] = (uint8_t)(lcrc >> (8 * i));
}

static void make(struct traffic *traffic)
{
    for (uint16_t seq = 0; seq < SEQS; seq++) {
        uint64_t begin_fs = seq * TLP_EVERY_NS * FS_PER_NS;
        write_tlp(traffic->tlps[seq], seq);
        ak_dllp_encode_ack(traffic->acks[seq], false, seq);
        traffic->records[2 * seq] = (struct ak_record){.kind = AK_RECORD_TLP,
                                                       .direction = AK_DOWNSTREAM,
                                                       .seen = AK_SEEN_PROBE,
                                                       .time_fs = begin_fs,
                                                       .end_fs = begin_fs + TLP_NS * FS_PER_NS,
                                                       .bytes = traffic->tlps[seq],
                                                       .length_bytes = RECORD_BYTES};
        begin_fs += ACK_AFTER_NS * FS_PER_NS;
        traffic->records[2 * seq + 1] = (struct ak_record){.kind = AK_RECORD_DLLP,
                                                           .direction = AK_UPSTREAM,
                                                           .seen = AK_SEEN_PROBE,
                                                           .time_fs = begin_fs,
                                                           .end_fs = begin_fs + ACK_NS * FS_PER_NS,
                                                           .bytes = traffic->acks[seq],
                                                           .length_bytes = AK_DLLP_BYTES};
    }
}

/* Hands LAPS rounds of the traffic to a sink. */
static void play(struct traffic *traffic, const struct ak_record_sink *sink)
{
    uint64_t number = 0;

    for (uint64_t lap = 0; lap < LAPS; lap++) {
        for (size_t i = 0; i < 2 * SEQS; i++) {
            struct ak_record record = traffic->records[i];
            record.number = ++number;
            record.time_fs += lap * ACKED_SPAN_NS * FS_PER_NS;
            record.end_fs += lap * ACKED_SPAN_NS * FS_PER_NS;
            if (sink->take(sink->context, &record))
                fail("the traffic is not taken");
        }
    }
}

static int ignore_finding(void *context, const struct ak_record *finding)
{
    (void)context;
    (void)finding;
    return 0;
}

static int check_record(void *context, const struct ak_record *record)
{
    return ak_check_take(context, record);
}

static struct ak_check *begin_check(void *memory)
{
    const struct ak_check_options options = {
        .link = {.known = AK_KNOWN_RATE | AK_KNOWN_WIDTH | AK_KNOWN_MPS,
                 .rate = AK_RATE_8,
                 .width = 4,
                 .mps_bytes = 256}};

    return ak_check_init(memory, &options, (struct ak_record_sink){ignore_finding, NULL});
}

/* A figure counts only if all was read, and the time did not go into findings. */
static void end_check(struct ak_check *check)
{
    const struct ak_check_counts *counts = ak_check_counts_of(check);
    bool whole = counts->tlps == LAPS * SEQS && counts->dllps == LAPS * SEQS;
    bool clean =
        counts->findings[AK_ERROR] + counts->findings[AK_WARNING] == 0 && counts->crc_bad == 0;

    if (ak_check_end(check) || !whole || !clean)
        fail("the traffic is not read whole, or is found to break rules");
}

static double time_memory(struct traffic *traffic, void *memory)
{
    struct ak_check *check = begin_check(memory);
    const struct ak_record_sink sink = {check_record, check};
    double begin = now_s();

    play(traffic, &sink);
    double spent = now_s() - begin;
    end_check(check);
    return spent;
}

static double time_pcapng(const char *path, void *memory)
{
    struct ak_capture_options options;
    struct ak_capture_result result;
    struct ak_check *check = begin_check(memory);
    const struct ak_record_sink sink = {check_record, check};

    ak_capture_options_init(&options);
    double begin = now_s();
    if (ak_capture_read_file(path, &options, &sink, &result) != AK_CAPTURE_OK)
        fail(result.error);
    double spent = now_s() - begin;
    end_check(check);
    return spent;
}

static int write_file(void *context, const char *text, size_t bytes)
{
    return fwrite(text, 1, bytes, context) == bytes ? 0 : -1;
}

static int render_record(void *context, const struct ak_record *record)
{
    return ak_render_pcapng.take(context, record);
}

static void write_pcapng(struct traffic *traffic, int descriptor)
{
    const struct ak_render_options options = {0};
    struct ak_output *output = memory_of(sizeof(*output));
    FILE *file = fdopen(descriptor, "wb");

    if (!file)
        fail("no temporary file");
    ak_output_init(output, write_file, file);
    const struct ak_record_sink sink = {render_record, ak_render_pcapng.begin(&options, output)};
    if (!sink.context)
        fail("out of memory");
    play(traffic, &sink);
    bool written = ak_render_pcapng.end(sink.context) == 0 && ak_output_flush(output) == 0;
    free(output);
    if (fclose(file) != 0 || !written)
        fail("the temporary file cannot be written");
}

static double least(double one, double other)
{
    return one < other ? one : other;
}

void bench_check(struct bench *bench)
{
    const double records = 2.0 * LAPS * SEQS;
    size_t runs = bench->rounds < RUNS_MAX ? bench->rounds : RUNS_MAX;
    char path[] = "/tmp/acknak-bench-XXXXXX";
    struct traffic *traffic = memory_of(sizeof(*traffic));
    void *memory = memory_of(ak_check_bytes());
    int descriptor = mkstemp(path);
    double memory_s = 1e9;
    double pcapng_s = 1e9;

    if (descriptor < 0)
        fail("no temporary file");
    make(traffic);
    write_pcapng(traffic, descriptor);
    for (size_t run = 0; run < runs; run++) {
        memory_s = least(memory_s, time_memory(traffic, memory));
        pcapng_s = least(pcapng_s, time_pcapng(path, memory));
    }
    (void)unlink(path);
    bench->check_records_per_s = records / memory_s;
    bench->check_pcapng_packets_per_s = records / pcapng_s;
    free(memory);
    free(traffic);
}
