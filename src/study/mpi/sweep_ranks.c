/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A crew of MPI ranks. Rank 0 conducts, and runs points itself between messages.
 * Not here: processes of one machine (sweep_pool.c), what is said to the user.
 */
#include "study/mpi/sweep_ranks.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mpi.h>

#define OWN_MAX 1024u  /* points that rank 0 has before it; more are never given at once */
#define NAP_NS  200000 /* between two looks for messages when there is nothing to do */

enum tag { TAG_POINT = 1, TAG_RESULT, TAG_END };

struct sweep_ranks {
    unsigned size;
    struct sweep_runner *runner; /* of rank 0 */
    bool running;
    uint64_t own[OWN_MAX];
    unsigned first, count;
};

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

unsigned sweep_ranks_join(void)
{
    int rank = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return (unsigned)rank;
}

void sweep_ranks_leave(void)
{
    MPI_Finalize();
}

_Noreturn void sweep_ranks_abort(int code)
{
    fflush(NULL);
    MPI_Abort(MPI_COMM_WORLD, code);
    _Exit(code);
}

/* ---- The study ---- */

/* One text from rank 0 to all; a null pointer stays one. False: out of memory. */
static bool share_text(char **text, bool root)
{
    uint32_t bytes = root && *text ? (uint32_t)strlen(*text) + 1u : 0;

    MPI_Bcast(&bytes, 1, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    if (!root)
        *text = bytes ? malloc(bytes) : NULL;
    if (bytes && !*text)
        return false;
    MPI_Bcast(*text, (int)bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
    return true;
}

bool sweep_ranks_share(struct sweep_sources *sources)
{
    int rank = 0;
    int has = sources != NULL;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&has, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!has || !sources)
        return false;
    if (share_text(&sources->path, rank == 0) && share_text(&sources->text, rank == 0) &&
        share_text(&sources->base_path, rank == 0) && share_text(&sources->base_text, rank == 0))
        return true;
    fputs("acknak sweep: out of memory\n", stderr);
    sweep_ranks_abort(EXIT_FAILURE);
}

bool sweep_ranks_agree(uint64_t digest, bool ok)
{
    uint64_t mine[3] = {digest, ~digest, !ok};
    uint64_t most[3];

    MPI_Allreduce(mine, most, 3, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    return most[0] == ~most[1] && !most[2];
}

/* ---- The ranks that only run points ---- */

static bool send_result(const struct sweep_result *result)
{
    size_t bytes = 0;
    unsigned char *encoded = sweep_result_encode(result, &bytes);
    bool fits = encoded && bytes <= INT_MAX;

    if (fits)
        MPI_Send(encoded, (int)bytes, MPI_BYTE, 0, TAG_RESULT, MPI_COMM_WORLD);
    free(encoded);
    return fits;
}

bool sweep_ranks_serve(const struct sweep_study *study, const struct sweep_checker *checker)
{
    struct sweep_runner *runner = sweep_runner_create(study, checker);
    bool ok = runner != NULL;

    while (ok) {
        uint64_t point = 0;
        MPI_Status status;
        MPI_Recv(&point, 1, MPI_UINT64_T, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == TAG_END)
            break;
        sweep_runner_begin(runner, point);
        while (sweep_runner_step(runner))
            ;
        ok = send_result(sweep_runner_result(runner));
    }
    sweep_runner_destroy(runner);
    return ok;
}

/* ---- Rank 0 ---- */

struct sweep_ranks *sweep_ranks_create(const struct sweep_study *study,
                                       const struct sweep_checker *checker)
{
    struct sweep_ranks *ranks = calloc(1, sizeof(*ranks));
    int size = 1;

    if (!ranks)
        return NULL;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ranks->size = (unsigned)size;
    ranks->runner = sweep_runner_create(study, checker);
    if (ranks->runner)
        return ranks;
    free(ranks);
    return NULL;
}

void sweep_ranks_destroy(struct sweep_ranks *ranks)
{
    uint64_t none = 0;

    if (!ranks)
        return;
    for (unsigned rank = 1; rank < ranks->size; rank++)
        MPI_Send(&none, 1, MPI_UINT64_T, (int)rank, TAG_END, MPI_COMM_WORLD);
    sweep_runner_destroy(ranks->runner);
    free(ranks);
}

static void give(void *context, unsigned worker, uint64_t point)
{
    struct sweep_ranks *ranks = context;

    if (worker)
        MPI_Send(&point, 1, MPI_UINT64_T, (int)worker, TAG_POINT, MPI_COMM_WORLD);
    else
        ranks->own[(ranks->first + ranks->count++) % OWN_MAX] = point;
}

static void receive(const MPI_Status *status, struct sweep_news *news)
{
    int bytes = 0;

    MPI_Get_count(status, MPI_BYTE, &bytes);
    unsigned char *encoded = malloc((size_t)bytes + 1u);
    news->kind = SWEEP_NEWS_END;
    snprintf(news->message, sizeof(news->message), "a result of rank %d cannot be read",
             status->MPI_SOURCE);
    if (!encoded)
        return;
    MPI_Recv(encoded, bytes, MPI_BYTE, status->MPI_SOURCE, TAG_RESULT, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (sweep_result_decode(&news->result, encoded, (size_t)bytes)) {
        news->kind = SWEEP_NEWS_RESULT;
        news->worker = (unsigned)status->MPI_SOURCE;
    }
    free(encoded);
}

/* The news keep their result, the runner its own. */
static void copy_own(const struct sweep_result *result, struct sweep_news *news)
{
    size_t bytes = 0;
    unsigned char *encoded = sweep_result_encode(result, &bytes);

    news->kind = SWEEP_NEWS_END;
    snprintf(news->message, sizeof(news->message), "out of memory");
    if (encoded && sweep_result_decode(&news->result, encoded, bytes)) {
        news->kind = SWEEP_NEWS_RESULT;
        news->worker = 0;
    }
    free(encoded);
}

/* Some milliseconds of a point of its own. True: it is done. */
static bool run_own(struct sweep_ranks *ranks)
{
    if (!ranks->running)
        sweep_runner_begin(ranks->runner, ranks->own[ranks->first]);
    ranks->running = sweep_runner_step(ranks->runner);
    if (ranks->running)
        return false;
    ranks->first = (ranks->first + 1) % OWN_MAX;
    ranks->count--;
    return true;
}

static void wait_for_news(void *context, unsigned timeout_ms, struct sweep_news *news)
{
    struct sweep_ranks *ranks = context;
    const struct timespec nap = {.tv_nsec = NAP_NS};
    int64_t end_ms = now_ms() + timeout_ms;

    news->kind = SWEEP_NEWS_NONE;
    do {
        int arrived = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, TAG_RESULT, MPI_COMM_WORLD, &arrived, &status);
        if (arrived) {
            receive(&status, news);
            return;
        }
        if (!ranks->count) {
            nanosleep(&nap, NULL);
        } else if (run_own(ranks)) {
            copy_own(sweep_runner_result(ranks->runner), news);
            return;
        }
    } while (now_ms() < end_ms);
}

struct sweep_crew sweep_ranks_crew(struct sweep_ranks *ranks)
{
    return (struct sweep_crew){
        .context = ranks, .size = ranks->size, .give = give, .wait = wait_for_news};
}
