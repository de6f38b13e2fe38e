/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Faults and events: their keys, and how the command line gives them, lose,packet=ack,nth=2.
 * Not here: the keys of a run (options.c), lists in a scenario file (yaml.c).
 */
#include <stdio.h>
#include <string.h>

#include "sim/nearest.h"
#include "sim/option_rows.h"

static const char *direction_word(unsigned number)
{
    return sim_direction_name((enum sim_direction)number);
}

static const char *fault_kind_word(unsigned number)
{
    return sim_fault_kind_name((enum sim_fault_kind)number);
}

static const char *packet_class_word(unsigned number)
{
    return sim_packet_class_name((enum sim_packet_class)number);
}

static const char *link_event_word(unsigned number)
{
    return sim_link_event_name((enum sim_link_event_kind)number);
}

#define KIND(name)    (1u << SIM_FAULT_##name)
#define ALL_BUT(name) (((1u << SIM_FAULT_KIND_COUNT) - 1u) & ~KIND(name))

static const struct sim_option fault_rows[] = {
    {.key = "kind",
     .kind = SIM_KIND_WORD,
     STORED(struct sim_fault, kind),
     .word = fault_kind_word,
     .help = "What happens to the packet."},
    {.key = "direction",
     .kind = SIM_KIND_WORD,
     STORED(struct sim_fault, direction),
     .word = direction_word,
     .help = "The way the packet travels: an Ack for a downstream TLP goes upstream."},
    {.key = "packet",
     .kind = SIM_KIND_WORD,
     STORED(struct sim_fault, packet),
     .word = packet_class_word,
     .help = "The packets among which is counted; any: all that the kind applies to."},
    {.key = "seq",
     .kind = SIM_KIND_ANY,
     STORED(struct sim_fault, seq),
     .max = 4095,
     .unit = "any",
     .help = "Only packets with this sequence number."},
    {.key = "nth",
     .kind = SIM_KIND_COUNT,
     STORED(struct sim_fault, nth),
     .min = 1,
     .max = 1ull << 63,
     .only_kinds = ALL_BUT(STUCK),
     .help = "The first packet hit, counted from 1."},
    {.key = "count",
     .kind = SIM_KIND_FOREVER,
     STORED(struct sim_fault, count),
     .min = 1,
     .max = 1ull << 63,
     .only_kinds = ALL_BUT(STUCK),
     .help = "How many packets in a row are hit."},
    {.key = "from",
     .kind = SIM_KIND_TIME,
     STORED(struct sim_fault, from_fs),
     .max = SIM_TIME_MAX_FS,
     .help = "Packets that begin earlier are not counted."},
    {.key = "until",
     .kind = SIM_KIND_TIME,
     STORED(struct sim_fault, until_fs),
     .max = SIM_TIME_MAX_FS,
     .help = "Packets that begin at this time or later are not counted; 0: no end."},
    {.key = "seq_difference",
     .kind = SIM_KIND_SIGNED,
     STORED(struct sim_fault, seq_difference),
     .min = (uint64_t)-4095,
     .max = 4095,
     .only_kinds = KIND(TLP_ERR_SEQ) | KIND(ACK_NAK_DLLP_SEQ),
     .help = "tlp_err_seq, ack_nak_dllp_seq: how far the number is moved."},
    {.key = "bit",
     .kind = SIM_KIND_ANY,
     STORED(struct sim_fault, bit),
     .max = 33103,
     .unit = "random",
     .only_kinds = KIND(DAMAGE),
     .help = "damage: which bit of the frame or DLLP is turned over."},
};

static const struct sim_option event_rows[] = {
    {.key = "kind",
     .kind = SIM_KIND_WORD,
     STORED(struct sim_link_event, kind),
     .word = link_event_word,
     .help = "What happens to the link."},
    {.key = "time",
     .kind = SIM_KIND_TIME,
     STORED(struct sim_link_event, time_fs),
     .max = SIM_TIME_MAX_FS,
     .help = "When; events stand in the order of time."},
};

_Static_assert(ROW_COUNT(fault_rows) <= SIM_ITEM_KEYS_MAX, "struct sim_lines has room for each");
_Static_assert(ROW_COUNT(event_rows) <= SIM_ITEM_KEYS_MAX, "struct sim_lines has room for each");

const struct sim_option_table sim_fault_options = {fault_rows, ROW_COUNT(fault_rows)};
const struct sim_option_table sim_event_options = {event_rows, ROW_COUNT(event_rows)};

const struct sim_option *sim_option_by_key(const struct sim_option_table *table, const char *key)
{
    for (size_t i = 0; i < table->count; i++) {
        if (!strcmp(table->rows[i].key, key)) {
            return &table->rows[i];
        }
    }
    return NULL;
}

void sim_option_unknown_key(const struct sim_option_table *table, const char *key,
                            char message[SIM_OPTION_TEXT])
{
    struct sim_nearest nearest = {.typed = key};
    int used = snprintf(message, SIM_OPTION_TEXT, "unknown key '%.40s'", key);

    for (size_t i = 0; i < table->count; i++) {
        sim_nearest_offer(&nearest, table->rows[i].key);
    }
    if (nearest.best) {
        snprintf(message + used, SIM_OPTION_TEXT - (size_t)used, "; did you mean '%s'?",
                 nearest.best);
        return;
    }
    for (size_t i = 0; i < table->count; i++) {
        used += snprintf(message + used, SIM_OPTION_TEXT - (size_t)used, "%s%s",
                         i ? ", " : ", expected one of ", table->rows[i].key);
    }
}

