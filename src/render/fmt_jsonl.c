/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format jsonl: a JSON object on a line for each record.
 * Not here: escaping (escape.c), a packet's fields (details.c).
 */
#include "acknak/rate.h"
#include "render/details.h"
#include "render/escape.h"
#include "render/format.h"
#include "trace/names.h"
#include "trace/packet.h"
#include "trace/state_numbers.h"

static void put_key(struct ak_output *out, const char *key)
{
    ak_output_text(out, ",\"");
    ak_output_text(out, key);
    ak_output_text(out, "\":");
}

static void put_number(struct ak_output *out, const char *key, uint64_t value)
{
    put_key(out, key);
    ak_output_number(out, value);
}

static void put_bool(struct ak_output *out, const char *key, bool value)
{
    put_key(out, key);
    ak_output_text(out, value ? "true" : "false");
}

static void put_text(struct ak_output *out, const char *key, const char *text)
{
    put_key(out, key);
    ak_escape_json(out, text);
}

static void put_name(struct ak_output *out, const char *key, const struct ak_names *names,
                     int value)
{
    put_key(out, key);
    ak_output_char(out, '"');
    ak_output_text(out, ak_name_of(names, value)); /* words: nothing to escape */
    ak_output_char(out, '"');
}

static void put_hex(struct ak_output *out, const char *key, const uint8_t *bytes, size_t count)
{
    put_key(out, key);
    ak_output_char(out, '"');
    ak_output_hex(out, bytes, count);
    ak_output_char(out, '"');
}

static void put_pair(struct ak_output *out, const char *key, uint64_t first, uint64_t second)
{
    put_key(out, key);
    ak_output_char(out, '[');
    ak_output_number(out, first);
    ak_output_char(out, ',');
    ak_output_number(out, second);
    ak_output_char(out, ']');
}

/* GT/s as a number. */
static void put_rate(struct ak_output *out, const char *key, enum ak_rate rate)
{
    put_key(out, key);
    ak_output_text(out, ak_rate_is_valid(rate) ? ak_rate_name(rate) : "null");
}

static void put_views(struct ak_output *out, const uint8_t views[2])
{
    put_key(out, "views");
    for (int direction = 0; direction < 2; direction++) {
        const char *before = direction == 0 ? "[[" : ",[";
        for (int seen = 0; seen < AK_SEEN_COUNT; seen++) {
            if ((views[direction] & 1u << seen) == 0)
                continue;
            ak_output_text(out, before);
            ak_escape_json(out, ak_name_of(&ak_names_seen, seen));
            before = ",";
        }
        if (views[direction] == 0)
            ak_output_text(out, before);
        ak_output_char(out, ']');
    }
    ak_output_char(out, ']');
}

static void put_link(struct ak_output *out, const struct ak_record_link *link)
{
    if ((link->known & AK_KNOWN_RATE) != 0)
        put_rate(out, "rate", link->rate);
    if ((link->known & AK_KNOWN_MAX_RATE) != 0)
        put_rate(out, "max_rate", link->max_rate);
    if ((link->known & AK_KNOWN_WIDTH) != 0)
        put_number(out, "width", link->width);
    if ((link->known & AK_KNOWN_MPS) != 0)
        put_number(out, "mps", link->mps_bytes);
    if ((link->known & AK_KNOWN_REVISION) != 0)
        put_name(out, "base", &ak_names_revision, (int)link->revision);
    if ((link->known & AK_KNOWN_EXTENDED_SYNCH) != 0)
        put_bool(out, "extended_synch", link->extended_synch);
    if ((link->known & AK_KNOWN_L0S_EXIT) != 0)
        put_number(out, "l0s_exit_fs", link->l0s_exit_fs);
    if ((link->known & AK_KNOWN_FLIGHT) != 0)
        put_number(out, "flight_fs", link->flight_fs);
    if ((link->known & AK_KNOWN_REACTION) != 0)
        put_number(out, "reaction_fs", link->reaction_fs);
    if ((link->known & AK_KNOWN_RESOLUTION) != 0)
        put_number(out, "resolution_fs", link->resolution_fs);
    if ((link->known & AK_KNOWN_VIEWS) != 0)
        put_views(out, link->views);
    if ((link->known & AK_KNOWN_INITIAL_SEQ) != 0)
        put_pair(out, "initial_seq", link->initial_seq[0], link->initial_seq[1]);
}

static void put_where(struct ak_output *out, const struct ak_record *record)
{
    put_name(out, "direction", &ak_names_direction, (int)record->direction);
    put_name(out, "seen", &ak_names_seen, (int)record->seen);
}

static void put_fields(struct ak_output *out, const struct ak_record *record)
{
    struct ak_detail details[AK_DETAILS_MAX];
    size_t count = ak_packet_details(record, details);
    put_key(out, "fields");
    for (size_t i = 0; i < count; i++) {
        ak_output_text(out, i == 0 ? "{\"" : ",\"");
        ak_output_text(out, details[i].name);
        ak_output_text(out, details[i].number ? "\":" : "\":\"");
        ak_output_text(out, details[i].value);
        if (!details[i].number)
            ak_output_char(out, '"');
    }
    ak_output_text(out, count == 0 ? "{}" : "}");
}

