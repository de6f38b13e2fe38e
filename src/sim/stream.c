/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The delivery check.
 * Not here: what follows when it fails (run.c).
 */
#include "sim/stream.h"

#include <stdlib.h>
#include <string.h>

#include "acknak/tlp.h"

bool sim_stream_init(struct sim_stream *stream, uint32_t capacity_bytes)
{
    /* A full replay buffer, and TLPs whose Acks were forged by a fault. */
    uint64_t wanted = 2ull * capacity_bytes + 4u * AK_TLP_MAX_BYTES;
    uint64_t bytes = 1u << 16;

    while (bytes < wanted)
        bytes <<= 1;
    *stream = (struct sim_stream){.byte_mask = (uint32_t)(bytes - 1u)};
    stream->tlps = calloc(SIM_STREAM_TLPS, sizeof *stream->tlps);
    stream->memory = calloc(1, bytes + AK_TLP_MAX_BYTES);
    return stream->tlps && stream->memory;
}

void sim_stream_destroy(struct sim_stream *stream)
{
    free(stream->tlps);
    free(stream->memory);
}

static bool is_same(const struct sim_stream *stream, const struct sim_tlp *tlp,
                    const struct ak_view *view)
{
    return tlp->length_bytes == view->length_bytes &&
           memcmp(stream->memory + tlp->offset, view->bytes, view->length_bytes) == 0;
}

/* Whether the bytes are those of another TLP under way. */
static bool is_another(const struct sim_stream *stream, const struct ak_view *view)
{
    for (uint64_t i = stream->taken_off + 1u; i < stream->submitted; i++) {
        if (is_same(stream, sim_stream_tlp(stream, i), view))
            return true;
    }
    return false;
}

enum sim_delivery sim_stream_deliver(struct sim_stream *stream, const struct ak_view *view,
                                     struct sim_tlp *tlp)
{
    if (stream->taken_off == stream->begun)
        return SIM_DELIVERY_UNSENT;
    *tlp = *sim_stream_tlp(stream, stream->taken_off);
    enum sim_delivery delivery = SIM_DELIVERY_RIGHT;
    if (!is_same(stream, tlp, view))
        delivery = is_another(stream, view) ? SIM_DELIVERY_MISPLACED : SIM_DELIVERY_DAMAGED;
    stream->taken_off++;
    stream->tail += tlp->length_bytes;
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
