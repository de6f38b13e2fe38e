/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers that follow from counts and times: error rates, bit error rate, link time lost.
 * Not here: which direction is at fault (rules.c), limits of the timers (acknak/limits.h).
 *
 * Bit error rate. A direction of W lanes at R transfers a second puts R * W bits on the wire each
 * second, whether there are packets or not. Seen are
 *     bad TLPs and DLLPs   hits on packets only,
 *     Receiver Errors      at 8b/10b nearly every hit, in packets or not; at 128b/130b hits on
 *                          tokens, sync headers and ordered sets.
 * With N events in T seconds the number of hits that could be seen is Poisson distributed; its 95 %
 * bounds are lo(N) and hi(N) below. Had every bit on the wire been one whose loss is seen, the rate
 * would be lo(N) / (R W T): no smaller rate fits, which is the lower bound. If only a share s of
 * the bits can be seen being hit, it is s times less, so the upper bound is hi(N) / (R W T s).
 *     s = 1/2                    8b/10b with Receiver Errors counted: a hit turns a symbol into a
 *                                wrong valid one at times, and hits in one burst count once;
 *     s = busy                   if the caller knows how much of the time packets were sent;
 *     s = least_busy             else: a receiver has to send credit updates of all three types at
 *                                least every 30 us, three DLLPs of eight symbols in all.
 * Hits on one packet count once, so the upper bound holds while few packets are hit.
 * Records of a log are one event each at least; without a sign of suppressed ones they are taken
 * for all. Between the first and the last of N records lie N - 1 intervals.
 *
 * Link time lost. Each bad TLP costs a Nak and a replay: at least the TLP again, at most until
 * REPLAY_TIMER would have expired. So may each Receiver Error: at 8b/10b it is what a hit TLP
 * shows. Each Timeout costs a wait of the REPLAY_TIMER limit, and then at most as much again for
 * the replay. A Rollover retrains the link: microseconds to milliseconds.
 */
#include "diagnose/verdict/estimate.h"

#include <math.h>

#include "acknak/limits.h"
#include "acknak/rate.h"

#define Z_95               1.959963985
#define UPDATE_FC_PERIOD_S 30e-6
#define UPDATE_FC_SYM      24.0
#define RETRAIN_LOW_S      1e-6
#define RETRAIN_HIGH_S     10e-3
#define SEEN_SHARE_8B10B   0.5

/* Wilson and Hilferty: the cube root of chi-square is nearly normal. */
double ak_estimate_poisson_low(uint64_t n)
{
    double k = (double)n;
    double t = 1.0 - 1.0 / (9.0 * k) - Z_95 / (3.0 * sqrt(k));

    return n == 0 || t <= 0 ? 0.0 : k * t * t * t;
}

double ak_estimate_poisson_high(uint64_t n)
{
    double k = (double)n + 1.0;
    double t = 1.0 - 1.0 / (9.0 * k) + Z_95 / (3.0 * sqrt(k));

    return k * t * t * t;
}

static bool find_rate(uint32_t mts, enum ak_rate *rate)
{
    for (int r = 0; r < AK_RATE_COUNT; r++) {
        *rate = (enum ak_rate)r;
        if (ak_rate_gts_tenths(*rate) * 100u == mts)
            return true;
    }
    return false;
}

double ak_estimate_least_busy(uint32_t rate_mts, uint32_t width)
{
    enum ak_rate rate;
    double symbols;

    if (!find_rate(rate_mts, &rate) || width == 0)
        return 1.0;
    symbols = UPDATE_FC_PERIOD_S / ((double)ak_rate_symbol_fs(rate) * 1e-15) * (double)width;
    return fmin(1.0, UPDATE_FC_SYM / symbols);
}

static double seen_share(const struct ak_estimate_input *in, enum ak_rate rate)
{
    double share = in->busy > 0 ? in->busy : ak_estimate_least_busy(in->rate_mts, in->width);

    if (ak_rate_encoding(rate) == AK_ENCODING_8B10B && in->receiver_errors > 0)
        share = fmax(share, SEEN_SHARE_8B10B);
    return share;
}

static void estimate_ber(struct ak_estimate *out, const struct ak_estimate_input *in,
                         enum ak_rate rate, uint64_t events)
{
    double bits = (double)in->rate_mts * 1e6 * (double)in->width * in->seconds;

    out->has_ber = true;
    out->ber_low = ak_estimate_poisson_low(events) / bits;
    out->has_ber_high = in->complete;
    out->ber_high = ak_estimate_poisson_high(events) / (bits * seen_share(in, rate));
    if (out->ber_low > AK_BER_REQUIRED)
        out->meets = AK_MEETS_NO;
    else if (out->has_ber_high && out->ber_high <= AK_BER_REQUIRED)
        out->meets = AK_MEETS_YES;
}

static bool bound_replay_timer(const struct ak_estimate_input *in, enum ak_rate rate,
                               uint32_t mps_bytes, struct ak_limits_bounds *bounds)
{
    struct ak_limits_input limits = {
        .rate = rate, .max_rate = rate, .width = in->width, .mps_bytes = mps_bytes};

    if (in->max_rate_mts > in->rate_mts)
        (void)find_rate(in->max_rate_mts, &limits.max_rate);
    return ak_limits_bound(&limits, AK_BASE_ANY, bounds) == AK_LIMITS_OK;
}

static void estimate_cost(struct ak_estimate *out, const struct ak_estimate_input *in,
                          enum ak_rate rate)
{
    double symbol_s = (double)ak_rate_symbol_fs(rate) * 1e-15;
    struct ak_limits_bounds small, large;
    double low, high;

    if (!bound_replay_timer(in, rate, in->mps_bytes != 0 ? in->mps_bytes : 128, &small) ||
        !bound_replay_timer(in, rate, in->mps_bytes != 0 ? in->mps_bytes : 512, &large))
        return;
    low = (double)in->bad_tlps * (AK_TLP_OVERHEAD_SYM / (double)in->width) * symbol_s +
          (double)in->timeouts * (double)small.replay_min_sym * symbol_s +
          (double)in->rollovers * RETRAIN_LOW_S;
    high = (double)(in->bad_tlps + in->receiver_errors) * (double)large.replay_max_sym * symbol_s +
           (double)in->timeouts * 2.0 * (double)large.replay_max_sym * symbol_s +
           (double)in->rollovers * RETRAIN_HIGH_S;
    out->has_cost = true;
    out->lost_low = fmin(1.0, low / in->seconds);
    out->lost_high = fmin(1.0, high / in->seconds);
}

void ak_estimate_compute(struct ak_estimate *out, const struct ak_estimate_input *in)
{
    uint64_t events = in->bad_tlps + in->bad_dllps + in->receiver_errors;
    enum ak_rate rate;

    *out = (struct ak_estimate){0};
    if (!(in->seconds > 0))
        return;
    if (in->from_log && events > 0)
        events--;
    out->has_rate = true;
    out->events_per_second = (double)events / in->seconds;
    if (!find_rate(in->rate_mts, &rate) || !ak_width_is_valid(in->width))
        return;
    if (events > 0)
        estimate_ber(out, in, rate, events);
    estimate_cost(out, in, rate);
}
