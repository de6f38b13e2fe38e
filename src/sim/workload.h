/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recorded TLPs from .tlp files, gzip or not, read as they are needed.
 * Not here: when they are sent (source.h).
 *
 * A file has lines "time_ns dir header_hex payload_len payload_fill", sorted by time, and lines
 * that start with '#'. dir is D (downstream) or U; the fill is "-", "zero", "hex:..." or
 * "pat:S:O" (64-bit words sim_mix((O + i) ^ (S << 56)), i = 0, 8, 16 ...).
 */
#ifndef ACKNAK_SIM_WORKLOAD_H
#define ACKNAK_SIM_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/tlp.h"
#include "sim/scenario.h"

#define SIM_WORKLOAD_MESSAGE_BYTES 256u

/* Each direction reads the files by itself, so that none waits for the other. */
struct sim_workload_reader {
    const struct sim_workload *workload;
    enum sim_direction direction;
    uint32_t next_file;
    void *file; /* gzFile, or NULL */
    char *line;
    uint64_t line_number;
    uint64_t file_start_fs; /* time 0 of the file that is open */
    uint64_t last_ns;       /* of the line before */
    bool failed;
    char message[SIM_WORKLOAD_MESSAGE_BYTES];

    bool has_tlp; /* the next TLP of this direction: */
    uint64_t time_fs;
    uint32_t length_bytes;
    uint32_t payload_bytes;
    uint8_t tlp[AK_TLP_MAX_BYTES];
};

/* Opens the first file and reads up to the first TLP. False: `failed` and `message` are set, or,
 * with an empty message, memory is short. */
bool sim_workload_open(struct sim_workload_reader *reader, const struct sim_workload *workload,
                       enum sim_direction direction);

/* Reads on to the next TLP: has_tlp, or the end, or failed. */
void sim_workload_advance(struct sim_workload_reader *reader);

void sim_workload_close(struct sim_workload_reader *reader);

#endif
