/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether what was asked of acknak sim fits together.
 * Not here: single values (options.c), the rules (sim/scenario_check.c).
 */
#include "cli/sim/fit.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/common/exit.h"
#include "cli/common/say.h"
#include "sim/lines.h"
#include "sim/run.h"

static const char *name_of_file(const struct cli_sim_request *request)
{
    return strcmp(request->scenario_path, "-") != 0 ? request->scenario_path : "standard input";
}

int cli_sim_check_fit(const struct cli_sim_request *request)
{
    char message[SIM_MESSAGE_BYTES];
    struct sim_setting about;

    if (sim_scenario_check(&request->settings.scenario, &about, message, sizeof(message))) {
        return CLI_EXIT_CLEAN;
    }
    size_t line = sim_lines_find(&request->settings, &about);
    if (!line) {
        say("%s", message);
        return CLI_EXIT_USAGE;
    }
    say("%s:%zu: %s", name_of_file(request), line, message);
    return CLI_EXIT_INPUT;
}

int cli_sim_check_workload(const struct cli_sim_request *request)
{
    const struct sim_settings *settings = &request->settings;

    for (uint32_t i = 0; i < settings->scenario.workload.file_count; i++) {
        const char *path = settings->scenario.workload.files[i];
        if (!settings->lines.files[i] || access(path, R_OK) == 0) {
            continue;
        }
        say("%s:%u: files: %s: %s, expected a .tlp file", name_of_file(request),
            (unsigned)settings->lines.files[i], path, strerror(errno));
        return CLI_EXIT_INPUT;
    }
    return CLI_EXIT_CLEAN;
}
