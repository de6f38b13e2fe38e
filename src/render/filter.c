/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets through the records that a user asks for.
 * Not here: the options that say so (src/cli).
 */
#include "render/filter.h"

#include <string.h>

#include "acknak/seq.h"
#include "trace/packet.h"

static const char *const words[] = {"tlp",  "ack",  "nak",   "dllp",  "os",
                                    "link", "port", "state", "fault", "finding"};

const char ak_filter_kind_words[] = "tlp, ack, nak, dllp, os, link, port, state, fault, finding";

bool ak_filter_kind_named(const char *word, size_t bytes, unsigned *kinds)
{
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == bytes && memcmp(words[i], word, bytes) == 0) {
            *kinds |= 1u << i;
            return true;
        }
    }
    return false;
}

void ak_filter_init(struct ak_filter *filter, const struct ak_filter_options *options,
                    const struct ak_record_sink *shown)
{
    memset(filter, 0, sizeof *filter);
    filter->options = *options;
    filter->shown = *shown;
}

static bool was_shown(const struct ak_filter *filter, uint64_t number)
{
    for (unsigned i = 0; i < AK_FILTER_SHOWN; i++)
        if (filter->numbers[i] == number)
            return true;
    return false;
}

static bool is_seq_asked(const struct ak_filter_options *options, uint16_t seq)
{
    unsigned span = (unsigned)(options->seq_last - options->seq_first) & AK_SEQ_MASK;
    return ((unsigned)(seq - options->seq_first) & AK_SEQ_MASK) <= span;
}

static bool is_packet_asked(const struct ak_filter *filter, const struct ak_record *record)
{
    static const unsigned kind_of_sort[] = {[AK_SORT_TLP] = AK_FILTER_TLP,
                                            [AK_SORT_ACK] = AK_FILTER_ACK,
                                            [AK_SORT_NAK] = AK_FILTER_NAK,
                                            [AK_SORT_OTHER_DLLP] = AK_FILTER_DLLP};
    const struct ak_filter_options *options = &filter->options;
    struct ak_packet_summary packet;
    if (options->directions != 0 && (options->directions & 1u << record->direction) == 0)
        return false;
    if (options->seen != 0 && (options->seen & 1u << record->seen) == 0)
        return false;
    if (record->about != 0 && options->seen == 0)
        return was_shown(filter, record->about);
    if (options->kinds == 0 && !options->has_seq)
        return true;
    ak_packet_summarise(record, &packet);
    if (options->kinds != 0 && (options->kinds & kind_of_sort[packet.sort]) == 0)
        return false;
    return !options->has_seq || (packet.has_seq && is_seq_asked(options, packet.seq));
}

/* What is about a packet follows it; what is about none passes unless packets are picked out. */
static bool is_about_asked(const struct ak_filter *filter, const struct ak_record *record)
{
    const struct ak_filter_options *options = &filter->options;
    if (record->about != 0 && was_shown(filter, record->about))
        return true;
    return record->about == 0 && options->directions == 0 && !options->has_seq;
}

static bool is_kind_asked(const struct ak_filter *filter, unsigned kind)
{
    return filter->options.kinds == 0 || (filter->options.kinds & kind) != 0;
}

static bool is_asked(const struct ak_filter *filter, const struct ak_record *record)
{
    const struct ak_filter_options *options = &filter->options;
    switch (record->kind) {
    case AK_RECORD_LINK:
        return true;
    case AK_RECORD_TLP:
    case AK_RECORD_DLLP:
        return is_packet_asked(filter, record);
    case AK_RECORD_OS:
        return is_kind_asked(filter, AK_FILTER_OS) && !options->has_seq &&
               (options->directions == 0 || (options->directions & 1u << record->direction) != 0);
    case AK_RECORD_PORT:
        return is_kind_asked(filter, AK_FILTER_PORT) &&
               (!options->has_seq || is_seq_asked(options, record->port_act.seq));
    case AK_RECORD_STATE:
        return is_kind_asked(filter, AK_FILTER_STATE) && !options->has_seq;
    case AK_RECORD_FAULT:
        return is_kind_asked(filter, AK_FILTER_FAULT) && is_about_asked(filter, record);
    case AK_RECORD_FINDING:
        return is_kind_asked(filter, AK_FILTER_FINDING) &&
               (options->kinds != 0 || is_about_asked(filter, record));
    case AK_RECORD_ERROR:
    case AK_RECORD_GAP:
    case AK_RECORD_RECOVERY_START:
    case AK_RECORD_RECOVERY_END:
    case AK_RECORD_LINK_DOWN:
    case AK_RECORD_LINK_UP:
    case AK_RECORD_KIND_COUNT:
        break;
    }
    return is_kind_asked(filter, AK_FILTER_LINK);
}

int ak_filter_take(void *context, const struct ak_record *record)
{
    struct ak_filter *filter = context;
    const struct ak_filter_options *options = &filter->options;
    bool packet = ak_record_is_packet(record->kind);
    bool in_time = record->kind == AK_RECORD_LINK ||
                   (record->time_fs <= options->to_fs && record->end_fs >= options->from_fs);
    if (!in_time || !is_asked(filter, record)) {
        filter->packets_left_out += packet && record->about == 0;
        return 0;
    }
    if (packet) {
        filter->numbers[filter->next] = record->number;
        filter->next = (filter->next + 1) % AK_FILTER_SHOWN;
    }
    return filter->shown.take(filter->shown.context, record);
}
