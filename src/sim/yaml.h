/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scenario files.
 * Not here: their keys (options.h).
 */
#ifndef SIM_YAML_H
#define SIM_YAML_H

#include "sim/options.h"

#define SIM_YAML_MESSAGE   (SIM_OPTION_TEXT + 2 * SIM_PATH_BYTES)
#define SIM_YAML_MAX_BYTES (1u << 20) /* a larger file is refused */

/*
 * Reads the scenario file `path` ("-": standard input) on top of what `settings` holds. Workload
 * files named in it are looked for beside it. Returns false and writes one line, "FILE:LINE: found
 * ..., expected ...", to `message` if it cannot be read or something in it is wrong.
 */
bool sim_yaml_load(const char *path, struct sim_settings *settings, char message[SIM_YAML_MESSAGE]);

/* The same from memory; `path` is used for messages and as the place of workloads. */
bool sim_yaml_parse(const char *text, size_t bytes, const char *path, struct sim_settings *settings,
                    char message[SIM_YAML_MESSAGE]);

/* The bytes of a file of at most SIM_YAML_MAX_BYTES, to be freed by the caller; or a null pointer
 * and a message, as above. */
char *sim_yaml_load_text(const char *path, size_t *bytes, char message[SIM_YAML_MESSAGE]);

#endif
