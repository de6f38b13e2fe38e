/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Framing: packets as the symbols that a Link carries, for 8b/10b and for 128b/130b.
 * Not here: the CRCs (crc.h), scrambling, code groups, sync headers, striping over lanes.
 *
 * "Frame" means sequence number (2 bytes), TLP, LCRC (4 bytes): what the replay buffer keeps and
 * the Data Link Layer hands down. Symbols are in the order of transmission, all lanes together.
 */
#ifndef ACKNAK_FRAME_H
#define ACKNAK_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acknak/api.h"
#include "acknak/dllp.h"
#include "acknak/rate.h"
#include "acknak/tlp.h"

AK_BEGIN_DECLS

#define AK_SEQ_BYTES            2u
#define AK_LCRC_BYTES           4u
#define AK_FRAME_OVERHEAD_BYTES 6u /* sequence number and LCRC */
#define AK_FRAME_MIN_BYTES      18u
#define AK_FRAME_MAX_BYTES      4138u
#define AK_FRAME_MAX_SYM        4144u /* a largest TLP with its framing and EDB, either encoding */
#define AK_DLLP_SYM             8u    /* a DLLP with its framing, either encoding */

/* What stood at the start of some symbols. */
enum ak_frame_kind {
    AK_FRAME_NONE,    /* no packet: idle, or an ordered set */
    AK_FRAME_TLP,     /* a frame that ended well */
    AK_FRAME_TLP_EDB, /* a frame that ended with EDB: nullified, if its LCRC says so too */
    AK_FRAME_DLLP,
    AK_FRAME_ERROR,     /* a framing error outside a TLP, or (128b/130b) one in a token */
    AK_FRAME_TLP_ERROR, /* a framing error while a TLP was arriving (8b/10b) */
    AK_FRAME_TRUNCATED  /* a packet began, but the symbols given end before it does */
};

/* One step of parsing: what was found and how much of the input it took. */
struct ak_frame {
    enum ak_frame_kind kind;
    size_t taken_sym;  /* symbols that belong to it; at least 1 unless kind is TRUNCATED */
    size_t bytes;      /* bytes of the frame or DLLP that were written out */
    const char *error; /* for the error kinds: what is wrong, static storage; else a null pointer */
};

/* ---- 8b/10b: a symbol is a data byte or a control character. Rules: FRAME-01 ---- */

#define AK_SYM_K 0x100u /* set in a symbol that is a control character */

enum ak_symbol {
    AK_SYM_SKP = 0x11C, /* K28.0 */
    AK_SYM_FTS = 0x13C, /* K28.1 */
    AK_SYM_SDP = 0x15C, /* K28.2 */
    AK_SYM_IDL = 0x17C, /* K28.3 */
    AK_SYM_COM = 0x1BC, /* K28.5 */
    AK_SYM_EIE = 0x1FC, /* K28.7 */
    AK_SYM_PAD = 0x1F7, /* K23.7 */
    AK_SYM_STP = 0x1FB, /* K27.7 */
    AK_SYM_END = 0x1FD, /* K29.7 */
    AK_SYM_EDB = 0x1FE, /* K30.7 */
    AK_SYM_BAD = 0x200  /* no symbol: what arrived was a code or disparity error */
};

/* "STP", "COM" ... for a control character, a null pointer for any other symbol. */
AK_API const char *ak_symbol_name(uint16_t symbol);

/*
 * Writes STP, the frame and END (EDB if nullified; the caller has complemented the LCRC) to
 * `out`, which has room for `room` symbols. Returns the number of symbols, bytes + 2, or 0 if
 * there is no room. Rules: FRAME-01.
 */
AK_API size_t ak_frame_8b10b_encode_tlp(uint16_t *out, size_t room, const uint8_t *frame,
                                        size_t bytes, bool nullified);

/* Writes SDP, the DLLP and END: AK_DLLP_SYM symbols. */
AK_API void ak_frame_8b10b_encode_dllp(uint16_t out[AK_DLLP_SYM],
                                       const uint8_t dllp[AK_DLLP_BYTES]);

/*
 * Reads one packet, or one symbol that is none, from the `count` symbols at `sym`. The bytes of a
 * frame or DLLP go to `out` (room for AK_FRAME_MAX_BYTES). Errors: AK_SYM_BAD (inside a packet one
 * error, told at its end), a packet cut by another control character than END or EDB (which is
 * left for the next call), a frame or DLLP of impossible length, END or EDB without a packet. A
 * data byte outside a packet is idle. A frame that ends with EDB may have any length from 6 bytes
 * on. `found` is written in full. Rules: FRAME-01, FRAME-04.
 */
AK_API void ak_frame_8b10b_decode(const uint16_t *sym, size_t count,
                                  uint8_t out[AK_FRAME_MAX_BYTES], struct ak_frame *found);

/* ---- 128b/130b: tokens of four symbols (SDP: two, IDL: one). Rules: FRAME-02, FRAME-03 ---- */

#define AK_TOKEN_BYTES         4u
#define AK_STP_LENGTH_MAX      1151u /* DW: larger ones are reserved up to 1535, then PMUX */
#define AK_STP_LENGTH_MIN      5u    /* DW: token, 3 DW of header, LCRC */
#define AK_STP_LENGTH_PMUX_MIN 1536u
#define AK_STP_LENGTH_CODE_MAX 2047u

