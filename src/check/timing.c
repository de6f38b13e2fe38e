/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much time there is: limits, allowances, and time in which the Link was not in L0.
 * Not here: what is due (sender.c, receiver.c).
 */
#include "check/timing.h"

#include <string.h>

/* A TLP is at most this much longer than its data: prefixes, header, ECRC, number, LCRC, framing.
 */
#define TLP_EXTRA_SYM 48u
/* The longest ordered set that may come between, in symbol times, with one to spare. */
#define ORDERED_SET_SYM    32u
#define REACTION_SYM       1000u
#define REACTION_LEAST_FS  1000000000u /* 1 us */
#define FLIGHT_FS          1000000000u /* 1 us unless told: 200 m of cable or fibre at 5 ns/m */
#define SLOWEST_SYMBOL_FS  4000000u
#define LARGEST_DATA_BYTES 4096u

static void take_known(struct ak_record_link *to, const struct ak_record_link *from)
{
    uint32_t known = from->known;
    if ((known & AK_KNOWN_RATE) != 0)
        to->rate = from->rate;
    if ((known & AK_KNOWN_MAX_RATE) != 0)
        to->max_rate = from->max_rate;
    if ((known & AK_KNOWN_WIDTH) != 0)
        to->width = from->width;
    if ((known & AK_KNOWN_MPS) != 0)
        to->mps_bytes = from->mps_bytes;
    if ((known & AK_KNOWN_REVISION) != 0)
        to->revision = from->revision;
    if ((known & AK_KNOWN_EXTENDED_SYNCH) != 0)
        to->extended_synch = from->extended_synch;
    if ((known & AK_KNOWN_L0S_EXIT) != 0)
        to->l0s_exit_fs = from->l0s_exit_fs;
    if ((known & AK_KNOWN_FLIGHT) != 0)
        to->flight_fs = from->flight_fs;
    if ((known & AK_KNOWN_REACTION) != 0)
        to->reaction_fs = from->reaction_fs;
    if ((known & AK_KNOWN_RESOLUTION) != 0)
        to->resolution_fs = from->resolution_fs;
    if ((known & AK_KNOWN_VIEWS) != 0)
        memcpy(to->views, from->views, sizeof to->views);
    if ((known & AK_KNOWN_INITIAL_SEQ) != 0)
        memcpy(to->initial_seq, from->initial_seq, sizeof to->initial_seq);
    to->known |= known;
}

static void set_limits(struct ak_check_timing *timing, const struct ak_record_link *link,
                       uint64_t symbol_fs)
{
    struct ak_limits_input input;
    struct ak_limits_bounds bounds;
    uint32_t needed = AK_KNOWN_RATE | AK_KNOWN_WIDTH | AK_KNOWN_MPS;
    memset(&input, 0, sizeof input);
    input.rate = link->rate;
    input.max_rate = (link->known & AK_KNOWN_MAX_RATE) != 0 ? link->max_rate : link->rate;
    input.width = link->width;
    input.mps_bytes = link->mps_bytes;
    input.extended_synch = link->extended_synch;
    timing->limits_known = (link->known & needed) == needed &&
                           ak_limits_bound(&input, link->revision, &bounds) == AK_LIMITS_OK;
    if (!timing->limits_known)
        return;
    timing->ack_max_fs = bounds.ack_max_sym * symbol_fs;
    timing->replay_min_fs = bounds.replay_min_sym * symbol_fs;
    timing->replay_max_fs = bounds.replay_max_sym * symbol_fs;
    uint64_t simplified_sym =
        link->extended_synch ? AK_SIMPLIFIED_EXT_MIN_SYM : AK_SIMPLIFIED_MIN_SYM;
    timing->replay_advised_fs = link->revision == AK_BASE_4_AND_UP ? simplified_sym * symbol_fs : 0;
}

