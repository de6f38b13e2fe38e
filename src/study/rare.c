/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plan of rare events, carried out.
 * Not here: the closed form (rare_closed.c), one trial (rare_trial.c).
 */
#include "study/rare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "acknak/rate.h"
#include "study/rare_closed.h"
#include "study/rare_estimate.h"
#include "study/rare_trial.h"

#define COUNT_TLPS       2000u /* of the run without errors that is counted */
#define COUNT_FROM_FS    (100ull * SIM_FS_PER_US)
#define COUNT_MOST_FS    (10ull * SIM_FS_PER_S)
#define WINDOW_LIMITS    40u /* of one trial: REPLAY_TIMER limits, or */
#define WINDOW_TLPS      60u /* times from one TLP to the next */
#define WINDOW_HITS      0.1 /* expected at the true rate, at most: one excursion is the rule */
#define BEFORE_SHARE     8u  /* of the chosen window comes before it */
#define FIRST_HITS       1.5 /* expected of a boosted window: weights then scatter least */
#define BOOSTED_BER_MOST 0.01
#define BRUTE_BATCHES    100u
#define TWO_64           18446744073709551616.0

static const struct {
    const char *name;
    const char *title;
} events[RARE_EVENT_COUNT] = {
    [RARE_REPLAY_BY_NAK] = {"replay_by_nak", "replay by Nak"},
    [RARE_REPLAY_BY_TIMEOUT] = {"replay_by_timeout", "replay by time-out"},
    [RARE_DUPLICATE] = {"duplicate", "duplicate TLP"},
    [RARE_RECOVERY] = {"recovery", "Recovery, any cause"},
    [RARE_RETRAIN] = {"retrain", "rollover, retrain"},
    [RARE_DEAD_LINK] = {"dead_link", "dead link, TLPs lost"},
    [RARE_UNDETECTED_TLP] = {"undetected_tlp", "damage LCRC misses"},
    [RARE_UNDETECTED_DLLP] = {"undetected_dllp", "damage CRC-16 misses"},
};

const char *rare_event_name(enum rare_event event)
{
    return event < RARE_EVENT_COUNT ? events[event].name : NULL;
}

const char *rare_event_title(enum rare_event event)
{
    return event < RARE_EVENT_COUNT ? events[event].title : NULL;
}

bool rare_closed_holds(const struct rare_result *result)
{
    return result->traffic.overlap <= RARE_CLOSED_OVERLAP &&
           result->traffic.most_hit <= RARE_CLOSED_HIT;
}

bool rare_sampled_holds(const struct rare_result *result)
{
    return result->traffic.overlap <= RARE_SAMPLED_OVERLAP;
}

const struct rare_estimate *rare_best(const struct rare_result *result, enum rare_event event)
{
    const struct rare_estimate *plain = &result->brute[event];

    if (!rare_sampled_holds(result) && plain->seen)
        return plain;
    if (result->sampled[event].seen)
        return &result->sampled[event];
    double closed = result->closed[event];
    bool contradicts = plain->seen && !(plain->low <= closed && closed <= plain->high);
    return contradicts ? plain : NULL;
}

struct work {
    const struct rare_plan *plan;
    struct sim_scenario scenario; /* without an end */
    struct rare_result *result;
    rare_progress progress;
    void *context;
    double share_done;
    char *message;
};

static void show(const struct work *work, double share)
{
    if (work->progress)
        work->progress(work->context, (uint32_t)(1000 * share));
}

/* ---- What can be studied ---- */

static const char *refusal(const struct sim_scenario *scenario)
{
    double errors = 0;
    bool traffic = false;

    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        const struct sim_errors *wrong = &scenario->errors[direction];
        errors += (double)wrong->ber.per_2_64;
        traffic |= scenario->traffic[direction].writes.on || scenario->traffic[direction].reads.on;
        if (wrong->damage_mask || wrong->lose_mask)
            return "found packets damaged or lost by a mask, expected bit errors alone";
        if (wrong->idle_hits)
            return "found idle-hits, expected hits on packets alone";
    }
    if (scenario->fault_count)
        return "found scripted faults, expected bit errors alone";
    if (scenario->event_count)
        return "found link events, expected a link that stays up";
    if (scenario->workload.file_count)
        return "found recorded traffic, which ends; expected writes or reads";
    if (!traffic)
        return "found no traffic, expected writes or reads";
    return errors > 0 ? NULL : "found a bit error rate of 0, expected one above (--ber)";
}

static struct sim_scenario without_end(const struct sim_scenario *scenario)
{
    struct sim_scenario endless = *scenario;

    endless.stop = (struct sim_stop){.time_fs = SIM_TIME_MAX_FS};
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        endless.traffic[direction].writes.tlps = 0;
        endless.traffic[direction].reads.tlps = 0;
    }
    return endless;
}

