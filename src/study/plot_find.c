/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Axes and figures by the names that people type.
 * Not here: what is done with them (plot_choice.c).
 */
#include <stdio.h>
#include <string.h>

#include "sim/nearest.h"
#include "study/plot_choice.h"

typedef const char *(*name_of)(const struct plot_study *study, uint32_t index);

static const char *axis_name(const struct plot_study *study, uint32_t axis)
{
    return plot_study_axis(study, axis)->name;
}

static const char *figure_name(const struct plot_study *study, uint32_t figure)
{
    return plot_study_figure(study, figure)->name;
}

/* Whether `name` is the end of `whole` behind a point. */
static bool is_end_of(const char *name, const char *whole)
{
    size_t length = strlen(name), all = strlen(whole);
    return length < all && whole[all - length - 1u] == '.' && !strcmp(whole + all - length, name);
}

static bool find(const struct plot_study *study, const char *what, name_of get, uint32_t count,
                 const char *name, uint32_t *found, char message[SWEEP_STORE_MESSAGE])
{
    struct sim_nearest nearest = {.typed = name};
    uint32_t ends = 0;

    for (uint32_t i = 0; i < count; i++) {
        const char *whole = get(study, i);
        if (!strcmp(whole, name)) {
            *found = i;
            return true;
        }
        if (is_end_of(name, whole)) {
            ends++;
            *found = i;
        }
        sim_nearest_offer(&nearest, whole);
    }
    if (ends == 1)
        return true;
    if (ends > 1)
        snprintf(message, PLOT_MESSAGE, "%s '%.60s' ends the names of %u; --list shows them whole",
                 what, name, ends);
    else if (nearest.best)
        snprintf(message, PLOT_MESSAGE, "unknown %s '%.60s'; did you mean '%s'?", what, name,
                 nearest.best);
    else
        snprintf(message, PLOT_MESSAGE, "unknown %s '%.60s'; --list shows what there is", what,
                 name);
    return false;
}

bool plot_find_axis(const struct plot_study *study, const char *name, uint32_t *axis,
                    char message[SWEEP_STORE_MESSAGE])
{
    return find(study, "axis", axis_name, plot_study_axis_count(study), name, axis, message);
}

bool plot_find_figure(const struct plot_study *study, const char *name, uint32_t *figure,
                      char message[SWEEP_STORE_MESSAGE])
{
    return find(study, "figure", figure_name, plot_study_figure_count(study), name, figure,
                message);
}
