/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The results of acknak rare for people: rates, times between, terms.
 * Not here: JSON (json.c).
 */
#include "cli/rare/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "acknak/rate.h"
#include "cli/common/figures.h"
#include "cli/common/output.h"

#define FIGURE_BYTES 32u

/* A rate or chance: three digits, an exponent when it is far from 1, 0 as it is. */
static const char *figure(char text[FIGURE_BYTES], double value)
{
    if (!isfinite(value)) {
        snprintf(text, FIGURE_BYTES, "-");
    } else if (value == 0 || (value >= 0.01 && value < 1000)) {
        snprintf(text, FIGURE_BYTES, "%.3g", value);
    } else {
        snprintf(text, FIGURE_BYTES, "%.2e", value);
    }
    return text;
}

/* Seconds, or what is longer. */
static const char *duration(char text[FIGURE_BYTES], double seconds)
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {{31557600.0, "years"}, {86400.0, "days"}, {3600.0, "h"}, {60.0, "min"}, {1.0, "s"},
                 {1e-3, "ms"},          {1e-6, "us"},      {1e-9, "ns"}};
    size_t i = 0;

    if (!isfinite(seconds)) {
        snprintf(text, FIGURE_BYTES, "never");
        return text;
    }
    while (i < 7 && seconds < 0.9995 * units[i].seconds) {
        i++;
    }
    double value = seconds / units[i].seconds;
    if (value >= 9999.5) {
        snprintf(text, FIGURE_BYTES, "%.2e %s", value, units[i].name);
    } else {
        snprintf(text, FIGURE_BYTES, value >= 99.95 ? "%.0f %s" : "%.3g %s", value, units[i].name);
    }
    return text;
}

static void print_sampled(const struct rare_estimate *estimate)
{
    char rate[FIGURE_BYTES], low[FIGURE_BYTES], high[FIGURE_BYTES];

    if (!estimate->known) {
        printf("  %-18s  %-22s", "-", "");
    } else if (estimate->seen == 0) {
        printf("  %-18s  at most %-14s", "not seen", figure(high, estimate->high));
    } else {
        printf("  %-10s +-%4.1f %%  %-9s to %-9s", figure(rate, estimate->rate),
               100 * estimate->standard_error / estimate->rate, figure(low, estimate->low),
               figure(high, estimate->high));
    }
}

static void print_plain(const struct rare_estimate *estimate)
{
    char rate[FIGURE_BYTES], low[FIGURE_BYTES], high[FIGURE_BYTES];

    if (!estimate->known) {
        printf("  -\n");
    } else if (estimate->seen == 0) {
        printf("  none: at most %s\n", figure(high, estimate->high));
    } else {
        printf("  %s, %s to %s\n", figure(rate, estimate->rate), figure(low, estimate->low),
               figure(high, estimate->high));
    }
}

static void print_rates(const struct rare_plan *plan, const struct rare_result *result)
{
    char closed[FIGURE_BYTES];

    printf("\n%-22s%-11s  %-18s  %-22s  %s\n", "per second", "closed form", "sampled, std error",
           "95 % bounds", "plain run");
    for (unsigned event = 0; event < RARE_EVENT_COUNT; event++) {
        if (!(plan->events >> event & 1u)) {
            continue;
        }
        bool holds = rare_closed_holds(result) || event >= RARE_SIMULATED_COUNT;
        printf("%-22s%-9s%s", rare_event_title((enum rare_event)event),
               figure(closed, result->closed[event]), holds ? "  " : "! ");
        print_sampled(&result->sampled[event]);
        print_plain(&result->brute[event]);
    }
}

/* What the rates above are worth where hits crowd. */
static void print_range(const struct rare_result *result)
{
    char overlap[FIGURE_BYTES], hit[FIGURE_BYTES];

    if (rare_closed_holds(result)) {
        return;
    }
    printf("\n! the closed form does not hold: hits expected while REPLAY_TIMER runs to its limit "
           "%s, it\n"
           "holds up to %g; chance of a TLP or an Ack to be hit %s, it holds up to %g\n",
           figure(overlap, result->traffic.overlap), RARE_CLOSED_OVERLAP,
           figure(hit, result->traffic.most_hit), RARE_CLOSED_HIT);
    if (!rare_sampled_holds(result)) {
        printf("nor do the sampled rates and their bounds, which hold up to %g hits: take the "
               "plain run\n",
               RARE_SAMPLED_OVERLAP);
    }
}

