/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak sweep: runs a study over the processes of this machine, or over the ranks of MPI.
 * Not here: the command line (options.c), running with ranks (mpi/).
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/say.h"
#include "cli/sweep/checker.h"
#include "cli/sweep/mpi/hand_over.h"
#include "cli/sweep/options.h"
#include "cli/sweep/print.h"
#include "cli/sweep/run.h"
#include "sim/value.h"
#include "study/sweep_digest.h"
#include "study/sweep_file.h"
#include "study/sweep_pool.h"
#include "study/sweep_worker.h"

static int print_digest(const char *path)
{
    char *message = malloc(SWEEP_STORE_MESSAGE);
    struct sweep_digest digest;

    if (!message) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    enum sweep_store_status status = sweep_digest_of(path, &digest, message);
    if (status == SWEEP_STORE_OK) {
        printf("%016" PRIx64 "  %" PRIu64 " points, %" PRIu64 " runs\n", digest.hash, digest.points,
               digest.runs);
    } else {
        say("%s", message);
    }
    free(message);
    return status == SWEEP_STORE_OK ? CLI_EXIT_CLEAN : CLI_EXIT_INPUT;
}

int cli_sweep_mpi_rank(void)
{
    /* Of Open MPI, of MPICH and what speaks PMI, of what speaks PMIx. */
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};
    uint64_t rank = 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *text = getenv(names[i]);
        if (text && sim_value_read_count(text, &rank) && rank <= INT_MAX) {
            return (int)rank;
        }
    }
    return -1;
}

static unsigned workers_wanted(const struct cli_sweep_request *request,
                               const struct sweep_study *study)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned workers = request->workers;

    if (!workers) {
        workers = cores < 1 ? 1 : cores > (long)SWEEP_POOL_MAX ? SWEEP_POOL_MAX : (unsigned)cores;
    }
    return study->count < workers ? (unsigned)study->count : workers;
}

static int run_on_this_machine(const struct cli_sweep_request *request,
                               const struct sweep_study *study)
{
    char why[SWEEP_TEXT];
    struct sweep_checker *checker = cli_sweep_checker_create();
    struct sweep_work work = {study, checker};
    struct sweep_pool_task task = {sweep_worker_serve, &work, request->hang_s * 1000u};
    struct cli_sweep sweep;
    int code = CLI_EXIT_INTERNAL;

    if (!checker) {
        say("out of memory");
        return code;
    }
    code = cli_sweep_begin(&sweep, request, study);
    if (code == CLI_EXIT_CLEAN) {
        struct sweep_pool *pool = sweep_pool_create(workers_wanted(request, study), &task, why);
        if (pool) {
            code = cli_sweep_run(&sweep, sweep_pool_crew(pool));
        } else {
            say("%s", why);
            code = CLI_EXIT_INTERNAL;
        }
        sweep_pool_destroy(pool);
    }
    cli_sweep_checker_destroy(checker);
    return cli_sweep_end(&sweep, code);
}

static int with_study(const struct cli_sweep_request *request,
                      int (*act)(const struct cli_sweep_request *request,
                                 const struct sweep_study *study))
{
    struct sweep_study *study = malloc(sizeof(*study));

    if (!study) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    int code = cli_sweep_load(request, study);
    if (code == CLI_EXIT_CLEAN) {
        code = act(request, study);
    }
    sweep_file_end(study);
    free(study);
    return code;
}

static int print_points(const struct cli_sweep_request *request, const struct sweep_study *study)
{
    cli_sweep_print_points(study, request->shard);
    return CLI_EXIT_CLEAN;
}

/* What needs no ranks is printed by one of them. */
static int print(const struct cli_sweep_request *request)
{
    if (cli_sweep_mpi_rank() > 0) {
        return CLI_EXIT_CLEAN;
    }
    if (request->help) {
        cli_sweep_help();
    } else if (request->list) {
        cli_sweep_print_names();
    } else if (request->digest) {
        return print_digest(request->digest);
    } else {
        return with_study(request, print_points);
    }
    return CLI_EXIT_CLEAN;
}

int cmd_sweep(int argc, char **argv)
{
    struct cli_sweep_request *request = malloc(sizeof(*request));
    if (!request) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    if (cli_sweep_mpi_rank() > 0) {
        say_nothing();
    }
    int code = cli_sweep_read(request, argc, argv);
    if (code == CLI_EXIT_CLEAN) {
        if (request->help || request->list || request->digest || request->dry_run) {
            code = print(request);
        } else if (cli_sweep_mpi_rank() >= 0 && !request->no_mpi) {
            code = cli_sweep_mpi_run(request, argv);
        } else {
            code = with_study(request, run_on_this_machine);
        }
    }
    free(request);
    return code;
}
