/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of sweeps whose workers die, hang or fail, and of early stopping.
 * Not here: the command (check-sweep).
 */
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "study/sweep_conduct.h"
#include "study/sweep_digest.h"
#include "study/sweep_grid.h"
#include "study/sweep_pool.h"
#include "study/sweep_statistics.h"
#include "study/sweep_worker.h"
#include "sweep_support.h"

#define STUDY                                                                                      \
    "base: {stop: {time: 1us}}\nsweep:\n  ports.rx_delay: {from: 0, to: 39ns, step: 1ns}\n"

struct fixture {
    char folder[40];
    char path[80];
    struct sweep_study study;
};

static void begin(struct fixture *fixture, const char *text)
{
    snprintf(fixture->folder, sizeof(fixture->folder), "/tmp/acknak-sweep-XXXXXX");
    assert_non_null(mkdtemp(fixture->folder));
    snprintf(fixture->path, sizeof(fixture->path), "%s/study.db", fixture->folder);
    read_study(text, &fixture->study);
}

static void end(struct fixture *fixture)
{
    sweep_file_end(&fixture->study);
    assert_int_equal(unlink(fixture->path), 0);
    assert_int_equal(rmdir(fixture->folder), 0);
}

static bool go_on(void *context, const struct sweep_tally *tally)
{
    (void)context;
    (void)tally;
    return true;
}

static enum sweep_conduct_status run(struct fixture *fixture, unsigned workers,
                                     struct sweep_pool_task task, struct sweep_tally *tally)
{
    static char message[SWEEP_STORE_MESSAGE];
    char why[SWEEP_TEXT];
    struct sweep_conduct conduct = {.study = &fixture->study, .shard = {0, 1}, .go_on = go_on};

    if (sweep_store_open(fixture->path, &fixture->study, conduct.shard, &conduct.store, message) !=
        SWEEP_STORE_OK)
        fail_msg("%s", message);
    struct sweep_pool *pool = sweep_pool_create(workers, &task, why);
    assert_non_null(pool);
    conduct.crew = sweep_pool_crew(pool);
    enum sweep_conduct_status status = sweep_conduct_run(&conduct, tally, message);
    sweep_pool_destroy(pool);
    sweep_store_close(conduct.store);
    return status;
}

static struct sweep_pool_task right_task(const struct sweep_work *work)
{
    return (struct sweep_pool_task){sweep_worker_serve, work, 60000};
}

static uint64_t digest_of(const struct fixture *fixture)
{
    static char message[SWEEP_STORE_MESSAGE];
    struct sweep_digest digest;

    if (sweep_digest_of(fixture->path, &digest, message) != SWEEP_STORE_OK)
        fail_msg("%s", message);
    return digest.hash;
}

/* ---- Workers with a fault ---- */

#define BAD_POINT 13u

/* As a worker does, but at one point it does something else. */
static int serve_until(const void *context, int points, int results, void (*at_bad)(int results))
{
    const struct sweep_work *work = context;
    struct sweep_runner *runner = sweep_runner_create(work->study, NULL);
    uint64_t point;

    while (sweep_worker_read(points, &point, sizeof(point))) {
        if (point == BAD_POINT)
            at_bad(results);
        sweep_runner_begin(runner, point);
        while (sweep_runner_step(runner))
            ;
        if (!sweep_worker_send(results, sweep_runner_result(runner)))
            break;
    }
    sweep_runner_destroy(runner);
    return 0;
}

static void kill_itself(int results)
{
    (void)results;
    kill(getpid(), SIGKILL);
}

static void leave(int results)
{
    (void)results;
    _exit(5);
}

static void sleep_on(int results)
{
    (void)results;
    for (;;)
        pause();
}

/* Half a message, then the end. */
static void break_off(int results)
{
    const struct sweep_frame frame = {1, 5000};

    (void)sweep_worker_write(results, &frame, sizeof(frame));
    (void)sweep_worker_write(results, "half", 4);
    _exit(0);
}

static int serve_killed(const void *context, int points, int results)
{
    return serve_until(context, points, results, kill_itself);
}

static int serve_leaving(const void *context, int points, int results)
{
    return serve_until(context, points, results, leave);
}

static int serve_hanging(const void *context, int points, int results)
{
    return serve_until(context, points, results, sleep_on);
}

static int serve_breaking(const void *context, int points, int results)
{
    return serve_until(context, points, results, break_off);
}

/* A point that costs three workers fails with the reason; the others are done. Then the same
 * database is finished by right workers, and is as if nothing had happened. */
