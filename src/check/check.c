/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hands each record to the models it concerns, and follows the state of the Link.
 * Not here: the models (sender.c, receiver.c), what a packet is by itself (format.c).
 */
#include "acknak/check.h"

#include <string.h>

#include "check/format.h"
#include "check/open.h"
#include "check/receiver.h"
#include "check/report.h"
#include "check/sender.h"
#include "check/state.h"
#include "check/states.h"
#include "check/timing.h"

size_t ak_check_bytes(void)
{
    return sizeof(struct ak_check);
}

static void forget_all(struct ak_check *check)
{
    for (int direction = 0; direction < 2; direction++) {
        ak_sender_forget(check, (enum ak_direction)direction);
        ak_receiver_forget(check, (enum ak_direction)direction);
        check->way[direction].has_cut = false;
    }
}

/* Both ports come out of reset. */
static void reset_all(struct ak_check *check)
{
    for (int direction = 0; direction < 2; direction++) {
        uint16_t first = check->link.initial_seq[direction];
        ak_sender_reset(check, (enum ak_direction)direction, first);
        ak_receiver_reset(check, (enum ak_direction)direction, first);
    }
}

struct ak_check *ak_check_init(void *memory, const struct ak_check_options *options,
                               struct ak_record_sink sink)
{
    struct ak_check *check = memory;
    struct ak_record_link nothing;
    memset(check, 0, sizeof *check);
    memset(&nothing, 0, sizeof nothing);
    check->sink = sink;
    check->kernel = ak_crc_best_kernel();
    if (options != NULL) {
        check->states = options->states;
        check->skip_rules = options->skip_rules;
    }
    ak_check_set_link(check, options != NULL ? &options->link : &nothing);
    if ((check->link.known & AK_KNOWN_INITIAL_SEQ) != 0)
        reset_all(check);
    return check;
}

void ak_check_on_ack(struct ak_check *check,
                     void (*took)(void *context, enum ak_direction direction, uint64_t number,
                                  uint64_t latency_fs),
                     void *context)
{
    check->took = took;
    check->took_context = context;
}

/* Of the views a trace holds, the one nearest to the sender, and the one nearest to the receiver.
 */
static bool is_sent_view(const struct ak_way *way, enum ak_seen seen)
{
    unsigned nearer = (1u << (unsigned)seen) - 1u;
    return (way->views >> (unsigned)seen & 1u) != 0 && (way->views & nearer) == 0;
}

static bool is_received_view(const struct ak_way *way, enum ak_seen seen)
{
    return way->views >> (unsigned)seen == 1u;
}

/* Rules: PORT-01, PORT-02. */
static void judge_silence(struct ak_check *check, const struct ak_record *record,
                          const struct ak_packet_summary *packet)
{
    struct ak_way *way = &check->way[record->direction];
    uint64_t allowed_fs = check->timing.resolution_fs;
    if (!ak_check_sees_sent(check, record->direction))
        allowed_fs += check->timing.reaction_fs + check->timing.flight_fs;
    ak_check_judged(check, AK_RULE_SILENT_RECOVERY);
    ak_check_judged(check, AK_RULE_SILENT_DOWN);
    if (way->down && packet->sort != AK_SORT_OTHER_DLLP &&
        record->time_fs > way->down_fs + allowed_fs)
        ak_check_report(check, AK_RULE_SILENT_DOWN, true, record->direction,
                        "a packet is sent %s after the link went down",
                        ak_check_ns(record->time_fs - way->down_fs).text);
    else if (way->recovery && record->time_fs > way->recovery_fs + allowed_fs)
        ak_check_report(check, AK_RULE_SILENT_RECOVERY, true, record->direction,
                        "a packet is sent %s after Recovery began",
                        ak_check_ns(record->time_fs - way->recovery_fs).text);
}

static bool is_ack_or_nak(const struct ak_packet_summary *packet)
{
    return packet->sort == AK_SORT_ACK || packet->sort == AK_SORT_NAK;
}

