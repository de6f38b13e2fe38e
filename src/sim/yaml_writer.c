/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes settings as a scenario file.
 * Not here: reading one (yaml.c).
 */
#include "sim/yaml_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/options.h"

/* In single quotes, as YAML wants a text that may hold anything; a quote is doubled. */
static void write_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'') {
            fputc('\'', out);
        }
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void write_workload(FILE *out, const struct sim_workload *workload)
{
    fputs("  files:", out);
    fputs(workload->file_count ? "\n" : " []\n", out);
    for (uint32_t i = 0; i < workload->file_count; i++) {
        /* A path in a file is relative to that file, wherever it may be put. */
        char *absolute = realpath(workload->files[i], NULL);
        fputs("    - ", out);
        write_quoted(out, absolute ? absolute : workload->files[i]);
        fputc('\n', out);
        free(absolute);
    }
}

/* Ends and directions that are alike go to the section for both. */
static bool is_alike(const struct sim_option *option, const void *base)
{
    char first[SIM_OPTION_TEXT];
    char second[SIM_OPTION_TEXT];

    if (option->scope == SIM_SCOPE_ONE) {
        return true;
    }
    sim_option_show(option, SIM_TARGET_FIRST, base, first);
    sim_option_show(option, SIM_TARGET_SECOND, base, second);
    return !strcmp(first, second);
}

static void write_value(FILE *out, const struct sim_option *option, enum sim_option_target target,
                        const struct sim_settings *settings)
{
    char value[SIM_OPTION_TEXT];

    if (option->kind == SIM_KIND_WORKLOAD) {
        write_workload(out, &settings->scenario.workload);
        return;
    }
    sim_option_show(option, target, settings, value);
    const char *indent = *sim_option_section(option, target) ? "  " : "";
    fprintf(out, "%s%s: %s\n", indent, option->key, value);
}

/* All keys of one section, in the order of the table. */
static void write_section(FILE *out, const char *section, const struct sim_settings *settings)
{
    bool begun = false;

    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        for (unsigned t = 0; t < sim_option_targets(option); t++) {
            enum sim_option_target target = (enum sim_option_target)t;
            bool wanted = (target == SIM_TARGET_BOTH) == is_alike(option, settings);
            if (!wanted || strcmp(sim_option_section(option, target), section) != 0) {
                continue;
            }
            if (!begun && *section) {
                fprintf(out, "%s:\n", section);
            }
            begun = true;
            write_value(out, option, target, settings);
        }
    }
}

static void write_list(FILE *out, const char *name, const struct sim_option_table *table,
                       const void *items, size_t count, size_t bytes)
{
    if (count) {
        fprintf(out, "%s:\n", name);
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t row = 0; row < table->count; row++) {
            char value[SIM_OPTION_TEXT];
            const void *item = (const char *)items + i * bytes;
            if (table == &sim_fault_options &&
                !sim_option_fits_fault(&table->rows[row], item, value)) {
                continue;
            }
            sim_option_show(&table->rows[row], SIM_TARGET_BOTH, item, value);
            fprintf(out, "  %s %s: %s\n", row ? " " : "-", table->rows[row].key, value);
        }
    }
}

void sim_yaml_write(FILE *out, const struct sim_settings *settings)
{
    static const char *const sections[] = {"",        "link",       "ports",      "port_a",
                                           "port_b",  "directions", "downstream", "upstream",
                                           "traffic", "workload",   "stop",       "output"};
    const struct sim_scenario *scenario = &settings->scenario;

    fputs("# acknak sim FILE runs this; docs/scenario.md explains the keys.\n", out);
    for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
        write_section(out, sections[i], settings);
    }
    write_list(out, "faults", &sim_fault_options, scenario->faults, scenario->fault_count,
               sizeof(scenario->faults[0]));
    write_list(out, "events", &sim_event_options, scenario->events, scenario->event_count,
               sizeof(scenario->events[0]));
}
