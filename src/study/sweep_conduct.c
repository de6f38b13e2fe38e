/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conducts a sweep: hands out the points that are open, stores what comes back.
 * Not here: those who run them (sweep_crew.h), the database (sweep_store.c).
 */
#include "study/sweep_conduct.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COMMIT_MS  200 /* at most so much is lost, and done again, when the process is killed */
#define AHEAD_MS   200 /* work that a worker has before it: it never waits for the next point */
#define AHEAD_MAX  512u
#define WAIT_MS    50
#define LAST_MS    60000 /* how long the last commit waits for those who read */
#define STRAYS_MAX 20u   /* deaths of workers that had no point: something else is wrong */

/* The points that a worker has, first in, first out. */
struct queue {
    uint64_t points[AHEAD_MAX];
    unsigned first;
    unsigned count;
};

/* A point that cost a worker. */
struct victim {
    uint64_t point;
    unsigned deaths;
    struct victim *next;
};

struct state {
    const struct sweep_conduct *conduct;
    struct sweep_tally *tally;
    char *message;
    uint8_t *states;    /* of the points: enum sweep_point_state when the sweep began */
    uint64_t next;      /* the first point that has not been handed out */
    uint64_t *returned; /* points whose worker died, to be handed out again */
    size_t returned_count;
    struct queue *queues; /* of each worker */
    struct victim *victims;
    unsigned strays;
    uint64_t came;                  /* results since the beginning */
    struct sweep_tally uncommitted; /* of what was added since the last commit */
    int64_t began_ms, commit_ms;
    bool is_behind; /* the last commit could not be done */
    struct sweep_news news;
};

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Handing out ---- */

static bool is_mine(const struct state *state, uint64_t point)
{
    const struct sweep_shard *shard = &state->conduct->shard;
    return point % shard->count == shard->part;
}

/* A point that failed in an earlier sweep is tried again. */
static bool take_next(struct state *state, uint64_t *point)
{
    if (state->returned_count) {
        *point = state->returned[--state->returned_count];
        return true;
    }
    for (; state->next < state->conduct->study->count; state->next++) {
        if (is_mine(state, state->next) && state->states[state->next] != SWEEP_POINT_DONE) {
            *point = state->next++;
            return true;
        }
    }
    return false;
}

/* As many points as a worker runs in AHEAD_MS; towards the end fewer, so that all end together. */
static unsigned ahead(const struct state *state)
{
    const struct sweep_tally *tally = state->tally;
    uint64_t workers = state->conduct->crew.size;
    uint64_t elapsed_ms = (uint64_t)(now_ms() - state->began_ms) + 1;
    uint64_t count = state->came * AHEAD_MS / (elapsed_ms * workers);
    uint64_t left = tally->points - tally->before - state->came;

    if (count > left / (2 * workers))
        count = left / (2 * workers);
    if (count > AHEAD_MAX)
        count = AHEAD_MAX;
    return count ? (unsigned)count : 1;
}

static void hand_out(struct state *state)
{
    const struct sweep_crew *crew = &state->conduct->crew;
    unsigned wanted = ahead(state);
    uint64_t point;

    for (unsigned worker = 0; worker < crew->size; worker++) {
        struct queue *queue = &state->queues[worker];
        while (queue->count < wanted && take_next(state, &point)) {
            queue->points[(queue->first + queue->count++) % AHEAD_MAX] = point;
            crew->give(crew->context, worker, point);
        }
    }
}

static bool is_anything_out(const struct state *state)
{
    for (unsigned worker = 0; worker < state->conduct->crew.size; worker++) {
        if (state->queues[worker].count)
            return true;
    }
    return false;
}

/* ---- Storing ---- */

