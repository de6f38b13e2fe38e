/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets behind tokens, as from 8 GT/s on.
 * Not here: blocks, sync headers, scrambling, ordered sets.
 */
#include "acknak/frame.h"

#include <string.h>

#define STP_MARK      0x0Fu /* the low half of an STP's first symbol */
#define STP_SYM       4u
#define EDB_SYM       4u
#define SDP_0         0xF0u
#define SDP_1         0xACu
#define SDP_SYM       2u
#define EDB_BYTE      0xC0u
#define IDL_BYTE      0x00u
#define EDS_LENGTH_DW 1u

static const uint8_t eds[AK_TOKEN_BYTES] = {0x1F, 0x80, 0x90, 0x00};

static bool parity_of(uint32_t bits)
{
    bits ^= bits >> 8;
    bits ^= bits >> 4;
    bits ^= bits >> 2;
    bits ^= bits >> 1;
    return bits & 1;
}

/* Rules: FRAME-02: each mask names the bits of the length that one bit of the Frame CRC adds up. */
uint8_t ak_stp_fcrc(uint16_t length_dw)
{
    static const uint16_t masks[4] = {0x4D7, 0x6BC, 0x35E, 0x1AF};
    uint32_t fcrc = 0;

    for (uint32_t bit = 0; bit < 4; bit++)
        fcrc |= (uint32_t)parity_of(length_dw & masks[bit]) << bit;
    return (uint8_t)fcrc;
}

bool ak_stp_parity(uint16_t length_dw)
{
    uint32_t length = length_dw & AK_STP_LENGTH_CODE_MAX;
    return parity_of(length << 4 ^ ak_stp_fcrc(length_dw));
}

void ak_stp_encode(uint8_t out[AK_TOKEN_BYTES], uint16_t length_dw, uint16_t seq)
{
    out[0] = (uint8_t)(STP_MARK | (length_dw & 0xFu) << 4);
    out[1] = (uint8_t)((length_dw >> 4 & 0x7Fu) | (ak_stp_parity(length_dw) ? 0x80u : 0));
    out[2] = (uint8_t)((uint32_t)ak_stp_fcrc(length_dw) << 4 | (seq >> 8 & 0xFu));
    out[3] = (uint8_t)seq;
}

void ak_stp_decode(const uint8_t in[AK_TOKEN_BYTES], struct ak_stp *out)
{
    out->length_dw = (uint16_t)((in[1] & 0x7Fu) << 4 | in[0] >> 4);
    out->parity = (in[1] & 0x80) != 0;
    out->fcrc = in[2] >> 4;
    out->seq = (uint16_t)((in[2] & 0x0Fu) << 8 | in[3]);
}

/* Rules: FRAME-02, FRAME-04. */
static enum ak_token classify_stp(const uint8_t *in)
{
    struct ak_stp stp;

    ak_stp_decode(in, &stp);
    if (stp.fcrc != ak_stp_fcrc(stp.length_dw))
        return AK_TOKEN_BAD_FCRC;
    if (stp.parity != ak_stp_parity(stp.length_dw))
        return AK_TOKEN_BAD_PARITY;
    if (stp.length_dw >= AK_STP_LENGTH_PMUX_MIN)
        return AK_TOKEN_PMUX;
    if (stp.length_dw > AK_STP_LENGTH_MAX)
        return AK_TOKEN_RESERVED_LENGTH;
    if (stp.length_dw >= AK_STP_LENGTH_MIN)
        return AK_TOKEN_STP;
    if (memcmp(in, eds, sizeof eds) == 0)
        return AK_TOKEN_EDS;
    return AK_TOKEN_BAD_LENGTH;
}

static bool is_edb(const uint8_t *in)
{
    return in[0] == EDB_BYTE && in[1] == EDB_BYTE && in[2] == EDB_BYTE && in[3] == EDB_BYTE;
}

/* Rules: FRAME-03. No two kinds of token begin alike, so the first symbol decides. */
enum ak_token ak_token_classify(const uint8_t in[AK_TOKEN_BYTES])
{
    if ((in[0] & STP_MARK) == STP_MARK)
        return classify_stp(in);
    if (in[0] == IDL_BYTE)
        return AK_TOKEN_IDL;
    if (in[0] == SDP_0 && in[1] == SDP_1)
        return AK_TOKEN_SDP;
    if (is_edb(in))
        return AK_TOKEN_EDB;
    return AK_TOKEN_UNKNOWN;
}

const char *ak_token_name(enum ak_token token)
{
    switch (token) {
    case AK_TOKEN_STP:
        return "STP";
    case AK_TOKEN_SDP:
        return "SDP";
    case AK_TOKEN_EDB:
        return "EDB";
    case AK_TOKEN_EDS:
        return "EDS";
    case AK_TOKEN_IDL:
        return "IDL";
    case AK_TOKEN_PMUX:
        return "PMUX";
    case AK_TOKEN_BAD_FCRC:
        return "STP with a wrong Frame CRC";
    case AK_TOKEN_BAD_PARITY:
        return "STP with wrong parity";
    case AK_TOKEN_BAD_LENGTH:
        return "STP with an impossible length";
    case AK_TOKEN_RESERVED_LENGTH:
        return "STP with a reserved length";
    case AK_TOKEN_UNKNOWN:
        break;
    }
    return "no token";
}

