/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak sweep under mpirun. The command itself does not know MPI, so that it starts where there is
 * none; it hands over to the program acknak-mpi, which is the same command and MPI.
 * Not here: the ranks (study/mpi/).
 */
#ifndef CLI_SWEEP_MPI_HAND_OVER_H
#define CLI_SWEEP_MPI_HAND_OVER_H

#include "cli/sweep/options.h"

/* The rank that mpirun gave to this process, or -1. */
int cli_sweep_mpi_rank(void);

/*
 * Runs the study over all ranks; returns an exit code. alone.c starts acknak-mpi with the same
 * arguments, ranks.c does it.
 */
int cli_sweep_mpi_run(const struct cli_sweep_request *request, char **argv);

#endif
