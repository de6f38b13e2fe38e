/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What reading a study file is made of.
 * Not here: the whole file (sweep_file.h).
 */
#ifndef STUDY_SWEEP_FILE_AXIS_H
#define STUDY_SWEEP_FILE_AXIS_H

#include "sim/yaml_reader.h"
#include "study/sweep_study.h"

struct sweep_reader {
    struct sim_yaml_reader yaml; /* first: functions of the YAML reader hand it back */
    struct sweep_study *study;
    bool found; /* the file was not empty */
};

/* Reads the section `sweep`. */
bool sweep_file_read_axes(struct sweep_reader *reader, const yaml_node_t *mapping);

#endif
