/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scenario files: the lists of faults and events.
 * Not here: their keys (option_lists.c), the sections (yaml.c).
 */
#include <string.h>

#include "sim/lines.h"
#include "sim/yaml_reader.h"

/* Once the kind is known, wherever it stands among the keys. */
static bool check_fault_keys(struct sim_yaml_reader *reader, const struct sim_fault *fault,
                             const yaml_node_t *mapping)
{
    char why[SIM_OPTION_TEXT];

    for (size_t i = 0; i < sim_yaml_pairs_of(mapping); i++) {
        const yaml_node_t *key = sim_yaml_key_at(reader, mapping, i);
        if (!sim_option_fits_fault(sim_option_by_key(&sim_fault_options, sim_yaml_text_of(key)),
                                   fault, why)) {
            return sim_yaml_wrong(reader, key, "%s", why);
        }
    }
    return true;
}

static bool read_item(struct sim_yaml_reader *reader, const struct sim_option_table *table,
                      void *item, const yaml_node_t *mapping)
{
    char why[SIM_OPTION_TEXT];
    bool has_kind = false;

    if (mapping->type != YAML_MAPPING_NODE) {
        return sim_yaml_wrong(reader, mapping, "expected a list of items with keys: '- kind: ...'");
    }
    if (!sim_yaml_check_keys(reader, mapping)) {
        return false;
    }
    for (size_t i = 0; i < sim_yaml_pairs_of(mapping); i++) {
        const yaml_node_t *key = sim_yaml_key_at(reader, mapping, i);
        const struct sim_option *option = sim_option_by_key(table, sim_yaml_text_of(key));
        if (!option) {
            sim_option_unknown_key(table, sim_yaml_text_of(key), why);
            return sim_yaml_wrong(reader, key, "%s", why);
        }
        const yaml_node_t *value = sim_yaml_value_at(reader, mapping, i);
        if (!sim_yaml_set_scalar(reader, option, SIM_TARGET_BOTH, item, value)) {
            return false;
        }
        sim_lines_note_item(reader->settings, table, option, sim_yaml_line_of(value));
        has_kind |= !strcmp(option->key, "kind");
    }
    if (!has_kind) {
        return sim_yaml_wrong(reader, mapping, "the key 'kind' is missing");
    }
    return table != &sim_fault_options || check_fault_keys(reader, item, mapping);
}

bool sim_yaml_read_list(struct sim_yaml_reader *reader, const char *name, const yaml_node_t *list)
{
    bool faults = !strcmp(name, "faults");
    const struct sim_option_table *table = faults ? &sim_fault_options : &sim_event_options;

    if (sim_yaml_is_empty(list)) {
        return true;
    }
    if (list->type != YAML_SEQUENCE_NODE) {
        return sim_yaml_wrong(reader, list, "'%s' is no list, expected '- kind: ...'", name);
    }
    const yaml_node_item_t *top = list->data.sequence.items.top;
    for (const yaml_node_item_t *index = list->data.sequence.items.start; index < top; index++) {
        const yaml_node_t *mapping = sim_yaml_node_at(reader, *index);
        void *item = faults ? (void *)sim_settings_add_fault(reader->settings)
                            : (void *)sim_settings_add_event(reader->settings);
        if (!item) {
            return sim_yaml_wrong(reader, mapping, "more than %td %s",
                                  index - list->data.sequence.items.start, name);
        }
        if (!read_item(reader, table, item, mapping)) {
            return false;
        }
    }
    return true;
}
