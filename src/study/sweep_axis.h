/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An axis of a study: one key of a scenario, or several that go together, and its values.
 * Not here: which value a point has (sweep_grid.h).
 */
#ifndef STUDY_SWEEP_AXIS_H
#define STUDY_SWEEP_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/options.h"
#include "sim/scenario.h"

#define SWEEP_KEYS_MAX   8u      /* of one axis */
#define SWEEP_VALUES_MAX 100000u /* of one axis */
#define SWEEP_TEXT       700u    /* bytes of a message or of the values of an axis */

/* A key: "link.rate", "port_a.rx_delay", "faults.1.nth". */
struct sweep_key {
    const struct sim_option *option;
    enum sim_option_target target;
    enum sim_place place;
    uint32_t index; /* of the fault or event, from 0 */
};

/* Numbers from one to another, in the unit of the option: femtoseconds, bytes, probability. */
struct sweep_range {
    double from, to;
    bool log; /* equal factors instead of equal steps */
};

struct sweep_axis {
    const char
        *file;  /* the study's: workload files are looked for beside it; valid with the study */
    char *name; /* as in the file: "link.rate", "link.mps, directions.payload" */
    uint32_t line;
    uint32_t key_count;
    struct sweep_key keys[SWEEP_KEYS_MAX];
    bool drawn; /* from the range; else one of the values */
    struct sweep_range range;
    uint32_t value_count;
    char **values; /* each the texts of all keys, a tab between them */
};

/* Whether a key may be an axis: not what each run has of its own, not what is only shown. */
bool sweep_axis_may_vary(const struct sim_option *option);

/*
 * Finds the keys named by `name`, which is copied. Returns false and writes what was found and what
 * is expected to `message`.
 */
bool sweep_axis_begin(struct sweep_axis *axis, const char *name, char message[SWEEP_TEXT]);

/* Adds a value, which is copied. False: out of memory, or it is there already. */
bool sweep_axis_add(struct sweep_axis *axis, const char *value, char message[SWEEP_TEXT]);

void sweep_axis_end(struct sweep_axis *axis);

/* A path as seen from the folder of a file. False: too long. */
bool sweep_axis_beside(const char *file, const char *name, char path[SIM_PATH_BYTES]);

/*
 * Sets one value of an axis in `settings`. Returns false and writes "KEY: found ..., expected ..."
 * to `message`.
 */
bool sweep_axis_apply(const struct sweep_axis *axis, const char *value,
                      struct sim_settings *settings, char message[SWEEP_TEXT]);

/* The text of a value for people: ", " in place of the tabs. */
void sweep_axis_show(const char *value, char text[SWEEP_TEXT]);

/* A value as a number, for databases and plots. False: a word, a list, a text for each key. */
bool sweep_axis_number(const struct sweep_axis *axis, const char *value, double *number);

#endif