/* ---- Closed form ---- */

static uint64_t tlps_of(const struct rare_counts *counts)
{
    return counts->directions[0].tlps + counts->directions[1].tlps;
}

static uint64_t window_for(const struct rare_counts *counts)
{
    uint64_t window_fs = 0;

    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        uint64_t tlps = counts->directions[side].tlps;
        uint64_t limits_fs = WINDOW_LIMITS * counts->limit_fs[side];
        uint64_t tlps_fs = tlps ? counts->time_fs / tlps * WINDOW_TLPS : 0;
        window_fs = limits_fs > window_fs ? limits_fs : window_fs;
        window_fs = tlps_fs > window_fs ? tlps_fs : window_fs;
    }
    return window_fs;
}

static uint64_t trials_for(const struct rare_plan *plan, const struct rare_result *result)
{
    double tlps = 0; /* of a window */

    if (plan->trials != RARE_TRIALS_CHOSEN) {
        return plan->trials;
    }
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        tlps += result->traffic.flows[direction].tlps * (double)result->window_fs / SIM_FS_PER_S;
    }
    if (tlps * RARE_TRIALS_MOST <= RARE_TRIAL_TLPS) {
        return RARE_TRIALS_MOST;
    }
    if (tlps * RARE_TRIALS_LEAST >= RARE_TRIAL_TLPS) {
        return RARE_TRIALS_LEAST;
    }
    return (uint64_t)(RARE_TRIAL_TLPS / tlps);
}

static enum sim_status do_closed(struct work *work)
{
    struct rare_counts *counts = malloc(sizeof *counts);
    uint64_t time_fs = COUNT_FROM_FS;
    enum sim_status status;

    if (!counts) {
        snprintf(work->message, SIM_MESSAGE_BYTES, "out of memory");
        return SIM_NO_MEMORY;
    }
    do {
        status = rare_count(&work->scenario, time_fs, counts, work->message);
        time_fs *= 4u;
    } while (status == SIM_OK && tlps_of(counts) < COUNT_TLPS && time_fs <= COUNT_MOST_FS);
    if (status == SIM_OK && counts->replays) {
        snprintf(work->message, SIM_MESSAGE_BYTES,
                 "found %" PRIu64
                 " replays without a bit error, expected a REPLAY_TIMER that waits "
                 "for Acks; 'acknak size' shows its slack",
                 counts->replays);
        status = SIM_BAD_SCENARIO;
    }
    if (status == SIM_OK) {
        rare_closed(&work->scenario, counts, &work->result->traffic, work->result->closed);
        work->result->window_fs =
            work->plan->window_fs ? work->plan->window_fs : window_for(counts);
        work->result->trials = trials_for(work->plan, work->result);
    }
    free(counts);
    return status;
}

/* ---- Sampling ---- */

static double boost_for(const struct sim_scenario *scenario, double hits_expected)
{
    double boost = FIRST_HITS / hits_expected;

    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        double ber = (double)scenario->errors[direction].ber.per_2_64 / TWO_64;
        if (ber * boost > BOOSTED_BER_MOST)
            boost = BOOSTED_BER_MOST / ber;
    }
    return boost > 1 ? boost : 1;
}

static double hits_in_window(const struct rare_result *result)
{
    double hits = 0;

    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++)
        hits += result->traffic.flows[direction].line_bits * result->traffic.flows[direction].ber;
    return hits * (double)result->window_fs / SIM_FS_PER_S;
}

/* The window that was chosen is what is run; hits that are frequent make the part that is looked at
 * shorter, and it then lies anywhere in it. */
static struct rare_trial trial_for(const struct work *work, enum rare_event event, double *hits)
{
    uint64_t chosen_fs = work->result->window_fs;
    uint64_t window_fs = chosen_fs;

    bool blocks = ak_rate_encoding(work->scenario.link.rate) == AK_ENCODING_128B130B;

    /* At 8b/10b there is no other Recovery than that of a retrain. */
    if (event == RARE_RECOVERY && !blocks)
        event = RARE_RETRAIN;
    *hits = hits_in_window(work->result);
    while (*hits > WINDOW_HITS && window_fs > 1u) {
        window_fs /= 2u;
        *hits /= 2;
    }
    return (struct rare_trial){.scenario = &work->scenario,
                               .window_fs = window_fs,
                               .before_fs = chosen_fs / BEFORE_SHARE,
                               .scatter_fs = chosen_fs - window_fs,
                               .boost = boost_for(&work->scenario, *hits),
                               .target = event,
                               .tilt = rare_tilt_for(event)};
}

