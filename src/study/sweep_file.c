/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Study files: the keys at their top.
 * Not here: axes (sweep_file_axis.c), whether points can be run (sweep_check.c).
 */
#include "study/sweep_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/nearest.h"
#include "sim/value.h"
#include "study/sweep_file_axis.h"

/* ---- Single values ---- */

static bool read_count(struct sweep_reader *reader, const char *key, const yaml_node_t *value,
                       uint64_t least, uint64_t most, uint64_t *count)
{
    uint64_t found;
    bool scalar = value->type == YAML_SCALAR_NODE;

    if (scalar && sim_value_read_count(sim_yaml_text_of(value), &found) && found >= least &&
        found <= most) {
        *count = found;
        return true;
    }
    return sim_yaml_wrong(
        &reader->yaml, value,
        "%s: found %s%.40s%s, expected a whole number from %" PRIu64 " to %" PRIu64, key,
        scalar ? "'" : "", scalar ? sim_yaml_text_of(value) : sim_yaml_shape_of(value),
        scalar ? "'" : "", least, most);
}

static bool read_seed(struct sweep_reader *reader, const yaml_node_t *value)
{
    return read_count(reader, "seed", value, 0, INT64_MAX, &reader->study->seed);
}

static bool read_random(struct sweep_reader *reader, const yaml_node_t *value)
{
    reader->study->random = true;
    return read_count(reader, "random", value, 1, SWEEP_POINTS_MAX, &reader->study->count);
}

static bool read_check(struct sweep_reader *reader, const yaml_node_t *value)
{
    if (value->type == YAML_SCALAR_NODE &&
        sim_value_read_bool(sim_yaml_text_of(value), &reader->study->check))
        return true;
    return sim_yaml_wrong(&reader->yaml, value, "check: expected yes or no");
}

static bool read_precision(struct sweep_reader *reader, const yaml_node_t *value)
{
    double number = 0;
    char *end = NULL;
    const char *text = value->type == YAML_SCALAR_NODE ? sim_yaml_text_of(value) : "";

    number = strtod(text, &end);
    if (*text && !*end && isfinite(number) && number > 0 && number < 1) {
        reader->study->precision = number;
        return true;
    }
    return sim_yaml_wrong(&reader->yaml, value,
                          "precision: found '%.40s', expected a share of the mean between 0 and 1, "
                          "such as 0.01",
                          text);
}

static bool read_title(struct sweep_reader *reader, const yaml_node_t *value)
{
    if (value->type == YAML_SCALAR_NODE)
        return true;
    return sim_yaml_wrong(&reader->yaml, value, "title: found %s, expected a text",
                          sim_yaml_shape_of(value));
}

/* "seeds: 5", or "seeds: {min: 3, max: 50}". */
static bool read_seeds(struct sweep_reader *reader, const yaml_node_t *value)
{
    uint64_t least = 0, most = 0;

    if (value->type != YAML_MAPPING_NODE) {
        if (!read_count(reader, "seeds", value, 1, SWEEP_SEEDS_MAX, &most))
            return false;
        reader->study->seeds_min = reader->study->seeds_max = (uint32_t)most;
        return true;
    }
    if (!sim_yaml_check_keys(&reader->yaml, value))
        return false;
    for (size_t i = 0; i < sim_yaml_pairs_of(value); i++) {
        const yaml_node_t *key = sim_yaml_key_at(&reader->yaml, value, i);
        bool is_min = !strcmp(sim_yaml_text_of(key), "min");
        if (!is_min && strcmp(sim_yaml_text_of(key), "max") != 0)
            return sim_yaml_wrong(&reader->yaml, key, "unknown key '%.60s', expected min and max",
                                  sim_yaml_text_of(key));
        if (!read_count(reader, is_min ? "min" : "max", sim_yaml_value_at(&reader->yaml, value, i),
                        1, SWEEP_SEEDS_MAX, is_min ? &least : &most))
            return false;
    }
    if (!least || !most || least > most)
        return sim_yaml_wrong(&reader->yaml, value,
                              "seeds: expected min and max, max not below min");
    reader->study->seeds_min = (uint32_t)least;
    reader->study->seeds_max = (uint32_t)most;
    return true;
}

/* ---- The base: a scenario, or the name of its file ---- */

/* A file as one text: a zero byte would hide what follows it. */
static char *load_text(const char *path, char message[SIM_YAML_MESSAGE])
{
    size_t bytes = 0;
    char *read = sim_yaml_load_text(path, &bytes, message);
    if (!read)
        return NULL;
    bool whole = !memchr(read, '\0', bytes);
    char *text = whole ? strndup(read, bytes) : NULL;
    if (!text)
        snprintf(message, SIM_YAML_MESSAGE, "%.*s: %s", (int)SIM_PATH_BYTES, path,
                 whole ? "out of memory" : "found a zero byte, expected text");
    free(read);
    return text;
}

