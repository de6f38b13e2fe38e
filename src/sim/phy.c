/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets that were hit or sent wrong: into symbols, changed, and read again.
 * Not here: where hits fall.
 */
#include "sim/phy.h"

#include <string.h>

#include "acknak/crc.h"
#include "acknak/rate.h"

#define BLOCK_SYM     16u
#define BITS_8B10B    10u
#define BITS_128B130B 8u
#define BURST_CHOICES 2u
#define NAK_CODE      0x10u
#define FAULT(name)   (1u << SIM_FAULT_##name)
#define SYMBOL_FAULTS                                                                              \
    (FAULT(END_EDB) | FAULT(STP_SDP) | FAULT(FCRC_TLP) | FAULT(INV_SYNC_HDR_SYM) | FAULT(RX_ERROR))

void sim_phy_init(struct sim_phy *phy, const struct sim_link *link, enum ak_crc_kernel kernel)
{
    phy->encoding = ak_rate_encoding(link->rate);
    phy->width = link->width;
    phy->crc_kernel = kernel;
    sim_code_8b10b_init(&phy->code);
}

void sim_phy_clear(struct sim_phy *phy, uint32_t symbols)
{
    memset(phy->flips, 0, symbols * sizeof phy->flips[0]);
}

/* Flips the bits of a burst that begins at bit `first` of symbol `index`, along its lane. */
static uint32_t flip_burst(struct sim_phy *phy, uint32_t index, uint32_t first, uint32_t symbols,
                           uint32_t burst_bits, struct sim_random *random)
{
    uint32_t bits = phy->encoding == AK_ENCODING_8B10B ? BITS_8B10B : BITS_128B130B;
    uint32_t flipped = 0;

    for (uint32_t k = 0; k < burst_bits; k++) {
        uint64_t at = index + (uint64_t)phy->width * ((first + k) / bits);
        bool inner = k != 0 && k + 1u != burst_bits;
        if (at >= symbols) {
            break;
        }
        if (inner && sim_random_below(random, BURST_CHOICES) == 0) {
            continue;
        }
        uint32_t in_symbol = (first + k) % bits;
        /* The first line bit of a symbol is its lowest at 128b/130b, "a" at 8b/10b. */
        phy->flips[at] ^=
            (uint16_t)(1u << (bits == BITS_8B10B ? BITS_8B10B - 1u - in_symbol : in_symbol));
        flipped++;
    }
    return flipped;
}

uint32_t sim_phy_hit(struct sim_phy *phy, struct sim_harm *harm, uint64_t bit, uint32_t symbols,
                     uint64_t time_sym, uint32_t lane, uint32_t burst_bits,
                     struct sim_random *random)
{
    uint32_t width = phy->width;

    if (phy->encoding == AK_ENCODING_8B10B) {
        harm->symbols_hit = true;
        return flip_burst(phy, (uint32_t)(bit / BITS_8B10B), (uint32_t)(bit % BITS_8B10B), symbols,
                          burst_bits, random);
    }
    /* Counted from the sync header of the block in which the packet begins. */
    uint64_t before = time_sym % BLOCK_SYM * width + lane;
    uint32_t header_bits = 2u * width;
    uint64_t from_block = bit + before * BITS_128B130B + (before ? header_bits : 0u);
    uint32_t block_bits = header_bits + BLOCK_SYM * width * BITS_128B130B;
    uint32_t in_block = (uint32_t)(from_block % block_bits);

    if (in_block < header_bits) {
        harm->sync_hdr_hit = true;
        return 1;
    }
    in_block -= header_bits;
    uint64_t place = from_block / block_bits * BLOCK_SYM * width + in_block / BITS_128B130B;
    harm->symbols_hit = true;
    return flip_burst(phy, (uint32_t)(place - before), in_block % BITS_128B130B, symbols,
                      burst_bits, random);
}

uint32_t sim_phy_symbols(const struct sim_phy *phy, const struct sim_sent *sent, uint32_t faults)
{
    if (!sent->tlp) {
        return AK_DLLP_SYM;
    }
    return ak_frame_tlp_sym(phy->encoding, sent->length_bytes,
                            sent->nullified != ((faults & FAULT(END_EDB)) != 0));
}

static void write_lcrc(const struct sim_phy *phy, struct sim_sent *sent)
{
    uint16_t seq = (uint16_t)(sent->bytes[0] << 8 | sent->bytes[1]);
    uint32_t tlp_bytes = sent->length_bytes - AK_FRAME_OVERHEAD_BYTES;
    uint32_t lcrc = ak_lcrc(phy->crc_kernel, seq, sent->bytes + AK_SEQ_BYTES, tlp_bytes);
    uint8_t *field = sent->bytes + AK_SEQ_BYTES + tlp_bytes;

    if (sent->nullified) {
        lcrc = ~lcrc;
    }
    for (uint32_t i = 0; i < AK_LCRC_BYTES; i++) {
        field[i] = (uint8_t)(lcrc >> (8u * i));
    }
}

