/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Study files: the section `sweep`, lists and ranges.
 * Not here: the other keys (sweep_file.c).
 */
#include "study/sweep_file_axis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/value.h"
#include "study/sweep_range.h"

/* ---- Lists ---- */

/* Adds the text of a node to a value. */
static bool append(struct sweep_reader *reader, const yaml_node_t *node, char value[SWEEP_TEXT])
{
    size_t used = strlen(value);

    if (node->type != YAML_SCALAR_NODE)
        return sim_yaml_wrong(&reader->yaml, node, "found %s, expected a value",
                              sim_yaml_shape_of(node));
    const char *text = sim_yaml_text_of(node);
    if (strlen(text) != node->data.scalar.length || strchr(text, '\t') || strchr(text, '\n'))
        return sim_yaml_wrong(&reader->yaml, node, "found a control character in a value");
    int length = snprintf(value + used, SWEEP_TEXT - used, "%s%s", used ? "\t" : "", text);
    if (length < 0 || (size_t)length >= SWEEP_TEXT - used)
        return sim_yaml_wrong(&reader->yaml, node, "the value is too long");
    return true;
}

/* A value must be one by itself, whatever the others are. */
static bool add_value(struct sweep_reader *reader, struct sweep_axis *axis, const yaml_node_t *node,
                      const char *value)
{
    char why[SWEEP_TEXT] = "out of memory";
    struct sim_settings *settings = malloc(sizeof(*settings));
    bool ok = settings != NULL;

    if (ok) {
        *settings = reader->study->base;
        settings->scenario.workload.file_count = 0;
        ok = sweep_axis_apply(axis, value, settings, why) && sweep_axis_add(axis, value, why);
        sim_settings_end(settings);
    }
    free(settings);
    return ok || sim_yaml_wrong(&reader->yaml, node, "%s", why);
}

static bool add_item(struct sweep_reader *reader, struct sweep_axis *axis, const yaml_node_t *node)
{
    char value[SWEEP_TEXT] = "";

    if (node->type != YAML_SEQUENCE_NODE) {
        if (!append(reader, node, value))
            return false;
        return add_value(reader, axis, node, value);
    }
    const yaml_node_item_t *items = node->data.sequence.items.start;
    size_t count = (size_t)(node->data.sequence.items.top - items);
    if (count != axis->key_count)
        return sim_yaml_wrong(&reader->yaml, node, "%s: found %zu values together, expected %u",
                              axis->name, count, axis->key_count);
    for (size_t i = 0; i < count; i++) {
        if (!append(reader, sim_yaml_node_at(&reader->yaml, items[i]), value))
            return false;
    }
    return add_value(reader, axis, node, value);
}

static bool add_list(struct sweep_reader *reader, struct sweep_axis *axis, const yaml_node_t *list)
{
    const yaml_node_item_t *top = list->data.sequence.items.top;

    for (const yaml_node_item_t *item = list->data.sequence.items.start; item < top; item++) {
        if (!add_item(reader, axis, sim_yaml_node_at(&reader->yaml, *item)))
            return false;
    }
    if (!axis->value_count)
        return sim_yaml_wrong(&reader->yaml, list, "%s: no values, so the study has no points",
                              axis->name);
    return true;
}

/* ---- Ranges ---- */

struct range_keys {
    const yaml_node_t *from, *to, *step, *steps, *scale;
};

static bool find_range_keys(struct sweep_reader *reader, const yaml_node_t *mapping,
                            struct range_keys *found)
{
    const struct {
        const char *name;
        const yaml_node_t **node;
    } names[] = {{"from", &found->from},
                 {"to", &found->to},
                 {"step", &found->step},
                 {"steps", &found->steps},
                 {"scale", &found->scale}};
    const size_t count = sizeof(names) / sizeof(names[0]);

    if (!sim_yaml_check_keys(&reader->yaml, mapping))
        return false;
    for (size_t i = 0; i < sim_yaml_pairs_of(mapping); i++) {
        const yaml_node_t *key = sim_yaml_key_at(&reader->yaml, mapping, i);
        const yaml_node_t *value = sim_yaml_value_at(&reader->yaml, mapping, i);
        size_t row = 0;
        while (row < count && strcmp(names[row].name, sim_yaml_text_of(key)) != 0)
            row++;
        if (row == count)
            return sim_yaml_wrong(&reader->yaml, key,
                                  "unknown key '%.60s' of a range, expected from, to, step, steps "
                                  "or scale",
                                  sim_yaml_text_of(key));
        if (value->type != YAML_SCALAR_NODE)
            return sim_yaml_wrong(&reader->yaml, value, "%s: found %s, expected a value",
                                  names[row].name, sim_yaml_shape_of(value));
        *names[row].node = value;
    }
    if (found->from && found->to)
        return true;
    return sim_yaml_wrong(&reader->yaml, mapping, "a range needs from and to");
}

