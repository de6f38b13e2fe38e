/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A packet taken apart, as text and as JSON.
 * Not here: finding it (find.h).
 */
#ifndef CLI_DECODE_PRINT_H
#define CLI_DECODE_PRINT_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "acknak/tlp.h"
#include "cli/decode/find.h"

/* What the Data Link Layer says to a frame. */
struct frame_view {
    uint16_t seq;
    uint8_t reserved; /* the four bits ahead of the sequence number */
    uint32_t lcrc;    /* as numbers whose low byte is first on the wire */
    uint32_t lcrc_expected;
    bool lcrc_good;
    bool lcrc_inverted;
    bool nullified; /* inverted, and not ended with END */
    enum ak_tlp_status tlp_status;
    struct ak_tlp tlp; /* set if tlp_status is AK_TLP_OK */
    bool length_good;  /* as many bytes as the header says */
};

void frame_view_fill(struct frame_view *view, const struct packet *packet);

/* What a receiver does with the frame, sequence number aside: "good", "nullified" ... */
const char *frame_view_verdict(const struct frame_view *view, const struct packet *packet);

/* "none", "8b/10b" or "128b/130b". */
const char *packet_framing_name(enum packet_framing framing);

void packet_print_text(const struct packet *packet);

/* A new reference. */
json_t *packet_json(const struct packet *packet);

#endif
