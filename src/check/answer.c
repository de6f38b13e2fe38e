/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The receive side: the Acks and Naks it sends.
 * Not here: the TLPs they answer, and what is overdue (receiver.c).
 */
#include "check/receiver.h"
#include "check/report.h"
#include "check/timing.h"

static const char *name_of(bool is_nak)
{
    return is_nak ? "Nak" : "Ack";
}

/* How long it took, if anybody wants to know. */
static void tell_latency(const struct ak_check *check, enum ak_direction direction,
                         const struct ak_record *record, uint16_t oldest)
{
    uint64_t arrived_fs = check->way[direction].tlp[oldest].accepted_fs;
    if (check->took != NULL && record->time_fs >= arrived_fs)
        check->took(check->took_context, direction, record->number, record->time_fs - arrived_fs);
}

/* An Ack that came can be judged against its limit. */
static void count_in_time(struct ak_check *check, enum ak_rule rule)
{
    if (check->timing.limits_known)
        ak_check_judged(check, rule);
    else
        ak_check_skipped(check, rule, AK_WHY_LIMITS);
}

/*
 * An Ack or Nak in a trace that starts in the middle. If it covers a part of the good TLPs seen in
 * a row, all of the row was accepted; if it is ahead of them, they were duplicates. A Nak behind
 * them says that something before them is missing. Nothing is learnt from an Ack behind them, nor
 * without a TLP: what it leaves open may have been sent before the trace began.
 */
static void learn(struct ak_check *check, enum ak_direction direction,
                  const struct ak_record *record, uint16_t seq, bool is_nak)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    bool in_run = receiver->has_run && !is_nak &&
                  ak_seq_is_up_to(ak_seq_before(receiver->run_first), seq) &&
                  ak_seq_is_up_to(seq, receiver->run_last);
    bool behind = receiver->has_run && !in_run && ak_seq_is_up_to(seq, receiver->run_last);
    bool may_wait = !is_nak && receiver->nak_waits;
    if (!receiver->has_run || (behind && !is_nak))
        return;
    if (in_run && seq != ak_seq_before(receiver->run_first)) {
        tell_latency(check, direction, record, receiver->run_first);
        ak_check_skipped(check, AK_RULE_ACK_LATE,
                         check->timing.limits_known ? AK_WHY_NUMBERS : AK_WHY_LIMITS);
    }
    receiver->known = true;
    receiver->acked_seq = seq;
    receiver->doubt_seq = seq;
    receiver->next_rcv_seq = ak_seq_add(in_run ? receiver->run_last : seq, 1);
    receiver->nak_waits = may_wait;
    receiver->nak_due = false;
    receiver->nak_flag = is_nak ? AK_NAK_SET : may_wait ? AK_NAK_MAYBE : AK_NAK_CLEAR;
    receiver->has_run = false;
}

/* Beyond the newest TLP sent, or behind the last number. Rules: TX-05. */
static bool is_legal(struct ak_check *check, enum ak_direction direction, uint16_t seq, bool is_nak)
{
    struct ak_way *way = &check->way[direction];
    struct ak_receiver *receiver = &way->receiver;
    ak_check_judged(check, AK_RULE_LEGAL_NUMBER);
    if (ak_seq_is_up_to(receiver->acked_seq, seq))
        return true;
    ak_check_report(check, AK_RULE_LEGAL_NUMBER, true, ak_opposite(direction),
                    "%s %u goes back behind %u, the number before it", name_of(is_nak),
                    (unsigned)seq, (unsigned)receiver->acked_seq);
    return false;
}

static bool is_unsent(const struct ak_check *check, enum ak_direction direction, uint16_t seq)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    uint16_t newest = ak_seq_add(ak_seq_before(sender->next_transmit_seq), sender->unreadable_tlps);
    return sender->knows_next && sender->knows_ackd && !ak_seq_is_up_to(seq, newest);
}

