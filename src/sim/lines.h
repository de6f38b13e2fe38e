/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In which line of a scenario file each setting stands, for messages about how they fit together.
 * Not here: reading the file (yaml.h), what fits (scenario.h).
 */
#ifndef SIM_LINES_H
#define SIM_LINES_H

#include "sim/options.h"

/* A line; 0: the setting stands in no file, it is a default or an option. */

/* Notes where a setting of the run stands. */
void sim_lines_note(struct sim_settings *settings, const struct sim_option *option,
                    enum sim_option_target target, size_t line);

/* The same for a key of the fault, or the event, added last. */
void sim_lines_note_item(struct sim_settings *settings, const struct sim_option_table *table,
                         const struct sim_option *option, size_t line);

/* Where the setting that a message is about stands. */
size_t sim_lines_find(const struct sim_settings *settings, const struct sim_setting *about);

#endif
