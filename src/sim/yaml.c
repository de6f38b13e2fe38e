/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scenario files: two levels of keys, and lists of faults, events and workload files.
 * Not here: the keys and how their values are read (options.c).
 */
#include "sim/yaml.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "sim/lines.h"
#include "sim/nearest.h"

/* Far more than a scenario can need. The parser takes time with the square of the depth, looking
 * for keys that stand twice with the square of their number. */
#define NESTING_MAX 1000
#define KEYS_MAX    1000

struct reader {
    yaml_document_t document;
    const char *path;
    struct sim_settings *settings;
    char *message;
};

__attribute__((format(printf, 3, 4))) static bool
wrong(const struct reader *reader, const yaml_node_t *node, const char *format, ...)
{
    va_list arguments;
    int used = snprintf(reader->message, SIM_YAML_MESSAGE, "%.*s:%zu: ", (int)SIM_PATH_BYTES,
                        reader->path, node->start_mark.line + 1);

    va_start(arguments, format);
    vsnprintf(reader->message + used, SIM_YAML_MESSAGE - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

static yaml_node_t *node_at(struct reader *reader, int index)
{
    return yaml_document_get_node(&reader->document, index);
}

static const char *text_of(const yaml_node_t *node)
{
    return (const char *)node->data.scalar.value;
}

static const char *shape_of(const yaml_node_t *node)
{
    return node->type == YAML_MAPPING_NODE ? "keys" : "a list";
}

static bool is_empty(const yaml_node_t *node)
{
    return node->type == YAML_SCALAR_NODE && !node->data.scalar.length;
}

static size_t pairs_of(const yaml_node_t *mapping)
{
    return (size_t)(mapping->data.mapping.pairs.top - mapping->data.mapping.pairs.start);
}

static yaml_node_t *key_at(struct reader *reader, const yaml_node_t *mapping, size_t i)
{
    return node_at(reader, mapping->data.mapping.pairs.start[i].key);
}

static yaml_node_t *value_at(struct reader *reader, const yaml_node_t *mapping, size_t i)
{
    return node_at(reader, mapping->data.mapping.pairs.start[i].value);
}

/* Each key a word, none twice: YAML itself would let the last one win in silence. */
static bool check_keys(struct reader *reader, const yaml_node_t *mapping)
{
    if (pairs_of(mapping) > KEYS_MAX)
        return wrong(reader, mapping, "more than %d keys stand here", KEYS_MAX);
    for (size_t i = 0; i < pairs_of(mapping); i++) {
        const yaml_node_t *key = key_at(reader, mapping, i);
        if (key->type != YAML_SCALAR_NODE)
            return wrong(reader, key, "found %s, expected a word as key", shape_of(key));
        for (size_t j = 0; j < i; j++) {
            const yaml_node_t *earlier = key_at(reader, mapping, j);
            if (!strcmp(text_of(earlier), text_of(key)))
                return wrong(reader, key, "key '%s' stands here a second time, first in line %zu",
                             text_of(key), earlier->start_mark.line + 1);
        }
    }
    return true;
}

static bool set_scalar(struct reader *reader, const struct sim_option *option,
                       enum sim_option_target target, void *base, const yaml_node_t *value)
{
    char why[SIM_OPTION_TEXT];

    if (value->type != YAML_SCALAR_NODE) {
        sim_option_expected(option, why);
        return wrong(reader, value, "%s: found %s, expected %s", option->key, shape_of(value), why);
    }
    /* A zero byte in a quoted string would hide what follows it. */
    if (strlen(text_of(value)) != value->data.scalar.length)
        return wrong(reader, value, "%s: found a zero byte in the value", option->key);
    if (!sim_option_set(option, target, base, text_of(value), why))
        return wrong(reader, value, "%s: %s", option->key, why);
    return true;
}

static size_t line_of(const yaml_node_t *node)
{
    return node->start_mark.line + 1;
}

static bool set_setting(struct reader *reader, const struct sim_option *option,
                        enum sim_option_target target, const yaml_node_t *value)
{
    if (!set_scalar(reader, option, target, reader->settings, value))
        return false;
    sim_lines_note(reader->settings, option, target, line_of(value));
    return true;
}

/* ---- Workload files: beside the scenario file, unless the path is absolute ---- */

static bool add_file(struct reader *reader, const struct sim_option *option,
                     const yaml_node_t *value)
{
    char path[SIM_PATH_BYTES];
    char why[SIM_OPTION_TEXT];
    const char *slash = strrchr(reader->path, '/');
    int folder = slash ? (int)(slash - reader->path + 1) : 0;

    if (value->type != YAML_SCALAR_NODE || is_empty(value))
        return wrong(reader, value, "files: expected the path of a .tlp file");
    if (text_of(value)[0] == '/')
        folder = 0;
    int length = snprintf(path, sizeof(path), "%.*s%s", folder, reader->path, text_of(value));
    if (length < 0 || (size_t)length >= sizeof(path))
        return wrong(reader, value, "files: the path is too long");
    if (!sim_option_set(option, SIM_TARGET_BOTH, reader->settings, path, why))
        return wrong(reader, value, "files: %s", why);
    sim_lines_note(reader->settings, option, SIM_TARGET_BOTH, line_of(value));
    return true;
}

static bool add_files(struct reader *reader, const struct sim_option *option,
                      const yaml_node_t *value)
{
    if (value->type != YAML_SEQUENCE_NODE)
        return add_file(reader, option, value);
    const yaml_node_item_t *top = value->data.sequence.items.top;
    for (const yaml_node_item_t *item = value->data.sequence.items.start; item < top; item++) {
        if (!add_file(reader, option, node_at(reader, *item)))
            return false;
    }
    return true;
}

/* ---- Sections ---- */

/* Calls for each row that a section holds; *row counts through the table. */
static const struct sim_option *next_in_section(const char *section, size_t *row,
                                                enum sim_option_target *target)
{
    while (*row < sim_options.count) {
        const struct sim_option *option = &sim_options.rows[(*row)++];
        for (unsigned i = 0; i < sim_option_targets(option); i++) {
            *target = (enum sim_option_target)i;
            if (!strcmp(sim_option_section(option, *target), section))
                return option;
        }
    }
    return NULL;
}

/* Somebody who knows the key but not its section is told the section. */
static const char *home_of(const char *key)
{
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        if (!strcmp(option->key, key))
            return sim_option_section(option, SIM_TARGET_BOTH);
    }
    return NULL;
}

static bool unknown_key(struct reader *reader, const yaml_node_t *key, const char *section)
{
    struct sim_nearest nearest = {.typed = text_of(key)};
    const struct sim_option *option;
    enum sim_option_target target;
    size_t row = 0;

    while ((option = next_in_section(section, &row, &target)))
        sim_nearest_offer(&nearest, option->key);
    const char *home = home_of(text_of(key));
    if (home && *home)
        return wrong(reader, key, "key '%s' is not of section '%s'; it belongs to '%s'",
                     text_of(key), section, home);
    if (nearest.best)
        return wrong(reader, key, "unknown key '%s' in section '%s'; did you mean '%s'?",
                     text_of(key), section, nearest.best);
    row = 0;
    char known[SIM_OPTION_TEXT] = "";
    while ((option = next_in_section(section, &row, &target))) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof(known) - used, "%s%s", used ? ", " : "", option->key);
    }
    return wrong(reader, key, "unknown key '%s' in section '%s', expected one of %s", text_of(key),
                 section, known);
}