bool ak_token_is_error(enum ak_token token)
{
    return token >= AK_TOKEN_BAD_FCRC;
}

size_t ak_frame_128b130b_encode_tlp(uint8_t *out, size_t room, const uint8_t *frame, size_t bytes,
                                    bool nullified)
{
    size_t body_bytes = bytes - AK_SEQ_BYTES;
    size_t sym = STP_SYM + body_bytes;

    if (bytes < AK_FRAME_MIN_BYTES || bytes > AK_FRAME_MAX_BYTES || body_bytes % AK_TLP_DW_BYTES ||
        room < sym + (nullified ? EDB_SYM : 0))
        return 0;
    ak_stp_encode(out, (uint16_t)(sym / AK_TLP_DW_BYTES), (uint16_t)(frame[0] << 8 | frame[1]));
    memcpy(out + STP_SYM, frame + AK_SEQ_BYTES, body_bytes);
    if (nullified) {
        memset(out + sym, EDB_BYTE, EDB_SYM);
        sym += EDB_SYM;
    }
    return sym;
}

void ak_frame_128b130b_encode_dllp(uint8_t out[AK_DLLP_SYM], const uint8_t dllp[AK_DLLP_BYTES])
{
    out[0] = SDP_0;
    out[1] = SDP_1;
    memcpy(out + SDP_SYM, dllp, AK_DLLP_BYTES);
}

static void report(struct ak_frame *found, enum ak_frame_kind kind, size_t taken_sym, size_t bytes,
                   const char *error)
{
    found->kind = kind;
    found->taken_sym = taken_sym;
    found->bytes = bytes;
    found->error = error;
}

static void decode_dllp(const uint8_t *sym, size_t count, uint8_t *out, struct ak_frame *found)
{
    if (count < AK_DLLP_SYM) {
        report(found, AK_FRAME_TRUNCATED, count, 0, NULL);
        return;
    }
    memcpy(out, sym + SDP_SYM, AK_DLLP_BYTES);
    report(found, AK_FRAME_DLLP, AK_DLLP_SYM, AK_DLLP_BYTES, NULL);
}

/* How many of the first symbols, four at most, can belong to an EDB token. */
static size_t count_edb(const uint8_t *sym, size_t count)
{
    size_t at = 0;

    while (at < count && at < EDB_SYM && sym[at] == EDB_BYTE)
        at++;
    return at;
}

/* Rules: FRAME-03: the token counts itself in its length, but not an EDB behind the LCRC. */
static void decode_tlp(const uint8_t *sym, size_t count, uint8_t *out, struct ak_frame *found)
{
    struct ak_stp stp;
    size_t sym_count;
    size_t bytes;
    size_t edb_sym;

    ak_stp_decode(sym, &stp);
    sym_count = (size_t)stp.length_dw * AK_TLP_DW_BYTES;
    bytes = sym_count - STP_SYM + AK_SEQ_BYTES;
    if (count < sym_count) {
        report(found, AK_FRAME_TRUNCATED, count, 0, NULL);
        return;
    }
    if (bytes > AK_FRAME_MAX_BYTES) {
        report(found, AK_FRAME_ERROR, sym_count, 0, "TLP longer than any can be");
        return;
    }
    edb_sym = count_edb(sym + sym_count, count - sym_count);
    if (edb_sym && edb_sym < EDB_SYM && sym_count + edb_sym == count) {
        report(found, AK_FRAME_TRUNCATED, count, 0, NULL);
        return;
    }
    out[0] = (uint8_t)(stp.seq >> 8);
    out[1] = (uint8_t)stp.seq;
    memcpy(out + AK_SEQ_BYTES, sym + STP_SYM, bytes - AK_SEQ_BYTES);
    if (edb_sym == EDB_SYM)
        report(found, AK_FRAME_TLP_EDB, sym_count + EDB_SYM, bytes, NULL);
    else
        report(found, AK_FRAME_TLP, sym_count, bytes, NULL);
}

void ak_frame_128b130b_decode(const uint8_t *sym, size_t count, uint8_t out[AK_FRAME_MAX_BYTES],
                              struct ak_frame *found)
{
    enum ak_token token;

    if (count && sym[0] == IDL_BYTE) {
        report(found, AK_FRAME_NONE, 1, 0, NULL);
        return;
    }
    if (count < AK_TOKEN_BYTES) {
        report(found, AK_FRAME_TRUNCATED, count, 0, NULL);
        return;
    }
    token = ak_token_classify(sym);
    if (token == AK_TOKEN_STP)
        decode_tlp(sym, count, out, found);
    else if (token == AK_TOKEN_SDP)
        decode_dllp(sym, count, out, found);
    else if (token == AK_TOKEN_EDS)
        report(found, AK_FRAME_NONE, AK_TOKEN_BYTES, 0, NULL);
    else if (token == AK_TOKEN_EDB)
        report(found, AK_FRAME_ERROR, AK_TOKEN_BYTES, 0, "EDB without a TLP");
    else if (token == AK_TOKEN_PMUX)
        report(found, AK_FRAME_ERROR, AK_TOKEN_BYTES, 0, "PMUX packet");
    else
        report(found, AK_FRAME_ERROR, 1, 0, ak_token_name(token));
}
