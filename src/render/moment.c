/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One moment of a trace: the state of both ports, what is on the wire, what happens next.
 * Not here: why it happens (moment_cause.c).
 */
#include "render/moment.h"

#include <stdlib.h>
#include <string.h>

#include "acknak/frame.h"
#include "acknak/seq.h"
#include "render/details.h"
#include "render/escape.h"
#include "render/moment_cause.h"
#include "render/moment_counters.h"
#include "render/moment_wire.h"
#include "trace/names.h"
#include "trace/packet.h"
#include "trace/units.h"

#define BYTES_PER_LINE 16u

/* A packet: what a record points to is only lent. */
struct kept {
    bool is_set;
    struct ak_record record;
    uint8_t bytes[AK_FRAME_MAX_BYTES];
};

struct ak_moment {
    uint64_t time_fs;
    uint64_t number; /* asked for; 0: a time was */
    bool found;
    struct kept asked;
    struct ak_cause now[2];             /* by port, at the moment */
    struct ak_cause later[2];           /* and when the next thing happens */
    struct ak_wire_cause wire_cause[2]; /* by port */
    bool hears[2];                      /* by direction: packets are told where they arrive, too */
    struct kept wire[2];                /* by direction: the packet that was sent last before it */
    bool in_recovery;
    bool is_down;
    bool complete;
    struct kept next; /* a packet that is sent, an expiry, or something that the Link does */
};

struct ak_moment *ak_moment_begin(uint64_t time_fs, uint64_t number)
{
    struct ak_moment *moment = calloc(1, sizeof *moment);
    if (moment != NULL) {
        moment->time_fs = number != 0 ? UINT64_MAX : time_fs;
        moment->number = number;
    }
    return moment;
}

bool ak_moment_is_complete(const struct ak_moment *moment)
{
    return moment->complete;
}

static void keep(struct kept *kept, const struct ak_record *record)
{
    kept->is_set = true;
    kept->record = *record;
    if (record->length_bytes > sizeof kept->bytes)
        kept->record.length_bytes = sizeof kept->bytes;
    if (record->length_bytes > 0)
        memcpy(kept->bytes, record->bytes, kept->record.length_bytes);
    kept->record.bytes = kept->bytes;
}

static bool is_sent(const struct ak_record *record)
{
    return ak_record_is_packet(record->kind) && record->direction <= AK_UPSTREAM &&
           record->seen != AK_SEEN_RECEIVER;
}

/* What counts as the next thing that happens. */
static bool is_happening(const struct ak_record *record)
{
    if (record->kind == AK_RECORD_PORT)
        return record->port_act.act == AK_ACT_TIMEOUT || record->port_act.act == AK_ACT_GIVE_UP;
    return is_sent(record) ||
           (record->kind >= AK_RECORD_RECOVERY_START && record->kind <= AK_RECORD_LINK_UP);
}

static enum ak_port_name port_of(const struct ak_record *record)
{
    return record->kind == AK_RECORD_PORT ? record->port_act.port : record->state.port;
}

static void follow(struct ak_cause causes[2], const struct ak_record *record)
{
    if (record->kind == AK_RECORD_PORT || record->kind == AK_RECORD_STATE)
        ak_cause_take(&causes[port_of(record) == AK_PORT_B], record);
}

/* A packet leaves where it was sent, or was seen by a probe, and comes where it was received, or
 * seen if that is told nowhere. */
static void follow_wire(struct ak_moment *moment, const struct ak_record *record)
{
    if (record->kind == AK_RECORD_LINK && (record->link.known & AK_KNOWN_VIEWS) != 0) {
        for (int direction = 0; direction < 2; direction++)
            moment->hears[direction] = (record->link.views[direction] >> AK_SEEN_RECEIVER & 1) != 0;
    }
    if ((record->kind != AK_RECORD_TLP && record->kind != AK_RECORD_DLLP) ||
        record->direction > AK_UPSTREAM)
        return;
    const bool hears = moment->hears[record->direction];
    const bool arrives = record->seen == AK_SEEN_RECEIVER;
    const enum ak_port_name sender = ak_direction_sender(record->direction);
    if (!arrives || !hears)
        ak_wire_cause_take(&moment->wire_cause[sender], record, true);
    if (arrives || !hears)
        ak_wire_cause_take(&moment->wire_cause[sender == AK_PORT_A ? AK_PORT_B : AK_PORT_A], record,
                           false);
}

