/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak rare: how often a link sees what bit errors seldom cause.
 * Not here: the command line (options.c), the estimates (study/rare.h), what is printed
 * (print.c, json.c).
 */
#include <limits.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/progress.h"
#include "cli/common/say.h"
#include "cli/rare/options.h"
#include "cli/rare/print.h"

static void show_progress(void *context, uint32_t permille)
{
    cli_progress_show(context, 0, permille);
}

static int fail(const struct cli_rare_request *request, enum sim_status status, const char *message)
{
    switch (status) {
    case SIM_BAD_SCENARIO:
        if (request->sim.scenario_path) {
            say("%s: %s", request->sim.scenario_path, message);
        } else {
            say("%s", message);
        }
        return request->sim.scenario_path ? CLI_EXIT_INPUT : CLI_EXIT_USAGE;
    case SIM_INTERNAL:
        say("internal error, please report it: %s", message);
        return CLI_EXIT_INTERNAL;
    case SIM_NO_MEMORY:
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    case SIM_BAD_WORKLOAD:
    case SIM_OUTPUT_FAILED:
    case SIM_OK:
        break;
    }
    say("%s", message);
    return CLI_EXIT_INPUT;
}

/* Links come and go by the thousand: what one gave back the next one takes, without asking the
 * system for it and clearing it again. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, INT_MAX);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

static int run(struct cli_rare_request *request)
{
    struct cli_progress progress;
    struct rare_result result;
    char message[SIM_MESSAGE_BYTES] = "";

    keep_memory();
    request->plan.scenario = request->sim.settings.scenario;
    cli_progress_begin(&progress);
    enum sim_status status = rare_run(&request->plan, show_progress, &progress, &result, message);
    cli_progress_end(&progress);
    if (status != SIM_OK) {
        return fail(request, status, message);
    }
    if (request->sim.json) {
        rare_print_json(&request->plan, &result);
    } else {
        rare_print_text(&request->plan, &result);
    }
    return CLI_EXIT_CLEAN;
}

int cmd_rare(int argc, char **argv)
{
    struct cli_rare_request *request = malloc(sizeof *request);
    if (!request) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    int code = cli_rare_read(request, argc, argv);
    if (code == CLI_EXIT_CLEAN) {
        if (request->sim.help) {
            cli_rare_help();
        } else {
            code = run(request);
        }
    }
    sim_settings_end(&request->sim.settings);
    free(request);
    return code;
}