static void set_allowances(struct ak_check_timing *timing, const struct ak_record_link *link,
                           uint64_t symbol_fs)
{
    uint64_t width = (link->known & AK_KNOWN_WIDTH) != 0 && link->width > 0 ? link->width : 1;
    uint64_t data =
        (link->known & AK_KNOWN_MPS) != 0 ? link->mps_bytes : (uint64_t)LARGEST_DATA_BYTES;
    uint64_t busy_sym = (data + TLP_EXTRA_SYM + width - 1) / width + ORDERED_SET_SYM;
    timing->busy_fs = busy_sym * symbol_fs + busy_sym * symbol_fs / 64 + link->l0s_exit_fs;
    timing->reaction_fs = REACTION_SYM * symbol_fs;
    if (timing->reaction_fs < REACTION_LEAST_FS)
        timing->reaction_fs = REACTION_LEAST_FS;
    if ((link->known & AK_KNOWN_REACTION) != 0)
        timing->reaction_fs = link->reaction_fs;
    timing->resolution_fs = link->resolution_fs;
    timing->flight_fs = (link->known & AK_KNOWN_FLIGHT) != 0 ? link->flight_fs : FLIGHT_FS;
}

void ak_check_set_link(struct ak_check *check, const struct ak_record_link *link)
{
    take_known(&check->link, link);
    bool has_rate = (check->link.known & AK_KNOWN_RATE) != 0 && ak_rate_is_valid(check->link.rate);
    uint64_t symbol_fs = has_rate ? ak_rate_symbol_fs(check->link.rate) : SLOWEST_SYMBOL_FS;
    check->timing.encoding_known = has_rate;
    check->timing.encoding = has_rate ? ak_rate_encoding(check->link.rate) : AK_ENCODING_8B10B;
    set_limits(&check->timing, &check->link, symbol_fs);
    set_allowances(&check->timing, &check->link, symbol_fs);
    if ((link->known & AK_KNOWN_VIEWS) == 0)
        return;
    for (int direction = 0; direction < 2; direction++) {
        check->way[direction].views = check->link.views[direction];
        check->way[direction].declared = true;
    }
}

/* How much of an interval lies between two times. */
static uint64_t overlap(uint64_t from_fs, uint64_t to_fs, uint64_t low_fs, uint64_t high_fs)
{
    uint64_t low = from_fs > low_fs ? from_fs : low_fs;
    uint64_t high = to_fs < high_fs ? to_fs : high_fs;
    return high > low ? high - low : 0;
}

uint64_t ak_check_elapsed_in_l0(const struct ak_check *check, uint64_t from_fs, uint64_t to_fs,
                                bool *exact)
{
    const struct ak_check_clock *clock = &check->clock;
    uint64_t elapsed = to_fs - from_fs;
    if (clock->running)
        elapsed -= overlap(from_fs, to_fs, clock->since_fs, UINT64_MAX);
    if (clock->count == 0 || clock->ended_fs <= from_fs)
        return elapsed;
    uint64_t kept = clock->count < AK_CHECK_RECOVERIES ? clock->count : AK_CHECK_RECOVERIES;
    for (uint64_t i = 0; i < kept; i++)
        elapsed -= overlap(from_fs, to_fs, clock->interval[i].from_fs, clock->interval[i].to_fs);
    if (clock->count > AK_CHECK_RECOVERIES)
        *exact = clock->interval[clock->count % AK_CHECK_RECOVERIES].to_fs <= from_fs;
    return elapsed;
}

void ak_check_clock_stop(struct ak_check *check, uint64_t time_fs, bool implied)
{
    struct ak_check_clock *clock = &check->clock;
    if (clock->running) {
        clock->implied = clock->implied && implied;
        return;
    }
    clock->running = true;
    clock->implied = implied;
    clock->since_fs = time_fs;
}

void ak_check_clock_start(struct ak_check *check, uint64_t time_fs)
{
    struct ak_check_clock *clock = &check->clock;
    if (!clock->running)
        return;
    uint64_t at = clock->count % AK_CHECK_RECOVERIES;
    clock->running = false;
    clock->interval[at].from_fs = clock->since_fs;
    clock->interval[at].to_fs = time_fs > clock->since_fs ? time_fs : clock->since_fs;
    clock->ended_fs = clock->interval[at].to_fs;
    clock->count++;
}

bool ak_check_is_overdue(const struct ak_check *check, uint64_t since_fs, uint64_t limit_fs,
                         uint64_t *elapsed_fs, uint64_t *next_fs)
{
    bool exact;
    *elapsed_fs = ak_check_elapsed(check, since_fs, check->now_fs, &exact);
    if (*elapsed_fs > limit_fs)
        return exact;
    uint64_t from_fs = since_fs > check->now_fs ? since_fs : check->now_fs;
    uint64_t due_fs = from_fs + (limit_fs - *elapsed_fs);
    if (due_fs < *next_fs)
        *next_fs = due_fs;
    return false;
}
