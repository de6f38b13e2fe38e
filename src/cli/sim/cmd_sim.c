/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak sim: runs a link and tells what came of it.
 * Not here: the command line (options.c), summary and JSON (summary.c, json.c).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/common/say.h"
#include "cli/sim/fit.h"
#include "cli/sim/json.h"
#include "cli/sim/options.h"
#include "cli/sim/sinks.h"
#include "cli/sim/summary.h"
#include "cli/sim/yaml_out.h"
#include "sim/run.h"

static int exit_code_of(enum sim_status status, const struct cli_sim_request *request)
{
    switch (status) {
    case SIM_OK:
        return CLI_EXIT_CLEAN;
    case SIM_BAD_SCENARIO:
        /* A scenario that does not fit together is the file's fault, unless there is none. */
        return request->scenario_path ? CLI_EXIT_INPUT : CLI_EXIT_USAGE;
    case SIM_BAD_WORKLOAD:
        return CLI_EXIT_INPUT;
    case SIM_OUTPUT_FAILED:
        return CLI_EXIT_OUTPUT;
    case SIM_NO_MEMORY:
    case SIM_INTERNAL:
        break;
    }
    return CLI_EXIT_INTERNAL;
}

static int fail(enum sim_status status, const char *message, const struct cli_sim_request *request)
{
    switch (status) {
    case SIM_BAD_SCENARIO:
        if (request->scenario_path) {
            say("%s: %s", request->scenario_path, message);
        } else {
            say("%s", message);
        }
        break;
    case SIM_INTERNAL:
        say("internal error, please report it: %s", message);
        break;
    case SIM_NO_MEMORY:
        say("out of memory");
        break;
    case SIM_BAD_WORKLOAD:
        say("%s", message);
        break;
    case SIM_OUTPUT_FAILED: /* told, with its cause, when the output is closed */
    case SIM_OK:
        break;
    }
    return exit_code_of(status, request);
}

static void run_to_the_end(struct sim_run *run)
{
    struct cli_progress progress;

    cli_progress_begin(&progress);
    while (sim_run_step(run, 20000)) {
        cli_progress_show(&progress, sim_run_time_fs(run), sim_run_progress_permille(run));
    }
    cli_progress_end(&progress);
}

static void report(const struct cli_sim_request *request, const struct sim_result *result,
                   const struct cli_sim_check *check)
{
    /* A trace on standard output leaves the summary the other stream. */
    bool trace_on_stdout = request->trace_path && !strcmp(request->trace_path, "-");

    if (request->json) {
        cli_sim_json(&request->settings.scenario, result, check);
    } else {
        cli_sim_summary(trace_on_stdout ? stderr : stdout, &request->settings.scenario, result,
                        check);
    }
}

/* A finding without a reason: a mistake of the ports or of the checker. */
static int judge(const struct cli_sim_check *check)
{
    if (!check->unexplained) {
        return CLI_EXIT_CLEAN;
    }
    say("internal error, please report it: no injected fault explains %s", check->first);
    return CLI_EXIT_INTERNAL;
}

static int run_with(const struct cli_sim_request *request, struct cli_sinks *sinks)
{
    char message[SIM_MESSAGE_BYTES] = "";
    enum sim_status status = SIM_OK;
    struct ak_record_sink sink = cli_sinks_sink(sinks);
    struct sim_run *run =
        sim_run_create(&request->settings.scenario, sink.take ? &sink : NULL, &status, message);
    if (!run) {
        return fail(status, message, request);
    }

    struct sim_result result;
    run_to_the_end(run);
    sim_run_result(run, &result);
    sim_run_destroy(run);
    if (result.status != SIM_OK) {
        return fail(result.status, result.message, request);
    }
    cli_sinks_end_run(sinks);
    report(request, &result, &sinks->check);
    int code = judge(&sinks->check);
    return code != CLI_EXIT_CLEAN || cli_sim_delivered_right(&result) ? code : CLI_EXIT_FINDINGS;
}

static int run(const struct cli_sim_request *request)
{
    int readable = cli_sim_check_workload(request);
    if (readable != CLI_EXIT_CLEAN) {
        return readable;
    }
    struct cli_sinks *sinks = malloc(sizeof(*sinks));
    if (!sinks) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    int code = cli_sinks_begin(sinks, request);
    if (code == CLI_EXIT_CLEAN) {
        code = run_with(request, sinks);
        /* The trace of a run that was found wrong is the evidence. */
        bool keep = code == CLI_EXIT_CLEAN || code == CLI_EXIT_FINDINGS || sinks->check.unexplained;
        if (!cli_sinks_end(sinks, keep)) {
            code = CLI_EXIT_OUTPUT;
        }
    }
    free(sinks);
    return code;
}

int cmd_sim(int argc, char **argv)
{
    struct cli_sim_request *request = malloc(sizeof(*request));
    if (!request) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    int code = cli_sim_read(request, argc, argv);
    if (code == CLI_EXIT_CLEAN) {
        if (request->help) {
            cli_sim_help(stdout, request->help_all);
        } else if (request->scenario_out) {
            code = cli_sim_yaml_out(request->scenario_out, &request->settings);
        } else {
            code = run(request);
        }
    }
    sim_settings_end(&request->settings);
    free(request);
    return code;
}
