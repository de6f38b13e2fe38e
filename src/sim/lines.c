/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In which line of a scenario file each setting stands.
 * Not here: reading the file (yaml.c).
 */
#include "sim/lines.h"

#include <string.h>

static size_t row_in(const struct sim_option_table *table, const struct sim_option *option)
{
    return (size_t)(option - table->rows);
}

void sim_lines_note(struct sim_settings *settings, const struct sim_option *option,
                    enum sim_option_target target, size_t line)
{
    uint32_t *lines = settings->lines.rows[row_in(&sim_options, option)];

    if (option->kind == SIM_KIND_WORKLOAD && settings->scenario.workload.file_count) {
        settings->lines.files[settings->scenario.workload.file_count - 1] = (uint32_t)line;
    }
    if (target != SIM_TARGET_SECOND) {
        lines[0] = (uint32_t)line;
    }
    if (target != SIM_TARGET_FIRST) {
        lines[1] = (uint32_t)line;
    }
}

void sim_lines_note_item(struct sim_settings *settings, const struct sim_option_table *table,
                         const struct sim_option *option, size_t line)
{
    size_t row = row_in(table, option);

    if (table == &sim_fault_options) {
        settings->lines.faults[settings->scenario.fault_count - 1][row] = (uint32_t)line;
    } else {
        settings->lines.events[settings->scenario.event_count - 1][row] = (uint32_t)line;
    }
}

/* The key of an item, or else its kind, which each has. */
static size_t line_in_item(const struct sim_option_table *table, const uint32_t *lines,
                           const char *key)
{
    const struct sim_option *option = sim_option_by_key(table, key);
    size_t line = option ? lines[row_in(table, option)] : 0;

    return line ? line : lines[row_in(table, sim_option_by_key(table, "kind"))];
}

size_t sim_lines_find(const struct sim_settings *settings, const struct sim_setting *about)
{
    const struct sim_lines *lines = &settings->lines;

    if (!about->key) {
        return 0;
    }
    if (about->place == SIM_PLACE_FAULT) {
        return line_in_item(&sim_fault_options, lines->faults[about->index], about->key);
    }
    if (about->place == SIM_PLACE_EVENT) {
        return line_in_item(&sim_event_options, lines->events[about->index], about->key);
    }
    const struct sim_option *option = sim_option_by_key(&sim_options, about->key);
    return option ? lines->rows[row_in(&sim_options, option)][about->index] : 0;
}
