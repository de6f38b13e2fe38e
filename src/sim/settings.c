/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a user asks for: a scenario, and what is to be shown of it.
 * Not here: the option table that fills it (options.c), the scenario itself (scenario.c).
 */
#include "sim/settings.h"

#include <stdlib.h>
#include <string.h>

static enum sim_directions set_of(bool downstream, bool upstream)
{
    return (enum sim_directions)((unsigned)downstream | (unsigned)upstream << 1);
}

void sim_settings_default(struct sim_settings *settings)
{
    const struct sim_traffic *traffic = settings->scenario.traffic;

    memset(settings, 0, sizeof(*settings));
    sim_scenario_default(&settings->scenario);
    settings->writes = SIM_DIRECTIONS_DEFAULT;
    settings->reads = set_of(traffic[0].reads.on, traffic[1].reads.on);
    settings->recorded = set_of(traffic[0].recorded, traffic[1].recorded);
}

/* The list of paths is const for those who run the scenario; it belongs to us. */
static void forget_workload(struct sim_workload *workload)
{
    for (uint32_t i = 0; i < workload->file_count; i++) {
        char *path;
        memcpy(&path, &workload->files[i], sizeof(path));
        free(path);
        workload->files[i] = NULL;
    }
    workload->file_count = 0;
}

bool sim_settings_add_workload(struct sim_settings *settings, const char *path)
{
    struct sim_workload *workload = &settings->scenario.workload;
    size_t bytes = strlen(path) + 1;

    if (settings->workload_is_replaceable) {
        forget_workload(workload);
    }
    settings->workload_is_replaceable = false;
    if (workload->file_count == SIM_WORKLOADS_MAX) {
        return false;
    }
    char *copy = malloc(bytes);
    if (!copy) {
        return false;
    }
    memcpy(copy, path, bytes);
    workload->files[workload->file_count++] = copy;
    return true;
}

struct sim_fault *sim_settings_add_fault(struct sim_settings *settings)
{
    struct sim_scenario *scenario = &settings->scenario;

    if (scenario->fault_count == SIM_FAULTS_MAX) {
        return NULL;
    }
    struct sim_fault *fault = &scenario->faults[scenario->fault_count++];
    sim_fault_default(fault);
    return fault;
}

struct sim_link_event *sim_settings_add_event(struct sim_settings *settings)
{
    struct sim_scenario *scenario = &settings->scenario;

    if (scenario->event_count == SIM_EVENTS_MAX) {
        return NULL;
    }
    struct sim_link_event *event = &scenario->events[scenario->event_count++];
    *event = (struct sim_link_event){.kind = SIM_EVENT_LINK_DOWN};
    return event;
}

void sim_settings_complete(struct sim_settings *settings)
{
    struct sim_scenario *scenario = &settings->scenario;
    enum sim_directions writes = settings->writes;

    if (writes == SIM_DIRECTIONS_DEFAULT) {
        writes = scenario->workload.file_count ? SIM_DIRECTIONS_NONE : SIM_DIRECTIONS_DOWNSTREAM;
    }
    for (unsigned i = 0; i < SIM_DIRECTION_COUNT; i++) {
        struct sim_traffic *traffic = &scenario->traffic[i];
        traffic->writes.on = (writes >> i & 1u) != 0;
        traffic->reads.on = (settings->reads >> i & 1u) != 0;
        traffic->recorded = (settings->recorded >> i & 1u) != 0;
    }
}

void sim_settings_end(struct sim_settings *settings)
{
    forget_workload(&settings->scenario.workload);
}
