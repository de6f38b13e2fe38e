/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: whatever a scenario file holds, it is read or refused with one line.
 * Not here: running what was read.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "sim/yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sim_settings settings;
    static char message[SIM_YAML_MESSAGE];
    char problem[200];

    message[0] = '\0';
    sim_settings_default(&settings);
    if (sim_yaml_parse((const char *)data, size, "file.yaml", &settings, message)) {
        sim_settings_complete(&settings);
        (void)sim_scenario_check(&settings.scenario, NULL, problem, sizeof(problem));
    } else {
        assert(message[0] != '\0' && strlen(message) < sizeof(message));
    }
    sim_settings_end(&settings);
    return 0;
}
