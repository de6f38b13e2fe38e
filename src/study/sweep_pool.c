/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A crew of processes of this machine. One that dies or hangs is replaced.
 * Not here: what they do (sweep_worker.c).
 */
#include "study/sweep_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "study/sweep_worker.h"

#define DESCRIPTORS_MAX 8192 /* more than a pool of SWEEP_POOL_MAX has */
#define FRAME_MAX       (256u << 20)

struct process {
    pid_t pid; /* 0: none */
    int points, results;
    unsigned given; /* points that it has */
    unsigned quiet_ms;
    bool hung;
    struct sweep_frame frame; /* of the message that is arriving */
    size_t head_bytes;        /* of the frame that are there */
    unsigned char *body;
    size_t body_bytes;
};

struct sweep_pool {
    struct sweep_pool_task task;
    unsigned size;
    unsigned first; /* the process to look at first, so that none is always last */
    int64_t looked_ms;
    struct process *processes;
    struct pollfd *polls;
};

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Starting ---- */

/* In the new process: nothing of the parent's is kept open, or pipes would not end with it. */
static void begin_child(const struct sweep_pool *pool, int points, int results, pid_t parent)
{
    /* Ctrl-C goes to all processes of a terminal: the parent decides what becomes of it. */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    for (int descriptor = 3; descriptor < DESCRIPTORS_MAX; descriptor++) {
        if (descriptor != points && descriptor != results)
            close(descriptor);
    }
    _exit(pool->task.serve(pool->task.context, points, results));
}

static bool start(struct sweep_pool *pool, struct process *process)
{
    int to[2], from[2];
    pid_t parent = getpid();

    *process = (struct process){.points = -1, .results = -1};
    if (pipe(to))
        return false;
    if (pipe(from)) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    pid_t pid = fork();
    if (pid == 0)
        begin_child(pool, to[0], from[1], parent);
    close(to[0]);
    close(from[1]);
    if (pid < 0) {
        close(to[1]);
        close(from[0]);
        return false;
    }
    process->pid = pid;
    process->points = to[1];
    process->results = from[0];
    return fcntl(process->results, F_SETFL, O_NONBLOCK) == 0;
}

/* Returns how it ended, as wait() tells. */
static int stop(struct process *process)
{
    int status = 0;

    if (!process->pid)
        return 0;
    close(process->points);
    close(process->results);
    kill(process->pid, SIGKILL);
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
        ;
    free(process->body);
    *process = (struct process){.points = -1, .results = -1};
    return status;
}

struct sweep_pool *sweep_pool_create(unsigned size, const struct sweep_pool_task *task,
                                     char message[SWEEP_TEXT])
{
    struct sweep_pool *pool = calloc(1, sizeof(*pool));

    signal(SIGPIPE, SIG_IGN);
    if (pool) {
        pool->task = *task;
        pool->looked_ms = now_ms();
        pool->processes = calloc(size, sizeof(*pool->processes));
        pool->polls = calloc(size, sizeof(*pool->polls));
    }
    if (!pool || !pool->processes || !pool->polls) {
        snprintf(message, SWEEP_TEXT, "out of memory");
        sweep_pool_destroy(pool);
        return NULL;
    }
    while (pool->size < size) {
        if (!start(pool, &pool->processes[pool->size++])) {
            snprintf(message, SWEEP_TEXT, "cannot start worker %u of %u: %s", pool->size, size,
                     strerror(errno));
            sweep_pool_destroy(pool);
            return NULL;
        }
    }
    return pool;
}

void sweep_pool_destroy(struct sweep_pool *pool)
{
    if (!pool)
        return;
    for (unsigned i = 0; i < pool->size; i++)
        (void)stop(&pool->processes[i]);
    free(pool->processes);
    free(pool->polls);
    free(pool);
}

/* ---- Messages ---- */

static void give(void *context, unsigned worker, uint64_t point)
{
    struct sweep_pool *pool = context;
    struct process *process = &pool->processes[worker];

    /* One that has died takes no points: the end of its results tells that. */
    if (process->given++ == 0)
        process->quiet_ms = 0;
    if (process->pid)
        (void)sweep_worker_write(process->points, &point, sizeof(point));
}

enum arrival { ARRIVAL_NOTHING, ARRIVAL_PART, ARRIVAL_MESSAGE, ARRIVAL_END };

