/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What can have started a replay: a Nak, or REPLAY_TIMER.
 * Not here: what the replay then sends (replay.c).
 */
#include "check/cause.h"

#include <string.h>

#include "check/sender.h"
#include "check/timing.h"

uint64_t ak_sender_reaction(const struct ak_check *check, enum ak_direction direction)
{
    return check->timing.reaction_fs + check->timing.resolution_fs + check->link.l0s_exit_fs +
           2 * ak_check_sender_skew(check, direction);
}

bool ak_sender_timer(const struct ak_check *check, enum ak_direction direction, uint64_t *start_fs)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    *start_fs = sender->timer_fs;
    return sender->knows_ackd && sender->timer_known && sender->timer_runs &&
           sender->ackd_seq != ak_seq_before(sender->next_transmit_seq);
}

bool ak_cause_is_recent(const struct ak_check *check, enum ak_direction direction,
                        uint64_t cause_fs, uint64_t time_fs)
{
    bool exact;
    return ak_check_elapsed(check, cause_fs, time_fs, &exact) <=
           ak_sender_reaction(check, direction) + check->timing.busy_fs;
}

static void find_timer_cause(const struct ak_check *check, enum ak_direction direction,
                             uint64_t time_fs, struct ak_cause *cause)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    uint64_t offset_fs = ak_check_offset(check, ak_check_sender_skew(check, direction));
    uint64_t allowed_fs = 2 * check->timing.resolution_fs + offset_fs;
    uint64_t start_fs;
    bool exact;
    cause->timer_unknown =
        !check->timing.limits_known || !sender->knows_ackd || !sender->timer_known;
    if (cause->timer_unknown)
        return;
    if (ak_sender_timer(check, direction, &start_fs)) {
        cause->elapsed_fs = ak_check_elapsed(check, start_fs, time_fs, &exact);
        cause->timer = cause->elapsed_fs + allowed_fs >= check->timing.replay_min_fs;
        cause->timer_needs_flight =
            (check->link.known & AK_KNOWN_FLIGHT) == 0 &&
            cause->elapsed_fs + 3 * check->timing.resolution_fs < check->timing.replay_min_fs;
    }
    for (unsigned i = 0; i < sender->stale_count; i++) {
        uint64_t progress_fs = sender->stale[i].progress_fs;
        if (progress_fs > time_fs || (cause->stale && cause->stale_progress_fs <= progress_fs) ||
            !ak_cause_is_recent(check, direction, progress_fs, time_fs) ||
            ak_check_elapsed(check, sender->stale[i].timer_fs, time_fs, &exact) + allowed_fs <
                check->timing.replay_min_fs)
            continue;
        cause->stale = true;
        cause->stale_progress_fs = progress_fs;
    }
}

static void find_nak_cause(const struct ak_check *check, enum ak_direction direction,
                           uint64_t time_fs, struct ak_cause *cause)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    uint64_t offset_fs = ak_check_offset(check, ak_check_sender_skew(check, direction));
    if (!sender->has_nak || sender->nak_fs > time_fs + offset_fs)
        return;
    uint64_t from_fs =
        sender->replay_end_fs > sender->nak_fs ? sender->replay_end_fs : sender->nak_fs;
    cause->nak = !sender->nak_superseded || ak_cause_is_recent(check, direction, from_fs, time_fs);
    cause->made_progress = sender->nak_made_progress;
    cause->nak_fs = sender->first_nak_fs;
}

void ak_cause_find(const struct ak_check *check, enum ak_direction direction, uint64_t time_fs,
                   struct ak_cause *cause)
{
    find_timer_cause(check, direction, time_fs, cause);
    find_nak_cause(check, direction, time_fs, cause);
}

bool ak_cause_misses_ack(const struct ak_check *check, enum ak_direction direction,
                         uint64_t time_fs, uint16_t seq, const struct ak_cause *cause)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    uint64_t acked_fs = check->way[direction].tlp[seq].acked_fs;
    if ((sender->replaying || sender->owes) && acked_fs >= sender->replay_from_fs)
        return true;
    bool recent = ak_cause_is_recent(check, direction, acked_fs, time_fs);
    if (cause->nak && !cause->timer && !cause->stale && !cause->timer_unknown)
        return recent && (cause->nak_fs < acked_fs ||
                          (cause->nak_fs == acked_fs && !ak_seq_is_up_to(seq, sender->nak_seq)));
    if (cause->stale && cause->stale_progress_fs <= acked_fs && recent)
        return true;
    return acked_fs + ak_sender_reaction(check, direction) > time_fs;
}

void ak_cause_keep_timer(struct ak_check *check, enum ak_direction direction, uint64_t timer_fs,
                         uint64_t progress_fs)
{
    struct ak_sender *sender = &check->way[direction].sender;
    while (sender->stale_count > 0 &&
           !ak_cause_is_recent(check, direction, sender->stale[0].progress_fs, progress_fs)) {
        sender->stale_count--;
        memmove(&sender->stale[0], &sender->stale[1],
                sender->stale_count * sizeof sender->stale[0]);
    }
    unsigned at = sender->stale_count < AK_CHECK_STALE ? sender->stale_count++ : AK_CHECK_STALE - 1;
    sender->stale[at].timer_fs = timer_fs;
    sender->stale[at].progress_fs = progress_fs;
}

bool ak_cause_precedes_progress(const struct ak_check *check, enum ak_direction direction,
                                uint64_t time_fs, const struct ak_cause *cause)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    uint64_t progress_fs = sender->progress_fs;
    bool older = (cause->nak && cause->nak_fs < progress_fs) ||
                 (cause->stale && cause->stale_progress_fs <= progress_fs);
    return older && ak_cause_is_recent(check, direction, progress_fs, time_fs);
}
