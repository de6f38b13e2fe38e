/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The search: forward over all states, then backward from the goals.
 * Not here: what is told of a path (search_path.c).
 *
 * Of a state its bytes are kept; the state itself only until its steps have been made. Of the
 * edges those are kept that a link makes when nothing goes wrong any more.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

#define STATES_MAX 40000000u
#define NO_STATE   UINT32_MAX

/* An array that grows. */
struct list {
    uint8_t *items;
    size_t item_bytes;
    size_t count;
    size_t room;
};

static bool list_add(struct list *list, const void *item)
{
    if (list->count == list->room) {
        const size_t room = list->room ? list->room * 2u : 1024u;
        uint8_t *items = realloc(list->items, room * list->item_bytes);
        if (!items) {
            return false;
        }
        list->items = items;
        list->room = room;
    }
    memcpy(list->items + list->count++ * list->item_bytes, item, list->item_bytes);
    return true;
}

static void list_free(struct list *list)
{
    free(list->items);
    *list = (struct list){.item_bytes = list->item_bytes};
}

static uint32_t number_in(const struct list *list, size_t index)
{
    uint32_t number;
    memcpy(&number, list->items + index * sizeof number, sizeof number);
    return number;
}

/* How a state was reached first. */
struct origin {
    uint32_t from;
    uint8_t step;
    bool goal;
    bool dead;
};

struct search {
    const struct model_scope *scope;
    struct search_result *result;
    struct list keys;    /* of each state */
    struct list origins; /* of each state */
    struct list first;   /* of each state: its first kind edge; uint32_t */
    struct list targets; /* of the kind edges; uint32_t */
    struct list level;   /* states to go on from: struct model */
    struct list next;
    uint32_t *table; /* state numbers by hash, NO_STATE: none */
    uint32_t table_mask;
    bool full; /* memory is short */
};

static uint64_t hash_of(const uint8_t *key, size_t bytes)
{
    uint64_t hash = 0x9E3779B97F4A7C15u;
    while (bytes > 0) {
        uint64_t word = 0;
        const size_t part = bytes < sizeof word ? bytes : sizeof word;
        memcpy(&word, key, part);
        hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
        key += part;
        bytes -= part;
    }
    return hash;
}

/* Where the key stands in the table, or would stand. */
static uint32_t place_of(const struct search *search, const uint8_t *key)
{
    const size_t bytes = search->keys.item_bytes;
    uint32_t place = (uint32_t)hash_of(key, bytes) & search->table_mask;
    while (search->table[place] != NO_STATE &&
           memcmp(search->keys.items + search->table[place] * bytes, key, bytes) != 0) {
        place = (place + 1u) & search->table_mask;
    }
    return place;
}

static bool grow_table(struct search *search)
{
    const uint32_t room = search->table ? (search->table_mask + 1u) * 2u : 1u << 16;
    free(search->table);
    search->table = malloc(room * sizeof *search->table);
    if (!search->table) {
        return false;
    }
    memset(search->table, 0xFF, room * sizeof *search->table);
    search->table_mask = room - 1u;
    for (uint32_t i = 0; i < search->keys.count; i++) {
        search->table[place_of(search, search->keys.items + i * search->keys.item_bytes)] = i;
    }
    return true;
}

/* The number of the state; one not met before is remembered, to go on from. */
static uint32_t meet(struct search *search, const struct model *model, uint32_t from, uint8_t step)
{
    uint8_t key[MODEL_KEY_BYTES];
    const uint32_t bytes = model_key(model, key);
    if (search->keys.item_bytes == 0) {
        search->keys.item_bytes = bytes;
    }
    const uint32_t place = place_of(search, key);
    if (search->table[place] != NO_STATE) {
        return search->table[place];
    }
    const uint32_t state = (uint32_t)search->keys.count;
    const struct origin origin = {from, step, model_is_goal(model), model_is_dead(model)};
    if (state == STATES_MAX || !list_add(&search->keys, key) ||
        !list_add(&search->origins, &origin) || !list_add(&search->next, model)) {
        search->full = true;
        return state;
    }
    search->table[place] = state;
    search->result->goals += origin.goal;
    search->result->dead += origin.dead;
    if (search->keys.count * 2u > search->table_mask && !grow_table(search)) {
        search->full = true;
    }
    return state;
}

static struct origin origin_of(const struct search *search, uint32_t state)
{
    struct origin origin;
    memcpy(&origin, search->origins.items + state * sizeof origin, sizeof origin);
    return origin;
}

/* Notes the way to `state` and, if `step` is one, that step behind it. */
static void note_path(struct search *search, uint32_t state, uint32_t step)
{
    struct search_result *result = search->result;
    uint32_t length = step < MODEL_STEPS ? 1u : 0u;
    for (uint32_t at = state; at != 0; at = origin_of(search, at).from) {
        length++;
    }
    result->path = malloc(length + 1u);
    if (!result->path) {
        return;
    }
    result->length = length;
    if (step < MODEL_STEPS) {
        result->path[--length] = (uint8_t)step;
    }
    for (uint32_t at = state; at != 0; at = origin_of(search, at).from) {
        result->path[--length] = origin_of(search, at).step;
    }
}

/* ---- Forward ---- */

