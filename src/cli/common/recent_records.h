/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The newest records of a trace, for the packets around a finding. Bounded memory.
 * Not here: how they are shown (packet_line.h).
 */
#ifndef CLI_RECENT_RECORDS_H
#define CLI_RECENT_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/record.h"

#define CLI_RECENT_COUNT 4096u      /* records, a power of two */
#define CLI_RECENT_BYTES (1u << 20) /* of packets; older records are forgotten earlier */

struct cli_recent_record {
    struct ak_record record; /* its bytes lie at `at`, not where it points */
    uint64_t at;
};

/* Large: keep it off the stack. All zero at the start. */
struct cli_recent {
    uint64_t count;      /* records seen */
    uint64_t bytes_used; /* counts on over the end of `bytes` */
    struct cli_recent_record records[CLI_RECENT_COUNT];
    uint8_t bytes[CLI_RECENT_BYTES];
};

/* Keeps a copy. Cost: one copy of a packet's bytes. */
void cli_recent_add(struct cli_recent *recent, const struct ak_record *record);

/* Fills `record` with the one `back` records before the newest (0: that one), its bytes lent until
 * the next add; false if it is not at hand any more. */
bool cli_recent_look(struct cli_recent *recent, uint64_t back, struct ak_record *record);

/* How many records back the newest one with this number is, or UINT64_MAX. */
uint64_t cli_recent_find(struct cli_recent *recent, uint64_t number);

/* Whether a record tells of Acks, Naks and replays: not ordered sets, nor good DLLPs of other
 * layers. */
bool cli_recent_is_telling(const struct ak_record *record);

#endif
