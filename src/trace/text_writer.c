/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes records as a text trace: docs/trace.md.
 * Not here: reading them back (text_reader.c).
 */
#include "trace/text_writer.h"

#include "trace/names.h"
#include "trace/state_numbers.h"

static void put_word(struct ak_output *out, const struct ak_names *names, int value)
{
    ak_output_char(out, ' ');
    ak_output_text(out, ak_name_of(names, value));
}

static void put_key(struct ak_output *out, const char *key)
{
    ak_output_char(out, ' ');
    ak_output_text(out, key);
    ak_output_char(out, '=');
}

static void put_number(struct ak_output *out, const char *key, uint64_t number)
{
    put_key(out, key);
    ak_output_number(out, number);
}

static void put_name(struct ak_output *out, const char *key, const struct ak_names *names,
                     int value)
{
    put_key(out, key);
    ak_output_text(out, ak_name_of(names, value));
}

static void put_time(struct ak_output *out, const char *key, uint64_t time_fs)
{
    put_key(out, key);
    ak_output_time(out, time_fs);
}

static void put_views(struct ak_output *out, uint8_t views)
{
    const char *between = "";
    for (int seen = 0; seen < AK_SEEN_COUNT; seen++) {
        if ((views & 1u << seen) != 0) {
            ak_output_text(out, between);
            ak_output_text(out, ak_name_of(&ak_names_seen, seen));
            between = "+";
        }
    }
    if (views == 0)
        ak_output_text(out, "none");
}

void ak_text_write_link(struct ak_output *out, const struct ak_record_link *link)
{
    uint32_t known = link->known;
    if ((known & AK_KNOWN_RATE) != 0)
        put_name(out, "rate", &ak_names_rate, (int)link->rate);
    if ((known & AK_KNOWN_MAX_RATE) != 0)
        put_name(out, "max_rate", &ak_names_rate, (int)link->max_rate);
    if ((known & AK_KNOWN_WIDTH) != 0)
        put_number(out, "width", link->width);
    if ((known & AK_KNOWN_MPS) != 0)
        put_number(out, "mps", link->mps_bytes);
    if ((known & AK_KNOWN_REVISION) != 0)
        put_name(out, "base", &ak_names_revision, (int)link->revision);
    if ((known & AK_KNOWN_EXTENDED_SYNCH) != 0)
        put_number(out, "extended_synch", link->extended_synch);
    if ((known & AK_KNOWN_L0S_EXIT) != 0)
        put_time(out, "l0s_exit", link->l0s_exit_fs);
    if ((known & AK_KNOWN_FLIGHT) != 0)
        put_time(out, "flight", link->flight_fs);
    if ((known & AK_KNOWN_REACTION) != 0)
        put_time(out, "reaction", link->reaction_fs);
    if ((known & AK_KNOWN_RESOLUTION) != 0)
        put_time(out, "resolution", link->resolution_fs);
    if ((known & AK_KNOWN_VIEWS) != 0) {
        put_key(out, "views");
        put_views(out, link->views[AK_DOWNSTREAM]);
        ak_output_char(out, ',');
        put_views(out, link->views[AK_UPSTREAM]);
    }
    if ((known & AK_KNOWN_INITIAL_SEQ) != 0) {
        put_number(out, "initial_seq", link->initial_seq[AK_DOWNSTREAM]);
        ak_output_char(out, ',');
        ak_output_number(out, link->initial_seq[AK_UPSTREAM]);
    }
}

static void put_where(struct ak_output *out, const struct ak_record *record)
{
    put_word(out, &ak_names_direction, (int)record->direction);
    put_word(out, &ak_names_seen, (int)record->seen);
}

static void put_bytes(struct ak_output *out, const struct ak_record *record)
{
    ak_output_char(out, ' ');
    if (record->length_bytes == 0)
        ak_output_char(out, '-');
    ak_output_hex(out, record->bytes, record->length_bytes);
}

static void put_packet(struct ak_output *out, const struct ak_record *record)
{
    put_where(out, record);
    put_word(out, &ak_names_end, (int)record->end);
    put_bytes(out, record);
    if (record->has_stp) {
        put_key(out, "stp");
        ak_output_hex(out, record->stp, sizeof record->stp);
    }
    if (record->error)
        ak_output_text(out, " error");
    if (record->truncated)
        ak_output_text(out, " truncated");
}

static void put_os(struct ak_output *out, const struct ak_record *record)
{
    put_where(out, record);
    put_word(out, &ak_names_os, (int)record->os);
    put_bytes(out, record);
    if (record->error)
        ak_output_text(out, " error");
}

static void put_text(struct ak_output *out, const char *text)
{
    if (text != NULL) {
        ak_output_char(out, ' ');
        ak_output_quoted(out, text);
    }
}

