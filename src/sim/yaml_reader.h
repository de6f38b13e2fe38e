/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What reading a scenario file is made of: nodes, messages with their line, single values.
 * Not here: which sections there are (yaml.c).
 */
#ifndef SIM_YAML_READER_H
#define SIM_YAML_READER_H

#include <yaml.h>

#include "sim/yaml.h"

struct sim_yaml_reader {
    yaml_document_t document;
    const char *path;
    struct sim_settings *settings;
    char *message;
};

/* Reads what stands at the top of a document. Returns false having written a message. */
typedef bool sim_yaml_root_reader(struct sim_yaml_reader *reader, const yaml_node_t *root);

/*
 * Parses text that holds one document and calls `read` with its root, unless it is empty. The path
 * and the message of `reader` are set by the caller, and its settings if `read` wants them.
 */
bool sim_yaml_read(const char *text, size_t bytes, struct sim_yaml_reader *reader,
                   sim_yaml_root_reader *read);

/* The root reader of scenario files; any mapping of the sections of a scenario will do. */
bool sim_yaml_read_scenario(struct sim_yaml_reader *reader, const yaml_node_t *root);

/* Writes "FILE:LINE: ..." to the message; always false. */
__attribute__((format(printf, 3, 4))) bool sim_yaml_wrong(const struct sim_yaml_reader *reader,
                                                          const yaml_node_t *node,
                                                          const char *format, ...);

yaml_node_t *sim_yaml_node_at(struct sim_yaml_reader *reader, int index);
const char *sim_yaml_text_of(const yaml_node_t *node);  /* of a scalar */
const char *sim_yaml_shape_of(const yaml_node_t *node); /* of what is no scalar */
bool sim_yaml_is_empty(const yaml_node_t *node);
size_t sim_yaml_line_of(const yaml_node_t *node);

/* Pairs of a mapping, and the i-th of them. */
size_t sim_yaml_pairs_of(const yaml_node_t *mapping);
yaml_node_t *sim_yaml_key_at(struct sim_yaml_reader *reader, const yaml_node_t *mapping, size_t i);
yaml_node_t *sim_yaml_value_at(struct sim_yaml_reader *reader, const yaml_node_t *mapping,
                               size_t i);

/* Refuses keys that are no words or stand twice. */
bool sim_yaml_check_keys(struct sim_yaml_reader *reader, const yaml_node_t *mapping);

/* Sets a value of the struct at `base`; the second one sets one of the run and notes its line. */
bool sim_yaml_set_scalar(struct sim_yaml_reader *reader, const struct sim_option *option,
                         enum sim_option_target target, void *base, const yaml_node_t *value);
bool sim_yaml_set_setting(struct sim_yaml_reader *reader, const struct sim_option *option,
                          enum sim_option_target target, const yaml_node_t *value);

/* Reads the list "faults", or "events". */
bool sim_yaml_read_list(struct sim_yaml_reader *reader, const char *name, const yaml_node_t *list);

#endif
