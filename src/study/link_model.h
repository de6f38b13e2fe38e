/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a link carries, in closed form: TLP overhead, SKP ordered sets, Acks and other DLLPs that
 * cross a direction, and at a bit error rate the replays.
 * Not here: simulation (sim), what a replay buffer must hold (study/size.h).
 *
 * Assumptions, and where they break:
 * - Neither replay buffer nor sequence window throttles, REPLAY_TIMER does not expire by itself and
 *   L0s plays no part: study_link_from_scenario refuses L0s, study/size.h tells the rest.
 * - Two saturated directions can lock to each other: then the same packet is always in an Ack's
 *   way, and an average over all phases misses the number of Acks by up to a TLP time in an Ack
 *   period, which matters at x1 and x2. So the pattern is counted
 *   packet by packet, as two ports do that start together.
 * - Errors: each TLP delivered is a renewal. A hit on a TLP costs the time to its replay, whatever
 *   else is hit until then; a replay that is hit in its first TLP waits for REPLAY_TIMER, since
 *   NAK_SCHEDULED bars a second Nak. Exact to first order in the hits per round trip: it breaks
 *   where more than about a tenth of all round trips are hit. Rollovers of REPLAY_NUM are left out.
 */
#ifndef STUDY_LINK_MODEL_H
#define STUDY_LINK_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/scenario.h"

#define STUDY_MESSAGE_BYTES 160u

/* One direction and the Acks that answer it. Times in femtoseconds. */
struct study_direction {
    bool on;              /* TLPs travel this way */
    double interval_fs;   /* from one TLP to the next; 0: saturated */
    double payload_bytes; /* mean of a TLP */
    double tlp_sym;       /* mean length on the wire, framing and all, in symbols */
    double occupied_sym;  /* the same with what is lost where only one may start in a symbol time */
    double tlp_sym_square; /* mean of its square */
    double largest_sym;
    double smallest_sym;
    uint32_t step_sym; /* all lengths are multiples of it */
    bool one_size;
    uint32_t sizes; /* in the mix */
    double size_sym[SIM_MIX_MAX];
    double size_share[SIM_MIX_MAX]; /* of the TLPs; they add up to 1 */
    double path_fs;                 /* last symbol on the line to arrival at the Data Link Layer */
    double ack_delay_fs;            /* ACKNAK_LATENCY_TIMER threshold of the receiver */
    double ack_every;        /* Ack for so many TLPs, if that is earlier; 0: by the timer alone */
    double replay_limit_fs;  /* REPLAY_TIMER of the sender */
    double dllp_every_tlps;  /* background DLLPs of the sender: one for so many TLPs, */
    double dllp_interval_fs; /* one each time this has passed; 0: none */
    double bit_error_rate;
};

struct study_link {
    enum ak_rate rate;
    uint32_t width;
    double symbol_fs; /* of line time: sync headers included */
    bool skp;
    uint32_t skp_interval_sym;
    double recovery_fs;
    struct study_direction directions[SIM_DIRECTION_COUNT];
};

/* What one direction carries. Shares are of its line time and add up to 1. */
struct study_rate {
    double tlps_per_s; /* delivered */
    double payload_bps;
    double efficiency; /* payload bits over line bits after encoding, as acknak sim has it */
    double payload_share;
    double overhead_share; /* header, ECRC, number, LCRC, framing */
    double skp_share;      /* with the line time lost to align to them */
    double ack_share;      /* Acks for the other direction */
    double dllp_share;     /* background DLLPs */
    double error_share;    /* replays, waiting for them, Recovery */
    double idle_share;
    double ack_period_fs; /* from one Ack for this direction's TLPs to the next */
    double tlp_hit;       /* probability that a TLP sent is hit */
    double nak_cost_fs;   /* line time lost by a TLP that is answered by a Nak */
};

/*
 * Takes a link from a scenario. Returns false and tells why in `message` if the closed form does
 * not cover it: reads, recorded traffic, scripted faults, link events, bursts, hits on idle
 * symbols, L0s, deferred replays.
 */
bool study_link_from_scenario(const struct sim_scenario *scenario, struct study_link *link,
                              char message[STUDY_MESSAGE_BYTES]);

/* Fills in both directions. A direction without TLPs has 0 for all but its shares. Takes some
 * milliseconds, with a mix of sizes up to a second. */
void study_link_rates(const struct study_link *link, struct study_rate rates[SIM_DIRECTION_COUNT]);

/* Payload bits over line bits of one direction: study_link_rates for those who need no more. */
double study_link_efficiency(const struct study_link *link, enum sim_direction direction);

/* ---- Parts, for other studies ---- */

/* Line time of one symbol in femtoseconds, sync headers included. */
double study_line_symbol_fs(enum ak_rate rate);

/* Symbols on the wire of a write: header, payload, ECRC, and 8 for number, LCRC and framing. */
double study_tlp_sym(double header_bytes, double payload_bytes, bool ecrc);

/* Share of the line time of a saturated direction that SKP ordered sets take. `dllps`: DLLPs
 * cross the direction too. */
double study_skp_share(const struct study_link *link, enum sim_direction direction, bool dllps);

/* That one of `bits` line bits is hit at a bit error rate. */
double study_hit_probability(double bit_error_rate, double bits);

/* How the pcie-bench model (SIGCOMM 2018) charges a DLLP: 8 symbol times at any width, as it is
 * published, or the 8 symbols over all lanes that it takes on the line. */
enum study_dllp_charge { STUDY_DLLP_PUBLISHED, STUDY_DLLP_ON_THE_LINE };

/*
 * The pcie-bench model's bits per second for TLPs: the raw rate after encoding, less one Ack and
 * one flow control update each Ack latency limit and an SKP ordered set each 1538 symbol times. 0
 * if there is no such link.
 */
double study_pcie_bench_bps(enum ak_rate rate, uint32_t width, uint32_t mps_bytes,
                            enum study_dllp_charge charge);

/* Mean of floor(a + b * u), u uniform in 0 to 1. */
double study_mean_floor(double a, double b);

#endif
