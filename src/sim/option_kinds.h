/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kinds of values that an option can have: how each is read, shown and described.
 * Not here: which options there are (options.h).
 */
#ifndef SIM_OPTION_KINDS_H
#define SIM_OPTION_KINDS_H

#include "sim/options.h"

/* What a kind can do. `place` is where the option's value is stored. */
struct sim_kind {
    const char *value_name;
    bool (*read)(const struct sim_option *option, const char *text, void *place);
    void (*show)(const struct sim_option *option, const void *place, char text[SIM_OPTION_TEXT]);
    void (*expect)(const struct sim_option *option, char text[SIM_OPTION_TEXT]);
};

extern const struct sim_kind sim_kind_count;
extern const struct sim_kind sim_kind_forever;
extern const struct sim_kind sim_kind_either;
extern const struct sim_kind sim_kind_mask;
extern const struct sim_kind sim_kind_signed;
extern const struct sim_kind sim_kind_any;
extern const struct sim_kind sim_kind_size;
extern const struct sim_kind sim_kind_time;
extern const struct sim_kind sim_kind_bool;
extern const struct sim_kind sim_kind_word;
extern const struct sim_kind sim_kind_rate;
extern const struct sim_kind sim_kind_width;
extern const struct sim_kind sim_kind_mps;
extern const struct sim_kind sim_kind_probability;
extern const struct sim_kind sim_kind_mix;
extern const struct sim_kind sim_kind_ack_policy;
extern const struct sim_kind sim_kind_ack_limit;
extern const struct sim_kind sim_kind_replay_timer;
extern const struct sim_kind sim_kind_workload;

/* Shows an unsigned number of any size. */
void sim_show_count(const struct sim_option *option, const void *place, char text[SIM_OPTION_TEXT]);

/* Adds to a text, as far as there is room. */
void sim_text_append(char text[SIM_OPTION_TEXT], const char *more);

#endif