static bool read_number(struct sweep_reader *reader, const struct sweep_axis *axis,
                        const char *name, const yaml_node_t *node, double *number)
{
    char why[SIM_OPTION_TEXT];
    const struct sim_option *option = axis->keys[0].option;

    if (sweep_range_read(option, sim_yaml_text_of(node), number))
        return true;
    sim_option_expected(option, why);
    return sim_yaml_wrong(&reader->yaml, node, "%s: found '%.40s', expected %s", name,
                          sim_yaml_text_of(node), why);
}

static bool read_scale(struct sweep_reader *reader, struct sweep_axis *axis,
                       const struct range_keys *keys)
{
    const struct sweep_range *range = &axis->range;

    if (!keys->scale)
        return true;
    axis->range.log = !strcmp(sim_yaml_text_of(keys->scale), "log");
    if (!axis->range.log && strcmp(sim_yaml_text_of(keys->scale), "linear") != 0)
        return sim_yaml_wrong(&reader->yaml, keys->scale,
                              "scale: found '%.40s', expected linear or log",
                              sim_yaml_text_of(keys->scale));
    if (axis->range.log && (range->from <= 0 || range->to <= 0))
        return sim_yaml_wrong(&reader->yaml, keys->scale,
                              "scale: log needs ends above 0, expected linear");
    if (axis->range.log && keys->step)
        return sim_yaml_wrong(&reader->yaml, keys->step,
                              "step: found with scale log, expected steps: how many values");
    return true;
}

/* How many values a range has, ends included. */
static bool count_steps(struct sweep_reader *reader, const struct sweep_axis *axis,
                        const yaml_node_t *mapping, const struct range_keys *keys, uint64_t *count,
                        double *step)
{
    const struct sweep_range *range = &axis->range;

    if (!keys->step == !keys->steps)
        return sim_yaml_wrong(&reader->yaml, mapping,
                              "a range of a grid needs either step or steps");
    if (keys->steps) {
        if (sim_value_read_count(sim_yaml_text_of(keys->steps), count) && *count >= 2 &&
            *count <= SWEEP_VALUES_MAX)
            return true;
        return sim_yaml_wrong(&reader->yaml, keys->steps,
                              "steps: found '%.40s', expected a whole number from 2 to %u",
                              sim_yaml_text_of(keys->steps), SWEEP_VALUES_MAX);
    }
    if (!read_number(reader, axis, "step", keys->step, step))
        return false;
    /* A little more than the last whole step: a step of 0.1 is a rounded number. */
    double steps = *step > 0 ? floor((range->to - range->from) / *step * (1 + 1e-12)) : -1;
    if (steps < 0)
        return sim_yaml_wrong(&reader->yaml, keys->step,
                              "step: no values, expected a step above 0 and to not below from");
    if (steps >= SWEEP_VALUES_MAX)
        return sim_yaml_wrong(&reader->yaml, keys->step,
                              "step: found a range of %.0f values, expected at most %u", steps + 1,
                              SWEEP_VALUES_MAX);
    *count = (uint64_t)steps + 1;
    return true;
}

static bool add_steps(struct sweep_reader *reader, struct sweep_axis *axis,
                      const yaml_node_t *mapping, const struct range_keys *keys)
{
    uint64_t count = 0;
    double step = 0;
    char value[SWEEP_TEXT];

    if (!count_steps(reader, axis, mapping, keys, &count, &step))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        double number = keys->step
                            ? axis->range.from + step * (double)i
                            : sweep_range_between(&axis->range, (double)i / (double)(count - 1));
        sweep_range_write(axis->keys[0].option, number, value);
        if (!add_value(reader, axis, mapping, value))
            return false;
    }
    return true;
}

/* Both ends must be values, then all between are but for what depends on other values. */
static bool check_ends(struct sweep_reader *reader, struct sweep_axis *axis,
                       const struct range_keys *keys)
{
    char value[SWEEP_TEXT];
    const yaml_node_t *nodes[] = {keys->from, keys->to};

    for (unsigned i = 0; i < 2; i++) {
        sweep_range_write(axis->keys[0].option, sweep_range_between(&axis->range, i), value);
        if (!add_value(reader, axis, nodes[i], value))
            return false;
    }
    return true;
}

