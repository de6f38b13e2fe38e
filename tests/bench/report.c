/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The results as a table for people and as JSON for scripts.
 * Not here: the measuring (bench.c).
 */
#include "bench.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

/* What each kind is called in either output, and what its ratio is to. */
static const struct {
    const char *key;
    const char *title;
    enum bench_kind reference; /* its own kind: no ratio */
    const char *floor_kernel;  /* with BENCH_FLOOR as the reference; NULL: the quickest */
    bool is_kernel;
} kinds[BENCH_KINDS] = {
    [BENCH_FLOOR] = {"floor", "floor: two CRCs and a copy", BENCH_FLOOR, NULL, false},
    [BENCH_SINGLE] = {"single", "one TLP per call", BENCH_FLOOR, NULL, false},
    [BENCH_BATCH] = {"batch", "batches", BENCH_FLOOR, NULL, false},
    [BENCH_PORTABLE] = {"portable", "portable kernel", BENCH_FLOOR, "portable", false},
    [BENCH_SIM] = {"sim", "simulator", BENCH_SINGLE, NULL, false},
    [BENCH_SIM_HIT] = {"sim", "simulator, 1 % of TLPs hit", BENCH_SIM, NULL, false},
    [BENCH_CRC] = {"crc", "LCRC", BENCH_CRC, NULL, true},
    [BENCH_CRC_COPY] = {"crc_copy", "LCRC and copy", BENCH_CRC_COPY, NULL, true},
    [BENCH_CRC_BATCH] = {"crc_batch", "LCRC, batch", BENCH_CRC_BATCH, NULL, true},
    [BENCH_CRC_COPY_BATCH] = {"crc_copy_batch", "LCRC and copy, batch", BENCH_CRC_COPY_BATCH, NULL,
                              true},
};

/* Of the floors only the quickest of each payload is shown. */
static bool is_shown(const struct bench *bench, const struct bench_case *measured)
{
    return measured->kind != BENCH_FLOOR ||
           measured == bench_floor(bench, NULL, measured->payload_bytes);
}

static bool has_ratio(enum bench_kind kind)
{
    return kinds[kind].reference != kind;
}

static double ratio_of(const struct bench *bench, const struct bench_case *measured)
{
    const char *kernel = kinds[measured->kind].floor_kernel;
    enum bench_kind reference = kinds[measured->kind].reference;
    unsigned payload_bytes = measured->payload_bytes;

    return bench_ratio(bench, measured,
                       reference == BENCH_FLOOR ? bench_floor(bench, kernel, payload_bytes)
                                                : bench_find(bench, reference, payload_bytes));
}

void bench_print_table(const struct bench *bench, bool with_kernels)
{
    printf("%-28s %-9s %8s %9s %7s\n", "per TLP", "kernel", "payload", "ns", "ratio");
    for (int kind = 0; kind < BENCH_KINDS; kind++) {
        if (kinds[kind].is_kernel && !with_kernels)
            continue;
        for (size_t i = 0; i < bench->count; i++) {
            const struct bench_case *measured = &bench->cases[i];

            if ((int)measured->kind != kind || !is_shown(bench, measured))
                continue;
            printf("%-28s %-9s %8u %9.1f", kinds[kind].title, measured->kernel,
                   measured->payload_bytes, measured->median_ns);
            if (has_ratio((enum bench_kind)kind))
                printf(" %7.2f", ratio_of(bench, measured));
            putchar('\n');
        }
    }
    printf("\n%-38s %17.2f\n", "checker, million records/s", bench->check_records_per_s / 1e6);
    printf("%-38s %17.2f\n", "checker, million packets/s of a pcapng",
           bench->check_pcapng_packets_per_s / 1e6);
    putchar('\n');
    for (size_t i = 0; i < BENCH_FORMATS; i++)
        printf("writing %-5s to reading, ratio %25.2f\n", bench->formats[i].name,
               bench->formats[i].write_s / bench->formats[i].read_s);
}

/* Two decimals of a nanosecond are more than the clock is good for. */
static json_t *rounded(double value)
{
    return json_real(round(value * 100.0) / 100.0);
}

static json_t *rows_of(const struct bench *bench, int kind)
{
    json_t *rows = json_array();

    for (size_t i = 0; i < bench->count; i++) {
        const struct bench_case *measured = &bench->cases[i];

        if ((int)measured->kind != kind || !is_shown(bench, measured))
            continue;

        json_t *row = json_object();

        json_object_set_new(row, "payload", json_integer(measured->payload_bytes));
        json_object_set_new(row, "ns", rounded(measured->median_ns));
        if (has_ratio((enum bench_kind)kind))
            json_object_set_new(row, "ratio", rounded(ratio_of(bench, measured)));
        json_object_set_new(row, "kernel", json_string(measured->kernel));
        json_array_append_new(rows, row);
    }
    return rows;
}

/* One object: the simulator is measured with one payload only. */
static json_t *sim_of(const struct bench *bench)
{
    const struct bench_case *plain = NULL;
    const struct bench_case *hit = NULL;
    json_t *sim = json_object();

    for (size_t i = 0; i < bench->count; i++) {
        if (bench->cases[i].kind == BENCH_SIM)
            plain = &bench->cases[i];
        if (bench->cases[i].kind == BENCH_SIM_HIT)
            hit = &bench->cases[i];
    }
    if (plain && hit) {
        json_object_set_new(sim, "payload", json_integer(plain->payload_bytes));
        json_object_set_new(sim, "ns_per_tlp", rounded(plain->median_ns));
        json_object_set_new(sim, "ratio_to_single", rounded(ratio_of(bench, plain)));
        json_object_set_new(sim, "slowdown_at_1pct", rounded(ratio_of(bench, hit)));
    }
    return sim;
}

static json_t *check_of(const struct bench *bench)
{
    json_t *check = json_object();

    json_object_set_new(check, "records_per_s",
                        json_integer((json_int_t)bench->check_records_per_s));
    json_object_set_new(check, "pcapng_packets_per_s",
                        json_integer((json_int_t)bench->check_pcapng_packets_per_s));
    return check;
}

static json_t *formats_of(const struct bench *bench)
{
    json_t *formats = json_object();

    for (size_t i = 0; i < BENCH_FORMATS; i++)
        json_object_set_new(formats, bench->formats[i].name,
                            rounded(bench->formats[i].write_s / bench->formats[i].read_s));
    return formats;
}

static bool is_sim(int kind)
{
    return kind == BENCH_SIM || kind == BENCH_SIM_HIT;
}

bool bench_print_json(const struct bench *bench)
{
    json_t *root = json_object();
    json_t *kernels = json_object();

    json_object_set_new(root, "schema", json_string("acknak-bench-1"));
    json_object_set_new(root, "rounds", json_integer((json_int_t)bench->rounds));
    for (int kind = 0; kind < BENCH_KINDS; kind++) {
        json_t *rows = is_sim(kind) ? sim_of(bench) : rows_of(bench, kind);

        if (is_sim(kind))
            json_object_set_new(root, kinds[kind].key, rows);
        else if (json_array_size(rows) == 0)
            json_decref(rows);
        else
            json_object_set_new(kinds[kind].is_kernel ? kernels : root, kinds[kind].key, rows);
    }
    json_object_set_new(root, "check", check_of(bench));
    json_object_set_new(root, "write_to_read", formats_of(bench));
    if (json_object_size(kernels) == 0)
        json_decref(kernels);
    else
        json_object_set_new(root, "kernels", kernels);

    bool written = json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0;

    putchar('\n');
    json_decref(root);
    return written;
}