static bool read_base_file(struct sweep_reader *reader, const yaml_node_t *value)
{
    struct sweep_study *study = reader->study;
    struct sweep_sources *sources = &study->sources;
    const char *name = sim_yaml_text_of(value);
    char path[SIM_PATH_BYTES];

    if (!sweep_axis_beside(reader->yaml.path, name, path) || !strcmp(path, "-"))
        return sim_yaml_wrong(&reader->yaml, value,
                              "base: found '%.40s', expected the path of a scenario file", name);
    if (!sources->base_text) {
        sources->base_text = load_text(path, reader->yaml.message);
        sources->base_path = strdup(path);
        if (!sources->base_text || !sources->base_path)
            return false;
    }
    return sim_yaml_parse(sources->base_text, strlen(sources->base_text), sources->base_path,
                          &study->base, reader->yaml.message);
}

static bool read_base(struct sweep_reader *reader, const yaml_node_t *value)
{
    if (value->type == YAML_MAPPING_NODE || sim_yaml_is_empty(value)) {
        reader->yaml.settings = &reader->study->base;
        return sim_yaml_read_scenario(&reader->yaml, value);
    }
    if (value->type != YAML_SCALAR_NODE)
        return sim_yaml_wrong(&reader->yaml, value,
                              "base: found a list, expected sections of a scenario, or the path of "
                              "a scenario file");
    return read_base_file(reader, value);
}

/* ---- Figures ---- */

static bool watch(struct sweep_reader *reader, const yaml_node_t *value)
{
    struct sweep_study *study = reader->study;
    struct sim_nearest nearest = {0};
    char(*names)[SWEEP_FIGURE_NAME];

    if (value->type != YAML_SCALAR_NODE)
        return sim_yaml_wrong(&reader->yaml, value, "figures: found %s, expected a name",
                              sim_yaml_shape_of(value));
    nearest.typed = sim_yaml_text_of(value);
    uint32_t faults = study->base.scenario.fault_count;
    int32_t figure = sweep_figures_find(nearest.typed, faults);
    if (figure < 0) {
        uint32_t count = sweep_figures_count(faults);
        names = calloc(count, sizeof(*names));
        for (uint32_t i = 0; names && i < count; i++) {
            sweep_figures_name(i, names[i]);
            sim_nearest_offer(&nearest, names[i]);
        }
        sim_yaml_wrong(&reader->yaml, value, "unknown figure '%.60s'%s%s%s", nearest.typed,
                       nearest.best ? "; did you mean '" : ", 'acknak sweep --list' shows all",
                       nearest.best ? nearest.best : "", nearest.best ? "'?" : "");
        free(names);
        return false;
    }
    for (uint32_t i = 0; i < study->watched_count; i++) {
        if (study->watched[i] == (uint32_t)figure)
            return sim_yaml_wrong(&reader->yaml, value, "figure '%s' stands here a second time",
                                  nearest.typed);
    }
    study->watched[study->watched_count++] = (uint32_t)figure;
    return true;
}

static bool read_figures(struct sweep_reader *reader, const yaml_node_t *list)
{
    if (list->type != YAML_SEQUENCE_NODE)
        return watch(reader, list);
    const yaml_node_item_t *top = list->data.sequence.items.top;
    for (const yaml_node_item_t *item = list->data.sequence.items.start; item < top; item++) {
        if (!watch(reader, sim_yaml_node_at(&reader->yaml, *item)))
            return false;
    }
    return true;
}

static bool watch_usual(struct sweep_study *study)
{
    static const char *const usual[] = {
        "downstream.throughput_bps",        "downstream.efficiency",
        "downstream.latency_ns.p50",        "downstream.latency_ns.p999",
        "upstream.throughput_bps",          "upstream.efficiency",
        "upstream.latency_ns.p50",          "upstream.latency_ns.p999",
        "ports.a.counters.tlps_replayed",   "ports.b.counters.tlps_replayed",
        "ports.a.replay_buffer.peak_bytes", "ports.b.replay_buffer.peak_bytes",
        "ports.a.counters.retrains",        "ports.b.counters.retrains",
    };
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        study->watched[study->watched_count++] = (uint32_t)sweep_figures_find(usual[i], 0);
    return true;
}

/* ---- The whole ---- */

struct key {
    const char *name;
    bool (*read)(struct sweep_reader *reader, const yaml_node_t *value);
};

/* In the order in which they are read: a figure may be one of a fault of the base, and whether an
 * axis can be drawn depends on `random`. */