static bool read_section(struct reader *reader, const char *section, const yaml_node_t *mapping)
{
    if (is_empty(mapping))
        return true;
    if (mapping->type != YAML_MAPPING_NODE)
        return wrong(reader, mapping, "section '%s' holds no keys, expected 'key: value' lines",
                     section);
    if (!check_keys(reader, mapping))
        return false;
    for (size_t i = 0; i < pairs_of(mapping); i++) {
        const yaml_node_t *key = key_at(reader, mapping, i);
        const yaml_node_t *value = value_at(reader, mapping, i);
        const struct sim_option *option;
        enum sim_option_target target;
        size_t row = 0;
        while ((option = next_in_section(section, &row, &target))) {
            if (!strcmp(option->key, text_of(key)))
                break;
        }
        if (!option)
            return unknown_key(reader, key, section);
        if (option->kind == SIM_KIND_WORKLOAD ? !add_files(reader, option, value)
                                              : !set_setting(reader, option, target, value))
            return false;
    }
    return true;
}

/* ---- Lists of faults and events ---- */

/* Once the kind is known, wherever it stands among the keys. */
static bool check_fault_keys(struct reader *reader, const struct sim_fault *fault,
                             const yaml_node_t *mapping)
{
    char why[SIM_OPTION_TEXT];

    for (size_t i = 0; i < pairs_of(mapping); i++) {
        const yaml_node_t *key = key_at(reader, mapping, i);
        if (!sim_option_fits_fault(sim_option_by_key(&sim_fault_options, text_of(key)), fault, why))
            return wrong(reader, key, "%s", why);
    }
    return true;
}

