/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The TLPs of one direction from submit to delivery, as their source made them: what is delivered
 * is compared with it byte by byte. Rules: SIM-01.
 * Not here: where TLPs come from (source.h); the protocol's own copies.
 *
 * A TLP is built in place in this memory, handed to the port, and stays until it is delivered or
 * reported lost; so at most a replay buffer full of them is kept.
 */
#ifndef ACKNAK_SIM_STREAM_H
#define ACKNAK_SIM_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "acknak/rx.h"
#include "acknak/seq.h"

/* What a TLP is to its source. */
enum sim_tlp_use {
    SIM_TLP_WRITE,
    SIM_TLP_READ,
    SIM_TLP_COMPLETION,
    SIM_TLP_LAST_COMPLETION, /* of its request */
    SIM_TLP_RECORDED,
};

struct sim_tlp {
    uint64_t begin_fs; /* of its first sending; UINT64_MAX: not yet */
    uint64_t address;  /* SIM_TLP_READ */
    uint32_t offset;   /* of its bytes */
    uint16_t length_bytes;
    uint16_t payload_bytes; /* SIM_TLP_READ: bytes asked for */
    uint16_t tag;
    uint8_t use; /* enum sim_tlp_use */
};

struct sim_stream {
    struct sim_tlp *tlps; /* ring of tlp_mask + 1; the counters below never wrap */
    uint8_t *memory;      /* ring of byte_mask + 1 bytes, and slack for one TLP */
    uint32_t tlp_mask;
    uint32_t byte_mask;
    uint32_t byte_mask_most;
    uint64_t submitted;
    uint64_t begun;     /* first sendings begun */
    uint64_t taken_off; /* delivered or lost */
    uint64_t lost;
    uint64_t head; /* bytes ever used */
    uint64_t tail;
};

enum sim_delivery {
    SIM_DELIVERY_RIGHT,
    SIM_DELIVERY_DAMAGED,   /* the TLP that was due, with wrong bytes */
    SIM_DELIVERY_MISPLACED, /* another TLP than the one that was due */
    SIM_DELIVERY_UNSENT,    /* no TLP was due: a duplicate, or made up */
};

/* `capacity_bytes`: of the replay buffer, which bounds what can be undelivered. */
bool sim_stream_init(struct sim_stream *stream, uint32_t capacity_bytes);

/* Doubles the memory if it is smaller than what can be undelivered; false if it may not grow, or
 * cannot. Starting small keeps the usual few TLPs in the processor's cache. */
bool sim_stream_grow(struct sim_stream *stream);
void sim_stream_destroy(struct sim_stream *stream);

/* Where the next TLP is built, or has been. */
static inline uint8_t *sim_stream_next(const struct sim_stream *stream)
{
    return stream->memory + (stream->head & stream->byte_mask);
}

/* Room for the next TLP, AK_TLP_MAX_BYTES; NULL while too much is undelivered. */
static inline uint8_t *sim_stream_room(const struct sim_stream *stream)
{
    if (stream->head - stream->tail + AK_TLP_MAX_BYTES > stream->byte_mask ||
        stream->submitted - stream->taken_off > stream->tlp_mask) {
        return NULL;
    }
    return sim_stream_next(stream);
}

static inline struct sim_tlp *sim_stream_tlp(const struct sim_stream *stream, uint64_t index)
{
    return &stream->tlps[index & stream->tlp_mask];
}

/* The TLP built at sim_stream_room has been accepted by the port. */
static inline void sim_stream_commit(struct sim_stream *stream, const struct sim_tlp *built)
{
    struct sim_tlp *tlp = sim_stream_tlp(stream, stream->submitted++);
    *tlp = *built;
    tlp->begin_fs = UINT64_MAX;
    tlp->offset = (uint32_t)stream->head & stream->byte_mask;
    stream->head += built->length_bytes;
}

/* The first sending of the next TLP begins. */
static inline void sim_stream_begin(struct sim_stream *stream, uint64_t begin_fs)
{
    sim_stream_tlp(stream, stream->begun++)->begin_fs = begin_fs;
}

static inline uint64_t sim_stream_undelivered(const struct sim_stream *stream)
{
    return stream->submitted - stream->taken_off;
}

/* Whether these are the bytes of that TLP. */
static inline bool sim_stream_is_same(const struct sim_stream *stream, const struct sim_tlp *tlp,
                                      const struct ak_view *view)
{
    return tlp->length_bytes == view->length_bytes &&
           memcmp(stream->memory + tlp->offset, view->bytes, view->length_bytes) == 0;
}

/* Whether a delivered TLP is the one that is due. */
static inline bool sim_stream_is_due(const struct sim_stream *stream, const struct ak_view *view)
{
    return stream->taken_off != stream->begun &&
           sim_stream_is_same(stream, sim_stream_tlp(stream, stream->taken_off), view);
}

/* Takes off the one that is due. Its note is valid until the next submit. */
static inline const struct sim_tlp *sim_stream_take_off(struct sim_stream *stream)
{
    const struct sim_tlp *due = sim_stream_tlp(stream, stream->taken_off++);
    stream->tail += due->length_bytes;
    return due;
}

/* Compares a delivered TLP with the one that is due, and takes that one off. `tlp` becomes its
 * note, valid until the next submit, with any answer but SIM_DELIVERY_UNSENT. */
enum sim_delivery sim_stream_deliver(struct sim_stream *stream, const struct ak_view *view,
                                     const struct sim_tlp **tlp);

/* A link down: all that is undelivered is lost. Returns how many. */
uint64_t sim_stream_lose(struct sim_stream *stream);

#endif
