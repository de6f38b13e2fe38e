/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Error headers ("AER: Corrected error received: ...") and the records that answer them.
 * Not here: reading either (formats/aer_log.c).
 *
 * A header without a record says that something happened but not what. One whose source logs
 * nothing while another device does has a source that cannot be trusted.
 */
#ifndef ACKNAK_DIAGNOSE_AER_HEADERS_H
#define ACKNAK_DIAGNOSE_AER_HEADERS_H

#include "diagnose/facts/facts.h"

#define AK_AER_HEADERS 8

struct ak_aer_header {
    bool used;
    bool answered;        /* a record followed */
    bool source_answered; /* one of the device it names */
    struct ak_addr reporter, source;
};

/* The newest header of each reporting port; all zero is empty. */
struct ak_aer_headers {
    struct ak_aer_header list[AK_AER_HEADERS];
    unsigned next;
};

/* A header was read; an older one of the same port is closed and counted in `notes`. */
void ak_aer_headers_open(struct ak_aer_headers *headers, struct ak_notes *notes,
                         const struct ak_addr *reporter, const struct ak_addr *source);

/* A record of the device `addr` was read. */
void ak_aer_headers_answer(struct ak_aer_headers *headers, const struct ak_addr *addr);

bool ak_aer_headers_is_open(const struct ak_aer_headers *headers, const struct ak_addr *reporter);

void ak_aer_headers_close_all(struct ak_aer_headers *headers, struct ak_notes *notes);

#endif
