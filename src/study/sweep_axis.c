/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An axis of a study: one key of a scenario, or several that go together, and its values.
 * Not here: which value a point has (sweep_grid.c).
 */
#include "study/sweep_axis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/nearest.h"
#include "study/sweep_range.h"

#define NAME_BYTES 80u

/* ---- Finding a key by its name ---- */

static const struct sim_option *find_setting(const char *name, enum sim_option_target *target,
                                             struct sim_nearest *nearest, char (*names)[NAME_BYTES])
{
    size_t count = 0;

    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        for (unsigned t = 0; t < sim_option_targets(option); t++) {
            const char *section = sim_option_section(option, (enum sim_option_target)t);
            char *full = names[count++];
            snprintf(full, NAME_BYTES, "%s%s%s", section, *section ? "." : "", option->key);
            *target = (enum sim_option_target)t;
            if (!strcmp(full, name))
                return option;
            sim_nearest_offer(nearest, full);
        }
    }
    return NULL;
}

bool sweep_axis_may_vary(const struct sim_option *option)
{
    return strcmp(option->key, "seed") != 0 &&
           (!option->section || strcmp(option->section, "output") != 0);
}

static bool read_setting(struct sweep_key *key, const char *name, char message[SWEEP_TEXT])
{
    char(*names)[NAME_BYTES] = calloc(sim_options.count * SIM_TARGET_COUNT, sizeof(*names));
    struct sim_nearest nearest = {.typed = name};

    if (!names) {
        snprintf(message, SWEEP_TEXT, "out of memory");
        return false;
    }
    key->option = find_setting(name, &key->target, &nearest, names);
    if (!key->option && nearest.best)
        snprintf(message, SWEEP_TEXT, "unknown key '%.60s'; did you mean '%s'?", name,
                 nearest.best);
    else if (!key->option)
        snprintf(message, SWEEP_TEXT,
                 "unknown key '%.60s', expected SECTION.KEY of a scenario, such as link.rate; "
                 "'acknak sweep --list' shows all",
                 name);
    free(names);
    if (key->option && !sweep_axis_may_vary(key->option)) {
        snprintf(message, SWEEP_TEXT, "'%.60s' cannot vary, expected what decides a run", name);
        return false;
    }
    return key->option != NULL;
}

/* "faults.2.nth": the second fault of the base. */
static bool read_item_key(struct sweep_key *key, const char *name, char message[SWEEP_TEXT])
{
    bool fault = !strncmp(name, "faults.", 7);
    const struct sim_option_table *table = fault ? &sim_fault_options : &sim_event_options;
    char *end = NULL;
    unsigned long number = strtoul(name + 7, &end, 10);

    if (number == 0 || number > SIM_FAULTS_MAX || *end != '.') {
        snprintf(message, SWEEP_TEXT, "found '%.60s', expected %s.NUMBER.KEY, the first is 1", name,
                 fault ? "faults" : "events");
        return false;
    }
    key->place = fault ? SIM_PLACE_FAULT : SIM_PLACE_EVENT;
    key->index = (uint32_t)number - 1;
    key->option = sim_option_by_key(table, end + 1);
    if (!key->option)
        sim_option_unknown_key(table, end + 1, message);
    return key->option != NULL;
}

static bool read_key(struct sweep_axis *axis, const char *name, char message[SWEEP_TEXT])
{
    if (axis->key_count == SWEEP_KEYS_MAX) {
        snprintf(message, SWEEP_TEXT, "more than %u keys in one axis", SWEEP_KEYS_MAX);
        return false;
    }
    struct sweep_key *key = &axis->keys[axis->key_count++];
    *key = (struct sweep_key){.place = SIM_PLACE_RUN};
    if (!strncmp(name, "faults.", 7) || !strncmp(name, "events.", 7))
        return read_item_key(key, name, message);
    return read_setting(key, name, message);
}

bool sweep_axis_begin(struct sweep_axis *axis, const char *name, char message[SWEEP_TEXT])
{
    char word[SWEEP_TEXT];

    *axis = (struct sweep_axis){.name = strdup(name)};
    if (!axis->name || strlen(name) >= sizeof(word)) {
        snprintf(message, SWEEP_TEXT, axis->name ? "the key is too long" : "out of memory");
        return false;
    }
    for (const char *next = name; next;) {
        const char *comma = strchr(next, ',');
        size_t length = comma ? (size_t)(comma - next) : strlen(next);
        while (length && next[length - 1] == ' ')
            length--;
        while (length && *next == ' ') {
            next++;
            length--;
        }
        memcpy(word, next, length);
        word[length] = '\0';
        if (!read_key(axis, word, message))
            return false;
        next = comma ? comma + 1 : NULL;
    }
    return true;
}