/* Makes every step from a state. False: one of them leads to a failure, or memory is short. */
static bool expand(struct search *search, const struct model *model, uint32_t state)
{
    static struct model after;
    const uint32_t first = (uint32_t)search->targets.count;
    if (!list_add(&search->first, &first)) {
        search->full = true;
    }
    for (uint32_t step = 0; step < MODEL_STEPS && !search->full; step++) {
        model_copy(&after, model);
        if (!model_step(&after, step)) {
            continue;
        }
        search->result->steps++;
        if (after.failure) {
            search->result->verdict = SEARCH_UNSAFE;
            search->result->failure = after.failure;
            note_path(search, state, step);
            return false;
        }
        const uint32_t target = meet(search, &after, state, (uint8_t)step);
        if (model_is_kind(model, step) && !list_add(&search->targets, &target)) {
            search->full = true;
        }
    }
    return !search->full;
}

static bool expand_level(struct search *search)
{
    static struct model model;
    const struct list spare = search->level;
    search->level = search->next;
    search->next = spare;
    search->next.count = 0;
    for (size_t i = 0; i < search->level.count; i++) {
        memcpy(&model, search->level.items + i * sizeof model, sizeof model);
        const uint32_t state = (uint32_t)search->first.count;
        if (!expand(search, &model, state)) {
            return false;
        }
    }
    return true;
}

static bool search_forward(struct search *search)
{
    struct model model;
    model_open(&model, search->scope);
    if (!grow_table(search)) {
        search->full = true;
        return false;
    }
    (void)meet(search, &model, 0, 0);
    while (search->next.count != 0) {
        if (!expand_level(search)) {
            return false;
        }
        search->result->depth += search->next.count != 0;
    }
    return true;
}

/* ---- Backward ---- */

/* The edges turned round: who leads to a state. */
struct reverse {
    uint32_t *first; /* of each state and one more */
    uint32_t *from;
};

static bool turn_round(const struct search *search, struct reverse *reverse)
{
    const uint32_t states = (uint32_t)search->keys.count;
    const size_t edges = search->targets.count;
    reverse->first = calloc(states + 2u, sizeof *reverse->first);
    reverse->from = malloc((edges + 1u) * sizeof *reverse->from);
    if (!reverse->first || !reverse->from) {
        return false;
    }
    for (size_t edge = 0; edge < edges; edge++) {
        reverse->first[number_in(&search->targets, edge) + 2u]++;
    }
    for (uint32_t state = 2; state < states + 2u; state++) {
        reverse->first[state] += reverse->first[state - 1u];
    }
    for (uint32_t state = 0; state < states; state++) {
        const size_t end = state + 1u < states ? number_in(&search->first, state + 1u) : edges;
        for (size_t edge = number_in(&search->first, state); edge < end; edge++) {
            const uint32_t target = number_in(&search->targets, edge);
            reverse->from[reverse->first[target + 1u]++] = state;
        }
    }
    return true;
}

/* Marks the states from which a goal can be reached; `queue` has room for all states. */
static void mark_backward(const struct search *search, const struct reverse *reverse,
                          uint8_t *reaches, uint32_t *queue)
{
    uint32_t head = 0;
    uint32_t tail = 0;
    for (uint32_t state = 0; state < search->keys.count; state++) {
        if (origin_of(search, state).goal || origin_of(search, state).dead) {
            reaches[state] = 1;
            queue[tail++] = state;
        }
    }
    while (head < tail) {
        const uint32_t state = queue[head++];
        for (uint32_t i = reverse->first[state]; i < reverse->first[state + 1u]; i++) {
            const uint32_t from = reverse->from[i];
            if (!reaches[from]) {
                reaches[from] = 1;
                queue[tail++] = from;
            }
        }
    }
}

static void find_stuck(struct search *search, const uint8_t *reaches)
{
    for (uint32_t state = 0; state < search->keys.count; state++) {
        if (!reaches[state]) {
            search->result->verdict = SEARCH_STUCK;
            search->result->failure = "from here not all TLPs can be delivered and acknowledged";
            note_path(search, state, MODEL_STEPS);
            return;
        }
    }
}

static void search_backward(struct search *search)
{
    struct reverse reverse = {NULL, NULL};
    const size_t states = search->keys.count;
    uint8_t *reaches = calloc(states, 1);
    uint32_t *queue = malloc(states * sizeof *queue);
    if (reaches && queue && turn_round(search, &reverse)) {
        mark_backward(search, &reverse, reaches, queue);
        find_stuck(search, reaches);
    } else {
        search->full = true;
    }
    free(reverse.first);
    free(reverse.from);
    free(reaches);
    free(queue);
}

void search_run(const struct model_scope *scope, struct search_result *result)
{
    struct search search = {
        .scope = scope,
        .result = result,
        .origins.item_bytes = sizeof(struct origin),
        .first.item_bytes = sizeof(uint32_t),
        .targets.item_bytes = sizeof(uint32_t),
        .level.item_bytes = sizeof(struct model),
        .next.item_bytes = sizeof(struct model),
    };
    memset(result, 0, sizeof *result);
    if (search_forward(&search)) {
        list_free(&search.level);
        list_free(&search.next);
        search_backward(&search);
    }
    result->states = (uint32_t)search.keys.count;
    if (search.full) {
        result->verdict = SEARCH_NO_MEMORY;
        result->failure = "memory is short";
    }
    list_free(&search.keys);
    list_free(&search.origins);
    list_free(&search.first);
    list_free(&search.targets);
    list_free(&search.level);
    list_free(&search.next);
    free(search.table);
}
