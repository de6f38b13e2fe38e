/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets among bytes.
 * Not here: the fields of a packet.
 *
 * Hexadecimal text does not say which symbols are control characters. What helps: a frame is two
 * bytes more than a whole number of DW and a DLLP has six bytes, and with framing symbols, at
 * either encoding, both are whole DW.
 */
#include "cli/decode/find.h"

#include <string.h>

#include "cli/common/say.h"

#define BYTE_STP 0xFBu
#define BYTE_SDP 0x5Cu
#define BYTE_END 0xFDu
#define BYTE_EDB 0xFEu

static bool is_start(uint8_t byte)
{
    return byte == BYTE_STP || byte == BYTE_SDP;
}

static bool is_end(uint8_t byte)
{
    return byte == BYTE_END || byte == BYTE_EDB;
}

static bool looks_8b10b(const uint8_t *bytes, size_t count)
{
    return count > 2 && count % 4 != 2 && is_start(bytes[0]) && is_end(bytes[count - 1]);
}

/* An STP or EDS token, or SDP. */
static bool looks_128b130b(const uint8_t *bytes, size_t count)
{
    return count % 4 == 0 && ((bytes[0] & 0x0F) == 0x0F || (bytes[0] == 0xF0 && bytes[1] == 0xAC));
}

static bool refuse(size_t count, enum packet_wish wish)
{
    const char *plural = count == 1 ? "" : "s";

    if (wish == WISH_DLLP) {
        say("found %zu byte%s, expected 6 for each DLLP, or 8 with framing symbols", count, plural);
    } else if (wish == WISH_TLP) {
        say("found %zu byte%s, expected %u to %u: sequence number, TLP and LCRC", count, plural,
            AK_FRAME_MIN_BYTES, AK_FRAME_MAX_BYTES);
    } else {
        say("found %zu byte%s, expected 6 for a DLLP, or 18, 22, 26 ... for a TLP with sequence "
            "number and LCRC; two more with framing symbols",
            count, plural);
    }
    return false;
}

static bool fits_tlp(size_t count)
{
    return count >= AK_FRAME_MIN_BYTES && count <= AK_FRAME_MAX_BYTES;
}

bool packet_input_begin(struct packet_input *input, const uint8_t *bytes, size_t count,
                        enum packet_wish wish)
{
    *input = (struct packet_input){.bytes = bytes, .count = count};
    if (count == 0) {
        say("found no bytes, expected a DLLP or TLP in hexadecimal digits");
        return false;
    }
    if (looks_8b10b(bytes, count)) {
        input->framing = FRAMING_8B10B;
        return true;
    }
    if (looks_128b130b(bytes, count)) {
        input->framing = FRAMING_128B130B;
        return true;
    }
    input->kind = wish == WISH_DLLP || (wish == WISH_NONE && count == AK_DLLP_BYTES) ? PACKET_DLLP
                                                                                     : PACKET_TLP;
    if (input->kind == PACKET_DLLP) {
        return count % AK_DLLP_BYTES == 0 || refuse(count, wish);
    }
    return (fits_tlp(count) && (wish == WISH_TLP || count % 4 == 2)) || refuse(count, wish);
}

static void take(struct packet_input *input, struct packet *out, size_t took)
{
    out->at = input->at;
    out->took = took;
    input->at += took;
}

/* Nothing behind an error is read: where the next packet begins is no longer known. */
static void take_error(struct packet_input *input, struct packet *out, const char *error)
{
    out->kind = PACKET_ERROR;
    out->error = error;
    take(input, out, input->count - input->at);
}

static void next_bare(struct packet_input *input, struct packet *out)
{
    out->kind = input->kind;
    out->count = input->kind == PACKET_DLLP ? AK_DLLP_BYTES : input->count;
    memcpy(out->bytes, input->bytes + input->at, out->count);
    take(input, out, out->count);
}

static void set_kind(struct packet *out, const struct ak_frame *found)
{
    out->kind = found->kind == AK_FRAME_DLLP ? PACKET_DLLP : PACKET_TLP;
    out->edb = found->kind == AK_FRAME_TLP_EDB;
    out->count = found->bytes;
}

