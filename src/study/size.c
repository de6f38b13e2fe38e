/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replay buffer and REPLAY_TIMER slack by formula, in integers.
 * Not here: the search by simulation (size_search.c).
 */
#include "study/size.h"

#include <stdio.h>
#include <string.h>

#include "acknak/frame.h"
#include "acknak/limits.h"
#include "acknak/rate.h"

#define BLOCK_SYM          16u
#define SKP_8B10B_SYM      4u
#define FTS_SYM            4u
#define EXTENDED_SYNCH_FTS 4096u
#define FRAMING_SYM        2u /* STP and END; at 128b/130b the rest of the token */
#define ECRC_BYTES         4u

static const struct {
    const char *name;
    const char *key;
} terms[STUDY_TERM_COUNT] = {
    [STUDY_TERM_TLP] = {"TLP, the largest", "tlp"},
    [STUDY_TERM_TX_DELAY] = {"sender's transmit delay", "tx_delay"},
    [STUDY_TERM_PROPAGATION] = {"propagation", "propagation"},
    [STUDY_TERM_RX_DELAY] = {"receiver's receive delay", "rx_delay"},
    [STUDY_TERM_ACK] = {"until the Ack is due", "ack_due"},
    [STUDY_TERM_IN_PROGRESS] = {"packet in progress", "packet_in_progress"},
    [STUDY_TERM_SKP] = {"SKP ordered set", "skp"},
    [STUDY_TERM_L0S] = {"L0s exit", "l0s_exit"},
    [STUDY_TERM_DLLP] = {"Ack", "ack"},
    [STUDY_TERM_ACK_TX_DELAY] = {"receiver's transmit delay", "ack_tx_delay"},
    [STUDY_TERM_BACK] = {"propagation back", "propagation_back"},
    [STUDY_TERM_ACK_RX_DELAY] = {"sender's receive delay", "ack_rx_delay"},
};

const char *study_term_name(enum study_term term)
{
    return terms[term].name;
}

const char *study_term_key(enum study_term term)
{
    return terms[term].key;
}

static bool has_blocks(const struct sim_link *link)
{
    return ak_rate_encoding(link->rate) == AK_ENCODING_128B130B;
}

/* Line time of symbol times, sync headers included, rounded up. */
static uint64_t line_fs(const struct sim_link *link, uint64_t sym)
{
    uint64_t fs = sym * ak_rate_symbol_fs(link->rate);

    return has_blocks(link) ? (fs * 130u + 127u) / 128u : fs;
}

static uint64_t packet_fs(const struct sim_link *link, uint64_t symbols)
{
    return line_fs(link, (symbols + link->width - 1u) / link->width);
}

static uint32_t frame_bytes(const struct sim_writes *writes, uint32_t payload_bytes)
{
    return writes->header_bytes + payload_bytes + (writes->ecrc ? ECRC_BYTES : 0u) +
           AK_FRAME_OVERHEAD_BYTES;
}

static void frame_range(const struct sim_writes *writes, uint32_t *smallest, uint32_t *largest)
{
    *smallest = UINT32_MAX;
    *largest = 0;
    for (uint32_t i = 0; i < writes->mix_count; i++) {
        uint32_t bytes = frame_bytes(writes, writes->mix[i].payload_bytes);
        if (bytes < *smallest)
            *smallest = bytes;
        if (bytes > *largest)
            *largest = bytes;
    }
}

bool study_size_covers(const struct sim_scenario *scenario, enum sim_direction direction,
                       char message[STUDY_MESSAGE_BYTES])
{
    const char *why = NULL;

    if (!scenario->traffic[direction].writes.on)
        why = "a direction without writes";
    else if (scenario->workload.file_count)
        why = "recorded traffic";
    else if (scenario->traffic[0].reads.on || scenario->traffic[1].reads.on)
        why = "reads";
    if (why)
        snprintf(message, STUDY_MESSAGE_BYTES, "the formula does not cover %s", why);
    return !why;
}

static void limits_of(const struct sim_scenario *scenario, enum sim_side side,
                      struct ak_limits *limits)
{
    const struct sim_link *link = &scenario->link;
    const struct sim_port *port = &scenario->ports[side];
    struct ak_limits_input input = sim_limits_input(link, port);

