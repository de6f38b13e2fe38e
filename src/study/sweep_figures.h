/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of a run as numbers: those of "acknak sim --json", by the path they have there, and
 * under "model." what the closed form says.
 * Not here: running (sim/run.h), statistics (sweep_statistics.h).
 */
#ifndef STUDY_SWEEP_FIGURES_H
#define STUDY_SWEEP_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/run.h"
#include "study/sweep_model.h"

#define SWEEP_FIGURES_MAX 280u
#define SWEEP_FIGURE_NAME 64u

/* What is known of a run. */
struct sweep_outcome {
    struct sim_result run;
    struct sweep_model model;
};

/* How many there are for a scenario with so many faults: the last two of each fault. */
uint32_t sweep_figures_count(uint32_t fault_count);

/* "downstream.latency_ns.p99", "ports.a.counters.tlps_replayed", "faults.1.packets_hit". */
void sweep_figures_name(uint32_t figure, char name[SWEEP_FIGURE_NAME]);

/* Whether it is stored as an integer: a count, not a time, a share or of the closed form. Truth
 * values are 0 and 1. */
bool sweep_figures_is_whole(uint32_t figure);

/* What its number counts: "ns", "bytes", "bit/s", "symbol times" or "". */
const char *sweep_figures_unit(uint32_t figure);

/* NaN: not known, which only a figure of the closed form can be. */
double sweep_figures_value(uint32_t figure, const struct sweep_outcome *outcome);

/* The figure of that name, or -1. */
int32_t sweep_figures_find(const char *name, uint32_t fault_count);

#endif