static bool read_item(struct reader *reader, const struct sim_option_table *table, void *item,
                      const yaml_node_t *mapping)
{
    char why[SIM_OPTION_TEXT];
    bool has_kind = false;

    if (mapping->type != YAML_MAPPING_NODE)
        return wrong(reader, mapping, "expected a list of items with keys: '- kind: ...'");
    if (!check_keys(reader, mapping))
        return false;
    for (size_t i = 0; i < pairs_of(mapping); i++) {
        const yaml_node_t *key = key_at(reader, mapping, i);
        const struct sim_option *option = sim_option_by_key(table, text_of(key));
        if (!option) {
            sim_option_unknown_key(table, text_of(key), why);
            return wrong(reader, key, "%s", why);
        }
        const yaml_node_t *value = value_at(reader, mapping, i);
        if (!set_scalar(reader, option, SIM_TARGET_BOTH, item, value))
            return false;
        sim_lines_note_item(reader->settings, table, option, line_of(value));
        has_kind |= !strcmp(option->key, "kind");
    }
    if (!has_kind)
        return wrong(reader, mapping, "the key 'kind' is missing");
    return table != &sim_fault_options || check_fault_keys(reader, item, mapping);
}

static bool read_list(struct reader *reader, const char *name, const yaml_node_t *list)
{
    bool faults = !strcmp(name, "faults");
    const struct sim_option_table *table = faults ? &sim_fault_options : &sim_event_options;

    if (is_empty(list))
        return true;
    if (list->type != YAML_SEQUENCE_NODE)
        return wrong(reader, list, "'%s' is no list, expected '- kind: ...'", name);
    const yaml_node_item_t *top = list->data.sequence.items.top;
    for (const yaml_node_item_t *index = list->data.sequence.items.start; index < top; index++) {
        const yaml_node_t *mapping = node_at(reader, *index);
        void *item = faults ? (void *)sim_settings_add_fault(reader->settings)
                            : (void *)sim_settings_add_event(reader->settings);
        if (!item)
            return wrong(reader, mapping, "more than %td %s",
                         index - list->data.sequence.items.start, name);
        if (!read_item(reader, table, item, mapping))
            return false;
    }
    return true;
}

/* ---- The whole ---- */

/* The sections for both ends and both directions come first, those for one override them. */
static bool is_for_one(const char *section)
{
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        if (option->scope != SIM_SCOPE_ONE &&
            (!strcmp(sim_option_section(option, SIM_TARGET_FIRST), section) ||
             !strcmp(sim_option_section(option, SIM_TARGET_SECOND), section)))
            return true;
    }
    return false;
}

static bool is_list(const char *name)
{
    return !strcmp(name, "faults") || !strcmp(name, "events");
}

static void offer_sections(struct sim_nearest *nearest)
{
    sim_nearest_offer(nearest, "faults");
    sim_nearest_offer(nearest, "events");
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        for (unsigned target = 0; target < sim_option_targets(option); target++) {
            const char *section = sim_option_section(option, (enum sim_option_target)target);
            sim_nearest_offer(nearest, *section ? section : option->key);
        }
    }
}

static bool unknown_section(struct reader *reader, const yaml_node_t *key)
{
    struct sim_nearest nearest = {.typed = text_of(key)};
    const char *home = home_of(text_of(key));

    if (home)
        return wrong(reader, key, "key '%s' stands outside a section; it belongs to '%s'",
                     text_of(key), home);
    offer_sections(&nearest);
    if (nearest.best)
        return wrong(reader, key, "unknown key '%s'; did you mean '%s'?", text_of(key),
                     nearest.best);
    return wrong(reader, key,
                 "unknown key '%s', expected seed, link, ports, port_a, port_b, directions, "
                 "downstream, upstream, traffic, workload, faults, events, stop or output",
                 text_of(key));
}

static bool read_top(struct reader *reader, const yaml_node_t *key, const yaml_node_t *value)
{
    const char *name = text_of(key);
    enum sim_option_target target;
    size_t row = 0;

    if (is_list(name))
        return read_list(reader, name, value);
    const struct sim_option *option = sim_option_by_key(&sim_options, name);
    if (option && !*sim_option_section(option, SIM_TARGET_BOTH))
        return set_setting(reader, option, SIM_TARGET_BOTH, value);
    if (!*name || !next_in_section(name, &row, &target))
        return unknown_section(reader, key);
    return read_section(reader, name, value);
}