/* The number acknowledges what has not arrived whole, good and in sequence by `time_fs`. */
static bool is_too_high(const struct ak_check *check, enum ak_direction direction, uint16_t seq,
                        uint64_t time_fs)
{
    const struct ak_way *way = &check->way[direction];
    if (!ak_seq_is_up_to(seq, ak_seq_before(way->receiver.next_rcv_seq)))
        return true;
    return seq != way->receiver.acked_seq && way->tlp[seq].accepted_fs > time_fs;
}

static void report_too_high(struct ak_check *check, enum ak_direction direction)
{
    const struct ak_way *way = &check->way[direction];
    const struct ak_suspect *suspect = &way->receiver.suspect;
    if (suspect->unsent)
        ak_check_report_at(check, AK_RULE_LEGAL_NUMBER, true, ak_opposite(direction),
                           suspect->number, suspect->time_fs,
                           "%s %u acknowledges more than was sent; the newest TLP is %u",
                           name_of(suspect->is_nak), (unsigned)suspect->seq,
                           (unsigned)ak_seq_before(way->sender.next_transmit_seq));
    else
        ak_check_report_at(
            check, AK_RULE_NUMBER, true, ak_opposite(direction), suspect->number, suspect->time_fs,
            "%s %u acknowledges a TLP that had not arrived whole, good and in "
            "sequence; expected at most %u",
            name_of(suspect->is_nak), (unsigned)suspect->seq, (unsigned)suspect->expected_seq);
}

/* The receiver and this model have come apart: all that may follow from it is not judged, until
 * a number fits again. */
static void disagree(struct ak_receiver *receiver, const struct ak_suspect *suspect)
{
    receiver->disagrees = true;
    receiver->nak_due = false;
    receiver->duplicate_due = false;
    receiver->doubt_seq = ak_seq_before(receiver->next_rcv_seq);
    if (suspect->unsent || suspect->is_nak || receiver->got_seq != suspect->seq ||
        ak_seq_is_up_to(suspect->seq, receiver->doubt_seq))
        return;
    /* It has taken the newest TLP in spite of a gap: go on from there with it. */
    receiver->next_rcv_seq = ak_seq_add(suspect->seq, 1);
    receiver->acked_seq = suspect->seq;
    receiver->doubt_seq = suspect->seq;
    receiver->nak_flag = AK_NAK_CLEAR;
    receiver->nak_waits = false;
}

/* The TLP has come after all: the number counts as if it had been sent then. */
static void clear_suspect(struct ak_receiver *receiver, const struct ak_suspect *suspect)
{
    if (!ak_seq_is_up_to(receiver->acked_seq, suspect->seq))
        return;
    receiver->acked_seq = suspect->seq;
    receiver->late_reported = false;
}

/* Reports the number that was put aside, unless the TLP has come by now. */
static void settle_suspect(struct ak_check *check, enum ak_direction direction)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    struct ak_suspect *suspect = &receiver->suspect;
    uint64_t offset_fs = ak_check_offset(check, ak_check_receiver_skew(check, direction));
    suspect->active = false;
    suspect->unsent = suspect->unsent && is_unsent(check, direction, suspect->seq);
    if (!suspect->unsent &&
        !is_too_high(check, direction, suspect->seq, suspect->time_fs + offset_fs)) {
        clear_suspect(receiver, suspect);
        if (offset_fs > check->timing.resolution_fs && (check->link.known & AK_KNOWN_FLIGHT) == 0)
            ak_check_skipped(check, AK_RULE_NUMBER, AK_WHY_FLIGHT);
        return;
    }
    if (!receiver->disagrees)
        report_too_high(check, direction);
    disagree(receiver, suspect);
}

/* Returns whether the number is too high, at least as far as can be told now. Rules: RX-09, TX-05.
 */