static void put_port(struct ak_output *out, const struct ak_record_port *port)
{
    put_word(out, &ak_names_port, (int)port->port);
    put_word(out, &ak_names_act, (int)port->act);
    put_number(out, "seq", port->seq);
    if (port->count != 0)
        put_number(out, "count", port->count);
    if (port->length_bytes != 0)
        put_number(out, "length", port->length_bytes);
    const char *before = " aer=";
    for (int bit = 0; bit < ak_names_aer.count; bit++) {
        if ((port->aer & 1u << bit) != 0) {
            ak_output_text(out, before);
            ak_output_text(out, ak_name_of(&ak_names_aer, bit));
            before = "+";
        }
    }
    put_text(out, port->reason);
}

static void put_timer(struct ak_output *out, const char *key, const struct ak_record_timer *timer)
{
    put_name(out, key, &ak_names_timer, (int)timer->state);
    ak_output_char(out, ':');
    ak_output_time(out, timer->value_fs);
    ak_output_char(out, '/');
    ak_output_time(out, timer->limit_fs);
}

/* KEY=-: not known. Says whether it is. */
static bool put_unknown(struct ak_output *out, const char *key, bool unknown)
{
    if (unknown) {
        ak_output_char(out, ' ');
        ak_output_text(out, key);
        ak_output_text(out, "=-");
    }
    return unknown;
}

static void put_state(struct ak_output *out, const struct ak_record_state *state)
{
    struct ak_state_number numbers[AK_STATE_NUMBERS];
    ak_state_numbers(state, numbers);
    put_word(out, &ak_names_port, (int)state->port);
    for (unsigned i = 0; i < AK_STATE_NUMBERS; i++)
        if (!put_unknown(out, numbers[i].key, !numbers[i].known))
            put_number(out, numbers[i].key, numbers[i].value);
    if (!put_unknown(out, "replay_timer", (state->unknown & AK_STATE_REPLAY_TIMER) != 0))
        put_timer(out, "replay_timer", &state->replay_timer);
    if (!put_unknown(out, "acknak_latency_timer",
                     (state->unknown & AK_STATE_ACKNAK_LATENCY_TIMER) != 0))
        put_timer(out, "acknak_latency_timer", &state->acknak_latency_timer);
}

static void put_fault(struct ak_output *out, const struct ak_record *record)
{
    put_word(out, &ak_names_direction, (int)record->direction);
    ak_output_char(out, ' ');
    ak_output_text(out, record->fault.name);
    put_text(out, record->fault.text);
}

static void put_finding(struct ak_output *out, const struct ak_record *record)
{
    put_word(out, &ak_names_direction, (int)record->direction);
    ak_output_char(out, ' ');
    ak_output_text(out, record->finding.rule);
    put_word(out, &ak_names_severity, (int)record->finding.severity);
    put_text(out, record->finding.text);
}

void ak_text_write_begin(struct ak_output *output)
{
    ak_output_text(output, AK_TRACE_VERSION_LINE "\n");
}

int ak_text_write(struct ak_output *out, const struct ak_record *record)
{
    ak_output_number(out, record->number);
    ak_output_char(out, ' ');
    ak_output_time(out, record->time_fs);
    if (record->end_fs != record->time_fs) {
        ak_output_char(out, '+');
        ak_output_time(out, record->end_fs - record->time_fs);
    }
    put_word(out, &ak_names_kind, (int)record->kind);
    if (record->about != 0)
        put_number(out, "about", record->about);
    switch (record->kind) {
    case AK_RECORD_LINK:
        ak_text_write_link(out, &record->link);
        break;
    case AK_RECORD_TLP:
    case AK_RECORD_DLLP:
        put_packet(out, record);
        break;
    case AK_RECORD_OS:
        put_os(out, record);
        break;
    case AK_RECORD_FAULT:
        put_fault(out, record);
        break;
    case AK_RECORD_PORT:
        put_port(out, &record->port_act);
        break;
    case AK_RECORD_STATE:
        put_state(out, &record->state);
        break;
    case AK_RECORD_FINDING:
        put_finding(out, record);
        break;
    case AK_RECORD_ERROR:
    case AK_RECORD_GAP:
    case AK_RECORD_RECOVERY_START:
    case AK_RECORD_RECOVERY_END:
    case AK_RECORD_LINK_DOWN:
    case AK_RECORD_LINK_UP:
    case AK_RECORD_KIND_COUNT:
        put_where(out, record);
        break;
    }
    ak_output_char(out, '\n');
    return out->failed ? -1 : 0;
}

int ak_text_write_taken(void *context, const struct ak_record *record)
{
    return ak_text_write(context, record);
}
