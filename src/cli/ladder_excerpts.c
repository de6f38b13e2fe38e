/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets through the records around what went wrong, and leaves out the rest.
 * Not here: drawing (src/render).
 */
#include "cli/ladder_excerpts.h"

#include <stdlib.h>
#include <string.h>

#include "acknak/frame.h"

/* A copy: what a record points to is only lent. */
struct cli_kept_record {
    struct ak_record record;
    uint8_t bytes[AK_FRAME_MAX_BYTES];
    char reason[24];
};

bool cli_excerpts_begin(struct cli_excerpts *excerpts, const struct ak_record_sink *shown,
                        void (*gap)(void *context, uint64_t packets))
{
    *excerpts = (struct cli_excerpts){.shown = *shown, .gap = gap};
    excerpts->kept = malloc(CLI_EXCERPT_BEFORE * sizeof(*excerpts->kept));
    return excerpts->kept != NULL;
}

static bool is_trouble_of_port(enum ak_act act)
{
    switch (act) {
    case AK_ACT_DROP_DUPLICATE:
    case AK_ACT_DROP_OUT_OF_SEQ:
    case AK_ACT_DROP_BAD_LCRC:
    case AK_ACT_DROP_NULLIFIED:
    case AK_ACT_DROP_ERROR:
    case AK_ACT_DROP_BAD_DLLP:
    case AK_ACT_DROP_ILLEGAL_SEQ:
    case AK_ACT_TIMEOUT:
    case AK_ACT_REPLAY_START:
    case AK_ACT_REPLAY_END:
    case AK_ACT_ROLLOVER:
    case AK_ACT_GIVE_UP:
    case AK_ACT_REPORT_LOST:
    case AK_ACT_LOG:
        return true;
    case AK_ACT_SUBMIT:
    case AK_ACT_REFUSE:
    case AK_ACT_DELIVER:
    case AK_ACT_DROP_UNKNOWN_DLLP:
    case AK_ACT_DROP_INACTIVE:
    case AK_ACT_TAKE_ACK:
    case AK_ACT_TAKE_NAK:
    case AK_ACT_TAKE_DLLP:
    case AK_ACT_SCHEDULE_ACK:
    case AK_ACT_SCHEDULE_NAK:
    case AK_ACT_COUNT:
        break;
    }
    return false;
}

/* The link comes up for the first time in every run. */
static bool is_trouble(const struct cli_excerpts *excerpts, const struct ak_record *record)
{
    switch (record->kind) {
    case AK_RECORD_LINK_UP:
        return excerpts->seen_packet;
    case AK_RECORD_ERROR:
    case AK_RECORD_RECOVERY_START:
    case AK_RECORD_RECOVERY_END:
    case AK_RECORD_LINK_DOWN:
    case AK_RECORD_FAULT:
    case AK_RECORD_FINDING:
        return true;
    case AK_RECORD_PORT:
        return is_trouble_of_port(record->port_act.act);
    case AK_RECORD_TLP:
    case AK_RECORD_DLLP:
        return record->error;
    case AK_RECORD_LINK:
    case AK_RECORD_OS:
    case AK_RECORD_GAP:
    case AK_RECORD_STATE:
    case AK_RECORD_KIND_COUNT:
        break;
    }
    return false;
}

static bool is_sent_packet(const struct ak_record *record)
{
    return ak_record_is_packet(record->kind) && record->seen == AK_SEEN_SENDER;
}

static void drop_oldest(struct cli_excerpts *excerpts)
{
    excerpts->first = (excerpts->first + 1) % CLI_EXCERPT_BEFORE;
    excerpts->count--;
}

static void keep(struct cli_excerpts *excerpts, const struct ak_record *record)
{
    if (excerpts->count == CLI_EXCERPT_BEFORE) {
        const struct ak_record *oldest = &excerpts->kept[excerpts->first].record;
        excerpts->packets_left_out += is_sent_packet(oldest);
        drop_oldest(excerpts);
    }
    struct cli_kept_record *place =
        &excerpts->kept[(excerpts->first + excerpts->count++) % CLI_EXCERPT_BEFORE];
    place->record = *record;
    if (record->length_bytes && record->length_bytes <= sizeof(place->bytes)) {
        memcpy(place->bytes, record->bytes, record->length_bytes);
        place->record.bytes = place->bytes;
    }
    if (record->kind == AK_RECORD_PORT && record->port_act.reason) {
        strncpy(place->reason, record->port_act.reason, sizeof(place->reason) - 1);
        place->reason[sizeof(place->reason) - 1] = '\0';
        place->record.port_act.reason = place->reason;
    }
}

static int show_kept(struct cli_excerpts *excerpts)
{
    int result = 0;

    if (excerpts->packets_left_out) {
        excerpts->gap(excerpts->shown.context, excerpts->packets_left_out);
        /* What belongs to packets that were left out means nothing without them. */
        while (excerpts->count && !is_sent_packet(&excerpts->kept[excerpts->first].record))
            drop_oldest(excerpts);
    }
    excerpts->packets_left_out = 0;
    while (excerpts->count && !result) {
        result =
            excerpts->shown.take(excerpts->shown.context, &excerpts->kept[excerpts->first].record);
        drop_oldest(excerpts);
    }
    return result;
}

int cli_excerpts_take(void *context, const struct ak_record *record)
{
    struct cli_excerpts *excerpts = context;

    excerpts->seen_packet |= is_sent_packet(record);
    if (is_trouble(excerpts, record))
        excerpts->after = CLI_EXCERPT_AFTER;
    /* What the link is must be known from the first row on. */
    if (!excerpts->after && record->kind != AK_RECORD_LINK) {
        keep(excerpts, record);
        return 0;
    }
    int result = show_kept(excerpts);
    if (result)
        return result;
    if (excerpts->after)
        excerpts->after--;
    return excerpts->shown.take(excerpts->shown.context, record);
}

void cli_excerpts_end(struct cli_excerpts *excerpts)
{
    for (unsigned i = 0; i < excerpts->count; i++) {
        unsigned at = (excerpts->first + i) % CLI_EXCERPT_BEFORE;
        excerpts->packets_left_out += is_sent_packet(&excerpts->kept[at].record);
    }
    excerpts->count = 0;
    if (excerpts->packets_left_out)
        excerpts->gap(excerpts->shown.context, excerpts->packets_left_out);
    free(excerpts->kept);
    excerpts->kept = NULL;
}
