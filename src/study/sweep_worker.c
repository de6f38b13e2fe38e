/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inside of a worker process: takes points from a pipe, runs them, writes results to another.
 * Not here: starting it and watching over it (sweep_pool.c).
 */
#include "study/sweep_worker.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

bool sweep_worker_read(int from, void *bytes, size_t count)
{
    unsigned char *next = bytes;

    while (count) {
        ssize_t got = read(from, next, count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        next += got;
        count -= (size_t)got;
    }
    return true;
}

bool sweep_worker_write(int to, const void *bytes, size_t count)
{
    const unsigned char *next = bytes;

    while (count) {
        ssize_t put = write(to, next, count);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        next += put;
        count -= (size_t)put;
    }
    return true;
}

bool sweep_worker_send(int results, const struct sweep_result *result)
{
    size_t bytes = 0;
    unsigned char *encoded = sweep_result_encode(result, &bytes);
    bool fits = encoded && bytes <= UINT32_MAX;
    struct sweep_frame frame = {1, (uint32_t)bytes};
    bool sent = fits && sweep_worker_write(results, &frame, sizeof(frame)) &&
                sweep_worker_write(results, encoded, bytes);

    free(encoded);
    return sent;
}

static time_t now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static bool run_point(struct sweep_runner *runner, uint64_t point, int results)
{
    const struct sweep_frame alive = {0, 0};
    time_t told_s = now_s();

    sweep_runner_begin(runner, point);
    while (sweep_runner_step(runner)) {
        if (now_s() == told_s)
            continue;
        told_s = now_s();
        if (!sweep_worker_write(results, &alive, sizeof(alive)))
            return false;
    }
    return sweep_worker_send(results, sweep_runner_result(runner));
}

int sweep_worker_serve(const void *work, int points, int results)
{
    const struct sweep_work *mine = work;
    struct sweep_runner *runner = sweep_runner_create(mine->study, mine->checker);
    uint64_t point;
    bool alive = runner != NULL;

    while (alive && sweep_worker_read(points, &point, sizeof(point)))
        alive = run_point(runner, point, results);
    sweep_runner_destroy(runner);
    return alive ? 0 : 1;
}
