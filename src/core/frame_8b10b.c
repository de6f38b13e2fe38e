/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets between control characters, as at 2.5 and 5 GT/s.
 * Not here: code groups and disparity, ordered sets.
 */
#include "acknak/frame.h"

#define END_SYM 1u

static const char cut[] = "packet cut by another control character";

const char *ak_symbol_name(uint16_t symbol)
{
    switch (symbol) {
    case AK_SYM_SKP:
        return "SKP";
    case AK_SYM_FTS:
        return "FTS";
    case AK_SYM_SDP:
        return "SDP";
    case AK_SYM_IDL:
        return "IDL";
    case AK_SYM_COM:
        return "COM";
    case AK_SYM_EIE:
        return "EIE";
    case AK_SYM_PAD:
        return "PAD";
    case AK_SYM_STP:
        return "STP";
    case AK_SYM_END:
        return "END";
    case AK_SYM_EDB:
        return "EDB";
    default:
        return NULL;
    }
}

/* Rules: FRAME-01. */
static size_t write_packet(uint16_t *out, enum ak_symbol start, const uint8_t *bytes, size_t count,
                           enum ak_symbol end)
{
    size_t at = 0;

    out[at++] = (uint16_t)start;
    for (size_t i = 0; i < count; i++)
        out[at++] = bytes[i];
    out[at++] = (uint16_t)end;
    return at;
}

size_t ak_frame_8b10b_encode_tlp(uint16_t *out, size_t room, const uint8_t *frame, size_t bytes,
                                 bool nullified)
{
    if (bytes > AK_FRAME_MAX_BYTES || room < bytes + 2)
        return 0;
    return write_packet(out, AK_SYM_STP, frame, bytes, nullified ? AK_SYM_EDB : AK_SYM_END);
}

void ak_frame_8b10b_encode_dllp(uint16_t out[AK_DLLP_SYM], const uint8_t dllp[AK_DLLP_BYTES])
{
    write_packet(out, AK_SYM_SDP, dllp, AK_DLLP_BYTES, AK_SYM_END);
}

static void report(struct ak_frame *found, enum ak_frame_kind kind, size_t taken_sym,
                   const char *error)
{
    found->kind = kind;
    found->taken_sym = taken_sym;
    found->bytes = 0;
    found->error = error;
}

/* What lies between a start symbol and the next control character. */
struct body {
    size_t sym;
    bool damaged;
};

static struct body read_body(const uint16_t *sym, size_t count, uint8_t *out, size_t room)
{
    struct body body = {0, false};

    while (body.sym < count && !(sym[body.sym] & AK_SYM_K)) {
        if (sym[body.sym] > UINT8_MAX)
            body.damaged = true;
        if (body.sym < room)
            out[body.sym] = (uint8_t)sym[body.sym];
        body.sym++;
    }
    return body;
}

static const char *tlp_error(const struct body *body, uint16_t end)
{
    if (body->damaged)
        return "code or disparity error in a TLP";
    if (body->sym > AK_FRAME_MAX_BYTES)
        return "TLP longer than any can be";
    if (end == AK_SYM_EDB)
        return body->sym < AK_FRAME_OVERHEAD_BYTES ? "TLP shorter than its LCRC" : NULL;
    if (body->sym < AK_FRAME_MIN_BYTES)
        return "TLP shorter than any can be";
    if ((body->sym - AK_SEQ_BYTES) % AK_TLP_DW_BYTES)
        return "TLP is no whole number of DW";
    return NULL;
}

static const char *dllp_error(const struct body *body, uint16_t end)
{
    if (body->damaged)
        return "code or disparity error in a DLLP";
    if (end == AK_SYM_EDB)
        return "DLLP ends with EDB";
    return body->sym == AK_DLLP_BYTES ? NULL : "DLLP is not 6 bytes long";
}

/* Rules: FRAME-01, FRAME-04: sym[0] is STP or SDP. */
static void decode_packet(const uint16_t *sym, size_t count, uint8_t *out, struct ak_frame *found)
{
    bool tlp = sym[0] == AK_SYM_STP;
    size_t room = tlp ? AK_FRAME_MAX_BYTES : AK_DLLP_BYTES;
    struct body body = read_body(sym + 1, count - 1, out, room);
    enum ak_frame_kind error_kind = tlp ? AK_FRAME_TLP_ERROR : AK_FRAME_ERROR;
    size_t taken_sym = 1 + body.sym;
    const char *error;
    uint16_t end;

    if (taken_sym == count) {
        report(found, AK_FRAME_TRUNCATED, count, NULL);
        return;
    }
    end = sym[taken_sym];
    if (end != AK_SYM_END && end != AK_SYM_EDB) {
        report(found, error_kind, taken_sym, cut);
        return;
    }
    taken_sym += END_SYM;
    error = tlp ? tlp_error(&body, end) : dllp_error(&body, end);
    if (error) {
        report(found, error_kind, taken_sym, error);
        return;
    }
    report(found,
           !tlp                ? AK_FRAME_DLLP
           : end == AK_SYM_EDB ? AK_FRAME_TLP_EDB
                               : AK_FRAME_TLP,
           taken_sym, NULL);
    found->bytes = body.sym;
}

static const char *outside_error(uint16_t symbol)
{
    if (symbol == AK_SYM_END || symbol == AK_SYM_EDB)
        return "END or EDB without a packet";
    if (symbol > UINT8_MAX && !ak_symbol_name(symbol))
        return "code or disparity error outside a packet";
    return NULL;
}

void ak_frame_8b10b_decode(const uint16_t *sym, size_t count, uint8_t out[AK_FRAME_MAX_BYTES],
                           struct ak_frame *found)
{
    const char *error;

    if (count == 0) {
        report(found, AK_FRAME_TRUNCATED, 0, NULL);
        return;
    }
    if (sym[0] == AK_SYM_STP || sym[0] == AK_SYM_SDP) {
        decode_packet(sym, count, out, found);
        return;
    }
    error = outside_error(sym[0]);
    report(found, error ? AK_FRAME_ERROR : AK_FRAME_NONE, 1, error);
}
