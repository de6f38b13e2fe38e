/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The floor: per TLP one CRC where it is sent, one copy into the replay buffer, and one CRC where
 * it arrives, with each kernel there is. A link that keeps and checks its TLPs cannot do without.
 * Not here: the kernels one by one (kernels.c).
 */
#include "acknak/crc.h"
#include "bench.h"
#include "packets.h"

#include <string.h>

#ifdef ACKNAK_HAVE_ISAL
#include <isa-l/crc.h>
#endif

struct floor_work {
    struct bench_packets packets;
    enum ak_crc_kernel kernel;
};

/* Per payload the three own kernels and ISA-L. */
static struct floor_work works[3][4];

static void run_own(void *context, size_t tlps)
{
    const struct floor_work *work = context;
    const struct bench_packets *p = &work->packets;
    uint32_t sum = 0;

    for (size_t i = 0; i < tlps; i++) {
        size_t offset = (i & (p->count - 1)) * p->stride_bytes;

        sum ^= ak_lcrc(work->kernel, (uint16_t)i, p->sent + offset, p->tlp_bytes);
        memcpy(p->copied + offset - 2, p->sent + offset - 2, p->tlp_bytes + 2);
        sum ^= ak_lcrc(work->kernel, (uint16_t)i, p->arrived + offset, p->tlp_bytes);
    }
    bench_use(sum);
}

#ifdef ACKNAK_HAVE_ISAL
static void run_isal(void *context, size_t tlps)
{
    const struct floor_work *work = context;
    const struct bench_packets *p = &work->packets;
    uint32_t sum = 0;

    for (size_t i = 0; i < tlps; i++) {
        size_t offset = (i & (p->count - 1)) * p->stride_bytes;

        sum ^= crc32_gzip_refl(0, p->sent + offset - 2, p->tlp_bytes + 2);
        memcpy(p->copied + offset - 2, p->sent + offset - 2, p->tlp_bytes + 2);
        sum ^= crc32_gzip_refl(0, p->arrived + offset - 2, p->tlp_bytes + 2);
    }
    bench_use(sum);
}
#endif

static void add(struct bench *bench, const char *kernel, unsigned payload_bytes,
                struct floor_work *work, void (*run)(void *, size_t))
{
    struct bench_case *added = bench_add(bench, BENCH_FLOOR, kernel, payload_bytes);

    work->packets = bench_packets_of(payload_bytes);
    added->context = work;
    added->run = run;
}

void bench_add_floor(struct bench *bench)
{
    static const char *const names[] = {"portable", "pclmul", "vpclmul"};

    for (size_t i = 0; i < sizeof(works) / sizeof(works[0]); i++) {
        for (int kernel = AK_CRC_PORTABLE; kernel <= AK_CRC_VPCLMUL; kernel++) {
            struct floor_work *work = &works[i][kernel];

            work->kernel = (enum ak_crc_kernel)kernel;
            if (ak_crc_kernel_available(work->kernel))
                add(bench, names[kernel], bench_payloads[i], work, run_own);
        }
#ifdef ACKNAK_HAVE_ISAL
        add(bench, "isal", bench_payloads[i], &works[i][3], run_isal);
#endif
    }
}