static const struct key keys[] = {
    {"title", read_title},
    {"seed", read_seed},
    {"base", read_base},
    {"random", read_random},
    {"sweep", sweep_file_read_axes},
    {"seeds", read_seeds},
    {"figures", read_figures},
    {"precision", read_precision},
    {"check", read_check},
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

static bool check_names(struct sweep_reader *reader, const yaml_node_t *root)
{
    for (size_t i = 0; i < sim_yaml_pairs_of(root); i++) {
        const yaml_node_t *key = sim_yaml_key_at(&reader->yaml, root, i);
        struct sim_nearest nearest = {.typed = sim_yaml_text_of(key)};
        size_t row = 0;
        while (row < KEYS && strcmp(keys[row].name, nearest.typed) != 0)
            sim_nearest_offer(&nearest, keys[row++].name);
        if (row < KEYS)
            continue;
        if (nearest.best)
            return sim_yaml_wrong(&reader->yaml, key, "unknown key '%.60s'; did you mean '%s'?",
                                  nearest.typed, nearest.best);
        return sim_yaml_wrong(&reader->yaml, key,
                              "unknown key '%.60s', expected title, seed, base, sweep, random, "
                              "seeds, figures, precision or check",
                              nearest.typed);
    }
    return true;
}

static bool read_root(struct sim_yaml_reader *yaml, const yaml_node_t *root)
{
    /* The reader that was handed over is the first member of ours. */
    struct sweep_reader *reader = (struct sweep_reader *)yaml;

    if (root->type != YAML_MAPPING_NODE)
        return sim_yaml_wrong(yaml, root, "no study: expected keys such as 'base:' and 'sweep:'");
    if (!sim_yaml_check_keys(yaml, root) || !check_names(reader, root))
        return false;
    for (size_t row = 0; row < KEYS; row++) {
        for (size_t i = 0; i < sim_yaml_pairs_of(root); i++) {
            const yaml_node_t *key = sim_yaml_key_at(yaml, root, i);
            if (!strcmp(sim_yaml_text_of(key), keys[row].name) &&
                !keys[row].read(reader, sim_yaml_value_at(yaml, root, i)))
                return false;
        }
    }
    reader->found = true;
    return true;
}

static bool complete(struct sweep_reader *reader)
{
    struct sweep_study *study = reader->study;

    if (!reader->found) {
        snprintf(reader->yaml.message, SIM_YAML_MESSAGE, "%.*s: empty, expected a study",
                 (int)SIM_PATH_BYTES, reader->yaml.path);
        return false;
    }
    if (!study->seeds_max)
        study->seeds_min = study->seeds_max = 1;
    if (study->precision > 0 && study->seeds_max < 2) {
        snprintf(reader->yaml.message, SIM_YAML_MESSAGE,
                 "%.*s: precision needs two seeds and more, expected 'seeds: {min: 3, max: 50}'",
                 (int)SIM_PATH_BYTES, reader->yaml.path);
        return false;
    }
    return study->watched_count || watch_usual(study);
}

bool sweep_file_parse(const struct sweep_sources *sources, struct sweep_study *study,
                      char message[SIM_YAML_MESSAGE])
{
    struct sweep_sources *own = &study->sources;

    memset(study, 0, sizeof(*study));
    study->seed = 1;
    sim_settings_default(&study->base);
    own->path = strdup(sources->path);
    own->text = strdup(sources->text);
    own->base_path = sources->base_path ? strdup(sources->base_path) : NULL;
    own->base_text = sources->base_text ? strdup(sources->base_text) : NULL;
    if (!own->path || !own->text) {
        snprintf(message, SIM_YAML_MESSAGE, "out of memory");
        return false;
    }
    struct sweep_reader reader = {.study = study};
    reader.yaml.path = strcmp(own->path, "-") ? own->path : "standard input";
    reader.yaml.settings = &study->base;
    reader.yaml.message = message;
    return sim_yaml_read(own->text, strlen(own->text), &reader.yaml, read_root) &&
           complete(&reader);
}

bool sweep_file_load(const char *path, struct sweep_study *study, char message[SIM_YAML_MESSAGE])
{
    char *name = strdup(path);
    char *text = load_text(path, message);
    struct sweep_sources sources = {.path = name, .text = text};

    memset(study, 0, sizeof(*study));
    bool ok = name && text && sweep_file_parse(&sources, study, message);
    free(text);
    free(name);
    return ok;
}

void sweep_file_end(struct sweep_study *study)
{
    for (uint32_t i = 0; i < study->axis_count; i++)
        sweep_axis_end(&study->axes[i]);
    sim_settings_end(&study->base);
    free(study->sources.path);
    free(study->sources.text);
    free(study->sources.base_path);
    free(study->sources.base_text);
    memset(study, 0, sizeof(*study));
}
