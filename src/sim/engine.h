/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inside of a run: two stations, each a port with the line and the wire that lead away from
 * it, and the times at which something happens next.
 * Not here: what others may call (run.h).
 *
 * Within one instant everything happens in this order: link events, ends of packets, arrivals,
 * timers, submits, begins; in each step port a before port b. Times are compared directly.
 */
#ifndef ACKNAK_SIM_ENGINE_H
#define ACKNAK_SIM_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/port.h"
#include "acknak/rx.h"
#include "acknak/tx.h"
#include "sim/fault.h"
#include "sim/gap.h"
#include "sim/histogram.h"
#include "sim/hits.h"
#include "sim/line.h"
#include "sim/phy.h"
#include "sim/random.h"
#include "sim/run.h"
#include "sim/source.h"
#include "sim/stream.h"
#include "sim/wire.h"

#define SIM_NEVER UINT64_MAX

/* The station is a constant in each copy: on the way that every TLP takes that counts. */
#define SIM_INLINE __attribute__((always_inline)) static inline

/* Which way a branch goes while all is plain: what is not stays out of the way of what is. */
#define SIM_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define SIM_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

struct sim_trace;

/* A port and all that leads away from it: the sender of one direction. */
struct sim_station {
    uint64_t next_fs; /* the earliest of the times below */

    /* When what happens next; SIM_NEVER: nothing ahead. */
    uint64_t end_fs;    /* last symbol of the packet on the line */
    uint64_t arrive_fs; /* oldest packet under way, at the other station */
    uint64_t tick_fs;   /* next deadline of the port, never later: an early tick does nothing */
    uint64_t submit_fs; /* a TLP or background DLLP becomes due */
    uint64_t begin_fs;  /* a packet can begin: the line is free, SKP sent, L0s left */
    uint64_t idle_hit_fs;

    bool exhausted; /* no TLP will follow from the source */
    bool nullify;   /* the TLP that waits is to be nullified once it begins */
    bool judged;    /* whether the TLP built last is to be nullified has been decided: */
    bool condemned; /* it is */

    uint64_t next_hit_bit; /* line bit of the next hit */
    uint64_t next_hit_sym; /* and its symbol time */
    bool plain;            /* no trace and no fault looks at each packet */
    bool lends;            /* and no fault forges an Ack: a TLP is kept until it has arrived */
    bool stretches;        /* and the source saturates: sim_stretch may carry its TLPs */
    uint64_t path_fs;      /* from the end of a packet on the line to its arrival */
    uint64_t dllp_due_fs;
    uint32_t tlps_since_dllp;

    struct ak_port port;
    struct sim_line line;
    struct sim_wire wire;
    struct sim_stream stream;
    struct sim_source source;

    const struct sim_errors *errors;
    const struct sim_dllps *dllps;
    struct sim_fault_plan faults;
    struct sim_gap gap;
    struct sim_random gap_random;
    struct sim_random hit_random;
    struct sim_random fault_random;

    /* Results of the direction. */
    struct sim_histogram latency;
    uint64_t payload_bytes;
    uint64_t packets_sent;
    uint64_t packets_hit;
    uint64_t bits_hit;
    uint64_t faults_done;
    uint64_t packets_lost;
    uint64_t busy_fs;

    uint8_t *replay_memory;
    struct ak_slot *slots;
};

struct sim_run {
    struct sim_station stations[SIM_PORT_COUNT];
    struct sim_scenario scenario;
    struct sim_phy phy;
    struct sim_trace *trace;    /* NULL: none */
    struct sim_hit_source hits; /* `next` NULL: the scenario's bit errors */
    uint64_t now;
    uint32_t touched; /* 1 << side: something happened to the port in this instant */
    uint64_t stop_fs;
    uint64_t link_event_fs; /* next event of the scenario */
    uint64_t recovery_end_fs;
    uint64_t begun_tlps; /* sendings, for steps */
    enum ak_link link;
    bool link_disable;
    bool link_is_wanted; /* LinkUp = 1 but for Link Disable */
    bool numbers_forged; /* a fault changed a sequence number: the check may fail with reason */
    uint32_t next_event;
    uint32_t events[SIM_PORT_COUNT]; /* AER conditions taken so far */
    uint64_t recoveries;
    uint64_t link_downs;
    uint64_t progress_mark;        /* deliveries and Acks at the last Recovery */
    uint32_t fruitless_recoveries; /* in a row */

    enum sim_status status;
    enum sim_end end;
    char message[SIM_MESSAGE_BYTES];
    uint64_t out_of_order;
    uint64_t duplicates_delivered;
    uint64_t damaged_delivered;
};

