/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much time there is: limits, allowances, and time in which the Link was not in L0.
 * Not here: what is due (sender.h, receiver.h).
 */
#ifndef AK_CHECK_TIMING_H
#define AK_CHECK_TIMING_H

#include "check/state.h"

/* Takes over what a record says about the Link. */
void ak_check_set_link(struct ak_check *check, const struct ak_record_link *link);

/* Time from `from_fs` to `to_fs` in which the Link was in L0; 0 if `to_fs` is earlier. *exact is
 * set to false if more intervals may have lain between than are remembered. */
uint64_t ak_check_elapsed_in_l0(const struct ak_check *check, uint64_t from_fs, uint64_t to_fs,
                                bool *exact);

static inline uint64_t ak_check_elapsed(const struct ak_check *check, uint64_t from_fs,
                                        uint64_t to_fs, bool *exact)
{
    *exact = true;
    if (to_fs <= from_fs)
        return 0;
    if (!check->clock.running && check->clock.ended_fs <= from_fs)
        return to_fs - from_fs;
    return ak_check_elapsed_in_l0(check, from_fs, to_fs, exact);
}

/*
 * Whether more than `limit_fs` has gone by in L0 since `since_fs`. If not, *next_fs is brought
 * forward to the time after which that may be so.
 */
bool ak_check_is_overdue(const struct ak_check *check, uint64_t since_fs, uint64_t limit_fs,
                         uint64_t *elapsed_fs, uint64_t *next_fs);

void ak_check_clock_stop(struct ak_check *check, uint64_t time_fs, bool implied);
void ak_check_clock_start(struct ak_check *check, uint64_t time_fs);

/* Whether the trace shows TLPs as they leave the sender of `direction`, Acks as they reach it. */
static inline bool ak_check_sees_sent(const struct ak_check *check, enum ak_direction direction)
{
    return (check->way[direction].views & 1u << AK_SEEN_SENDER) != 0;
}

static inline bool ak_check_sees_received(const struct ak_check *check, enum ak_direction direction)
{
    return (check->way[direction].views & 1u << AK_SEEN_RECEIVER) != 0;
}

/* How far apart two directions may be in the trace, seen from the sender or the receiver of TLPs
 * in `direction`: 0, but for the resolution, if both were taken at that port. */
static inline uint64_t ak_check_sender_skew(const struct ak_check *check,
                                            enum ak_direction direction)
{
    bool at_port = ak_check_sees_sent(check, direction) &&
                   ak_check_sees_received(check, ak_opposite(direction));
    return check->timing.resolution_fs + (at_port ? 0 : check->timing.flight_fs);
}

static inline uint64_t ak_check_receiver_skew(const struct ak_check *check,
                                              enum ak_direction direction)
{
    bool at_port = ak_check_sees_received(check, direction) &&
                   ak_check_sees_sent(check, ak_opposite(direction));
    return check->timing.resolution_fs + (at_port ? 0 : check->timing.flight_fs);
}

/*
 * How much earlier than its cause a packet may stand in the trace, when the cause went the other
 * way. Travelling only takes time, so at ports that is the resolution, wherever they are; a probe
 * may delay one direction more than the other. `skew_fs` is one of the two above.
 */
static inline uint64_t ak_check_offset(const struct ak_check *check, uint64_t skew_fs)
{
    unsigned views = check->way[0].views | check->way[1].views;
    return (views & 1u << AK_SEEN_PROBE) != 0 ? skew_fs : check->timing.resolution_fs;
}

#endif