static void take_before(struct ak_moment *moment, const struct ak_record *record)
{
    follow_wire(moment, record);
    follow(moment->now, record);
    follow(moment->later, record);
    if (is_sent(record))
        keep(&moment->wire[record->direction], record);
    if (record->kind == AK_RECORD_RECOVERY_START || record->kind == AK_RECORD_RECOVERY_END)
        moment->in_recovery = record->kind == AK_RECORD_RECOVERY_START;
    if (record->kind == AK_RECORD_LINK_DOWN || record->kind == AK_RECORD_LINK_UP)
        moment->is_down = record->kind == AK_RECORD_LINK_DOWN;
}

int ak_moment_take(void *context, const struct ak_record *record)
{
    struct ak_moment *moment = context;
    bool arrival = ak_record_is_packet(record->kind) && record->seen == AK_SEEN_RECEIVER;
    uint64_t happens_fs = arrival ? record->end_fs : record->time_fs;
    if (moment->complete)
        return 0;
    if (moment->number != 0 && record->number == moment->number) {
        moment->found = true;
        moment->time_fs = happens_fs;
        keep(&moment->asked, record);
    }
    if (happens_fs <= moment->time_fs) {
        take_before(moment, record);
        return 0;
    }
    moment->found = true;
    if (is_happening(record)) {
        keep(&moment->next, record);
        moment->complete = true;
        return 0;
    }
    follow_wire(moment, record);
    follow(moment->later, record);
    return 0;
}

static void put_packet_name(struct ak_output *out, const struct ak_record *record)
{
    struct ak_packet_summary summary;
    ak_packet_summarise(record, &summary);
    if (summary.sort == AK_SORT_TLP && summary.has_seq) {
        ak_output_text(out, "TLP ");
        ak_output_number(out, summary.seq);
        ak_output_char(out, ' ');
    }
    ak_output_text(out, summary.what);
    if (summary.sort != AK_SORT_TLP && summary.has_seq) {
        ak_output_char(out, ' ');
        ak_output_number(out, summary.seq);
    }
    if (summary.health != AK_PACKET_GOOD) {
        ak_output_text(out, ", ");
        ak_output_text(out, ak_packet_health_name(summary.health, summary.sort));
    }
}

static void write_bytes(struct ak_output *out, const struct ak_record *record)
{
    for (uint32_t at = 0; at < record->length_bytes; at += BYTES_PER_LINE) {
        uint32_t rest = record->length_bytes - at;
        ak_output_text(out, at == 0 ? "  bytes                 " : "                        ");
        for (uint32_t i = 0; i < rest && i < BYTES_PER_LINE; i++) {
            if (i > 0)
                ak_output_char(out, ' ');
            ak_output_hex(out, record->bytes + at + i, 1);
        }
        ak_output_char(out, '\n');
    }
}

static void write_asked(const struct ak_moment *moment, struct ak_output *out)
{
    const struct ak_record *record = &moment->asked.record;
    struct ak_detail details[AK_DETAILS_MAX];
    ak_output_text(out, "record ");
    ak_output_number(out, record->number);
    ak_output_text(out, ": ");
    if (ak_record_is_packet(record->kind)) {
        put_packet_name(out, record);
        ak_output_text(out, ", ");
        ak_output_text(out, ak_name_of(&ak_names_direction, (int)record->direction));
        ak_output_text(out, ", seen at the ");
        ak_output_text(out, ak_name_of(&ak_names_seen, (int)record->seen));
    } else {
        ak_output_text(out, ak_name_of(&ak_names_kind, (int)record->kind));
    }
    ak_output_text(out, ", from ");
    ak_output_time(out, record->time_fs);
    ak_output_text(out, " to ");
    ak_output_time(out, record->end_fs);
    ak_output_text(out, " ns\n");
    size_t count = ak_packet_details(record, details);
    for (size_t i = 0; i < count; i++) {
        ak_output_text(out, "  ");
        ak_moment_put_padded(out, details[i].name, 22);
        ak_output_text(out, details[i].value);
        ak_output_char(out, '\n');
    }
    write_bytes(out, record);
    ak_output_char(out, '\n');
}