void sweep_axis_end(struct sweep_axis *axis)
{
    for (uint32_t i = 0; i < axis->value_count; i++)
        free(axis->values[i]);
    free(axis->values);
    free(axis->name);
    *axis = (struct sweep_axis){0};
}

/* ---- Values ---- */

bool sweep_axis_add(struct sweep_axis *axis, const char *value, char message[SWEEP_TEXT])
{
    if (axis->value_count == SWEEP_VALUES_MAX) {
        snprintf(message, SWEEP_TEXT, "more than %u values", SWEEP_VALUES_MAX);
        return false;
    }
    /* Room doubles at the powers of two. */
    if ((axis->value_count & (axis->value_count - 1u)) == 0) {
        size_t room = axis->value_count ? (size_t)axis->value_count * 2 : 1;
        char **values = realloc(axis->values, room * sizeof(*values));
        if (!values) {
            snprintf(message, SWEEP_TEXT, "out of memory");
            return false;
        }
        axis->values = values;
    }
    char *copy = strdup(value);
    if (!copy) {
        snprintf(message, SWEEP_TEXT, "out of memory");
        return false;
    }
    axis->values[axis->value_count++] = copy;
    return true;
}

/* Where an option's value is stored. A null pointer: the base has no such fault or event. */
static void *base_of(const struct sweep_key *key, struct sim_settings *settings)
{
    struct sim_scenario *scenario = &settings->scenario;

    switch (key->place) {
    case SIM_PLACE_FAULT:
        return key->index < scenario->fault_count ? &scenario->faults[key->index] : NULL;
    case SIM_PLACE_EVENT:
        return key->index < scenario->event_count ? &scenario->events[key->index] : NULL;
    case SIM_PLACE_RUN:
        break;
    }
    return settings;
}

bool sweep_axis_beside(const char *file, const char *name, char path[SIM_PATH_BYTES])
{
    const char *slash = strrchr(file, '/');
    int folder = slash && name[0] != '/' ? (int)(slash - file + 1) : 0;
    int length = snprintf(path, SIM_PATH_BYTES, "%.*s%s", folder, file, name);

    return length >= 0 && (size_t)length < SIM_PATH_BYTES;
}

static bool apply_key(const struct sweep_axis *axis, const struct sweep_key *key, const char *text,
                      struct sim_settings *settings, char message[SWEEP_TEXT])
{
    char path[SIM_PATH_BYTES];
    char why[SIM_OPTION_TEXT] = "the path is too long";
    void *base = base_of(key, settings);

    if (!base) {
        snprintf(message, SWEEP_TEXT, "%s: the base has no %s number %u", key->option->key,
                 key->place == SIM_PLACE_FAULT ? "fault" : "event", key->index + 1u);
        return false;
    }
    if (key->place == SIM_PLACE_FAULT && !sim_option_fits_fault(key->option, base, why)) {
        snprintf(message, SWEEP_TEXT, "%s", why);
        return false;
    }
    settings->workload_is_replaceable = true;
    bool is_file = key->option->kind == SIM_KIND_WORKLOAD;
    if ((!is_file || sweep_axis_beside(axis->file, text, path)) &&
        sim_option_set(key->option, key->target, base, is_file ? path : text, why))
        return true;
    snprintf(message, SWEEP_TEXT, "%s: %s", key->option->key, why);
    return false;
}

bool sweep_axis_apply(const struct sweep_axis *axis, const char *value,
                      struct sim_settings *settings, char message[SWEEP_TEXT])
{
    char text[SWEEP_TEXT];

    for (uint32_t i = 0; i < axis->key_count; i++) {
        size_t length = strcspn(value, "\t");
        if (length >= sizeof(text)) {
            snprintf(message, SWEEP_TEXT, "%s: the value is too long", axis->keys[i].option->key);
            return false;
        }
        memcpy(text, value, length);
        text[length] = '\0';
        if (!apply_key(axis, &axis->keys[i], text, settings, message))
            return false;
        /* One text for all keys stays where it is. */
        if (value[length])
            value += length + 1;
    }
    return true;
}

void sweep_axis_show(const char *value, char text[SWEEP_TEXT])
{
    size_t used = 0;

    for (; *value && used + 3 < SWEEP_TEXT; value++) {
        if (*value == '\t')
            text[used++] = ',';
        text[used++] = *value == '\t' ? ' ' : *value;
    }
    text[used] = '\0';
}

bool sweep_axis_number(const struct sweep_axis *axis, const char *value, double *number)
{
    return !strchr(value, '\t') && sweep_range_number(axis->keys[0].option, value, number);
}
