/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Study files: docs/sweep.md has their keys.
 * Not here: whether every point of a study can be run (sweep_check.h).
 */
#ifndef STUDY_SWEEP_FILE_H
#define STUDY_SWEEP_FILE_H

#include "sim/yaml.h"
#include "study/sweep_study.h"

/*
 * Reads the study file `path` ("-": standard input), and the scenario file that its `base` names,
 * looked for beside it. End the study with sweep_file_end, whatever is returned. Returns false and
 * writes one line, "FILE:LINE: found ..., expected ...", to `message` if it cannot be read or
 * something in it is wrong.
 */
bool sweep_file_load(const char *path, struct sweep_study *study, char message[SIM_YAML_MESSAGE]);

/* The same from texts already read, as another process sent them; they are copied. A base_path
 * without a base_text is read from its file. */
bool sweep_file_parse(const struct sweep_sources *sources, struct sweep_study *study,
                      char message[SIM_YAML_MESSAGE]);

void sweep_file_end(struct sweep_study *study);

#endif