static void take_sent(struct ak_check *check, const struct ak_record *record,
                      const struct ak_packet_summary *packet)
{
    enum ak_direction direction = record->direction;
    judge_silence(check, record, packet);
    if (packet->sort == AK_SORT_TLP) {
        check->counts.tlps++;
        ak_sender_tlp(check, direction, record, packet);
        return;
    }
    check->counts.dllps++;
    if (packet->health != AK_PACKET_GOOD)
        ak_receiver_doubt(check, ak_opposite(direction));
    else if (is_ack_or_nak(packet))
        ak_receiver_ack(check, ak_opposite(direction), record, packet->seq,
                        packet->sort == AK_SORT_NAK);
}

static void count_crc(struct ak_check *check, enum ak_packet_health health)
{
    if (health == AK_PACKET_GOOD || health == AK_PACKET_NULLIFIED)
        check->counts.crc_good++;
    else if (health == AK_PACKET_BAD_CRC || health == AK_PACKET_BAD_NULL)
        check->counts.crc_bad++;
}

static void take_received(struct ak_check *check, const struct ak_record *record,
                          const struct ak_packet_summary *packet)
{
    enum ak_direction direction = record->direction;
    count_crc(check, packet->health);
    if (packet->sort == AK_SORT_TLP)
        ak_receiver_tlp(check, direction, record, packet);
    else if (packet->health == AK_PACKET_GOOD && is_ack_or_nak(packet))
        ak_sender_ack(check, ak_opposite(direction), record, packet->seq,
                      packet->sort == AK_SORT_NAK);
}

static void note_view(struct ak_way *way, enum ak_seen seen)
{
    way->present = true;
    if (!way->declared)
        way->views = (uint8_t)(way->views | 1u << (unsigned)seen);
}

static void take_packet(struct ak_check *check, const struct ak_record *record)
{
    struct ak_packet_summary packet;
    if (record->direction > AK_UPSTREAM || record->seen >= AK_SEEN_COUNT)
        return;
    struct ak_way *way = &check->way[record->direction];
    note_view(way, record->seen);
    if (check->clock.running && check->clock.implied)
        ak_check_clock_start(check, record->time_fs);
    ak_packet_examine(record, check->kernel, &packet);
    ak_format_judge(check, record, &packet);
    if (is_sent_view(way, record->seen))
        take_sent(check, record, &packet);
    if (is_received_view(way, record->seen))
        take_received(check, record, &packet);
}

static void take_error(struct ak_check *check, enum ak_direction direction)
{
    /* A TLP may have been hidden by it, or the Ack that seems missing. */
    ak_receiver_hidden(check, direction);
    if (!ak_check_sees_sent(check, direction))
        ak_receiver_doubt(check, ak_opposite(direction));
}

static void take_ordered_set(struct ak_check *check, const struct ak_record *record)
{
    check->counts.others++;
    if (record->os == AK_OS_TS1 || record->os == AK_OS_TS2)
        ak_check_clock_stop(check, record->time_fs, true);
}

/* Rules: CHK-04. */
static void judge_early_retrain(struct ak_check *check, enum ak_direction direction)
{
    const struct ak_sender *sender = &check->way[direction].sender;
    if (!sender->knows_ackd || sender->initiations_min == 0)
        return;
    ak_check_judged(check, AK_RULE_EARLY_RETRAIN);
    if (sender->initiations_max < 3)
        ak_check_report(check, AK_RULE_EARLY_RETRAIN, false, direction,
                        "the link retrains after replay %u without progress: the wire does not "
                        "show who asked for it",
                        sender->initiations_max);
}

static void leave_l0(struct ak_check *check, enum ak_direction direction, uint64_t time_fs)
{
    struct ak_way *way = &check->way[direction];
    way->has_cut = false;
    ak_sender_cut(check, direction, time_fs);
    ak_receiver_cut(check, direction, time_fs);
    ak_receiver_answer_cut(check, ak_opposite(direction), time_fs);
}

static void start_recovery(struct ak_check *check, enum ak_direction direction, uint64_t time_fs)
{
    struct ak_way *way = &check->way[direction];
    if (way->recovery)
        return;
    way->recovery = true;
    way->recovery_fs = time_fs;
    judge_early_retrain(check, direction);
    way->sender.may_have_rolled_over = way->sender.initiations_max >= 3;
    leave_l0(check, direction, time_fs);
    ak_check_clock_stop(check, time_fs, false);
}

