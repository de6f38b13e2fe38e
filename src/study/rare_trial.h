/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One window of a link with hits drawn more often than they fall, and the weight that makes up
 * for it.
 * Not here: means over many windows (rare.h).
 *
 * Method: importance sampling. Which packets are hit is decided packet by packet by a rule that
 * looks only at the past, and never gives a chance of 0 to what can happen. So for every event,
 * E[weight at the event] under that rule is the expected number of events in the window at the
 * true bit error rate, exactly, at any rate and for any rule; the rule decides on the variance
 * alone. The weight is the product, over the decisions so far, of the true chance of what was
 * decided over the chance it was given.
 *
 * The rule: in the window, as long as nothing was hit, bit errors are `boost` times as frequent.
 * From a hit in the window on until the link shows no trace of it, the packets that decide how far
 * it goes (the oldest TLP, sent again; Acks and Naks) are hit with the chances of the tilt. All
 * else falls at the true rate. What is decided for a packet has one factor however long it is, so
 * weights stay near to each other.
 *
 * A link that runs at the true rate for a while comes first, of a random length, so that the window
 * opens on a link as it is at any time. An excursion that begins in the window is followed to its
 * end, and only what happens in such a one counts: over the length of the window that is the rate.
 */
#ifndef ACKNAK_STUDY_RARE_TRIAL_H
#define ACKNAK_STUDY_RARE_TRIAL_H

#include "study/rare.h"

struct rare_tilt {
    double oldest;      /* chance that the oldest TLP, sent again, is hit; 0: the true one */
    double ack_or_nak;  /* likewise of an Ack or Nak during an excursion */
    uint32_t decisions; /* in one excursion, at most; then the true chances */
};

struct rare_trial {
    const struct sim_scenario *scenario; /* without an end of its own */
    uint64_t window_fs;
    uint64_t before_fs;     /* what comes first, at least */
    uint64_t scatter_fs;    /* and at most that much more */
    double boost;           /* 1 or more */
    enum rare_event target; /* the tilt ends with the first of these */
    struct rare_tilt tilt;
};

/* The tilt that suits an event. */
struct rare_tilt rare_tilt_for(enum rare_event event);

/* The largest weight that a path of this trial can have: what bounds an event never seen. */
double rare_largest_weight(const struct rare_trial *trial, double hits_expected);

/*
 * Runs window number `number`, a random number of its own. `weighted` receives, for each simulated
 * event, the sum of the weights of its occurrences, and `seen` how many there were. Returns SIM_OK,
 * or what went wrong and why.
 */
enum sim_status rare_trial_run(const struct rare_trial *trial, uint64_t number,
                               double weighted[RARE_SIMULATED_COUNT],
                               uint64_t seen[RARE_SIMULATED_COUNT],
                               char message[SIM_MESSAGE_BYTES]);

#endif
