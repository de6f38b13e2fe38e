/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The transmit side: numbers of TLPs, and what Acks and Naks make of them.
 * Not here: replays and REPLAY_TIMER (replay.c).
 */
#include "check/sender.h"

#include <string.h>

#include "check/cause.h"
#include "check/replay.h"
#include "check/report.h"
#include "check/timing.h"

void ak_sender_forget(struct ak_check *check, enum ak_direction direction)
{
    struct ak_way *way = &check->way[direction];
    memset(&way->sender, 0, sizeof way->sender);
    for (unsigned seq = 0; seq < AK_SEQ_COUNT; seq++)
        way->tlp[seq].sent = false;
}

void ak_sender_reset(struct ak_check *check, enum ak_direction direction, uint16_t first_seq)
{
    ak_sender_forget(check, direction);
    struct ak_sender *sender = &check->way[direction].sender;
    sender->knows_next = true;
    sender->knows_ackd = true;
    sender->next_transmit_seq = first_seq;
    sender->ackd_seq = ak_seq_before(first_seq);
}

static uint32_t lcrc_of(const struct ak_record *record)
{
    const uint8_t *lcrc = record->bytes + record->length_bytes - 4;
    return (uint32_t)lcrc[0] | (uint32_t)lcrc[1] << 8 | (uint32_t)lcrc[2] << 16 |
           (uint32_t)lcrc[3] << 24;
}

void ak_sender_store(struct ak_check *check, enum ak_direction direction,
                     const struct ak_record *record, uint16_t seq, bool good)
{
    struct ak_tlp_note *note = &check->way[direction].tlp[seq];
    uint32_t length = record->length_bytes;
    note->begin_fs = record->time_fs;
    note->end_fs = record->end_fs;
    note->number = record->number;
    note->sent = true;
    note->whole = good && !record->truncated;
    check->way[direction].sender.last_is_open = record->end != AK_END_GOOD;
    if (!note->whole)
        return;
    note->lcrc = lcrc_of(record);
    note->length_bytes = (uint16_t)length;
}

/* Numbers from the next one up to `seq` were not seen: lost on the way, or never sent. */
static void note_missing(struct ak_check *check, enum ak_direction direction, uint16_t seq)
{
    struct ak_sender *sender = &check->way[direction].sender;
    uint16_t missing = sender->next_transmit_seq;
    unsigned before = ak_seq_before(missing);
    if (!ak_check_sees_sent(check, direction))
        ak_check_skipped(check, AK_RULE_CONSECUTIVE, AK_WHY_VIEW);
    else if (sender->has_nullified && sender->nullified_seq == missing &&
             ak_seq_add(missing, 1) == seq)
        ak_check_report(check, AK_RULE_NULLIFIED_NO, true, direction,
                        "TLP %u follows the nullified TLP %u: %u has been used up", (unsigned)seq,
                        (unsigned)missing, (unsigned)missing);
    else
        ak_check_report(check, AK_RULE_CONSECUTIVE, true, direction,
                        "TLP %u follows TLP %u; expected %u", (unsigned)seq, before,
                        (unsigned)missing);
    sender->has_jumped = ak_check_sees_sent(check, direction);
    sender->jumped_from_seq = missing;
    for (; missing != seq; missing = ak_seq_add(missing, 1))
        check->way[direction].tlp[missing].sent = false;
    sender->next_transmit_seq = seq;
}

/* Rules: TX-03. */
static void judge_window(struct ak_check *check, enum ak_direction direction, uint16_t seq)
{
    struct ak_sender *sender = &check->way[direction].sender;
    if (!sender->knows_ackd) {
        ak_check_skipped(check, AK_RULE_WINDOW, AK_WHY_NUMBERS);
        return;
    }
    ak_check_judged(check, AK_RULE_WINDOW);
    uint32_t outstanding = ak_seq_distance(sender->ackd_seq, seq);
    if (outstanding >= AK_SEQ_WINDOW) {
        ak_check_report(
            check, AK_RULE_WINDOW, true, direction,
            "TLP %u is sent with ACKD_SEQ at %u: %u unacknowledged, at most 2047 allowed",
            (unsigned)seq, (unsigned)sender->ackd_seq, (unsigned)outstanding);
        sender->knows_ackd = false;
    }
}

/* Rules: TIME-02. */
static void start_timer(struct ak_sender *sender, uint64_t end_fs)
{
    bool nothing_left =
        sender->knows_ackd && sender->ackd_seq == ak_seq_before(sender->next_transmit_seq);
    if (nothing_left) {
        sender->timer_known = true;
        sender->timer_runs = false;
    }
    if (sender->timer_runs)
        return;
    sender->timer_runs = true;
    sender->timer_fs = end_fs;
}

