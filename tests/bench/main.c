/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak-bench: arguments and order of work.
 * Not here: what is measured (floor.c, link.c, kernels.c), how (bench.c), and the output
 * (report.c).
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct bench bench;

static void print_usage(FILE *file)
{
    fputs(
        "usage: acknak-bench [--json] [--kernels] [--rounds N]\n"
        "  --json       print what scripts read (acknak-bench-1)\n"
        "  --kernels    show the CRC kernels one by one too\n"
        "  --rounds N   1 to 1000 rounds per payload (default 400): more is slower and steadier\n",
        file);
}

static size_t parse_rounds(const char *text)
{
    char *end = NULL;
    unsigned long rounds = text ? strtoul(text, &end, 10) : 0;

    if (!text || *end || rounds < 1 || rounds > BENCH_MAX_ROUNDS) {
        fprintf(stderr, "acknak-bench: --rounds is '%s', expected a number from 1 to %d\n",
                text ? text : "", BENCH_MAX_ROUNDS);
        exit(2);
    }
    return rounds;
}

int main(int argc, char **argv)
{
    bool json = false;
    bool kernels = false;

    bench.rounds = 400;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            json = true;
        } else if (strcmp(argv[i], "--kernels") == 0) {
            kernels = true;
        } else if (strcmp(argv[i], "--rounds") == 0) {
            i++;
            bench.rounds = parse_rounds(i < argc ? argv[i] : NULL);
        } else if (strcmp(argv[i], "--help") == 0) {
            print_usage(stdout);
            return 0;
        } else {
            fprintf(stderr, "acknak-bench: unknown option '%s'\n", argv[i]);
            print_usage(stderr);
            return 2;
        }
    }

    bench_add_floor(&bench);
    bench_add_link(&bench);
    bench_add_sim(&bench);
    if (kernels)
        bench_add_kernels(&bench);
    bench_measure(&bench, !json);
    if (!json)
        fputs("measuring the checker\n", stderr);
    bench_check(&bench);
    if (!json)
        fputs("measuring the formats\n", stderr);
    bench_formats(&bench);

    bool written = true;

    if (json)
        written = bench_print_json(&bench);
    else
        bench_print_table(&bench, kernels);
    if (!written || fflush(stdout) != 0 || ferror(stdout)) {
        fputs("acknak-bench: cannot write the output\n", stderr);
        return 4;
    }
    return 0;
}
