/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes settings as a scenario file.
 * Not here: reading one (yaml.h).
 */
#ifndef SIM_YAML_WRITER_H
#define SIM_YAML_WRITER_H

#include <stdio.h>

#include "sim/settings.h"

/* Writes all values, defaults too. Workload files become absolute paths where they exist. */
void sim_yaml_write(FILE *out, const struct sim_settings *settings);

#endif