static void write_dllp_crc(struct sim_sent *sent)
{
    uint16_t crc = ak_dllp_crc(sent->bytes);
    sent->bytes[4] = (uint8_t)crc;
    sent->bytes[5] = (uint8_t)(crc >> 8);
}

/* Moves a 12-bit number at `bytes`, whose upper four bits stand in the low half of bytes[0]. */
static void move_seq(uint8_t *bytes, int32_t difference)
{
    uint32_t seq = (uint32_t)(bytes[0] & 0xFu) << 8 | bytes[1];
    seq = (seq + (uint32_t)difference) & 0xFFFu;
    bytes[0] = (uint8_t)((bytes[0] & 0xF0u) | seq >> 8);
    bytes[1] = (uint8_t)seq;
}

static void flip_one_bit(struct sim_sent *sent, int32_t bit, struct sim_random *random)
{
    /* The four bits ahead of a TLP's number are no part of it at 128b/130b: never chosen. */
    uint32_t spared = sent->tlp ? 4u : 0u;
    uint32_t bits = sent->length_bytes * 8u - spared;
    uint32_t chosen = bit >= 0 ? (uint32_t)bit % bits : (uint32_t)sim_random_below(random, bits);

    chosen += spared;
    sent->bytes[chosen / 8u] ^= (uint8_t)(0x80u >> (chosen % 8u));
}

void sim_phy_alter(const struct sim_phy *phy, struct sim_sent *sent, const struct sim_harm *harm)
{
    if (harm->faults & FAULT(TLP_ERR_SEQ)) {
        move_seq(sent->bytes, harm->seq_difference);
        write_lcrc(phy, sent);
    }
    if (harm->faults & FAULT(NAK_DLLP)) {
        sent->bytes[0] = NAK_CODE;
        write_dllp_crc(sent);
    }
    if (harm->faults & FAULT(ACK_NAK_DLLP_SEQ)) {
        move_seq(sent->bytes + 2, harm->seq_difference);
        write_dllp_crc(sent);
    }
    if (harm->faults & (FAULT(TX_LCRC) | FAULT(B16_CRC_DLLP))) {
        sent->bytes[sent->length_bytes - 1u] ^= 1u;
    }
}

/* ---- 8b/10b ---- */

/* Sends the symbols of the lanes that were hit through the code. Returns the first symbol with a
 * code or disparity error, or `count`. What would only show behind the packet is not looked for. */
static uint32_t pass_through_code(struct sim_phy *phy, uint32_t count, struct sim_random *random)
{
    struct {
        bool hit;
        uint32_t sent, received; /* running disparity */
    } lanes[32] = {{false, 0, 0}};

    for (uint32_t i = 0; i < count; i++) {
        uint32_t lane = i % phy->width;
        if (phy->flips[i] && !lanes[lane].hit) {
            lanes[lane].hit = true;
            lanes[lane].sent = lanes[lane].received = (uint32_t)sim_random_below(random, 2);
        }
        if (!lanes[lane].hit) {
            continue;
        }
        uint16_t symbol = phy->symbols[i];
        /* Data is scrambled, so the code word hit depends on the scrambler. */
        uint16_t scrambler = symbol & AK_SYM_K ? 0u : (uint16_t)sim_random_below(random, AK_SYM_K);
        uint16_t bits = phy->code.encoded[lanes[lane].sent][symbol ^ scrambler];
        lanes[lane].sent = sim_code_8b10b_disparity(bits, lanes[lane].sent);
        bits ^= phy->flips[i];
        uint16_t received = phy->code.decoded[lanes[lane].received][bits];
        lanes[lane].received = sim_code_8b10b_disparity(bits, lanes[lane].received);
        if (received == SIM_SYMBOL_INVALID) {
            return i;
        }
        phy->symbols[i] = received & AK_SYM_K ? received : received ^ scrambler;
    }
    return count;
}

static uint32_t encode_8b10b(struct sim_phy *phy, const struct sim_sent *sent, uint32_t faults)
{
    uint16_t *symbols = phy->symbols;
    uint32_t count = AK_DLLP_SYM;

    if (sent->tlp) {
        count = (uint32_t)ak_frame_8b10b_encode_tlp(symbols, AK_FRAME_MAX_SYM, sent->bytes,
                                                    sent->length_bytes, sent->nullified);
    } else {
        ak_frame_8b10b_encode_dllp(symbols, sent->bytes);
    }
    if (faults & FAULT(STP_SDP)) {
        symbols[0] = sent->tlp ? AK_SYM_SDP : AK_SYM_STP;
    }
    if (faults & FAULT(END_EDB)) {
        symbols[count - 1u] = sent->nullified ? AK_SYM_END : AK_SYM_EDB;
    }
    return count;
}

static enum sim_arrival error_8b10b(const struct sim_phy *phy)
{
    return phy->symbols[0] == AK_SYM_STP ? SIM_ARRIVAL_ERROR_IN_TLP : SIM_ARRIVAL_ERROR;
}

