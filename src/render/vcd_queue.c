/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Changes of signals in the order of time: a binary heap.
 * Not here: which signals there are (fmt_vcd.c).
 */
#include "render/vcd_queue.h"

#include <stdlib.h>

static bool is_before(const struct ak_vcd_change *a, const struct ak_vcd_change *b)
{
    return a->time_fs != b->time_fs ? a->time_fs < b->time_fs : a->order < b->order;
}

static bool grow(struct ak_vcd_queue *queue)
{
    if (queue->count < queue->room)
        return true;
    size_t room = queue->room > 0 ? 2 * queue->room : 1024;
    struct ak_vcd_change *heap = realloc(queue->heap, room * sizeof *heap);
    if (heap == NULL)
        return false;
    queue->heap = heap;
    queue->room = room;
    return true;
}

bool ak_vcd_queue_add(struct ak_vcd_queue *queue, const struct ak_vcd_change *change)
{
    if (!grow(queue))
        return false;
    struct ak_vcd_change added = *change;
    size_t at = queue->count++;
    added.order = queue->told++;
    for (; at > 0 && is_before(&added, &queue->heap[(at - 1) / 2]); at = (at - 1) / 2)
        queue->heap[at] = queue->heap[(at - 1) / 2];
    queue->heap[at] = added;
    return true;
}

bool ak_vcd_queue_take(struct ak_vcd_queue *queue, uint64_t time_fs, struct ak_vcd_change *change)
{
    if (queue->count == 0 ||
        (queue->heap[0].time_fs > time_fs && queue->count < AK_VCD_CHANGES_MAX))
        return false;
    *change = queue->heap[0];
    struct ak_vcd_change last = queue->heap[--queue->count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < queue->count; at = child) {
        if (child + 1 < queue->count && is_before(&queue->heap[child + 1], &queue->heap[child]))
            child++;
        if (!is_before(&queue->heap[child], &last))
            break;
        queue->heap[at] = queue->heap[child];
    }
    queue->heap[at] = last;
    return true;
}

void ak_vcd_queue_free(struct ak_vcd_queue *queue)
{
    free(queue->heap);
    queue->heap = NULL;
    queue->count = 0;
    queue->room = 0;
}
