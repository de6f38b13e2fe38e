/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replays: their cause, order and count; REPLAY_TIMER.
 * Not here: new TLPs and what Acks acknowledge (sender.c).
 */
#include "check/replay.h"

#include "check/cause.h"
#include "check/report.h"
#include "check/sender.h"
#include "check/timing.h"

static bool acks_are_exact(const struct ak_check *check, enum ak_direction direction)
{
    return ak_check_sees_received(check, ak_opposite(direction));
}

/* The replay leaves out the TLPs from `first` up to `seq`. Rules: TX-01, TX-09. */
static void judge_skip(struct ak_check *check, enum ak_direction direction, uint16_t first,
                       uint16_t seq)
{
    struct ak_way *way = &check->way[direction];
    bool never_seen = true;
    if (way->sender.knows_ackd) /* what was acknowledged may be skipped (D15) */
        while (first != seq && ak_seq_is_up_to(first, way->sender.ackd_seq))
            first = ak_seq_add(first, 1);
    if (first == seq)
        return;
    for (uint16_t at = first; at != seq; at = ak_seq_add(at, 1))
        never_seen = never_seen && !way->tlp[at].sent;
    if (never_seen)
        ak_check_report(check, AK_RULE_CONSECUTIVE, true, direction,
                        "TLP %u was never sent, and the replay leaves it out too", (unsigned)first);
    else
        ak_check_report(check, AK_RULE_REPLAY_ORDER, ak_check_sees_sent(check, direction),
                        direction, "the replay sends TLP %u where TLP %u is due", (unsigned)seq,
                        (unsigned)first);
}

static void report_cut_in(struct ak_check *check, enum ak_direction direction, uint16_t seq,
                          uint16_t last)
{
    uint16_t first = check->way[direction].sender.replay_seq;
    bool proven = ak_check_sees_sent(check, direction);
    if (first == last)
        ak_check_report(check, AK_RULE_REPLAY_ORDER, proven, direction,
                        "new TLP %u is sent while the replay still owes TLP %u", (unsigned)seq,
                        (unsigned)last);
    else
        ak_check_report(check, AK_RULE_REPLAY_ORDER, proven, direction,
                        "new TLP %u is sent while the replay still owes TLPs %u to %u",
                        (unsigned)seq, (unsigned)first, (unsigned)last);
}

void ak_replay_judge_new(struct ak_check *check, enum ak_direction direction, uint16_t seq)
{
    struct ak_sender *sender = &check->way[direction].sender;
    if (!sender->replaying) {
        sender->owes = sender->owes && sender->replay_seq != sender->owed_end_seq &&
                       ak_seq_is_up_to(sender->replay_seq, seq);
        return;
    }
    if (!sender->owes)
        sender->owed_end_seq = sender->next_transmit_seq;
    uint16_t last = ak_seq_before(sender->owed_end_seq);
    sender->replaying = false;
    sender->replay_end_fs = check->now_fs;
    sender->owes = !sender->knows_ackd || !ak_seq_is_up_to(last, sender->ackd_seq);
    if (!sender->knows_ackd || !sender->owes)
        return;
    report_cut_in(check, direction, seq, last);
}

/* An expiry that the table allows. Rules: CHK-05. */
static void judge_limit(struct ak_check *check, enum ak_direction direction, uint16_t seq,
                        const struct ak_cause *cause)
{
    const struct ak_check_timing *timing = &check->timing;
    if (timing->replay_advised_fs == 0 || cause->nak || cause->stale || !cause->timer)
        return;
    ak_check_judged(check, AK_RULE_SIMPLIFIED);
    uint64_t allowed_fs =
        2 * timing->resolution_fs + ak_check_offset(check, ak_check_sender_skew(check, direction));
    if (cause->elapsed_fs + allowed_fs < timing->replay_advised_fs)
        ak_check_report(check, AK_RULE_SIMPLIFIED, acks_are_exact(check, direction), direction,
                        "TLP %u is sent again %s after REPLAY_TIMER started, as the table allows; "
                        "the simplified limit is not below %s",
                        (unsigned)seq, ak_check_ns(cause->elapsed_fs).text,
                        ak_check_ns(timing->replay_advised_fs).text);
}

