/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What reading a scenario file is made of: nodes, messages with their line, single values.
 * Not here: which sections there are (yaml.c).
 */
#include "sim/yaml_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim/lines.h"

/* Far more than a scenario can need: looking for keys that stand twice takes the square of it. */
#define KEYS_MAX 1000

bool sim_yaml_wrong(const struct sim_yaml_reader *reader, const yaml_node_t *node,
                    const char *format, ...)
{
    va_list arguments;
    int used = snprintf(reader->message, SIM_YAML_MESSAGE, "%.*s:%zu: ", (int)SIM_PATH_BYTES,
                        reader->path, node->start_mark.line + 1);

    va_start(arguments, format);
    vsnprintf(reader->message + used, SIM_YAML_MESSAGE - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

yaml_node_t *sim_yaml_node_at(struct sim_yaml_reader *reader, int index)
{
    return yaml_document_get_node(&reader->document, index);
}

const char *sim_yaml_text_of(const yaml_node_t *node)
{
    return (const char *)node->data.scalar.value;
}

const char *sim_yaml_shape_of(const yaml_node_t *node)
{
    return node->type == YAML_MAPPING_NODE ? "keys" : "a list";
}

bool sim_yaml_is_empty(const yaml_node_t *node)
{
    return node->type == YAML_SCALAR_NODE && !node->data.scalar.length;
}

size_t sim_yaml_pairs_of(const yaml_node_t *mapping)
{
    return (size_t)(mapping->data.mapping.pairs.top - mapping->data.mapping.pairs.start);
}

yaml_node_t *sim_yaml_key_at(struct sim_yaml_reader *reader, const yaml_node_t *mapping, size_t i)
{
    return sim_yaml_node_at(reader, mapping->data.mapping.pairs.start[i].key);
}

yaml_node_t *sim_yaml_value_at(struct sim_yaml_reader *reader, const yaml_node_t *mapping, size_t i)
{
    return sim_yaml_node_at(reader, mapping->data.mapping.pairs.start[i].value);
}

/* Each key a word, none twice: YAML itself would let the last one win in silence. */
bool sim_yaml_check_keys(struct sim_yaml_reader *reader, const yaml_node_t *mapping)
{
    if (sim_yaml_pairs_of(mapping) > KEYS_MAX) {
        return sim_yaml_wrong(reader, mapping, "more than %d keys stand here", KEYS_MAX);
    }
    for (size_t i = 0; i < sim_yaml_pairs_of(mapping); i++) {
        const yaml_node_t *key = sim_yaml_key_at(reader, mapping, i);
        if (key->type != YAML_SCALAR_NODE) {
            return sim_yaml_wrong(reader, key, "found %s, expected a word as key",
                                  sim_yaml_shape_of(key));
        }
        for (size_t j = 0; j < i; j++) {
            const yaml_node_t *earlier = sim_yaml_key_at(reader, mapping, j);
            if (!strcmp(sim_yaml_text_of(earlier), sim_yaml_text_of(key))) {
                return sim_yaml_wrong(reader, key,
                                      "key '%s' stands here a second time, first in line %zu",
                                      sim_yaml_text_of(key), earlier->start_mark.line + 1);
            }
        }
    }
    return true;
}

bool sim_yaml_set_scalar(struct sim_yaml_reader *reader, const struct sim_option *option,
                         enum sim_option_target target, void *base, const yaml_node_t *value)
{
    char why[SIM_OPTION_TEXT];

    if (value->type != YAML_SCALAR_NODE) {
        sim_option_expected(option, why);
        return sim_yaml_wrong(reader, value, "%s: found %s, expected %s", option->key,
                              sim_yaml_shape_of(value), why);
    }
    /* A zero byte in a quoted string would hide what follows it. */
    if (strlen(sim_yaml_text_of(value)) != value->data.scalar.length) {
        return sim_yaml_wrong(reader, value, "%s: found a zero byte in the value", option->key);
    }
    if (!sim_option_set(option, target, base, sim_yaml_text_of(value), why)) {
        return sim_yaml_wrong(reader, value, "%s: %s", option->key, why);
    }
    return true;
}

size_t sim_yaml_line_of(const yaml_node_t *node)
{
    return node->start_mark.line + 1;
}

bool sim_yaml_set_setting(struct sim_yaml_reader *reader, const struct sim_option *option,
                          enum sim_option_target target, const yaml_node_t *value)
{
    if (!sim_yaml_set_scalar(reader, option, target, reader->settings, value)) {
        return false;
    }
    sim_lines_note(reader->settings, option, target, sim_yaml_line_of(value));
    return true;
}
