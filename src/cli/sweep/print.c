/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What acknak sweep prints: the points, what can vary, the outcome.
 * Not here: the progress (progress.c).
 */
#include "cli/sweep/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "cli/common/figures.h"
#include "cli/common/json.h"
#include "study/sweep_grid.h"

void cli_sweep_print_points(const struct sweep_study *study, struct sweep_shard shard)
{
    char value[SWEEP_TEXT], shown[SWEEP_TEXT];

    fputs("point", stdout);
    for (uint32_t i = 0; i < study->axis_count; i++) {
        printf("\t%s", study->axes[i].name);
    }
    putchar('\n');
    for (uint64_t point = shard.part; point < study->count; point += shard.count) {
        printf("%" PRIu64, point);
        for (uint32_t i = 0; i < study->axis_count; i++) {
            sweep_grid_value(study, point, i, value);
            sweep_axis_show(value, shown);
            printf("\t%s", shown);
        }
        putchar('\n');
    }
}

void cli_sweep_print_names(void)
{
    char name[SWEEP_FIGURE_NAME];

    puts("keys that can vary (and faults.1.KEY, events.1.KEY of the base):");
    for (size_t i = 0; i < sim_options.count; i++) {
        const struct sim_option *option = &sim_options.rows[i];
        if (!sweep_axis_may_vary(option)) {
            continue;
        }
        for (unsigned t = 0; t < sim_option_targets(option); t++) {
            printf("  %s.%s\n", sim_option_section(option, (enum sim_option_target)t), option->key);
        }
    }
    puts("figures (and faults.1.packets_counted, faults.1.packets_hit):");
    for (uint32_t i = 0; i < sweep_figures_count(0); i++) {
        const char *unit = sweep_figures_unit(i);
        sweep_figures_name(i, name);
        printf("  %s%s%s%s\n", name, *unit ? " (" : "", unit, *unit ? ")" : "");
    }
}

void cli_sweep_print_outcome(const struct sweep_tally *tally, const char *database)
{
    char counts[3][CLI_FIGURE_BYTES];

    cli_figure_count(counts[0], tally->before + tally->done);
    cli_figure_count(counts[1], tally->points);
    cli_figure_count(counts[2], tally->runs);
    printf("%s of %s points are done", counts[0], counts[1]);
    if (tally->before) {
        cli_figure_count(counts[0], tally->before);
        printf(", %s of them before", counts[0]);
    }
    if (tally->failed) {
        cli_figure_count(counts[0], tally->failed);
        printf(", %s failed", counts[0]);
    }
    printf("; %s %s; %s\n", counts[2], tally->runs == 1 ? "run" : "runs", database);
}

void cli_sweep_print_json(const struct sweep_study *study, struct sweep_shard shard,
                          const struct sweep_tally *tally, const char *database)
{
    char digest[24];
    json_t *document = json_object();

    snprintf(digest, sizeof(digest), "%016" PRIx64, study->digest);
    json_object_set_new(document, "schema", json_string("acknak-sweep-1"));
    json_object_set_new(document, "database", json_string(database));
    json_object_set_new(document, "study", json_string(digest));
    cli_json_set_count(document, "seed", study->seed);
    cli_json_set_count(document, "points_of_study", study->count);
    cli_json_set_count(document, "shard", shard.part + 1u);
    cli_json_set_count(document, "shards", shard.count);
    cli_json_set_count(document, "points", tally->points);
    cli_json_set_count(document, "done_before", tally->before);
    cli_json_set_count(document, "done", tally->before + tally->done);
    cli_json_set_count(document, "failed", tally->failed);
    cli_json_set_count(document, "runs", tally->runs);
    json_object_set_new(document, "stopped", json_boolean(tally->stopped));
    if (tally->failed) {
        json_object_set_new(document, "first_failure", json_string(tally->failed_why));
    }
    cli_json_print(document);
}
