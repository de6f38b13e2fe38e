/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Faults and events as the command line gives them: tx_lcrc,direction=upstream,nth=3.
 * Not here: their keys (options.c), the same in a scenario file (yaml.c).
 */
#include <stdio.h>
#include <string.h>

#include "sim/nearest.h"
#include "sim/options.h"

const struct sim_option *sim_option_by_key(const struct sim_option_table *table, const char *key)
{
    for (size_t i = 0; i < table->count; i++) {
        if (!strcmp(table->rows[i].key, key))
            return &table->rows[i];
    }
    return NULL;
}

void sim_option_unknown_key(const struct sim_option_table *table, const char *key,
                            char message[SIM_OPTION_TEXT])
{
    struct sim_nearest nearest = {.typed = key};
    int used = snprintf(message, SIM_OPTION_TEXT, "unknown key '%.40s'", key);

    for (size_t i = 0; i < table->count; i++)
        sim_nearest_offer(&nearest, table->rows[i].key);
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

/* One part: "KIND" if it is the first, "key=value" else. */
static bool set_part(const struct sim_option_table *table, void *item, char *part, bool first,
                     char message[SIM_OPTION_TEXT])
{
    char *equals = strchr(part, '=');
    const char *key = first && !equals ? "kind" : part;
    const char *value = equals ? equals + 1 : part;

    if (!equals && !first) {
        snprintf(message, SIM_OPTION_TEXT, "found '%.40s', expected key=value", part);
        return false;
    }
    if (equals)
        *equals = '\0';
    const struct sim_option *option = sim_option_by_key(table, key);
    if (!option) {
        sim_option_unknown_key(table, key, message);
        return false;
    }
    /* The key goes before what is wrong with its value. */
    size_t used = (size_t)snprintf(message, SIM_OPTION_TEXT, "%s: ", option->key);
    char why[SIM_OPTION_TEXT];
    if (sim_option_set(option, SIM_TARGET_BOTH, item, value, why))
        return true;
    strncat(message, why, SIM_OPTION_TEXT - used - 1);
    return false;
}

static bool set_parts(const struct sim_option_table *table, void *item, const char *text,
                      char message[SIM_OPTION_TEXT])
{
    char part[80];

    for (bool first = true;; first = false) {
        size_t length = strcspn(text, ",");
        if (length >= sizeof(part)) {
            snprintf(message, SIM_OPTION_TEXT, "found '%.40s...', expected key=value", text);
            return false;
        }
        memcpy(part, text, length);
        part[length] = '\0';
        if (!set_part(table, item, part, first, message))
            return false;
        text += length;
        if (!*text)
            return true;
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
    if (!fault)
        return no_room(SIM_FAULTS_MAX, "faults", message);
    return set_parts(&sim_fault_options, fault, text, message);
}

bool sim_options_add_event(struct sim_settings *settings, const char *text,
                           char message[SIM_OPTION_TEXT])
{
    struct sim_link_event *event = sim_settings_add_event(settings);
    if (!event)
        return no_room(SIM_EVENTS_MAX, "events", message);
    return set_parts(&sim_event_options, event, text, message);
}
