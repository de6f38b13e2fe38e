/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What came of a point, and the same as bytes on the way from one process to another.
 * Not here: how it comes about (sweep_runner.c), how it is kept (sweep_store.c).
 */
#include "study/sweep_result.h"

#include <stdlib.h>
#include <string.h>

#include "study/sweep_figures.h"
#include "study/sweep_study.h"

struct head {
    uint64_t point;
    uint32_t replicates;
    uint32_t figures;
    uint32_t scenario_bytes; /* with its zero byte; 0: none */
    uint32_t failed;
    char message[SWEEP_TEXT];
};

bool sweep_result_begin(struct sweep_result *result, uint64_t point, uint32_t replicates_max,
                        uint32_t figures)
{
    sweep_result_end(result);
    result->point = point;
    result->figures = figures;
    result->seeds = calloc(replicates_max ? replicates_max : 1, sizeof(*result->seeds));
    result->ends = calloc(replicates_max ? replicates_max : 1, sizeof(*result->ends));
    result->values = calloc((size_t)replicates_max * figures + 1, sizeof(*result->values));
    return result->seeds && result->ends && result->values;
}

void sweep_result_end(struct sweep_result *result)
{
    free(result->seeds);
    free(result->ends);
    free(result->values);
    free(result->scenario);
    memset(result, 0, sizeof(*result));
}

/* ---- Bytes ---- */

static unsigned char *put(unsigned char *to, const void *from, size_t bytes)
{
    if (bytes)
        memcpy(to, from, bytes);
    return to + bytes;
}

static const unsigned char *take(void *to, const unsigned char *from, size_t bytes)
{
    if (bytes)
        memcpy(to, from, bytes);
    return from + bytes;
}

static size_t bytes_of(const struct head *head)
{
    size_t values = (size_t)head->replicates * head->figures * sizeof(double);
    return sizeof(*head) + head->replicates * (sizeof(uint64_t) + sizeof(uint8_t)) + values +
           head->scenario_bytes;
}

unsigned char *sweep_result_encode(const struct sweep_result *result, size_t *bytes)
{
    struct head head = {.point = result->point,
                        .replicates = result->replicates,
                        .figures = result->figures,
                        .failed = result->failed};

    if (result->scenario)
        head.scenario_bytes = (uint32_t)strlen(result->scenario) + 1u;
    memcpy(head.message, result->message, sizeof(head.message));
    *bytes = bytes_of(&head);
    unsigned char *all = malloc(*bytes);
    if (!all)
        return NULL;
    unsigned char *next = put(all, &head, sizeof(head));
    next = put(next, result->seeds, head.replicates * sizeof(*result->seeds));
    next =
        put(next, result->values, (size_t)head.replicates * head.figures * sizeof(*result->values));
    next = put(next, result->ends, head.replicates * sizeof(*result->ends));
    (void)put(next, result->scenario, head.scenario_bytes);
    return all;
}

bool sweep_result_decode(struct sweep_result *result, const unsigned char *bytes, size_t count)
{
    struct head head;

    if (count < sizeof(head))
        return false;
    bytes = take(&head, bytes, sizeof(head));
    if (head.replicates > SWEEP_SEEDS_MAX || head.figures > SWEEP_FIGURES_MAX ||
        count != bytes_of(&head) ||
        !sweep_result_begin(result, head.point, head.replicates, head.figures))
        return false;
    result->failed = head.failed != 0;
    result->replicates = head.replicates;
    memcpy(result->message, head.message, sizeof(result->message));
    result->message[sizeof(result->message) - 1] = '\0';
    bytes = take(result->seeds, bytes, head.replicates * sizeof(*result->seeds));
    bytes = take(result->values, bytes,
                 (size_t)head.replicates * head.figures * sizeof(*result->values));
    bytes = take(result->ends, bytes, head.replicates * sizeof(*result->ends));
    if (!head.scenario_bytes)
        return true;
    result->scenario = malloc(head.scenario_bytes);
    if (!result->scenario)
        return false;
    (void)take(result->scenario, bytes, head.scenario_bytes);
    return result->scenario[head.scenario_bytes - 1] == '\0';
}
