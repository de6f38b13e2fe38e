/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The points of a study: which value each axis has at a point, and the seed of each run.
 * Not here: running a point (sweep_runner.c).
 */
#include "study/sweep_grid.h"

#include <stdio.h>
#include <string.h>

#include "sim/random.h"
#include "sim/run.h"
#include "study/sweep_range.h"

/* What a number is drawn for, so that no two draws are tied. */
enum purpose { PURPOSE_VALUE = 1, PURPOSE_RUN = 2 };

static uint64_t draw(const struct sweep_study *study, enum purpose purpose, uint64_t point,
                     uint64_t place)
{
    uint64_t bits = sim_mix(study->seed ^ sim_mix((uint64_t)purpose));
    bits = sim_mix(bits ^ sim_mix(point));
    return sim_mix(bits ^ sim_mix(place));
}

uint64_t sweep_grid_combinations(const struct sweep_study *study)
{
    uint64_t count = 1;

    for (uint32_t i = 0; i < study->axis_count; i++) {
        uint64_t values = study->axes[i].value_count;
        if (values && count > UINT64_MAX / values)
            return UINT64_MAX;
        count *= values;
    }
    return count;
}

/* Writes the number to all keys of the axis: each in its own notation. */
static void write_number(const struct sweep_axis *axis, double number, char value[SWEEP_TEXT])
{
    sweep_range_write(axis->keys[0].option, number, value);
}

static void draw_value(const struct sweep_study *study, uint64_t point, uint32_t index,
                       char value[SWEEP_TEXT])
{
    const struct sweep_axis *axis = &study->axes[index];
    uint64_t bits = draw(study, PURPOSE_VALUE, point, index);

    if (axis->drawn)
        write_number(axis, sweep_range_between(&axis->range, (double)(bits >> 11) * 0x1p-53),
                     value);
    else
        snprintf(value, SWEEP_TEXT, "%s", axis->values[sim_mul_high(bits, axis->value_count)]);
}

void sweep_grid_value(const struct sweep_study *study, uint64_t point, uint32_t axis,
                      char value[SWEEP_TEXT])
{
    if (study->random) {
        draw_value(study, point, axis, value);
        return;
    }
    for (uint32_t i = study->axis_count - 1; i > axis; i--)
        point /= study->axes[i].value_count;
    const struct sweep_axis *found = &study->axes[axis];
    snprintf(value, SWEEP_TEXT, "%s", found->values[point % found->value_count]);
}

/* The list of workload files is the only thing in settings that is not copied with the struct. */
static bool copy_settings(const struct sim_settings *from, struct sim_settings *to)
{
    *to = *from;
    to->scenario.workload.file_count = 0;
    to->workload_is_replaceable = false;
    for (uint32_t i = 0; i < from->scenario.workload.file_count; i++) {
        if (!sim_settings_add_workload(to, from->scenario.workload.files[i]))
            return false;
    }
    return true;
}

bool sweep_grid_settings(const struct sweep_study *study, uint64_t point,
                         struct sim_settings *settings, char message[SWEEP_TEXT])
{
    char value[SWEEP_TEXT];
    char why[SIM_MESSAGE_BYTES];

    if (!copy_settings(&study->base, settings)) {
        snprintf(message, SWEEP_TEXT, "out of memory");
        return false;
    }
    for (uint32_t i = 0; i < study->axis_count; i++) {
        sweep_grid_value(study, point, i, value);
        if (!sweep_axis_apply(&study->axes[i], value, settings, message))
            return false;
    }
    sim_settings_complete(settings);
    if (sim_scenario_check(&settings->scenario, NULL, why, sizeof(why)))
        return true;
    snprintf(message, SWEEP_TEXT, "%s", why);
    return false;
}

uint64_t sweep_grid_seed(const struct sweep_study *study, uint64_t point, uint32_t replicate)
{
    return draw(study, PURPOSE_RUN, point, replicate) >> 1;
}

void sweep_grid_describe(const struct sweep_study *study, uint64_t point, char text[SWEEP_TEXT])
{
    char value[SWEEP_TEXT], shown[SWEEP_TEXT];
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < study->axis_count && used < SWEEP_TEXT; i++) {
        sweep_grid_value(study, point, i, value);
        sweep_axis_show(value, shown);
        int length = snprintf(text + used, SWEEP_TEXT - used, "%s%s=%s", used ? ", " : "",
                              study->axes[i].name, shown);
        used += length > 0 ? (size_t)length : 0;
    }
}
