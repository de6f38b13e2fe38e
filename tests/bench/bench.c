/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds, clock and medians.
 * Not here: what is measured (floor.c, link.c, sim.c, kernels.c) and how it is shown (report.c).
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * Long enough that the clock's own cost vanishes, short enough that the cases of one round see the
 * same machine. Some processors wake the upper half of their widest registers only after
 * microseconds of use, hence the run before the timed one.
 */
#define ROUND_NS   60000
#define WARM_UP_NS 25000

const unsigned bench_payloads[3] = {64, 256, 4096};

static volatile uint32_t used;

void bench_use(uint32_t value)
{
    used = value;
}

struct bench_case *bench_add(struct bench *bench, enum bench_kind kind, const char *kernel,
                             unsigned payload_bytes)
{
    if (bench->count == BENCH_MAX_CASES) {
        fprintf(stderr, "acknak-bench: more than %d cases\n", BENCH_MAX_CASES);
        exit(70);
    }

    struct bench_case *added = &bench->cases[bench->count++];

    added->kind = kind;
    added->kernel = kernel;
    added->payload_bytes = payload_bytes;
    return added;
}

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t run_ns(const struct bench_case *measured, size_t tlps)
{
    uint64_t begin = now_ns();

    measured->run(measured->context, tlps);
    return now_ns() - begin;
}

static int compare_doubles(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;

    return (left > right) - (left < right);
}

/* The median of values[round] over the rounds that count. */
static double median(const struct bench *bench, const struct bench_case *measured,
                     const double *values)
{
    double sorted[BENCH_MAX_ROUNDS];
    size_t count = 0;

    for (size_t round = 0; round < bench->rounds; round++) {
        if (measured->counts[round])
            sorted[count++] = values[round];
    }
    qsort(sorted, count, sizeof(sorted[0]), compare_doubles);
    return sorted[count / 2];
}

/* How many TLPs fill a round; 64 divides it, so every case's own batch does. */
static size_t tlps_per_round(const struct bench_case *measured)
{
    size_t tlps = 64;

    run_ns(measured, tlps);
    while (run_ns(measured, tlps) < ROUND_NS / 2)
        tlps *= 2;
    return tlps;
}

static void run_round(struct bench_case *measured, size_t round)
{
    uint64_t begin = now_ns();

    while (now_ns() - begin < WARM_UP_NS)
        measured->run(measured->context, 64);
    measured->ns[round] = (double)run_ns(measured, measured->tlps) / (double)measured->tlps;
}

/* The quietest quarter of the rounds: those that took least time over all cases of the payload. */
static void choose_rounds(struct bench *bench, unsigned payload_bytes)
{
    double total[BENCH_MAX_ROUNDS] = {0};
    double sorted[BENCH_MAX_ROUNDS];

    for (size_t i = 0; i < bench->count; i++) {
        const struct bench_case *measured = &bench->cases[i];

        for (size_t round = 0; round < bench->rounds; round++) {
            if (measured->payload_bytes == payload_bytes)
                total[round] += measured->ns[round] * (double)measured->tlps;
        }
    }
    memcpy(sorted, total, sizeof(sorted));
    qsort(sorted, bench->rounds, sizeof(sorted[0]), compare_doubles);
    for (size_t i = 0; i < bench->count; i++) {
        for (size_t round = 0; round < bench->rounds; round++) {
            if (bench->cases[i].payload_bytes == payload_bytes)
                bench->cases[i].counts[round] = total[round] <= sorted[(bench->rounds - 1) / 4];
        }
    }
}

static void measure_payload(struct bench *bench, unsigned payload_bytes)
{
    for (size_t i = 0; i < bench->count; i++) {
        if (bench->cases[i].payload_bytes == payload_bytes)
            bench->cases[i].tlps = tlps_per_round(&bench->cases[i]);
    }
    for (size_t round = 0; round < bench->rounds; round++) {
        for (size_t i = 0; i < bench->count; i++) {
            if (bench->cases[i].payload_bytes == payload_bytes)
                run_round(&bench->cases[i], round);
        }
    }
    choose_rounds(bench, payload_bytes);
}

void bench_measure(struct bench *bench, bool progress)
{
    for (size_t i = 0; i < sizeof(bench_payloads) / sizeof(bench_payloads[0]); i++) {
        if (progress)
            fprintf(stderr, "measuring payloads of %u bytes\n", bench_payloads[i]);
        measure_payload(bench, bench_payloads[i]);
    }
    for (size_t i = 0; i < bench->count; i++) {
        struct bench_case *measured = &bench->cases[i];

        measured->median_ns = median(bench, measured, measured->ns);
    }
}

const struct bench_case *bench_floor(const struct bench *bench, const char *kernel,
                                     unsigned payload_bytes)
{
    const struct bench_case *quickest = NULL;

    for (size_t i = 0; i < bench->count; i++) {
        const struct bench_case *candidate = &bench->cases[i];

        if (candidate->kind != BENCH_FLOOR || candidate->payload_bytes != payload_bytes ||
            (kernel && strcmp(kernel, candidate->kernel) != 0))
            continue;
        if (!quickest || candidate->median_ns < quickest->median_ns)
            quickest = candidate;
    }
    return quickest;
}

const struct bench_case *bench_find(const struct bench *bench, enum bench_kind kind,
                                    unsigned payload_bytes)
{
    for (size_t i = 0; i < bench->count; i++) {
        const struct bench_case *candidate = &bench->cases[i];

        if (candidate->kind == kind && candidate->payload_bytes == payload_bytes)
            return candidate;
    }
    return NULL;
}

double bench_ratio(const struct bench *bench, const struct bench_case *numerator,
                   const struct bench_case *denominator)
{
    double ratios[BENCH_MAX_ROUNDS];

    for (size_t round = 0; round < bench->rounds; round++)
        ratios[round] = numerator->ns[round] / denominator->ns[round];
    return median(bench, numerator, ratios);
}
