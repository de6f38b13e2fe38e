/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a user asks for: a scenario, and what is to be shown of it.
 * Not here: the option table that fills it (options.h), the scenario itself (scenario.h).
 */
#ifndef SIM_SETTINGS_H
#define SIM_SETTINGS_H

#include "sim/scenario.h"

#define SIM_PATH_BYTES 4096u

enum sim_ladder {
    SIM_LADDER_NONE,
    SIM_LADDER_ALL,
    SIM_LADDER_EXCERPTS, /* where something went wrong, and what came just before and after */
    SIM_LADDER_COUNT
};

/* Which directions something is wanted for: a set of 1 << enum sim_direction. */
enum sim_directions {
    SIM_DIRECTIONS_NONE,
    SIM_DIRECTIONS_DOWNSTREAM,
    SIM_DIRECTIONS_UPSTREAM,
    SIM_DIRECTIONS_BOTH,
    SIM_DIRECTIONS_COUNT,
    /* Of writes only: downstream, or none where a workload is given. */
    SIM_DIRECTIONS_DEFAULT = SIM_DIRECTIONS_COUNT
};

#define SIM_OPTION_ROWS_MAX 80u /* of the table of a run */
#define SIM_ITEM_KEYS_MAX   12u /* of the tables of faults and events */

/* Lines of the scenario file, by row of the option tables; 0: the setting is not in the file. */
struct sim_lines {
    uint32_t rows[SIM_OPTION_ROWS_MAX][2]; /* and by port or direction */
    uint32_t faults[SIM_FAULTS_MAX][SIM_ITEM_KEYS_MAX];
    uint32_t events[SIM_EVENTS_MAX][SIM_ITEM_KEYS_MAX];
    uint32_t files[SIM_WORKLOADS_MAX];
};

struct sim_settings {
    struct sim_scenario scenario;
    struct sim_lines lines; /* filled by sim/lines.h */
    /* These three become `on` and `recorded` of the scenario's traffic in sim_settings_complete. */
    enum sim_directions writes;
    enum sim_directions reads;
    enum sim_directions recorded;
    /* The next workload file named begins a new list: an option replaces the files of a scenario.
     */
    bool workload_is_replaceable;
    enum sim_ladder ladder;
    uint32_t ladder_rows; /* 0: no limit */
};

void sim_settings_default(struct sim_settings *settings);

/* Adds a workload file; the path is copied. Returns false if there is no room for it. */
bool sim_settings_add_workload(struct sim_settings *settings, const char *path);

/* Adds one at its defaults; a null pointer if there is no room for it. */
struct sim_fault *sim_settings_add_fault(struct sim_settings *settings);
struct sim_link_event *sim_settings_add_event(struct sim_settings *settings);

/* Carries over what the scenario holds in another form. Call it when all is set. */
void sim_settings_complete(struct sim_settings *settings);

/* Gives back the memory of the paths. */
void sim_settings_end(struct sim_settings *settings);

#endif