static enum sim_status sample(struct work *work, enum rare_event event, double share)
{
    double hits;
    struct rare_trial trial = trial_for(work, event, &hits);
    struct rare_mean mean = {.count = 0};
    double weighted[RARE_SIMULATED_COUNT];
    uint64_t seen[RARE_SIMULATED_COUNT];

    for (uint64_t number = 0; number < work->result->trials; number++) {
        /* Each event has windows of its own: estimates of two events do not err together. */
        uint64_t drawn = number * RARE_SIMULATED_COUNT + event;
        enum sim_status status = rare_trial_run(&trial, drawn, weighted, seen, work->message);
        if (status != SIM_OK)
            return status;
        rare_mean_add(&mean, weighted[event]);
        if (number % 64u == 0)
            show(work, work->share_done + share * (double)number / (double)work->result->trials);
    }
    work->share_done += share;
    work->result->sampled[event] = rare_estimate_trials(
        &mean, (double)trial.window_fs / SIM_FS_PER_S, rare_largest_weight(&trial, hits));
    return SIM_OK;
}

/* ---- Brute force ---- */

static void count_events(const struct sim_result *run, uint64_t counts[RARE_SIMULATED_COUNT])
{
    for (int event = 0; event < RARE_SIMULATED_COUNT; event++)
        counts[event] = 0;
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        const struct ak_counters *counters = &run->ports[side].counters;
        counts[RARE_REPLAY_BY_NAK] += counters->replays_by_nak;
        counts[RARE_REPLAY_BY_TIMEOUT] += counters->replays_by_timeout;
        counts[RARE_DUPLICATE] += counters->duplicates;
        counts[RARE_RETRAIN] += counters->retrains;
    }
    counts[RARE_RECOVERY] = run->recoveries;
    counts[RARE_DEAD_LINK] = run->end == SIM_END_DEAD_LINK;
}

static enum sim_status brute_force(struct work *work, double share)
{
    struct rare_mean batches[RARE_SIMULATED_COUNT] = {{.count = 0}};
    uint64_t before[RARE_SIMULATED_COUNT] = {0}, now[RARE_SIMULATED_COUNT] = {0};
    uint64_t step_tlps = (work->plan->brute_tlps + BRUTE_BATCHES - 1u) / BRUTE_BATCHES;
    struct sim_result result;
    enum sim_status status;
    struct sim_run *run = sim_run_create(&work->scenario, NULL, &status, work->message);

    if (!run)
        return status;
    bool more = true;
    for (uint32_t batch = 0; more && batch < BRUTE_BATCHES; batch++) {
        more = sim_run_step(run, step_tlps);
        sim_run_result(run, &result);
        count_events(&result, now);
        for (int event = 0; event < RARE_SIMULATED_COUNT; event++) {
            rare_mean_add(&batches[event], (double)(now[event] - before[event]));
            before[event] = now[event];
        }
        show(work, work->share_done + share * batch / BRUTE_BATCHES);
    }
    sim_run_destroy(run);
    work->result->brute_seconds = (double)result.simulated_fs / SIM_FS_PER_S;
    for (int event = 0; event < RARE_SIMULATED_COUNT; event++) {
        if (work->plan->events >> event & 1u)
            work->result->brute[event] =
                rare_estimate_counts(&batches[event], now[event], work->result->brute_seconds);
    }
    if (result.status != SIM_OK)
        snprintf(work->message, SIM_MESSAGE_BYTES, "%s", result.message);
    return result.status;
}

enum sim_status rare_run(const struct rare_plan *plan, rare_progress progress, void *context,
                         struct rare_result *result, char message[SIM_MESSAGE_BYTES])
{
    struct work work = {.plan = plan,
                        .scenario = without_end(&plan->scenario),
                        .result = result,
                        .progress = progress,
                        .context = context,
                        .message = message};
    const char *reason = refusal(&plan->scenario);
    uint32_t simulated = plan->events & ((1u << RARE_SIMULATED_COUNT) - 1u);
    uint32_t parts = plan->trials ? (uint32_t)__builtin_popcount(simulated) : 0;

    *result = (struct rare_result){.window_fs = 0};
    if (reason) {
        snprintf(message, SIM_MESSAGE_BYTES, "%s", reason);
        return SIM_BAD_SCENARIO;
    }
    if (!sim_scenario_check(&plan->scenario, NULL, message, SIM_MESSAGE_BYTES))
        return SIM_BAD_SCENARIO;
    parts += plan->brute_tlps != 0;
    enum sim_status status = do_closed(&work);
    for (int event = 0; plan->trials && status == SIM_OK && event < RARE_SIMULATED_COUNT; event++) {
        if (simulated >> event & 1u)
            status = sample(&work, (enum rare_event)event, 1.0 / parts);
    }
    if (status == SIM_OK && plan->brute_tlps)
        status = brute_force(&work, 1.0 / parts);
    return status;
}
