/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes what was asked for as a scenario file.
 * Not here: how it is written (sim/yaml_writer.c).
 */
#include "cli/sim/yaml_out.h"

#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "sim/yaml_writer.h"

int cli_sim_yaml_out(const char *path, const struct sim_settings *settings)
{
    struct cli_output output;

    if (!cli_output_open(&output, path)) {
        return CLI_EXIT_OUTPUT;
    }
    sim_yaml_write(output.stream, settings);
    return cli_output_close(&output) ? CLI_EXIT_CLEAN : CLI_EXIT_OUTPUT;
}