static bool add_range(struct sweep_reader *reader, struct sweep_axis *axis,
                      const yaml_node_t *mapping)
{
    struct range_keys keys = {0};

    if (!find_range_keys(reader, mapping, &keys))
        return false;
    for (uint32_t i = 0; i < axis->key_count; i++) {
        if (!sweep_range_suits(axis->keys[i].option))
            return sim_yaml_wrong(&reader->yaml, mapping,
                                  "%s has single values, expected a list of them, not a range",
                                  axis->keys[i].option->key);
    }
    if (!read_number(reader, axis, "from", keys.from, &axis->range.from) ||
        !read_number(reader, axis, "to", keys.to, &axis->range.to) ||
        !read_scale(reader, axis, &keys))
        return false;
    if (!reader->study->random)
        return add_steps(reader, axis, mapping, &keys);
    if (keys.step || keys.steps)
        return sim_yaml_wrong(&reader->yaml, keys.step ? keys.step : keys.steps,
                              "%s: found in a study of random points, expected from, to and scale",
                              keys.step ? "step" : "steps");
    axis->drawn = true;
    return check_ends(reader, axis, &keys);
}

/* ---- The section ---- */

static int compare_texts(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

static bool check_twins(struct sweep_reader *reader, const struct sweep_axis *axis,
                        const yaml_node_t *node)
{
    char text[SWEEP_TEXT];
    char **sorted = malloc(axis->value_count * sizeof(*sorted));

    if (!sorted)
        return sim_yaml_wrong(&reader->yaml, node, "out of memory");
    memcpy(sorted, axis->values, axis->value_count * sizeof(*sorted));
    qsort(sorted, axis->value_count, sizeof(*sorted), compare_texts);
    uint32_t i = 1;
    while (i < axis->value_count && strcmp(sorted[i - 1], sorted[i]) != 0)
        i++;
    bool ok = i >= axis->value_count;
    if (!ok) {
        sweep_axis_show(sorted[i], text);
        sim_yaml_wrong(&reader->yaml, node, "%s: the value %s stands here twice", axis->name, text);
    }
    free(sorted);
    return ok;
}

/* A key that two axes set would follow the later one alone. */
static bool check_keys_are_new(struct sweep_reader *reader, const struct sweep_axis *axis,
                               const yaml_node_t *node)
{
    const struct sweep_study *study = reader->study;

    for (uint32_t i = 0; i + 1 < study->axis_count; i++) {
        for (uint32_t j = 0; j < study->axes[i].key_count * axis->key_count; j++) {
            const struct sweep_key *one = &study->axes[i].keys[j / axis->key_count];
            const struct sweep_key *other = &axis->keys[j % axis->key_count];
            if (one->option == other->option && one->target == other->target &&
                one->index == other->index)
                return sim_yaml_wrong(&reader->yaml, node, "key '%s' varies in line %u already",
                                      one->option->key, study->axes[i].line);
        }
    }
    return true;
}

static bool read_axis(struct sweep_reader *reader, const yaml_node_t *key, const yaml_node_t *value)
{
    struct sweep_study *study = reader->study;
    char why[SWEEP_TEXT];

    if (study->axis_count == SWEEP_AXES_MAX)
        return sim_yaml_wrong(&reader->yaml, key, "more than %u axes", SWEEP_AXES_MAX);
    struct sweep_axis *axis = &study->axes[study->axis_count++];
    if (!sweep_axis_begin(axis, sim_yaml_text_of(key), why))
        return sim_yaml_wrong(&reader->yaml, key, "%s", why);
    axis->file = reader->yaml.path;
    axis->line = (uint32_t)sim_yaml_line_of(key);
    if (!check_keys_are_new(reader, axis, key))
        return false;
    bool ok = value->type == YAML_SEQUENCE_NODE  ? add_list(reader, axis, value)
              : value->type == YAML_MAPPING_NODE ? add_range(reader, axis, value)
                                                 : add_item(reader, axis, value);
    return ok && (axis->drawn || check_twins(reader, axis, value));
}

bool sweep_file_read_axes(struct sweep_reader *reader, const yaml_node_t *mapping)
{
    if (sim_yaml_is_empty(mapping))
        return true;
    if (mapping->type != YAML_MAPPING_NODE)
        return sim_yaml_wrong(&reader->yaml, mapping,
                              "sweep: found %s, expected 'SECTION.KEY: values' lines",
                              mapping->type == YAML_SCALAR_NODE ? "a value" : "a list");
    if (!sim_yaml_check_keys(&reader->yaml, mapping))
        return false;
    for (size_t i = 0; i < sim_yaml_pairs_of(mapping); i++) {
        if (!read_axis(reader, sim_yaml_key_at(&reader->yaml, mapping, i),
                       sim_yaml_value_at(&reader->yaml, mapping, i)))
            return false;
    }
    return true;
}
