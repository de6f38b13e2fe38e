/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs gnuplot.
 * Not here: its script (study/plot_script.h).
 */
#ifndef CLI_PLOT_GNUPLOT_H
#define CLI_PLOT_GNUPLOT_H

/* Draws the script `name` of `folder`; the picture goes to `picture`, which appears whole or not at
 * all. Returns CLI_EXIT_CLEAN, or CLI_EXIT_OUTPUT having said what is wrong. */
int cli_plot_draw(const char *folder, const char *name, const char *picture);

#endif