static void write_wire(const struct ak_moment *moment, struct ak_output *out)
{
    if (moment->is_down)
        ak_output_text(out, "  the Link is down\n");
    if (moment->in_recovery)
        ak_output_text(out, "  the Link is in Recovery\n");
    for (int direction = 0; direction < 2; direction++) {
        const struct kept *kept = &moment->wire[direction];
        ak_output_text(out, "  ");
        ak_moment_put_padded(out, direction == AK_DOWNSTREAM ? "a to b" : "b to a", 22);
        if (kept->is_set && kept->record.end_fs > moment->time_fs) {
            put_packet_name(out, &kept->record);
            ak_output_text(out, " is being sent until ");
            ak_output_time(out, kept->record.end_fs);
            ak_output_text(out, " ns");
        } else {
            ak_output_text(out, "idle");
        }
        ak_output_char(out, '\n');
    }
}

static int write_to(void *context, const char *text, size_t bytes)
{
    char *place = context;
    size_t used = strlen(place);
    size_t part = bytes < 199 - used ? bytes : 199 - used;
    memcpy(place + used, text, part);
    place[used + part] = '\0';
    return 0;
}

/* Why the next thing happens, as a clause behind a colon. */
static void write_why(const struct ak_moment *moment, const struct ak_record *next,
                      struct ak_output *out)
{
    char why[200] = "";
    struct ak_output *clause = malloc(sizeof *clause);
    if (clause == NULL)
        return;
    ak_output_init(clause, write_to, why);
    const enum ak_port_name sender = ak_direction_sender(next->direction);
    ak_cause_write_packet(&moment->later[sender], next, clause);
    (void)ak_output_flush(clause);
    if (why[0] == '\0') {
        ak_wire_cause_write(&moment->wire_cause[sender], next, clause);
        (void)ak_output_flush(clause);
    }
    free(clause);
    if (why[0] != '\0') {
        ak_output_text(out, ": ");
        ak_output_text(out, why);
    }
}

static void write_next(const struct ak_moment *moment, struct ak_output *out)
{
    const struct ak_record *next = &moment->next.record;
    if (!moment->next.is_set) {
        ak_output_text(out, "next: nothing more in this trace\n");
        return;
    }
    ak_output_text(out, "next, at ");
    ak_output_time(out, next->time_fs);
    ak_output_text(out, " ns: ");
    if (ak_record_is_packet(next->kind)) {
        ak_output_text(out, next->direction == AK_DOWNSTREAM ? "port a sends " : "port b sends ");
        put_packet_name(out, next);
        write_why(moment, next, out);
    } else if (next->kind == AK_RECORD_PORT) {
        const struct ak_record_timer *timer =
            &moment->later[next->port_act.port == AK_PORT_B].state.replay_timer;
        ak_output_text(out, next->port_act.port == AK_PORT_B ? "port b: " : "port a: ");
        if (next->port_act.act == AK_ACT_TIMEOUT) {
            ak_output_text(out, "replay_timer expires: no Ack or Nak made progress for ");
            ak_output_time(out, timer->limit_fs);
            ak_output_text(out, " ns");
        } else {
            ak_output_text(out, "gives up: the Link was retrained too often without progress");
        }
    } else {
        ak_output_text(out, ak_name_of(&ak_names_kind, (int)next->kind));
    }
    ak_output_char(out, '\n');
}

bool ak_moment_end(struct ak_moment *moment, struct ak_output *output)
{
    bool found = moment->found;
    if (found) {
        if (moment->number != 0)
            write_asked(moment, output);
        ak_output_text(output, "at ");
        ak_output_time(output, moment->time_fs);
        ak_output_text(output, " ns\n");
        ak_moment_write_counters(moment->now, moment->time_fs, output);
        write_wire(moment, output);
        write_next(moment, output);
    }
    free(moment);
    return found;
}
