/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the TLPs of one direction come from: writes, read requests, completions of the requests
 * that came the other way, and recorded ones.
 * Not here: the port they are handed to, the check of their delivery (stream.h).
 */
#ifndef ACKNAK_SIM_SOURCE_H
#define ACKNAK_SIM_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/random.h"
#include "sim/scenario.h"
#include "sim/stream.h"
#include "sim/workload.h"

#define SIM_TAGS_MAX 1024u

/* A request that waits for its completions, or has had some of them. */
struct sim_request {
    uint64_t ready_fs; /* first completion */
    uint64_t address;  /* of what is still to come */
    uint32_t left_bytes;
    uint16_t tag;
};

struct sim_source {
    const struct sim_traffic *traffic;
    const struct sim_workload *workload;
    enum sim_direction direction;
    uint32_t mps_bytes;
    uint32_t rcb_bytes; /* of the completions built here */
    uint64_t tlps_left; /* of the run's limit on writes, requests and recorded TLPs */
    struct sim_random random;
    uint32_t turn; /* kind that is asked first */

    uint64_t writes;
    uint64_t writes_left; /* of their own limit */
    uint64_t writes_next_fs;
    uint64_t write_address;
    uint64_t weight_sum;
    uint8_t write_headers[SIM_MIX_MAX][AK_TLP_HEADER_MAX_BYTES]; /* all but address and tag */
    bool writes_only; /* nothing else ever comes from here */
    bool saturates;   /* and there is always one */
    bool one_size;    /* writes have one, and no ECRC */

    uint64_t reads;
    uint64_t reads_next_fs;
    uint16_t free_tags[SIM_TAGS_MAX];
    uint32_t free_tag_count;

    struct sim_request requests[SIM_TAGS_MAX]; /* ring, oldest first */
    uint32_t first_request;
    uint32_t request_count;
    uint64_t completion_latency_fs;

    struct sim_workload_reader reader;

    /* A TLP that has been built and not yet accepted. */
    bool built;
    struct sim_tlp tlp;
};

/* False: the workload cannot be read (source->reader says why), or memory is short. */
bool sim_source_init(struct sim_source *source, const struct sim_scenario *scenario,
                     enum sim_direction direction);
void sim_source_destroy(struct sim_source *source);

/* Builds the next TLP at `room` (AK_TLP_MAX_BYTES) if one is due at `now`: then source->built. */
bool sim_source_build(struct sim_source *source, uint64_t now, uint8_t *room);

/* When the next TLP will be due, if nothing arrives before; UINT64_MAX: never. */
uint64_t sim_source_next_fs(const struct sim_source *source);

/* No TLP will follow, and no answer is awaited. */
bool sim_source_is_finished(const struct sim_source *source);

/* A request made at the other end has been delivered here: its completions will follow. */
void sim_source_answer(struct sim_source *source, const struct sim_tlp *request, uint64_t now);

/* The last completion of a request made here has been delivered. */
void sim_source_complete(struct sim_source *source, uint16_t tag);

/* A link down: requests under way and completions owed are forgotten. */
void sim_source_link_down(struct sim_source *source);

#endif
