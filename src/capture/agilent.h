/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of Agilent's protocol analyzers, which come in PAD files and, behind a header of 20
 * bytes, as packets of link type USER11.
 * Not here: how they are stored (pad.c, packet.c).
 */
#ifndef AK_CAPTURE_AGILENT_H
#define AK_CAPTURE_AGILENT_H

#include "capture/reader.h"

#define AK_AGILENT_HEADER_BYTES 20u   /* of a packet of link type USER11 */
#define AK_AGILENT_SHOWN_BYTES  8256u /* more than that of a record is never looked at */

struct ak_agilent_record {
    uint64_t number; /* its place in the file */
    uint64_t time_ns;
    uint32_t flags;
    uint16_t metadata; /* 14:0: where metadata begins behind the symbols, 0: nowhere */
    const uint8_t *data;
    uint32_t data_bytes; /* at data */
    bool truncated;      /* the file has, or had, more than that */
};

/* Of the Link, as the flags of the record before said; all zero at the start. */
struct ak_agilent_link {
    bool known;
    uint32_t flags;
    struct ak_record_link link;
};

/*
 * Hands a record on: a packet or an ordered set, with a LINK record ahead of it when rate or
 * width change and a gap when the analyzer says so. `offset` is its place, for messages. Returns
 * an enum ak_capture_status.
 */
int ak_agilent_take(struct ak_reader *reader, struct ak_agilent_link *link,
                    const struct ak_agilent_record *in, uint64_t offset);

#endif