/* Rules: TIME-01. */
static bool judge_cause(struct ak_check *check, enum ak_direction direction, uint16_t seq,
                        const struct ak_cause *cause)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    if (!cause->nak && cause->timer_unknown) {
        ak_check_skipped(check, AK_RULE_TIMER_EARLY,
                         check->timing.limits_known ? AK_WHY_NUMBERS : AK_WHY_LIMITS);
        return true;
    }
    if (!cause->nak && !cause->stale && cause->timer && cause->timer_needs_flight) {
        ak_check_skipped(check, AK_RULE_TIMER_EARLY, AK_WHY_FLIGHT);
        return true;
    }
    ak_check_judged(check, AK_RULE_TIMER_EARLY);
    ak_check_judged(check, cause->nak ? AK_RULE_NAK_REPLAY : AK_RULE_TIMER_LATE);
    bool nothing_left =
        sender->knows_ackd && sender->ackd_seq == ak_seq_before(sender->next_transmit_seq);
    if (nothing_left) /* then it was acknowledged: TX-06 */
        return true;
    if (!sender->may_have_rolled_over)
        judge_limit(check, direction, seq, cause);
    if (cause->nak || cause->timer || cause->stale || sender->may_have_rolled_over)
        return true; /* after a rollover the cause came before the Link retrained */
    ak_check_report(check, AK_RULE_TIMER_EARLY, acks_are_exact(check, direction), direction,
                    "TLP %u is sent again without a Nak, %s after REPLAY_TIMER started; its limit "
                    "is not below %s",
                    (unsigned)seq, ak_check_ns(cause->elapsed_fs).text,
                    ak_check_ns(check->timing.replay_min_fs).text);
    return false;
}

/* Rules: TX-06, TX-09. */
static void judge_start(struct ak_check *check, enum ak_direction direction, uint64_t time_fs,
                        uint16_t seq, const struct ak_cause *cause)
{
    struct ak_way *way = &check->way[direction];
    uint16_t ackd = way->sender.ackd_seq;
    if (!way->sender.knows_ackd) {
        ak_check_skipped(check, AK_RULE_REPLAY_ORDER, AK_WHY_NUMBERS);
        ak_check_skipped(check, AK_RULE_PURGED, AK_WHY_NUMBERS);
        return;
    }
    ak_check_judged(check, AK_RULE_PURGED);
    ak_check_judged(check, AK_RULE_REPLAY_ORDER);
    if (!ak_seq_is_up_to(seq, ackd)) {
        judge_skip(check, direction, ak_seq_add(ackd, 1), seq);
        return;
    }
    uint64_t acked_fs = way->tlp[seq].acked_fs;
    if (ak_cause_misses_ack(check, direction, time_fs, seq, cause))
        return;
    ak_check_report(check, AK_RULE_PURGED, acks_are_exact(check, direction), direction,
                    "TLP %u is sent again; it was acknowledged (ACKD_SEQ %u) by %s", (unsigned)seq,
                    (unsigned)ackd, ak_check_ns(acked_fs).text);
}

/* Counts a replay that starts. Rules: TX-11. */
static void count_initiation(struct ak_check *check, enum ak_direction direction, uint64_t time_fs,
                             uint16_t seq, const struct ak_cause *cause)
{
    struct ak_sender *sender = &check->way[direction].sender;
    bool retrained = check->clock.ended_fs > sender->replay_from_fs;
    bool counts = !(cause->nak && cause->made_progress) &&
                  !ak_cause_precedes_progress(check, direction, time_fs, cause);
    unsigned least = sender->initiations_min + (counts ? 1u : 0u);
    unsigned most = sender->initiations_max + 1u;
    if (!sender->knows_ackd) {
        ak_check_skipped(check, AK_RULE_ROLLOVER, AK_WHY_NUMBERS);
        return;
    }
    ak_check_judged(check, AK_RULE_ROLLOVER);
    if (least >= 4 && !retrained)
        ak_check_report(check, AK_RULE_ROLLOVER, true, direction,
                        "TLP %u starts replay %u without progress, and the link has not retrained",
                        (unsigned)seq, least);
    /* After a rollover it counts from 0 (D9); whether there was one is not always to be seen. */
    if (least >= 4)
        least = most = 0;
    else if (sender->may_have_rolled_over)
        least = 0;
    sender->may_have_rolled_over = false;
    sender->initiations_min = least;
    sender->initiations_max = most < 3 ? most : 3;
}

/* REPLAY_TIMER starts at the end of the first TLP of a replay. Or it has been started over by an
 * Ack that came after the replay had begun and before its first TLP. */
