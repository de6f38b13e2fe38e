/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scenario files: two levels of keys, and workload files.
 * Not here: lists of faults and events (yaml_items.c), how values are read (options.c).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/lines.h"
#include "sim/nearest.h"
#include "sim/yaml_reader.h"

/* Far more than a scenario can need: the parser takes time with the square of the depth. */
#define NESTING_MAX 1000

/* ---- Workload files: beside the scenario file, unless the path is absolute ---- */

static bool add_file(struct sim_yaml_reader *reader, const struct sim_option *option,
                     const yaml_node_t *value)
{
    char path[SIM_PATH_BYTES];
    char why[SIM_OPTION_TEXT];
    const char *slash = strrchr(reader->path, '/');
    int folder = slash ? (int)(slash - reader->path + 1) : 0;

    if (value->type != YAML_SCALAR_NODE || sim_yaml_is_empty(value)) {
        return sim_yaml_wrong(reader, value, "files: expected the path of a .tlp file");
    }
    if (sim_yaml_text_of(value)[0] == '/') {
        folder = 0;
    }
    int length =
        snprintf(path, sizeof(path), "%.*s%s", folder, reader->path, sim_yaml_text_of(value));
    if (length < 0 || (size_t)length >= sizeof(path)) {
        return sim_yaml_wrong(reader, value, "files: the path is too long");
    }
    if (!sim_option_set(option, SIM_TARGET_BOTH, reader->settings, path, why)) {
        return sim_yaml_wrong(reader, value, "files: %s", why);
    }
    sim_lines_note(reader->settings, option, SIM_TARGET_BOTH, sim_yaml_line_of(value));
    return true;
}

static bool add_files(struct sim_yaml_reader *reader, const struct sim_option *option,
                      const yaml_node_t *value)
{
    if (value->type != YAML_SEQUENCE_NODE) {
        return add_file(reader, option, value);
    }
    const yaml_node_item_t *top = value->data.sequence.items.top;
    for (const yaml_node_item_t *item = value->data.sequence.items.start; item < top; item++) {
        if (!add_file(reader, option, sim_yaml_node_at(reader, *item))) {
            return false;
        }
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
            if (!strcmp(sim_option_section(option, *target), section)) {
                return option;
            }
        }
    }
    return NULL;
}

/* Somebody who knows the key but not its section is told the section. */
static const char *home_of(const char *key)
{
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        if (!strcmp(option->key, key)) {
            return sim_option_section(option, SIM_TARGET_BOTH);
        }
    }
    return NULL;
}

static bool unknown_key(struct sim_yaml_reader *reader, const yaml_node_t *key, const char *section)
{
    struct sim_nearest nearest = {.typed = sim_yaml_text_of(key)};
    const struct sim_option *option;
    enum sim_option_target target;
    size_t row = 0;

    while ((option = next_in_section(section, &row, &target))) {
        sim_nearest_offer(&nearest, option->key);
    }
    const char *home = home_of(sim_yaml_text_of(key));
    if (home && *home) {
        return sim_yaml_wrong(reader, key, "key '%s' is not of section '%s'; it belongs to '%s'",
                              sim_yaml_text_of(key), section, home);
    }
    if (nearest.best) {
        return sim_yaml_wrong(reader, key, "unknown key '%s' in section '%s'; did you mean '%s'?",
                              sim_yaml_text_of(key), section, nearest.best);
    }
    row = 0;
    char known[SIM_OPTION_TEXT] = "";
    while ((option = next_in_section(section, &row, &target))) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof(known) - used, "%s%s", used ? ", " : "", option->key);
    }
    return sim_yaml_wrong(reader, key, "unknown key '%s' in section '%s', expected one of %s",
                          sim_yaml_text_of(key), section, known);
}

static bool read_section(struct sim_yaml_reader *reader, const char *section,
                         const yaml_node_t *mapping)
{
    if (sim_yaml_is_empty(mapping)) {
        return true;
    }
    if (mapping->type != YAML_MAPPING_NODE) {
        return sim_yaml_wrong(reader, mapping,
                              "section '%s' holds no keys, expected 'key: value' lines", section);
    }
    if (!sim_yaml_check_keys(reader, mapping)) {
        return false;
    }
    for (size_t i = 0; i < sim_yaml_pairs_of(mapping); i++) {
        const yaml_node_t *key = sim_yaml_key_at(reader, mapping, i);
        const yaml_node_t *value = sim_yaml_value_at(reader, mapping, i);
        const struct sim_option *option;
        enum sim_option_target target;
        size_t row = 0;
        while ((option = next_in_section(section, &row, &target))) {
            if (!strcmp(option->key, sim_yaml_text_of(key))) {
                break;
            }
        }
        if (!option) {
            return unknown_key(reader, key, section);
        }
        if (option->kind == SIM_KIND_WORKLOAD
                ? !add_files(reader, option, value)
                : !sim_yaml_set_setting(reader, option, target, value)) {
            return false;
        }
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
             !strcmp(sim_option_section(option, SIM_TARGET_SECOND), section))) {
            return true;
        }
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

static bool unknown_section(struct sim_yaml_reader *reader, const yaml_node_t *key)
{
    struct sim_nearest nearest = {.typed = sim_yaml_text_of(key)};
    const char *home = home_of(sim_yaml_text_of(key));

    if (home) {
        return sim_yaml_wrong(reader, key, "key '%s' stands outside a section; it belongs to '%s'",
                              sim_yaml_text_of(key), home);
    }
    offer_sections(&nearest);
    if (nearest.best) {
        return sim_yaml_wrong(reader, key, "unknown key '%s'; did you mean '%s'?",
                              sim_yaml_text_of(key), nearest.best);
    }
    return sim_yaml_wrong(
        reader, key,
        "unknown key '%s', expected seed, link, ports, port_a, port_b, directions, "
        "downstream, upstream, traffic, workload, faults, events, stop or output",
        sim_yaml_text_of(key));
}

