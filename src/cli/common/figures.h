/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figures for people: with a unit that fits, in at most CLI_FIGURE_BYTES - 1 bytes.
 * Not here: figures for machines.
 */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include <stdint.h>

#define CLI_FIGURE_BYTES 40u

void cli_figure_count(char text[CLI_FIGURE_BYTES], uint64_t count);          /* 38,106 */
void cli_figure_time(char text[CLI_FIGURE_BYTES], uint64_t time_fs);         /* 269 ms */
void cli_figure_bytes(char text[CLI_FIGURE_BYTES], uint64_t bytes);          /* 9.13 MiB */
void cli_figure_rate(char text[CLI_FIGURE_BYTES], uint64_t bits_per_second); /* 271 Mb/s */
void cli_figure_permillion(char text[CLI_FIGURE_BYTES], uint32_t parts);     /* 92.8 % */

#endif
