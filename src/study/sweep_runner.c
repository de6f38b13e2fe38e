/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the simulations of one point, one after the other, until there are enough of them.
 * Not here: which points, in which process (sweep_conduct.c, sweep_pool.c).
 */
#include "study/sweep_runner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/check.h"
#include "sim/run.h"
#include "sim/yaml_writer.h"
#include "study/sweep_grid.h"
#include "study/sweep_statistics.h"

#define STEP_TLPS 20000u /* about some milliseconds of work */

struct sweep_runner {
    const struct sweep_study *study;
    const struct sweep_checker *checker;
    struct sim_settings settings; /* of the point */
    struct sim_run *run;          /* a null pointer between two runs */
    struct sweep_outcome outcome; /* of the run that has ended last; the model of the point */
    struct sweep_result result;
};

struct sweep_runner *sweep_runner_create(const struct sweep_study *study,
                                         const struct sweep_checker *checker)
{
    struct sweep_runner *runner = calloc(1, sizeof(*runner));

    if (runner) {
        runner->study = study;
        runner->checker = study->check ? checker : NULL;
    }
    return runner;
}

static void drop_run(struct sweep_runner *runner)
{
    char unused[SWEEP_TEXT];

    if (!runner->run)
        return;
    if (runner->checker)
        (void)runner->checker->end(runner->checker->context, unused);
    sim_run_destroy(runner->run);
    runner->run = NULL;
}

void sweep_runner_destroy(struct sweep_runner *runner)
{
    if (!runner)
        return;
    drop_run(runner);
    sim_settings_end(&runner->settings);
    sweep_result_end(&runner->result);
    free(runner);
}

const struct sweep_result *sweep_runner_result(const struct sweep_runner *runner)
{
    return &runner->result;
}

/* Always false: no more to do. */
static bool fail(struct sweep_runner *runner, const char *message)
{
    struct sweep_result *result = &runner->result;

    drop_run(runner);
    result->failed = true;
    result->replicates = 0;
    if (message != result->message)
        snprintf(result->message, sizeof(result->message), "%s", message);
    return false;
}

static bool write_scenario(struct sweep_runner *runner)
{
    size_t bytes = 0;
    FILE *stream = open_memstream(&runner->result.scenario, &bytes);

    if (!stream)
        return false;
    runner->settings.scenario.seed = sweep_grid_seed(runner->study, runner->result.point, 0);
    sim_yaml_write(stream, &runner->settings);
    return fclose(stream) == 0 && runner->result.scenario;
}

void sweep_runner_begin(struct sweep_runner *runner, uint64_t point)
{
    const struct sweep_study *study = runner->study;
    struct sweep_result *result = &runner->result;
    char why[SWEEP_TEXT] = "out of memory";

    drop_run(runner);
    sim_settings_end(&runner->settings);
    uint32_t figures = sweep_figures_count(study->base.scenario.fault_count);
    bool ready = sweep_result_begin(result, point, study->seeds_max, figures) &&
                 sweep_grid_settings(study, point, &runner->settings, why) &&
                 write_scenario(runner);
    if (ready)
        sweep_model_of(&runner->settings.scenario, &runner->outcome.model);
    else
        (void)fail(runner, why);
}

static bool begin_run(struct sweep_runner *runner)
{
    struct sweep_result *result = &runner->result;
    struct sim_scenario *scenario = &runner->settings.scenario;
    char message[SIM_MESSAGE_BYTES];
    enum sim_status status;
    struct ak_record_sink sink;

    scenario->seed = sweep_grid_seed(runner->study, result->point, result->replicates);
    if (runner->checker && !runner->checker->begin(runner->checker->context, scenario, &sink))
        return fail(runner, "out of memory");
    runner->run = sim_run_create(scenario, runner->checker ? &sink : NULL, &status, message);
    if (runner->run)
        return true;
    if (runner->checker)
        (void)runner->checker->end(runner->checker->context, result->message);
    return fail(runner, message);
}

/* Whether there are enough runs: as many as allowed, or all watched figures are precise. */
static bool is_enough(const struct sweep_runner *runner)
{
    const struct sweep_study *study = runner->study;
    const struct sweep_result *result = &runner->result;
    struct sweep_statistics statistics;

    if (result->replicates >= study->seeds_max)
        return true;
    if (result->replicates < study->seeds_min || study->precision <= 0)
        return false;
    for (uint32_t i = 0; i < study->watched_count; i++) {
        sweep_statistics_of(result->values + study->watched[i], result->figures, result->replicates,
                            &statistics);
        bool known = !isnan(statistics.mean);
        if (known && !sweep_statistics_is_precise(&statistics, study->precision))
            return false;
    }
    return true;
}

static bool end_run(struct sweep_runner *runner)
{
    struct sweep_result *result = &runner->result;
    struct sim_result *outcome = &runner->outcome.run;
    char why[SWEEP_TEXT];

    sim_run_result(runner->run, outcome);
    sim_run_destroy(runner->run);
    runner->run = NULL;
    bool judged = !runner->checker || runner->checker->end(runner->checker->context, why);
    if (outcome->status != SIM_OK)
        return fail(runner, outcome->message);
    if (!judged)
        return fail(runner, why);
    snprintf(result->message, sizeof(result->message), "%s", outcome->message);
    double *values = result->values + (size_t)result->replicates * result->figures;
    for (uint32_t i = 0; i < result->figures; i++)
        values[i] = sweep_figures_value(i, &runner->outcome);
    result->seeds[result->replicates] = outcome->seed;
    result->ends[result->replicates] = (uint8_t)outcome->end;
    result->replicates++;
    return !is_enough(runner);
}

bool sweep_runner_step(struct sweep_runner *runner)
{
    if (runner->result.failed)
        return false;
    if (!runner->run && !begin_run(runner))
        return false;
    return sim_run_step(runner->run, STEP_TLPS) || end_run(runner);
}
