/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers that follow from counts and times: error rates, bit error rate, link time lost.
 * Not here: which direction is at fault (rules.h).
 */
#ifndef ACKNAK_DIAGNOSE_ESTIMATE_H
#define ACKNAK_DIAGNOSE_ESTIMATE_H

#include <stdbool.h>
#include <stdint.h>

/* The bit error rate that the specification asks of every lane. */
#define AK_BER_REQUIRED 1e-12

/* What is known of one direction of a link over some time. */
struct ak_estimate_input {
    uint64_t bad_tlps;
    uint64_t bad_dllps;
    uint64_t receiver_errors;
    uint64_t timeouts; /* at the transmitter of this direction */
    uint64_t rollovers;
    double seconds;        /* the time in which they were counted */
    bool from_log;         /* the time is that from the first to the last record */
    bool complete;         /* nothing was suppressed or dropped: an upper bound makes sense */
    uint32_t rate_mts;     /* 2500 to 32000; 0: not known */
    uint32_t max_rate_mts; /* highest the port supports; 0: as rate_mts */
    uint32_t width;        /* lanes; 0: not known */
    uint32_t mps_bytes;    /* 0: 128 for the lower, 512 for the upper end of the cost */
    double busy;           /* share of the time in which packets were on the wire, 0: not known */
};

enum ak_meets { AK_MEETS_UNDECIDED, AK_MEETS_YES, AK_MEETS_NO };

struct ak_estimate {
    bool has_rate;
    double events_per_second;
    bool has_ber;
    double ber_low;
    bool has_ber_high;
    double ber_high;
    enum ak_meets meets; /* the required bit error rate */
    bool has_cost;
    double lost_low; /* share of the link time */
    double lost_high;
};

/* Bounds of a Poisson mean at 95 % (two-sided) after `n` events were seen. Constant time. */
double ak_estimate_poisson_low(uint64_t n);
double ak_estimate_poisson_high(uint64_t n);

/*
 * The smallest share of the time in which packets are on the wire of a link that is up, in
 * (0, 1]: the credit updates that each receiver has to send.
 */
double ak_estimate_least_busy(uint32_t rate_mts, uint32_t width);

void ak_estimate_compute(struct ak_estimate *out, const struct ak_estimate_input *in);

#endif