static bool judge_too_high(struct ak_check *check, enum ak_direction direction,
                           const struct ak_record *record, uint16_t seq, bool is_nak)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    uint64_t offset_fs = ak_check_offset(check, ak_check_receiver_skew(check, direction));
    bool unsent = is_unsent(check, direction, seq);
    if (!unsent && !is_too_high(check, direction, seq, record->time_fs + offset_fs)) {
        receiver->disagrees = false;
        return false;
    }
    if (is_nak) {
        receiver->nak_flag = AK_NAK_SET;
        receiver->nak_waits = false;
        receiver->nak_due = false;
    }
    if (receiver->suspect.active) {
        ak_check_skipped(check, AK_RULE_NUMBER, AK_WHY_DOUBT);
        return true;
    }
    receiver->suspect = (struct ak_suspect){
        .active = true,
        .unsent = unsent,
        .is_nak = is_nak,
        .seq = seq,
        .expected_seq = ak_seq_before(receiver->next_rcv_seq),
        .time_fs = record->time_fs,
        .number = record->number,
    };
    if (offset_fs == 0)
        settle_suspect(check, direction);
    return true;
}

/* An Ack may lag by what arrived within the reaction time. Rules: RX-09. */
static void judge_lag(struct ak_check *check, enum ak_direction direction,
                      const struct ak_record *record, uint16_t seq)
{
    struct ak_way *way = &check->way[direction];
    uint16_t next = ak_seq_add(seq, 1);
    uint64_t allowed_fs = check->timing.reaction_fs + check->timing.busy_fs +
                          2 * ak_check_receiver_skew(check, direction);
    bool exact;
    if (next == way->receiver.next_rcv_seq || way->receiver.nak_flag == AK_NAK_MAYBE)
        return;
    uint64_t elapsed_fs =
        ak_check_elapsed(check, way->tlp[next].accepted_fs, record->time_fs, &exact);
    if (elapsed_fs <= allowed_fs || !exact)
        return;
    ak_check_report(check, AK_RULE_NUMBER, ak_check_sees_received(check, direction),
                    ak_opposite(direction),
                    "Ack %u leaves out TLP %u, which had arrived good at %s; expected %u",
                    (unsigned)seq, (unsigned)next, ak_check_ns(way->tlp[next].accepted_fs).text,
                    (unsigned)ak_seq_before(way->receiver.next_rcv_seq));
}

/* A Nak's number is exact. Rules: RX-09. */
static void judge_nak_number(struct ak_check *check, enum ak_direction direction, uint16_t seq)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    uint16_t expected = ak_seq_before(receiver->next_rcv_seq);
    if (seq == expected || (receiver->nak_overtaken && seq == receiver->overtaken_seq))
        return;
    ak_check_report(check, AK_RULE_NUMBER, ak_check_sees_received(check, direction),
                    ak_opposite(direction), "Nak %u; expected Nak %u: all before had arrived good",
                    (unsigned)seq, (unsigned)expected);
    receiver->next_rcv_seq = ak_seq_add(seq, 1);
}

static void report_no_cause(struct ak_check *check, enum ak_direction direction, uint16_t seq)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    bool proven = ak_check_sees_received(check, direction);
    unsigned long long number = receiver->got_number;
    if (receiver->got == AK_GOT_NULLIFIED)
        ak_check_report(check, AK_RULE_NAK_NULLIFIED, proven, ak_opposite(direction),
                        "Nak %u answers record %llu, a nullified TLP: drop it silently",
                        (unsigned)seq, number);
    else if (receiver->got == AK_GOT_DUPLICATE)
        ak_check_report(check, AK_RULE_DUPLICATE, proven, ak_opposite(direction),
                        "Nak %u answers record %llu, a duplicate of TLP %u: an Ack is due",
                        (unsigned)seq, number, (unsigned)receiver->got_seq);
    else
        ak_check_report(check, AK_RULE_NAK_CAUSE, proven, ak_opposite(direction),
                        "Nak %u, and no TLP was damaged or missing", (unsigned)seq);
}