static enum sweep_conduct_status status_of(enum sweep_store_status status)
{
    switch (status) {
    case SWEEP_STORE_OK:
        return SWEEP_CONDUCT_OK;
    case SWEEP_STORE_INPUT:
        return SWEEP_CONDUCT_INPUT;
    case SWEEP_STORE_BUSY:
    case SWEEP_STORE_OUTPUT:
        break;
    }
    return SWEEP_CONDUCT_OUTPUT;
}

/* Somebody who reads may be in the way: then it is for the next time. */
static enum sweep_conduct_status commit(struct state *state)
{
    struct sweep_tally *tally = state->tally;
    enum sweep_store_status status = sweep_store_commit(state->conduct->store, state->message);

    state->is_behind = status == SWEEP_STORE_BUSY;
    if (state->is_behind) {
        state->commit_ms = now_ms();
        return SWEEP_CONDUCT_OK;
    }
    if (status == SWEEP_STORE_OK) {
        tally->done += state->uncommitted.done;
        tally->failed += state->uncommitted.failed;
        tally->runs += state->uncommitted.runs;
        state->uncommitted = (struct sweep_tally){0};
        state->commit_ms = now_ms();
    }
    return status_of(status);
}

static enum sweep_conduct_status add(struct state *state, const struct sweep_result *result)
{
    struct sweep_tally *tally = state->tally;

    state->came++;
    state->uncommitted.done += !result->failed;
    state->uncommitted.failed += result->failed;
    state->uncommitted.runs += result->replicates;
    /* Of several the one with the lowest number is told, in whatever order they came. */
    if (result->failed && (!tally->failed_why[0] || result->point < tally->failed_point)) {
        tally->failed_point = result->point;
        snprintf(tally->failed_why, sizeof(tally->failed_why), "%s", result->message);
    }
    enum sweep_store_status status = sweep_store_add(state->conduct->store, result, state->message);
    if (status != SWEEP_STORE_OK)
        return status_of(status);
    return now_ms() - state->commit_ms < COMMIT_MS ? SWEEP_CONDUCT_OK : commit(state);
}

static enum sweep_conduct_status commit_last(struct state *state)
{
    int64_t end_ms = now_ms() + LAST_MS;
    enum sweep_conduct_status status = commit(state);

    while (status == SWEEP_CONDUCT_OK && state->is_behind && now_ms() < end_ms)
        status = commit(state);
    return state->is_behind ? SWEEP_CONDUCT_OUTPUT : status;
}

/* ---- News ---- */

static enum sweep_conduct_status take_result(struct state *state)
{
    struct queue *queue = &state->queues[state->news.worker];

    if (!queue->count || queue->points[queue->first] != state->news.result.point) {
        snprintf(state->message, SWEEP_STORE_MESSAGE, "a worker ran a point it was not given");
        return SWEEP_CONDUCT_INTERNAL;
    }
    queue->first = (queue->first + 1) % AHEAD_MAX;
    queue->count--;
    return add(state, &state->news.result);
}

/* How many workers the point has cost, this one included; 0: out of memory. */
static unsigned count_death(struct state *state, uint64_t point)
{
    struct victim *victim = state->victims;

    while (victim && victim->point != point)
        victim = victim->next;
    if (!victim) {
        victim = calloc(1, sizeof(*victim));
        if (!victim)
            return 0;
        victim->point = point;
        victim->next = state->victims;
        state->victims = victim;
    }
    return ++victim->deaths;
}

static enum sweep_conduct_status give_up(struct state *state, uint64_t point)
{
    struct sweep_result result = {.point = point, .failed = true};

    snprintf(result.message, sizeof(result.message), "%.600s; %u workers died at this point",
             state->news.message, SWEEP_DEATHS_MAX);
    return add(state, &result);
}

/* The point it was running is under suspicion, those behind are not. */
static enum sweep_conduct_status take_death(struct state *state)
{
    struct queue *queue = &state->queues[state->news.worker];
    uint64_t suspect = queue->points[queue->first];

