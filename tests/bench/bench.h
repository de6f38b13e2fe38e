/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measures cases side by side on a machine that others use too.
 * Not here: what is measured (floor.c, link.c, sim.c, kernels.c,
 * check.c) and how it is shown (report.c).
 *
 * All cases of one payload run in turn, round after round, and a ratio is formed within a round:
 * what disturbs the machine for longer than a round disturbs both sides of it. Medians over the
 * rounds are shown.
 */
#ifndef ACKNAK_BENCH_BENCH_H
#define ACKNAK_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BENCH_HEADER_BYTES 16
#define BENCH_MAX_CASES    128
#define BENCH_MAX_ROUNDS   1000

/* Tells the report what a case is. Kinds with a ratio name the kind they are compared with. */
enum bench_kind {
    BENCH_FLOOR,          /* two CRCs and a copy, with one kernel */
    BENCH_SINGLE,         /* both link ends, one TLP per call; to the quickest floor */
    BENCH_BATCH,          /* both link ends, in batches; to the quickest floor */
    BENCH_PORTABLE,       /* as BENCH_SINGLE with AK_CRC_PORTABLE; to the floor of that kernel */
    BENCH_SIM,            /* the simulator; to BENCH_SINGLE */
    BENCH_SIM_HIT,        /* the same with one TLP in a hundred hit; to BENCH_SIM */
    BENCH_CRC,            /* one LCRC */
    BENCH_CRC_COPY,       /* one LCRC and a copy by the same call */
    BENCH_CRC_BATCH,      /* one LCRC of a batch */
    BENCH_CRC_COPY_BATCH, /* one LCRC and a copy of a batch */
    BENCH_KINDS,
};

struct bench_case {
    enum bench_kind kind;
    const char *kernel;     /* "portable", "pclmul", "vpclmul", "isal"; "": no matter */
    unsigned payload_bytes; /* the TLP has BENCH_HEADER_BYTES more */
    /* Does the case's work for `tlps` packets, a multiple of what one call of it needs. */
    void (*run)(void *context, size_t tlps);
    void *context;                 /* owned by whoever added the case, valid until the end */
    size_t tlps;                   /* per round: set by bench_measure */
    double ns[BENCH_MAX_ROUNDS];   /* per TLP */
    bool counts[BENCH_MAX_ROUNDS]; /* whether the round was a quiet one */
    double median_ns;
};

#define BENCH_FORMATS 3

/* A format of lines, by its quickest run. */
struct bench_format {
    const char *name;
    double read_s;  /* reading and parsing the records */
    double write_s; /* writing them */
};

struct bench {
    size_t rounds;
    size_t count;
    struct bench_case cases[BENCH_MAX_CASES];
    double check_records_per_s; /* the checker, by its quickest run: set by bench_check */
    double check_pcapng_packets_per_s;
    struct bench_format formats[BENCH_FORMATS]; /* set by bench_formats */
};

extern const unsigned bench_payloads[3];

/* Reserves a case; ends the program when there are too many. */
struct bench_case *bench_add(struct bench *bench, enum bench_kind kind, const char *kernel,
                             unsigned payload_bytes);

/* Runs all cases and fills in their times. `progress`: say on stderr what is being measured. */
void bench_measure(struct bench *bench, bool progress);

/* The quickest floor of a payload (kernel NULL) or that of one kernel; NULL: there is none. */
const struct bench_case *bench_floor(const struct bench *bench, const char *kernel,
                                     unsigned payload_bytes);

/* The first case of that kind and payload; NULL: there is none. */
const struct bench_case *bench_find(const struct bench *bench, enum bench_kind kind,
                                    unsigned payload_bytes);

/* The median over the rounds of one case's time by the other's. */
double bench_ratio(const struct bench *bench, const struct bench_case *numerator,
                   const struct bench_case *denominator);

/* Keeps a computed value alive, so that no compiler drops the work. */
void bench_use(uint32_t value);

void bench_add_floor(struct bench *bench);
void bench_add_link(struct bench *bench);
void bench_add_sim(struct bench *bench);
void bench_add_kernels(struct bench *bench);

/* Measures the checker; its figures are no cases, which count per TLP. */
void bench_check(struct bench *bench);

/* Measures writing formats of lines against reading them. */
void bench_formats(struct bench *bench);

void bench_print_table(const struct bench *bench, bool with_kernels);
/* Returns false when stdout could not be written. */
bool bench_print_json(const struct bench *bench);

#endif
