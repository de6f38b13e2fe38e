/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The receive side: TLPs that arrive, and what becomes due because of them.
 * Not here: the Acks and Naks that answer them (answer.c).
 */
#include "check/receiver.h"

#include <string.h>

#include "check/report.h"
#include "check/timing.h"

void ak_receiver_forget(struct ak_check *check, enum ak_direction direction)
{
    memset(&check->way[direction].receiver, 0, sizeof check->way[direction].receiver);
}

void ak_receiver_reset(struct ak_check *check, enum ak_direction direction, uint16_t first_seq)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    ak_receiver_forget(check, direction);
    receiver->known = true;
    receiver->next_rcv_seq = first_seq;
    receiver->acked_seq = ak_seq_before(first_seq);
    receiver->doubt_seq = receiver->acked_seq;
}

/* Something arrived that a Nak answers: it is due, or only allowed. Rules: RX-06. */
static void take_cause(struct ak_check *check, enum ak_direction direction,
                       const struct ak_record *record, enum ak_rule rule, bool due)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    receiver->got = AK_GOT_BAD;
    if (receiver->nak_flag == AK_NAK_SET)
        return;
    if (receiver->nak_flag == AK_NAK_MAYBE) {
        receiver->nak_waits = true;
        return;
    }
    receiver->nak_flag = due ? AK_NAK_SET : AK_NAK_MAYBE;
    receiver->nak_waits = true;
    receiver->nak_due = due && receiver->known && !receiver->disagrees;
    receiver->nak_rule = rule;
    receiver->nak_since_fs = record->end_fs;
    receiver->nak_number = record->number;
    receiver->nak_overtaken = false;
}

static void accept(struct ak_check *check, enum ak_direction direction,
                   const struct ak_record *record, uint16_t seq)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    check->way[direction].tlp[seq].accepted_fs = record->end_fs;
    receiver->next_rcv_seq = ak_seq_add(seq, 1);
    receiver->got = AK_GOT_GOOD;
    if (receiver->nak_waits && receiver->nak_flag != AK_NAK_CLEAR) {
        receiver->nak_overtaken = true;
        receiver->overtaken_fs = record->end_fs;
        receiver->overtaken_seq = ak_seq_before(seq);
    }
    receiver->nak_flag = AK_NAK_CLEAR;
    receiver->nak_waits = false;
    receiver->nak_due = false;
}

static void take_duplicate(struct ak_receiver *receiver, const struct ak_record *record,
                           uint16_t seq)
{
    receiver->got = AK_GOT_DUPLICATE;
    if (receiver->duplicate_due || receiver->disagrees)
        return;
    receiver->duplicate_due = true;
    receiver->duplicate_seq = seq;
    receiver->duplicate_fs = record->end_fs;
}

/* While the numbers are not known: remembers good TLPs in a row, so that the first Ack can be
 * understood. */
static void extend_run(struct ak_receiver *receiver, uint16_t seq)
{
    if (!receiver->has_run || seq != ak_seq_add(receiver->run_last, 1))
        receiver->run_first = seq;
    receiver->has_run = true;
    receiver->run_last = seq;
}

/* Rules: RX-04, RX-05. */
static void take_number(struct ak_check *check, enum ak_direction direction,
                        const struct ak_record *record, uint16_t seq)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    receiver->got_seq = seq;
    if (!receiver->known) {
        check->way[direction].tlp[seq].accepted_fs = record->end_fs;
        extend_run(receiver, seq);
        return;
    }
    uint32_t behind = ak_seq_distance(seq, receiver->next_rcv_seq);
    if (behind == 0)
        accept(check, direction, record, seq);
    else if (behind <= AK_SEQ_WINDOW)
        take_duplicate(receiver, record, seq);
    else
        take_cause(check, direction, record, AK_RULE_NAK_MISSING, true);
}

static bool is_8b10b(const struct ak_check *check)
{
    return check->timing.encoding_known && check->timing.encoding == AK_ENCODING_8B10B;
}