    state->tally->deaths++;
    if (!queue->count) {
        if (++state->strays < STRAYS_MAX)
            return SWEEP_CONDUCT_OK;
        snprintf(state->message, SWEEP_STORE_MESSAGE, "workers keep dying: %s",
                 state->news.message);
        return SWEEP_CONDUCT_INTERNAL;
    }
    while (queue->count > 1) {
        unsigned last = (queue->first + --queue->count) % AHEAD_MAX;
        state->returned[state->returned_count++] = queue->points[last];
    }
    queue->count = 0;
    if (count_death(state, suspect) >= SWEEP_DEATHS_MAX)
        return give_up(state, suspect);
    state->returned[state->returned_count++] = suspect;
    return SWEEP_CONDUCT_OK;
}

static enum sweep_conduct_status take_news(struct state *state)
{
    switch (state->news.kind) {
    case SWEEP_NEWS_RESULT:
        return take_result(state);
    case SWEEP_NEWS_DEATH:
        return take_death(state);
    case SWEEP_NEWS_END:
        snprintf(state->message, SWEEP_STORE_MESSAGE, "%s", state->news.message);
        return SWEEP_CONDUCT_INTERNAL;
    case SWEEP_NEWS_NONE:
        break;
    }
    return SWEEP_CONDUCT_OK;
}

/* ---- The whole ---- */

static bool begin(struct state *state)
{
    const struct sweep_conduct *conduct = state->conduct;

    state->states = malloc((size_t)conduct->study->count);
    state->queues = calloc(conduct->crew.size, sizeof(*state->queues));
    state->returned = calloc((size_t)conduct->crew.size * AHEAD_MAX, sizeof(*state->returned));
    return state->states && state->queues && state->returned;
}

static void end(struct state *state)
{
    while (state->victims) {
        struct victim *next = state->victims->next;
        free(state->victims);
        state->victims = next;
    }
    sweep_result_end(&state->news.result);
    free(state->states);
    free(state->queues);
    free(state->returned);
}

static enum sweep_conduct_status load_states(struct state *state)
{
    enum sweep_store_status status =
        sweep_store_states(state->conduct->store, state->states, state->message);

    for (uint64_t i = 0; i < state->conduct->study->count; i++) {
        if (!is_mine(state, i))
            continue;
        state->tally->points++;
        state->tally->before += state->states[i] == SWEEP_POINT_DONE;
    }
    return status_of(status);
}

static enum sweep_conduct_status run(struct state *state)
{
    const struct sweep_conduct *conduct = state->conduct;
    enum sweep_conduct_status status = load_states(state);
    int64_t told_ms = 0;

    state->began_ms = state->commit_ms = now_ms();
    while (status == SWEEP_CONDUCT_OK) {
        hand_out(state);
        if (!is_anything_out(state))
            break;
        conduct->crew.wait(conduct->crew.context, WAIT_MS, &state->news);
        status = take_news(state);
        int64_t now = now_ms();
        if (status == SWEEP_CONDUCT_OK && now - state->commit_ms >= COMMIT_MS)
            status = commit(state);
        if (now - told_ms < WAIT_MS)
            continue;
        told_ms = now;
        if (!conduct->go_on(conduct->context, state->tally)) {
            state->tally->stopped = true;
            break;
        }
    }
    return status == SWEEP_CONDUCT_OK ? commit_last(state) : status;
}

enum sweep_conduct_status sweep_conduct_run(const struct sweep_conduct *conduct,
                                            struct sweep_tally *tally,
                                            char message[SWEEP_STORE_MESSAGE])
{
    struct state state = {.conduct = conduct, .tally = tally, .message = message};
    enum sweep_conduct_status status = SWEEP_CONDUCT_INTERNAL;

    *tally = (struct sweep_tally){0};
    message[0] = '\0';
    if (begin(&state))
        status = run(&state);
    else
        snprintf(message, SWEEP_STORE_MESSAGE, "out of memory");
    end(&state);
    return status;
}
