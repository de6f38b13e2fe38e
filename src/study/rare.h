/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How often a link sees what bit errors seldom cause: in closed form, by importance sampling, and
 * by brute force where that can see it.
 * Not here: the command line; how a single trial is drawn (rare_trial.h).
 *
 * Everything is a rate per second of the link as the scenario describes it, both directions
 * together. An excursion begins with a hit on a packet of a link that shows no trace of earlier
 * hits and lasts until it shows none again; every event belongs to one.
 */
#ifndef ACKNAK_STUDY_RARE_H
#define ACKNAK_STUDY_RARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/run.h"

enum rare_event {
    RARE_REPLAY_BY_NAK,     /* initiations, also those that roll over */
    RARE_REPLAY_BY_TIMEOUT, /* likewise */
    RARE_DUPLICATE,         /* TLPs received twice and dropped */
    RARE_RECOVERY,          /* the link goes through Recovery for whatever reason */
    RARE_RETRAIN,           /* REPLAY_NUM rolls over: the port asks for a retrain */
    RARE_DEAD_LINK,         /* retrain_limit is reached: what is in the replay buffer is lost */
    RARE_UNDETECTED_TLP,    /* a damaged TLP that LCRC takes for good: closed form only */
    RARE_UNDETECTED_DLLP,   /* a damaged DLLP that CRC-16 takes for good: closed form only */
    RARE_EVENT_COUNT
};

#define RARE_SIMULATED_COUNT RARE_UNDETECTED_TLP

const char *rare_event_name(enum rare_event event);  /* replay_by_nak ...; NULL past the last */
const char *rare_event_title(enum rare_event event); /* for people */

/* As many trials as RARE_TRIALS_MOST, or as make RARE_TRIAL_TLPS TLPs of each event if that is
 * fewer, but RARE_TRIALS_LEAST: a link that sends 700 million TLPs a second would take minutes. */
#define RARE_TRIALS_CHOSEN UINT64_MAX
#define RARE_TRIALS_MOST   4000u
#define RARE_TRIALS_LEAST  100u
#define RARE_TRIAL_TLPS    10000000u

struct rare_plan {
    struct sim_scenario scenario; /* its end does not count */
    uint64_t window_fs;           /* of one trial; 0: chosen */
    uint64_t trials;              /* for each event; 0: no sampling, or RARE_TRIALS_CHOSEN */
    uint64_t brute_tlps;          /* TLPs of the plain run; 0: none */
    uint32_t events;              /* 1 << enum rare_event */
};

/* What a link without errors sends. Per second of simulated time, but for the means. */
struct rare_traffic {
    double seconds;  /* counted */
    double overlap;  /* hits expected while REPLAY_TIMER runs once to its limit, both directions */
    double most_hit; /* the largest chance of a TLP or an Ack to be hit */
    struct rare_flow {
        double tlps;
        double acks;
        double other_dllps;
        double tlp_line_bits; /* mean of a TLP */
        double tlp_bytes;     /* mean of a frame: sequence number to LCRC */
        double dllp_line_bits;
        double line_bits; /* of all packets, each second */
        bool alone;       /* each TLP is acknowledged before the next one is sent */
        double ber;
        double ack_hit; /* the chance that an Ack for one of these TLPs is hit */
        /* Means over TLPs, so that a mix is right. */
        double hit;      /* a sending is hit */
        double lost;     /* it is hit and the receiver does not see a TLP: no Nak at once */
        double hit_both; /* two sendings of it are hit */
        double rolls;    /* four sendings in a row come to nothing */
        double dies;     /* so do 4 (retrain_limit + 1) */
        double escapes;  /* that LCRC takes a damaged TLP for good */
    } flows[SIM_DIRECTION_COUNT];
};

/* An estimate of a rate per second. `known` false: none was made. */
struct rare_estimate {
    bool known;
    double rate;
    double standard_error;
    double low, high; /* 95 %; low is 0 and rate is 0 when nothing was seen */
    uint64_t trials;  /* sampled trials, or batches of the plain run */
    uint64_t seen;    /* trials with the event, or events of the plain run */
};

struct rare_result {
    struct rare_traffic traffic;
    uint64_t window_fs;
    uint64_t trials;                 /* for each event */
    double closed[RARE_EVENT_COUNT]; /* per second */
    struct rare_estimate sampled[RARE_EVENT_COUNT];
    struct rare_estimate brute[RARE_EVENT_COUNT];
    double brute_seconds; /* of simulated time */
};

/* More hits than this while REPLAY_TIMER runs to its limit: one recovery runs into the next. The
 * closed form, which has each by itself, is then some tenths off; the sampled windows do not begin
 * on a link as it is at any moment, and their bounds do not hold. */
#define RARE_CLOSED_OVERLAP  0.1
#define RARE_CLOSED_HIT      0.1 /* chance of a TLP or an Ack to be hit */
#define RARE_SAMPLED_OVERLAP 1.0

/* Whether the link is one of which the closed form, or the sampled rate, holds. */
bool rare_closed_holds(const struct rare_result *result);
bool rare_sampled_holds(const struct rare_result *result);

/* The estimate that says most: of the windows sampled, or, where none of them saw the event, of a
 * plain run whose bounds do not hold the closed form. A plain run that saw it, where windows do not
 * hold. NULL: the closed form. */
const struct rare_estimate *rare_best(const struct rare_result *result, enum rare_event event);

/* For a display of progress: thousandths done. */
typedef void (*rare_progress)(void *context, uint32_t permille);

/*
 * Does all of the plan. Returns SIM_OK, or another status and one line in `message`: a scenario
 * with scripted faults, link events, recorded traffic, hits on idle symbols, no bit errors or no
 * traffic is refused, since its rates are not those of a steady link; so is a link that replays
 * without an error. The result depends on the
 * plan alone. Memory: that of one run of the simulator. `progress` may be NULL.
 */
enum sim_status rare_run(const struct rare_plan *plan, rare_progress progress, void *context,
                         struct rare_result *result, char message[SIM_MESSAGE_BYTES]);

#endif
