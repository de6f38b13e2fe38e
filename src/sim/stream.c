/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The delivery check.
 * Not here: what follows when it fails (run.c).
 */
#include "sim/stream.h"

#include <stdlib.h>
#include <string.h>

#include "acknak/tlp.h"

#define FIRST_TLPS  64u
#define MOST_TLPS   4096u /* as many as there are sequence numbers */
#define FIRST_BYTES 8192u

bool sim_stream_init(struct sim_stream *stream, uint32_t capacity_bytes)
{
    /* A full replay buffer, and TLPs whose Acks were forged by a fault. */
    uint64_t wanted = 2ull * capacity_bytes + 4ull * AK_TLP_MAX_BYTES;
    uint64_t bytes = FIRST_BYTES;

    while (bytes < wanted) {
        bytes <<= 1;
    }
    *stream = (struct sim_stream){.tlp_mask = FIRST_TLPS - 1u,
                                  .byte_mask = FIRST_BYTES - 1u,
                                  .byte_mask_most = (uint32_t)(bytes - 1u)};
    stream->tlps = calloc(FIRST_TLPS, sizeof *stream->tlps);
    stream->memory = calloc(1, FIRST_BYTES + AK_TLP_MAX_BYTES);
    return stream->tlps && stream->memory;
}

static bool grow_tlps(struct sim_stream *stream)
{
    uint32_t tlp_mask = stream->tlp_mask * 2u + 1u;
    struct sim_tlp *tlps;

    if (stream->tlp_mask + 1u >= MOST_TLPS) {
        return false;
    }
    tlps = calloc((size_t)tlp_mask + 1u, sizeof *tlps);
    if (!tlps) {
        return false;
    }
    for (uint64_t i = stream->taken_off; i < stream->submitted; i++) {
        tlps[i & tlp_mask] = *sim_stream_tlp(stream, i);
    }
    free(stream->tlps);
    stream->tlps = tlps;
    stream->tlp_mask = tlp_mask;
    return true;
}

static bool grow_memory(struct sim_stream *stream)
{
    uint32_t byte_mask = stream->byte_mask * 2u + 1u;
    uint8_t *memory;
    uint64_t head = 0;

    if (stream->byte_mask >= stream->byte_mask_most) {
        return false;
    }
    memory = calloc(1, (size_t)byte_mask + 1u + AK_TLP_MAX_BYTES);
    if (!memory) {
        return false;
    }
    for (uint64_t i = stream->taken_off; i < stream->submitted; i++) {
        struct sim_tlp *tlp = sim_stream_tlp(stream, i);
        memcpy(memory + head, stream->memory + tlp->offset, tlp->length_bytes);
        tlp->offset = (uint32_t)head;
        head += tlp->length_bytes;
    }
    free(stream->memory);
    stream->memory = memory;
    stream->byte_mask = byte_mask;
    stream->tail = 0;
    stream->head = head;
    return true;
}

bool sim_stream_grow(struct sim_stream *stream)
{
    if (sim_stream_undelivered(stream) > stream->tlp_mask) {
        return grow_tlps(stream);
    }
    return grow_memory(stream);
}

void sim_stream_destroy(struct sim_stream *stream)
{
    free(stream->tlps);
    free(stream->memory);
}

/* Whether the bytes are those of another TLP under way. */
static bool is_another(const struct sim_stream *stream, const struct ak_view *view)
{
    for (uint64_t i = stream->taken_off + 1u; i < stream->submitted; i++) {
        if (sim_stream_is_same(stream, sim_stream_tlp(stream, i), view)) {
            return true;
        }
    }
    return false;
}

enum sim_delivery sim_stream_deliver(struct sim_stream *stream, const struct ak_view *view,
                                     const struct sim_tlp **tlp)
{
    enum sim_delivery delivery = SIM_DELIVERY_RIGHT;

    if (stream->taken_off == stream->begun) {
        return SIM_DELIVERY_UNSENT;
    }
    if (!sim_stream_is_due(stream, view)) {
        delivery = is_another(stream, view) ? SIM_DELIVERY_MISPLACED : SIM_DELIVERY_DAMAGED;
    }
    *tlp = sim_stream_take_off(stream);
    return delivery;
}

uint64_t sim_stream_lose(struct sim_stream *stream)
{
    uint64_t lost = sim_stream_undelivered(stream);

    stream->taken_off = stream->submitted;
    stream->begun = stream->submitted;
    stream->tail = stream->head;
    stream->lost += lost;
    return lost;
}