enum ak_token {
    AK_TOKEN_STP,
    AK_TOKEN_SDP,
    AK_TOKEN_EDB,
    AK_TOKEN_EDS,
    AK_TOKEN_IDL,
    AK_TOKEN_PMUX,     /* a packet of another protocol: length above 1535 */
    AK_TOKEN_BAD_FCRC, /* from here on: framing errors. Rules: FRAME-04 */
    AK_TOKEN_BAD_PARITY,
    AK_TOKEN_BAD_LENGTH,      /* 0, 2, 3, 4, or 1 in a token that is not EDS */
    AK_TOKEN_RESERVED_LENGTH, /* 1152 to 1535 */
    AK_TOKEN_UNKNOWN          /* no token begins like this */
};

/* The fields of an STP token. */
struct ak_stp {
    uint16_t length_dw; /* token + TLP + LCRC; EDB is not counted */
    uint16_t seq;
    uint8_t fcrc; /* Frame CRC of the length, 4 bits */
    bool parity;  /* even parity of length and Frame CRC */
};

/* Frame CRC of a length (11 bits): four bits, C3 highest. Rules: FRAME-02. */
AK_API uint8_t ak_stp_fcrc(uint16_t length_dw);

/* The parity bit of a length with its Frame CRC. Rules: FRAME-02. */
AK_API bool ak_stp_parity(uint16_t length_dw);

/* Writes an STP token with correct Frame CRC and parity; any length of 11 bits is written. */
AK_API void ak_stp_encode(uint8_t out[AK_TOKEN_BYTES], uint16_t length_dw, uint16_t seq);

/* Takes four symbols apart as an STP token, without judging them. */
AK_API void ak_stp_decode(const uint8_t in[AK_TOKEN_BYTES], struct ak_stp *out);

/* What token four symbols are. Rules: FRAME-02, FRAME-03, FRAME-04. */
AK_API enum ak_token ak_token_classify(const uint8_t in[AK_TOKEN_BYTES]);

/* A short name or, for an error, what is wrong; static storage. */
AK_API const char *ak_token_name(enum ak_token token);

/* Whether the token is a framing error. */
AK_API bool ak_token_is_error(enum ak_token token);

/*
 * Writes STP token (which takes in the frame's sequence number), TLP and LCRC, and an EDB token
 * if nullified (the caller has complemented the LCRC). `bytes` must be 18 to AK_FRAME_MAX_BYTES
 * and 2 more than a multiple of 4. Returns the number of symbols, bytes + 2, or bytes + 6 if
 * nullified; 0 if there is no room or `bytes` is not possible. Rules: FRAME-02, FRAME-03.
 */
AK_API size_t ak_frame_128b130b_encode_tlp(uint8_t *out, size_t room, const uint8_t *frame,
                                           size_t bytes, bool nullified);

/* Writes the SDP token and the DLLP: AK_DLLP_SYM symbols. */
AK_API void ak_frame_128b130b_encode_dllp(uint8_t out[AK_DLLP_SYM],
                                          const uint8_t dllp[AK_DLLP_BYTES]);

/*
 * Reads one packet, or one IDL or EDS token, from the `count` symbols at `sym`. The bytes of a
 * frame or DLLP go to `out`; of a frame the four bits ahead of the sequence number are 0. A TLP
 * is TLP_EDB if an EDB token follows; at the very end of the input it counts as a TLP. A PMUX
 * packet is not understood here and is an error. Rules: FRAME-02, FRAME-03, FRAME-04.
 */
AK_API void ak_frame_128b130b_decode(const uint8_t *sym, size_t count,
                                     uint8_t out[AK_FRAME_MAX_BYTES], struct ak_frame *found);

/* ---- Room on the line ---- */

/* Symbols of a frame of `frame_bytes` with its framing: + 2, at 128b/130b + 6 if nullified. */
AK_API uint32_t ak_frame_tlp_sym(enum ak_encoding encoding, uint32_t frame_bytes, bool nullified);

/* Symbol times that `symbols` take on `width` lanes when nothing shares the last one. */
AK_API uint32_t ak_frame_lane_sym(uint32_t symbols, uint32_t width);

/* Where packets stand on a Link: the state of ak_frame_place, all zero at the start. */
struct ak_frame_lanes {
    uint64_t next_sym; /* first free symbol, counted over all lanes: symbol time * width + lane */
    uint64_t stp_time_sym; /* 1 + the symbol time of the last STP, 0 if none */
    uint64_t sdp_time_sym; /* 1 + the symbol time of the last SDP, 0 if none */
};

/*
 * Places the next packet of `symbols` symbols on `width` lanes, not before symbol time
 * `ready_time_sym`, and returns the place of its first symbol (symbol time * width + lane).
 * Packets start in lane 0, or back to back with the one before in a lane that is a multiple of
 * four; STP and SDP at most once each per symbol time. Constant time. Rules: FRAME-01, FRAME-03.
 */
AK_API uint64_t ak_frame_place(struct ak_frame_lanes *lanes, uint32_t width,
                               uint64_t ready_time_sym, bool tlp, uint32_t symbols);

AK_END_DECLS

#endif