static inline enum sim_side sim_other(enum sim_side side)
{
    return side == SIM_PORT_A ? SIM_PORT_B : SIM_PORT_A;
}

static inline void sim_touch(struct sim_run *run, enum sim_side side)
{
    run->touched |= 1u << side;
}

static inline uint64_t sim_earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The earliest of its times. */
static inline uint64_t sim_next_of_station(const struct sim_station *station)
{
    uint64_t line_fs = sim_earlier(station->end_fs, station->begin_fs);
    uint64_t port_fs = sim_earlier(station->tick_fs, station->submit_fs);
    uint64_t wire_fs = sim_earlier(station->arrive_fs, station->idle_hit_fs);
    return sim_earlier(sim_earlier(line_fs, port_fs), wire_fs);
}

static inline bool sim_is_over(const struct sim_run *run)
{
    return run->end != SIM_END_NONE || run->status != SIM_OK;
}

/* Ends the run: with an error, or as a dead link, and a line that says why. */
__attribute__((format(printf, 3, 4))) void sim_fail(struct sim_run *run, enum sim_status status,
                                                    const char *format, ...);
__attribute__((format(printf, 2, 3))) void sim_die(struct sim_run *run, const char *format, ...);

/* engine_send.c */
void sim_submit(struct sim_run *run, enum sim_side side);       /* TLPs and DLLPs that are due */
void sim_begin(struct sim_run *run, enum sim_side side);        /* the next packet, if any */
void sim_packet_ended(struct sim_run *run, enum sim_side side); /* its last symbol has left */

/* A packet that no fault and no trace looks at begins, unless bit errors hit it. */
void sim_launch_plain(struct sim_run *run, enum sim_side side, const struct ak_packet *packet);
/* It has taken its place on the line, which the next hit reaches; false: it was not hit after all.
 */
bool sim_launch_hit(struct sim_run *run, enum sim_side side, const struct ak_packet *packet,
                    const struct sim_span *span);

/* hits.c: marks the hits inside a packet that somebody else has decided on; false: there are none.
 */
bool sim_ask_for_hits(struct sim_run *run, enum sim_side side, const struct ak_packet *packet,
                      const struct sim_span *span, uint32_t symbols, struct sim_harm *harm);

/* engine_receive.c: what station `sender` sent arrives at the other one. */
void sim_arrive(struct sim_run *run, enum sim_side sender);
/* What follows from the receiving port's verdict. `counted`: sim_ack_is_counted, ahead of it. */
void sim_arrived(struct sim_run *run, enum sim_side sender, bool counted, enum ak_verdict verdict,
                 const struct ak_view *view);

/* ACKNAK_LATENCY_TIMER runs and may schedule an Ack: one more TLP does not change when. */
static inline bool sim_ack_is_counted(const struct ak_rx *rx)
{
    return rx->acknak_latency_timer.state == AK_TIMER_RUNNING && !rx->nak_scheduled;
}

/* A timer of the port may have started. A limit that was reached while NAK_SCHEDULED barred the Ack
 * is due at once. */
static inline void sim_note_deadline(const struct sim_run *run, struct sim_station *station)
{
    uint64_t deadline_fs = ak_next_deadline(&station->port);

    if (deadline_fs < station->tick_fs)
        station->tick_fs = deadline_fs > run->now ? deadline_fs : run->now;
}

/* engine_stretch.c, for a station that stretches: all that happens to the TLPs of a saturated
 * direction until something else happens, or `last` TLPs have begun. False: nothing did. */
bool sim_stretch(struct sim_run *run, enum sim_side side, uint64_t last);
/* engine_answer.c, for a station `side` that is plain and exhausted while the other one sends: what
 * happens to it next, if that comes ahead of `until_fs` and is part of the way of an Ack. False:
 * nothing did. Where `run->touched` is set, the instant must be finished. */
bool sim_answer(struct sim_run *run, enum sim_side side, uint64_t until_fs);
/* engine.c: the rest of an instant of which the packets are done. */
void sim_finish_packets(struct sim_run *run);

/* engine_link.c */
void sim_link_start(struct sim_run *run);
void sim_link_event(struct sim_run *run);
void sim_enter_recovery(struct sim_run *run);
void sim_leave_recovery(struct sim_run *run);
/* A 128b/130b framing error seen by the receiver of `sender`: it hears nothing until Recovery. */
void sim_framing_error(struct sim_run *run, enum sim_side sender);
/* Draws where the next hit falls, from line bit `from_bit` on. */
void sim_draw_hit(struct sim_station *station, uint64_t from_bit);
void sim_idle_hit(struct sim_run *run, enum sim_side side);

#endif