static void take_new(struct ak_check *check, enum ak_direction direction,
                     const struct ak_record *record, uint16_t seq, bool good)
{
    struct ak_sender *sender = &check->way[direction].sender;
    ak_check_judged(check, AK_RULE_CONSECUTIVE);
    judge_window(check, direction, seq);
    ak_sender_store(check, direction, record, seq, good);
    check->way[direction].tlp[seq].acked_fs = 0;
    check->way[direction].tlp[seq].accepted_fs = 0;
    start_timer(sender, record->end_fs);
    sender->next_transmit_seq = ak_seq_add(seq, 1);
    sender->has_nullified = false;
}

/* A TLP with a wrong number, and the next goes on as if it had been right: so it was the number
 * alone, and no TLP is missing. */
static void undo_jump(struct ak_check *check, enum ak_direction direction,
                      const struct ak_record *record, uint16_t seq)
{
    struct ak_way *way = &check->way[direction];
    struct ak_sender *sender = &way->sender;
    uint16_t jumped_to = ak_seq_before(sender->next_transmit_seq);
    sender->has_jumped = false;
    if (seq != ak_seq_add(sender->jumped_from_seq, 1) || seq == sender->next_transmit_seq)
        return;
    if (seq == jumped_to && record->length_bytes >= 4 && way->tlp[seq].whole &&
        way->tlp[seq].lcrc == lcrc_of(record))
        return; /* the same TLP again: a replay */
    way->tlp[sender->jumped_from_seq] = way->tlp[jumped_to];
    way->tlp[sender->jumped_from_seq].whole = false;
    way->tlp[jumped_to].sent = false;
    sender->next_transmit_seq = seq;
}

static void take_number(struct ak_check *check, enum ak_direction direction,
                        const struct ak_record *record, uint16_t seq, bool good)
{
    struct ak_sender *sender = &check->way[direction].sender;
    if (!sender->knows_next) {
        sender->knows_next = true;
        sender->next_transmit_seq = seq;
    }
    if (sender->has_jumped)
        undo_jump(check, direction, record, seq);
    uint32_t ahead = ak_seq_distance(sender->next_transmit_seq, seq);
    if (ahead < AK_SEQ_WINDOW)
        ak_replay_judge_new(check, direction, seq);
    if (ahead > 0 && ahead < AK_SEQ_WINDOW)
        note_missing(check, direction, seq);
    if (ahead < AK_SEQ_WINDOW)
        take_new(check, direction, record, seq, good);
    else
        ak_replay_tlp(check, direction, record, seq, good);
}

/* The number of a packet that is damaged here is to be trusted only where it was sent, or where
 * it is what was to come. */
static bool number_is_trusted(const struct ak_check *check, enum ak_direction direction,
                              const struct ak_packet_summary *packet)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    if (!packet->has_seq)
        return false;
    if (packet->health == AK_PACKET_GOOD || packet->health == AK_PACKET_UNKNOWN)
        return true;
    if (packet->health == AK_PACKET_BAD_LENGTH)
        return false;
    if (ak_check_sees_sent(check, direction))
        return true;
    return packet->health == AK_PACKET_CUT &&
           ((sender->knows_next && packet->seq == sender->next_transmit_seq) ||
            (sender->replaying && packet->seq == sender->replay_seq));
}

void ak_sender_tlp(struct ak_check *check, enum ak_direction direction,
                   const struct ak_record *record, const struct ak_packet_summary *packet)
{
    struct ak_sender *sender = &check->way[direction].sender;
    if (packet->health == AK_PACKET_NULLIFIED) {
        sender->has_nullified = true;
        sender->nullified_seq = packet->seq;
        return;
    }
    if (number_is_trusted(check, direction, packet)) {
        sender->unreadable_tlps = 0;
        sender->may_wait = false;
        take_number(check, direction, record, packet->seq, packet->health == AK_PACKET_GOOD);
    } else {
        if (sender->unreadable_tlps < AK_SEQ_WINDOW / 2)
            sender->unreadable_tlps++;
        ak_check_skipped(check, AK_RULE_CONSECUTIVE, AK_WHY_DOUBT);
    }
}

/* The first Ack or Nak behind a TLP in a trace that starts in the middle. It may be ahead of what
 * was seen sent: then a replay was going on. */
