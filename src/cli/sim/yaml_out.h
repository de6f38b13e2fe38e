/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes what was asked for as a scenario file.
 * Not here: reading one (sim/yaml.h).
 */
#ifndef CLI_SIM_YAML_OUT_H
#define CLI_SIM_YAML_OUT_H

#include "sim/settings.h"

/* Writes all values to `path`; returns an exit code, having said why if it is not clean. */
int cli_sim_yaml_out(const char *path, const struct sim_settings *settings);

#endif
