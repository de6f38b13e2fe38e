/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets among bytes: with or without framing symbols, one or several.
 * Not here: the fields of a packet (core/dllp.c, core/tlp.c).
 */
#ifndef CLI_DECODE_FIND_H
#define CLI_DECODE_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acknak/frame.h"

enum packet_kind {
    PACKET_DLLP,
    PACKET_TLP,
    PACKET_EDS,  /* no packet either, but the token that ends a Data Stream */
    PACKET_ERROR /* bytes that are no packet */
};

enum packet_framing { FRAMING_NONE, FRAMING_8B10B, FRAMING_128B130B };

/* What the user says the bytes are, where they do not tell themselves. */
enum packet_wish { WISH_NONE, WISH_DLLP, WISH_TLP };

struct packet {
    enum packet_kind kind;
    enum packet_framing framing;
    bool edb;    /* ended with EDB */
    size_t at;   /* where it began, in bytes from the start of the input */
    size_t took; /* bytes of the input, framing and all */
    size_t count;
    uint8_t bytes[AK_FRAME_MAX_BYTES]; /* a DLLP, or sequence number to LCRC of a TLP */
    const char *error;                 /* PACKET_ERROR: what is wrong, static storage */
};

/* The bytes and how far they have been read. */
struct packet_input {
    const uint8_t *bytes;
    size_t count;
    size_t at;
    enum packet_framing framing;
    enum packet_kind kind; /* without framing: what all of it is */
};

/*
 * Finds out how the bytes are framed. They stay the caller's and must outlive `input`. Returns
 * false, having said why, if their number and beginning fit no packet.
 */
bool packet_input_begin(struct packet_input *input, const uint8_t *bytes, size_t count,
                        enum packet_wish wish);

/* The next packet or error; false when there is none left. Idle is skipped. */
bool packet_input_next(struct packet_input *input, struct packet *out);

#endif
