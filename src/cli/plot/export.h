/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All points of a study as CSV or JSON, and the list of what it holds.
 * Not here: plots.
 */
#ifndef CLI_PLOT_EXPORT_H
#define CLI_PLOT_EXPORT_H

#include <stdio.h>

#include "cli/plot/options.h"
#include "study/plot_study.h"

/* Writes the points with the figures watched, or the one asked for. Returns an exit code, having
 * said what is wrong. docs/plot.md has the columns and the schema, acknak-plot-1. */
int cli_plot_export(const struct cli_plot_request *request, struct plot_study *study);

void cli_plot_list(const struct plot_study *study);

#endif
