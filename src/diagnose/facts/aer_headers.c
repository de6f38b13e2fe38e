/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Error headers and the records that answer them.
 * Not here: reading either (formats/aer_log.c).
 */
#include "diagnose/facts/aer_headers.h"

static void close_header(struct ak_aer_header *h, struct ak_notes *notes)
{
    if (h->used && !h->answered)
        notes->headers_only++;
    else if (h->used && !h->source_answered)
        notes->source_differs++;
    h->used = false;
}

void ak_aer_headers_open(struct ak_aer_headers *headers, struct ak_notes *notes,
                         const struct ak_addr *reporter, const struct ak_addr *source)
{
    struct ak_aer_header *h = NULL;

    for (int i = 0; i < AK_AER_HEADERS; i++) {
        if (headers->list[i].used && ak_addr_equal(&headers->list[i].reporter, reporter))
            h = &headers->list[i];
    }
    if (h == NULL)
        h = &headers->list[headers->next++ % AK_AER_HEADERS];
    close_header(h, notes);
    *h = (struct ak_aer_header){true, false, false, *reporter, *source};
}

/* The header that names the device; else that of its port; else the newest without an answer. */
void ak_aer_headers_answer(struct ak_aer_headers *headers, const struct ak_addr *addr)
{
    struct ak_aer_header *best = NULL;

    for (unsigned i = 0; i < AK_AER_HEADERS; i++) {
        struct ak_aer_header *h = &headers->list[(headers->next + i) % AK_AER_HEADERS];
        if (!h->used)
            continue;
        if (ak_addr_equal(&h->source, addr)) {
            h->answered = h->source_answered = true;
            return;
        }
        if (best == NULL || !best->answered || ak_addr_equal(&h->reporter, addr))
            best = h;
    }
    if (best != NULL)
        best->answered = true;
}

bool ak_aer_headers_is_open(const struct ak_aer_headers *headers, const struct ak_addr *reporter)
{
    for (int i = 0; i < AK_AER_HEADERS; i++) {
        if (headers->list[i].used && ak_addr_equal(&headers->list[i].reporter, reporter))
            return true;
    }
    return false;
}

void ak_aer_headers_close_all(struct ak_aer_headers *headers, struct ak_notes *notes)
{
    for (int i = 0; i < AK_AER_HEADERS; i++)
        close_header(&headers->list[i], notes);
}
