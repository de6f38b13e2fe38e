/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints the option table, a row on each line, fields between tabs: for tools/option-docs.
 * Not here: what is made of it.
 */
#include <stdio.h>

#include "sim/options.h"

static void print_table(const char *table, const struct sim_option_table *options, const void *base)
{
    for (size_t i = 0; i < options->count; i++) {
        const struct sim_option *option = &options->rows[i];
        char expected[SIM_OPTION_TEXT];
        char value[SIM_OPTION_TEXT];
        const char *section = sim_option_section(option, SIM_TARGET_BOTH);
        sim_option_expected(option, expected);
        sim_option_show(option, SIM_TARGET_BOTH, base, value);
        printf("%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", table, option->name ? option->name : "",
               (int)option->scope, section ? section : "", option->key,
               sim_option_value_name(option), expected, value, option->brief != NULL, option->help);
    }
}

int main(void)
{
    static struct sim_settings settings;
    const struct sim_link_event event = {.kind = SIM_EVENT_LINK_DOWN};
    struct sim_fault fault;

    sim_settings_default(&settings);
    sim_fault_default(&fault);
    print_table("run", &sim_options, &settings);
    print_table("fault", &sim_fault_options, &fault);
    print_table("event", &sim_event_options, &event);
    return 0;
}
