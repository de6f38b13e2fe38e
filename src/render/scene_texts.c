/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The texts of a scene, each once: a hash table over a pool.
 * Not here: whose texts they are (scene.c).
 */
#include "render/scene_texts.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash(const char *text)
{
    uint32_t value = 2166136261u;
    for (; *text != '\0'; text++)
        value = (value ^ (uint8_t)*text) * 16777619u;
    return value;
}

/* Where `text` is or would be in the table. */
static uint32_t slot_of(const struct ak_scene_texts *texts, const char *text)
{
    uint32_t slot = hash(text) & (texts->table_size - 1);
    while (texts->table[slot] != 0 &&
           strcmp(texts->pool + texts->at[texts->table[slot] - 1], text) != 0)
        slot = (slot + 1) & (texts->table_size - 1);
    return slot;
}

static bool grow_table(struct ak_scene_texts *texts)
{
    if (2 * texts->count < texts->table_size)
        return true;
    uint32_t size = texts->table_size > 0 ? 2 * texts->table_size : 256;
    uint32_t *table = calloc(size, sizeof *table);
    if (table == NULL)
        return false;
    free(texts->table);
    texts->table = table;
    texts->table_size = size;
    for (uint32_t i = 0; i < texts->count; i++)
        table[slot_of(texts, texts->pool + texts->at[i])] = i + 1;
    return true;
}

static bool grow_lists(struct ak_scene_texts *texts, size_t bytes)
{
    if (texts->count == texts->at_room) {
        uint32_t room = texts->at_room > 0 ? 2 * texts->at_room : 256;
        uint32_t *at = realloc(texts->at, room * sizeof *at);
        if (at == NULL)
            return false;
        texts->at = at;
        texts->at_room = room;
    }
    if (texts->used + bytes > texts->room) {
        size_t room = 2 * (texts->room + bytes) + 4096;
        char *pool = room < UINT32_MAX ? realloc(texts->pool, room) : NULL;
        if (pool == NULL)
            return false;
        texts->pool = pool;
        texts->room = room;
    }
    return true;
}

uint32_t ak_scene_texts_add(struct ak_scene_texts *texts, const char *text)
{
    size_t bytes = strlen(text) + 1;
    if (!grow_table(texts))
        return AK_SCENE_NONE;
    uint32_t slot = slot_of(texts, text);
    if (texts->table[slot] != 0)
        return texts->table[slot] - 1;
    if (!grow_lists(texts, bytes))
        return AK_SCENE_NONE;
    memcpy(texts->pool + texts->used, text, bytes);
    texts->at[texts->count] = (uint32_t)texts->used;
    texts->used += bytes;
    texts->table[slot] = ++texts->count;
    return texts->count - 1;
}

void ak_scene_texts_free(struct ak_scene_texts *texts)
{
    free(texts->pool);
    free(texts->at);
    free(texts->table);
    *texts = (struct ak_scene_texts){.count = 0};
}