static enum sim_arrival arrival_of(const struct ak_frame *found, enum sim_arrival otherwise)
{
    switch (found->kind) {
    case AK_FRAME_TLP:
        return SIM_ARRIVAL_TLP;
    case AK_FRAME_TLP_EDB:
        return SIM_ARRIVAL_TLP_EDB;
    case AK_FRAME_DLLP:
        return SIM_ARRIVAL_DLLP;
    case AK_FRAME_NONE:
    case AK_FRAME_ERROR:
    case AK_FRAME_TLP_ERROR:
    case AK_FRAME_TRUNCATED:
        break;
    }
    return otherwise;
}

static void take_received(struct sim_phy *phy, struct sim_sent *sent, const struct ak_frame *found)
{
    memcpy(sent->bytes, phy->scratch, found->bytes);
    sent->length_bytes = (uint32_t)found->bytes;
}

static enum sim_arrival receive_8b10b(struct sim_phy *phy, struct sim_sent *sent,
                                      const struct sim_harm *harm, struct sim_random *random)
{
    uint32_t count = encode_8b10b(phy, sent, harm->faults);
    struct ak_frame found;

    if (harm->faults & FAULT(RX_ERROR)) {
        return error_8b10b(phy);
    }
    if (harm->symbols_hit) {
        uint32_t error = pass_through_code(phy, count, random);
        if (error == 0) {
            return SIM_ARRIVAL_ERROR; /* its first symbol was not seen: no packet was arriving */
        }
        if (error < count) {
            return error_8b10b(phy);
        }
    }
    ak_frame_8b10b_decode(phy->symbols, count, phy->scratch, &found);
    enum sim_arrival arrival = arrival_of(&found, error_8b10b(phy));
    if (arrival == SIM_ARRIVAL_TLP || arrival == SIM_ARRIVAL_TLP_EDB ||
        arrival == SIM_ARRIVAL_DLLP) {
        take_received(phy, sent, &found);
    }
    return arrival;
}

/* ---- 128b/130b ---- */

static uint32_t encode_128b130b(struct sim_phy *phy, const struct sim_sent *sent, uint32_t faults,
                                uint8_t *symbols)
{
    uint32_t count = AK_DLLP_SYM;
    bool edb = sent->nullified != ((faults & FAULT(END_EDB)) != 0);

    (void)phy;
    if (sent->tlp) {
        count = (uint32_t)ak_frame_128b130b_encode_tlp(symbols, AK_FRAME_MAX_SYM, sent->bytes,
                                                       sent->length_bytes, edb);
    } else {
        ak_frame_128b130b_encode_dllp(symbols, sent->bytes);
    }
    if (faults & FAULT(FCRC_TLP)) {
        symbols[2] ^= 0x10u;
    }
    return count;
}

static enum sim_arrival receive_128b130b(struct sim_phy *phy, struct sim_sent *sent,
                                         const struct sim_harm *harm)
{
    uint8_t symbols[AK_FRAME_MAX_SYM];
    struct ak_frame found;
    struct ak_frame rest;

    /* A swapped STP or SDP begins no token that fits what follows. */
    if (harm->sync_hdr_hit || (harm->faults & (FAULT(INV_SYNC_HDR_SYM) | FAULT(STP_SDP)))) {
        return SIM_ARRIVAL_FRAMING;
    }
    uint32_t count = encode_128b130b(phy, sent, harm->faults, symbols);
    if (harm->symbols_hit) {
        for (uint32_t i = 0; i < count; i++) {
            symbols[i] ^= (uint8_t)phy->flips[i];
        }
    }
    ak_frame_128b130b_decode(symbols, count, phy->scratch, &found);
    enum sim_arrival arrival = arrival_of(&found, SIM_ARRIVAL_FRAMING);
    if (arrival == SIM_ARRIVAL_FRAMING) {
        return arrival;
    }
    take_received(phy, sent, &found);
    if (found.taken_sym < count) { /* a token stands where none was sent, or EDB was hit */
        ak_frame_128b130b_decode(symbols + found.taken_sym, count - found.taken_sym, phy->scratch,
                                 &rest);
        if (rest.kind != AK_FRAME_NONE) {
            return SIM_ARRIVAL_FRAMING;
        }
    }
    return arrival;
}

enum sim_arrival sim_phy_receive(struct sim_phy *phy, struct sim_sent *sent,
                                 const struct sim_harm *harm, struct sim_random *random)
{
    if (harm->faults & FAULT(DAMAGE)) {
        flip_one_bit(sent, harm->bit, random);
    }
    if (harm->symbols_hit || harm->sync_hdr_hit || (harm->faults & SYMBOL_FAULTS)) {
        if (phy->encoding == AK_ENCODING_8B10B) {
            return receive_8b10b(phy, sent, harm, random);
        }
        return receive_128b130b(phy, sent, harm);
    }
    if (!sent->tlp) {
        return SIM_ARRIVAL_DLLP;
    }
    return sent->nullified ? SIM_ARRIVAL_TLP_EDB : SIM_ARRIVAL_TLP;
}
