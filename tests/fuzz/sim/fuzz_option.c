/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: any text as the value of any option of a simulation, as a fault and as an event. A
 * value that is taken is shown in a form that is taken again and shown the same.
 * Not here: scenario files (tests/cli/fuzz_scenario.c).
 *
 * Input: lines. A line's first byte chooses the option, its second which end or direction; the rest
 * is the value.
 */
#include <string.h>

#include "fuzz_input.h"
#include "sim/options.h"

#define LINES_MAX 200u

static struct sim_settings settings;

static void require_message(const char *message)
{
    fuzz_require(message[0] != '\0' && strchr(message, '\n') == NULL, "a refusal says why");
}

static void set_option(const struct sim_option *option, uint8_t which, const char *text)
{
    char message[SIM_OPTION_TEXT] = "";
    char shown[SIM_OPTION_TEXT];
    char again[SIM_OPTION_TEXT];
    enum sim_option_target target = (enum sim_option_target)(which % sim_option_targets(option));
    if (!sim_option_set(option, target, &settings, text, message)) {
        require_message(message);
        return;
    }
    if (option->kind == SIM_KIND_WORKLOAD) {
        return; /* a list of paths: what is shown is not what was added */
    }
    sim_option_show(option, target, &settings, shown);
    fuzz_require(sim_option_set(option, target, &settings, shown, message),
                 "what is shown is taken");
    sim_option_show(option, target, &settings, again);
    fuzz_require(strcmp(shown, again) == 0, "and shown the same");
}

static void add(bool fault, const char *text)
{
    char message[SIM_OPTION_TEXT] = "";
    char shown[SIM_OPTION_TEXT];
    bool added = fault ? sim_options_add_fault(&settings, text, message)
                       : sim_options_add_event(&settings, text, message);
    if (!added) {
        require_message(message);
    } else if (fault) {
        sim_options_show_fault(&settings.scenario.faults[settings.scenario.fault_count - 1u],
                               shown);
        if (settings.scenario.fault_count < SIM_FAULTS_MAX) {
            fuzz_require(sim_options_add_fault(&settings, shown, message),
                         "a fault that is shown is taken");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct fuzz_input input = {data, size_bytes};
    sim_settings_default(&settings);
    for (uint32_t i = 0; i < LINES_MAX && !fuzz_is_empty(&input); i++) {
        char text[256];
        size_t length = 0;
        uint8_t row = fuzz_u8(&input);
        uint8_t which = fuzz_u8(&input);
        for (char c = (char)fuzz_u8(&input); c != '\n' && c != '\0'; c = (char)fuzz_u8(&input)) {
            if (length < sizeof(text) - 1) {
                text[length++] = c;
            }
        }
        text[length] = '\0';
        if (row < sim_options.count) {
            set_option(&sim_options.rows[row], which, text);
        } else {
            add(row % 2 == 0, text);
        }
    }
    sim_settings_end(&settings);
    return 0;
}
