/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The forms of an option: for both ports or directions, and for each alone.
 * Not here: which options there are (options.c).
 */
#include "sim/options.h"

unsigned sim_option_targets(const struct sim_option *option)
{
    return option->scope == SIM_SCOPE_ONE ? 1 : SIM_TARGET_COUNT;
}

const char *sim_option_suffix(enum sim_option_scope scope, enum sim_option_target target)
{
    static const char *const suffixes[][SIM_TARGET_COUNT] = {
        [SIM_SCOPE_ONE] = {"", "", ""},
        [SIM_SCOPE_PORT] = {"", "-a", "-b"},
        [SIM_SCOPE_DIRECTION] = {"", "-downstream", "-upstream"},
    };
    return suffixes[scope][target];
}

const char *sim_option_section(const struct sim_option *option, enum sim_option_target target)
{
    static const char *const sections[][SIM_TARGET_COUNT] = {
        [SIM_SCOPE_ONE] = {"", "", ""},
        [SIM_SCOPE_PORT] = {"ports", "port_a", "port_b"},
        [SIM_SCOPE_DIRECTION] = {"directions", "downstream", "upstream"},
    };
    return option->scope == SIM_SCOPE_ONE ? option->section : sections[option->scope][target];
}