/* Where the TLP that begins at bytes[0] with STP says itself that its END is; 0 if nowhere. */
static size_t announced_end(const uint8_t *bytes, size_t count)
{
    struct ak_tlp_size size;
    size_t header = 1 + AK_SEQ_BYTES;
    size_t end;

    if (count < header || ak_tlp_measure(bytes + header, count - header, &size) != AK_TLP_OK) {
        return 0;
    }
    end = header + size.total_bytes + AK_LCRC_BYTES;
    return end < count && is_end(bytes[end]) ? end : 0;
}

/* Else: the first byte that can be END with nothing, or another packet, behind it. */
static size_t likely_end(const uint8_t *bytes, size_t count)
{
    for (size_t at = 1; at < count; at++) {
        if (is_end(bytes[at]) && at % 4 == 3 && (at + 1 == count || is_start(bytes[at + 1]))) {
            return at;
        }
    }
    return count - 1;
}

static size_t find_end(const uint8_t *bytes, size_t count)
{
    size_t end;

    if (bytes[0] == BYTE_SDP) {
        return count > 7 && is_end(bytes[7]) ? 7 : count - 1;
    }
    end = announced_end(bytes, count);
    return end ? end : likely_end(bytes, count);
}

/* The first symbol and the last are control characters, those between are data. */
static bool read_symbols(const uint8_t *bytes, size_t count, struct packet *out,
                         struct ak_frame *found)
{
    uint16_t symbols[AK_FRAME_MAX_BYTES + 2];

    if (count == 0 || count > AK_FRAME_MAX_BYTES + 2) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        symbols[i] = bytes[i];
    }
    symbols[0] |= AK_SYM_K;
    if (is_end(bytes[count - 1])) {
        symbols[count - 1] |= AK_SYM_K;
    }
    ak_frame_8b10b_decode(symbols, count, out->bytes, found);
    return true;
}

static void next_8b10b(struct packet_input *input, struct packet *out)
{
    const uint8_t *bytes = input->bytes + input->at;
    struct ak_frame found;
    size_t took;

    if (!is_start(bytes[0])) {
        take_error(input, out, "no STP or SDP where a packet must begin");
        return;
    }
    took = find_end(bytes, input->count - input->at) + 1;
    if (!read_symbols(bytes, took, out, &found)) {
        take_error(input, out, "TLP longer than any can be");
    } else if (found.kind == AK_FRAME_TRUNCATED) {
        take_error(input, out, "packet without END");
    } else if (found.error) {
        take_error(input, out, found.error);
    } else {
        set_kind(out, &found);
        take(input, out, took);
    }
}

static bool next_128b130b(struct packet_input *input, struct packet *out)
{
    while (input->at < input->count) {
        struct ak_frame found;
        ak_frame_128b130b_decode(input->bytes + input->at, input->count - input->at, out->bytes,
                                 &found);
        if (found.kind == AK_FRAME_NONE && found.taken_sym != AK_TOKEN_BYTES) {
            input->at += found.taken_sym;
            continue;
        }
        if (found.kind == AK_FRAME_NONE) {
            out->kind = PACKET_EDS;
            take(input, out, found.taken_sym);
        } else if (found.kind == AK_FRAME_TRUNCATED) {
            take_error(input, out, "fewer bytes than the packet must have");
        } else if (found.error) {
            take_error(input, out, found.error);
        } else {
            set_kind(out, &found);
            take(input, out, found.taken_sym);
        }
        return true;
    }
    return false;
}

bool packet_input_next(struct packet_input *input, struct packet *out)
{
    if (input->at >= input->count) {
        return false;
    }
    memset(out, 0, sizeof *out);
    out->framing = input->framing;
    switch (input->framing) {
    case FRAMING_NONE:
        next_bare(input, out);
        return true;
    case FRAMING_8B10B:
        next_8b10b(input, out);
        return true;
    case FRAMING_128B130B:
        return next_128b130b(input, out);
    }
    return false;
}