/* Rules: RX-06, CHK-01. */
static void judge_nak(struct ak_check *check, enum ak_direction direction,
                      const struct ak_record *record, uint16_t seq)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    uint64_t grace_fs = check->timing.reaction_fs + check->timing.busy_fs;
    bool exact;
    ak_check_judged(check, AK_RULE_NAK_CAUSE);
    ak_check_judged(check, AK_RULE_NAK_ONCE);
    if (receiver->nak_waits) {
        ak_check_judged(check, receiver->nak_rule);
    } else if (receiver->nak_flag == AK_NAK_SET) {
        ak_check_report(check, AK_RULE_NAK_ONCE, true, ak_opposite(direction),
                        "Nak %u is sent again; TLP %u has not arrived good since the last Nak",
                        (unsigned)seq, (unsigned)receiver->next_rcv_seq);
        return;
    } else if (receiver->nak_overtaken && ak_check_elapsed(check, receiver->overtaken_fs,
                                                           record->time_fs, &exact) <= grace_fs) {
        receiver->nak_overtaken = false;
        return;
    } else {
        report_no_cause(check, direction, seq);
    }
    receiver->nak_flag = AK_NAK_SET;
    receiver->nak_waits = false;
    receiver->nak_due = false;
}

/* It answers what has arrived by now. Rules: RX-07, RX-08. */
static void cover(struct ak_check *check, enum ak_direction direction,
                  const struct ak_record *record, uint16_t seq, bool is_nak)
{
    struct ak_way *way = &check->way[direction];
    struct ak_receiver *receiver = &way->receiver;
    uint16_t oldest = ak_seq_add(receiver->acked_seq, 1);
    uint64_t latest_fs = record->time_fs + ak_check_receiver_skew(check, direction);
    if (receiver->duplicate_due && receiver->duplicate_fs <= latest_fs) {
        receiver->duplicate_due = false;
        count_in_time(check, AK_RULE_DUPLICATE);
    }
    if (seq != receiver->acked_seq) {
        count_in_time(check, AK_RULE_ACK_LATE);
        if (!is_nak)
            tell_latency(check, direction, record, oldest);
    }
    receiver->acked_seq = seq;
    if (ak_seq_is_up_to(receiver->doubt_seq, seq))
        receiver->doubt_seq = seq;
    receiver->late_reported = false;
}

void ak_receiver_ack(struct ak_check *check, enum ak_direction direction,
                     const struct ak_record *record, uint16_t seq, bool is_nak)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    if (!receiver->known) {
        ak_check_skipped(check, AK_RULE_NUMBER, AK_WHY_NUMBERS);
        learn(check, direction, record, seq, is_nak);
        return;
    }
    if (!is_legal(check, direction, seq, is_nak))
        return;
    ak_check_judged(check, AK_RULE_NUMBER);
    if (judge_too_high(check, direction, record, seq, is_nak))
        return;
    if (is_nak) {
        judge_nak_number(check, direction, seq);
        judge_nak(check, direction, record, seq);
    } else {
        judge_lag(check, direction, record, seq);
    }
    cover(check, direction, record, seq, is_nak);
    receiver->said_nak = is_nak;
    receiver->said_end_fs = record->end_fs;
}

void ak_receiver_answer_cut(struct ak_check *check, enum ak_direction direction, uint64_t time_fs)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    if (!receiver->said_nak || receiver->said_end_fs < time_fs)
        return;
    receiver->said_nak = false;
    receiver->nak_waits = receiver->nak_flag != AK_NAK_CLEAR;
}

void ak_receiver_doubt(struct ak_check *check, enum ak_direction direction)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    if (!receiver->known)
        return;
    if (receiver->nak_due)
        ak_check_skipped(check, receiver->nak_rule, AK_WHY_DOUBT);
    if (receiver->duplicate_due)
        ak_check_skipped(check, AK_RULE_DUPLICATE, AK_WHY_DOUBT);
    receiver->nak_due = false;
    receiver->duplicate_due = false;
    receiver->doubt_seq = ak_seq_before(receiver->next_rcv_seq);
}

/* Settles what was put aside once nothing can come any more that clears it. */
void ak_receiver_settle(struct ak_check *check, enum ak_direction direction, bool at_end,
                        uint64_t *next_fs)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    if (!receiver->suspect.active)
        return;
    uint64_t until_fs = receiver->suspect.time_fs +
                        ak_check_offset(check, ak_check_receiver_skew(check, direction)) +
                        check->timing.busy_fs;
    if (at_end || check->now_fs > until_fs)
        settle_suspect(check, direction);
    else if (until_fs < *next_fs)
        *next_fs = until_fs;
}
