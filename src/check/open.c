/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is still open when a trace ends: a reader is to know that a missing Ack was not overlooked.
 * Not here: what is overdue by then (receiver.c, replay.c).
 */
#include "check/open.h"

#include "check/report.h"

static enum ak_why why_open(const struct ak_check *check, enum ak_direction direction)
{
    const struct ak_way *back = &check->way[ak_opposite(direction)];
    if (!back->present && !back->declared)
        return AK_WHY_DIRECTION;
    return check->timing.limits_known ? AK_WHY_OPEN : AK_WHY_LIMITS;
}

/* Rules: RX-01, RX-02, RX-03, RX-05, RX-07, RX-08. */
static void count_receiver(struct ak_check *check, enum ak_direction direction)
{
    const struct ak_receiver *receiver = &check->way[direction].receiver;
    enum ak_why why = why_open(check, direction);
    if (!receiver->known)
        return;
    if (receiver->nak_due)
        ak_check_skipped(check, receiver->nak_rule, why == AK_WHY_LIMITS ? AK_WHY_OPEN : why);
    else if (receiver->nak_flag == AK_NAK_CLEAR && !receiver->late_reported &&
             !receiver->disagrees && ak_seq_add(receiver->acked_seq, 1) != receiver->next_rcv_seq)
        ak_check_skipped(check, AK_RULE_ACK_LATE, why);
    if (receiver->duplicate_due)
        ak_check_skipped(check, AK_RULE_DUPLICATE, why);
}

/* Rules: TX-08, TX-10. */
static void count_sender(struct ak_check *check, enum ak_direction direction)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    enum ak_why why = why_open(check, direction);
    if (sender->nak_due)
        ak_check_skipped(check, AK_RULE_NAK_REPLAY, why == AK_WHY_LIMITS ? AK_WHY_OPEN : why);
    else if (sender->knows_ackd && sender->knows_next && !sender->late_reported &&
             !sender->replaying && sender->ackd_seq != ak_seq_before(sender->next_transmit_seq))
        ak_check_skipped(check, AK_RULE_TIMER_LATE, why);
}

void ak_check_count_open(struct ak_check *check)
{
    for (int i = 0; i < 2; i++) {
        count_receiver(check, (enum ak_direction)i);
        count_sender(check, (enum ak_direction)i);
    }
}