static void learn(struct ak_check *check, enum ak_direction direction, uint16_t seq)
{
    struct ak_sender *sender = &check->way[direction].sender;
    sender->knows_ackd = true;
    sender->ackd_seq = seq;
    if (!ak_seq_is_up_to(seq, ak_seq_before(sender->next_transmit_seq))) {
        sender->replaying = true;
        sender->replay_seq = sender->next_transmit_seq;
        sender->next_transmit_seq = ak_seq_add(seq, 1);
        for (uint16_t at = sender->replay_seq; at != sender->next_transmit_seq;
             at = ak_seq_add(at, 1))
            check->way[direction].tlp[at].sent = false;
    }
}

/* Rules: TX-06, TX-07. */
static void take_progress(struct ak_check *check, enum ak_direction direction, uint64_t end_fs,
                          uint16_t seq)
{
    struct ak_way *way = &check->way[direction];
    struct ak_sender *sender = &way->sender;
    uint64_t start_fs;
    bool exact;
    /* Until the Ack is used the timer runs on as it was. */
    if (ak_sender_timer(check, direction, &start_fs)) {
        ak_cause_keep_timer(check, direction, start_fs, end_fs);
        uint64_t used_fs = ak_check_elapsed(check, start_fs, end_fs, &exact) +
                           ak_sender_reaction(check, direction);
        if (sender->initiations_max >= 3 && check->timing.limits_known &&
            used_fs >= check->timing.replay_min_fs)
            sender->may_wait = true;
    }
    while (sender->ackd_seq != seq) {
        sender->ackd_seq = ak_seq_add(sender->ackd_seq, 1);
        way->tlp[sender->ackd_seq].acked_fs = end_fs;
    }
    /* The timer starts over if anything is left; it may be held while that is still being sent. */
    sender->timer_known = true;
    sender->timer_runs = seq != ak_seq_before(sender->next_transmit_seq);
    sender->timer_fs = end_fs;
    sender->progress_fs = end_fs;
    sender->initiations_min = 0;
    sender->initiations_max = 0;
    sender->nak_due = false;
    sender->nak_superseded = true;
    sender->late_reported = false;
}

static void take_nak(struct ak_check *check, enum ak_direction direction, uint64_t end_fs,
                     uint16_t seq, bool made_progress)
{
    struct ak_sender *sender = &check->way[direction].sender;
    if (seq == ak_seq_before(sender->next_transmit_seq))
        return;
    if (!sender->has_nak)
        sender->first_nak_fs = end_fs;
    sender->has_nak = true;
    sender->nak_superseded = false;
    sender->nak_made_progress = made_progress;
    sender->nak_seq = seq;
    sender->nak_fs = end_fs;
    sender->nak_due = !sender->replaying && !sender->may_wait && sender->initiations_max < 3;
}

void ak_sender_ack(struct ak_check *check, enum ak_direction direction,
                   const struct ak_record *record, uint16_t seq, bool is_nak)
{
    struct ak_sender *sender = &check->way[direction].sender;
    if (!sender->knows_next)
        return; /* it may be about TLPs sent before the trace began */
    if (!sender->knows_ackd) {
        learn(check, direction, seq);
        if (is_nak)
            take_nak(check, direction, record->end_fs, seq, true);
        return;
    }
    uint16_t newest = ak_seq_before(sender->next_transmit_seq);
    if (ak_seq_distance(sender->ackd_seq, seq) > ak_seq_distance(sender->ackd_seq, newest))
        return; /* illegal: dropped; judged where it was sent */
    bool made_progress = seq != sender->ackd_seq;
    if (made_progress)
        take_progress(check, direction, record->end_fs, seq);
    if (is_nak)
        take_nak(check, direction, record->end_fs, seq, made_progress);
}

void ak_sender_cut(struct ak_check *check, enum ak_direction direction, uint64_t time_fs)
{
    struct ak_way *way = &check->way[direction];
    if (!way->sender.knows_next)
        return;
    uint16_t last = way->sender.replaying ? ak_seq_before(way->sender.replay_seq)
                                          : ak_seq_before(way->sender.next_transmit_seq);
    if (!way->tlp[last].sent || way->tlp[last].end_fs <= time_fs)
        return;
    if (way->sender.timer_fs == way->tlp[last].end_fs)
        way->sender.timer_fs = time_fs;
    way->tlp[last].end_fs = time_fs > way->tlp[last].begin_fs ? time_fs : way->tlp[last].begin_fs;
    way->sender.last_is_open = true;
}
