/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a study can be run at all, told before anything runs.
 * Not here: reading its file (sweep_file.h).
 */
#ifndef STUDY_SWEEP_CHECK_H
#define STUDY_SWEEP_CHECK_H

#include "sim/yaml.h"
#include "study/sweep_study.h"

/*
 * Counts the points, looks at each of them, reads the workload files, and fills `count` and
 * `digest`. Returns false and writes one line to `message`: more than `points_max` points, points
 * that the simulator refuses (how many, and the first), a file that cannot be read. Costs
 * microseconds for each point.
 */
bool sweep_check(struct sweep_study *study, uint64_t points_max, char message[SIM_YAML_MESSAGE]);

#endif