static bool read_root(struct reader *reader)
{
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);

    if (!root || is_empty(root))
        return true;
    if (root->type != YAML_MAPPING_NODE)
        return wrong(reader, root, "no scenario: expected 'section:' lines with keys below");
    if (!check_keys(reader, root))
        return false;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < pairs_of(root); i++) {
            const yaml_node_t *key = key_at(reader, root, i);
            if (is_for_one(text_of(key)) == (pass == 1) &&
                !read_top(reader, key, value_at(reader, root, i)))
                return false;
        }
    }
    return true;
}

static bool malformed(const yaml_parser_t *parser, const char *path, char *message)
{
    snprintf(message, SIM_YAML_MESSAGE, "%.*s:%zu: not YAML: %s", (int)SIM_PATH_BYTES, path,
             parser->problem_mark.line + 1, parser->problem ? parser->problem : "unreadable");
    return false;
}

/* A second document in the file would be ignored in silence. */
static bool read_document(yaml_parser_t *parser, struct reader *reader)
{
    if (!yaml_parser_load(parser, &reader->document))
        return malformed(parser, reader->path, reader->message);
    bool ok = read_root(reader);
    bool empty = !yaml_document_get_root_node(&reader->document);
    yaml_document_delete(&reader->document);
    if (!ok || empty)
        return ok;

    if (!yaml_parser_load(parser, &reader->document))
        return malformed(parser, reader->path, reader->message);
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    if (root)
        ok = wrong(reader, root, "a second document begins here, expected one scenario");
    yaml_document_delete(&reader->document);
    return ok;
}

/* The line where flow brackets nest too deep, or 0. Brackets in comments and strings are counted,
 * too: no scenario has that many of them open. */
static size_t nested_too_deep(const char *text, size_t bytes)
{
    size_t line = 1;
    int depth = 0;

    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '\n')
            line++;
        else if (text[i] == '[' || text[i] == '{')
            depth++;
        else if ((text[i] == ']' || text[i] == '}') && depth)
            depth--;
        if (depth > NESTING_MAX)
            return line;
    }
    return 0;
}

bool sim_yaml_parse(const char *text, size_t bytes, const char *path, struct sim_settings *settings,
                    char message[SIM_YAML_MESSAGE])
{
    struct reader reader = {.path = path, .settings = settings, .message = message};
    yaml_parser_t parser;

    size_t line = nested_too_deep(text, bytes);
    if (line) {
        snprintf(message, SIM_YAML_MESSAGE, "%.*s:%zu: brackets nest more than %d deep",
                 (int)SIM_PATH_BYTES, path, line, NESTING_MAX);
        return false;
    }
    if (!yaml_parser_initialize(&parser)) {
        snprintf(message, SIM_YAML_MESSAGE, "out of memory");
        return false;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, bytes);
    bool ok = read_document(&parser, &reader);
    yaml_parser_delete(&parser);
    return ok;
}

static bool unreadable(const char *path, const char *why, char message[SIM_YAML_MESSAGE])
{
    snprintf(message, SIM_YAML_MESSAGE, "%.*s: %s", (int)SIM_PATH_BYTES, path, why);
    return false;
}

bool sim_yaml_load(const char *path, struct sim_settings *settings, char message[SIM_YAML_MESSAGE])
{
    bool standard_input = !strcmp(path, "-");
    FILE *file = standard_input ? stdin : fopen(path, "r");
    if (!file)
        return unreadable(path, strerror(errno), message);

    char *text = malloc(SIM_YAML_MAX_BYTES + 1);
    bool ok = text != NULL;
    if (!ok) {
        unreadable(path, "out of memory", message);
    } else {
        errno = 0;
        size_t bytes = fread(text, 1, SIM_YAML_MAX_BYTES + 1, file);
        if (ferror(file))
            ok = unreadable(path, errno ? strerror(errno) : "a read failed", message);
        else if (bytes > SIM_YAML_MAX_BYTES)
            ok = unreadable(path, "larger than 1 MiB, expected a scenario file", message);
        else
            ok = sim_yaml_parse(text, bytes, standard_input ? "standard input" : path, settings,
                                message);
    }
    free(text);
    if (!standard_input)
        fclose(file);
    return ok;
}
