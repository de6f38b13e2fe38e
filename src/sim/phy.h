/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a packet that was hit, or sent wrong on purpose, looks like to the receiver (D11, D25).
 * Not here: clean packets, which never come here; when and where hits fall (gap.h).
 *
 * The packet is put into symbols, changed, and read again with the library's own parsers; at
 * 8b/10b line bits are hit in the real code. Rules: SIM-03, SIM-04.
 */
#ifndef ACKNAK_SIM_PHY_H
#define ACKNAK_SIM_PHY_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/frame.h"
#include "sim/code_8b10b.h"
#include "sim/line.h"
#include "sim/random.h"
#include "sim/scenario.h"
#include "sim/wire.h"

struct sim_phy {
    enum ak_encoding encoding;
    uint32_t width;
    enum ak_crc_kernel crc_kernel;
    struct sim_code_8b10b code;
    uint16_t symbols[AK_FRAME_MAX_SYM];
    uint16_t flips[AK_FRAME_MAX_SYM]; /* line bits hit in each symbol */
    uint8_t scratch[AK_FRAME_MAX_SYM];
};

/* What is done to one packet. */
struct sim_harm {
    uint32_t faults; /* 1 << enum sim_fault_kind */
    int32_t seq_difference;
    int32_t bit;       /* SIM_FAULT_DAMAGE: -1 a random one */
    bool symbols_hit;  /* flips[] says where */
    bool sync_hdr_hit; /* 128b/130b: a bit of a sync header */
};

/* A packet as it was sent. `bytes` has room for AK_FRAME_MAX_BYTES and is changed to what is
 * received. */
struct sim_sent {
    uint8_t *bytes;
    uint32_t length_bytes;
    bool tlp;
    bool nullified;
};

void sim_phy_init(struct sim_phy *phy, const struct sim_link *link, enum ak_crc_kernel kernel);

/*
 * Marks line bit `bit`, counted from the begin of a packet of `symbols` symbols which stands at
 * `time_sym`, `lane`, as the start of a burst of `burst_bits`. flips[] of the packet must have been
 * cleared with sim_phy_clear. Returns how many line bits were flipped.
 */
void sim_phy_clear(struct sim_phy *phy, uint32_t symbols);
uint32_t sim_phy_hit(struct sim_phy *phy, struct sim_harm *harm, uint64_t bit, uint32_t symbols,
                     uint64_t time_sym, uint32_t lane, uint32_t burst_bits,
                     struct sim_random *random);

/* Symbols a packet takes, with what faults add (an EDB token). */
uint32_t sim_phy_symbols(const struct sim_phy *phy, const struct sim_sent *sent, uint32_t faults);

/* The faults that change what a sender's Data Link Layer hands down: numbers and CRCs. */
void sim_phy_alter(const struct sim_phy *phy, struct sim_sent *sent, const struct sim_harm *harm);

/* What the receiver makes of the packet; sent->bytes and length become what it received. */
enum sim_arrival sim_phy_receive(struct sim_phy *phy, struct sim_sent *sent,
                                 const struct sim_harm *harm, struct sim_random *random);

#endif