static void a_point_that_kills_workers_fails_alone(void **state)
{
    (void)state;
    static const struct {
        int (*serve)(const void *context, int points, int results);
        unsigned hang_ms;
        const char *why;
    } cases[] = {
        {serve_killed, 60000,
         "the worker was killed by signal 9 (Killed); 3 workers died at this point"},
        {serve_leaving, 60000, "the worker ended with exit code 5; 3 workers died at this point"},
        {serve_breaking, 60000, "the worker ended with exit code 0; 3 workers died at this point"},
        {serve_hanging, 300, "the worker hung and was killed; 3 workers died at this point"},
    };
    struct fixture fixture, whole;
    struct sweep_tally tally;

    begin(&whole, STUDY);
    struct sweep_work work = {&whole.study, NULL};
    assert_int_equal(run(&whole, 1, right_task(&work), &tally), SWEEP_CONDUCT_OK);
    assert_int_equal(tally.done, 40);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct sweep_pool_task task = {cases[i].serve, &work, cases[i].hang_ms};
        begin(&fixture, STUDY);
        work.study = &fixture.study;
        assert_int_equal(run(&fixture, 2, task, &tally), SWEEP_CONDUCT_OK);
        assert_int_equal(tally.done, 39);
        assert_int_equal(tally.failed, 1);
        assert_int_equal(tally.deaths, 3);
        assert_int_equal(tally.failed_point, BAD_POINT);
        assert_string_equal(tally.failed_why, cases[i].why);
        assert_true(digest_of(&fixture) != digest_of(&whole));
        assert_int_equal(run(&fixture, 2, right_task(&work), &tally), SWEEP_CONDUCT_OK);
        assert_int_equal(tally.before, 39);
        assert_int_equal(tally.done, 1);
        assert_int_equal(tally.failed, 0);
        assert_true(digest_of(&fixture) == digest_of(&whole));
        end(&fixture);
    }
    end(&whole);
}

static int serve_never(const void *context, int points, int results)
{
    (void)context;
    (void)points;
    (void)results;
    return 3;
}

/* Every point costs its three workers, so a study of many ends all the same. */
static void workers_that_never_work_end_the_sweep(void **state)
{
    (void)state;
    struct fixture fixture;
    struct sweep_tally tally;
    struct sweep_pool_task task = {serve_never, NULL, 60000};

    begin(&fixture, "base: {stop: {time: 1us}}\nsweep: {link.width: [1, 2, 4]}\n");
    assert_int_equal(run(&fixture, 1, task, &tally), SWEEP_CONDUCT_OK);
    assert_int_equal(tally.failed, 3);
    assert_int_equal(tally.done, 0);
    end(&fixture);
}

/* ---- Early stopping ---- */

static const struct sweep_result *run_point(struct sweep_runner *runner, uint64_t point)
{
    sweep_runner_begin(runner, point);
    while (sweep_runner_step(runner))
        ;
    return sweep_runner_result(runner);
}

/* The first number of runs, not below min, after which the interval is narrow enough. */
static void a_point_stops_when_it_is_precise(void **state)
{
    (void)state;
    struct sweep_study study;
    struct sweep_statistics found;

    read_study("base: {directions: {ber: 2e-6}, stop: {time: 100us}}\n"
               "seeds: {min: 3, max: 60}\nfigures: downstream.throughput_bps\nprecision: 0.02\n",
               &study);
    struct sweep_runner *runner = sweep_runner_create(&study, NULL);
    const struct sweep_result *result = run_point(runner, 0);
    assert_false(result->failed);
    assert_in_range(result->replicates, 4, 59);
    for (uint32_t n = 3; n <= result->replicates; n++) {
        sweep_statistics_of(result->values + study.watched[0], result->figures, n, &found);
        assert_int_equal(sweep_statistics_is_precise(&found, 0.02), n == result->replicates);
    }
    sweep_runner_destroy(runner);
    sweep_file_end(&study);
}

static void a_point_without_spread_takes_the_least_runs(void **state)
{
    (void)state;
    struct sweep_study study;

    read_study("base: {stop: {time: 1us}}\nseeds: {min: 4, max: 60}\nprecision: 0.001\n", &study);
    struct sweep_runner *runner = sweep_runner_create(&study, NULL);
    assert_int_equal(run_point(runner, 0)->replicates, 4);
    study.precision = 0;
    assert_int_equal(run_point(runner, 0)->replicates, 60);
    sweep_runner_destroy(runner);
    sweep_file_end(&study);
}

/* A workload that is no recording: the simulator says so in the middle of a study. */
static void a_run_that_cannot_be_done_fails_its_point(void **state)
{
    (void)state;
    char text[200], path[60];
    struct fixture fixture;
    struct sweep_tally tally;

    snprintf(path, sizeof(path), "/tmp/acknak-sweep-%ld.tlp", (long)getpid());
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("no recording\n", file);
    fclose(file);
    snprintf(text, sizeof(text), "base: {workload: {files: [%s]}}\nsweep: {link.width: [1, 2]}\n",
             path);
    begin(&fixture, text);
    struct sweep_work work = {&fixture.study, NULL};
    assert_int_equal(run(&fixture, 2, right_task(&work), &tally), SWEEP_CONDUCT_OK);
    assert_int_equal(tally.failed, 2);
    assert_int_equal(tally.deaths, 0);
    assert_int_equal(tally.failed_point, 0);
    assert_non_null(strstr(tally.failed_why, path));
    end(&fixture);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_that_kills_workers_fails_alone),
        cmocka_unit_test(workers_that_never_work_end_the_sweep),
        cmocka_unit_test(a_point_stops_when_it_is_precise),
        cmocka_unit_test(a_point_without_spread_takes_the_least_runs),
        cmocka_unit_test(a_run_that_cannot_be_done_fails_its_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