static void start_timer(struct ak_check *check, enum ak_direction direction,
                        const struct ak_record *record)
{
    struct ak_sender *sender = &check->way[direction].sender;
    sender->timer_known = sender->knows_ackd;
    sender->timer_runs = true;
    sender->timer_fs = record->end_fs;
    if (sender->progress_fs != 0 &&
        ak_cause_is_recent(check, direction, sender->progress_fs, record->time_fs))
        sender->timer_fs = sender->progress_fs;
}

static void start(struct ak_check *check, enum ak_direction direction,
                  const struct ak_record *record, uint16_t seq)
{
    struct ak_sender *sender = &check->way[direction].sender;
    struct ak_cause cause = {.nak = false};
    ak_cause_find(check, direction, record->time_fs, &cause);
    if (judge_cause(check, direction, seq, &cause))
        judge_start(check, direction, record->time_fs, seq, &cause);
    count_initiation(check, direction, record->time_fs, seq, &cause);
    start_timer(check, direction, record);
    /* If the timer or an earlier Nak started this replay, the Nak starts one more. */
    sender->has_nak =
        cause.nak && (cause.timer || cause.stale || sender->first_nak_fs != sender->nak_fs);
    sender->first_nak_fs = sender->nak_fs;
    sender->nak_superseded = sender->has_nak;
    sender->nak_due = false;
    sender->late_reported = false;
    sender->stale_count = 0;
    sender->replay_from_fs = record->time_fs;
    sender->replaying = true;
    sender->replay_seq = seq;
    sender->owes = false;
}

/* Whether the replay that a new TLP interrupted goes on with this one. Once it has sent all that it
 * owed it may go on with the TLPs that came between, as a design that replays until its buffer ends
 * does. */
static bool is_resumed(const struct ak_sender *sender, uint16_t seq)
{
    return !sender->replaying && sender->owes &&
           (seq == sender->replay_seq || (ak_seq_is_up_to(sender->replay_seq, seq) &&
                                          !ak_seq_is_up_to(sender->owed_end_seq, seq)));
}

/* A Nak or an expiry meanwhile may have started a replay of its own just there. */
static void resume(struct ak_check *check, enum ak_direction direction, uint64_t time_fs)
{
    struct ak_sender *sender = &check->way[direction].sender;
    struct ak_cause cause = {.nak = false};
    ak_cause_find(check, direction, time_fs, &cause);
    if ((cause.nak || cause.timer || cause.stale) && sender->initiations_max < 3)
        sender->initiations_max++;
    sender->replaying = true;
    sender->nak_due = false;
    sender->late_reported = false;
}

/* Rules: CHK-02. */
static void judge_bytes(struct ak_check *check, enum ak_direction direction,
                        const struct ak_tlp_note *before, const struct ak_tlp_note *after,
                        uint16_t seq)
{
    if (!before->sent || !before->whole || !after->whole)
        return;
    ak_check_judged(check, AK_RULE_SAME_BYTES);
    if (before->lcrc == after->lcrc && before->length_bytes == after->length_bytes)
        return;
    ak_check_report(check, AK_RULE_SAME_BYTES, true, direction,
                    "TLP %u is sent again with other bytes than in record %llu (LCRC %08x, "
                    "was %08x)",
                    (unsigned)seq, (unsigned long long)before->number, (unsigned)after->lcrc,
                    (unsigned)before->lcrc);
}

static void go_on(struct ak_check *check, enum ak_direction direction,
                  const struct ak_record *record, uint16_t seq, bool good)
{
    struct ak_way *way = &check->way[direction];
    struct ak_tlp_note before = way->tlp[seq];
    ak_sender_store(check, direction, record, seq, good);
    judge_bytes(check, direction, &before, &way->tlp[seq], seq);
    struct ak_sender *sender = &way->sender;
    sender->replay_seq = ak_seq_add(seq, 1);
    bool at_end = sender->replay_seq == sender->next_transmit_seq;
    if (at_end || (sender->owes && ak_seq_is_up_to(sender->owed_end_seq, sender->replay_seq))) {
        sender->replaying = false;
        sender->replay_end_fs = record->end_fs;
    }
    if (at_end)
        sender->owes = false;
    else if (!sender->replaying)
        sender->owed_end_seq = sender->replay_seq;
}

/* Whether a TLP that Recovery cut counts as sent is read differently (D31): without a cause for a
 * replay it may be taken up once more, as if it had not been sent. */