static bool read_top(struct sim_yaml_reader *reader, const yaml_node_t *key,
                     const yaml_node_t *value)
{
    const char *name = sim_yaml_text_of(key);
    enum sim_option_target target;
    size_t row = 0;

    if (is_list(name)) {
        return sim_yaml_read_list(reader, name, value);
    }
    const struct sim_option *option = sim_option_by_key(&sim_options, name);
    if (option && !*sim_option_section(option, SIM_TARGET_BOTH)) {
        return sim_yaml_set_setting(reader, option, SIM_TARGET_BOTH, value);
    }
    if (!*name || !next_in_section(name, &row, &target)) {
        return unknown_section(reader, key);
    }
    return read_section(reader, name, value);
}

bool sim_yaml_read_scenario(struct sim_yaml_reader *reader, const yaml_node_t *root)
{
    if (sim_yaml_is_empty(root)) {
        return true;
    }
    if (root->type != YAML_MAPPING_NODE) {
        return sim_yaml_wrong(reader, root,
                              "no scenario: expected 'section:' lines with keys below");
    }
    if (!sim_yaml_check_keys(reader, root)) {
        return false;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < sim_yaml_pairs_of(root); i++) {
            const yaml_node_t *key = sim_yaml_key_at(reader, root, i);
            if (is_for_one(sim_yaml_text_of(key)) == (pass == 1) &&
                !read_top(reader, key, sim_yaml_value_at(reader, root, i))) {
                return false;
            }
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
static bool read_document(yaml_parser_t *parser, struct sim_yaml_reader *reader,
                          sim_yaml_root_reader *read)
{
    if (!yaml_parser_load(parser, &reader->document)) {
        return malformed(parser, reader->path, reader->message);
    }
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    bool empty = !root;
    bool ok = empty || read(reader, root);
    yaml_document_delete(&reader->document);
    if (!ok || empty) {
        return ok;
    }

    if (!yaml_parser_load(parser, &reader->document)) {
        return malformed(parser, reader->path, reader->message);
    }
    root = yaml_document_get_root_node(&reader->document);
    if (root) {
        ok = sim_yaml_wrong(reader, root, "a second document begins here, expected one");
    }
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
        if (text[i] == '\n') {
            line++;
        } else if (text[i] == '[' || text[i] == '{') {
            depth++;
        } else if ((text[i] == ']' || text[i] == '}') && depth) {
            depth--;
        }
        if (depth > NESTING_MAX) {
            return line;
        }
    }
    return 0;
}

bool sim_yaml_read(const char *text, size_t bytes, struct sim_yaml_reader *reader,
                   sim_yaml_root_reader *read)
{
    yaml_parser_t parser;

    size_t line = nested_too_deep(text, bytes);
    if (line) {
        snprintf(reader->message, SIM_YAML_MESSAGE, "%.*s:%zu: brackets nest more than %d deep",
                 (int)SIM_PATH_BYTES, reader->path, line, NESTING_MAX);
        return false;
    }
    if (!yaml_parser_initialize(&parser)) {
        snprintf(reader->message, SIM_YAML_MESSAGE, "out of memory");
        return false;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, bytes);
    bool ok = read_document(&parser, reader, read);
    yaml_parser_delete(&parser);
    return ok;
}

bool sim_yaml_parse(const char *text, size_t bytes, const char *path, struct sim_settings *settings,
                    char message[SIM_YAML_MESSAGE])
{
    struct sim_yaml_reader reader = {.path = path, .settings = settings, .message = message};

    return sim_yaml_read(text, bytes, &reader, sim_yaml_read_scenario);
}

static bool unreadable(const char *path, const char *why, char message[SIM_YAML_MESSAGE])
{
    snprintf(message, SIM_YAML_MESSAGE, "%.*s: %s", (int)SIM_PATH_BYTES, path, why);
    return false;
}

char *sim_yaml_load_text(const char *path, size_t *bytes, char message[SIM_YAML_MESSAGE])
{
    bool standard_input = !strcmp(path, "-");
    FILE *file = standard_input ? stdin : fopen(path, "r");
    if (!file) {
        unreadable(path, strerror(errno), message);
        return NULL;
    }

    char *text = malloc(SIM_YAML_MAX_BYTES + 1);
    bool ok = text != NULL;
    if (!ok) {
        unreadable(path, "out of memory", message);
    } else {
        errno = 0;
        *bytes = fread(text, 1, SIM_YAML_MAX_BYTES + 1, file);
        if (ferror(file)) {
            ok = unreadable(path, errno ? strerror(errno) : "a read failed", message);
        } else if (*bytes > SIM_YAML_MAX_BYTES) {
            ok = unreadable(path, "larger than 1 MiB, expected a scenario file", message);
        }
    }
    if (!standard_input) {
        fclose(file);
    }
    if (ok) {
        return text;
    }
    free(text);
    return NULL;
}

bool sim_yaml_load(const char *path, struct sim_settings *settings, char message[SIM_YAML_MESSAGE])
{
    size_t bytes = 0;
    char *text = sim_yaml_load_text(path, &bytes, message);
    if (!text) {
        return false;
    }
    bool ok =
        sim_yaml_parse(text, bytes, strcmp(path, "-") ? path : "standard input", settings, message);
    free(text);
    return ok;
}
