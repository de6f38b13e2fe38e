/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fields of a TLP or DLLP by name, as a reader wants to see them.
 * Not here: what a packet is called (trace/packet.h), how fields are laid out.
 */
#ifndef AK_RENDER_DETAILS_H
#define AK_RENDER_DETAILS_H

#include <stddef.h>

#include "acknak/record.h"

#define AK_DETAILS_MAX 24u

struct ak_detail {
    const char *name; /* "requester_id"; static storage */
    char value[48];   /* printable ASCII without quotes */
    bool number;      /* value is a whole number in decimal */
};

/* Fills `out`, which has room for AK_DETAILS_MAX; returns how many. Cost: an LCRC. */
size_t ak_packet_details(const struct ak_record *record, struct ak_detail *out);

#endif
