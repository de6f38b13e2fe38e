/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The CRC kernels one by one: alone, copying, and in batches.
 * Not here: the floor (floor.c).
 */
#include "acknak/crc.h"
#include "bench.h"
#include "packets.h"

#ifdef ACKNAK_HAVE_ISAL
#include <isa-l/crc.h>
#endif

struct kernel_work {
    struct bench_packets packets;
    enum ak_crc_kernel kernel;
    struct ak_lcrc_job jobs[BENCH_MAX_PACKETS];
    struct ak_lcrc_job copy_jobs[BENCH_MAX_PACKETS];
};

/* Per payload the three own kernels and ISA-L. */
static struct kernel_work works[3][4];

static void run_crc(void *context, size_t tlps)
{
    const struct kernel_work *work = context;
    const struct bench_packets *p = &work->packets;
    uint32_t sum = 0;

    for (size_t i = 0; i < tlps; i++) {
        size_t offset = (i & (p->count - 1)) * p->stride_bytes;

        sum ^= ak_lcrc(work->kernel, (uint16_t)i, p->sent + offset, p->tlp_bytes);
    }
    bench_use(sum);
}

static void run_crc_copy(void *context, size_t tlps)
{
    const struct kernel_work *work = context;
    const struct bench_packets *p = &work->packets;
    uint32_t sum = 0;

    for (size_t i = 0; i < tlps; i++) {
        size_t offset = (i & (p->count - 1)) * p->stride_bytes;

        sum ^= ak_lcrc_copy(work->kernel, (uint16_t)i, p->copied + offset, p->sent + offset,
                            p->tlp_bytes);
    }
    bench_use(sum);
}

static void run_batches(enum ak_crc_kernel kernel, struct ak_lcrc_job *jobs, size_t count,
                        size_t tlps)
{
    for (size_t i = 0; i < tlps; i += count)
        ak_lcrc_batch(kernel, jobs, count);
    bench_use(jobs[0].lcrc);
}

static void run_crc_batch(void *context, size_t tlps)
{
    struct kernel_work *work = context;

    run_batches(work->kernel, work->jobs, work->packets.count, tlps);
}

static void run_crc_copy_batch(void *context, size_t tlps)
{
    struct kernel_work *work = context;

    run_batches(work->kernel, work->copy_jobs, work->packets.count, tlps);
}

#ifdef ACKNAK_HAVE_ISAL
static void run_isal(void *context, size_t tlps)
{
    const struct kernel_work *work = context;
    const struct bench_packets *p = &work->packets;
    uint32_t sum = 0;

    for (size_t i = 0; i < tlps; i++) {
        size_t offset = (i & (p->count - 1)) * p->stride_bytes;

        sum ^= crc32_gzip_refl(0, p->sent + offset - 2, p->tlp_bytes + 2);
    }
    bench_use(sum);
}
#endif

static void prepare(struct kernel_work *work, unsigned payload_bytes)
{
    struct bench_packets *p = &work->packets;

    *p = bench_packets_of(payload_bytes);
    for (unsigned i = 0; i < p->count; i++) {
        work->jobs[i] = (struct ak_lcrc_job){
            .tlp = p->sent + i * p->stride_bytes,
            .tlp_bytes = p->tlp_bytes,
            .seq = (uint16_t)i,
        };
        work->copy_jobs[i] = work->jobs[i];
        work->copy_jobs[i].destination = p->copied + i * p->stride_bytes;
    }
}

static void add(struct bench *bench, enum bench_kind kind, const char *kernel,
                unsigned payload_bytes, struct kernel_work *work, void (*run)(void *, size_t))
{
    struct bench_case *added = bench_add(bench, kind, kernel, payload_bytes);

    added->context = work;
    added->run = run;
}

void bench_add_kernels(struct bench *bench)
{
    static const char *const names[] = {"portable", "pclmul", "vpclmul"};

    for (size_t i = 0; i < sizeof(works) / sizeof(works[0]); i++) {
        unsigned payload = bench_payloads[i];

        for (int kernel = AK_CRC_PORTABLE; kernel <= AK_CRC_VPCLMUL; kernel++) {
            struct kernel_work *work = &works[i][kernel];

            work->kernel = (enum ak_crc_kernel)kernel;
            if (!ak_crc_kernel_available(work->kernel))
                continue;
            prepare(work, payload);
            add(bench, BENCH_CRC, names[kernel], payload, work, run_crc);
            add(bench, BENCH_CRC_COPY, names[kernel], payload, work, run_crc_copy);
            add(bench, BENCH_CRC_BATCH, names[kernel], payload, work, run_crc_batch);
            add(bench, BENCH_CRC_COPY_BATCH, names[kernel], payload, work, run_crc_copy_batch);
        }
#ifdef ACKNAK_HAVE_ISAL
        prepare(&works[i][3], payload);
        add(bench, BENCH_CRC, "isal", payload, &works[i][3], run_isal);
#endif
    }
}