static bool takes(const struct sim_option *option, enum sim_fault_kind kind)
{
    return !option->only_kinds || (option->only_kinds >> kind & 1u);
}

bool sim_option_fits_fault(const struct sim_option *option, const struct sim_fault *fault,
                           char message[SIM_OPTION_TEXT])
{
    if (takes(option, fault->kind)) {
        return true;
    }
    int used = snprintf(message, SIM_OPTION_TEXT, "found '%s', which %s does not take, expected",
                        option->key, sim_fault_kind_name(fault->kind));
    for (size_t i = 0; i < ROW_COUNT(fault_rows); i++) {
        if (takes(&fault_rows[i], fault->kind)) {
            used += snprintf(message + used, SIM_OPTION_TEXT - (size_t)used, "%s %s",
                             i ? "," : " one of", fault_rows[i].key);
        }
    }
    return false;
}

void sim_options_show_fault(const struct sim_fault *fault, char text[SIM_OPTION_TEXT])
{
    struct sim_fault usual;
    int used = snprintf(text, SIM_OPTION_TEXT, "%s", sim_fault_kind_name(fault->kind));

    sim_fault_default(&usual);
    usual.kind = fault->kind;
    for (size_t i = 0; i < ROW_COUNT(fault_rows); i++) {
        char value[2][SIM_OPTION_TEXT];
        sim_option_show(&fault_rows[i], SIM_TARGET_BOTH, fault, value[0]);
        sim_option_show(&fault_rows[i], SIM_TARGET_BOTH, &usual, value[1]);
        if (strcmp(value[0], value[1]) != 0) {
            used += snprintf(text + used, SIM_OPTION_TEXT - (size_t)used, ",%s=%.40s",
                             fault_rows[i].key, value[0]);
        }
    }
}

/* One part: "KIND" if it is the first, "key=value" else. `given` has a bit for each row set. */
static bool set_part(const struct sim_option_table *table, void *item, char *part, unsigned *given,
                     char message[SIM_OPTION_TEXT])
{
    bool first = !*given;
    char *equals = strchr(part, '=');
    const char *key = first && !equals ? "kind" : part;
    const char *value = equals ? equals + 1 : part;

    if (!equals && !first) {
        snprintf(message, SIM_OPTION_TEXT, "found '%.40s', expected key=value", part);
        return false;
    }
    if (equals) {
        *equals = '\0';
    }
    const struct sim_option *option = sim_option_by_key(table, key);
    if (!option) {
        sim_option_unknown_key(table, key, message);
        return false;
    }
    unsigned bit = 1u << (option - table->rows);
    if (*given & bit) {
        snprintf(message, SIM_OPTION_TEXT, "key '%s' stands here a second time", key);
        return false;
    }
    *given |= bit;
    /* The key goes before what is wrong with its value. */
    size_t used = (size_t)snprintf(message, SIM_OPTION_TEXT, "%s: ", option->key);
    char why[SIM_OPTION_TEXT];
    if (sim_option_set(option, SIM_TARGET_BOTH, item, value, why)) {
        return true;
    }
    strncat(message, why, SIM_OPTION_TEXT - used - 1);
    return false;
}

/* `given` becomes the rows set, 1 << row each. */
static bool set_parts(const struct sim_option_table *table, void *item, const char *text,
                      unsigned *given, char message[SIM_OPTION_TEXT])
{
    char part[80];

    for (*given = 0;;) {
        size_t length = strcspn(text, ",");
        if (length >= sizeof(part)) {
            snprintf(message, SIM_OPTION_TEXT, "found '%.40s...', expected key=value", text);
            return false;
        }
        memcpy(part, text, length);
        part[length] = '\0';
        if (!set_part(table, item, part, given, message)) {
            return false;
        }
        text += length;
        if (!*text) {
            return true;
        }
        text++;
    }
}

static bool no_room(unsigned most, const char *what, char message[SIM_OPTION_TEXT])
{
    snprintf(message, SIM_OPTION_TEXT, "more than %u %s", most, what);
    return false;
}

bool sim_options_add_fault(struct sim_settings *settings, const char *text,
                           char message[SIM_OPTION_TEXT])
{
    struct sim_fault *fault = sim_settings_add_fault(settings);
    if (!fault) {
        return no_room(SIM_FAULTS_MAX, "faults", message);
    }
    unsigned given;
    if (!set_parts(&sim_fault_options, fault, text, &given, message)) {
        return false;
    }
    for (size_t i = 0; i < ROW_COUNT(fault_rows); i++) {
        if (given >> i & 1u && !sim_option_fits_fault(&fault_rows[i], fault, message)) {
            return false;
        }
    }
    return true;
}

bool sim_options_add_event(struct sim_settings *settings, const char *text,
                           char message[SIM_OPTION_TEXT])
{
    struct sim_link_event *event = sim_settings_add_event(settings);
    if (!event) {
        return no_room(SIM_EVENTS_MAX, "events", message);
    }
    unsigned given;
    return set_parts(&sim_event_options, event, text, &given, message);
}