static bool is_sent_once_more(const struct ak_check *check, enum ak_direction direction,
                              const struct ak_record *record, uint16_t seq)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    struct ak_cause cause = {.nak = false};
    if (sender->replaying || !sender->last_is_open ||
        ak_seq_add(seq, 1) != sender->next_transmit_seq)
        return false;
    ak_cause_find(check, direction, record->time_fs, &cause);
    return !cause.nak && !cause.timer && !cause.stale;
}

void ak_replay_tlp(struct ak_check *check, enum ak_direction direction,
                   const struct ak_record *record, uint16_t seq, bool good)
{
    struct ak_sender *sender = &check->way[direction].sender;
    if (is_sent_once_more(check, direction, record, seq)) {
        ak_sender_store(check, direction, record, seq, good);
        return;
    }
    if (is_resumed(sender, seq))
        resume(check, direction, record->time_fs);
    bool goes_on = sender->replaying && ak_seq_is_up_to(sender->replay_seq, seq);
    if (goes_on && seq != sender->replay_seq)
        judge_skip(check, direction, sender->replay_seq, seq);
    if (!goes_on)
        start(check, direction, record, seq);
    go_on(check, direction, record, seq, good);
}

/* Rules: TX-08. */
static void judge_nak_due(struct ak_check *check, enum ak_direction direction, uint64_t *next_fs)
{
    struct ak_sender *sender = &check->way[direction].sender;
    uint64_t allowed_fs = ak_sender_reaction(check, direction) + check->timing.busy_fs;
    uint64_t elapsed_fs;
    if (!ak_check_is_overdue(check, sender->nak_fs, allowed_fs, &elapsed_fs, next_fs))
        return;
    sender->nak_due = false;
    ak_check_report(check, AK_RULE_NAK_REPLAY,
                    acks_are_exact(check, direction) && ak_check_sees_sent(check, direction),
                    direction, "Nak %u arrived at %s and no replay has begun %s later; allowed: %s",
                    (unsigned)sender->nak_seq, ak_check_ns(sender->nak_fs).text,
                    ak_check_ns(elapsed_fs).text, ak_check_ns(allowed_fs).text);
}

/* Rules: TX-10. */
static void judge_timer_late(struct ak_check *check, enum ak_direction direction, uint64_t *next_fs)
{
    struct ak_way *way = &check->way[direction];
    struct ak_sender *sender = &way->sender;
    uint64_t from_fs;
    uint64_t elapsed_fs;
    if (sender->replaying || sender->late_reported || sender->may_wait ||
        sender->initiations_max >= 3 || !check->timing.limits_known ||
        !ak_sender_timer(check, direction, &from_fs))
        return;
    /* It may be held until the oldest has been sent, and while a replay runs. */
    uint16_t oldest = ak_seq_add(sender->ackd_seq, 1);
    if (way->tlp[oldest].end_fs > from_fs)
        from_fs = way->tlp[oldest].end_fs;
    if (sender->replay_end_fs > from_fs)
        from_fs = sender->replay_end_fs;
    uint64_t allowed_fs = check->timing.replay_max_fs + check->timing.busy_fs +
                          2 * ak_check_sender_skew(check, direction);
    if (!ak_check_is_overdue(check, from_fs, allowed_fs, &elapsed_fs, next_fs))
        return;
    sender->late_reported = true;
    if (!check->way[ak_opposite(direction)].present &&
        !check->way[ak_opposite(direction)].declared) {
        ak_check_skipped(check, AK_RULE_TIMER_LATE, AK_WHY_DIRECTION);
        return;
    }
    ak_check_judged(check, AK_RULE_TIMER_LATE);
    ak_check_report(check, AK_RULE_TIMER_LATE,
                    acks_are_exact(check, direction) && ak_check_sees_sent(check, direction),
                    direction,
                    "TLP %u (record %llu) is unacknowledged and not sent again %s after "
                    "REPLAY_TIMER started; allowed: %s",
                    (unsigned)oldest, (unsigned long long)way->tlp[oldest].number,
                    ak_check_ns(elapsed_fs).text, ak_check_ns(allowed_fs).text);
}

void ak_sender_advance(struct ak_check *check, enum ak_direction direction, uint64_t *next_fs)
{
    if (check->clock.running)
        return;
    if (check->way[direction].sender.nak_due)
        judge_nak_due(check, direction, next_fs);
    else
        judge_timer_late(check, direction, next_fs);
}