/* Reads on in the message of a process. */
static enum arrival read_on(struct process *process)
{
    bool in_head = process->head_bytes < sizeof(process->frame);
    void *place = in_head ? (unsigned char *)&process->frame + process->head_bytes
                          : process->body + process->body_bytes;
    size_t room = in_head ? sizeof(process->frame) - process->head_bytes
                          : process->frame.bytes - process->body_bytes;
    ssize_t got = read(process->results, place, room);

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return ARRIVAL_NOTHING;
    if (got <= 0)
        return ARRIVAL_END;
    process->quiet_ms = 0;
    if (!in_head) {
        process->body_bytes += (size_t)got;
    } else {
        process->head_bytes += (size_t)got;
        if (process->head_bytes < sizeof(process->frame))
            return ARRIVAL_PART;
        if (process->frame.bytes > FRAME_MAX)
            return ARRIVAL_END;
        process->body = malloc(process->frame.bytes + 1u);
        process->body_bytes = 0;
        if (!process->body)
            return ARRIVAL_END;
    }
    return process->body_bytes == process->frame.bytes ? ARRIVAL_MESSAGE : ARRIVAL_PART;
}

/* Whether the message was a result; if it was not one, a sign of life. */
static bool take_message(struct process *process, struct sweep_news *news)
{
    bool is_result = process->frame.is_result &&
                     sweep_result_decode(&news->result, process->body, process->body_bytes);

    free(process->body);
    process->body = NULL;
    process->head_bytes = 0;
    process->given -= is_result && process->given;
    return is_result;
}

static void tell_death(int status, bool hung, struct sweep_news *news)
{
    if (hung)
        snprintf(news->message, sizeof(news->message), "the worker hung and was killed");
    else if (WIFSIGNALED(status))
        snprintf(news->message, sizeof(news->message), "the worker was killed by signal %d (%s)",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(news->message, sizeof(news->message), "the worker ended with exit code %d",
                 WEXITSTATUS(status));
}

/* One that has closed its pipe ends by itself; SIGKILL must not come before its own signal. */
static void replace(struct sweep_pool *pool, unsigned worker, struct sweep_news *news)
{
    struct process *process = &pool->processes[worker];
    bool hung = process->hung;
    siginfo_t unused;

    if (!hung)
        waitid(P_PID, (id_t)process->pid, &unused, WEXITED | WNOWAIT);
    tell_death(stop(process), hung, news);
    news->kind = SWEEP_NEWS_DEATH;
    if (!start(pool, process)) {
        snprintf(news->message, sizeof(news->message), "cannot start a worker again: %s",
                 strerror(errno));
        news->kind = SWEEP_NEWS_END;
    }
}

/* Takes what one process has to tell. True: there is news. */
static bool look_at(struct sweep_pool *pool, unsigned worker, struct sweep_news *news)
{
    struct process *process = &pool->processes[worker];

    for (;;) {
        switch (read_on(process)) {
        case ARRIVAL_NOTHING:
            return false;
        case ARRIVAL_PART:
            break;
        case ARRIVAL_MESSAGE:
            if (!take_message(process, news))
                break;
            news->kind = SWEEP_NEWS_RESULT;
            return true;
        case ARRIVAL_END:
            replace(pool, worker, news);
            return true;
        }
    }
}

/* A machine that slept, or a job that was stopped, is no worker that hangs: of a long time between
 * two looks only a second counts. */
static void end_hung(struct sweep_pool *pool)
{
    int64_t now = now_ms();
    int64_t since = now - pool->looked_ms;
    unsigned counted = since > 1000 ? 1000u : (unsigned)since;

    pool->looked_ms = now;
    for (unsigned i = 0; i < pool->size; i++) {
        struct process *process = &pool->processes[i];
        process->quiet_ms = process->given ? process->quiet_ms + counted : 0;
        if (process->quiet_ms < pool->task.hang_ms || process->hung)
            continue;
        process->hung = true;
        kill(process->pid, SIGKILL);
    }
}

static void wait_for_news(void *context, unsigned timeout_ms, struct sweep_news *news)
{
    struct sweep_pool *pool = context;

    news->kind = SWEEP_NEWS_NONE;
    for (unsigned i = 0; i < pool->size; i++)
        pool->polls[i] = (struct pollfd){.fd = pool->processes[i].results, .events = POLLIN};
    int ready = poll(pool->polls, pool->size, (int)timeout_ms);
    end_hung(pool);
    for (unsigned i = 0; i < pool->size && ready > 0; i++) {
        unsigned worker = (pool->first + i) % pool->size;
        if (!pool->polls[worker].revents || !look_at(pool, worker, news))
            continue;
        news->worker = worker;
        pool->first = worker + 1;
        return;
    }
}

struct sweep_crew sweep_pool_crew(struct sweep_pool *pool)
{
    return (struct sweep_crew){
        .context = pool, .size = pool->size, .give = give, .wait = wait_for_news};
}
