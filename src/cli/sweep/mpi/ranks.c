/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak sweep under mpirun, in acknak-mpi: this process is one of the ranks.
 * Not here: the messages between them (study/mpi/), the command without MPI (alone.c).
 */
#include <stdlib.h>

#include "cli/common/exit.h"
#include "cli/common/say.h"
#include "cli/sweep/checker.h"
#include "cli/sweep/mpi/hand_over.h"
#include "cli/sweep/run.h"
#include "study/mpi/sweep_ranks.h"
#include "study/sweep_check.h"
#include "study/sweep_file.h"

static void free_sources(struct sweep_sources *sources)
{
    free(sources->path);
    free(sources->text);
    free(sources->base_path);
    free(sources->base_text);
}

/* Rank 0 has the study: the others take it from there, and must find the same in it. */
static bool take_study(const struct cli_sweep_request *request, struct sweep_study *study)
{
    struct sweep_sources sources = {0};
    char *message = malloc(SIM_YAML_MESSAGE);
    bool shared = sweep_ranks_share(&sources);

    *study = (struct sweep_study){0};
    bool ok = shared && message && sweep_file_parse(&sources, study, message) &&
              sweep_check(study, request->points_max, message);
    if (shared && !ok) {
        say("%s", message ? message : "out of memory");
    }
    bool agreed = shared && sweep_ranks_agree(study->digest, ok);
    free(message);
    free_sources(&sources);
    return ok && agreed;
}

static int follow(const struct cli_sweep_request *request, struct sweep_study *study,
                  const struct sweep_checker *checker)
{
    if (!take_study(request, study)) {
        return CLI_EXIT_INPUT;
    }
    if (sweep_ranks_serve(study, checker)) {
        return CLI_EXIT_CLEAN;
    }
    say("out of memory");
    sweep_ranks_abort(CLI_EXIT_INTERNAL);
}

static int conduct(const struct cli_sweep_request *request, struct sweep_study *study,
                   const struct sweep_checker *checker)
{
    struct cli_sweep sweep;
    int code = cli_sweep_load(request, study);

    if (code != CLI_EXIT_CLEAN) {
        (void)sweep_ranks_share(NULL);
        return code;
    }
    code = cli_sweep_begin(&sweep, request, study);
    if (code != CLI_EXIT_CLEAN) {
        (void)sweep_ranks_share(NULL);
        return cli_sweep_end(&sweep, code);
    }
    bool agreed = sweep_ranks_share(&study->sources) && sweep_ranks_agree(study->digest, true);
    struct sweep_ranks *ranks = agreed ? sweep_ranks_create(study, checker) : NULL;
    if (ranks) {
        code = cli_sweep_run(&sweep, sweep_ranks_crew(ranks));
    } else {
        say("%s", agreed ? "out of memory"
                         : "the ranks do not find the same study: do all see the same files?");
        code = agreed ? CLI_EXIT_INTERNAL : CLI_EXIT_INPUT;
    }
    code = cli_sweep_end(&sweep, code);
    /* The others may be in the middle of a long run. */
    if (agreed && code != CLI_EXIT_CLEAN && code != CLI_EXIT_FINDINGS) {
        sweep_ranks_abort(code);
    }
    sweep_ranks_destroy(ranks);
    return code;
}

int cli_sweep_mpi_run(const struct cli_sweep_request *request, char **argv)
{
    struct sweep_study *study = malloc(sizeof(*study));
    struct sweep_checker *checker = cli_sweep_checker_create();
    unsigned rank = sweep_ranks_join();

    (void)argv;
    if (!study || !checker) {
        say("out of memory");
        sweep_ranks_abort(CLI_EXIT_INTERNAL);
    }
    int code = rank ? follow(request, study, checker) : conduct(request, study, checker);
    sweep_file_end(study);
    free(study);
    cli_sweep_checker_destroy(checker);
    sweep_ranks_leave();
    return code;
}
