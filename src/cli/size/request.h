/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What acknak size is asked and what it found.
 * Not here: reading options (cmd_size.c), printing (text.c, json.c, cells.c).
 */
#ifndef CLI_SIZE_REQUEST_H
#define CLI_SIZE_REQUEST_H

#include <stdbool.h>

#include "sim/scenario.h"
#include "study/size.h"

struct size_request {
    struct sim_scenario scenario; /* cable and all */
    uint64_t cable_fs;            /* of its propagation */
    double metres;
    uint64_t fs_per_metre;
    uint64_t time_fs; /* of each run */
    bool json;
    bool cells;
};

/* One direction. */
struct size_answer {
    enum sim_direction direction;
    struct study_size formula;
    struct study_size_found found;
    struct study_slack_found slack;
    bool has_rate; /* the closed form covers the scenario: */
    struct study_rate rate;
};

void size_print_text(const struct size_request *request, const struct size_answer *answers,
                     size_t count);
void size_print_json(const struct size_request *request, const struct size_answer *answers,
                     size_t count);

/* The slack of every cell of the tables, as text or JSON. */
void size_print_cells(const struct size_request *request);

#endif