static void put_packet(struct ak_output *out, const struct ak_record *record)
{
    struct ak_packet_summary summary;
    ak_packet_summarise(record, &summary);
    put_where(out, record);
    put_name(out, "end", &ak_names_end, (int)record->end);
    put_text(out, "what", summary.what);
    if (summary.has_seq)
        put_number(out, "seq", summary.seq);
    put_text(out, "health", ak_packet_health_name(summary.health, summary.sort));
    put_bool(out, "error", record->error);
    put_bool(out, "truncated", record->truncated);
    if (record->has_stp)
        put_hex(out, "stp", record->stp, sizeof record->stp);
    put_hex(out, "bytes", record->bytes, record->length_bytes);
    put_fields(out, record);
}

static void put_port(struct ak_output *out, const struct ak_record_port *act)
{
    put_name(out, "port", &ak_names_port, (int)act->port);
    put_name(out, "act", &ak_names_act, (int)act->act);
    put_number(out, "seq", act->seq);
    put_number(out, "count", act->count);
    put_number(out, "length", act->length_bytes);
    if (act->act == AK_ACT_LOG) {
        const char *before = "";
        put_key(out, "aer");
        ak_output_char(out, '[');
        for (int bit = 0; bit < ak_names_aer.count; bit++) {
            if ((act->aer & 1u << bit) == 0)
                continue;
            ak_output_text(out, before);
            ak_escape_json(out, ak_name_of(&ak_names_aer, bit));
            before = ",";
        }
        ak_output_char(out, ']');
    }
    if (act->reason != NULL)
        put_text(out, "reason", act->reason);
}

static void put_timer(struct ak_output *out, const char *key, const struct ak_record_timer *timer)
{
    put_key(out, key);
    ak_output_text(out, "{\"state\":");
    ak_escape_json(out, ak_name_of(&ak_names_timer, (int)timer->state));
    put_number(out, "value_fs", timer->value_fs);
    put_number(out, "limit_fs", timer->limit_fs);
    ak_output_char(out, '}');
}

/* A value that is not known is null. Says whether it is known. */
static bool put_known(struct ak_output *out, const char *key, bool known)
{
    if (!known) {
        put_key(out, key);
        ak_output_text(out, "null");
    }
    return known;
}

static void put_state(struct ak_output *out, const struct ak_record_state *state)
{
    struct ak_state_number numbers[AK_STATE_NUMBERS];
    unsigned known = ~(unsigned)state->unknown;
    ak_state_numbers(state, numbers);
    put_name(out, "port", &ak_names_port, (int)state->port);
    for (unsigned i = 0; i < AK_STATE_NUMBERS; i++) {
        if (!put_known(out, numbers[i].key, numbers[i].known))
            continue;
        if (numbers[i].is_flag)
            put_bool(out, numbers[i].key, numbers[i].value != 0);
        else
            put_number(out, numbers[i].key, numbers[i].value);
    }
    if (put_known(out, "replay_timer", (known & AK_STATE_REPLAY_TIMER) != 0))
        put_timer(out, "replay_timer", &state->replay_timer);
    if (put_known(out, "acknak_latency_timer", (known & AK_STATE_ACKNAK_LATENCY_TIMER) != 0))
        put_timer(out, "acknak_latency_timer", &state->acknak_latency_timer);
}

static void put_kind(struct ak_output *out, const struct ak_record *record)
{
    switch (record->kind) {
    case AK_RECORD_LINK:
        put_link(out, &record->link);
        break;
    case AK_RECORD_TLP:
    case AK_RECORD_DLLP:
        put_packet(out, record);
        break;
    case AK_RECORD_OS:
        put_where(out, record);
        put_name(out, "os", &ak_names_os, (int)record->os);
        put_bool(out, "error", record->error);
        put_hex(out, "bytes", record->bytes, record->length_bytes);
        break;
    case AK_RECORD_FAULT:
        put_name(out, "direction", &ak_names_direction, (int)record->direction);
        put_text(out, "fault", record->fault.name);
        if (record->fault.text != NULL)
            put_text(out, "text", record->fault.text);
        break;
    case AK_RECORD_PORT:
        put_port(out, &record->port_act);
        break;
    case AK_RECORD_STATE:
        put_state(out, &record->state);
        break;
    case AK_RECORD_FINDING:
        put_name(out, "direction", &ak_names_direction, (int)record->direction);
        put_text(out, "rule", record->finding.rule);
        put_name(out, "severity", &ak_names_severity, (int)record->finding.severity);
        if (record->finding.text != NULL)
            put_text(out, "text", record->finding.text);
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
}

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    (void)options;
    return output;
}

static int take(void *context, const struct ak_record *record)
{
    struct ak_output *out = context;
    ak_output_text(out, "{\"number\":");
    ak_output_number(out, record->number);
    put_number(out, "time_fs", record->time_fs);
    put_number(out, "end_fs", record->end_fs);
    put_name(out, "kind", &ak_names_kind, (int)record->kind);
    if (record->about != 0)
        put_number(out, "about", record->about);
    put_kind(out, record);
    ak_output_text(out, "}\n");
    return out->failed ? -1 : 0;
}

static int end(void *context)
{
    const struct ak_output *output = context;
    return output->failed ? -1 : 0;
}

const struct ak_render_format ak_render_jsonl = {
    .name = "jsonl",
    .extension = "jsonl",
    .help = "every record as a JSON object on a line of its own, for scripts",
    .begin = begin,
    .take = take,
    .end = end,
};