void ak_receiver_tlp(struct ak_check *check, enum ak_direction direction,
                     const struct ak_record *record, const struct ak_packet_summary *packet)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    receiver->got_number = record->number;
    switch (packet->health) {
    case AK_PACKET_GOOD:
        take_number(check, direction, record, packet->seq);
        break;
    case AK_PACKET_UNKNOWN:
        take_number(check, direction, record, packet->seq);
        take_cause(check, direction, record, AK_RULE_NAK_LCRC, false);
        break;
    case AK_PACKET_NULLIFIED:
        receiver->got = AK_GOT_NULLIFIED;
        ak_check_judged(check, AK_RULE_NAK_NULLIFIED);
        break;
    case AK_PACKET_BAD_CRC:
        take_cause(check, direction, record, AK_RULE_NAK_LCRC, true);
        break;
    case AK_PACKET_BAD_NULL:
        take_cause(check, direction, record, AK_RULE_NAK_NULLIFIED, true);
        break;
    case AK_PACKET_RX_ERROR:
        if (!is_8b10b(check))
            ak_check_skipped(check, AK_RULE_NAK_ERROR, AK_WHY_ENCODING);
        take_cause(check, direction, record, AK_RULE_NAK_ERROR, is_8b10b(check));
        break;
    case AK_PACKET_CUT:
    case AK_PACKET_BAD_LENGTH:
        take_cause(check, direction, record, AK_RULE_NAK_ERROR, false);
        break;
    }
}

void ak_receiver_hidden(struct ak_check *check, enum ak_direction direction)
{
    take_cause(check, direction, check->record, AK_RULE_NAK_ERROR, false);
}

void ak_receiver_cut(struct ak_check *check, enum ak_direction direction, uint64_t time_fs)
{
    struct ak_way *way = &check->way[direction];
    uint16_t last = ak_seq_before(way->receiver.next_rcv_seq);
    if (way->receiver.known && way->tlp[last].accepted_fs > time_fs &&
        last != way->receiver.acked_seq) {
        /* It was told when it began to arrive, and has not arrived. */
        way->receiver.next_rcv_seq = last;
        way->tlp[last].accepted_fs = 0;
    }
    if (way->present)
        take_cause(check, direction, check->record, AK_RULE_NAK_ERROR, false);
}

static bool answers_are_seen(const struct ak_check *check, enum ak_direction direction)
{
    const struct ak_way *back = &check->way[ak_opposite(direction)];
    return back->present || back->declared;
}

/* What a receiver must do is proven only by what it received and sent itself. */
static bool is_exact(const struct ak_check *check, enum ak_direction direction)
{
    return ak_check_sees_received(check, direction) &&
           ak_check_sees_sent(check, ak_opposite(direction));
}

/* Allowed on top of a limit: the port may be busy, and the two directions may be apart. An Ack that
 * is told when it ends is told that much later. */
static uint64_t allowance(const struct ak_check *check, enum ak_direction direction)
{
    const struct ak_way *back = &check->way[ak_opposite(direction)];
    uint8_t early = 1u << AK_SEEN_SENDER | 1u << AK_SEEN_PROBE;
    uint64_t told_late_fs = (back->views & early) == 0 ? check->timing.busy_fs : 0;
    return check->timing.busy_fs + told_late_fs + 2 * ak_check_receiver_skew(check, direction);
}