static void print_times(const struct rare_plan *plan, const struct rare_result *result)
{
    double tlps = result->traffic.flows[0].tlps + result->traffic.flows[1].tlps;

    printf("\n%-22s%-16s  %-32s  %s\n", "mean time between", "", "95 % bounds", "per TLP");
    for (unsigned event = 0; event < RARE_EVENT_COUNT; event++) {
        const struct rare_estimate *best = rare_best(result, (enum rare_event)event);
        double rate = best ? best->rate : result->closed[event];
        char mean[FIGURE_BYTES], from[FIGURE_BYTES], to[FIGURE_BYTES], each[FIGURE_BYTES];
        char bounds[2 * FIGURE_BYTES + 32] = "by closed form";

        if (!(plan->events >> event & 1u)) {
            continue;
        }
        if (!best && !rare_closed_holds(result)) {
            snprintf(bounds, sizeof bounds, "by closed form, out of range");
        }
        if (best) {
            snprintf(bounds, sizeof bounds, "%s to %s%s", duration(from, 1 / best->high),
                     duration(to, 1 / best->low),
                     best == &result->brute[event] ? ", plain run" : "");
        }
        if (isfinite(rate)) {
            printf("%-22s%-15s  %-34s  %s\n", rare_event_title((enum rare_event)event),
                   duration(mean, 1 / rate), bounds, figure(each, rate / tlps));
        }
    }
}

static void print_term(const char *letter, double value, const char *what)
{
    char text[FIGURE_BYTES];

    printf("  %-2s %-10s %s\n", letter, figure(text, value), what);
}

/* The sums of study/rare_closed.h. */
static void print_sums(bool alone, uint32_t retrain_limit, bool blocks)
{
    if (alone) {
        printf("  each TLP is acknowledged before the next one comes\n"
               "  replay by Nak t (h - s); by time-out t (s + k); duplicate t k\n"
               "  retrain t (h^4 + h^3 k + h^2 k (k + s) + h k (k + s)^2 + k (k + s)^3)\n");
    } else {
        printf("  a later Ack makes up for one that is hit\n"
               "  replay by Nak t h; by time-out t h (h + k); retrain t h^4\n");
    }
    if (retrain_limit) {
        printf("  dead link: %" PRIu32 " in a row as 4 are for a retrain\n",
               4u * (retrain_limit + 1u));
    } else {
        printf("  dead link: never, retrain limit 0\n");
    }
    if (blocks) {
        printf("  Recovery t s and the same of DLLPs; what it cuts is sent again after a Nak\n");
    }
}

static void print_terms(const struct rare_plan *plan, const struct rare_result *result,
                        enum sim_direction direction)
{
    const struct rare_flow *flow = &result->traffic.flows[direction];
    const struct rare_flow *back = &result->traffic.flows[!direction];
    bool blocks = ak_rate_encoding(plan->scenario.link.rate) == AK_ENCODING_128B130B;
    char what[96];

    if (flow->tlps == 0) {
        return;
    }
    printf("\nterms of the closed form, %s\n", sim_direction_name(direction));
    print_term("t", flow->tlps, "TLPs per second");
    print_term("a", back->acks, "Acks for them per second");
    snprintf(what, sizeof what, "a TLP is hit, %.1f line bits", flow->tlp_line_bits);
    print_term("h", flow->hit, what);
    print_term("s", flow->lost, "it is hit where the receiver sees no TLP at all");
    snprintf(what, sizeof what, "its Ack is hit, %.1f line bits", back->dllp_line_bits);
    print_term("k", flow->ack_hit, what);
    print_sums(flow->alone, plan->scenario.ports[direction].retrain_limit, blocks);
}

void rare_print_text(const struct rare_plan *plan, const struct rare_result *result)
{
    const struct sim_scenario *scenario = &plan->scenario;
    char down[FIGURE_BYTES], up[FIGURE_BYTES], window[FIGURE_BYTES], run[FIGURE_BYTES];
    char trials[CLI_FIGURE_BYTES];

    cli_figure_count(trials, result->trials);
    printf("%s GT/s x%" PRIu32 ", bit error rate %s downstream, %s upstream\n",
           ak_rate_name(scenario->link.rate), scenario->link.width,
           figure(down, result->traffic.flows[0].ber), figure(up, result->traffic.flows[1].ber));
    if (result->trials) {
        printf("sampled: %s windows of %s for each event, seed %" PRIu64 "\n", trials,
               duration(window, (double)result->window_fs / SIM_FS_PER_S), scenario->seed);
    }
    if (plan->brute_tlps) {
        printf("plain run: %s of the link\n", duration(run, result->brute_seconds));
    }
    print_rates(plan, result);
    print_range(result);
    print_times(plan, result);
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        print_terms(plan, result, (enum sim_direction)direction);
    }
}