    memset(limits, 0, sizeof *limits);
    (void)ak_limits_compute(&input, limits);
}

static uint64_t ack_limit_fs(const struct sim_scenario *scenario, enum sim_side receiver)
{
    const struct sim_port *port = &scenario->ports[receiver];
    struct ak_limits limits;

    limits_of(scenario, receiver, &limits);
    uint64_t limit_sym = port->ack_limit_explicit ? port->ack_limit_sym : limits.ack_sym;
    return limit_sym * ak_rate_symbol_fs(scenario->link.rate);
}

/* D29: the limit is measured at the receiver's pins. An Ack that waits for n TLPs falls due with
 * the n-th, if that is sooner; what shares the line with those is left to the other terms. */
static uint64_t ack_due_fs(const struct sim_scenario *scenario, enum sim_side receiver,
                           uint64_t tlp_fs)
{
    const struct sim_port *port = &scenario->ports[receiver];
    uint64_t own_fs = port->rx_delay_fs + port->tx_delay_fs;
    uint64_t limit_fs = ack_limit_fs(scenario, receiver);
    uint64_t due_fs = limit_fs > own_fs ? limit_fs - own_fs : 0;
    uint64_t every = port->ack_policy == SIM_ACK_EVERY_N ? port->ack_every_tlps : 1u;
    if (port->ack_policy == SIM_ACK_TIMER)
        return due_fs;
    uint64_t count_fs = (every - 1u) * tlp_fs;
    return count_fs < due_fs ? count_fs : due_fs;
}

/* What can stand on the line when the Ack falls due. */
static uint64_t in_progress_fs(const struct sim_scenario *scenario, enum sim_direction back)
{
    const struct sim_traffic *traffic = &scenario->traffic[back];
    uint32_t smallest, largest;

    if (traffic->writes.on) {
        frame_range(&traffic->writes, &smallest, &largest);
        return packet_fs(&scenario->link, largest + FRAMING_SYM);
    }
    if (traffic->dllps.interval_fs || traffic->dllps.every_tlps)
        return packet_fs(&scenario->link, AK_DLLP_SYM);
    return line_fs(&scenario->link, 1); /* the symbol time that has begun */
}

/* At 8b/10b the set itself; at 128b/130b a block, and behind a packet the rest of the block that it
 * ends in. */
static uint64_t skp_fs(const struct sim_scenario *scenario, enum sim_direction back)
{
    uint64_t sym = has_blocks(&scenario->link) ? BLOCK_SYM : SKP_8B10B_SYM + 1u;

    if (!scenario->link.skp)
        return 0;
    if (has_blocks(&scenario->link) && scenario->traffic[back].writes.on)
        sym += BLOCK_SYM;
    return line_fs(&scenario->link, sym);
}

static uint64_t l0s_exit_fs(const struct sim_scenario *scenario, enum sim_direction back)
{
    const struct sim_link *link = &scenario->link;
    const struct sim_writes *writes = &scenario->traffic[back].writes;
    uint64_t fts = scenario->ports[1 - back].n_fts;

    if (!link->l0s || (writes->on && writes->interval_fs == 0))
        return 0;
    if (link->extended_synch)
        fts = EXTENDED_SYNCH_FTS;
    return line_fs(link, fts * (has_blocks(link) ? BLOCK_SYM : FTS_SYM));
}