/* Rules: RX-01, RX-02, RX-03, RX-05. */
static void judge_nak_due(struct ak_check *check, enum ak_direction direction, uint64_t *next_fs)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    uint64_t limit_fs = check->timing.reaction_fs + allowance(check, direction);
    uint64_t elapsed_fs;
    if (!receiver->nak_due ||
        !ak_check_is_overdue(check, receiver->nak_since_fs, limit_fs, &elapsed_fs, next_fs))
        return;
    receiver->nak_due = false;
    if (!answers_are_seen(check, direction)) {
        ak_check_skipped(check, receiver->nak_rule, AK_WHY_DIRECTION);
        return;
    }
    ak_check_judged(check, receiver->nak_rule);
    ak_check_report(check, receiver->nak_rule, is_exact(check, direction), ak_opposite(direction),
                    "no Nak %u for record %llu, which arrived at %s: %s ago; allowed: %s",
                    (unsigned)ak_seq_before(receiver->next_rcv_seq),
                    (unsigned long long)receiver->nak_number,
                    ak_check_ns(receiver->nak_since_fs).text, ak_check_ns(elapsed_fs).text,
                    ak_check_ns(limit_fs).text);
}

/* Rules: RX-08. */
static void judge_ack_due(struct ak_check *check, enum ak_direction direction, uint64_t *next_fs)
{
    struct ak_way *way = &check->way[direction];
    struct ak_receiver *receiver = &way->receiver;
    uint64_t limit_fs = check->timing.ack_max_fs + allowance(check, direction);
    uint64_t elapsed_fs;
    uint16_t from = ak_seq_is_up_to(receiver->doubt_seq, receiver->acked_seq) ? receiver->acked_seq
                                                                              : receiver->doubt_seq;
    uint16_t oldest = ak_seq_add(from, 1);
    if (receiver->late_reported || receiver->disagrees || receiver->nak_flag != AK_NAK_CLEAR ||
        oldest == receiver->next_rcv_seq ||
        !ak_check_is_overdue(check, way->tlp[oldest].accepted_fs, limit_fs, &elapsed_fs, next_fs))
        return;
    receiver->late_reported = true;
    if (!answers_are_seen(check, direction)) {
        ak_check_skipped(check, AK_RULE_ACK_LATE, AK_WHY_DIRECTION);
        return;
    }
    ak_check_judged(check, AK_RULE_ACK_LATE);
    ak_check_report(check, AK_RULE_ACK_LATE, is_exact(check, direction), ak_opposite(direction),
                    "no Ack for TLP %u (record %llu), which arrived at %s: %s ago; allowed: %s",
                    (unsigned)oldest, (unsigned long long)way->tlp[oldest].number,
                    ak_check_ns(way->tlp[oldest].accepted_fs).text, ak_check_ns(elapsed_fs).text,
                    ak_check_ns(limit_fs).text);
}

/* Rules: RX-07. */
static void judge_duplicate_due(struct ak_check *check, enum ak_direction direction,
                                uint64_t *next_fs)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    uint64_t limit_fs = check->timing.ack_max_fs + allowance(check, direction);
    uint64_t elapsed_fs;
    if (!receiver->duplicate_due ||
        !ak_check_is_overdue(check, receiver->duplicate_fs, limit_fs, &elapsed_fs, next_fs))
        return;
    receiver->duplicate_due = false;
    if (!answers_are_seen(check, direction)) {
        ak_check_skipped(check, AK_RULE_DUPLICATE, AK_WHY_DIRECTION);
        return;
    }
    ak_check_judged(check, AK_RULE_DUPLICATE);
    ak_check_report(check, AK_RULE_DUPLICATE, is_exact(check, direction), ak_opposite(direction),
                    "no Ack for the duplicate of TLP %u, which arrived at %s: %s ago; allowed: %s",
                    (unsigned)receiver->duplicate_seq, ak_check_ns(receiver->duplicate_fs).text,
                    ak_check_ns(elapsed_fs).text, ak_check_ns(limit_fs).text);
}

void ak_receiver_advance(struct ak_check *check, enum ak_direction direction, uint64_t *next_fs)
{
    struct ak_receiver *receiver = &check->way[direction].receiver;
    if (!receiver->known || check->clock.running)
        return;
    judge_nak_due(check, direction, next_fs);
    if (!check->timing.limits_known)
        return;
    judge_ack_due(check, direction, next_fs);
    judge_duplicate_due(check, direction, next_fs);
}
