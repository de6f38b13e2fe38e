/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A line on standard error that tells how far a run is: after two seconds, on a terminal.
 * Not here: what is running.
 */
#include "cli/common/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/common/figures.h"

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void cli_progress_begin(struct cli_progress *progress)
{
    *progress = (struct cli_progress){.on = isatty(STDERR_FILENO) != 0, .began_ms = now_ms()};
    progress->next_ms = progress->began_ms + 2000;
}

void cli_progress_show(struct cli_progress *progress, uint64_t simulated_fs, uint32_t permille)
{
    char time[CLI_FIGURE_BYTES];

    if (!progress->on) {
        return;
    }
    int64_t now = now_ms();
    if (now < progress->next_ms) {
        return;
    }
    progress->next_ms = now + 500;
    progress->shown = true;
    cli_figure_time(time, simulated_fs);
    fprintf(stderr, "\r\033[Ksimulated %s", time);
    if (permille) {
        int64_t elapsed_s = (now - progress->began_ms) / 1000;
        int64_t left_s = elapsed_s * (1000 - (int64_t)permille) / (int64_t)permille;
        fprintf(stderr, ", %" PRIu32 " %% done, about %" PRId64 " s left", permille / 10, left_s);
    }
    fflush(stderr);
}

void cli_progress_end(struct cli_progress *progress)
{
    if (progress->shown) {
        fputs("\r\033[K", stderr);
    }
    progress->shown = false;
}