static void fill_terms(const struct sim_scenario *scenario, enum sim_direction direction,
                       uint64_t largest_tlp_fs, uint64_t *out)
{
    const struct sim_port *sender = &scenario->ports[direction];
    const struct sim_port *receiver = &scenario->ports[1 - direction];
    enum sim_direction back = direction == SIM_DOWNSTREAM ? SIM_UPSTREAM : SIM_DOWNSTREAM;
    enum sim_side to = direction == SIM_DOWNSTREAM ? SIM_PORT_B : SIM_PORT_A;

    out[STUDY_TERM_TLP] = largest_tlp_fs;
    out[STUDY_TERM_TX_DELAY] = sender->tx_delay_fs;
    out[STUDY_TERM_PROPAGATION] = out[STUDY_TERM_BACK] = scenario->link.propagation_fs;
    out[STUDY_TERM_RX_DELAY] = receiver->rx_delay_fs;
    out[STUDY_TERM_ACK] = ack_due_fs(scenario, to, largest_tlp_fs);
    out[STUDY_TERM_IN_PROGRESS] = in_progress_fs(scenario, back);
    out[STUDY_TERM_SKP] = skp_fs(scenario, back);
    out[STUDY_TERM_L0S] = l0s_exit_fs(scenario, back);
    out[STUDY_TERM_DLLP] = packet_fs(&scenario->link, AK_DLLP_SYM);
    out[STUDY_TERM_ACK_TX_DELAY] = receiver->tx_delay_fs;
    out[STUDY_TERM_ACK_RX_DELAY] = sender->rx_delay_fs;
}

/* TLPs of `symbols` that begin in `fs`: the first at its start. Packets follow each other without a
 * gap, so many share symbol times: counted over all lanes. */
static uint64_t begun_in(const struct sim_link *link, uint64_t fs, uint64_t symbols)
{
    uint64_t lane_fs = ak_rate_symbol_fs(link->rate); /* of one symbol on one lane */
    uint64_t lanes_fs = fs * link->width;
    uint64_t each_fs = symbols * lane_fs;

    return (lanes_fs + each_fs - 1u) / each_fs;
}

/* The same where TLPs come every `interval_fs`; one that was held up may follow another at once. */
static uint64_t paced_in(uint64_t fs, uint64_t interval_fs)
{
    return interval_fs ? (fs + interval_fs - 1u) / interval_fs + 1u : UINT64_MAX;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* There and back, at the best: the Ack falls due at once and nothing is in its way. */
static uint64_t least_trip_fs(const struct study_size *size)
{
    return size->round_trip_fs - size->terms_fs[STUDY_TERM_ACK] -
           size->terms_fs[STUDY_TERM_IN_PROGRESS] - size->terms_fs[STUDY_TERM_SKP] -
           size->terms_fs[STUDY_TERM_L0S];
}

void study_size_compute(const struct sim_scenario *scenario, enum sim_direction direction,
                        struct study_size *size)
{
    const struct sim_writes *writes = &scenario->traffic[direction].writes;
    const struct sim_link *link = &scenario->link;
    uint32_t smallest, largest;
    struct ak_limits limits;

    memset(size, 0, sizeof *size);
    frame_range(writes, &smallest, &largest);
    size->frame_bytes = largest;
    size->tlp_fs = packet_fs(link, smallest + FRAMING_SYM);
    fill_terms(scenario, direction, packet_fs(link, largest + FRAMING_SYM), size->terms_fs);
    for (int term = 0; term < STUDY_TERM_COUNT; term++) {
        size->total_fs += size->terms_fs[term];
    }
    uint64_t paced = paced_in(size->total_fs, writes->interval_fs);
    size->needed_tlps =
        (uint32_t)smaller(paced, begun_in(link, size->total_fs, smallest + FRAMING_SYM));
    size->begun_bytes =
        smaller(paced, begun_in(link, size->total_fs, largest + FRAMING_SYM)) * largest;
    size->mps_frame_bytes = sim_largest_frame_bytes(scenario);
    size->needed_bytes =
        size->begun_bytes > size->mps_frame_bytes ? size->begun_bytes : size->mps_frame_bytes;
    size->ack_limit_fs =
        ack_limit_fs(scenario, direction == SIM_DOWNSTREAM ? SIM_PORT_B : SIM_PORT_A);
    limits_of(scenario, direction == SIM_DOWNSTREAM ? SIM_PORT_A : SIM_PORT_B, &limits);
    size->replay_limit_fs = limits.replay_sym * ak_rate_symbol_fs(link->rate);
    size->round_trip_fs = size->total_fs - size->terms_fs[STUDY_TERM_TLP];
    size->least_trip_fs = least_trip_fs(size);
    size->always_expires = size->least_trip_fs > size->replay_limit_fs;
    size->slack_fs = ((int64_t)size->replay_limit_fs - (int64_t)size->round_trip_fs) / 2;
}
