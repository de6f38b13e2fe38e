/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a ladder says beside its rows.
 * Not here: where it stands (ladder_row.c).
 */
#include "render/ladder_notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "trace/names.h"

void ak_ladder_note(struct ak_ladder_notes *notes, const char *text)
{
    size_t room = sizeof notes->text - notes->used;
    int wrote =
        snprintf(notes->text + notes->used, room, "%s%s", notes->used > 0 ? "\n" : "", text);
    if (wrote > 0)
        notes->used += (size_t)wrote < room ? (size_t)wrote : room - 1;
}

bool ak_ladder_note_at(struct ak_ladder_notes *notes, const char *text, uint64_t time_fs,
                       uint64_t row_fs)
{
    bool late = time_fs > row_fs;

    if (notes->has_late && (!late || notes->late_fs != time_fs))
        return false;
    size_t before = notes->used;
    ak_ladder_note(notes, text);
    if (late && !notes->has_late) {
        notes->has_late = true;
        notes->late = before > 0 ? before + 1 : 0; /* behind the line break */
        notes->late_fs = time_fs;
    }
    return true;
}

__attribute__((format(printf, 2, 3))) static void note_of(struct ak_ladder_notes *notes,
                                                          const char *format, ...)
{
    char text[80];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ak_ladder_note(notes, text);
}

/* Acts that need no number. NULL: the picture shows it, or it has numbers. */
static const char *const plain_acts[AK_ACT_COUNT] = {
    [AK_ACT_DELIVER] = "delivered",
    [AK_ACT_DROP_DUPLICATE] = "duplicate: dropped",
    [AK_ACT_DROP_OUT_OF_SEQ] = "out of order: dropped",
    [AK_ACT_DROP_BAD_LCRC] = "bad LCRC: dropped",
    [AK_ACT_DROP_NULLIFIED] = "nullified: dropped",
    [AK_ACT_DROP_ERROR] = "Receiver Error",
    [AK_ACT_DROP_BAD_DLLP] = "bad CRC: dropped",
    [AK_ACT_DROP_ILLEGAL_SEQ] = "illegal number",
    [AK_ACT_DROP_UNKNOWN_DLLP] = "unknown: dropped",
    [AK_ACT_DROP_INACTIVE] = "inactive: dropped",
    [AK_ACT_TIMEOUT] = "replay_timer expires",
    [AK_ACT_REPLAY_END] = "replay ends",
    [AK_ACT_ROLLOVER] = "replay_num rollover",
    [AK_ACT_GIVE_UP] = "gives up: dead link",
};

#define LOG_ROLLOVER (1u << 3)
#define LOG_TIMEOUT  (1u << 4)

static void note_log(struct ak_ladder_notes *notes, uint32_t aer)
{
    static const char *const names[] = {"Receiver Error", "Bad TLP",
                                        "Bad DLLP",       "Replay Num Rollover",
                                        "Replay Timeout", "DL Protocol Error"};
    /* A rollover comes of a timeout. */
    static const unsigned order[] = {0, 1, 2, 4, 3, 5};
    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++)
        if ((aer & 1u << order[i]) != 0)
            note_of(notes, "logs %s", names[order[i]]);
}

bool ak_ladder_log_precedes_cause(const struct ak_record_port *act)
{
    return act->act == AK_ACT_LOG && (act->aer & (LOG_ROLLOVER | LOG_TIMEOUT)) != 0;
}

void ak_ladder_note_act(struct ak_ladder_notes *notes, const struct ak_record_port *act)
{
    if (act->act < AK_ACT_COUNT && plain_acts[act->act] != NULL) {
        ak_ladder_note(notes, plain_acts[act->act]);
        return;
    }
    unsigned last = (act->seq + act->count - 1u) & 0xFFFu;
    if (act->act == AK_ACT_REFUSE)
        note_of(notes, "refuses TLP: %s", act->reason != NULL ? act->reason : "?");
    else if ((act->act == AK_ACT_TAKE_ACK || act->act == AK_ACT_TAKE_NAK) && act->count > 0)
        note_of(notes, "purges %u", (unsigned)act->count);
    else if (act->act == AK_ACT_REPLAY_START && act->count == 1)
        note_of(notes, "replays %u", (unsigned)act->seq);
    else if (act->act == AK_ACT_REPLAY_START && act->count > 1)
        note_of(notes, "replays %u to %u", (unsigned)act->seq, last);
    else if (act->act == AK_ACT_REPORT_LOST)
        note_of(notes, "unconfirmed: %u to %u", (unsigned)act->seq, last);
    else if (act->act == AK_ACT_LOG)
        note_log(notes, act->aer);
}

static void note_timer(struct ak_ladder_notes *notes, const char *name,
                       const struct ak_record_timer *before, const struct ak_record_timer *after)
{
    if (after->state == AK_RECORD_TIMER_RUNNING && before->state == AK_RECORD_TIMER_HELD)
        note_of(notes, "%s starts", name);
    else if (after->state == AK_RECORD_TIMER_RUNNING && after->value_fs < before->value_fs)
        note_of(notes, "%s restart", name);
    else if (after->state == AK_RECORD_TIMER_HELD && before->state != AK_RECORD_TIMER_HELD)
        note_of(notes, "%s held", name);
}

void ak_ladder_note_state(struct ak_ladder_notes *notes, const struct ak_record_state *before,
                          const struct ak_record_state *after)
{
    const struct {
        const char *name;
        unsigned bit, before, after;
    } values[] = {
        {"ackd_seq", AK_STATE_ACKD_SEQ, before->ackd_seq, after->ackd_seq},
        {"next_rcv_seq", AK_STATE_NEXT_RCV_SEQ, before->next_rcv_seq, after->next_rcv_seq},
        {"nak_scheduled", AK_STATE_NAK_SCHEDULED, before->nak_scheduled, after->nak_scheduled},
        {"replay_num", AK_STATE_REPLAY_NUM, before->replay_num, after->replay_num},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        bool was_known = (before->unknown & values[i].bit) == 0;
        bool is_known = (after->unknown & values[i].bit) == 0;
        if (was_known && !is_known)
            note_of(notes, "%s -", values[i].name);
        else if (is_known && (!was_known || values[i].after != values[i].before))
            note_of(notes, "%s %u", values[i].name, values[i].after);
    }
    note_timer(notes, "replay_timer", &before->replay_timer, &after->replay_timer);
}