static void resume(struct ak_check *check, uint64_t time_fs)
{
    const struct ak_way *way = check->way;
    if (!way[0].recovery && !way[1].recovery && !way[0].down && !way[1].down)
        ak_check_clock_start(check, time_fs);
}

static void go_down(struct ak_check *check, enum ak_direction direction, uint64_t time_fs)
{
    struct ak_way *way = &check->way[direction];
    if (!way->down)
        way->down_fs = time_fs;
    way->down = true;
    way->recovery = false;
    ak_check_clock_stop(check, time_fs, false);
    forget_all(check);
}

static void take_link_change(struct ak_check *check, const struct ak_record *record,
                             enum ak_direction direction)
{
    struct ak_way *way = &check->way[direction];
    if (record->kind == AK_RECORD_RECOVERY_START)
        start_recovery(check, direction, record->time_fs);
    else if (record->kind == AK_RECORD_LINK_DOWN)
        go_down(check, direction, record->time_fs);
    else if (record->kind == AK_RECORD_ERROR)
        take_error(check, direction);
    else
        way->recovery = false;
    if (record->kind == AK_RECORD_LINK_UP)
        way->down = false;
}

static bool concerns(const struct ak_record *record, int direction)
{
    return record->direction == AK_DIRECTION_BOTH || (int)record->direction == direction;
}

static void take_link_record(struct ak_check *check, const struct ak_record *record)
{
    bool was_down = check->way[0].down || check->way[1].down;
    for (int direction = 0; direction < 2; direction++)
        if (concerns(record, direction))
            take_link_change(check, record, (enum ak_direction)direction);
    resume(check, record->time_fs);
    bool is_down = check->way[0].down || check->way[1].down;
    bool untouched = !check->way[0].present && !check->way[1].present;
    if (record->kind == AK_RECORD_LINK_UP && !is_down && (was_down || untouched))
        reset_all(check);
}

static void take_link(struct ak_check *check, const struct ak_record_link *link)
{
    ak_check_set_link(check, link);
    if ((link->known & AK_KNOWN_INITIAL_SEQ) != 0 && !check->way[0].present &&
        !check->way[1].present)
        reset_all(check);
}

static void take_wire(struct ak_check *check, const struct ak_record *record)
{
    if (record->kind == AK_RECORD_LINK)
        take_link(check, &record->link);
    else if (ak_record_is_packet(record->kind))
        take_packet(check, record);
    else if (record->kind == AK_RECORD_OS)
        take_ordered_set(check, record);
    else if (record->kind == AK_RECORD_GAP)
        forget_all(check);
    else
        take_link_record(check, record);
}

/* Reports what is overdue, and notes until when nothing else can be: what becomes due meanwhile
 * has at least the shortest limit from now. */
static void advance(struct ak_check *check, bool at_end)
{
    const struct ak_check_timing *timing = &check->timing;
    uint64_t shortest_fs =
        timing->busy_fs < timing->reaction_fs ? timing->busy_fs : timing->reaction_fs;
    if (timing->limits_known && timing->ack_max_fs < shortest_fs)
        shortest_fs = timing->ack_max_fs;
    uint64_t next_fs = check->now_fs + shortest_fs;
    for (int i = 0; i < 2; i++) {
        enum ak_direction direction = (enum ak_direction)i;
        ak_receiver_settle(check, direction, at_end, &next_fs);
        ak_sender_advance(check, direction, &next_fs);
        ak_receiver_advance(check, direction, &next_fs);
    }
    check->next_fs = next_fs;
}

int ak_check_take(struct ak_check *check, const struct ak_record *record)
{
    check->result = 0;
    if (!ak_record_is_wire(record->kind))
        return 0;
    check->record = record;
    check->last_number = record->number;
    if (record->time_fs > check->now_fs)
        check->now_fs = record->time_fs;
    if (check->now_fs > check->next_fs)
        advance(check, false);
    take_wire(check, record);
    if (!ak_record_is_packet(record->kind))
        check->next_fs = 0; /* limits and states may have changed */
    if (check->states)
        ak_check_tell_states(check);
    check->record = NULL;
    return check->result;
}

int ak_check_end(struct ak_check *check)
{
    check->result = 0;
    advance(check, true);
    ak_check_count_open(check);
    return check->result;
}
