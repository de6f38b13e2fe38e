/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link simulator: 8 GT/s x4, one direction saturated with small writes, statistics and delivery
 * check on, no trace; without errors, and with one TLP in a hundred hit.
 * Not here: the ports alone (link.c).
 *
 * The time counts per TLP delivered: what a replay sends again is part of the cost of those.
 */
#include "bench.h"
#include "sim/run.h"

#include <stdio.h>
#include <stdlib.h>

#define PAYLOAD_BYTES 64u
#define TRIAL_TLPS    100000u

/*
 * On the line a TLP takes 704 bits: 4 bytes of token, 16 of header, 64 of data, 4 of LCRC. One in a
 * hundred is hit when 1 - (1 - p)^704 = 0.01.
 */
#define BER_OF_1_PERCENT "1.42758e-5"

struct sim_work {
    struct sim_run *run;
    double sendings; /* for each TLP delivered */
};

static struct sim_work without_errors;
static struct sim_work with_errors;

static void step(struct sim_run *run, uint64_t sendings)
{
    if (!sim_run_step(run, sendings)) {
        fputs("acknak-bench: the simulator stopped\n", stderr);
        exit(70);
    }
}

static void run_sim(void *context, size_t tlps)
{
    const struct sim_work *work = context;

    step(work->run, (uint64_t)((double)tlps * work->sendings));
}

static void add(struct bench *bench, enum bench_kind kind, struct sim_work *work, const char *ber)
{
    struct bench_case *added = bench_add(bench, kind, "", PAYLOAD_BYTES);
    struct sim_scenario scenario;
    struct sim_result result;
    char message[SIM_MESSAGE_BYTES];
    enum sim_status status;

    sim_scenario_default(&scenario);
    scenario.stop.time_fs = SIM_TIME_MAX_FS;
    sim_probability_parse(ber, &scenario.errors[SIM_DOWNSTREAM].ber);
    work->run = sim_run_create(&scenario, NULL, &status, message);
    if (!work->run) {
        fprintf(stderr, "acknak-bench: %s\n", message);
        exit(70);
    }
    step(work->run, TRIAL_TLPS);
    sim_run_result(work->run, &result);
    work->sendings = (double)TRIAL_TLPS / (double)result.directions[SIM_DOWNSTREAM].tlps_delivered;
    added->context = work;
    added->run = run_sim;
}

void bench_add_sim(struct bench *bench)
{
    add(bench, BENCH_SIM, &without_errors, "0");
    add(bench, BENCH_SIM_HIT, &with_errors, BER_OF_1_PERCENT);
}
